// Taking a call back: a call of its own, through the same door, that undoes the effects of another, newest first.
import { StewardError } from '../text/errors.ts'
import { type Runnable, UNDO } from './define.ts'
import type { Executor } from './execute.ts'
import { undoSteps } from './grant.ts'
import type { Journal } from './journal.ts'
import { loadPortLog } from './portlog.ts'
import type { CallRow } from './rows.ts'
import type { CallView } from './view.ts'

type UndoFunction = (target: string, data: unknown) => Promise<void>

/** The tool that takes one call back. It exists only for that call and is in no list. */
export function undoRunnable(journal: Journal, callId: string): Runnable {
  const original = journal.find(callId)
  if (!original) throw new StewardError('NOT_FOUND', `There is no call ${callId}.`, 'List them with: steward calls')
  const steps = undoSteps(loadPortLog(callId, journal, () => true).entries)
  const kinds = [...new Set(steps.map((step) => step.kind))]
  return {
    name: UNDO,
    aliases: [],
    summary: 'Takes a call back.',
    category: 'planning',
    version: 1,
    source: 'built-in',
    kinds,
    roles: {},
    labels: { trust: 'own', secrecy: 'private' },
    idempotent: false,
    timeoutMs: 60_000,
    examples: [],
    hasPrepare: false,
    parse: (input) => input,
    prepare: () => undefined,
    plan: (_input, _prepared, only) =>
      steps.filter((step) => only(step.kind)).map(({ kind, target }) => ({ kind, target })),
    preview: () => ({
      title: `Take back ${original.tool}`,
      body: steps.map((step) => `${step.kind} ${step.target}`).join('\n'),
    }),
    async run(_input, ports) {
      for (const { kind, target, data } of steps) {
        const { undo } = ports[kind] as { undo: UndoFunction }
        await undo(target, data)
      }
      return { undone: callId, steps: steps.length }
    },
    parseOutput: (output) => output,
    undo: () => null,
    schemas: () => ({ input: {}, output: {} }),
  }
}

/** Takes a finished call back. */
export async function undoCall(callId: string, journal: Journal, executor: Executor): Promise<CallView> {
  const row = executor.find(callId)
  if (row.undoneBy !== null)
    throw new StewardError(
      'NOT_UNDOABLE',
      `Call ${callId} was taken back already, by ${row.undoneBy}.`,
      'Nothing more is needed.',
    )
  if (!isEnded(row) || !row.undoable)
    throw new StewardError(
      'NOT_UNDOABLE',
      `Call ${callId} of ${row.tool} can not be taken back.`,
      isEnded(row) ? 'It left nothing that could be put back.' : `It is ${row.state}; cancel it instead.`,
    )
  const shared = { session: row.session, parent: callId, undoOf: callId }
  if (undoSteps(loadPortLog(callId, journal, () => true).entries).length > 0)
    return executor.execute({ tool: UNDO, input: { callId }, ...shared })
  const compensation = await (await executor.toolOf(row)).undo(row.input, row.output, row.session)
  if (!compensation) throw new StewardError('NOT_UNDOABLE', `Call ${callId} can not be taken back.`)
  return executor.execute({ ...compensation, ...shared })
}

// A call that failed may have done something before it did.
const isEnded = (row: CallRow): boolean => row.state === 'done' || row.state === 'failed' || row.state === 'unknown'
