// Which events are at the same time.
import type { EventView } from './types.ts'

/** What of an event decides it. */
export type Taking = Pick<EventView, 'uid' | 'busy' | 'status' | 'allDay' | 'startsAt' | 'endsAt'> & {
  answer?: string | undefined
}

/** Whether it takes time of the day away: not what is free, cancelled, declined or a whole day. */
const takesTime = ({ busy, status, answer, allDay, startsAt, endsAt }: Taking): boolean =>
  busy !== 'free' && status !== 'cancelled' && answer !== 'DECLINED' && !allDay && endsAt > startsAt

/** Each event that is at the same time as others, with those. A trip of several days is at the same time as nothing. */
export function overlaps<E extends Taking>(events: readonly E[]): Map<E, E[]> {
  const found = new Map<E, E[]>()
  const add = (one: E, other: E) => found.set(one, [...(found.get(one) ?? []), other])
  let open: E[] = []
  for (const event of events.filter(takesTime).toSorted((a, b) => a.startsAt - b.startsAt)) {
    open = open.filter(({ endsAt }) => endsAt > event.startsAt)
    // The same invitation in two calendars is one event.
    for (const other of open)
      if (other.uid !== event.uid) {
        add(other, event)
        add(event, other)
      }
    open.push(event)
  }
  return found
}
