// The weekdays that are named in words about time.

const english = /\b(mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?\b\.?/giu
const short = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const chinese = /(?:周|週|星期|礼拜|禮拜)([一二三四五六日天])/gu

/** 1 is Monday. None where they are counted from: "the day after Monday". */
export function weekdaysSaid(words: string): number[] {
  if (words.length > 500 || /\b(?:after|before|since)\b|[之以]?[前后後]/iu.test(words)) return []
  const found = [...words.matchAll(english)].map(([, name = '']) => short.indexOf(name.slice(0, 3).toLowerCase()) + 1)
  const han = [...words.matchAll(chinese)].map(([, sign = '']) =>
    sign === '天' ? 7 : '一二三四五六日'.indexOf(sign) + 1,
  )
  return [...new Set([...found, ...han])]
}
