// Lengths of time in words, both languages: "an hour and a half", "1h30", "一个半小时", "3 weeks".
import { amountOf } from './words.ts'

const english: readonly (readonly [words: string, unit: Unit])[] = [
  ['seconds|second|secs|sec|s', 'seconds'],
  ['minutes|minute|mins|min|m', 'minutes'],
  ['hours|hour|hrs|hr|h', 'hours'],
  ['days|day|d', 'days'],
  ['fortnights|fortnight', 'fortnights'],
  ['weeks|week|wks|wk|w', 'weeks'],
  ['months|month', 'months'],
  ['quarters|quarter', 'quarters'],
  ['years|year|yrs|yr', 'years'],
]
const chinese: readonly (readonly [words: string, unit: Unit])[] = [
  ['秒钟|秒', 'seconds'],
  ['分钟|分', 'minutes'],
  ['小时|钟头', 'hours'],
  ['天', 'days'],
  ['星期|礼拜|周', 'weeks'],
  ['月', 'months'],
  ['年', 'years'],
]

type Unit = 'seconds' | 'minutes' | 'hours' | 'days' | 'fortnights' | 'weeks' | 'months' | 'quarters' | 'years'

const words = (table: typeof english): string => table.map(([list]) => list).join('|')
// "and" is not "an d": a number in words is apart from what it counts.
const amount = '(?:\\d{1,4}(?:\\.\\d{1,2})?_-?_|(?:{num}|half an?|half)(?: |_-_))'
const englishOne = `${amount}(?:${words(english)})(?![a-z])(?: and a half)?`
const hanOne = `(?:半个?|{han}_个?半?_)(?:${words(chinese)})半?`

/** Patterns for `row`: a length of up to three amounts. */
export const englishLength = `(?:\\d{1,2}h\\d{2}|${englishOne}(?:(?:, | and | |,)?${englishOne}){0,2})`
export const hanLength = `(?:(?:{han}_刻钟|${hanOne})(?:零?_${hanOne}){0,2})`

const part =
  /(half an?|half|\d{1,4}(?:\.\d{1,2})?|[a-z]+) {0,3}[ -]{0,2}([a-z]+)( and a half)?|(半个?|[零〇一二三四五六七八九十两\d.]{1,5}) {0,3}个?(半?) {0,3}(秒钟?|分钟?|小时|钟头|刻钟|天|星期|礼拜|周|月|年)(半?)/gu

/** What a text that fits one of the patterns comes to; fractions go down to the next smaller unit that is sure. */
export function lengthOf(text: string): Temporal.Duration | undefined {
  const short = /^(\d{1,2})h(\d{2})$/.exec(text)
  if (short) return made({ hours: Number(short[1]), minutes: Number(short[2]) })
  const fields: Fields = {}
  for (const [, count, unit, more, han, halfBefore, hanUnit, halfAfter] of text
    .replaceAll(/, | and (?!a half)|,/g, ' ')
    .matchAll(part)) {
    const name = hanUnit === '刻钟' ? 'quarterhours' : nameOf(unit ?? hanUnit ?? '')
    const base = han === undefined ? englishAmount(count ?? '') : han.startsWith('半') ? 0.5 : amountOf(han)
    const value = base + (more || halfBefore || halfAfter ? 0.5 : 0)
    if (name === undefined || !add(fields, name, value)) return undefined
  }
  return Object.keys(fields).length > 0 ? made(fields) : undefined
}

type Fields = {
  years?: number
  months?: number
  weeks?: number
  days?: number
  hours?: number
  minutes?: number
  seconds?: number
}

const nameOf = (word: string): Unit | undefined =>
  [...english, ...chinese].find(([list]) => list.split('|').includes(word))?.[1]
const englishAmount = (word: string): number => (word.startsWith('half') ? 0.5 : amountOf(word))

/** How a unit is counted, and what a part of it is counted in. */
const counted: Readonly<Record<Unit | 'quarterhours', readonly [keyof Fields, number, (keyof Fields)?, number?]>> = {
  seconds: ['seconds', 1],
  minutes: ['minutes', 1, 'seconds', 60],
  hours: ['hours', 1, 'minutes', 60],
  quarterhours: ['minutes', 15],
  days: ['days', 1, 'hours', 24],
  fortnights: ['weeks', 2],
  weeks: ['weeks', 1],
  months: ['months', 1],
  quarters: ['months', 3],
  years: ['years', 1, 'months', 12],
}

function add(fields: Fields, name: Unit | 'quarterhours', value: number): boolean {
  const [field, times, small, many = 0] = counted[name]
  const whole = Math.floor(value * times)
  const rest = value * times - whole
  if (!Number.isFinite(value) || (rest > 0 && small === undefined)) return false
  if (whole > 0 || rest === 0) fields[field] = (fields[field] ?? 0) + whole
  if (rest > 0 && small) fields[small] = (fields[small] ?? 0) + Math.round(rest * many)
  return true
}

function made(fields: Fields): Temporal.Duration | undefined {
  const length = Temporal.Duration.from(fields)
  return length.blank ? undefined : length
}

/** Whether it is counted by the clock, so that a moment comes out, not a day. */
export const isClock = (length: Temporal.Duration): boolean => length.hours + length.minutes + length.seconds > 0

const spelled = [
  ['years', 'year', '年'],
  ['months', 'month', '个月'],
  ['weeks', 'week', '周'],
  ['days', 'day', '天'],
  ['hours', 'hour', '小时'],
  ['minutes', 'minute', '分钟'],
  ['seconds', 'second', '秒'],
] as const

/** A length as people say it. */
export function sayLength(length: Temporal.Duration, locale: 'en' | 'zh'): string {
  const parts = spelled.flatMap(([field, en, zh]) => {
    const count = length[field]
    return count === 0 ? [] : [locale === 'zh' ? `${count}${zh}` : `${count} ${en}${count === 1 ? '' : 's'}`]
  })
  return parts.join(locale === 'zh' ? '' : ' ')
}
