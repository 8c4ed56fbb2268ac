// Events that are shown where they are to be, until it is known what became of it.
import { signal } from '@preact/signals'
import type { EventView } from './calendar.ts'

export interface Times {
  /** Instants, or dates where it is a whole day. */
  start: string
  end: string
  startsAt: number
  endsAt: number
  /** Where it became a whole day, or is one no more. */
  allDay?: boolean
}
export interface Move extends Times {
  /** Still in the hand; sent; or a question to the user. */
  state: 'draft' | 'sent' | 'waiting'
}

export const moves = signal<ReadonlyMap<string, Move>>(new Map())

/** Names an occurrence, also one that was moved. */
export const eventKey = ({ calendar, uid, recurring, recurrenceId, start }: EventView): string =>
  [calendar, uid, recurring ? (recurrenceId ?? start) : ''].join('\n')

/** Shows an event elsewhere. */
export function setMove(key: string, move: Move): void {
  moves.value = new Map(moves.value).set(key, move)
}

/** Shows it where it is. */
export function dropMove(key: string): void {
  if (!moves.peek().has(key)) return
  const rest = new Map(moves.value)
  rest.delete(key)
  moves.value = rest
}

/** An event as it is shown now. */
export function moved(event: EventView): EventView & { pending?: Move['state'] } {
  const move = moves.value.get(eventKey(event))
  if (!move) return event
  const { state, ...times } = move
  return { ...event, ...times, pending: state }
}
