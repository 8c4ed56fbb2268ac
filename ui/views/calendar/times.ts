// When an event is after it was moved or drawn longer. Pure.
import type { EventView } from '../../state/calendar.ts'
import type { Times } from '../../state/moves.ts'
import {
  clockOf,
  type Day,
  dayAt,
  daysBetween,
  instantOf,
  isZone,
  MINUTE_MS,
  minuteAt,
  plusDays,
  stampOf,
  startOf,
} from '../../state/zoned.ts'

export const STEP = 15
const HOUR_MS = 60 * MINUTE_MS
const LEAST_MS = STEP * MINUTE_MS

const iso = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z')
const clocks = (startsAt: number, endsAt: number): Times => ({
  ...{ start: iso(startsAt), end: iso(endsAt), startsAt, endsAt },
})
const wholeDays = (start: string, end: string, zone: string): Times => ({
  ...{ start, end, startsAt: startOf(start, zone), endsAt: startOf(end, zone) },
})
const zoneOf = (event: EventView, zone: string): string => (isZone(event.zone) ? event.zone : zone)

/** The same, so many days later: the clock shows what it showed. */
export function daysLater(event: EventView, count: number, zone: string): Times {
  if (event.allDay) return wholeDays(plusDays(event.start, count), plusDays(event.end, count), zone)
  const own = event.floating ? zone : zoneOf(event, zone)
  const day = plusDays(dayAt(event.startsAt, own), count)
  return startingAt(event, instantOf(day, minuteAt(event.startsAt, own), own))
}

/** As long as it is, from another instant on. */
export const startingAt = (event: EventView, startsAt: number): Times =>
  clocks(startsAt, startsAt + event.endsAt - event.startsAt)

/** With another end, which is after its start. */
export const endingAt = (event: EventView, endsAt: number): Times =>
  clocks(event.startsAt, Math.max(event.startsAt + LEAST_MS, endsAt))

/** With another start, which is before its end. */
export const beginningAt = (event: EventView, startsAt: number): Times =>
  clocks(Math.min(event.endsAt - LEAST_MS, startsAt), event.endsAt)

/** A whole day's event that ends so many days later; it has one at least. */
export function endingLater(event: EventView, count: number, zone: string): Times {
  const length = Math.max(1, daysBetween(event.start, event.end) + count)
  return wholeDays(event.start, plusDays(event.start, length), zone)
}

/** A whole day instead of hours. */
export const onDay = (day: Day, zone: string): Times => ({ ...wholeDays(day, plusDays(day, 1), zone), allDay: true })

/** An hour instead of whole days. */
export const anHourAt = (startsAt: number): Times => ({ ...clocks(startsAt, startsAt + HOUR_MS), allDay: false })

/** The two as a tool takes them, in the zone that the event is in. */
export function stampsOf(event: EventView, { start, end, startsAt, endsAt, allDay }: Times, zone: string) {
  // What is whole days or hours now, and was not before, is in the zone that it was put down in.
  if (allDay === true && !event.allDay) return { when: start, end, allDay }
  if (allDay === false && event.allDay) return { when: stampOf(startsAt, zone), end: stampOf(endsAt, zone), allDay }
  if (event.allDay) return { when: start, end }
  if (event.floating) return { when: clockOf(startsAt, zone), end: clockOf(endsAt, zone) }
  const own = zoneOf(event, zone)
  return { when: stampOf(startsAt, own), end: stampOf(endsAt, own) }
}

/** Whether it is where it was. */
export const isSame = (a: Times, b: Times): boolean => a.start === b.start && a.end === b.end
