// The days that one side of what was said may mean.
import { weekdayAlts, weekOf } from './calendar.ts'
import type { Side } from './collect.ts'
import type { Alt, Context, Days } from './pieces.ts'
import { sayDate } from './says.ts'
import { tell } from './told.ts'
import { dateOf } from './words.ts'

export interface DayAlts {
  alts: Alt<Days>[]
  whys: string[]
}

type Day = Temporal.PlainDate
const { compare } = Temporal.PlainDate
const single = ({ value, ...more }: Alt<Day>): Alt<Days> => ({ value: [value, value], ...more })
const told = (why: string | undefined): string[] => (why === undefined ? [] : [why])

/** Every day or stretch of days that a side may mean; undefined where it names none. */
export function sideDays(side: Side, context: Context, start?: Day): DayAlts | undefined {
  const { date, weekday, days } = side
  if (weekday?.range) return date || days ? { alts: [], whys: [] } : weekdayRange(weekday.days, weekday.week, context)
  if (date) {
    const within = days ? datesIn(date, days.alts) : date.alts
    if (date.dayOnly && start && date.day !== undefined)
      return { alts: [single({ value: dayAfter(start, date.day) })], whys: [] }
    return weekday
      ? checked(within, weekday.days, date.why, context)
      : { alts: within.map(single), whys: told(date.why) }
  }
  if (days && weekday) {
    const alts = days.alts.flatMap(({ value: [first, last] }) =>
      first.until(last).days > 6
        ? []
        : weekday.days.map((one) => single({ value: first.add({ days: (one - first.dayOfWeek + 7) % 7 }) })),
    )
    return { alts, whys: [...told(days.why), ...(weekday.days.length > 1 ? [tell(context.locale, 'whySeveral')] : [])] }
  }
  if (days) return { alts: days.alts, whys: told(days.why) }
  return weekday && named(weekday.days, weekday.which, context, start)
}

/** Of the days that a date may be those within others; 5 May next year is in the year that was said with it. */
function datesIn({ alts, anyYear, month, day }: NonNullable<Side['date']>, days: readonly Alt<Days>[]): Alt<Day>[] {
  const isIn = (value: Day, [a, b]: Days): boolean => compare(a, value) <= 0 && compare(value, b) <= 0
  const within = alts.filter(({ value }) => days.some((each) => isIn(value, each.value)))
  if (within.length > 0 || !anyYear || month === undefined || day === undefined) return within
  return days.flatMap(({ value: [first, last] }) => {
    const found = [first.year, last.year].flatMap((year) => dateOf(year, month, day) ?? [])
    return found
      .filter((value) => isIn(value, [first, last]))
      .slice(0, 1)
      .map((value) => ({ value }))
  })
}

/** The day of the month after a beginning: "20 November to 22". */
function dayAfter(start: Day, day: number): Day {
  const same = start.with({ day })
  return compare(same, start) > 0 ? same : start.with({ day: 1 }).add({ months: 1 }).with({ day })
}

function named(
  days: readonly number[],
  which: Parameters<typeof weekdayAlts>[1],
  context: Context,
  start?: Day,
): DayAlts {
  // Where a stretch ends is counted from where it begins.
  if (start && which === 'bare') {
    const alts = days.map((one) => single({ value: start.add({ days: (one - start.dayOfWeek + 7) % 7 }) }))
    return { alts, whys: [] }
  }
  const all = days.map((one) => weekdayAlts(one, which, context))
  const whys = all.flatMap(({ why }) => told(why))
  return {
    alts: all.flatMap(({ alts }) => alts.map(single)),
    whys: days.length > 1 ? [...whys, tell(context.locale, 'whySeveral')] : whys,
  }
}

/** A date that was said with its weekday: where they don't fit, both are offered. */
function checked(
  alts: readonly Alt<Day>[],
  days: readonly number[],
  why: string | undefined,
  context: Context,
): DayAlts {
  const fitting = alts.filter(({ value }) => days.includes(value.dayOfWeek))
  if (fitting.length > 0) return { alts: fitting.map(single), whys: fitting.length > 1 ? told(why) : [] }
  const [first] = alts
  const [weekday = 1] = days
  if (!first) return { alts: [], whys: [] }
  const away = (weekday - first.value.dayOfWeek + 7) % 7
  const near = first.value.add({ days: away > 3 ? away - 7 : away })
  const mismatch = tell(context.locale, 'whyWeekday', sayDate(first.value, context.locale))
  return { alts: [single(first), single({ value: near })], whys: [mismatch] }
}

/** Mon–Fri: of this week, unless it is over; of next week too, once this one has begun. */
function weekdayRange(days: readonly number[], week: number | undefined, context: Context): DayAlts {
  const { today, locale } = context
  const [from = 1] = days
  const at = (move: number): Days => {
    const first = weekOf(today, { ...context, weekStart: 1 }, move).add({ days: from - 1 })
    return [first, first.add({ days: days.length - 1 })]
  }
  if (week !== undefined) return { alts: [{ value: at(week) }], whys: [] }
  const [first, last] = at(0)
  if (compare(first, today) > 0) return { alts: [{ value: at(0) }], whys: [] }
  if (compare(last, today) < 0) return { alts: [{ value: at(1) }], whys: [] }
  return { alts: [{ value: at(0) }, { value: at(1) }], whys: [tell(locale, 'whyWeeks')] }
}
