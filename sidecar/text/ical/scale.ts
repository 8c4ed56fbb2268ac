// Years and months of a calendar as day numbers. Gregorian by arithmetic; others (RFC 7529) asked of Temporal, once a year.
import { civil, dayNumber, weekday } from './days.ts'

export interface Month {
  /** `5`, or `5L` for a leap month after it. */
  code: string
  start: number
  length: number
}

export interface Year {
  year: number
  start: number
  length: number
  months: readonly Month[]
}

export interface Scale {
  year(year: number): Year
  /** Which year, which month of it (from 0) and which day (from 1) a day is. */
  find(day: number): { year: number; month: number; day: number }
}

const KEPT = 512

function kept(make: (year: number) => Year): (year: number) => Year {
  const made = new Map<number, Year>()
  return (year) => {
    let found = made.get(year)
    if (!found) {
      if (made.size > KEPT) made.clear()
      found = make(year)
      made.set(year, found)
    }
    return found
  }
}

function gregorianYear(year: number): Year {
  const months: Month[] = []
  for (let month = 1; month <= 12; month++) {
    const start = dayNumber(year, month, 1)
    const next = month === 12 ? dayNumber(year + 1, 1, 1) : dayNumber(year, month + 1, 1)
    months.push({ code: String(month), start, length: next - start })
  }
  const start = dayNumber(year, 1, 1)
  return { year, start, length: dayNumber(year + 1, 1, 1) - start, months }
}

export const gregorian: Scale = {
  year: kept(gregorianYear),
  find(day) {
    const found = civil(day)
    return { year: found.year, month: found.month - 1, day: found.day }
  },
}

const numberOf = (date: Temporal.PlainDate): number => {
  const iso = date.withCalendar('iso8601')
  return dayNumber(iso.year, iso.month, iso.day)
}

function foreignYear(calendar: string, year: number): Year {
  const first = Temporal.PlainDate.from({ calendar, year, month: 1, day: 1 })
  const months: Month[] = []
  for (let month = 1; month <= first.monthsInYear; month++) {
    const date = first.with({ month })
    const code = `${Number(date.monthCode.slice(1, 3))}${date.monthCode.endsWith('L') ? 'L' : ''}`
    months.push({ code, start: numberOf(date), length: date.daysInMonth })
  }
  return { year, start: numberOf(first), length: first.daysInYear, months }
}

const scales = new Map<string, Scale>()

/** The calendar by Temporal's name; the Gregorian one where none is named. */
export function scaleNamed(name: string | undefined): Scale {
  if (name === undefined) return gregorian
  let found = scales.get(name)
  if (!found) {
    found = {
      year: kept((year) => foreignYear(name, year)),
      find(day) {
        const { year, month, day: ofMonth } = civil(day)
        const date = Temporal.PlainDate.from({ year, month, day: ofMonth }).withCalendar(name)
        return { year: date.year, month: date.month - 1, day: date.day }
      },
    }
    scales.set(name, found)
  }
  return found
}

/** The first day of week 1: the first week with four days or more in the year. */
export function firstWeek(year: Year, weekStart: number): number {
  const before = (weekday(year.start) - weekStart + 7) % 7
  return before <= 3 ? year.start - before : year.start + 7 - before
}

/** The number of a day's week, and the same counted from the end of that year of weeks. */
export function weekOf(scale: Scale, day: number, year: number, weekStart: number): [number, number] {
  const here = firstWeek(scale.year(year), weekStart)
  const next = firstWeek(scale.year(year + 1), weekStart)
  if (day >= next) return span(day, next, firstWeek(scale.year(year + 2), weekStart))
  if (day >= here) return span(day, here, next)
  return span(day, firstWeek(scale.year(year - 1), weekStart), here)
}

function span(day: number, first: number, next: number): [number, number] {
  const number = Math.floor((day - first) / 7) + 1
  return [number, number - Math.round((next - first) / 7) - 1]
}
