// STOP, and what can be done to a call that is under way or over.
import { effect, signal } from '@preact/signals'
import type { ResultOf } from '../../sidecar/protocol/methods.ts'
import { CallError } from '../client/client.ts'
import { type CallView, keep } from './calls.ts'
import { call, connection, hear, whenFresh } from './link.ts'

export const stopped = signal<{ set: boolean; reason?: string | undefined }>({ set: false })
/** Rule files that were refused, and why. */
export const refusedRules = signal<readonly string[]>([])

whenFresh(async () => {
  const status = await call('control/status', {})
  stopped.value = { set: status.stopped, reason: status.reason }
})
hear('health/changed', (health) => {
  stopped.value = { set: health.stopped, reason: health.reason }
  if (health.refusedRules) refusedRules.value = health.refusedRules
})

const ANSWER_MS = 2000
/** STOP was pressed, and nobody answered for a while. */
export const isUnanswered = signal(false)
/** STOP was pressed, and is not known to have come there. */
let isOwed = false

/** Ends all that runs, and lets nothing start. One that gets lost on the way is sent again to whoever answers next. */
export async function stop(): Promise<ResultOf<'control/stop'>> {
  isOwed = true
  const timer = setTimeout(() => {
    isUnanswered.value = true
  }, ANSWER_MS)
  try {
    const done = await call('control/stop', {})
    isOwed = false
    return done
  } catch (thrown) {
    isOwed = thrown instanceof CallError && thrown.code === 'GONE'
    throw thrown
  } finally {
    clearTimeout(timer)
    isUnanswered.value = false
  }
}

effect(() => {
  if (connection.value.state === 'open' && isOwed) void stop().catch(() => {})
})

/** Lifts STOP. */
export const release = () => call('control/release', {})

/** Ends one call. */
export async function cancel(callId: string): Promise<void> {
  keep(await call('call/cancel', { callId }))
}

/** Takes a call back, and returns the call that did it. */
export async function undo(callId: string): Promise<CallView> {
  const view = await call('call/undo', { callId })
  keep(view)
  const {
    input: _input,
    effects: _effects,
    hash: _hash,
    attempts: _attempts,
    ...former
  } = await call('call/show', {
    callId,
  })
  keep(former)
  return view
}
