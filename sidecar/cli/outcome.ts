// What became of a call: the answer for stdout, the exit code, and what to do next.
import type { ResultOf } from '../protocol/methods.ts'
import { counted } from '../text/count.ts'
import { exitOf, exits } from './exit.ts'
import { asks } from './question.ts'
import type { Answer, Client, Run } from './types.ts'
import { showValue } from './value.ts'
import { visible, visibleLines } from './visible.ts'
import { showTime } from './when.ts'

export type CallView = ResultOf<'tool/call'>

/** The exit code of a call at rest. */
export function exitOfCall(view: CallView): number {
  if (view.state === 'waiting' || view.state === 'suspended') return exits.waiting
  if (view.state === 'failed') return exitOf(view.error?.code ?? 'INTERNAL')
  return view.state === 'unknown' ? exits.failed : exits.done
}

/** An output that was too long for its frame, fetched piece by piece. */
async function wholeOutput(client: Client, view: CallView): Promise<CallView> {
  if (view.outputRef === undefined) return view
  const pieces: Buffer[] = []
  let offset = 0
  for (;;) {
    const piece = await client.call('attachment/read', { id: view.outputRef, offset })
    pieces.push(Buffer.from(piece.base64, 'base64'))
    offset += piece.bytes
    if (piece.end || piece.bytes === 0) break
  }
  return { ...view, output: JSON.parse(Buffer.concat(pieces).toString('utf8')) }
}

function waitingNotes(run: Run, view: CallView): string[] {
  const id = visible(view.approvalId ?? '')
  if (view.approvalId) run.shown('approval', view.approvalId)
  return [
    `${run.errPaint.yellow('Waiting for your approval')} of ${visible(view.tool)}. It waits on disk, however long.`,
    `  look:   ${run.spell(`approvals show ${id}`)}`,
    `  allow:  ${run.spell(`approvals allow ${id}`)}`,
    `  deny:   ${run.spell(`approvals deny ${id} --reason "…"`)}`,
  ]
}

async function suspendedNotes(run: Run, view: CallView): Promise<string[]> {
  const id = visible(view.suspensionId ?? '')
  if (view.suspensionId) run.shown('question', view.suspensionId)
  const { suspensions } = await (await run.client()).call('suspension/list', { limit: 1000 })
  const found = suspensions.find((each) => each.id === view.suspensionId)
  if (found?.wakeAt !== undefined)
    return [
      `${visible(view.tool)} sleeps until ${showTime(found.wakeAt)} and goes on by itself.`,
      `  end it: ${run.spell(`waiting cancel ${id}`)}`,
    ]
  return [
    `${run.errPaint.yellow('Waiting for your answer')}: ${visible(found ? asks(found) : view.tool)}`,
    `  look:   ${run.spell('waiting')}`,
    `  answer: ${run.spell(`waiting answer ${id} TEXT`)}`,
    `  end it: ${run.spell(`waiting cancel ${id}`)}`,
  ]
}

function failedNotes(run: Run, view: CallView): string[] {
  const { message, hint } = view.error ?? { message: 'It failed, and did not say why.' }
  const lines = hint ? visibleLines(run.hint(hint)).map((line) => `  ${line}`) : []
  return [`${run.errPaint.red('error:')} ${visible(message)}`, ...lines]
}

function doneNotes(run: Run, view: CallView): string[] {
  const files = view.attachments.map(
    (each) => `attachment: ${visible(each.name)} (${visible(each.mime)}, ${counted(each.bytes, 'byte')})`,
  )
  const undo =
    view.undoable && view.undoneBy === undefined ? [`To take it back: ${run.spell(`undo ${view.callId}`)}`] : []
  return run.quiet ? [] : [...files, ...undo.map(run.errPaint.dim)]
}

async function notesFor(run: Run, view: CallView): Promise<string[]> {
  switch (view.state) {
    case 'waiting':
      return waitingNotes(run, view)
    case 'suspended':
      return suspendedNotes(run, view)
    case 'failed':
      return run.json ? [] : failedNotes(run, view)
    case 'unknown':
      return [
        'It is not known whether this call was carried out.',
        `  If you know: ${run.spell(`calls settle ${visible(view.callId)} done|failed|retry`)}`,
      ]
    case 'done':
      return run.json ? [] : doneNotes(run, view)
    default:
      return run.json
        ? []
        : [`${visible(view.callId)} is ${view.state}. Look: ${run.spell(`calls show ${view.callId}`)}`]
  }
}

/** A call as an answer. */
export async function outcome(run: Run, given: CallView): Promise<Answer> {
  const view = await wholeOutput(await run.client(), given)
  const text = view.state === 'done' ? showValue(view.output, run.width, run.paint) : []
  return { value: view, text, notes: await notesFor(run, view), code: exitOfCall(view) }
}
