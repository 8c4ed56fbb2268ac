// Following a call to its rest: progress on one line, Ctrl-C, and questions to whoever is there.
import { randomBytes } from 'node:crypto'
import { askApproval, askQuestion } from './ask.ts'
import { exits } from './exit.ts'
import { type CallView, outcome } from './outcome.ts'
import { progressLine } from './progress.ts'
import type { Answer, Run } from './types.ts'

/** Puts each question of the call to the person, until it is done or the person says "later". */
async function settle(run: Run, first: CallView, interrupted: () => boolean): Promise<CallView> {
  let view = first
  while (run.person && !interrupted()) {
    const { approvalId, suspensionId } = view
    let next: CallView | undefined
    if (view.state === 'waiting' && approvalId) next = await askApproval(run, run.person, approvalId)
    else if (view.state === 'suspended' && suspensionId) next = await askQuestion(run, run.person, suspensionId)
    if (!next) break
    view = next
  }
  return view
}

const left = (): Answer => ({
  value: { error: { code: 'CANCELLED', message: 'The call was interrupted.' } },
  text: [],
  code: exits.interrupted,
})

/** Runs something that moves a call, and tells the call's way while it does. */
export async function follow(
  run: Run,
  callId: string,
  start: (signal: AbortSignal) => Promise<CallView>,
): Promise<Answer> {
  const client = await run.client()
  const line = progressLine(run, callId)
  const stopEvents = run.onEvent(line.onEvent)
  const abort = new AbortController()
  const leave = Promise.withResolvers<undefined>()
  let cancelled: Promise<CallView> | undefined
  let presses = 0
  const stopInterrupts = run.onInterrupt(() => {
    if (++presses > 1) {
      abort.abort()
      leave.resolve(undefined)
      return
    }
    line.say('Cancelling… (Ctrl-C again leaves at once)')
    // A call that the sidecar does not know yet is cancelled with its request.
    cancelled = client.call('call/cancel', { callId })
    cancelled.catch(() => abort.abort())
  })
  const way = async () => {
    const view = await settle(run, await start(abort.signal), () => presses > 0)
    // Ctrl-C at a question: the call was parked when it came, and is being cancelled.
    return (view.state === 'waiting' || view.state === 'suspended') && cancelled ? cancelled : view
  }
  try {
    const view = await Promise.race([way(), leave.promise])
    line.end()
    if (!view) return left()
    const answer = await outcome(run, view)
    return presses > 0 ? { ...answer, code: exits.interrupted } : answer
  } catch (thrown) {
    if (presses === 0) throw thrown
    return left()
  } finally {
    line.end()
    stopInterrupts()
    stopEvents()
  }
}

/** A call id of our own: it lets us cancel a call before its first answer. */
export const newCallId = (): string => `cli-${randomBytes(8).toString('hex')}`
