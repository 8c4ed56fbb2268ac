// A rule in the words of RFC 5545, and its first day.
import type { Repeat } from './pieces.ts'

const names = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const LOOK_AHEAD = 366 * 9

export interface Limit {
  count?: number | undefined
  until?: Temporal.PlainDate | undefined
}

const two = (value: number): string => String(value).padStart(2, '0')

/** UNTIL has the type of DTSTART: a date, or for a timed one an instant in UTC, here the end of that day. */
function untilText(until: Temporal.PlainDate, start: Temporal.ZonedDateTime | Temporal.PlainDate): string {
  if (start instanceof Temporal.PlainDate) return `${until.year}${two(until.month)}${two(until.day)}`
  const end = until.toZonedDateTime({ timeZone: start.timeZoneId, plainTime: '23:59:59' }).withTimeZone('UTC')
  return `${end.year}${two(end.month)}${two(end.day)}T${two(end.hour)}${two(end.minute)}${two(end.second)}Z`
}

/** The value of an RRULE. */
export function rruleText(
  rule: Repeat,
  start: Temporal.ZonedDateTime | Temporal.PlainDate,
  limit: Limit,
  weekStart: number,
): string {
  const { freq, interval, days = [], nth, working, monthDay, month } = rule
  const isOne = nth !== undefined && !working && days.length === 1
  const parts = [
    `FREQ=${freq}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...(month === undefined ? [] : [`BYMONTH=${month}`]),
    ...(monthDay === undefined ? [] : [`BYMONTHDAY=${monthDay}`]),
    ...(days.length > 0 ? [`BYDAY=${days.map((day) => `${isOne ? nth : ''}${names[day - 1]}`).join(',')}`] : []),
    ...(nth === undefined || isOne ? [] : [`BYSETPOS=${nth}`]),
    ...(limit.count === undefined ? [] : [`COUNT=${limit.count}`]),
    ...(limit.until === undefined ? [] : [`UNTIL=${untilText(limit.until, start)}`]),
    // Which week is the second one depends on where weeks begin.
    ...(freq === 'WEEKLY' && interval > 1 && weekStart !== 1 ? [`WKST=${names[weekStart - 1]}`] : []),
  ]
  return parts.join(';')
}

function fits(day: Temporal.PlainDate, { days = [], nth, monthDay, month }: Repeat): boolean {
  if (month !== undefined && day.month !== month) return false
  if (monthDay !== undefined && day.day !== (monthDay < 0 ? day.daysInMonth + 1 + monthDay : monthDay)) return false
  if (days.length > 0 && !days.includes(day.dayOfWeek)) return false
  return nth === undefined || place(day, days, nth)
}

/** Whether a day is the nth of its kind in its month. */
function place(day: Temporal.PlainDate, days: readonly number[], nth: number): boolean {
  const from = nth > 0 ? 1 : day.day
  const to = nth > 0 ? day.day : day.daysInMonth
  let count = 0
  for (let at = from; at <= to; at++) if (days.includes(day.with({ day: at }).dayOfWeek)) count++
  return count === Math.abs(nth)
}

/** The first day of a rule, from a day on, that is also accepted; undefined where there is none in nine years. */
export function firstDay(
  rule: Repeat,
  from: Temporal.PlainDate,
  isAccepted: (day: Temporal.PlainDate) => boolean = () => true,
): Temporal.PlainDate | undefined {
  let day = from
  for (let tries = 0; tries < LOOK_AHEAD; tries++) {
    if (fits(day, rule) && isAccepted(day)) return day
    day = day.add({ days: 1 })
  }
  return undefined
}
