// Runs a tool with real ports and without a kernel: input parsed, ports bound, output parsed.
import type { RunContext, Tool } from '../../sidecar/kernel/define.ts'
import type { Port, SessionView } from '../../sidecar/ports/types.ts'
import { bind, portContext, runContext } from '../ports/bind.ts'

export async function runTool(
  tool: Tool,
  input: unknown,
  { session, ports = [], context = {} }: { session: SessionView; ports?: Port[]; context?: Partial<RunContext> },
): Promise<never> {
  const handed = Object.fromEntries(ports.map((port) => [port.kind, bind(port, portContext(session).context)]))
  return tool.output.parse(
    await tool.run(tool.input.parse(input), handed, runContext(session, context), undefined),
  ) as never
}
