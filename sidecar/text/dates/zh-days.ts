// Days in Chinese: dates, weekdays, days counted from today, stretches and their ends.
import { dated, inWeek, monthDay, monthsFrom, nthOf, period, periodAt } from './calendar.ts'
import { away } from './en-days.ts'
import { daysBetween, range } from './en-rules.ts'
import { endOf } from './en-spans.ts'
import { hanLength, lengthOf } from './lengths.ts'
import type { Context, PartName, Piece, Row } from './pieces.ts'
import { amountOf, dateOf, hanWeekdayOf, row } from './words.ts'

const day = (value: Temporal.PlainDate): Piece => ({ t: 'date', alts: [{ value }], relative: true })
const counted: Readonly<Record<string, number>> = {
  ...{ 大前: -3, 前: -2, 昨: -1, 今: 0, 明: 1, 后: 2, 大后: 3 },
}
const years: Readonly<Record<string, number>> = { 前年: -2, 去年: -1, 今年: 0, 本年: 0, 明年: 1, 后年: 2 }
const move = (words: string | undefined): number => {
  const plain = (words ?? '').replaceAll(/[这本个]/g, '')
  return plain.length * (plain.startsWith('上') ? -1 : 1)
}
const which = '(?:上上|下下|上|下|这|本)个?'
const year = '((?:[12]\\d{3}|[一二][零〇一二三四五六七八九]{3})_年_|今年_|明年_|去年_|后年_)'

/** The year that was said, as four digits. */
function yearOf(said: string | undefined, { today }: Context): string | undefined {
  const word = said?.trim() ?? ''
  if (word === '') return undefined
  return String(Object.hasOwn(years, word) ? today.year + (years[word] ?? 0) : amountOf(word.replace(/ *年$/, '')))
}

const parts: Readonly<Record<string, PartName>> = { 早: 'morning', 晨: 'morning', 晚: 'night', 夜: 'night' }

export const chineseDays: readonly Row[] = [
  row(
    `${year}?({han})_月_({han})_(?:日|号|(?![零〇一二三四五六七八九十两\\d]|_[个月年点]))`,
    ([, y, m = '', d = ''], context) => dated(yearOf(y, context), amountOf(m), amountOf(d), context),
  ),
  row('((?:上|下|这|本)个?月)_({han})_(?:日|号)', ([, which = '', d = ''], context) => {
    const month = context.today.with({ day: 1 }).add({ months: move(which.replace('月', '')) })
    const value = dateOf(month.year, month.month, amountOf(d))
    return value && day(value)
  }),
  row('({han})_(?:号|日)(?![本线机楼])', ([, d = ''], context) => monthDay(amountOf(d), context)),
  row(`${year}?({han})_月份?(?!_[零〇一二三四五六七八九十\\d])`, ([, y, m = ''], context) => {
    const month = amountOf(m)
    const said = yearOf(y, context)
    const first = dateOf(Number(said ?? context.today.year + (month < context.today.month ? 1 : 0)), month, 1)
    return first && { t: 'days', alts: [{ value: monthsFrom(first, 1) }] }
  }),
  row(`${year}`, ([, y], context) => {
    const first = dateOf(Number(yearOf(y, context)), 1, 1)
    return first && { t: 'days', alts: [{ value: monthsFrom(first, 12) }] }
  }),
  row('(大前|大后|前|昨|今|明|后)(?:天|日)', ([, word = ''], { today }) =>
    day(today.add({ days: counted[word] ?? 0 })),
  ),
  row('(昨|今|明|后)天?(晚上?|夜里|早上?|晨)(?!点|一点儿?$)', ([, word = '', part = ''], { today }) => [
    day(today.add({ days: counted[word] ?? 0 })),
    { t: 'part', part: parts[part.slice(0, 1)] ?? 'morning' },
  ]),
  row(`(?:过|再过)?_(${hanLength})_(后|之后|以后|前|之前|以前)`, ([, text = '', end = ''], context) =>
    away(lengthOf(text), end.endsWith('前'), context),
  ),
  row(`(?:再过|过)_(${hanLength})`, ([, text = ''], context) => away(lengthOf(text), false, context)),

  row('{week}({hwd})', ([, sign = '']) => ({ t: 'weekday', days: [hanWeekdayOf(sign)], which: 'bare' })),
  row(`(${which}){week}({hwd})`, ([, word = '', sign = ''], context) =>
    inWeek(hanWeekdayOf(sign), move(word), context),
  ),
  row(`(${which})?{week}({hwd})_{hto}_(?:${which})?{week}?({hwd})(?![月点日号个])`, ([, word, a = '', b = '']) =>
    range(hanWeekdayOf(a), hanWeekdayOf(b), word === undefined ? undefined : move(word)),
  ),
  row('{week}({hwd})(?:_[,和及与]_{week}?({hwd})){1,6}(?![月点日号个天])', ([said = '']) => ({
    t: 'weekday',
    days: [...new Set([...said.replaceAll(/星期|礼拜|周/g, '')].map(hanWeekdayOf).filter((one) => one > 0))].toSorted(
      (a, b) => a - b,
    ),
    which: 'bare',
  })),
  row(`(${which})?周末`, ([, word], context) => period('weekend', move(word), context)),
  row(`(${which})(周|星期|礼拜|月|季度)(?!末|底|初|[一二三四五六日天])`, ([, word = '', unit = ''], context) =>
    period(unit === '月' ? 'month' : unit === '季度' ? 'quarter' : 'week', move(word), context),
  ),
  row(`(${which})?(月|季度|年)(?:底|末)`, ([, word, unit = ''], context) => {
    const end = endOf(unit === '月' ? 'month' : unit === '季度' ? 'quarter' : 'year', move(word), context)
    return end
  }),
  row('(今年|明年|去年)_(?:年底|年末|底)', ([, word = ''], context) => endOf('year', years[word] ?? 0, context)),
  row('(?:今天_)?下班(?!路)', (_found, context) => endOf('day', 0, context)),
  row(`(${which})?月初`, ([, word], context) => day(periodAt('month', move(word), context)[0])),
  row(
    `(${which}|{han}_)月_?的?第?_({han}|最后一)_个?_(?:{week}({hwd})|工作日|天)`,
    ([said = '', word = '', n = '', sign], context) => {
      const month = /[上下这本]/.test(word)
        ? context.today.with({ day: 1 }).add({ months: move(word) })
        : dateOf(context.today.year + (amountOf(word) < context.today.month ? 1 : 0), amountOf(word), 1)
      const kind = sign ? [hanWeekdayOf(sign)] : said.endsWith('工作日') ? context.work.days : daysBetween(1, 7)
      const found =
        month && said.includes('第') !== n.startsWith('最') && nthOf(n.startsWith('最') ? -1 : amountOf(n), kind, month)
      return found ? day(found) : undefined
    },
  ),
]
