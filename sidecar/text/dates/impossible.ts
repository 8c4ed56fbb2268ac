// What looks like a time or a day and is none: 25:00, 30 February. Told, rather than left in a title without a word.
import { tell } from './told.ts'
import { amountOf, dateOf, monthOf, row } from './words.ts'

// A year in which February has all its days, where none was said.
const LEAP = 2028
/** Words that are often something else than a month. */
const common = new Set(['may', 'march', 'mar'])

const spoken = (pattern: string): RegExp => new RegExp(row(pattern, () => undefined).pattern.source, 'gu')
const before = '(?<![\\d./:-]|\\p{Script=Latin})'
const behind = '(?!\\p{Script=Latin}|\\d)'

const isNoDay = (year: string | undefined, month: number, day: number): boolean =>
  dateOf(year ? Number(year) + (year.length === 2 ? 2000 : 0) : LEAP, month, day) === undefined

/** More than 39 is rather a number of something. */
const isNoDayOf = (word: string, day: string, year: string | undefined): boolean => {
  const count = Number.parseInt(day, 10)
  return count < (common.has(word) ? 32 : 40) && isNoDay(year, monthOf(word), count)
}

const isNoClock = (h: number, m: number, half: string | undefined): boolean =>
  m > 59 || (half === undefined ? h > 24 || (h === 24 && m > 0) : h > 12 || h < 1)

type Said = readonly (string | undefined)[]
type Check = readonly [pattern: RegExp, isNone: (said: Said) => boolean]

const days: readonly Check[] = [
  [
    spoken(`${before}({mon}) (?:the )?(\\d{1,2}(?:st|nd|rd|th))(?:,? ({year}))?${behind}`),
    ([, m = '', d = '', y]) => isNoDayOf(m.replace('.', ''), d, y),
  ],
  [
    spoken(`${before}({day})(?: of)? ({mon}),?(?: ({year}))?${behind}`),
    ([, d = '', m = '', y]) => isNoDayOf(m.replace('.', ''), d, y),
  ],
  [
    spoken(`(?:([12]\\d{3})_年_)?(?<!\\d)({han})_月_({han})_[日号]`),
    ([, y, m = '', d = '']) => isNoDay(y, amountOf(m), amountOf(d)),
  ],
]
const left: readonly Check[] = [
  [
    spoken(`${before}({mon}) (?:the )?({day})(?:,? ({year}))?${behind}`),
    ([, m = '', d = '', y]) => isNoDayOf(m.replace('.', ''), d, y),
  ],
  [
    spoken(`${before}([12]\\d{3})([-/.])(\\d{1,2})\\2(\\d{1,2})(?![-/.:]?\\d)`),
    ([, y, , m, d]) => isNoDay(y, Number(m), Number(d)),
  ],
  [
    spoken(`${before}(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})(?![-/.:]?\\d)`),
    ([, d, m, y]) => isNoDay(y, Number(m), Number(d)),
  ],
  [
    spoken(`${before}(\\d{1,2})/(\\d{1,2})/(\\d{4})(?![-/.:]?\\d)`),
    ([, a, b, y]) => isNoDay(y, Number(a), Number(b)) && isNoDay(y, Number(b), Number(a)),
  ],
]
const times: readonly Check[] = [
  // 50:50 is no time that anybody meant, unless it is said where one belongs.
  [
    spoken(`${before}(at |by |from |until |@_)?(\\d{1,2}):(\\d{2})(?:_({half}))?(?![\\d:])${behind}`),
    ([, lead, h, m, half]) => (lead !== undefined || Number(h) < 30) && isNoClock(Number(h), Number(m), half),
  ],
  [spoken(`${before}(\\d{1,2})_({half})${behind}`), ([, h, half]) => isNoClock(Number(h), 0, half)],
  [spoken('(?<!\\d)(2[5-9]|二十[五六七八九])_点(?:半|钟|整)?(?![建意内要问击评赞儿餐菜名子点])'), () => true],
]

function noneIn(text: string, checks: readonly Check[]): string | undefined {
  for (const [pattern, isNone] of checks)
    for (const found of text.matchAll(pattern)) if (isNone(found.map((group) => group?.trim()))) return found[0].trim()
  return undefined
}

/** What in a text, or in what is left of it after its times were read, is no day and no time; as a sentence. */
export function impossible(plain: string, rest: string, locale: 'en' | 'zh'): string | undefined {
  const day = noneIn(plain, days) ?? noneIn(rest, left)
  if (day !== undefined) return tell(locale, 'noDay', day)
  const time = noneIn(rest, times)
  return time === undefined ? undefined : tell(locale, 'noClock', time.replace(/^(?:at|by|from|until|@) */, ''))
}
