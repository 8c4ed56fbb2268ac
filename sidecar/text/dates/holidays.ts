// Days that have a name. Only those whose date nobody disputes: fixed ones, and those of the Chinese calendar.
import { yearless } from './calendar.ts'
import type { Context, Piece, Row } from './pieces.ts'
import { dateOf, row } from './words.ts'

const fixed: readonly (readonly [words: string, month: number, day: number])[] = [
  ['christmas eve|xmas eve|圣诞前夜|平安夜', 12, 24],
  ['christmas day|christmas|xmas|圣诞节|圣诞', 12, 25],
  ['boxing day', 12, 26],
  ["new year'?s eve|跨年夜", 12, 31],
  ["new year'?s day|new year|元旦节|元旦", 1, 1],
  ["valentine'?s day|情人节", 2, 14],
  ["international women'?s day|三八节|妇女节", 3, 8],
  ['halloween|万圣节前夜', 10, 31],
  ['国际劳动节|五一劳动节|劳动节|五一节|五一', 5, 1],
  ['六一儿童节|儿童节', 6, 1],
  ['国庆节|国庆', 10, 1],
]

/** `before` is counted back from the day of the Chinese calendar. */
const lunar: readonly (readonly [words: string, monthCode: string, day: number, before: number])[] = [
  ["chinese new year'?s eve|lunar new year'?s eve|除夕夜|除夕|大年三十", 'M01', 1, 1],
  ['chinese new year|lunar new year|spring festival|春节|大年初一', 'M01', 1, 0],
  ['lantern festival|元宵节', 'M01', 15, 0],
  ['dragon boat festival|端午节|端午', 'M05', 5, 0],
  ['mid-autumn festival|mid-autumn day|中秋节|中秋', 'M08', 15, 0],
]

/** The day in the year of the Chinese calendar that begins in this one. */
function lunarDay(year: number, monthCode: string, day: number, before: number): Temporal.PlainDate | undefined {
  try {
    const from = Temporal.PlainDate.from({ calendar: 'chinese', year, monthCode, day }, { overflow: 'reject' })
    return from.withCalendar('iso8601').subtract({ days: before })
  } catch {
    return undefined
  }
}

const yearOf = (words: string | undefined, context: Context): number | undefined => {
  const digits = /\d{4}/.exec(words ?? '')?.[0]
  if (digits) return Number(digits)
  const moves: Readonly<Record<string, number>> = { 今年: 0, 明年: 1, 后年: 2, 去年: -1 }
  const named = (words ?? '').trim().replace('的', '')
  return Object.hasOwn(moves, named) ? context.today.year + (moves[named] ?? 0) : undefined
}

const one = (value: Temporal.PlainDate | undefined): Piece | undefined =>
  value && { t: 'date', alts: [{ value }], named: true }

const before = '((?:(?:今年|明年|后年|去年|\\d{4}年)_的?_)?)'
const behind = '((?: \\d{4}(?![-/.:]?\\d))?)'

/** Holidays, with the year before (Chinese) or behind (English) if it was said. */
export const holidayRows: readonly Row[] = [
  ...fixed.map(([words, month, day]) =>
    row(`${before}(?:${words})${behind}`, ([, lead, tail], context) => {
      const year = yearOf(lead, context) ?? yearOf(tail, context)
      if (year !== undefined) return one(dateOf(year, month, day))
      const found = yearless(month, day, context)
      return found?.t === 'date' ? { ...found, named: true } : found
    }),
  ),
  ...lunar.map(([words, monthCode, day, back]) =>
    row(`${before}(?:${words})${behind}`, ([, lead, tail], context) => {
      const year = yearOf(lead, context) ?? yearOf(tail, context)
      if (year !== undefined) return one(lunarDay(year, monthCode, day, back))
      const coming = [0, 1].map((more) => lunarDay(context.today.year + more, monthCode, day, back))
      return one(coming.find((date) => date && Temporal.PlainDate.compare(date, context.today) >= 0))
    }),
  ),
]
