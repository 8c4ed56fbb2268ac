// `steward calls` and `steward undo`
import type { GivenTo } from '../protocol/methods.ts'
import { counted } from '../text/count.ts'
import { count, given, need, noMore, pick } from './args.ts'
import { effectLines, receiptLines } from './card.ts'
import { exits } from './exit.ts'
import { follow } from './follow.ts'
import { openSession, sessionId } from './session.ts'
import { table } from './table.ts'
import type { Action, Answer, Run } from './types.ts'
import { showValue } from './value.ts'
import { safeJson, visible } from './visible.ts'
import { showSpan, showTime } from './when.ts'

// One event a line: what `steward policy replay` reads.
async function trace(run: Run, session: string | undefined): Promise<Answer> {
  const id = session === undefined ? await openSession(run) : await sessionId(run, session)
  const { events } = await (await run.client()).call('session/trace', { session: id })
  return { value: events, text: events.map((event) => JSON.stringify(event)) }
}

async function list(run: Run): Promise<Answer> {
  noMore(run.args, 1, 'steward calls [list]')
  if (run.options.trace === true) return trace(run, given(run.options, 'session'))
  const state = given(run.options, 'state') as GivenTo<'call/list'>['state'] | undefined
  const tool = given(run.options, 'tool')
  const session = given(run.options, 'session')
  const limit = count(run.options, 'limit')
  const { calls: found } = await (await run.client()).call('call/list', {
    ...(state ? { state } : {}),
    ...(tool ? { tool } : {}),
    ...(session ? { session: await sessionId(run, session) } : {}),
    ...(limit ? { limit } : {}),
  })
  if (found.length === 0) return { value: found, text: 'No call matches.' }
  const text = table(
    found,
    [
      { title: 'id', of: (view) => view.callId, whole: true, paint: (cell) => run.paint.cyan(cell) },
      { title: 'started', of: (view) => showTime(view.startedAt) },
      { title: 'state', of: (view) => view.state },
      { title: 'took', of: (view) => showSpan(view.durationMs) },
      { title: 'score', of: (view) => String(view.receipt.score) },
      { title: 'tool', of: (view) => view.tool },
      { title: 'error', of: (view) => view.error?.message ?? '' },
    ],
    run.width,
    run.paint,
  )
  return { value: found, text }
}

async function show(run: Run): Promise<Answer> {
  const callId = need(run.args, 1, 'The call', 'steward calls show ID')
  noMore(run.args, 2, 'steward calls show ID')
  const view = await (await run.client()).call('call/show', { callId })
  const { paint } = run
  const field = (title: string, text: string) => `  ${paint.dim(title.padEnd(10))}${visible(text)}`
  const output = showValue(view.output, run.width - 4, paint).map((line) => `    ${line}`)
  const text = [
    `${paint.bold(visible(view.tool))} ${view.state}  ${paint.dim(visible(view.callId))}`,
    field(
      'started',
      `${showTime(view.startedAt)}, took ${showSpan(view.durationMs)}, ${counted(view.attempts, 'attempt')}`,
    ),
    field('session', view.session),
    field('input', safeJson(view.input)),
    ...effectLines(view.effects, run.width, paint),
    ...receiptLines(view.receipt, paint),
    ...(view.decision ? [field('decision', view.decision)] : []),
    ...(view.error ? [field('error', `${view.error.code}: ${view.error.message}`)] : []),
    ...(output.length > 0 ? [field('output', ''), ...output] : []),
    ...(view.outputRef ? [field('output', `in attachment ${view.outputRef}`)] : []),
    ...(view.approvalId ? [field('waits', run.spell(`approvals show ${view.approvalId}`))] : []),
    ...(view.suspensionId ? [field('parked', run.spell(`waiting answer ${view.suspensionId} TEXT`))] : []),
    ...(view.undoable ? [field('undo', run.spell(`undo ${view.callId}`))] : []),
    ...(view.undoneBy ? [field('undone by', view.undoneBy)] : []),
  ]
  return { value: view, text }
}

async function cancel(run: Run): Promise<Answer> {
  const callId = need(run.args, 1, 'The call', 'steward calls cancel ID')
  noMore(run.args, 2, 'steward calls cancel ID')
  const view = await (await run.client()).call('call/cancel', { callId })
  return { value: view, text: `${visible(view.callId)} is ${view.state}.` }
}

async function settle(run: Run): Promise<Answer> {
  const usage = 'steward calls settle ID done|failed|retry'
  const callId = need(run.args, 1, 'The call', usage)
  const words = { done: 'done', failed: 'failed', retry: 'retry' } as const
  const as = pick('calls settle', need(run.args, 2, 'What became of it', usage), words)
  noMore(run.args, 3, usage)
  const client = await run.client()
  if (as === 'retry') return follow(run, callId, () => client.call('call/settle', { callId, as }))
  const view = await client.call('call/settle', { callId, as })
  return { value: view, text: `${visible(view.callId)} is settled as ${view.state}.` }
}

const actions: Readonly<Record<string, Action>> = { list, show, cancel, settle }

/** Calls, newest first, and what can be done about one. */
export const calls: Action = async (run) => pick('calls', run.args[0] ?? 'list', actions)(run)

/** Takes a call back. The undoing is a call too, and may itself ask. */
export async function undo(run: Run): Promise<Answer> {
  const callId = need(run.args, 0, 'The call', 'steward undo CALL')
  noMore(run.args, 1, 'steward undo CALL')
  const client = await run.client()
  const answer = await follow(run, callId, () => client.call('call/undo', { callId }))
  return answer.code === exits.done ? { ...answer, text: `Taken back: ${visible(callId)}.` } : answer
}
