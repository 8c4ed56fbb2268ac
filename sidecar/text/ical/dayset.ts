// Which days of a year, a month or a week a rule means (RFC 5545, the table of 3.3.10).
import { DAY, dayOf, weekday } from './days.ts'
import type { Rule } from './rule.ts'
import { type Month, type Scale, weekOf, type Year } from './scale.ts'

/** The rule with what it leaves to DTSTART filled in. */
export function completed(rule: Rule, start: number, scale: Scale): Rule {
  const day = dayOf(start)
  const named = rule.days.length + rule.monthDays.length + rule.yearDays.length > 0
  if (named || (rule.freq !== 'YEARLY' && rule.freq !== 'MONTHLY' && rule.freq !== 'WEEKLY')) return rule
  if (rule.freq === 'WEEKLY' || rule.weeks.length > 0) return { ...rule, days: [{ day: weekday(day), nth: 0 }] }
  const at = scale.find(day)
  const filled = { ...rule, monthDays: [at.day] }
  if (rule.freq === 'MONTHLY' || rule.months.length > 0) return filled
  return { ...filled, months: [scale.year(at.year).months[at.month]?.code ?? '1'] }
}

/** Decides on days for one rule. */
export class DaySet {
  private readonly rule: Rule
  private readonly scale: Scale
  /** Every weekday that is wanted whatever its number, by weekday. */
  private readonly plain: boolean[] = []
  private readonly nths: Rule['days']
  constructor(rule: Rule, scale: Scale) {
    this.rule = rule
    this.scale = scale
    // "The second Monday" is of a month or of a year; elsewhere the number says nothing.
    const counts = rule.freq === 'MONTHLY' || (rule.freq === 'YEARLY' && rule.weeks.length === 0)
    for (const { day, nth } of rule.days) if (nth === 0 || !counts) this.plain[day] = true
    this.nths = counts ? rule.days.filter(({ nth }) => nth !== 0) : []
  }

  private inMonths(month: Month): boolean {
    return this.rule.months.length === 0 || this.rule.months.includes(month.code)
  }

  /** Whether all parts but BYMONTH and BYMONTHDAY allow the day. */
  private allows(day: number, year: Year, month: Month): boolean {
    const { rule } = this
    if (rule.yearDays.length > 0) {
      const of = day - year.start
      if (!rule.yearDays.includes(of + 1) && !rule.yearDays.includes(of - year.length)) return false
    }
    if (rule.weeks.length > 0) {
      const [week, back] = weekOf(this.scale, day, year.year, rule.weekStart)
      if (!rule.weeks.includes(week) && !rule.weeks.includes(back)) return false
    }
    if (rule.days.length === 0 || this.plain[weekday(day)]) return true
    return this.nths.length > 0 && this.isNth(day, rule.freq === 'MONTHLY' || rule.months.length > 0 ? month : year)
  }

  private isNth(day: number, { start, length }: { start: number; length: number }): boolean {
    const forth = Math.floor((day - start) / 7) + 1
    const back = -Math.floor((start + length - 1 - day) / 7) - 1
    const of = weekday(day)
    return this.nths.some(({ day: wanted, nth }) => wanted === of && (nth === forth || nth === back))
  }

  /** Whether one day is meant, for rules that go by weeks, days or less. */
  has(day: number): boolean {
    const { rule } = this
    if (rule.months.length + rule.monthDays.length + rule.yearDays.length + rule.weeks.length === 0)
      return rule.days.length === 0 || this.plain[weekday(day)] === true
    const at = this.scale.find(day)
    const year = this.scale.year(at.year)
    const month = year.months[at.month]
    if (!month || !this.inMonths(month)) return false
    const { monthDays } = rule
    if (monthDays.length > 0 && !monthDays.includes(at.day) && !monthDays.includes(at.day - month.length - 1))
      return false
    return this.allows(day, year, month)
  }

  /** The days of one month of a year, in order. */
  ofMonth(year: Year, at: number): number[] {
    const month = year.months[at]
    if (!month || !this.inMonths(month)) return []
    const { monthDays } = this.rule
    if (monthDays.length === 0) {
      const found: number[] = []
      for (let day = month.start; day < month.start + month.length; day++)
        if (this.allows(day, year, month)) found.push(day)
      return found
    }
    const found = new Set<number>()
    for (const of of monthDays) {
      const day = this.dayIn(month, of)
      if (day !== undefined && this.allows(day, year, month)) found.add(day)
    }
    return [...found].sort((a, b) => a - b)
  }

  /** A day by its number in the month; SKIP says what the 31st of a shorter one is. */
  private dayIn(month: Month, of: number): number | undefined {
    if (of > 0 && of <= month.length) return month.start + of - 1
    if (of < 0 && -of <= month.length) return month.start + month.length + of
    if (this.rule.skip === 'OMIT' || of < 0) return undefined
    return month.start + month.length - (this.rule.skip === 'BACKWARD' ? 1 : 0)
  }

  /** The days of one year, in order. */
  ofYear(year: Year): number[] {
    const found = year.months.flatMap((_, at) => this.ofMonth(year, at))
    if (this.rule.skip === 'OMIT') return found
    return [...new Set([...found, ...this.ofMissingMonths(year)])].sort((a, b) => a - b)
  }

  // A leap month that this year does not have is the one before or after it.
  private ofMissingMonths(year: Year): number[] {
    const missing = this.rule.months.filter((code) => !year.months.some((month) => month.code === code))
    return missing.flatMap((code) => {
      const base = year.months.findIndex((month) => month.code === String(Number.parseInt(code, 10)))
      const at = this.rule.skip === 'FORWARD' ? base + 1 : base
      const month = year.months[at]
      if (base === -1 || !month) return []
      return new DaySet({ ...this.rule, months: [month.code] }, this.scale).ofMonth(year, at)
    })
  }

  /** The days of the week that begins with this one. */
  ofWeek(first: number): number[] {
    const found: number[] = []
    for (let day = first; day < first + 7; day++) if (this.has(day)) found.push(day)
    return found
  }
}

/** The seconds of the day that a rule of days or more means, in order. */
export function timesOf(rule: Rule, start: number): number[] {
  const of = start - dayOf(start) * DAY
  const hours = rule.hours.length > 0 ? rule.hours : [Math.floor(of / 3600)]
  return hours.flatMap((hour) => withinHour(rule, of).map((second) => hour * 3600 + second))
}

/** The seconds of an hour that a rule means where its hour is given. */
export function withinHour(rule: Rule, of: number): number[] {
  const minutes = rule.minutes.length > 0 ? rule.minutes : [Math.floor(of / 60) % 60]
  return minutes.flatMap((minute) => withinMinute(rule, of).map((second) => minute * 60 + second))
}

/** The seconds of a minute that a rule means where its minute is given. */
export const withinMinute = (rule: Rule, of: number): readonly number[] =>
  rule.seconds.length > 0 ? rule.seconds : [of % 60]
