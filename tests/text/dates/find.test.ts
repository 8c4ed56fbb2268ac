import { describe, expect, test } from 'vitest'
import { findWhen } from '../../../sidecar/text/dates/read.ts'
import { berlin, brief, shanghai } from './brief.ts'

describe('[dates.find] in an English sentence', () => {
  test.each([
    [
      'lunch with Ana next Tue 12-1pm at Cafe Sol',
      '2026-11-17T12:00/2026-11-17T13:00 | 2026-11-24T12:00/2026-11-24T13:00',
      'lunch with Ana at Cafe Sol',
    ],
    ['call mum tomorrow at 5', '2026-11-17T17:00 *', 'call mum'],
    ['Dentist 20 Nov 15:00 for 45 minutes', '2026-11-20T15:00/2026-11-20T15:45', 'Dentist'],
    [
      'standup every weekday at 9:30 with the team',
      '2026-11-17T09:30 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
      'standup with the team',
    ],
    ['pay rent on the 1st every month', '2026-12-01 FREQ=MONTHLY;BYMONTHDAY=1', 'pay rent'],
    ['submit report by Friday', 'by 2026-11-20', 'submit report'],
    ['lunch tomorrow with Ana at 3pm', '2026-11-17T15:00', 'lunch with Ana'],
    ['remind me in 20 minutes to stretch', '2026-11-16T10:20', 'remind me to stretch'],
    ["tomorrow's meeting with Bob", '2026-11-17', 'meeting with Bob'],
    ['read "Tuesday with Morrie" on Friday', '2026-11-20', 'read "Tuesday with Morrie"'],
    ['buy 3 apples tomorrow', '2026-11-17', 'buy 3 apples'],
    ['meet at 7 Main Street tomorrow', '2026-11-17', 'meet at 7 Main Street'],
    ['Fly to Paris on 3 March from gate 7', '2027-03-03', 'Fly to Paris from gate 7'],
    ['Team Lunch, 2026-12-01 12:00', '2026-12-01T12:00', 'Team Lunch'],
    ['call 192.168.1.20 today', '2026-11-16', 'call 192.168.1.20'],
    ['ring 030 555-12-34 tomorrow', '2026-11-17', 'ring 030 555-12-34'],
    ['gym Mondays and Thursdays 18:00-19:00', '2026-11-16T18:00/2026-11-16T19:00 FREQ=WEEKLY;BYDAY=MO,TH', 'gym'],
    ['flight 3pm Tokyo time tomorrow', '2026-11-17T15:00+09:00[Asia/Tokyo] *', 'flight'],
    ['holiday from 20 Dec to 3 Jan in Rome', '~2026-12-20/2027-01-04', 'holiday in Rome'],
    ['Christmas party 2026-12-18 18:00', '2026-12-18T18:00', 'Christmas party'],
    ['Review Q4 2026 friday 3pm', '2026-11-20T15:00', 'Review Q4 2026'],
    ['Christmas lunch', '2026-12-25', 'lunch'],
    ['water the plants every 3 days', '2026-11-16 FREQ=DAILY;INTERVAL=3', 'water the plants'],
  ])('%s', (text, meaning, rest) => {
    const found = findWhen(text, berlin)
    expect([brief(found.when, berlin.zone), found.rest]).toEqual([meaning, rest])
  })

  test.each([
    'he sat in the sun',
    'we may march',
    'a second opinion',
    'version 2.0',
    'buy milk',
    'chapter 3 to 5',
    'lunch 12-1',
    'dinner sat 7',
    '',
  ])('%j has none', (text) =>
    expect(findWhen(text, berlin)).toMatchObject({ when: { kind: 'none' }, words: '', rest: text }),
  )
})

describe('[dates.find] in a Chinese sentence', () => {
  test.each([
    ['明天下午三点和李雷开会', '2026-11-19T15:00', '和李雷开会'],
    ['下周三上午十点在会议室讨论预算', '2026-11-25T10:00', '在会议室讨论预算'],
    ['提醒我半小时后喝水', '2026-11-18T10:00', '提醒我喝水'],
    ['周五之前交报告', 'before 2026-11-20', '交报告'],
    ['每周一早上九点例会', '2026-11-23T09:00 FREQ=WEEKLY;BYDAY=MO', '例会'],
    ['后天晚上和妈妈吃饭', '~2026-11-20T17:00/2026-11-21T00:00 *', '和妈妈吃饭'],
    ['11月20日14:00看牙医，时长45分钟', '2026-11-20T14:00/2026-11-20T14:45', '看牙医'],
    ['和Ana明天3pm开会', '2026-11-19T15:00', '和Ana开会'],
    ['《明天会更好》周五重看', '2026-11-20', '《明天会更好》重看'],
    ['11月20日年会', '2026-11-20', '年会'],
    ['11月20 14:00开会', '2026-11-20T14:00', '开会'],
    ['每隔一个周一9点例会', '2026-11-23T09:00 FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', '例会'],
    ['下周二3到4点和小王吃饭', '2026-11-24T15:00/2026-11-24T16:00 *', '和小王吃饭'],
    ['每月15号交房租', '2026-12-15 FREQ=MONTHLY;BYMONTHDAY=15', '交房租'],
  ])('%s', (text, meaning, rest) => {
    const found = findWhen(text, shanghai)
    expect([brief(found.when, shanghai.zone), found.rest]).toEqual([meaning, rest])
  })

  test.each(['早一点睡', '我有两点建议', '买牛奶'])('%s has none', (text) =>
    expect(findWhen(text, shanghai)).toMatchObject({ when: { kind: 'none' }, rest: text }),
  )
})
