// Events over a row of days: from which to which of them each reaches. Pure.
import { type Day, daysBetween } from '../../state/zoned.ts'
import { firstDay, lastDay, type Timed } from '../text/days.ts'
import type { Span } from './layout.ts'

const DAY_MS = 86_400_000

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Whole days first, as people count: 2 before 10. The others stay in the order of their time. */
export function inOrder<T extends Timed & { title: string }>(events: readonly T[]): T[] {
  const whole = events.filter(({ allDay }) => allDay)
  const rest = events.filter(({ allDay }) => !allDay)
  return [...whole.sort((a, b) => a.startsAt - b.startsAt || byName.compare(a.title, b.title)), ...rest]
}

/** Where each lies in a row of days. What is shorter than a day is on the day it begins. */
export function barsOver<T extends Timed & { title: string }>(
  days: readonly Day[],
  events: readonly T[],
  zone: string,
): Span<T>[] {
  const [first = ''] = days
  return inOrder(events).flatMap((item) => {
    const isShort = !item.allDay && item.endsAt - item.startsAt < DAY_MS
    const from = daysBetween(first, firstDay(item, zone))
    const to = isShort ? from + 1 : daysBetween(first, lastDay(item, zone)) + 1
    if (to <= 0 || from >= days.length) return []
    return [{ item, from: Math.max(0, from), to: Math.min(days.length, to) }]
  })
}

/** Whether it goes on beyond the row. */
export function goesOn(days: readonly Day[], event: Timed, zone: string): 'before' | 'after' | 'both' | undefined {
  const before = firstDay(event, zone) < (days[0] ?? '')
  const isShort = !event.allDay && event.endsAt - event.startsAt < DAY_MS
  const after = !isShort && lastDay(event, zone) > (days.at(-1) ?? '')
  return before ? (after ? 'both' : 'before') : after ? 'after' : undefined
}
