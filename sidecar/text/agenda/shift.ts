// What becomes of a series when one of its times moves: where each of the others goes, and which rule they follow then.
import { StewardError } from '../errors.ts'
import { type Civil, civil, DAY, dayNumber, dayOf, weekday } from '../ical/days.ts'
import type { Rule } from '../ical/rule.ts'
import { type RuleParts, ruleOf, rulePartsOf, ruleText } from './rules.ts'

/** A time on the clock of a series; whole days have midnight. */
export interface Point {
  wall: number
  date: boolean
}

export interface Shift {
  /** Where a time of the series goes. */
  wall(old: number): number
  /** Where the last time that a rule allows goes. */
  until(old: number): number
  /** The rule without its end. */
  rule(text: string): string
}

const names = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const clockOf = (wall: number): number => wall - dayOf(wall) * DAY

const unclear = (rule: string): StewardError =>
  new StewardError(
    'BAD_INPUT',
    `It is not clear on which days the series would be then: it repeats by ${rule.slice(0, 200)}.`,
    'Give the new rule together with the start, or change only one of them.',
  )

/** A day of each month, or of one month of each year. */
type Pattern = { monthly: boolean; month: number } & ({ day: number } | { weekday: number; nth: number })

const lengthOf = (year: number, month: number): number =>
  dayNumber(month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1, 1) - dayNumber(year, month, 1)

function dayIn(pattern: Pattern, year: number, month: number): number {
  const first = dayNumber(year, month, 1)
  if ('day' in pattern) return first + pattern.day - 1
  if (pattern.nth > 0) return first + ((pattern.weekday - weekday(first) + 7) % 7) + (pattern.nth - 1) * 7
  const last = first + lengthOf(year, month) - 1
  return last - ((weekday(last) - pattern.weekday + 7) % 7)
}

/** What kind of day a rule of months or years has at this one; undefined where it is more than one, or not in each month. */
function patternOf(rule: Rule, day: number): Pattern | undefined {
  const { freq, days, monthDays, months } = rule
  const others = rule.yearDays.length + rule.weeks.length + rule.positions.length
  if (others > 0 || rule.scale !== undefined || days.length + monthDays.length > 1 || months.length > 1)
    return undefined
  const monthly = freq === 'MONTHLY'
  if ((!monthly && freq !== 'YEARLY') || (monthly && months.length > 0)) return undefined
  // Without a month, a day of a year is one of each month.
  if (!monthly && months.length === 0 && days.length + monthDays.length > 0) return undefined
  const { month, day: of } = civil(day)
  const [nth] = days
  if (!nth) return of <= 28 && (monthDays[0] ?? of) === of ? { monthly, month, day: of } : undefined
  if (nth.nth < -1 || nth.nth === 0 || nth.nth > 4) return undefined
  return { monthly, month, weekday: nth.day, nth: nth.nth }
}

/** The same kind of day, at another one. */
function patternAt(old: Pattern, day: number): Pattern | undefined {
  const { year, month, day: of } = civil(day)
  const { monthly } = old
  if ('day' in old) return of <= 28 ? { monthly, month, day: of } : undefined
  const isLast = of > lengthOf(year, month) - 7
  if (old.nth < 0) return isLast ? { monthly, month, weekday: weekday(day), nth: -1 } : undefined
  return of <= 28 ? { monthly, month, weekday: weekday(day), nth: Math.ceil(of / 7) } : undefined
}

function writePattern(parts: RuleParts, pattern: Pattern): void {
  if (parts.has('BYMONTH')) parts.set('BYMONTH', String(pattern.month))
  if ('day' in pattern) {
    if (parts.has('BYMONTHDAY')) parts.set('BYMONTHDAY', String(pattern.day))
  } else parts.set('BYDAY', `${pattern.nth}${names[pattern.weekday]}`)
}

const monthsOf = ({ year, month }: Civil): number => year * 12 + month - 1

/** Moves the days of a pattern to another; days that are none of it by as many days as the first. */
function patternDays(old: Pattern, fresh: Pattern, from: number, to: number): (day: number) => number {
  const [a, b] = [civil(from), civil(to)]
  const by = old.monthly ? monthsOf(b) - monthsOf(a) : (b.year - a.year) * 12
  return (day) => {
    const { year, month } = civil(day)
    if ((!old.monthly && month !== old.month) || dayIn(old, year, month) !== day) return day + to - from
    const at = year * 12 + (old.monthly ? month : fresh.month) - 1 + by
    return dayIn(fresh, Math.floor(at / 12), (((at % 12) + 12) % 12) + 1)
  }
}

/** The last day of the pattern that is not after this one. */
function lastDay(pattern: Pattern, day: number): number {
  let { year, month } = civil(day)
  if (!pattern.monthly && month < pattern.month) year -= 1
  if (!pattern.monthly) month = pattern.month
  const found = dayIn(pattern, year, month)
  if (found <= day) return found
  if (!pattern.monthly) return dayIn(pattern, year - 1, month)
  return month === 1 ? dayIn(pattern, year - 1, 12) : dayIn(pattern, year, month - 1)
}

/** Whether all times of the rule can move by the same number of days; the weekday of a weekly rule goes along. */
function movesEvenly(rule: Rule, days: number): boolean {
  const others = rule.monthDays.length + rule.yearDays.length + rule.weeks.length + rule.months.length
  if (others + rule.positions.length > 0 || rule.scale !== undefined) return false
  if (rule.freq === 'YEARLY' || rule.freq === 'MONTHLY') return false
  if (rule.freq === 'WEEKLY') return rule.days.length <= 1 || days % 7 === 0
  return rule.days.length === 0 || (rule.freq === 'DAILY' && rule.interval === 1 && days % 7 === 0)
}

/** BYHOUR, BYMINUTE and BYSECOND that only repeat what the start says go along with it. */
function moveClock(parts: RuleParts, rule: Rule, from: Point, to: Point): void {
  const fine = rule.freq === 'HOURLY' || rule.freq === 'MINUTELY' || rule.freq === 'SECONDLY'
  if (to.date && !from.date && fine) throw unclear(ruleText(parts))
  const [old, fresh] = [clockOf(from.wall), clockOf(to.wall)]
  const pairs = [
    ['BYHOUR', rule.hours, 3600, 24],
    ['BYMINUTE', rule.minutes, 60, 60],
    ['BYSECOND', rule.seconds, 1, 60],
  ] as const
  if (old === fresh && from.date === to.date) return
  for (const [name, values, unit, base] of pairs) {
    if (values.length === 0) continue
    if (fine || values.length > 1 || values[0] !== Math.floor(old / unit) % base) throw unclear(ruleText(parts))
    if (to.date) parts.delete(name)
    else parts.set(name, String(Math.floor(fresh / unit) % base))
  }
}

/** What becomes of a series when its time `from` goes to `to`. */
export function shiftOf(rules: readonly string[], from: Point, to: Point): Shift {
  const days = dayOf(to.wall) - dayOf(from.wall)
  const [first] = rules
  const move = first === undefined ? undefined : daysOf(rules, first, dayOf(from.wall), dayOf(to.wall))
  const dayTo = move?.day ?? ((day: number) => day + days)
  const wall = (old: number): number => {
    const day = dayTo(dayOf(old)) * DAY
    if (to.date) return day
    // The clock may go past midnight on either side.
    return move ? day + clockOf(to.wall) + clockOf(old) - clockOf(from.wall) : old + to.wall - from.wall
  }
  const until = (old: number): number => {
    const last = clockOf(old) < clockOf(from.wall) ? dayOf(old) - 1 : dayOf(old)
    if (move) return move.day(move.last(last)) * DAY + (to.date ? 0 : clockOf(to.wall))
    return to.date ? (last + days) * DAY : old + to.wall - from.wall
  }
  const rule = (text: string): string => {
    const parts = rulePartsOf(text)
    const read = ruleOf(text)
    moveClock(parts, read, from, to)
    const [day] = read.days
    if (move) writePattern(parts, move.pattern)
    else if (days % 7 !== 0 && day) parts.set('BYDAY', names[(((day.day + days) % 7) + 7) % 7] as string)
    return ruleText(parts)
  }
  return { wall, until, rule }
}

interface Days {
  day(old: number): number
  last(day: number): number
  pattern: Pattern
}

/** How days move where it is not by the same number for all; undefined where it is. */
function daysOf(rules: readonly string[], first: string, from: number, to: number): Days | undefined {
  if (from === to) return undefined
  const rule = ruleOf(first)
  if (rules.every((each) => movesEvenly(ruleOf(each), to - from))) return undefined
  const old = rules.length === 1 ? patternOf(rule, from) : undefined
  const pattern = old && patternAt(old, to)
  if (!old || !pattern) throw unclear(first)
  return { day: patternDays(old, pattern, from, to), last: (day) => lastDay(old, day), pattern }
}
