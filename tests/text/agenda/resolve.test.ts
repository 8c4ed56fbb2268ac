import { describe, expect, test } from 'vitest'
import { resolveWhen, type WhenInput } from '../../../sidecar/text/agenda/safety.ts'
import type { Preferences } from '../../../sidecar/text/agenda/types.ts'
import { StewardError } from '../../../sidecar/text/errors.ts'

const preferences: Preferences = {
  zone: 'Europe/Berlin',
  workingHours: { from: '09:00', to: '17:00', days: [1, 2, 3, 4, 5] },
  weekStart: 1,
  language: 'en',
  me: [],
}
/** Monday, ten in the morning. */
const now = Date.parse('2026-11-16T09:00:00Z')
const zh: Preferences = { ...preferences, zone: 'Asia/Shanghai', language: 'zh' }

const short = (stamp: string) => stamp.replace(/:00[+-]\d\d:\d\d\[Europe\/Berlin\]$|:00\+08:00\[Asia\/Shanghai\]$/, '')
const brief = (input: WhenInput, own = preferences) => {
  const { start, end, rule } = resolveWhen(input, { now, preferences: own })
  return `${short(start)}/${short(end)}${rule === undefined ? '' : ` ${rule}`}`
}
const refusal = (input: WhenInput, own = preferences): StewardError => {
  try {
    resolveWhen(input, { now, preferences: own })
  } catch (thrown) {
    if (thrown instanceof StewardError) return thrown
    throw thrown
  }
  throw new Error('It was not refused.')
}

describe('[time.resolve] when something is', () => {
  test.each<[WhenInput, string]>([
    [{ when: '2026-11-17' }, '2026-11-17/2026-11-18'],
    [{ when: '2026-11-17', end: '2026-11-20' }, '2026-11-17/2026-11-20'],
    [{ when: '2026-11-17', end: '2026-11-17' }, '2026-11-17/2026-11-18'],
    [{ when: '2026-11-17', end: 'friday' }, '2026-11-17/2026-11-21'],
    [{ when: '2026-11-17', minutes: 2880 }, '2026-11-17/2026-11-19'],
    [{ when: '2026-11-17T15:00' }, '2026-11-17T15:00/2026-11-17T16:00'],
    [{ when: '2026-11-17 15:00' }, '2026-11-17T15:00/2026-11-17T16:00'],
    [{ when: '2026-11-17T15:00:00', minutes: 20 }, '2026-11-17T15:00/2026-11-17T15:20'],
    [{ when: '2026-11-17T15:00:00', minutes: 0 }, '2026-11-17T15:00/2026-11-17T15:00'],
    [{ when: '2026-11-17T14:00:00Z' }, '2026-11-17T15:00/2026-11-17T16:00'],
    [{ when: '2026-11-17T09:00:00-05:00' }, '2026-11-17T15:00/2026-11-17T16:00'],
    [
      { when: '2026-11-17T14:00:00Z', zone: 'Asia/Tokyo' },
      '2026-11-17T23:00:00+09:00[Asia/Tokyo]/2026-11-18T00:00:00+09:00[Asia/Tokyo]',
    ],
    [
      { when: '2026-11-17T15:00', zone: 'Tokyo' },
      '2026-11-17T15:00:00+09:00[Asia/Tokyo]/2026-11-17T16:00:00+09:00[Asia/Tokyo]',
    ],
    [
      { when: '2026-11-17T15:00:00[Asia/Tokyo]', end: '16:30' },
      '2026-11-17T15:00:00+09:00[Asia/Tokyo]/2026-11-17T16:30:00+09:00[Asia/Tokyo]',
    ],
    [{ when: '2026-11-17T15:00', end: '2026-11-17T17:30' }, '2026-11-17T15:00/2026-11-17T17:30'],
    [{ when: '2026-11-17T15:00', end: '5pm' }, '2026-11-17T15:00/2026-11-17T17:00'],
    [{ when: '2026-11-17T22:00', end: '02:00' }, '2026-11-17T22:00/2026-11-18T02:00'],
    [{ when: '2026-11-17T15:00', end: '90 minutes' }, '2026-11-17T15:00/2026-11-17T16:30'],
    [{ when: '2026-11-17T15:00', allDay: true }, '2026-11-17/2026-11-18'],
    [{ when: 'tomorrow 22:00 to 2am', allDay: true }, '2026-11-17/2026-11-19'],
    [{ when: 'tomorrow' }, '2026-11-17/2026-11-18'],
    [{ when: 'tomorrow 3-4:30pm' }, '2026-11-17T15:00/2026-11-17T16:30'],
    [{ when: 'tomorrow 3pm' }, '2026-11-17T15:00/2026-11-17T16:00'],
    [{ when: 'tomorrow 3pm', minutes: 45 }, '2026-11-17T15:00/2026-11-17T15:45'],
    [{ when: 'tomorrow 3pm for 2 hours' }, '2026-11-17T15:00/2026-11-17T17:00'],
    [{ when: 'tomorrow morning' }, '2026-11-17T09:00/2026-11-17T12:00'],
    [{ when: 'tomorrow morning', minutes: 30 }, '2026-11-17T09:00/2026-11-17T09:30'],
    [{ when: 'next week' }, '2026-11-23/2026-11-30'],
    [{ when: 'in 20 min' }, '2026-11-16T10:20/2026-11-16T11:20'],
    [{ when: 'every second Monday 10:00-10:30' }, '2026-11-23T10:00/2026-11-23T10:30 FREQ=WEEKLY;INTERVAL=2;BYDAY=MO'],
    [{ when: 'every weekday at 11am' }, '2026-11-16T11:00/2026-11-16T12:00 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    [{ when: '2026-11-17T15:00', repeat: 'daily' }, '2026-11-17T15:00/2026-11-17T16:00 FREQ=DAILY'],
    [{ when: '2026-11-17T15:00', repeat: 'every Monday' }, '2026-11-23T15:00/2026-11-23T16:00 FREQ=WEEKLY;BYDAY=MO'],
    [
      { when: '2026-11-17T15:00', repeat: 'FREQ=WEEKLY;BYDAY=FR' },
      '2026-11-20T15:00/2026-11-20T16:00 FREQ=WEEKLY;BYDAY=FR',
    ],
    [{ when: '2026-11-17', end: '2026-11-19', repeat: 'every Friday' }, '2026-11-20/2026-11-22 FREQ=WEEKLY;BYDAY=FR'],
    [
      { when: '2026-11-16T15:00', repeat: 'every monday until 1 march' },
      '2026-11-16T15:00/2026-11-16T16:00 FREQ=WEEKLY;BYDAY=MO;UNTIL=20270301T225959Z',
    ],
    [
      { when: '2026-11-16T15:00', repeat: 'FREQ=DAILY;UNTIL=20261201' },
      '2026-11-16T15:00/2026-11-16T16:00 FREQ=DAILY;UNTIL=20261201T225959Z',
    ],
    [
      { when: '2026-11-16', repeat: 'RRULE:FREQ=DAILY;UNTIL=20261201T100000Z' },
      '2026-11-16/2026-11-17 FREQ=DAILY;UNTIL=20261201',
    ],
    [{ when: '2026-11-17', repeat: 'every day at 9' }, '2026-11-17T09:00/2026-11-17T10:00 FREQ=DAILY'],
    [{ when: '2027-01-31T10:00', repeat: 'monthly' }, '2027-01-31T10:00/2027-01-31T11:00 FREQ=MONTHLY'],
    [{ when: '2027-10-31T01:30', end: '2027-10-31T02:30' }, '2027-10-31T01:30/2027-10-31T02:30'],
  ])('%j', (input, meaning) => expect(brief(input)).toBe(meaning))

  test.each<[WhenInput, string]>([
    [{ when: '明天下午三点' }, '2026-11-17T15:00/2026-11-17T16:00'],
    [{ when: '明天下午三点到四点半' }, '2026-11-17T15:00/2026-11-17T16:30'],
    [{ when: '2026-11-17T15:00', end: '下午五点' }, '2026-11-17T15:00/2026-11-17T17:00'],
    [{ when: '2026-11-17T15:00', repeat: '每周一' }, '2026-11-23T15:00/2026-11-23T16:00 FREQ=WEEKLY;BYDAY=MO'],
    [{ when: '每个工作日早上九点半' }, '2026-11-17T09:30/2026-11-17T10:30 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    [{ when: '下周' }, '2026-11-23/2026-11-30'],
    [{ when: '11月20日' }, '2026-11-20/2026-11-21'],
  ])('%j', (input, meaning) => expect(brief(input, zh)).toBe(meaning))

  test('is said in the language of the user', () => {
    const says = (input: WhenInput, own = preferences) => resolveWhen(input, { now, preferences: own }).says
    expect(says({ when: 'tomorrow 3-4pm' })).toBe('Tuesday 17 November 2026, 15:00–16:00')
    expect(says({ when: '2026-11-17T15:00', zone: 'Asia/Tokyo' })).toBe(
      'Tuesday 17 November 2026, 15:00–16:00 (Asia/Tokyo)',
    )
    expect(says({ when: '2026-11-17', end: '2026-11-20', repeat: 'FREQ=YEARLY' })).toBe(
      'Tuesday 17 November 2026 – Thursday 19 November 2026, every year',
    )
    expect(says({ when: '2026-11-17T15:00', repeat: 'FREQ=WEEKLY;INTERVAL=2;COUNT=5' }, zh)).toBe(
      '2026年11月17日星期二 15:00–16:00，每2周，共5次',
    )
    expect(resolveWhen({ when: 'by friday' }, { now, preferences })).toMatchObject({ bound: 'by', start: '2026-11-20' })
    expect(resolveWhen({ when: '2026-11-17T15:00', repeat: 'every Monday' }, { now, preferences }).notes).toContain(
      'The first one is on Monday 23 November 2026.',
    )
  })

  test.each<[string, WhenInput, string]>([
    ['a time that clocks skip', { when: '2027-03-28T02:30' }, 'There is no 2027-03-28 02:30 in Europe/Berlin'],
    ['a time that comes twice', { when: '2027-10-31T02:30' }, 'comes twice'],
    ['an offset that is none there', { when: '2027-07-01T15:00:00+01:00[Europe/Berlin]' }, 'another offset'],
    ['words that may mean two days', { when: 'next Tue 3-4pm' }, '“Next” may be'],
    ['a date that may be two', { when: '5/6/2027 10:00' }, 'may have the day or the month first'],
  ])('asks where there is %s, and takes every choice back', (_, input, why) => {
    const { code, message, hint = '' } = refusal(input)
    expect(code).toBe('BAD_INPUT')
    expect(message).toContain(why)
    const choices = hint
      .slice(hint.indexOf(':') + 1)
      .split(' | ')
      .map((choice) => choice.trim())
    const starts = choices.map((when) => resolveWhen({ ...input, when }, { now, preferences }).start)
    expect(starts.length).toBeGreaterThan(1)
    expect(new Set(starts).size).toBe(starts.length)
  })

  test.each<[string, WhenInput]>([
    ['words without a time', { when: 'whenever' }],
    ['nothing', { when: '' }],
    ['a length', { when: '20 minutes' }],
    ['a day that there is not', { when: '2026-02-30' }],
    ['an end that is said twice', { when: 'tomorrow 3pm', end: '4pm', minutes: 30 }],
    ['a day with an end that is a time', { when: '2026-11-17', end: '2026-11-18T10:00' }],
    ['a time with an end that is a day', { when: '2026-11-17T10:00', end: '2026-11-18' }],
    ['a rule that is said twice', { when: 'every Monday 10:00', repeat: 'daily' }],
    ['a rule that is none', { when: 'tomorrow', repeat: 'FREQ=SOMETIMES' }],
    ['words that are no rule', { when: 'tomorrow', repeat: 'friday' }],
    ['a rule with another time', { when: 'tomorrow 3pm', repeat: 'every day at 9am' }],
    ['a zone that there is not', { when: 'tomorrow', zone: 'Mars/Olympus' }],
    ['an end that is a rule', { when: 'tomorrow 3pm', end: 'every day' }],
  ])('is refused for %s', (_, input) => {
    const { code, hint } = refusal(input)
    expect([code, hint !== undefined]).toEqual(['BAD_INPUT', true])
  })
})
