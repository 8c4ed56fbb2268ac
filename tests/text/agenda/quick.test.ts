import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type LineOptions, type Reading, understandLine } from '../../../sidecar/text/agenda/quick.ts'
import { newReminder } from '../../../sidecar/text/agenda/remind.ts'
import { resolveWhen } from '../../../sidecar/text/agenda/safety.ts'
import { newTask, tasksIn } from '../../../sidecar/text/agenda/tasks.ts'
import type { Preferences } from '../../../sidecar/text/agenda/types.ts'
import { parseCalendar } from '../../../sidecar/text/ical/document.ts'

const en: Preferences = {
  zone: 'Europe/Berlin',
  workingHours: { from: '09:00', to: '17:00', days: [1, 2, 3, 4, 5] },
  weekStart: 1,
  language: 'en',
  me: [],
}
const zh: Preferences = { ...en, zone: 'Asia/Shanghai', language: 'zh' }
/** Monday 16 November 2026, ten in Berlin and five in Shanghai. */
const now = Date.parse('2026-11-16T09:00:00.123Z')

const read = (text: string, as: LineOptions['as'], preferences: Preferences) =>
  understandLine(text, { as, now, preferences })

const short = (value: unknown) =>
  typeof value === 'string' ? value.replace(/:00[+-]\d\d:\d\d\[(?:Europe\/Berlin|Asia\/Shanghai)\]$/, '') : value

/** The input as one short line: `title | when/end | repeat | the rest`. */
const brief = ({ choices }: Reading) =>
  choices.map(({ input }) => {
    const { title, text, when, end, due, start, repeat, ...rest } = input
    const time = when ?? due ?? (start === undefined ? undefined : `from ${start}`)
    return [
      title ?? text,
      ...(time === undefined ? [] : [`${short(time)}${end === undefined ? '' : `/${short(end)}`}`]),
      ...(repeat === undefined ? [] : [repeat]),
      ...(Object.keys(rest).length === 0 ? [] : [JSON.stringify(rest)]),
    ].join(' | ')
  })

describe('[agenda.line] a line becomes an event', () => {
  test.each([
    [
      "lunch with Ana tomorrow 12-1 at Luigi's #work",
      'lunch with Ana | 2026-11-17T12:00/2026-11-17T13:00 | {"location":"Luigi\'s","tags":["work"]}',
    ],
    [
      'dentist fri 3pm for 45 min @Praxis_Nord',
      'dentist | 2026-11-20T15:00/2026-11-20T15:45 | {"location":"Praxis Nord"}',
    ],
    [
      'dentist fri 3pm @"Praxis am Ring 5"',
      'dentist | 2026-11-20T15:00/2026-11-20T16:00 | {"location":"Praxis am Ring 5"}',
    ],
    [
      'standup every weekday at 9:30 in Room 2 with the team',
      'standup with the team | 2026-11-17T09:30/2026-11-17T10:30 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR | {"location":"Room 2"}',
    ],
    ['holiday from 20 Dec to 3 Jan in Rome', 'holiday in Rome | 2026-12-20/2027-01-04'],
    ["lunch at Luigi's with Ana tomorrow", 'lunch with Ana | 2026-11-17/2026-11-18 | {"location":"Luigi\'s"}'],
    ['meet at 7 Main Street tomorrow 18:00', 'meet | 2026-11-17T18:00/2026-11-17T19:00 | {"location":"7 Main Street"}'],
    ['look at Picasso tomorrow 10:00', 'look at Picasso | 2026-11-17T10:00/2026-11-17T11:00'],
    ['wine tasting at Friday noon', 'wine tasting | 2026-11-20T12:00/2026-11-20T13:00'],
    ['dinner at home tomorrow 7pm', 'dinner | 2026-11-17T19:00/2026-11-17T20:00 | {"location":"home"}'],
    ['review issue #3 tomorrow 3pm', 'review issue #3 | 2026-11-17T15:00/2026-11-17T16:00'],
    ['team @3pm tomorrow', 'team | 2026-11-17T15:00/2026-11-17T16:00'],
    ['mail ana@example.org tomorrow 3pm', 'mail ana@example.org | 2026-11-17T15:00/2026-11-17T16:00'],
    [
      'yoga every Monday 18:00-19:00 until 1 March',
      'yoga | 2026-11-16T18:00/2026-11-16T19:00 | FREQ=WEEKLY;BYDAY=MO;UNTIL=20270301T225959Z',
    ],
    [
      'concert "Tomorrow #never @home" Friday 20:00',
      'concert "Tomorrow #never @home" | 2026-11-20T20:00/2026-11-20T21:00',
    ],
    [
      'flight 3pm Tokyo time tomorrow',
      'flight | 2026-11-17T15:00:00+09:00[Asia/Tokyo]/2026-11-17T16:00:00+09:00[Asia/Tokyo]',
    ],
    ['Fair 1 Dec #a #b #a', 'Fair | 2026-12-01/2026-12-02 | {"tags":["a","b"]}'],
    ['event: Fair, 1 Dec', 'Fair | 2026-12-01/2026-12-02'],
    ['focus tomorrow morning', 'focus | 2026-11-17T09:00/2026-11-17T12:00'],
    ['sprint next week', 'sprint | 2026-11-23/2026-11-30'],
    ['party Friday 10pm-2am', 'party | 2026-11-20T22:00/2026-11-21T02:00'],
    // A named day, quarter or year beside a day is a part of what it is called.
    ['Christmas party 2026-12-18 18:00', 'Christmas party | 2026-12-18T18:00/2026-12-18T19:00'],
    ['Christmas party thursday 6pm', 'Christmas party | 2026-11-19T18:00/2026-11-19T19:00'],
    [
      'Christmas choir every Monday 18:00',
      'Christmas choir | 2026-11-16T18:00/2026-11-16T19:00 | FREQ=WEEKLY;BYDAY=MO',
    ],
    ['Christmas shopping in 20 minutes', 'Christmas shopping | 2026-11-16T10:20/2026-11-16T11:20'],
    ['New year 2027 party 2026-12-31 21:00', 'New year 2027 party | 2026-12-31T21:00/2026-12-31T22:00'],
    ['Review Q4 2026 friday 3pm', 'Review Q4 2026 | 2026-11-20T15:00/2026-11-20T16:00'],
    ['Q4 review friday 3pm', 'Q4 review | 2026-11-20T15:00/2026-11-20T16:00'],
    ['March 2027 budget tomorrow 10:00', 'March 2027 budget | 2026-11-17T10:00/2026-11-17T11:00'],
    ['Xmas 2026-12-25', 'Xmas | 2026-12-25/2026-12-26'],
    ['Next year thing 2027-05-05 10:00', 'Next year thing | 2027-05-05T10:00/2027-05-05T11:00'],
    ['Christmas party', 'party | 2026-12-25/2026-12-26'],
    ['party at Christmas 18:00', 'party | 2026-12-25T18:00/2026-12-25T19:00'],
    ['offsite 20 December next year', 'offsite | 2027-12-20/2027-12-21'],
    [
      'yoga every Monday 18:00 with Ana until Christmas',
      'yoga with Ana | 2026-11-16T18:00/2026-11-16T19:00 | FREQ=WEEKLY;BYDAY=MO;UNTIL=20261225T225959Z',
    ],
    ['summer 2027 offsite from 3 to 5 may 2027', 'summer 2027 offsite | 2027-05-03/2027-05-06'],
    ['lunch 12-1', 'lunch | 2026-11-16T12:00/2026-11-16T13:00'],
    ['lunch 12-1 with Ana', 'lunch with Ana | 2026-11-16T12:00/2026-11-16T13:00'],
    ['coffee 9:30-10', 'coffee | 2026-11-17T09:30/2026-11-17T10:00'],
    ['meet "25:00" tomorrow', 'meet "25:00" | 2026-11-17/2026-11-18'],
    ['split it 50:50 tomorrow', 'split it 50:50 | 2026-11-17/2026-11-18'],
  ])('%s', (text, meaning) => {
    const found = read(text, 'event', en)
    expect([found.state, ...brief(found)]).toEqual(['clear', meaning])
    expect(found.choices[0]?.tool).toBe('calendar_create')
  })

  test.each([
    ['明天下午三点和李雷开会 #工作', '和李雷开会 | 2026-11-17T15:00/2026-11-17T16:00 | {"tags":["工作"]}'],
    ['下周三上午十点在会议室讨论预算', '讨论预算 | 2026-11-25T10:00/2026-11-25T11:00 | {"location":"会议室"}'],
    ['后天晚上七点在妈妈家吃饭', '吃饭 | 2026-11-18T19:00/2026-11-18T20:00 | {"location":"妈妈家"}'],
    ['明天上午十点在国家博物馆看展览', '看展览 | 2026-11-17T10:00/2026-11-17T11:00 | {"location":"国家博物馆"}'],
    ['每周一早上九点例会', '例会 | 2026-11-23T09:00/2026-11-23T10:00 | FREQ=WEEKLY;BYDAY=MO'],
    ['周五看牙医 @北京医院', '看牙医 | 2026-11-20/2026-11-21 | {"location":"北京医院"}'],
    ['明天中午12点到1点和Ana吃饭', '和Ana吃饭 | 2026-11-17T12:00/2026-11-17T13:00'],
    ['日程：11月20日年会', '年会 | 2026-11-20/2026-11-21'],
    ['明天下午三点在线开会', '在线开会 | 2026-11-17T15:00/2026-11-17T16:00'],
    ['每周一9点例会', '例会 | 2026-11-23T09:00/2026-11-23T10:00 | FREQ=WEEKLY;BYDAY=MO'],
    ['每周一和周三9点例会', '例会 | 2026-11-18T09:00/2026-11-18T10:00 | FREQ=WEEKLY;BYDAY=MO,WE'],
    ['每隔一个周一 9点 例会', '例会 | 2026-11-23T09:00/2026-11-23T10:00 | FREQ=WEEKLY;INTERVAL=2;BYDAY=MO'],
    ['下周二 3-4点 和小王吃饭', '和小王吃饭 | 2026-11-24T15:00/2026-11-24T16:00'],
    ['明天上午十点到十一点半开会', '开会 | 2026-11-17T10:00/2026-11-17T11:30'],
    ['圣诞聚会 2026-12-18 18:00', '圣诞聚会 | 2026-12-18T18:00/2026-12-18T19:00'],
  ])('%s', (text, meaning) => {
    const found = read(text, 'event', zh)
    expect([found.state, ...brief(found)]).toEqual(['clear', meaning])
  })

  test('which says what it understood', () => {
    const [event] = read("lunch with Ana tomorrow at noon at Luigi's #work", 'event', en).choices
    expect(event).toMatchObject({
      says: "lunch with Ana · Tuesday 17 November 2026, 12:00–13:00 · at Luigi's · #work",
      start: '2026-11-17T12:00:00+01:00[Europe/Berlin]',
      end: '2026-11-17T13:00:00+01:00[Europe/Berlin]',
      allDay: false,
    })
    expect(event?.notes).toContain('No end was said: it takes an hour.')
    expect(read('明天下午三点开会 @公司', 'event', zh).choices[0]?.says).toBe(
      '开会 · 2026年11月17日星期二 15:00–16:00 · 地点：公司',
    )
    expect(
      understandLine('x tomorrow', { as: 'event', now, preferences: en, calendar: 'work' }).choices[0]?.input,
    ).toMatchObject({ calendar: 'work' })
  })

  test('or several, with why', () => {
    const found = read('call mum next tue 5pm', 'event', en)
    expect([found.state, found.why, ...brief(found)]).toEqual([
      'ambiguous',
      '“Next” may be the coming one or the one of next week.',
      'call mum | 2026-11-17T17:00/2026-11-17T18:00',
      'call mum | 2026-11-24T17:00/2026-11-24T18:00',
    ])
  })

  test('also where a name may be a day, and in the evening first where it is dinner', () => {
    const named = read('Christmas party friday 6pm', 'event', en)
    expect([named.state, named.why, ...brief(named)]).toEqual([
      'ambiguous',
      '“Christmas” may be when it is, or a part of what it is called.',
      'Christmas party | 2026-11-20T18:00/2026-11-20T19:00',
      'party | 2026-12-25T18:00/2026-12-25T19:00',
    ])
    expect(brief(read('dinner sat 7', 'event', en))).toEqual([
      'dinner | 2026-11-21T19:00/2026-11-21T20:00',
      'dinner | 2026-11-21T07:00/2026-11-21T08:00',
    ])
    expect(brief(read('run sat 7', 'event', en))[0]).toBe('run | 2026-11-21T07:00/2026-11-21T08:00')
  })

  test('which tells apart the hours that a clock shows twice', () => {
    const says = (text: string, as: LineOptions['as']) => read(text, as, en).choices.map((choice) => choice.says)
    expect(says('call 31 October 2027 02:30', 'event')).toEqual([
      'call · Sunday 31 October 2027, 02:30 (UTC+02:00) – 02:30 (UTC+01:00)',
      'call · Sunday 31 October 2027, 02:30–03:30 (UTC+01:00)',
    ])
    expect(says('call 31 October 2027 02:30', 'reminder')).toEqual([
      'call · Sunday 31 October 2027, 02:30 (UTC+02:00)',
      'call · Sunday 31 October 2027, 02:30 (UTC+01:00)',
    ])
  })

  test.each([
    ['meet tomorrow 25:00', 'event', 'There is no such time: 25:00.'],
    ['meet tomorrow 10:75', 'event', 'There is no such time: 10:75.'],
    ['meet tomorrow at 60:00', 'event', 'There is no such time: 60:00.'],
    ['Dinner 13pm tomorrow', 'event', 'There is no such time: 13pm.'],
    ['do it 30 february 10am', 'event', 'There is no such day: 30 february.'],
    ['do it 30 february 10', 'event', 'There is no such day: 30 february.'],
    ['do it june 31st 10am', 'event', 'There is no such day: june 31st.'],
    ['do it by 30 february', 'task', 'There is no such day: 30 february.'],
    ['do it 29 feb 2027', 'task', 'There is no such day: 29 feb 2027.'],
    ['do it 2026-02-30 10:00', 'event', 'There is no such day: 2026-02-30.'],
    ['do it 31.11.2026', 'task', 'There is no such day: 31.11.2026.'],
    ['tea at 25:00', 'reminder', 'There is no such time: 25:00.'],
  ] as const)('or says of %j that there is no such time', (text, as, why) =>
    expect(read(text, as, en)).toEqual({
      ...{ state: 'incomplete', choices: [] },
      why: `${why} Put it in quotes if it is a part of the name.`,
    }),
  )

  test.each([
    ['2月30日开会', '没有这一天：2月30日。'],
    ['明天25点开会', '没有这个时刻：25点。'],
  ])('or says of %j in Chinese', (text, why) =>
    expect(read(text, 'event', zh)).toEqual({
      ...{ state: 'incomplete', choices: [] },
      why: `${why}若是名称的一部分，请加引号。`,
    }),
  )

  test.each([
    ['party', 'Say when it is.'],
    ['he sat 7 hours', 'Say when it is.'],
    ['meeting 30 minutes', 'Say when it is.'],
    ['tomorrow 3pm', 'Say what it is.'],
    ['#work tomorrow', 'Say what it is.'],
    ['', 'Say what it is.'],
    ['   ', 'Say what it is.'],
    ['x'.repeat(600), 'The line is too long.'],
  ])('or asks for what is missing in %j', (text, why) =>
    expect(read(text, 'event', en)).toEqual({ state: 'incomplete', choices: [], why }),
  )
})

describe('[agenda.line] a line becomes a task', () => {
  test.each([
    ['buy milk', 'buy milk'],
    ['buy milk by friday #home !2', 'buy milk | 2026-11-20 | {"priority":2,"tags":["home"]}'],
    ['water the plants every Sunday !low', 'water the plants | 2026-11-22 | FREQ=WEEKLY;BYDAY=SU | {"priority":9}'],
    ['pay rent on the 1st every month', 'pay rent | 2026-12-01 | FREQ=MONTHLY;BYMONTHDAY=1'],
    ['call Bob tomorrow 3pm', 'call Bob | 2026-11-17T15:00'],
    ['buy milk tomorrow 3-4pm', 'buy milk | 2026-11-17T16:00'],
    ['submit report before friday', 'submit report | 2026-11-19'],
    ['submit report before friday 5pm', 'submit report | 2026-11-20T17:00'],
    ['write thesis next week', 'write thesis | 2026-11-29'],
    ['start project after friday', 'start project | from 2026-11-21'],
    ['todo: clean desk due tomorrow !high', 'clean desk | 2026-11-17 | {"priority":1}'],
    ['read 20 minutes', 'read 20 minutes'],
    ['read pages 12-14', 'read pages 12-14'],
    ['Christmas cards by 10 December', 'Christmas cards | 2026-12-10'],
    ['gifts before Christmas', 'gifts | 2026-12-24'],
    ['Route 66 may be closed', 'Route 66 may be closed'],
    ['split 50:50 with Ana', 'split 50:50 with Ana'],
    ['ask what it is for', 'ask what it is for'],
    ['say hi! to Bob!', 'say hi! to Bob!'],
    ['email bob@example.org', 'email bob@example.org'],
  ])('%s', (text, meaning) => {
    const found = read(text, 'task', en)
    expect([found.state, ...brief(found)]).toEqual(['clear', meaning])
  })

  test.each([
    ['买牛奶', '买牛奶'],
    ['周五之前交报告 !高', '交报告 | 2026-11-19 | {"priority":1}'],
    ['最晚周五交报告', '交报告 | 2026-11-20'],
    ['每月15号交房租', '交房租 | 2026-12-15 | FREQ=MONTHLY;BYMONTHDAY=15'],
    ['待办：明天买菜#家', '买菜 | 2026-11-17 | {"tags":["家"]}'],
  ])('%s', (text, meaning) => {
    const found = read(text, 'task', zh)
    expect([found.state, ...brief(found)]).toEqual(['clear', meaning])
  })

  test('which says what it understood', () => {
    expect(read('buy milk by friday #home !2', 'task', en).choices[0]?.says).toBe(
      'buy milk · due Friday 20 November 2026 · priority 2 · #home',
    )
    expect(read('明天买菜 !3', 'task', zh).choices[0]?.says).toBe('买菜 · 截止 2026年11月17日星期二 · 优先级 3')
    expect(read('!1 tomorrow', 'task', en)).toMatchObject({ state: 'incomplete', why: 'Say what is to be done.' })
  })
})

describe('[agenda.line] a line becomes a reminder', () => {
  test.each([
    ['in 20 min call Bob', 'call Bob | 2026-11-16T10:20'],
    ['20 min tea', 'tea | 2026-11-16T10:20'],
    ['in 5 minutes tea', 'tea | 2026-11-16T10:05'],
    ['remind me in 20 minutes to stretch', 'stretch | 2026-11-16T10:20'],
    ['remind me tomorrow to call Bob', 'call Bob | 2026-11-17T09:00'],
    ['remind me to water plants every Sunday 10:00', 'water plants | 2026-11-22T10:00 | FREQ=WEEKLY;BYDAY=SU'],
    ['take pills every day', 'take pills | 2026-11-17T09:00 | FREQ=DAILY'],
    ['every Monday take out trash', 'take out trash | 2026-11-23T09:00 | FREQ=WEEKLY;BYDAY=MO'],
    ['call mum today', 'call mum | 2026-11-16T11:00'],
    ['tomorrow morning check mail', 'check mail | 2026-11-17T09:00'],
    ['remind me on Friday that rent is due', 'rent is due | 2026-11-20T09:00'],
    ['Reminder: dentist tomorrow 14:00', 'dentist | 2026-11-17T14:00'],
  ])('%s', (text, meaning) => {
    const found = read(text, 'reminder', en)
    expect([found.state, ...brief(found)]).toEqual(['clear', meaning])
  })

  test.each([
    ['提醒我半小时后喝水', '喝水 | 2026-11-16T17:30'],
    ['20分钟后给李雷打电话', '给李雷打电话 | 2026-11-16T17:20'],
    ['20分钟喝茶', '喝茶 | 2026-11-16T17:20'],
    ['明天提醒我交电费', '交电费 | 2026-11-17T09:00'],
    ['每天早上八点吃药', '吃药 | 2026-11-17T08:00 | FREQ=DAILY'],
    ['每天吃药', '吃药 | 2026-11-17T09:00 | FREQ=DAILY'],
  ])('%s', (text, meaning) => {
    const found = read(text, 'reminder', zh)
    expect([found.state, ...brief(found)]).toEqual(['clear', meaning])
  })

  test('or asks for what is missing', () => {
    expect(read('call Bob', 'reminder', en)).toMatchObject({ state: 'incomplete', why: 'Say when to be reminded.' })
    expect(read('tomorrow', 'reminder', zh)).toMatchObject({ state: 'incomplete', why: '请说明要提醒什么。' })
  })
})

describe('[agenda.line] no time that was said is dropped', () => {
  /** Tuesday 17 November 2026, ten in Berlin. */
  const tuesday = Date.parse('2026-11-17T09:00:00Z')
  const said = (text: string, as: LineOptions['as'] = 'event') =>
    understandLine(text, {
      as,
      now: tuesday,
      preferences: { ...en, language: /\p{Script=Han}/u.test(text) ? 'zh' : 'en' },
    })

  test.each([
    ['a week from friday dinner 7pm', 'dinner | 2026-11-27T19:00/2026-11-27T20:00'],
    ['call two weeks from monday 9am', 'call | 2026-12-07T09:00/2026-12-07T10:00'],
    [
      'stand-up every tuesday 9:15 until 1 March 2027',
      'stand-up | 2026-11-24T09:15/2026-11-24T10:15 | FREQ=WEEKLY;BYDAY=TU;UNTIL=20270301T225959Z',
    ],
    ['weekly every tuesday 9:00-10:00', 'weekly | 2026-11-24T09:00/2026-11-24T10:00 | FREQ=WEEKLY;BYDAY=TU'],
    ['weekly sync every tuesday 9:00-10:00', 'weekly sync | 2026-11-24T09:00/2026-11-24T10:00 | FREQ=WEEKLY;BYDAY=TU'],
    [
      'daily standup every weekday 9:15',
      'daily standup | 2026-11-18T09:15/2026-11-18T10:15 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    ],
    [
      'quarterly review every 3 months on the 15th at 10:00',
      'quarterly review | 2026-12-15T10:00/2026-12-15T11:00 | FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=15',
    ],
    [
      'gym mon wed fri 7am for 10 weeks',
      'gym | 2026-11-18T07:00/2026-11-18T08:00 | FREQ=WEEKLY;BYDAY=MO,WE,FR;UNTIL=20270126T225959Z',
    ],
    ['meeting tomorrow from 10 till noon', 'meeting | 2026-11-18T10:00/2026-11-18T12:00'],
    ['meeting tomorrow at 14.30', 'meeting | 2026-11-18T14:30/2026-11-18T15:30'],
    ['meeting tomorrow 1400', 'meeting | 2026-11-18T14:00/2026-11-18T15:00'],
    ['meeting tomorrow 09:00Z', 'meeting | 2026-11-18T09:00:00+00:00[UTC]/2026-11-18T10:00:00+00:00[UTC]'],
    ['review tomorrow at ten thirty', 'review | 2026-11-18T10:30/2026-11-18T11:30'],
    ['下周三下午两点评审', '评审 | 2026-11-25T14:00/2026-11-25T15:00'],
    ['meeting at 1400 tomorrow', 'meeting | 2026-11-18T14:00/2026-11-18T15:00'],
    ['明天从十点到中午开会', '开会 | 2026-11-18T10:00/2026-11-18T12:00'],
    ['dentist thu 3pm', 'dentist | 2026-11-19T15:00/2026-11-19T16:00'],
    ['call at 2027-10-31T02:30+01:00', 'call | 2027-10-31T02:30/2027-10-31T03:30'],
  ])('%s', (text, meaning) => {
    const found = said(text)
    expect([found.state, ...brief(found)]).toEqual(['clear', meaning])
  })

  test.each([
    ['meeting mon 9am and wed 10am', '“10am” was not understood as a part of the time.'],
    ['meeting friday 10:00 and 14:00', '“14:00” was not understood as a part of the time.'],
    ['conference Dec 3-5 9am', '“9am” was not understood as a part of the time.'],
    ['meeting tomorrow 4pm-3pm', '“tomorrow 4pm-3pm” would end on the next day, 23 hours later.'],
    ['monthly review every tuesday 10:00', '“monthly” was not understood as a part of the time.'],
    ['party two weeks after christmas 6pm', '“two weeks after” was not understood as a part of the time.'],
    ['call 9am tomorrow and 2026-12-05', '“2026-12-05” was not understood as a part of the time.'],
    ['train 0815 tomorrow', '“0815” was not understood as a part of the time.'],
    ['meeting tomorrow 2030', '“2030” was not understood as a part of the time.'],
    ['meeting tomorrow at quarter of ten', '“at quarter” was not understood as a part of the time.'],
    ['lunch friday 12:00 moved from tuesday', '“tuesday” was not understood as a part of the time.'],
    ['Black Friday 10:00', '“Black Friday” was not understood as a part of the time.'],
    ['每周二下午三点例会到3月1日', '“到”没有被理解为时间的一部分。'],
    ['周五开会到下午五点', '“到”没有被理解为时间的一部分。'],
  ])('%s is asked about', (text, why) => {
    const found = said(text)
    expect([found.state, found.why, found.choices.length]).toEqual(['ambiguous', why, 1])
  })

  test.each([
    ['11月31日下午三点开会', '没有这一天：11月31日。若是名称的一部分，请加引号。'],
    ['lunch on 31 Nov 2026 at 12', 'There is no such day: 31 nov 2026. Put it in quotes if it is a part of the name.'],
    ['每周二下午三点到3月1日', '请说明是什么事。'],
  ])('%s is not taken', (text, why) => expect(said(text)).toEqual({ state: 'incomplete', choices: [], why }))

  test.each([
    ['Formula 1 race sunday 2pm', 'Formula 1 race'],
    ['read chapter 5 tomorrow 9am', 'read chapter 5'],
    ['read chapter 5 tomorrow', 'read chapter 5'],
    ['call 555 1234 at 3pm', 'call 555 1234'],
    ['7-Eleven run friday 8am', '7-Eleven run'],
    ["May's birthday party saturday 6pm", "May's birthday party"],
    ['10k run sunday 9:00', '10k run'],
    ['24 episode 5 tonight 8pm', '24 episode 5'],
    ['Mon ami dinner thu 7pm', 'Mon ami dinner'],
    ['Fire drill every first Monday 10:00', 'Fire drill'],
    ['Black Friday shopping 27 Nov 10:00', 'Black Friday shopping'],
    ["April's piano lesson friday 4pm", "April's piano lesson"],
    ['June and Bob visit saturday 3pm', 'June and Bob visit'],
    ['24/7 support call tomorrow 10:00', '24/7 support call'],
    ['Q4 review friday 3pm', 'Q4 review'],
    ['March 2027 budget tomorrow 10:00', 'March 2027 budget'],
    ['iPhone 15 repair tomorrow 11:00', 'iPhone 15 repair'],
    ['flight LH1234 friday 14:05', 'flight LH1234'],
    ['Room 101 handover thursday 9:30', 'Room 101 handover'],
    ['weekly report every friday 16:00', 'weekly report'],
    ['Windows 11 upgrade tomorrow 18:00', 'Windows 11 upgrade'],
    ['release 2.10 tomorrow 15:00', 'release 2.10'],
    ['release 2.10 tomorrow', 'release 2.10'],
    ['Catch-22 book club thursday 19:00', 'Catch-22 book club'],
    ['5-a-side football wed 8pm', '5-a-side football'],
    ['1:1 with Ana tomorrow 10:00', '1:1 with Ana'],
    ['Sun cream shopping tomorrow 10:00', 'Sun cream shopping'],
    ['Dr. March appointment tomorrow 10:00', 'Dr. March appointment'],
    ['Wed planning with Ana saturday 11:00', 'Wed planning with Ana'],
    ['buy 3 tickets tomorrow 9am', 'buy 3 tickets'],
    ['meet 4 people at 3pm tomorrow', 'meet 4 people'],
    ['split it 50:50 tomorrow 9am', 'split it 50:50'],
    ['Good Friday service 26 March 2027 10:00', 'Good Friday service'],
    ['Area 51 talk friday 20:00', 'Area 51 talk'],
    ["Ocean's 11 movie friday 20:00", "Ocean's 11 movie"],
    ['100 days party saturday 18:00', '100 days party'],
    ['class of 1999 reunion saturday 18:00', 'class of 1999 reunion'],
    ['2026 planning tomorrow 10:00', '2026 planning'],
    ['World War 2 lecture thursday 18:00', 'World War 2 lecture'],
    ['T-1000 screening friday 21:00', 'T-1000 screening'],
    ['meeting with 8 VCs monday 10:00', 'meeting with 8 VCs'],
    ['pay invoice 2026-117 tomorrow 9:00', 'pay invoice 2026-117'],
    ['drive from Berlin to Rome friday 8am', 'drive from Berlin to Rome'],
    ['look at 3 flats tomorrow 9am', 'look at 3 flats'],
    ['half marathon sunday 9:00', 'half marathon'],
    ['dinner for 2 friday 19:00', 'dinner for 2'],
    ['"Friday 3pm" the musical saturday 20:00', '"Friday 3pm" the musical'],
    ['A4 paper delivery tomorrow 9-11am', 'A4 paper delivery'],
    ['shift friday 7pm-7am', 'shift'],
    ['dinner tomorrow 7pm as planned', 'dinner as planned'],
    ['meeting tomorrow 10am and lunch', 'meeting and lunch'],
    ['明天下午三点讨论两点建议', '讨论两点建议'],
    ['明天上午十点第3季度总结', '第3季度总结'],
    ['后天晚上七点三号楼聚会', '三号楼聚会'],
    ['周六上午十点10公里跑', '10公里跑'],
    ['下周一上午九点去报到', '去报到'],
    ['明天晚上八点看《周五见》', '看《周五见》'],
  ])('nor is an honest title asked about: %s', (text, title) => {
    const found = said(text)
    expect([found.state, found.choices[0]?.input.title]).toEqual(['clear', title])
  })

  test('a number is not read as a time out of a task', () =>
    expect(brief(said('read pages 12-14 tomorrow', 'task'))).toEqual(['read pages 12-14 | 2026-11-18']))

  test('a reminder keeps its time', () =>
    expect(brief(said('every weekday at 11 standup', 'reminder'))).toEqual([
      'standup | 2026-11-17T11:00 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    ]))

  test.each([
    ['10 minutes before dentist', 'dentist', 10],
    ['1 hour before the stand-up', 'stand-up', 60],
    ['remind me half an hour before my Flight', 'Flight', 30],
    ['牙医前10分钟', '牙医', 10],
    ['会议提前15分钟提醒我', '会议', 15],
  ])('a reminder goes by an event: %s', (text, event, minutes) => {
    const { state, choices } = said(text, 'reminder')
    expect([state, choices[0]?.tool, choices[0]?.input]).toEqual(['clear', 'set_reminder', { event, minutes }])
  })

  test('but not by a time', () =>
    expect(said('10 minutes before 5pm call Bob', 'reminder')).toMatchObject({ state: 'incomplete', choices: [] }))
})

describe('[agenda.line] what a line becomes', () => {
  const words = fc.constantFrom(
    ...[
      'tomorrow',
      'next Tue',
      'fri 3pm',
      '12-1',
      'every Monday',
      'every second week',
      'at noon',
      'in 20 min',
      'by Friday',
      'tonight',
      '20 Nov',
    ],
    ...[
      '5/6/2027',
      'until March',
      'for 2 hours',
      '#work',
      '@home',
      '!2',
      'at Luigi’s',
      'lunch',
      'with Ana',
      '"quoted',
      'remind me to',
    ],
    ...[
      '28 March 2027 02:30',
      '31 October 2027 02:30',
      'before',
      'after 5pm',
      '明天',
      '下午三点',
      '每周一',
      '开会',
      '在会议室',
      '之前',
      '提醒我',
      '半小时后',
    ],
  )
  const lines = fc.oneof(
    fc.array(words, { minLength: 1, maxLength: 6 }).map((all) => all.join(' ')),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
  )

  test('is read back by its tool to the same times', () => {
    fc.assert(
      fc.property(
        lines,
        fc.constantFrom('event', 'task', 'reminder'),
        fc.constantFrom(en, zh),
        (line, as, preferences) => {
          const found = understandLine(line, { as: as as LineOptions['as'], now, preferences })
          expect(found.state === 'incomplete').toBe(found.choices.length === 0)
          if (found.state === 'clear') expect(found.choices).toHaveLength(1)
          // One choice that is not clear says what was not understood.
          else if (found.choices.length === 1) expect(found.why).toBeTruthy()
          for (const { input, start, end, tool, says } of found.choices) {
            expect(says).not.toBe('')
            const {
              title,
              text,
              when,
              due,
              repeat,
              end: stop,
              priority,
              tags,
              start: from,
            } = input as Record<string, string>
            if (tool === 'calendar_create') {
              const back = resolveWhen({ when: when ?? '', end: stop, repeat }, { now, preferences })
              expect([back.start, back.end, back.rule]).toEqual([start, end, repeat])
            }
            const own = { uid: 'u', title: title ?? text ?? '', ...(repeat === undefined ? {} : { rule: repeat }) }
            if (tool === 'create_task') {
              const made = newTask(
                {
                  ...own,
                  ...(due === undefined ? {} : { due }),
                  ...(from === undefined ? {} : { start: from }),
                  ...(priority === undefined ? {} : { priority: Number(priority) }),
                  ...(tags === undefined ? {} : { tags: [tags].flat() }),
                },
                now,
              )
              expect(tasksIn(parseCalendar(made), 'c', preferences.zone)).toHaveLength(1)
            }
            if (tool === 'set_reminder') expect(newReminder({ ...own, at: when ?? '' }, now)).toContain('BEGIN:VALARM')
          }
        },
      ),
      { numRuns: process.env.STEWARD_FULL ? 5000 : 400 },
    )
  })

  test('takes no long time for any line', () => {
    const hostile = [
      '@'.repeat(500),
      '#a '.repeat(166),
      'at A '.repeat(100),
      '在'.repeat(500),
      `${'"'.repeat(499)}x`,
      '! '.repeat(250),
      'at the '.repeat(70),
      `x at A${' with'.repeat(98)}`,
    ]
    for (const line of hostile)
      for (const as of ['event', 'task', 'reminder'] as const) {
        const begun = performance.now()
        read(`${line.slice(0, 480)} tomorrow`, as, en)
        expect(performance.now() - begun).toBeLessThan(500)
      }
  })
})
