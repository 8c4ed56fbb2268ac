// What is in the way of what.
import type { EventView } from './types.ts'

export interface Conflict {
  one: string
  other: string
  /** When both are on. */
  from: string
  to: string
}

const isTaken = ({ busy, allDay }: EventView): boolean => busy !== 'free' && !allDay
const instant = (ms: number): string => Temporal.Instant.fromEpochMilliseconds(ms).toString()

/** Pairs of timed events that need the user at the same time. Whole days leave room for what is in them. */
export function conflictsIn(events: readonly EventView[]): Conflict[] {
  const timed = events.filter(isTaken).sort((a, b) => a.startsAt - b.startsAt)
  const found: Conflict[] = []
  let open: EventView[] = []
  for (const event of timed) {
    open = open.filter(({ endsAt }) => endsAt > event.startsAt)
    for (const other of open) {
      const to = Math.min(other.endsAt, event.endsAt)
      if (to > event.startsAt)
        found.push({ one: other.title, other: event.title, from: instant(event.startsAt), to: instant(to) })
    }
    open.push(event)
  }
  return found
}
