// A tool called from the window, and followed to its end: also where it asks first.
import { signal } from '@preact/signals'
import { type CallView, keep } from './calls.ts'
import { freshId } from './drafts.ts'
import { call, hear, whenFresh } from './link.ts'
import { here } from './sessions.ts'

/** Calls that wait for an answer, and what is to be done when they are over. */
const followed = new Map<string, (view: CallView) => void>()

/** Calls that were denied in this window: nobody need be told of it as of a fault. */
const hushed = new Set<string>()

/** What was begun here and waits for the user's answer. */
export interface Asked {
  callId: string
  approvalId: string | undefined
  says: string
}
export const asked = signal<readonly Asked[]>([])

hear('call/finished', finish)
// What ended while nothing was heard is asked for.
whenFresh(async () => {
  for (const callId of followed.keys()) {
    const {
      input: _input,
      effects: _effects,
      hash: _hash,
      attempts: _attempts,
      ...view
    } = await call('call/show', { callId })
    if (view.ok !== undefined) finish(view)
  }
})

function finish(view: CallView): void {
  const then = followed.get(view.callId)
  followed.delete(view.callId)
  asked.value = asked.value.filter(({ callId }) => callId !== view.callId)
  then?.(view)
}

/** Whether what comes of a call is told by whoever made it here. */
export const isFollowed = (callId: string): boolean => followed.has(callId)

/** That a call comes to nothing is the user's own answer, and is told with it. */
export function hush(callId: string): void {
  hushed.add(callId)
}

export const isHushed = (callId: string): boolean => hushed.delete(callId)

/** Calls a tool. It returns when the call is over, or waits for something. */
export async function act(tool: string, input: object, callId = freshId()): Promise<CallView> {
  const view = await call('tool/call', { tool, input, session: await here(), callId })
  keep(view)
  return view
}

/** Has something done as soon as a call that waits is over. `says` is what waits. */
export function whenOver(view: CallView, says: string, then: (view: CallView) => void): void {
  followed.set(view.callId, then)
  if (view.state === 'waiting')
    asked.value = [...asked.value, { callId: view.callId, approvalId: view.approvalId, says }]
}
