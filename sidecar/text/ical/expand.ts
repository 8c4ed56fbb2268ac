// The wall times that a rule means between two others. It begins near the first that is asked for: where there is no COUNT
// by arithmetic, and where there is one by counting whole periods. Rules finer than a day are worked out a day at a time.
import type { Budget } from './budget.ts'
import { DAY, dayOf, modulo, weekday } from './days.ts'
import { completed, DaySet, timesOf, withinHour, withinMinute } from './dayset.ts'
import type { Rule } from './rule.ts'
import { gregorian, type Scale, scaleNamed } from './scale.ts'

export interface Bounds {
  /** The first and the last wall time that is asked for. */
  from: number
  to: number
  /** The last one that the rule itself allows. */
  until: number
}

const LAST_DAY = 2_932_896 // 9999-12-31

/** The units of the clock and of weeks, whose length is always the same, in seconds. */
const units: Readonly<Record<string, number>> = { WEEKLY: 7 * DAY, DAILY: DAY, HOURLY: 3600, MINUTELY: 60, SECONDLY: 1 }

/** The wall times of a rule within the bounds, in order, each once. */
export function expand(rule: Rule, start: number, bounds: Bounds, budget: Budget): number[] {
  const last = Math.min(bounds.to, bounds.until, LAST_DAY * DAY)
  const first = Math.max(start, bounds.from)
  if (last < first) return []
  const step = evenStep(rule, start)
  const found =
    step === undefined ? byPeriods(rule, start, first, last, budget) : byStep(rule, start, step, first, last)
  budget.add(found.length)
  return found
}

/** How far apart the occurrences are, where that is always the same. */
function evenStep(rule: Rule, start: number): number | undefined {
  const unit = units[rule.freq]
  const parts = rule.seconds.length + rule.minutes.length + rule.hours.length + rule.monthDays.length
  const others = rule.yearDays.length + rule.weeks.length + rule.months.length + rule.positions.length
  if (unit === undefined || parts + others > 0) return undefined
  const own = rule.freq === 'WEEKLY' && rule.days.length === 1 && rule.days[0]?.day === weekday(dayOf(start))
  return rule.days.length === 0 || own ? unit * rule.interval : undefined
}

function byStep(rule: Rule, start: number, step: number, first: number, last: number): number[] {
  const found: number[] = []
  const most = Math.min(last, start + step * ((rule.count ?? Number.POSITIVE_INFINITY) - 1))
  for (let at = start + Math.ceil((first - start) / step) * step; at <= most; at += step) {
    found.push(at)
    // One more than anybody may ask for is enough to say so.
    if (found.length > 1_000_000) break
  }
  return found
}

/** One period of a rule: its days, and the times on each of them. */
interface Period {
  begins: number
  days: readonly number[]
  times: readonly number[]
}

interface Periods {
  /** A period that is not after this day. */
  near(day: number): number
  at(index: number): Period
  positions: readonly number[]
}

function byPeriods(given: Rule, start: number, first: number, last: number, budget: Budget): number[] {
  const scale = scaleNamed(given.scale)
  const rule = completed(given, start, scale)
  const periods = periodsOf(rule, start, scale)
  const found: number[] = []
  let left = rule.count ?? Number.POSITIVE_INFINITY
  let index = rule.count === undefined ? Math.max(0, periods.near(dayOf(first))) : 0
  for (; left > 0; index++) {
    const period = periods.at(index)
    if (period.begins * DAY > last || period.begins > LAST_DAY) break
    const size = sizeOf(period, periods.positions)
    budget.spend(2 + period.days.length)
    const [head = 0, tail = -1] = [period.days[0], period.days.at(-1)]
    // Whole periods before what is asked for are only counted.
    if (size === 0) continue
    if (head * DAY >= start && (tail + 1) * DAY <= first) {
      left -= size
      continue
    }
    const walls = wallsOf(period, periods.positions, start, last)
    const taken = walls.length > left ? walls.slice(0, left) : walls
    budget.spend(taken.length)
    left -= taken.length
    for (const wall of taken) if (wall >= first) found.push(wall)
  }
  return given.skip === 'OMIT' ? found : [...new Set(found)].sort((a, b) => a - b)
}

function sizeOf({ days, times }: Period, positions: readonly number[]): number {
  const size = days.length * times.length
  return positions.length === 0 ? size : placed(size, positions).length
}

/** The places in a list of that size that BYSETPOS means, in order. */
function placed(size: number, positions: readonly number[]): number[] {
  const places = positions.map((position) => (position > 0 ? position - 1 : size + position))
  return [...new Set(places.filter((place) => place >= 0 && place < size))].sort((a, b) => a - b)
}

function wallsOf({ days, times }: Period, positions: readonly number[], start: number, last: number): number[] {
  const found: number[] = []
  const put = (wall: number) => {
    if (wall >= start && wall <= last) found.push(wall)
  }
  if (positions.length > 0)
    for (const place of placed(days.length * times.length, positions))
      put((days[Math.floor(place / times.length)] ?? 0) * DAY + (times[place % times.length] ?? 0))
  else for (const day of days) if (day * DAY <= last) for (const time of times) put(day * DAY + time)
  return found
}

function periodsOf(rule: Rule, start: number, scale: Scale): Periods {
  const days = new DaySet(rule, scale)
  const begun = dayOf(start)
  const { interval, positions } = rule
  if (rule.freq === 'YEARLY' || rule.freq === 'MONTHLY') return longPeriods(rule, start, scale, days)
  if (rule.freq === 'WEEKLY') {
    const week = begun - ((weekday(begun) - rule.weekStart + 7) % 7)
    const times = timesOf(rule, start)
    const at = (index: number) => {
      const begins = week + index * 7 * interval
      return { begins, days: days.ofWeek(begins), times }
    }
    return { near: (day) => Math.floor((day - week) / (7 * interval)), at, positions }
  }
  if (rule.freq === 'DAILY') {
    const times = timesOf(rule, start)
    const at = (index: number) => {
      const begins = begun + index * interval
      return { begins, days: days.has(begins) ? [begins] : [], times }
    }
    return { near: (day) => Math.floor((day - begun) / interval), at, positions }
  }
  const timesOn = clockTimes(rule, start)
  const at = (index: number) => {
    const begins = begun + index
    return days.has(begins) ? { begins, days: [begins], times: timesOn(begins) } : { begins, days: [], times: [] }
  }
  return { near: (day) => day - begun, at, positions: [] }
}

function longPeriods(rule: Rule, start: number, scale: Scale, days: DaySet): Periods {
  const { interval, positions } = rule
  const times = timesOf(rule, start)
  const begun = scale.find(dayOf(start))
  // Other calendars' months are not always as many, so they are walked from the first one.
  const even = scale === gregorian
  if (rule.freq === 'YEARLY') {
    const at = (index: number) => {
      const year = scale.year(begun.year + index * interval)
      return { begins: year.start, days: days.ofYear(year), times }
    }
    return { near: (day) => Math.floor((scale.find(day).year - begun.year) / interval) - 1, at, positions }
  }
  const at = (index: number) => {
    let year = begun.year
    let month = begun.month + index * interval
    if (even) {
      year += Math.floor(month / 12)
      month %= 12
    } else
      while (month >= scale.year(year).months.length) {
        month -= scale.year(year).months.length
        year += 1
      }
    const within = scale.year(year)
    return { begins: within.months[month]?.start ?? within.start, days: days.ofMonth(within, month), times }
  }
  const near = (day: number) => {
    const found = scale.find(day)
    return Math.floor((found.year * 12 + found.month - begun.year * 12 - begun.month) / interval) - 1
  }
  return { near: even ? near : () => 0, at, positions }
}

/** The times of a day that a rule of hours, minutes or seconds means, which differ with where its steps fall. */
function clockTimes(rule: Rule, start: number): (day: number) => readonly number[] {
  const unit = units[rule.freq] ?? 1
  const perDay = DAY / unit
  const begun = Math.floor(start / unit)
  const of = start - dayOf(start) * DAY
  const made = new Map<number, readonly number[]>()
  const within = rule.freq === 'HOURLY' ? withinHour(rule, of) : rule.freq === 'MINUTELY' ? withinMinute(rule, of) : [0]
  const inUnit =
    rule.positions.length === 0 ? within : placed(within.length, rule.positions).map((place) => within[place] ?? 0)
  const allows = (second: number) =>
    (rule.hours.length === 0 || rule.hours.includes(Math.floor(second / 3600))) &&
    (unit === 3600 || rule.minutes.length === 0 || rule.minutes.includes(Math.floor(second / 60) % 60)) &&
    (unit > 1 || rule.seconds.length === 0 || rule.seconds.includes(second % 60))
  const make = (first: number) => {
    const times: number[] = []
    for (let at = first; at < perDay; at += rule.interval)
      if (allows(at * unit)) for (const second of inUnit) times.push(at * unit + second)
    return times
  }
  return (day) => {
    const first = modulo(begun - day * perDay, rule.interval)
    let times = made.get(first)
    if (!times) {
      times = make(first)
      if (rule.interval <= 60) made.set(first, times)
    }
    return times
  }
}
