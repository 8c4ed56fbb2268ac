// Days, hours and spans of time in words.
import { type Day, dayAt, daysBetween, instantOfStamp, isTwice, plusDays } from '../../state/zoned.ts'
import { locale, t } from './t.ts'
import { format } from './time.ts'

type Options = Intl.DateTimeFormatOptions

const noon = (day: Day): number => Date.parse(`${day}T12:00:00Z`)
const ofDay = (day: Day, options: Options): string => format(noon(day), { ...options, timeZone: 'UTC' })
const thisYear = (): string => String(new Date().getFullYear())
const yearOf = (day: Day): Options => (day.startsWith(thisYear()) ? {} : { year: 'numeric' })

/** Tuesday 17 November. */
export const dayName = (day: Day): string =>
  ofDay(day, { weekday: 'long', day: 'numeric', month: 'long', ...yearOf(day) })

/** Tue 17 Nov. */
export const shortDay = (day: Day): string =>
  ofDay(day, { weekday: 'short', day: 'numeric', month: 'short', ...yearOf(day) })

/** Tue. */
export const weekdayName = (day: Day, length: 'short' | 'long' = 'short'): string => ofDay(day, { weekday: length })

/** 17. */
export const dayNumber = (day: Day): string => String(Number(day.slice(8)))

/** 17, or 1 Dec where a month begins. */
export const dayInMonth = (day: Day): string =>
  day.endsWith('-01') ? ofDay(day, { day: 'numeric', month: 'short' }) : dayNumber(day)

/** November 2026. */
export const monthName = (day: Day): string => ofDay(day, { month: 'long', year: 'numeric' })

/** 16 – 22 Nov 2026; the last day is part of it. */
export function daysName(from: Day, last: Day): string {
  // What the language itself makes of a range is numbers with strokes in Chinese.
  if (locale.value.startsWith('zh')) {
    const whole: Options = { day: 'numeric', month: 'long', year: 'numeric' }
    const inYear: Options = { day: 'numeric', month: 'long' }
    const isIn = (length: number) => from.slice(0, length) === last.slice(0, length)
    return `${ofDay(from, whole)} – ${ofDay(last, isIn(7) ? { day: 'numeric' } : isIn(4) ? inYear : whole)}`
  }
  const options: Options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }
  return new Intl.DateTimeFormat(locale.value, options).formatRange(noon(from), noon(last))
}

/** 15:00; and where the clock shows it twice, which of both: 2:30 UTC+1. */
export const clockIn = (at: number, zone: string): string => {
  const clock = format(at, { hour: 'numeric', minute: '2-digit', timeZone: zone })
  return isTwice(at, zone) ? `${clock} ${offsetName(at, zone)}` : clock
}

/** What the clock shows so many minutes after midnight. */
export const clockName = (minutes: number): string =>
  format(minutes * 60_000, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })

export interface Timed {
  allDay: boolean
  start: string
  end: string
  startsAt: number
  endsAt: number
}

/** The last day that it is on. */
export const lastDay = ({ allDay, end, start, startsAt, endsAt }: Timed, zone: string): Day => {
  if (!allDay) return dayAt(Math.max(startsAt, endsAt - 1), zone)
  const last = plusDays(end.slice(0, 10), -1)
  return last < start.slice(0, 10) ? start.slice(0, 10) : last
}

/** The first day that it is on. */
export const firstDay = ({ allDay, start, startsAt }: Timed, zone: string): Day =>
  allDay ? start.slice(0, 10) : dayAt(startsAt, zone)

/** 15:00 – 16:00, or “all day”. */
export const hoursOf = (one: Timed, zone: string): string =>
  one.allDay
    ? t('calendar.allDay')
    : one.endsAt <= one.startsAt
      ? clockIn(one.startsAt, zone)
      : `${clockIn(one.startsAt, zone)} – ${clockIn(one.endsAt, zone)}`

/** When it is, in full. */
export function whenOf(one: Timed, zone: string): string {
  const [first, last] = [firstDay(one, zone), lastDay(one, zone)]
  if (one.allDay) return first === last ? dayName(first) : `${dayName(first)} – ${dayName(last)}`
  if (first === last) return `${dayName(first)}, ${hoursOf(one, zone)}`
  return `${dayName(first)}, ${clockIn(one.startsAt, zone)} – ${dayName(last)}, ${clockIn(one.endsAt, zone)}`
}

/** From one stamp to another in words: Tuesday 17 November, 15:00 – 16:00. The end of whole days is exclusive. */
export function spanWords(start: string, end: string, zone: string): string {
  const [startsAt, endsAt] = [instantOfStamp(start, zone), instantOfStamp(end, zone)]
  if (startsAt === undefined || endsAt === undefined) return `${start} – ${end}`
  return whenOf({ allDay: !start.includes('T'), start, end, startsAt, endsAt }, zone)
}

/** A day as people say it: today, tomorrow, on Friday, 3 December. */
export function nearDay(day: Day, now: Day): string {
  const away = daysBetween(now, day)
  if (Math.abs(away) <= 1) {
    const words = new Intl.RelativeTimeFormat(locale.value, { numeric: 'auto' }).format(away, 'day')
    return words.charAt(0).toLocaleUpperCase(locale.value) + words.slice(1)
  }
  return away > 1 && away < 7 ? weekdayName(day, 'long') : shortDay(day)
}

/** How far a zone is ahead at an instant, as UTC+1. */
export const offsetName = (at: number, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'shortOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')
    ?.value.replace('GMT', 'UTC') ?? ''
