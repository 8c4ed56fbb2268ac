// Recurrence in English.
import type { Freq, Piece, Repeat, Row } from './pieces.ts'
import { tell } from './told.ts'
import { amountOf, ordinalOf, row, weekdayOf, weekdaysIn } from './words.ts'

const units: Readonly<Record<string, readonly [Freq, number]>> = {
  minute: ['MINUTELY', 1],
  hour: ['HOURLY', 1],
  day: ['DAILY', 1],
  week: ['WEEKLY', 1],
  fortnight: ['WEEKLY', 2],
  month: ['MONTHLY', 1],
  quarter: ['MONTHLY', 3],
  year: ['YEARLY', 1],
}
const adverbs: Readonly<Record<string, string>> = {
  ...{ daily: 'day', hourly: 'hour', weekly: 'week', fortnightly: 'fortnight', monthly: 'month' },
  ...{ quarterly: 'quarter', yearly: 'year', annually: 'year' },
}
const unit = '(minute|min|hour|day|week|fortnight|month|quarter|year)s?'

/** Every so many of a unit. */
export function repeat(name: string, count: number, more: Partial<Repeat> = {}): Piece | undefined {
  const [freq, times] = units[name === 'min' ? 'minute' : name] ?? ['DAILY', 1]
  if (!(count >= 1 && count <= 999)) return undefined
  return { t: 'rule', rules: [{ freq, interval: times * count, ...more }] }
}

const weekly = (days: readonly number[], interval = 1): Piece => ({
  t: 'rule',
  rules: [{ freq: 'WEEKLY', interval, days }],
})
const list = '{wd}(?:_(?:, and |,|and |&|/|\\+)_{wd}){0,6}'

/** Every nth Monday: every n weeks, or the nth of the month. */
function everyNth(nth: string, weekday: number, locale: 'en' | 'zh'): Piece {
  const n = ordinalOf(nth)
  const rule: Repeat = { freq: 'WEEKLY', interval: n, days: [weekday] }
  if (nth === 'other') return { t: 'rule', rules: [rule] }
  if (n === 2) return { t: 'rule', rules: [rule], note: tell(locale, 'second') }
  const inMonth: Repeat = { freq: 'MONTHLY', interval: 1, days: [weekday], nth: n }
  return n < 2
    ? { t: 'rule', rules: [inMonth] }
    : { t: 'rule', rules: [inMonth, rule], why: tell(locale, 'whyOrdinal') }
}

const parts = { morning: 'morning', afternoon: 'afternoon', evening: 'evening', night: 'night' } as const

export const englishRules: readonly Row[] = [
  row(`(?:every|each|once an?|once every|once each) ${unit}`, ([, name = '']) => repeat(name, 1)),
  row(`every (other|second|2nd) ${unit}`, ([, , name = '']) => repeat(name, 2)),
  row(`every (third|3rd|fourth|4th) ${unit}`, ([, nth = '', name = '']) => repeat(name, ordinalOf(nth))),
  row(`(?:every|once every) ({num}) ${unit}`, ([, count = '', name = '']) => repeat(name, amountOf(count))),
  row('(daily|hourly|weekly|fortnightly|monthly|quarterly|yearly|annually)', ([, word = '']) =>
    repeat(adverbs[word] ?? 'day', 1),
  ),
  row('(?:on )?(?:every|each) (?:weekday|work_day|working day|business day)s?', (_found, { work }) =>
    weekly(work.days),
  ),
  row('(?:on )?(?:weekdays|working days|business days|workdays)', (_found, { work }) => weekly(work.days)),
  row('(?:on |at )?(?:(?:every|each) weekend|weekends)', () => weekly([6, 7])),
  row(`(?:on )?(?:every|each) (${list})`, ([, days = '']) => weekly(weekdaysIn(days))),
  row('(?:on )?((?:(?:mon|tues|wednes|thurs|fri|satur|sun)days(?:_(?:,|and |&)_)?){1,7})', ([, days = '']) =>
    weekly(weekdaysIn(days.replaceAll('days', 'day '))),
  ),
  row('every (other|{nth}) ({wd})(?! (?:of|in) )', ([, nth = '', name = ''], { locale }) =>
    everyNth(nth, weekdayOf(name), locale),
  ),
  row('(?:every|each) (morning|afternoon|evening|night)', ([, name = '']) => {
    const rule = repeat('day', 1)
    return rule && [rule, { t: 'part', part: parts[name as keyof typeof parts] ?? 'morning' }]
  }),
  row('(?:on )?(?:every|each|the) (\\d{1,2})(?:st|nd|rd|th)(?: day)? of (?:every|each) month', ([, day]) =>
    ofMonth(Number(day)),
  ),
  row('every (\\d{1,2})(?:st|nd|rd|th)(?: of the month)?', ([, day]) => ofMonth(Number(day))),
  row('(?:every month|monthly) on the (\\d{1,2})(?:st|nd|rd|th)', ([, day]) => ofMonth(Number(day))),
  row('(?:on )?({wd})_(?:-|–|—|to|through|till)_({wd})', ([, a = '', b = '']) => range(weekdayOf(a), weekdayOf(b))),
  row('every day (?:from )?({wd})_(?:-|–|—|to|through)_({wd})', ([, a = '', b = '']) =>
    weekly(daysBetween(weekdayOf(a), weekdayOf(b))),
  ),
  row('(?:for )?({num}) (?:times|occurrences)', ([, count = '']) => {
    const times = amountOf(count)
    return times >= 1 ? { t: 'count', count: times } : undefined
  }),
  row('(once|twice)', ([, word]) => ({ t: 'count', count: word === 'once' ? 1 : 2 }), true),
]

const ofMonth = (day: number): Piece | undefined =>
  day >= 1 && day <= 31 ? { t: 'rule', rules: [{ freq: 'MONTHLY', interval: 1, monthDay: day }] } : undefined

/** From one weekday to another, over the end of the week if need be. */
export const daysBetween = (from: number, to: number): number[] =>
  Array.from({ length: ((to - from + 7) % 7) + 1 }, (_none, at) => ((from - 1 + at) % 7) + 1)

/** A stretch of weekdays, in the week that was named if one was. */
export const range = (from: number, to: number, week?: number): Piece => ({
  t: 'weekday',
  days: daysBetween(from, to),
  which: 'bare',
  range: true,
  ...(week === undefined ? {} : { week }),
})
