// A call outlives its tool: a custom tool's file can go while a call of it waits. It can't run any more, but it can end.
import { unlabelled } from '../../policy/flow.ts'
import { StewardError } from '../text/errors.ts'
import type { Runnable } from './define.ts'

/** Stands in for a tool that is not there any more, for the sake of ending its calls. */
export function goneTool(name: string): Runnable {
  const gone = () => {
    throw new StewardError(
      'UNKNOWN_TOOL',
      `The tool ${name} is not there any more.`,
      'Load it again with: steward call reload_tools',
    )
  }
  return {
    ...{ name, aliases: [], summary: '', category: 'custom', version: 0, source: 'external', kinds: [], roles: {} },
    ...{ labels: unlabelled, idempotent: false, timeoutMs: 0, examples: [], hasPrepare: false },
    ...{ parse: gone, prepare: gone, plan: gone, run: gone, parseOutput: gone },
    preview: () => undefined,
    undo: () => null,
    schemas: () => ({ input: {}, output: {} }),
  }
}
