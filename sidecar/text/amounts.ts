// Numbers and lengths of time as people write them, in English and Chinese.

const numbers: Readonly<Record<string, number>> = Object.fromEntries(
  'zero one two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, value) => [word, value]),
)
const more: Readonly<Record<string, number>> = {
  ...{ a: 1, an: 1, half: 0.5, fifteen: 15, twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, hundred: 100 },
}
const digits = '零一二三四五六七八九'

/** 三十五, 十二, 两百: up to 999. */
function hanNumber(text: string): number | undefined {
  if (text === '半') return 0.5
  let total = 0
  let last: number | undefined
  for (const sign of text.replaceAll('两', '二')) {
    const digit = digits.indexOf(sign)
    const unit = sign === '十' ? 10 : sign === '百' ? 100 : undefined
    if (digit < 0 && unit === undefined) return undefined
    if (unit === undefined) {
      if (last) return undefined
      last = digit
    } else {
      total += (last ?? 1) * unit
      last = undefined
    }
  }
  return text === '' || text.length > 7 ? undefined : total + (last ?? 0)
}

/** A number in digits or in words. */
export function numberIn(text: string): number | undefined {
  const plain = text.normalize('NFKC').trim().toLowerCase()
  if (/^-?\d{1,15}(\.\d{1,9})?$/.test(plain)) return Number(plain)
  if (Object.hasOwn(numbers, plain)) return numbers[plain]
  if (Object.hasOwn(more, plain)) return more[plain]
  return hanNumber(plain)
}

const units: Readonly<Record<string, number>> = {
  ...{ ms: 1, millisecond: 1, milliseconds: 1, 毫秒: 1 },
  ...{ s: 1000, sec: 1000, secs: 1000, second: 1000, seconds: 1000, 秒: 1000, 秒钟: 1000 },
  ...{ m: 60_000, min: 60_000, mins: 60_000, minute: 60_000, minutes: 60_000, 分: 60_000, 分钟: 60_000 },
  ...{ h: 3_600_000, hr: 3_600_000, hrs: 3_600_000, hour: 3_600_000, hours: 3_600_000, 小时: 3_600_000 },
  ...{ 个小时: 3_600_000, 个钟头: 3_600_000, 钟头: 3_600_000 },
  ...{ d: 86_400_000, day: 86_400_000, days: 86_400_000, 天: 86_400_000 },
}

const piece = /\d+(?:\.\d+)?|[a-z]+|\p{Script=Han}+/gu

/** Chinese words hold a number and its unit together: 十分钟. */
function split(word: string): string[] {
  for (let at = 1; at < word.length; at++)
    if (Object.hasOwn(units, word.slice(at)) && hanNumber(word.slice(0, at)) !== undefined)
      return [word.slice(0, at), word.slice(at)]
  return [word]
}

/** A length of time in milliseconds: "1 hour 30 minutes", "1.5h", "半小时". A number without a unit is none. */
export function durationIn(text: string): number | undefined {
  const plain = text.normalize('NFKC').trim().toLowerCase()
  if (plain.length > 60 || /[^\p{L}\d\s.,]/u.test(plain)) return undefined
  const pieces = [...plain.matchAll(piece)].flatMap(([word]) => split(word)).filter((word) => word !== 'and')
  let total = 0
  let count: number | undefined
  let measured = false
  for (const word of pieces) {
    const unit = Object.hasOwn(units, word) ? units[word] : undefined
    const value = numberIn(word)
    // "half an hour" is half of one hour.
    if (value !== undefined) count = (count ?? 1) * value
    else if (unit === undefined || count === undefined) return undefined
    else {
      total += count * unit
      count = undefined
      measured = true
    }
  }
  return measured && count === undefined ? Math.round(total) : undefined
}
