// What the sidecar tells about the times of an event, where it speaks English and the window does not.
import type { Phrases } from '../../translate.ts'

const exact = {
  'It would end before it begins.': '结束早于开始。',
  'This is in the past.': '这个时间已经过去了。',
  'The last of these is in the past.': '最后一次也已经过去了。',
  'This never happens again after the first time.': '首次之后不会再发生。',
  'No end was said: it takes an hour.': '没有说结束时间：按一小时算。',
  'An end is the day after the last one; it was read as one day.': '结束日应为最后一天的次日；按一天理解。',
  'Say another time.': '请换一个时间。',
}

const patterns: Phrases['patterns'] = [
  [/^There is no (.+) in (\S+): the clocks go forward then\.$/, '{2} 没有 {1} 这个时间：那时时钟拨快。'],
  [/^(.+) comes twice in (\S+): the clocks go back then\.$/, '{2} 的 {1} 会出现两次：那时时钟拨慢。'],
  [/^At (.+) the clocks in (\S+) have another offset than the one given\.$/, '{1} 时 {2} 的时差与所给的不同。'],
  [/^(.+) is not the weekday that was said\.$/, '{1} 不是所说的星期几。'],
  [/^At the same time: (.+) \((.+)\)\.$/s, '同一时间已有：{1}（{2}）。'],
  [/^At the same time, perhaps: (.+) \((.+)\)\.$/s, '同一时间可能有：{1}（{2}）。'],
  [/^For (.+) that is (.+), in the night\.$/, '对 {1} 来说是 {2}，正是夜里。'],
  [/^That is at (.+), in the night\.$/, '那是夜里 {1}。'],
  [/^It is longer than a day: (.+)\.$/, '超过一天：{1}。'],
  [/^That is (.+) years from now\.$/, '那是 {1} 年以后。'],
  [/^Months without a (.+) are skipped, (.+) first\.$/, '没有 {1} 日的月份会跳过，首先是 {2}。'],
  [/^It happens only in leap years; the next one after the first is (.+)\.$/, '只在闰年发生；首次之后是 {1}。'],
  [/^Months without such a day are skipped, (.+) first\.$/, '没有这一天的月份会跳过，首先是 {1}。'],
  [/^On (.+) there is no such time: it will be an hour later then\.$/, '{1} 没有这个时间：那次会顺延。'],
  [/^The first one is on (.+)\.$/, '第一次是 {1}。'],
  [/^(.+) comes twice then; the first one was taken\.$/, '那时 {1} 会出现两次，取第一次。'],
]

export const moments: Phrases = { exact, patterns }
