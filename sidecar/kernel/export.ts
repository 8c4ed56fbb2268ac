// The tools in the formats that other programs take.
import type { Runnable } from './define.ts'

export const formats = ['json-schema', 'openai', 'ai-sdk', 'mcp'] as const
export type ExportFormat = (typeof formats)[number]

/** Whether a call of this tool could change anything, as MCP's hints put it. */
export type Changes = (tool: Runnable) => { changes: boolean; leaves: boolean }

type Shape = (tool: Runnable, hints: ReturnType<Changes>) => [string, unknown]

const shapes: Record<ExportFormat, Shape> = {
  'json-schema': (tool) => [tool.name, { description: tool.summary, ...tool.schemas() }],
  openai: (tool) => [
    tool.name,
    { type: 'function', function: { name: tool.name, description: tool.summary, parameters: tool.schemas().input } },
  ],
  'ai-sdk': (tool) => [
    tool.name,
    {
      description: tool.summary,
      inputSchema: { jsonSchema: tool.schemas().input },
      outputSchema: { jsonSchema: tool.schemas().output },
    },
  ],
  mcp: (tool, { changes, leaves }) => [
    tool.name,
    {
      name: tool.name,
      description: tool.summary,
      inputSchema: tool.schemas().input,
      outputSchema: tool.schemas().output,
      annotations: {
        readOnlyHint: !changes,
        destructiveHint: changes,
        idempotentHint: tool.idempotent,
        openWorldHint: leaves,
      },
    },
  ],
}

/** Lists for OpenAI and MCP; objects by name for JSON Schema and the AI SDK, as those expect. */
export function exportTools(format: ExportFormat, tools: readonly Runnable[], hints: Changes): unknown {
  const made = tools.map((tool) => shapes[format](tool, hints(tool)))
  return format === 'openai' || format === 'mcp' ? made.map(([, value]) => value) : Object.fromEntries(made)
}
