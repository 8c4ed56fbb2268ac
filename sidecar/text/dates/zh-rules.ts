// Recurrence in Chinese.
import { daysBetween, repeat } from './en-rules.ts'
import { monthly } from './en-spans.ts'
import type { Piece, Row } from './pieces.ts'
import { tell } from './told.ts'
import { amountOf, hanWeekdayOf, row } from './words.ts'

const units: Readonly<Record<string, string>> = {
  ...{ 分钟: 'minute', 小时: 'hour', 钟头: 'hour', 天: 'day', 日: 'day', 周: 'week', 星期: 'week', 礼拜: 'week' },
  ...{ 月: 'month', 季度: 'quarter', 季: 'quarter', 年: 'year' },
}
const unit = '(分钟|小时|钟头|天|日|周|星期|礼拜|月|季度|年)'
const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

const weekly = (days: readonly number[], interval = 1): Piece => ({
  t: 'rule',
  rules: [{ freq: 'WEEKLY', interval, days }],
})

/** 每隔两天 is every third day to some and every second to others; 每隔一天 is clear. */
function apart(count: number, name: string, locale: 'en' | 'zh'): Piece | undefined {
  const wide = repeat(name, count + 1)
  const near = repeat(name, count)
  if (count === 1 && name !== 'hour' && name !== 'minute') return wide
  if (wide?.t !== 'rule' || near?.t !== 'rule') return undefined
  return { t: 'rule', rules: [...near.rules, ...wide.rules], why: tell(locale, 'whyApart') }
}

export const chineseRules: readonly Row[] = [
  row(`每一?个?${unit}(?![一二三四五六日天])`, ([, name = '']) => repeat(units[name] ?? 'day', 1)),
  row('天天', () => repeat('day', 1)),
  row('每(?:天)?(早|晚)(?:上|晨)?', ([, part]) => {
    const rule = repeat('day', 1)
    return rule && [rule, { t: 'part', part: part === '早' ? 'morning' : 'night' }]
  }),
  row(`每_({han})_个?${unit}(?:一次)?`, ([, count = '', name = '']) => repeat(units[name] ?? 'day', amountOf(count))),
  row(`每隔_({han})_个?${unit}`, ([, count = '', name = ''], { locale }) =>
    apart(amountOf(count), units[name] ?? 'day', locale),
  ),
  row(`每隔_({han})_个?(?:周|星期|礼拜)({hwd})(?![月点日号个])`, ([, count = '', sign = ''], { locale }) => {
    const rule = apart(amountOf(count), 'week', locale)
    const days = [hanWeekdayOf(sign)]
    return rule?.t === 'rule' ? { ...rule, rules: rule.rules.map((each) => ({ ...each, days })) } : undefined
  }),
  row('隔(天|日|周|月|年)', ([, name = '']) => repeat(units[name] ?? 'day', 2)),
  row(
    '(?:每个?|逢)(?:周|星期|礼拜)({hwd}(?:_[,和及与]?_(?:周|星期|礼拜)?{hwd}){0,6})(?![月点日号个])',
    ([, list = '']) =>
      weekly([...new Set([...list].map(hanWeekdayOf).filter((day) => day > 0))].toSorted((a, b) => a - b)),
  ),
  row('每个?(?:周|星期|礼拜)({hwd})_{hto}_(?:周|星期|礼拜)?({hwd})(?![月点日号个])', ([, a = '', b = '']) =>
    weekly(daysBetween(hanWeekdayOf(a), hanWeekdayOf(b))),
  ),
  row('(?:每个?工作日|工作日每天|工作日)', (_found, { work }) => weekly(work.days)),
  row('每个?周末', () => weekly([6, 7])),
  row('每个?月_的?第_({han})_个_(?:(?:周|星期|礼拜)({hwd})|(工作日))', ([, n = '', sign, working], context) =>
    monthly(amountOf(n), working ? 'weekday' : (names[hanWeekdayOf(sign ?? '') - 1] ?? ''), context, true),
  ),
  row('每个?月_的?最后_一_个?_(?:(?:周|星期|礼拜)({hwd})|(工作日)|天)', ([said = '', sign, working], context) =>
    monthly(
      -1,
      working ? 'weekday' : said.endsWith('天') && !sign ? 'day' : (names[hanWeekdayOf(sign ?? '') - 1] ?? ''),
      context,
      true,
    ),
  ),
  row('每个?月_的?_({han})_[日号]', ([, n = '']) => {
    const day = amountOf(n)
    return day >= 1 && day <= 31 ? { t: 'rule', rules: [{ freq: 'MONTHLY', interval: 1, monthDay: day }] } : undefined
  }),
  row('(?:共|一共|重复)?_({han})_次', ([, n = '']) => {
    const count = amountOf(n)
    return count >= 1 ? { t: 'count', count } : undefined
  }),
]
