// What is in the way of what.
import type { EventView } from './types.ts'

export interface Conflict {
  one: string
  other: string
  /** When both are on. */
  from: string
  to: string
}

/** What of an event decides it. */
type Taking = Pick<EventView, 'uid' | 'busy' | 'status' | 'allDay' | 'startsAt' | 'endsAt'> & {
  answer?: string | undefined
}

/** Whether it takes time of the day away. Whole days leave room for what is in them. */
const isTaken = ({ busy, status, answer, allDay, startsAt, endsAt }: Taking): boolean =>
  busy !== 'free' && status !== 'cancelled' && answer !== 'DECLINED' && !allDay && endsAt > startsAt

/** Pairs of events that need the user at the same time, in the order in which that begins. */
function pairs<E extends Taking>(events: readonly E[]): [E, E][] {
  const found: [E, E][] = []
  let open: E[] = []
  for (const event of events.filter(isTaken).toSorted((a, b) => a.startsAt - b.startsAt)) {
    open = open.filter(({ endsAt }) => endsAt > event.startsAt)
    // The same invitation in two calendars is one event.
    for (const other of open) if (other.uid !== event.uid) found.push([other, event])
    open.push(event)
  }
  return found
}

/** Each event that is at the same time as others, with those. */
export function overlaps<E extends Taking>(events: readonly E[]): Map<E, E[]> {
  const found = new Map<E, E[]>()
  const add = (one: E, other: E) => found.set(one, [...(found.get(one) ?? []), other])
  for (const [one, other] of pairs(events)) {
    add(one, other)
    add(other, one)
  }
  return found
}

const instant = (ms: number): string => Temporal.Instant.fromEpochMilliseconds(ms).toString()

/** The same as pairs of titles, with the time that they share. */
export const conflictsIn = (events: readonly EventView[]): Conflict[] =>
  pairs(events).map(([one, other]) => ({
    ...{ one: one.title, other: other.title },
    ...{ from: instant(other.startsAt), to: instant(Math.min(one.endsAt, other.endsAt)) },
  }))
