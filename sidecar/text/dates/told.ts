// What is told about a reading, in both languages: why it is ambiguous, and what was taken for granted.

type Pair = readonly [en: string, zh: string]

const sentences = {
  past: ['This is in the past.', '这个时间已经过去了。'],
  begun: ['This has begun already.', '这段时间已经开始了。'],
  skipped: ['On the first day there is no such time, so it begins later.', '第一天没有这个时间，所以从后面开始。'],
  rolled: ['%1 is over for today, so it is the next day.', '今天的 %1 已经过了，所以是第二天。'],
  rolledWeek: ['That time is over for today, so it is in a week.', '今天的这个时间已经过了，所以是下一周。'],
  included: ['The end is included: %1.', '包含结束日：%1。'],
  hours: ['%1 was taken as %2, by the working hours.', '按工作时间，%1 理解为 %2。'],
  partHours: ['Parts of the day go by the working hours.', '时段按工作时间计算。'],
  small: ['%1 at night is on the next day.', '夜里 %1 是第二天。'],
  order: ['%1 was read as %2 first.', '%1 按“%2在前”理解。'],
  weekEnd: ['The week ends with its last working day.', '一周以最后一个工作日结束。'],
  dayEnd: ['The day ends with the working hours.', '一天以工作时间的结束为止。'],
  twiceEnd: ['%1 comes twice then; the first one was taken.', '那天 %1 会出现两次，取第一次。'],
  here: ['Here that is %1.', '你那里的时间是 %1。'],
  second: ['Read as every two weeks. Otherwise say “the second … of the month”.', '按每两周理解。'],
  whyOrder: ['%1 may have the day or the month first.', '%1 可能日在前，也可能月在前。'],
  whyNext: ['“Next” may be the coming one or the one of next week.', '“下一个”可能是即将到来的，也可能是下周的。'],
  whyThis: [
    'That day of this week is over: it may be that one or the coming one.',
    '本周的那天已经过去：可能是那天，也可能是下一个。',
  ],
  whyLast: ['“Last” may be the latest one or the one of last week.', '“上一个”可能是最近的，也可能是上周的。'],
  whyToday: ['Today is that weekday: it may be today or in a week.', '今天正是这一天：可能是今天，也可能是下周。'],
  whyYear: ['%1 is just over: it may be this year’s or next year’s.', '%1 刚刚过去：可能是今年的，也可能是明年的。'],
  whyNextMonth: ['“Next” may be this year’s or next year’s.', '可能是今年的，也可能是明年的。'],
  whySunday: ['Whether Sunday begins or ends the week is not clear.', '不清楚星期日是一周的开始还是结束。'],
  whyWeekday: ['%1 is not that weekday.', '%1 不是这个星期几。'],
  whyHour: ['%1 may be in the morning or in the evening.', '%1 可能是上午，也可能是下午或晚上。'],
  whyHalf: ['“Half” may be half past or half an hour before.', '“half”可能是过半小时，也可能是差半小时。'],
  whyMidnight: ['Midnight may be the beginning or the end of that day.', '午夜可能是那天的开始，也可能是结束。'],
  whyGap: ['There is no %1: the clocks go forward then.', '没有 %1 这个时间：那时时钟拨快。'],
  whyTwice: ['%1 comes twice: the clocks go back then.', '%1 会出现两次：那时时钟拨慢。'],
  whyZone: ['%1 is the name of several time zones.', '%1 是多个时区的名称。'],
  whySeason: ['%1 is not what the clocks there show at that time of the year.', '%1 不是当地那个季节的时间。'],
  whyZoneDay: ['There it is another day than here.', '那里和这里不是同一天。'],
  whyOrdinal: ['That may be a day of the month, or every so many weeks.', '可能是每月的某一天，也可能是每隔几周。'],
  whyApart: ['That may be with or without the days in between.', '“每隔”可能包含也可能不包含间隔的那一次。'],
  whyOnce: ['That may be once or every month.', '可能是一次，也可能是每个月。'],
  whySeveral: ['Several days are named.', '说了好几天。'],
  whyRange: ['That may be one stretch or the same hours on each day.', '可能是连续的一段，也可能是每天的同一时段。'],
  whyWeeks: ['That may be this week or next week.', '可能是本周，也可能是下周。'],
  noTime: ['There is no time in this.', '这里没有说到时间。'],
  notAll: ['Not all of this is about time: %1', '这些不全是时间：%1'],
  tooLong: ['This is too long to be a time.', '太长了，不像是时间。'],
  noDay: ['There is no such day: %1.', '没有这一天：%1。'],
  noClock: ['There is no such time: %1.', '没有这个时刻：%1。'],
  whyNamed: ['“%1” may be when it is, or a part of what it is called.', '“%1”可能是时间，也可能是名称的一部分。'],
  noSense: ['These times do not fit together.', '这些时间合不到一起。'],
} as const satisfies Record<string, Pair>

export type Sentence = keyof typeof sentences

/** A sentence in the locale, with its gaps filled. */
export function tell(locale: 'en' | 'zh', sentence: Sentence, first = '', second = ''): string {
  const text = sentences[sentence][locale === 'zh' ? 1 : 0]
  return text.replace('%1', () => first).replace('%2', () => second)
}
