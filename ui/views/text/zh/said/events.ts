// What is wrong with an event that is to be written or changed, and what to do about it.
import type { Phrases } from '../../translate.ts'

const exact = {
  'Write 2026-11-17T15:00:00+01:00[Europe/Berlin], 2026-11-17T15:00:00 (wherever one is) or 2026-11-17 (a whole day).':
    '请写成 2026-11-17T15:00:00+01:00[Europe/Berlin]、2026-11-17T15:00:00（当地时间）或 2026-11-17（全天）。',
  'The start and the end are not of one kind.': '开始和结束的类型不一致。',
  'Give both as days, both with a zone, or both without.': '请都用日期、都带时区，或都不带时区。',
  'The end is not after the start.': '结束不晚于开始。',
  'The end of whole days is the day after the last.': '全天日程的结束日期是最后一天的次日。',
  'Give an end that comes later.': '请给出更晚的结束时间。',
  'Put it into a note or a file, and the name of that into the event.': '请把它写进笔记或文件，并在日程中写明其名称。',
  'The UID can not be used.': '这个 UID 不能使用。',
  'Use up to 500 letters, digits and hyphens.': '请使用最多 500 个字母、数字和连字符。',
  'Give attendees as name@example.org.': '请把参与者写成 name@example.org 这样。',
  'Use a word of RFC 5545.': '请使用 RFC 5545 中的词。',
  'The alarm is too far from the start.': '提醒离开始时间太远。',
  'Give minutes before the start.': '请给出开始前的分钟数。',
  'The rule is not understood.': '无法理解重复规则。',
  'A rule looks like FREQ=WEEKLY;BYDAY=MO;COUNT=10.': '规则的写法如 FREQ=WEEKLY;BYDAY=MO;COUNT=10。',
  'The rule has two ends.': '规则有两个结束条件。',
  'Give COUNT or UNTIL.': '请只给出 COUNT 或 UNTIL 之一。',
  'The start is not one of the times of the rule.': '开始时间不在规则之内。',
  'The rule has no time at all from that start on; give another rule or start.':
    '从该开始时间起规则没有任何一次；请换一条规则或开始时间。',
  'Give the new rule together with the start, or change only one of them.':
    '请同时给出新规则和开始时间，或只更改其中一次。',
  'The clock shows that time twice on that day, and a series can only begin with the first of them.':
    '那天的时钟会两次显示该时间，系列只能从第一次开始。',
  'Begin the series on another day.': '请从另一天开始该系列。',
  'The series has a rule of exceptions (EXRULE), which can not be moved to another day.':
    '该系列含有例外规则（EXRULE），无法移到另一天。',
  'Change only one of them, or make a new series.': '请只更改其中一次，或新建一个系列。',
  'The series can not be split there: that time is an extra one, or the series has more than one rule.':
    '无法在此处拆分系列：该时间是额外添加的，或系列有多条规则。',
  'Change only this occurrence, or all of them.': '请只更改这一次，或全部更改。',
  'One occurrence alone has no rule of its own.': '单独一次没有自己的重复规则。',
  'Use the scope "following" or "all" to change how the event repeats.':
    '要更改重复方式，请使用范围 “following” 或 “all”。',
  'The event repeats, and it is not said which one is meant.': '该日程会重复，但没有说明是哪一次。',
  'Give its recurrenceId, or the scope "all".': '请给出它的 recurrenceId，或使用范围 “all”。',
  'Give the recurrenceId of one that is listed.': '请给出列表中某一次的 recurrenceId。',
  'Search for the event again.': '请重新搜索该日程。',
  'There is no event at all in it.': '其中没有任何日程。',
  'Take the uid from a search.': '请从搜索结果中取 uid。',
  'An invitation needs somebody who invites and somebody who is invited.': '邀请需要邀请人和受邀人。',
  'Give the event an organizer and attendees.': '请为日程指定组织者和参与者。',
}

const patterns: Phrases['patterns'] = [
  [/^(".*") is no time that a calendar can keep\.$/, '{1} 不是日历能保存的时间。'],
  [
    /^A text of the event has (\d+) characters; at most (\d+) are kept\.$/,
    '日程的一段文字有 {1} 个字符，最多保存 {2} 个。',
  ],
  [/^(".*") is no mail address\.$/, '{1} 不是邮件地址。'],
  [/^(".*") is no answer to an invitation\.$/, '{1} 不是对邀请的答复。'],
  [/^(".*") is no role\.$/, '{1} 不是参与者的角色。'],
  [/^The rule ends at (".*"), which is no time\.$/, '规则在 {1} 结束，而那不是时间。'],
  [/^The rule has (".*"), which means nothing\.$/, '规则中有 {1}，没有意义。'],
  [
    /^The first time of the rule is on (\S+); start there, or give another rule\.$/,
    '规则的第一次在 {1}；请从那天开始，或换一条规则。',
  ],
  [
    /^It is not clear on which days the series would be then: it repeats by (.*)\.$/,
    '不清楚该系列之后会在哪些日子：它按 {1} 重复。',
  ],
  [/^There is no event with the UID (".*")\.$/, '没有 UID 为 {1} 的日程。'],
  [/^There are: (.+)\.$/, '有：{1}。'],
  [/^The nearest are (.+)\.$/, '最近的是 {1}。'],
  [/^The first is (\S+)\.$/, '第一次是 {1}。'],
  [/^The event does not happen at (".*")\.$/, '该日程没有 {1} 这一次。'],
  [/^The event happens (\d+) times on that day\.$/, '该日程那天有 {1} 次。'],
  [/^Say which: (.+)\.$/, '请说明是哪一个：{1}。'],
]

export const events: Phrases = { exact, patterns }
