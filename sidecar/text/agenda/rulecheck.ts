// What a rule does later that its first occurrence does not show: months without that day, times that clocks skip.
import { sayDate } from '../dates/says.ts'
import { StewardError } from '../errors.ts'
import { Budget } from '../ical/budget.ts'
import { civil, DAY, dayNumber, dayOf } from '../ical/days.ts'
import { expand } from '../ical/expand.ts'
import { type Rule, readRule } from '../ical/rule.ts'
import { readMoment } from '../ical/values.ts'
import { ianaZone, toUtc } from '../ical/zone.ts'
import type { OnClock } from './clocks.ts'
import { tell } from './told.ts'

type Language = 'en' | 'zh'

const LOOK_AHEAD = 5 * 366 * DAY
const MOST = 4000

/** The wall times of a rule from its first one on, as far as it is looked at. */
export function wallsOf(rule: Rule, start: OnClock, ahead = LOOK_AHEAD): number[] {
  const wall = wallOf(start)
  const zone = ianaZone(start.zone)
  const { until } = rule
  const last = !until
    ? Number.POSITIVE_INFINITY
    : until.utc && !start.isDate && zone
      ? until.wall + zone.offset(until.wall)
      : until.wall + (until.date ? DAY - 1 : 0)
  // What repeats by the minute is looked at for a shorter time.
  const reach = /^(HOURLY|MINUTELY|SECONDLY)$/.test(rule.freq) ? Math.min(ahead, 2 * DAY) : ahead
  try {
    return expand(rule, wall, { from: wall, to: wall + reach, until: last }, new Budget()).slice(0, MOST)
  } catch (thrown) {
    if (thrown instanceof StewardError) return [wall]
    throw thrown
  }
}

/** A time on the clock as a number. */
export const wallOf = ({ local }: OnClock): number => readMoment(local.toString({ smallestUnit: 'second' }))?.wall ?? 0

const dateOf = (wall: number): Temporal.PlainDate => {
  const { year, month, day } = civil(dayOf(wall))
  return new Temporal.PlainDate(year, month, day)
}

/** What is worth saying of a rule. */
export function ruleNotes(value: string, start: OnClock, language: Language): string[] {
  const rule = readRule(value)
  if (!rule) return []
  const walls = wallsOf(rule, start)
  const later = walls.filter((wall) => wall > wallOf(start))
  if (later.length === 0 && rule.count !== 1) return [tell(language, 'never')]
  return [...skips(rule, start, walls, language), ...gaps(start, later, language)]
}

function skips(rule: Rule, start: OnClock, walls: readonly number[], language: Language): string[] {
  const { day, month } = start.local
  const days = rule.monthDays.length > 0 ? rule.monthDays : rule.days.length > 0 ? [] : [day]
  const isFifth = rule.days.length > 0 && rule.days.every(({ nth }) => Math.abs(nth) === 5)
  if (rule.skip !== 'OMIT' || rule.scale !== undefined) return []
  if (rule.freq === 'YEARLY') {
    const isLeap = days.every((each) => each === 29) && days.length > 0
    const ofMonth = rule.months.length > 0 ? rule.months.every((each) => each === '2') : month === 2
    const next = walls.find((wall) => wall > wallOf(start))
    return isLeap && ofMonth && next !== undefined
      ? [tell(language, 'skipsYears', sayDate(dateOf(next), language))]
      : []
  }
  if (rule.freq !== 'MONTHLY' || (!isFifth && !(days.length > 0 && days.every((each) => each > 28)))) return []
  const gone = missing(rule, walls)
  if (gone === undefined) return []
  return [isFifth ? tell(language, 'skipsFifth', gone) : tell(language, 'skipsMonths', String(Math.min(...days)), gone)]
}

/** The first month in which the rule has no day though it is its turn. */
function missing({ interval, count }: Rule, walls: readonly number[]): string | undefined {
  const months = walls.map((wall) => {
    const { year, month } = civil(dayOf(wall))
    return year * 12 + month - 1
  })
  for (const [at, month] of months.entries()) {
    const next = months[at + 1]
    if (next === undefined) return undefined
    if (count !== undefined && at + 1 >= count) return undefined
    if (next - month > interval) return monthText(month + interval)
  }
  return undefined
}

const monthText = (index: number): string => `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`

function gaps(start: OnClock, walls: readonly number[], language: Language): string[] {
  const zone = ianaZone(start.zone)
  if (start.isDate || !zone) return []
  const skipped = walls.find((wall) => {
    const utc = toUtc(zone, wall)
    return utc + zone.offset(utc) !== wall
  })
  return skipped === undefined ? [] : [tell(language, 'skipsGap', sayDate(dateOf(skipped), language))]
}

/** The first occurrence on or after a start; the start itself where the rule has none. */
export function firstOf(value: string, start: OnClock): number {
  const rule = readRule(value)
  return (rule && wallsOf({ ...rule, skip: rule.skip }, start, 50 * 366 * DAY)[0]) ?? wallOf(start)
}

/** A wall time as a date and a time of the clock. */
export function localOf(wall: number): Temporal.PlainDateTime {
  const { year, month, day } = civil(dayOf(wall))
  const left = wall - dayNumber(year, month, day) * DAY
  return new Temporal.PlainDateTime(year, month, day, Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60)
}
