// Days counted from today: weeks, weekdays, months, dates without a year.
import type { Alt, Context, Days, Piece, Which } from './pieces.ts'
import { sayDate } from './says.ts'
import { tell } from './told.ts'
import { dateOf } from './words.ts'

type Day = Temporal.PlainDate

/** The first day of the week that a day is in, moved by whole weeks. */
export const weekOf = (day: Day, context: Context, move = 0): Day =>
  day.subtract({ days: (day.dayOfWeek - context.weekStart + 7) % 7 }).add({ days: move * 7 })

/** A weekday in a week, moved from this one. */
export const weekdayIn = (weekday: number, context: Context, move: number): Day =>
  weekOf(context.today, context, move).add({ days: (weekday - context.weekStart + 7) % 7 })

/** The first such weekday after a day. */
export const after = (day: Day, weekday: number): Day => day.add({ days: ((weekday - day.dayOfWeek + 6) % 7) + 1 })

/** A weekday of a week that was named. Where the week begins on Sunday, people differ about that day. */
export function inWeek(weekday: number, move: number, context: Context): Piece {
  const day = weekdayIn(weekday, context, move)
  const alts = [{ value: day }]
  if (weekday !== 7 || context.weekStart === 1) return { t: 'date', alts, relative: true }
  const other = weekdayIn(7, { ...context, weekStart: 1 }, move)
  return other.equals(day)
    ? { t: 'date', alts, relative: true }
    : { t: 'date', alts: [...alts, { value: other }], why: tell(context.locale, 'whySunday'), relative: true }
}

/** The days that a weekday by itself may mean, and why there are several. */
export function weekdayAlts(weekday: number, which: Which, context: Context): { alts: Alt<Day>[]; why?: string } {
  const { today, locale } = context
  const coming = after(today, weekday)
  if (which === 'bare')
    return weekday === today.dayOfWeek
      ? { alts: [{ value: today, ifFuture: true }, { value: coming }], why: tell(locale, 'whyToday') }
      : { alts: [{ value: coming }] }
  if (which === 'this') {
    const day = weekdayIn(weekday, context, 0)
    return Temporal.PlainDate.compare(day, today) >= 0
      ? { alts: [{ value: day }] }
      : { alts: [{ value: coming }, { value: day }], why: tell(locale, 'whyThis') }
  }
  const far = weekdayIn(weekday, context, which === 'next' ? 1 : -1)
  const near = which === 'next' ? coming : after(today.subtract({ days: 8 }), weekday)
  const why = tell(locale, which === 'next' ? 'whyNext' : 'whyLast')
  return near.equals(far) ? { alts: [{ value: far }] } : { alts: [{ value: near }, { value: far }], why }
}

/** A date without a year is the coming one; one that is just over may be meant too. */
export function yearless(month: number, day: number, context: Context): Piece | undefined {
  const { today } = context
  const said = { month, day, anyYear: true } as const
  const years = [0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap((more) => dateOf(today.year + more, month, day) ?? [])
  const [first] = years
  const coming = years.find((one) => Temporal.PlainDate.compare(one, today) >= 0)
  if (!first || !coming) return undefined
  if (first.equals(coming) || first.until(today).days > 31) return { t: 'date', alts: [{ value: coming }], ...said }
  const why = tell(context.locale, 'whyYear', sayDate(first, context.locale))
  return { t: 'date', alts: [{ value: coming }, { value: first }], why, ...said }
}

/** A date with the year said or not. Two digits are of this century. */
export function dated(year: string | undefined, month: number, day: number, context: Context): Piece | undefined {
  if (year === undefined || year === '') return yearless(month, day, context)
  const value = dateOf(Number(year) + (year.length === 2 ? 2000 : 0), month, day)
  return value && { t: 'date', alts: [{ value }], month, day }
}

/** The coming day of the month with this number. */
export function monthDay(day: number, context: Context): Piece | undefined {
  if (day < 1 || day > 31) return undefined
  for (let more = 0; more < 13; more++) {
    const month = context.today.with({ day: 1 }).add({ months: more })
    const value = dateOf(month.year, month.month, day)
    if (value && Temporal.PlainDate.compare(value, context.today) >= 0)
      return { t: 'date', alts: [{ value }], day, dayOnly: true, relative: true }
  }
  return undefined
}

/** All days of a month, quarter or year. */
export function monthsFrom(first: Day, months: number): Days {
  const start = first.with({ day: 1 })
  return [start, start.add({ months }).subtract({ days: 1 })]
}

/** The week, weekend, month, quarter or year that is so many away from this one. */
export function periodAt(unit: string, move: number, context: Context): Days {
  const { today } = context
  if (unit === 'month') return monthsFrom(today.with({ day: 1 }).add({ months: move }), 1)
  if (unit === 'quarter') return quarterOf(today.with({ day: 1 }).add({ months: move * 3 }))
  if (unit === 'year') return monthsFrom(today.with({ month: 1, day: 1 }).add({ years: move }), 12)
  const monday = today.subtract({ days: today.dayOfWeek - 1 }).add({ days: 7 * move })
  if (unit === 'weekend') return [monday.add({ days: 5 }), monday.add({ days: 6 })]
  const first = weekOf(today, context, move)
  return [first, first.add({ days: 6 })]
}

const quarterOf = (day: Day): Days => monthsFrom(day.with({ day: 1, month: day.month - ((day.month - 1) % 3) }), 3)

/** A period as a piece. */
export const period = (unit: string, move: number, context: Context): Piece => ({
  t: 'days',
  alts: [{ value: periodAt(unit, move, context) }],
  relative: true,
})

/** The nth such weekday, day or working day of a month. */
export function nthOf(nth: number, days: readonly number[], month: Day): Day | undefined {
  const [first, last] = monthsFrom(month, 1)
  const all = Array.from({ length: last.day }, (_none, at) => first.add({ days: at }))
  return all.filter((day) => days.includes(day.dayOfWeek)).at(nth > 0 ? nth - 1 : nth)
}

/** The last working day of the week that a day is in; the week is over with its last day where there is none. */
export function weekEnd(days: Days, context: Context): Day {
  const all = Array.from({ length: 7 }, (_none, at) => days[0].add({ days: at }))
  return all.findLast((day) => context.work.days.includes(day.dayOfWeek)) ?? days[1]
}
