// Stretches of days in English, their beginnings and ends, and days counted within a month.
import { monthsFrom, nthOf, period, periodAt, weekEnd } from './calendar.ts'
import type { Context, Piece, Row } from './pieces.ts'
import { tell } from './told.ts'
import { dateOf, monthOf, ordinalOf, row, weekdayOf } from './words.ts'

const moves: Readonly<Record<string, number>> = {
  this: 0,
  the: 0,
  next: 1,
  last: -1,
  coming: 1,
  past: -1,
  'the next': 1,
}
const every = [1, 2, 3, 4, 5, 6, 7]

const one = (value: Temporal.PlainDate | undefined): Piece | undefined =>
  value && { t: 'date', alts: [{ value }], relative: true }

/** This or next weekend. In the week before it, "next" may be either. */
export function weekend(word: string, context: Context): Piece {
  const isNext = word === 'next' && context.today.dayOfWeek < 6
  if (!isNext) return period('weekend', moves[word] ?? 0, context)
  const alts = [0, 1].map((move) => ({ value: periodAt('weekend', move, context) }))
  return { t: 'days', alts, why: tell(context.locale, 'whyNext'), relative: true }
}

/** The end of a day, week, month, quarter or year. */
export function endOf(unit: string, move: number, context: Context): Piece | Piece[] {
  const { locale, today, work } = context
  if (unit === 'day') {
    const { hour: h, minute: m } = work.end
    const date: Piece = {
      t: 'date',
      alts: [{ value: today.add({ days: move }), note: tell(locale, 'dayEnd') }],
      relative: true,
    }
    return [date, { t: 'clock', clocks: [{ h, m, exact: true }] }]
  }
  const days = periodAt(unit, move, context)
  if (unit !== 'week') return { t: 'date', alts: [{ value: days[1] }], relative: true }
  return { t: 'date', alts: [{ value: weekEnd(days, context), note: tell(locale, 'weekEnd') }], relative: true }
}

/** Which days are counted by "the first …". */
function kindOf(word: string, context: Context): { days: readonly number[]; working?: true } {
  if (/work|business|weekday/.test(word)) return { days: context.work.days, working: true }
  return { days: word === 'day' ? every : [weekdayOf(word)] }
}

/** The nth day of its kind in every month, or once in the coming one. */
export function monthly(nth: number, word: string, context: Context, isRule: boolean): Piece | undefined {
  const { days, working } = kindOf(word, context)
  const rule = {
    freq: 'MONTHLY',
    interval: 1,
    ...(word === 'day' ? { monthDay: nth } : { days, nth, ...(working ? { working } : {}) }),
  } as const
  if (isRule) return { t: 'rule', rules: [rule] }
  const months = [0, 1, 2, 3, 4].map((more) => context.today.with({ day: 1 }).add({ months: more }))
  const once = months
    .map((month) => nthOf(nth, days, month))
    .find((day) => day && Temporal.PlainDate.compare(day, context.today) >= 0)
  return once && { t: 'rule', rules: [rule], once, why: tell(context.locale, 'whyOnce') }
}

const counted = '({nth}) ({wd}|day|working day|business day|work day|workday|weekday)'

export const englishSpans: readonly Row[] = [
  row('(this|next|last|the next|coming|past) (week|month|quarter|year)', ([, word = '', unit = ''], context) =>
    period(unit, moves[word] ?? 0, context),
  ),
  row('(?:the )?(week|month|year) after next', ([, unit = ''], context) => period(unit, 2, context)),
  row('(?:(?:on|at) )?(this|next|last|the|coming) weekend', ([, word = ''], context) => weekend(word, context)),
  row('q([1-4])(?: ({year}))?', ([, q, y], { today }) => {
    const first = dateOf(Number(y ?? today.year), Number(q) * 3 - 2, 1)
    if (!first) return undefined
    const days = monthsFrom(first, 3)
    const isOver = y === undefined && Temporal.PlainDate.compare(days[1], today) < 0
    return { t: 'days', alts: [{ value: isOver ? monthsFrom(first.add({ years: 1 }), 3) : days }] }
  }),
  row('(?:the )?(?:year|in) ({year})', ([, y], { today }) => ({
    t: 'days',
    alts: [{ value: monthsFrom(today.with({ year: Number(y), month: 1, day: 1 }), 12) }],
  })),
  row(
    '(?:the )?end of (?:(the|this|next|last) )?(day|week|month|quarter|year)',
    ([, word = 'the', unit = ''], context) => endOf(unit, moves[word] ?? 0, context),
  ),
  row('(eod|cob|eow|eom|eoq|eoy|close of business)', ([, word = ''], context) => {
    const units: Readonly<Record<string, string>> = { w: 'week', m: 'month', q: 'quarter', y: 'year' }
    return endOf(units[word.startsWith('eo') ? word.slice(2) : ''] ?? 'day', 0, context)
  }),
  row('(?:the )?end of ({mon})(?: ({year}))?', ([, m = '', y], context) => {
    const month = monthOf(m)
    const year = y === undefined ? context.today.year + (month < context.today.month ? 1 : 0) : Number(y)
    const first = dateOf(year, month, 1)
    return first && one(monthsFrom(first, 1)[1])
  }),
  row(
    '(?:the )?(?:beginning|start) of (?:(the|this|next) )?(week|month|quarter|year)',
    ([, word = 'the', unit = ''], context) => one(periodAt(unit, moves[word] ?? 0, context)[0]),
  ),
  row(`(?:the )?${counted} (?:of|in) (this|next|last) month`, ([, nth = '', word = '', which = ''], context) =>
    one(
      nthOf(
        ordinalOf(nth),
        kindOf(word, context).days,
        context.today.with({ day: 1 }).add({ months: moves[which] ?? 0 }),
      ),
    ),
  ),
  row(`(?:the )?${counted} (?:of|in) ({mon})(?: ({year}))?`, ([, nth = '', word = '', m = '', y], context) => {
    const month = monthOf(m)
    const year = y === undefined ? context.today.year + (month < context.today.month ? 1 : 0) : Number(y)
    const first = dateOf(year, month, 1)
    return first && one(nthOf(ordinalOf(nth), kindOf(word, context).days, first))
  }),
  row(`(?:on )?(?:the )?${counted} (?:of|in) the month`, ([, nth = '', word = ''], context) =>
    monthly(ordinalOf(nth), word, context, false),
  ),
  row('(?:the )?last (?:working|business|work) day', (_found, context) => monthly(-1, 'working day', context, false)),
  row(
    `(?:on )?(?:the |every |each )?${counted} (?:of|in) (?:each|every|the) months?`,
    ([said = '', nth = '', word = ''], context) =>
      /every|each/.test(said) ? monthly(ordinalOf(nth), word, context, true) : undefined,
  ),
  row(`(?:every month|each month|monthly),?(?: on)?(?: the)? ${counted}`, ([, nth = '', word = ''], context) =>
    monthly(ordinalOf(nth), word, context, true),
  ),
  row(
    '(?:on )?(?:every|the|each) last (?:working|business|work) day (?:of|in) (?:every|each) month',
    (_found, context) => monthly(-1, 'working day', context, true),
  ),
]
