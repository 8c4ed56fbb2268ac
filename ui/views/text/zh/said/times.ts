// What is wrong with times, tasks and reminders, and what to do about it.
import type { Phrases } from '../../translate.ts'

const exact = {
  'A task without a date can not remind.': '没有日期的任务无法提醒。',
  'Say when it is due.': '请说明截止时间。',
  'List the tasks again.': '请重新列出任务。',
  'A task that repeats needs a date from which it does.': '重复的任务需要一个起始日期。',
  'Say when it is due for the first time.': '请说明第一次的截止时间。',
  'The task would begin after it is due.': '任务的开始晚于截止。',
  'Give both start and due, the start first.': '请同时给出开始和截止，开始在前。',
  'Write it like 2026-11-17T15:00:00+01:00[Europe/Berlin].': '请写成 2026-11-17T15:00:00+01:00[Europe/Berlin] 这样。',
  'The end is said twice.': '结束时间说了两次。',
  'Give end or minutes, not both.': '请只给出 end 或 minutes 之一。',
  'How it repeats is said twice.': '重复方式说了两次。',
  'Leave out repeat, or say it only there.': '请去掉 repeat，或只在那里说明。',
  'That is a length of time, and not when.': '这是一段时长，而不是时间点。',
  'Say from when on, such as in 20 minutes or tomorrow 3pm.': '请说明从何时起，例如“20分钟后”或“明天下午三点”。',
  'Give a time or a date.': '请给出时间或日期。',
  'Of the start and the end, one is a day and one a time.': '开始和结束一个是日期，一个是时间。',
  'Give both as dates, or both as times; or say allDay.': '请都用日期或都用时间，或注明 allDay。',
  'Say it like every Monday.': '请写成“每周一”这样。',
  'Two times are said for it.': '说了两个时刻。',
  'Say the time in `when` only.': '请只在 when 中说明时刻。',
  'A reminder needs one time.': '提醒需要一个时间。',
  'Say when, or before which event.': '请说明时间，或在哪个日程之前。',
  'A reminder before an event repeats with it.': '日程之前的提醒随日程重复。',
  'Leave out the rule.': '请去掉重复规则。',
  'The reminder could not be made.': '无法创建提醒。',
  'That is no number of minutes before an event.': '这不是日程之前的分钟数。',
  'Give 0 to 525600.': '请给出 0 到 525600。',
  'Say a time, such as tomorrow 3pm, next week or 2026-11-17.': '请说明时间，例如“明天下午三点”、“下周”或 2026-11-17。',
}

const patterns: Phrases['patterns'] = [
  [/^There is no task (".*")\.$/, '没有任务 {1}。'],
  [/^(PRIORITY|PERCENT-COMPLETE) can not be (\S+)\.$/, '{1} 不能是 {2}。'],
  [/^Give a whole number from 0 to (\d+)\.$/, '请给出 0 到 {1} 的整数。'],
  [/^(".*") is no time\.$/, '{1} 不是时间。'],
  [/^(".*") is no end\.$/, '{1} 不能作为结束时间。'],
  [/^(".*") does not say how it repeats\.$/, '{1} 没有说明如何重复。'],
  [/^Give one of these: (.+)$/, '请给出其中之一：{1}'],
  [/^Say which: (.+)$/, '请说明是哪一个：{1}'],
]

export const times: Phrases = { exact, patterns }
