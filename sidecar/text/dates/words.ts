// The words and numbers that patterns are made of.
import { numberIn } from '../amounts.ts'
import type { Row } from './pieces.ts'

const weekdayWords = [
  'monday|mon',
  'tuesday|tues|tue',
  'wednesday|weds|wed',
  'thursday|thurs|thur|thu',
  'friday|fri',
  'saturday|sat',
  'sunday|sun',
]
const monthWords = [
  'january|jan',
  'february|feb',
  'march|mar',
  'april|apr',
  'may',
  'june|jun',
  'july|jul',
  'august|aug',
  'september|sept|sep',
  'october|oct',
  'november|nov',
  'december|dec',
]
const ordinals = ['first|1st', 'second|2nd|other', 'third|3rd', 'fourth|4th', 'fifth|5th']
const englishNumbers =
  'an|a|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty'

const fragments: Readonly<Record<string, string>> = {
  wd: `(?:${weekdayWords.join('|')})\\.?`,
  mon: `(?:${monthWords.join('|')})\\.?`,
  num: `(?:\\d{1,4}|${englishNumbers})`,
  day: '\\d{1,2}(?:st|nd|rd|th)?',
  year: '[12]\\d{3}',
  nth: '(?:first|1st|second|2nd|third|3rd|fourth|4th|fifth|5th|last)',
  half: '(?:a\\.m\\.|p\\.m\\.|am|pm)',
  dash: '(?:-|–|—|~|to|till|until|through)',
  han: '[零〇一二三四五六七八九十两\\d]{1,4}',
  week: '(?:周|星期|礼拜)',
  hwd: '[一二三四五六日天]',
  hto: '(?:-|–|—|~|到|至)',
}

/**
 * A row from a pattern in shorthand: a space is one to three spaces, `_` none to three, `{name}` a fragment. Repetition
 * is always bounded, so that no text takes long.
 */
export function row(pattern: string, make: Row['make'], weak = false): Row {
  const source = pattern
    .replaceAll(/\{([a-z]+)\}/g, (_all, name: string) => fragments[name] ?? '')
    .replaceAll(' ', ' {1,3}')
    .replaceAll('_', ' {0,3}')
  return { pattern: new RegExp(source, 'uy'), make, ...(weak ? { weak } : {}) }
}

const indexIn = (table: readonly string[], word: string): number =>
  table.findIndex((words) => words.split('|').includes(word.replace(/\.$/, ''))) + 1

/** 1 is Monday; 0 where it is none. */
export const weekdayOf = (word: string): number => indexIn(weekdayWords, word)
export const monthOf = (word: string): number => indexIn(monthWords, word)
/** first is 1, last -1. */
export const ordinalOf = (word: string): number => (word === 'last' ? -1 : indexIn(ordinals, word))
/** 周日 and 周天 are 7. */
export const hanWeekdayOf = (sign: string): number => (sign === '天' ? 7 : '一二三四五六日'.indexOf(sign) + 1)

/** Weekdays in a list of them, in order and once each. */
export const weekdaysIn = (list: string): number[] =>
  [...new Set((list.match(/[a-z]+/g) ?? []).map(weekdayOf).filter((day) => day > 0))].toSorted((a, b) => a - b)

/** A number in digits or words; 二〇二六 is read sign by sign. */
export function amountOf(text: string): number {
  const plain = text.trim()
  if (/^[零〇一二三四五六七八九]{2,4}$/u.test(plain))
    return Number([...plain].map((sign) => '〇一二三四五六七八九'.indexOf(sign.replace('零', '〇'))).join(''))
  return numberIn(plain.replaceAll('〇', '零')) ?? Number.NaN
}

/** The date, or nothing where there is none such. */
export function dateOf(year: number, month: number, day: number): Temporal.PlainDate | undefined {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' })
  } catch {
    return undefined
  }
}

const alike: Readonly<Record<string, string>> = {
  ...{ 兩: '两', 點: '点', 週: '周', 後: '后', 鐘: '钟', 鍾: '钟', 個: '个', 號: '号', 禮: '礼', 從: '从', 內: '内' },
  ...{ '’': "'", '‘': "'", '−': '-', '‐': '-', '‑': '-', '／': '/', '：': ':', '，': ',', '、': ',', '。': '.' },
}

/** The text as patterns read it: sign for sign as long as it was, so that places in it hold for the original. */
export function plainly(text: string): string {
  let plain = ''
  for (const sign of text) {
    const same = Object.hasOwn(alike, sign) ? alike[sign] : undefined
    const folded = same ?? (/\s/u.test(sign) ? ' ' : sign.normalize('NFKC').toLowerCase())
    plain += folded.length === sign.length ? folded : sign
  }
  return plain
}
