// Numbers as values, however they are written.

/** Whether a value is a number and nothing else. */
export const isSum = (value: string): boolean => /^[-+]?\d[\d,.' ]*$/u.test(value.trim())

/** A number as a value: thousands and decimals in either spelling. */
export function sumOf(text: string): number {
  const bare = text.replace(/[\s'’+-]/gu, '')
  const decimals = /[.,](\d+)$/u.exec(bare)?.[1] ?? ''
  const separators = new Set(bare.match(/[.,]/gu) ?? [])
  // A lone "1,200" or "1.200" is read as thousands where it stands in a text; both readings are kept there.
  const isGrouped = decimals.length === 3 && separators.size === 1 && /^[1-9]\d{0,2}(?:[.,]\d{3})+$/u.test(bare)
  const hasDecimals = decimals !== '' && !isGrouped
  const whole = (hasDecimals ? bare.slice(0, -decimals.length - 1) : bare).replace(/[.,]/gu, '')
  return Number(`${whole}.${hasDecimals ? decimals : '0'}`)
}

const written = /\d{1,3}(?:([,.'’ ])\d{3})(?:\1\d{3}){0,8}(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?/gu

/** All numbers in a text, each in every reading: "1.200" is 1200 and 1.2. Spaces between thousands count where `loose`. */
export function sumsIn(text: string, loose = false): number[] {
  const found: number[] = []
  for (const { 0: match, 1: separator, index } of text.matchAll(written)) {
    if (separator === ' ') {
      if (loose) found.push(sumOf(match))
      found.push(...match.split(' ').map(sumOf))
      continue
    }
    const times = /^\s?k\b/iu.test(text.slice(index + match.length, index + match.length + 3)) ? 1000 : 1
    found.push(sumOf(match) * times)
    if (separator === '.' || separator === ',') found.push(Number(match.replace(',', '.')) * times)
  }
  return [...found.filter(Number.isFinite), ...sumsInWords(text)]
}

const small: Readonly<Record<string, number>> = {
  ...{
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
  },
  ...{ thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17, eighteen: 18, nineteen: 19 },
  ...{ twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90 },
}
const large: Readonly<Record<string, number>> = { hundred: 100, thousand: 1000, million: 1_000_000, billion: 1e9 }
const word = [...Object.keys(small), ...Object.keys(large)].join('|')
const inWords = new RegExp(String.raw`\b(?:${word})(?:(?:[\s-]+|\s+and\s+)(?:${word}))*\b`, 'giu')

/** Numbers that are written out: "five thousand". */
export const sumsInWords = (text: string): number[] => [...text.matchAll(inWords)].map(([match]) => wordsAsSum(match))

/** The shape of a number that is written out, for shapes that hold one. */
export const numberWords = String.raw`(?:${word})(?:(?:[\s-]|\sand\s)(?:${word})){0,12}`

function wordsAsSum(text: string): number {
  let sum = 0
  let part = 0
  for (const name of text.toLowerCase().split(/[\s-]+/u)) {
    const scale = large[name]
    if (scale === undefined) part += small[name] ?? 0
    else if (scale === 100) part = (part || 1) * 100
    else {
      sum += (part || 1) * scale
      part = 0
    }
  }
  return sum + part
}
