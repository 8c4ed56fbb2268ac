// Finds the pieces in a text, left to right, the longest at each place.

import { englishClock } from './en-clock.ts'
import { englishDays } from './en-days.ts'
import { englishRules } from './en-rules.ts'
import { englishSpans } from './en-spans.ts'
import { holidayRows } from './holidays.ts'
import { numericRows } from './numeric.ts'
import type { Context, Piece, Row } from './pieces.ts'
import { chineseClock } from './zh-clock.ts'
import { chineseDays } from './zh-days.ts'
import { chineseRules } from './zh-rules.ts'
import { zoneRows } from './zonewords.ts'

export interface Hit {
  pieces: Piece[]
  from: number
  to: number
  isWeak: boolean
}

const rows: readonly Row[] = [
  ...numericRows,
  ...holidayRows,
  ...englishDays,
  ...englishSpans,
  ...englishRules,
  ...englishClock,
  ...chineseDays,
  ...chineseRules,
  ...chineseClock,
  ...zoneRows,
]

const isLetter = (sign: string | undefined): boolean => sign !== undefined && /[\p{Script=Latin}\d]/u.test(sign)

/** Words are not read out of the middle of others, nor numbers out of the middle of an address. */
const isWhole = (text: string, from: number, to: number): boolean =>
  !(/\d/.test(text[from] ?? '') && /\d[./:-]$/.test(text.slice(Math.max(0, from - 2), from))) &&
  !(isLetter(text[from]) && isLetter(text[from - 1])) &&
  !(isLetter(text[to - 1]) && isLetter(text[to]))

/** All pieces of a text that `plainly` made. */
export function scan(text: string, context: Context): Hit[] {
  const hits: Hit[] = []
  let at = 0
  while (at < text.length) {
    const hit = longest(text, at, context)
    if (hit) hits.push(hit)
    at = hit ? hit.to : next(text, at)
  }
  return hits
}

function longest(text: string, at: number, context: Context): Hit | undefined {
  let best: Hit | undefined
  for (const { pattern, make, weak = false } of rows) {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    const to = at + (found?.[0].trimEnd().length ?? 0)
    if (!found || to === at || !isWhole(text, at, to)) continue
    // Of two that are as long, the sure one counts, then the first.
    if (best && (to < best.to || (to === best.to && (weak || !best.isWeak)))) continue
    const made = make(
      [...found].map((group) => group?.trim()),
      context,
    )
    if (made) best = { pieces: Array.isArray(made) ? made : [made], from: at, to: possessive(text, to), isWeak: weak }
  }
  return best
}

const possessive = (text: string, to: number): number => (/^'s(?![a-z])/.test(text.slice(to, to + 3)) ? to + 2 : to)

function next(text: string, at: number): number {
  let to = at + 1
  if (isLetter(text[at])) while (to < text.length && isLetter(text[to])) to++
  return to
}

const small = new Set(
  'at on the of in and is it for please around about ca 的 在 于 是 那 , . ; : ( ) " 。 ! ? ！ ？ （ ）'.split(' '),
)

/** Nothing but small words and marks: what may stand between two pieces that belong together. */
export function isSmall(text: string): boolean {
  const words = text.match(/[\p{Script=Latin}\d]+|[^\s\p{Script=Latin}\d]/gu) ?? []
  return words.every((word) => small.has(word))
}
