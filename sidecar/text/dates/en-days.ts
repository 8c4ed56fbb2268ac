// Days in English: dates with the month in words, weekdays, and days counted from today.
import { dated, inWeek, monthDay, monthsFrom, yearless } from './calendar.ts'
import { englishLength, isClock, lengthOf } from './lengths.ts'
import type { Context, Days, Piece, Row, Which } from './pieces.ts'
import { tell } from './told.ts'
import { amountOf, dateOf, monthOf, row, weekdayOf, weekdaysIn } from './words.ts'

const day = (value: Temporal.PlainDate): Piece => ({ t: 'date', alts: [{ value }], relative: true })
const moves: Readonly<Record<string, number>> = { this: 0, next: 1, last: -1, coming: 1, past: -1, following: 1 }
const number = (text: string | undefined): number => Number.parseInt(text ?? '', 10)

/** A time counted from now, on a full minute: nobody means seconds who did not say them. */
export function fullMinute(
  at: Temporal.ZonedDateTime,
  roundingMode: 'floor' | 'ceil' = 'ceil',
  isExact = false,
): Temporal.ZonedDateTime {
  const second = at.round({ smallestUnit: 'second', roundingMode: 'floor' })
  return isExact ? second : second.round({ smallestUnit: 'minute', roundingMode })
}

/** A date so far from now: by the clock a moment, otherwise a day. */
export function away(length: Temporal.Duration | undefined, isAgo: boolean, context: Context): Piece | undefined {
  if (!length) return undefined
  const signed = isAgo ? length.negated() : length
  try {
    if (!isClock(length)) return day(context.today.add(signed))
    return { t: 'instant', at: fullMinute(context.now.add(signed), isAgo ? 'floor' : 'ceil', length.seconds > 0) }
  } catch {
    return undefined
  }
}

const some = (text: string | undefined): Temporal.Duration | undefined =>
  text === undefined ? undefined : lengthOf(text.replace(/^(?:a )?couple (?:of )?/, '2 '))

/** From one day of a month to another. */
function stretch(
  month: number,
  from: number,
  to: number,
  year: string | undefined,
  context: Context,
): Piece | undefined {
  const first = dated(year, month, from, context)
  if (first?.t !== 'date' || from >= to) return undefined
  const alts = first.alts.flatMap(({ value, ...more }) => {
    const last = dateOf(value.year, month, to)
    return last ? [{ value: [value, last] as Days, ...more }] : []
  })
  return alts.length === 0 ? undefined : { t: 'days', alts, ...(first.why ? { why: first.why } : {}) }
}

function monthNamed(which: string | undefined, month: number, context: Context): Piece {
  const { today } = context
  const thisYear = monthsFrom(today.with({ day: 1, month }), 1)
  const nextYear = monthsFrom(today.with({ day: 1, month }).add({ years: 1 }), 1)
  if (which === 'last') {
    const isOver = Temporal.PlainDate.compare(thisYear[1], today) < 0
    return {
      t: 'days',
      alts: [{ value: isOver ? thisYear : monthsFrom(today.with({ day: 1, month }).subtract({ years: 1 }), 1) }],
    }
  }
  if (month < today.month) return { t: 'days', alts: [{ value: nextYear }] }
  return which === 'next'
    ? { t: 'days', alts: [{ value: thisYear }, { value: nextYear }], why: tell(context.locale, 'whyNextMonth') }
    : { t: 'days', alts: [{ value: thisYear }] }
}

const which = (word: string | undefined): Which =>
  word === undefined || word === 'coming' || word === 'this coming'
    ? 'bare'
    : word === 'past'
      ? 'last'
      : (word as Which)

export const englishDays: readonly Row[] = [
  row('({day})(?: of)? ({mon}),?(?: ({year}))?', ([, d, m = '', y], context) =>
    dated(y, monthOf(m), number(d), context),
  ),
  row('({mon}) (?:the )?({day})(?:,? ({year}))?(?!_:)', ([, m = '', d, y], context) =>
    dated(y, monthOf(m), number(d), context),
  ),
  row('({day})-({mon})-(\\d{4}|\\d{2})', ([, d, m = '', y], context) => dated(y, monthOf(m), number(d), context)),
  row(
    '(?:from (?:the )?)?({day})_{dash}_(?:the )?({day})(?: of)? ({mon}),?(?: ({year}))?',
    ([, a, b, m = '', y], context) => stretch(monthOf(m), number(a), number(b), y, context),
  ),
  row('between (?:the )?({day}) and (?:the )?({day})(?: of)? ({mon}),?(?: ({year}))?', ([, a, b, m = '', y], context) =>
    stretch(monthOf(m), number(a), number(b), y, context),
  ),
  row('({mon}) ({day})_{dash}_({day})(?!_(?:am|pm|:|/)|[.:/-]?\\d)(?:,? ({year}))?', ([, m = '', a, b, y], context) =>
    stretch(monthOf(m), number(a), number(b), y, context),
  ),
  row('the (\\d{1,2})(?:st|nd|rd|th)(?! (?:floor|time|of|day))', ([, d], context) => monthDay(number(d), context)),
  row('(\\d{1,2})(?:st|nd|rd|th)(?! (?:floor|time|of|day))', ([, d], context) => monthDay(number(d), context), true),
  row('({mon}),? ({year})', ([, m = '', y]) => {
    const first = dateOf(number(y), monthOf(m), 1)
    return first && { t: 'days', alts: [{ value: monthsFrom(first, 1) }] }
  }),
  row('(?:in |during )({mon})', ([, m = ''], context) => monthNamed(undefined, monthOf(m), context)),
  row('(this|next|last) ({mon})', ([, w, m = ''], context) => monthNamed(w, monthOf(m), context)),
  row('({mon})', ([, m = ''], context) => monthNamed(undefined, monthOf(m), context), true),

  row('(?:today|todays)', (_found, { today }) => day(today)),
  row('(?:tomorrow|tomorow|tommorow|tomorrows|tmrw|tmr)', (_found, { today }) => day(today.add({ days: 1 }))),
  row('(?:the )?day after tomorrow', (_found, { today }) => day(today.add({ days: 2 }))),
  row('yesterday', (_found, { today }) => day(today.subtract({ days: 1 }))),
  row('(?:the )?day before yesterday', (_found, { today }) => day(today.subtract({ days: 2 }))),
  row('(?:right now|now)', (_found, { now }) => ({ t: 'instant', at: fullMinute(now) }), true),
  row(
    `(?:in|within) ((?:a )?couple (?:of )?(?:minutes|hours|days|weeks|months)|${englishLength})(?:' time|'s time)?`,
    ([, text], context) => away(some(text), false, context),
  ),
  row(
    `((?:a )?couple (?:of )?(?:minutes|hours|days|weeks|months)|${englishLength}) (from now|hence|from today|later|ago)`,
    ([, text, end], context) => away(some(text), end === 'ago', context),
  ),
  row(`({num}) (days|weeks) (?:after|from) tomorrow`, ([, count = '', unit = ''], { today }) =>
    day(today.add({ days: 1 + amountOf(count) * (unit === 'weeks' ? 7 : 1) })),
  ),

  row('(?:on )?(this coming|coming|this|next|last|past) ({wd})', ([, word, name = '']) => ({
    t: 'weekday',
    days: [weekdayOf(name)],
    which: which(word),
  })),
  // Black Friday is no Friday of any week.
  row(
    '(?:on )?(?<!(?:black|good|cyber|easter|casual|ruby|ash) )((?:mon|tues|wednes|thurs|fri|satur|sun)day|tues?|thurs?|thur|thu|fri|weds|mon)\\.?',
    ([, name = '']) => ({
      t: 'weekday',
      days: [weekdayOf(name)],
      which: 'bare',
    }),
  ),
  row('on (wed|sat|sun)\\.?', ([, name = '']) => ({ t: 'weekday', days: [weekdayOf(name)], which: 'bare' })),
  row('(wed|sat|sun)\\.?', ([, name = '']) => ({ t: 'weekday', days: [weekdayOf(name)], which: 'bare' }), true),
  row('(?:on )?({wd}(?:_(?:, and |,|and |&|/|\\+)_{wd}){1,6})', ([, list = '']) => ({
    t: 'weekday',
    days: weekdaysIn(list),
    which: 'bare',
  })),
  row('({wd}(?: {wd}){1,6})', ([, list = '']) => {
    const days = weekdaysIn(list)
    return days.length > 1 ? { t: 'weekday', days, which: 'bare' } : undefined
  }),
  row('({wd})(?: of)? (this|next|last) week', ([, name = '', word = ''], context) =>
    inWeek(weekdayOf(name), moves[word] ?? 0, context),
  ),
  row('(this|next|last) week(?:,| on)? ({wd})', ([, word = '', name = ''], context) =>
    inWeek(weekdayOf(name), moves[word] ?? 0, context),
  ),
  row('(?:a week on ({wd})|({wd}) week)', ([, a, b], context) => {
    const weekday = weekdayOf(a ?? b ?? '')
    return day(context.today.add({ days: ((weekday - context.today.dayOfWeek + 6) % 7) + 8 }))
  }),
  row('({num}) (day|week|month)s? (?:from|after) (?:on )?({wd})', ([, count = '', unit = '', name = ''], context) => {
    const first = context.today.add({ days: ((weekdayOf(name) - context.today.dayOfWeek + 6) % 7) + 1 })
    return day(first.add({ [`${unit}s`]: amountOf(count) }))
  }),
  row('(?:a week (?:from )?today|today week)', (_found, { today }) => day(today.add({ days: 7 }))),
  row('a week (?:from )?tomorrow', (_found, { today }) => day(today.add({ days: 8 }))),
  row('leap day', (_found, context) => yearless(2, 29, context)),
]
