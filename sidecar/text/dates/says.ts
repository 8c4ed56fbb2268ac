// What was understood, as a person would write it down. What stands here is read again by the rows, to the same result.
import type { Freq, PartName, Repeat } from './pieces.ts'
import type { Bound } from './types.ts'

type Locale = 'en' | 'zh'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const hanDays = '一二三四五六日'

/** Tuesday 17 November 2026. */
export function sayDate(date: Temporal.PlainDate, locale: Locale): string {
  const { year, month, day, dayOfWeek } = date
  const digits = String(year).padStart(4, '0')
  return locale === 'zh'
    ? `${digits}年${month}月${day}日星期${hanDays[dayOfWeek - 1]}`
    : `${weekdays[dayOfWeek - 1]} ${day} ${months[month - 1]} ${digits}`
}

/** 15:00, with seconds where there are any. */
export const sayTime = (time: Temporal.PlainTime): string =>
  time.toString({ smallestUnit: time.second === 0 ? 'minute' : 'second' })

const join = (date: string, time: string, locale: Locale): string => `${date}${locale === 'zh' ? ' ' : ', '}${time}`

/** A date and a time of one zone. */
export const sayMoment = (at: Temporal.PlainDateTime, locale: Locale): string =>
  join(sayDate(at.toPlainDate(), locale), sayTime(at.toPlainTime()), locale)

/** From one time to another, the date once where it is the same. */
export function sayBetween(from: Temporal.PlainDateTime, to: Temporal.PlainDateTime, locale: Locale): string {
  const hours = to.since(from).total('hours')
  const start = sayMoment(from, locale)
  return hours > 0 && hours <= 12 && isOneEvening(from, to)
    ? `${start}–${sayTime(to.toPlainTime())}`
    : `${start} – ${sayMoment(to, locale)}`
}

const isOneEvening = (from: Temporal.PlainDateTime, to: Temporal.PlainDateTime): boolean =>
  from.toPlainDate().equals(to.toPlainDate()) || to.equals(from.toPlainDate().add({ days: 1 }).toPlainDateTime())

const partNames: Readonly<Record<PartName, readonly [string, string]>> = {
  early: ['night', '凌晨'],
  morning: ['morning', '早上'],
  noon: ['afternoon', '中午'],
  afternoon: ['afternoon', '下午'],
  evening: ['evening', '傍晚'],
  night: ['night', '晚上'],
}

/** Tuesday 17 November 2026, morning (09:00–12:00). */
export function sayPart(
  part: PartName,
  from: Temporal.PlainDateTime,
  to: Temporal.PlainDateTime,
  locale: Locale,
): string {
  const name = partNames[part][locale === 'zh' ? 1 : 0]
  const hours = `${sayTime(from.toPlainTime())}–${sayTime(to.toPlainTime())}`
  return join(sayDate(from.toPlainDate(), locale), `${name} (${hours})`, locale)
}

/** Whole days, the last one included. */
export function sayDays(first: Temporal.PlainDate, last: Temporal.PlainDate, locale: Locale): string {
  const start = sayDate(first, locale)
  return first.equals(last) ? start : `${start} – ${sayDate(last, locale)}`
}

const bounds: Readonly<Record<Bound, readonly [en: string, before: string, behind: string]>> = {
  by: ['by', '最晚', ''],
  before: ['before', '', '之前'],
  after: ['after', '', '之后'],
  until: ['until', '直到', ''],
  from: ['from', '从', '起'],
}

/** A deadline or limit in its words. */
export function sayBound(bound: Bound | undefined, text: string, locale: Locale): string {
  if (bound === undefined) return text
  const [en, before, behind] = bounds[bound]
  return locale === 'zh' ? `${before}${text}${behind}` : `${en} ${text}`
}

/** The zone, where it is not the user's own, or the offset, where a time comes twice. */
export const sayZone = (zone: string | undefined, text: string): string => {
  if (zone === undefined) return text
  return `${text} (${/^[+-]/.test(zone) ? `UTC${zone}` : zone})`
}

const units: Readonly<Record<Freq, readonly [string, string]>> = {
  MINUTELY: ['minute', '分钟'],
  HOURLY: ['hour', '小时'],
  DAILY: ['day', '天'],
  WEEKLY: ['week', '周'],
  MONTHLY: ['month', '个月'],
  YEARLY: ['year', '年'],
}
const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth']

/** How often, and on which days. */
export function sayRepeat(rule: Repeat, locale: Locale): string {
  const { interval } = rule
  const [en, zh] = units[rule.freq]
  if (locale === 'zh') return `每${interval === 1 ? (zh === '个月' ? '月' : zh) : `${interval}${zh}`}${onHan(rule)}`
  return `every ${interval === 1 ? en : `${interval} ${en}s`}${on(rule)}`
}

/** Days that follow each other are said by the first and the last. */
const isRow = (days: readonly number[]): boolean =>
  days.length > 2 && days.every((day, at) => day === (days[0] ?? 0) + at)

const listed = (days: readonly number[]): string => {
  if (isRow(days)) return `${weekdays[(days[0] ?? 1) - 1]} to ${weekdays[(days.at(-1) ?? 1) - 1]}`
  const names = days.map((day) => weekdays[day - 1] ?? '')
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
const ordinal = (n: number): string => (n < 0 ? 'last' : (ordinals[n] ?? `${n}th`))
const suffix = (n: number): string =>
  n % 10 < 4 && n % 10 > 0 && (n < 10 || n > 20) ? (['', 'st', 'nd', 'rd'][n % 10] ?? 'th') : 'th'

function on({ days = [], nth, working, monthDay, month }: Repeat): string {
  if (nth !== undefined) return ` on the ${ordinal(nth)} ${working ? 'working day' : listed(days)}`
  if (monthDay !== undefined && month !== undefined) return ` on ${monthDay} ${months[month - 1]}`
  if (monthDay !== undefined) return monthDay < 0 ? ' on the last day' : ` on the ${monthDay}${suffix(monthDay)}`
  return days.length > 0 ? ` on ${listed(days)}` : ''
}

function onHan({ days = [], nth, working, monthDay, month, interval, freq }: Repeat): string {
  const all = days.map((day) => `周${hanDays[day - 1]}`)
  const names = isRow(days) ? `${all[0]}到${all.at(-1)}` : all.join('和')
  const of = interval > 1 ? '的' : ''
  if (nth !== undefined) return `${nth < 0 ? '最后一个' : `第${nth}个`}${working ? '工作日' : names}`
  if (monthDay !== undefined && month !== undefined) return `${of}${month}月${monthDay}日`
  if (monthDay !== undefined) return monthDay < 0 ? '最后一天' : `${of}${monthDay}日`
  return days.length > 0 ? `${freq === 'WEEKLY' ? '的' : ''}${names}` : ''
}
