// What is told about times, in both languages.

type Pair = readonly [en: string, zh: string]

const sentences = {
  gap: ['There is no %1 in %2: the clocks go forward then.', '%2 没有 %1 这个时间：那时时钟拨快。'],
  twice: ['%1 comes twice in %2: the clocks go back then.', '%2 的 %1 会出现两次：那时时钟拨慢。'],
  offset: ['At %1 the clocks in %2 have another offset than the one given.', '%1 时 %2 的时差与所给的不同。'],
  endBefore: ['It would end before it begins.', '结束早于开始。'],
  weekday: ['%1 is not the weekday that was said.', '%1 不是所说的星期几。'],
  past: ['This is in the past.', '这个时间已经过去了。'],
  pastRule: ['The last of these is in the past.', '最后一次也已经过去了。'],
  conflict: ['At the same time: %1 (%2).', '同一时间已有：%1（%2）。'],
  maybe: ['At the same time, perhaps: %1 (%2).', '同一时间可能有：%1（%2）。'],
  night: ['For %1 that is %2, in the night.', '对 %1 来说是 %2，正是夜里。'],
  ownNight: ['That is at %1, in the night.', '那是夜里 %1。'],
  long: ['It is longer than a day: %1.', '超过一天：%1。'],
  far: ['That is %1 years from now.', '那是 %1 年以后。'],
  skipsMonths: ['Months without a %1 are skipped, %2 first.', '没有 %1 日的月份会跳过，首先是 %2。'],
  skipsYears: ['It happens only in leap years; the next one after the first is %1.', '只在闰年发生；首次之后是 %1。'],
  skipsFifth: ['Months without such a day are skipped, %1 first.', '没有这一天的月份会跳过，首先是 %1。'],
  skipsGap: ['On %1 there is no such time: it will be an hour later then.', '%1 没有这个时间：那次会顺延。'],
  never: ['This never happens again after the first time.', '首次之后不会再发生。'],
  earlier: ['the earlier one, %1', '较早的，%1'],
  later: ['the later one, %1', '较晚的，%1'],
  nextDay: ['it ends on the next day, %1', '第二天结束，%1'],
  swapped: ['the other way round, %1', '前后对调，%1'],
  asDated: ['as dated, %1', '按日期，%1'],
  asDay: ['by the weekday, %1', '按星期几，%1'],
  hourLong: ['No end was said: it takes an hour.', '没有说结束时间：按一小时算。'],
  movedFirst: ['The first one is on %1.', '第一次是 %1。'],
  twiceEnd: ['%1 comes twice then; the first one was taken.', '那时 %1 会出现两次，取第一次。'],
  oneDay: ['An end is the day after the last one; it was read as one day.', '结束日应为最后一天的次日；按一天理解。'],
  notTaken: ['“%1” was not understood as a part of the time.', '“%1”没有被理解为时间的一部分。'],
  overnight: ['“%1” would end on the next day, %2 hours later.', '“%1”要到第二天才结束，共 %2 小时。'],
  you: ['you', '你'],
} as const satisfies Record<string, Pair>

export type Sentence = keyof typeof sentences

/** A sentence in a language, with its gaps filled. */
export function tell(language: 'en' | 'zh', sentence: Sentence, first = '', second = ''): string {
  const text = sentences[sentence][language === 'zh' ? 1 : 0]
  return text.replaceAll(/%[12]/g, (gap) => (gap === '%1' ? first : second))
}
