// Calls that are parked until the user, or a time, lets them go on.
import { signal } from '@preact/signals'
import type { ResultOf } from '../../sidecar/protocol/methods.ts'
import { type CallView, keep } from './calls.ts'
import { call, hear, whenFresh } from './link.ts'

export type Suspension = ResultOf<'suspension/list'>['suspensions'][number]

export const suspensions = signal<readonly Suspension[]>([])

whenFresh(async () => {
  suspensions.value = (await call('suspension/list', { limit: 1000 })).suspensions
})
hear('suspension/opened', (one) => {
  suspensions.value = [...suspensions.value.filter(({ id }) => id !== one.id), one]
})
hear('suspension/closed', ({ id }) => drop(id))

/** Lets a parked call go on, with the answer to what it asked. */
export async function resume(id: string, answer?: unknown): Promise<CallView> {
  const view = await call('suspension/resume', { id, ...(answer === undefined ? {} : { answer }) })
  drop(id)
  keep(view)
  return view
}

/** Ends a parked call. */
export async function cancelWaiting(id: string): Promise<CallView> {
  const view = await call('suspension/cancel', { id })
  drop(id)
  keep(view)
  return view
}

/** Whether all of its input is known here, so that the same call could be made once more. */
export async function isWhole(callId: string): Promise<boolean> {
  return !JSON.stringify((await call('call/show', { callId })).input).includes('"(hidden)"')
}

/** Makes the same call once more, with the same input. */
export async function startAgain(callId: string): Promise<CallView> {
  const { tool, input, session } = await call('call/show', { callId })
  const view = await call('tool/call', { tool, input, session, wait: false })
  keep(view)
  return view
}

function drop(id: string): void {
  suspensions.value = suspensions.value.filter((one) => one.id !== id)
}
