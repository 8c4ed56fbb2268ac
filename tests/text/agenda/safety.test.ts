import { describe, expect, test } from 'vitest'
import { checkTimes, type TimeWish } from '../../../sidecar/text/agenda/safety.ts'

const now = Date.parse('2026-11-16T09:00:00Z')
const base: Omit<TimeWish, 'start' | 'end'> = {
  zone: 'Europe/Berlin',
  conflicts: [],
  now,
  workingHours: { from: '09:00', to: '17:00', days: [1, 2, 3, 4, 5] },
  language: 'en',
}
const at = (start: string, end: string, more: Partial<TimeWish> = {}) => checkTimes({ ...base, start, end, ...more })
const codes = (start: string, end: string, more: Partial<TimeWish> = {}) =>
  at(start, end, more).map(({ code, level }) => `${level} ${code}`)
const berlin = (text: string) => `${text}[Europe/Berlin]`

describe('[time.safety] the check of times', () => {
  test('has nothing to say of a plain meeting', () => {
    expect(at(berlin('2026-11-17T15:00:00+01:00'), berlin('2026-11-17T16:00:00+01:00'))).toEqual([])
    expect(at('2026-11-17', '2026-11-18')).toEqual([])
    expect(at('2026-11-17T15:00:00', '2026-11-17T16:00:00', { rule: 'FREQ=WEEKLY;COUNT=10' })).toEqual([])
    expect(at('2026-11-17T14:00:00Z', '2026-11-17T15:00:00Z', { said: 'next Tuesday, 3-4pm' })).toEqual([])
  })

  test('stops at a time that clocks skip, with the times before and after', () => {
    const [found, ...others] = at(berlin('2027-03-28T02:30:00'), berlin('2027-03-28T03:30:00'))
    expect(others).toEqual([])
    expect(found).toMatchObject({
      code: 'gap',
      level: 'stop',
      says: 'There is no Sunday 28 March 2027, 02:30 in Europe/Berlin: the clocks go forward then.',
      choices: [
        { start: berlin('2027-03-28T01:30:00+01:00'), end: berlin('2027-03-28T03:30:00+02:00') },
        { start: berlin('2027-03-28T03:30:00+02:00'), end: berlin('2027-03-28T04:30:00+02:00') },
      ],
    })
  })

  test('stops at a time that comes twice, unless the offset says which', () => {
    const end = berlin('2027-10-31T05:00:00+01:00')
    expect(codes(berlin('2027-10-31T02:30:00'), end)).toEqual(['stop overlap'])
    expect(
      at(berlin('2027-10-31T02:30:00'), berlin('2027-10-31T03:30:00'))[0]?.choices?.map(({ start }) => start),
    ).toEqual([berlin('2027-10-31T02:30:00+02:00'), berlin('2027-10-31T02:30:00+01:00')])
    for (const offset of ['+02:00', '+01:00'])
      expect(codes(berlin(`2027-10-31T02:30:00${offset}`), end)).toEqual(['tell night'])
    expect(codes('2027-10-31T01:30:00Z', '2027-10-31T04:00:00Z')).toEqual(['tell night'])
    expect(codes('2027-10-31T02:30:00', '2027-10-31T03:30:00')).toEqual(['stop overlap'])
    // An offset that the clocks there do not have is as unclear.
    expect(codes(berlin('2027-07-01T15:00:00+01:00'), berlin('2027-07-01T18:00:00+02:00'))).toEqual(['stop overlap'])
  })

  test('stops at an end before the start, and offers the next day', () => {
    const [found] = at(berlin('2026-11-17T22:00:00+01:00'), berlin('2026-11-17T02:00:00+01:00'))
    expect(found).toMatchObject({ code: 'end-before-start', level: 'stop' })
    expect(found?.choices?.map(({ end }) => end)).toEqual([
      berlin('2026-11-18T02:00:00+01:00'),
      berlin('2026-11-17T22:00:00+01:00'),
    ])
    expect(codes('2026-11-17', '2026-11-17')).toEqual(['stop end-before-start'])
    expect(codes('2026-11-18', '2026-11-17')).toEqual(['stop end-before-start'])
  })

  test.each([
    ['Monday 17 November', true],
    ['mon, Nov 17', true],
    ['11月17日星期一', true],
    ['周一下午三点', true],
    ['Tuesday 17 November', false],
    ['周二下午三点', false],
    ['Mon–Fri', true],
    ['Mon, Tue and Fri', false],
    ['the day after Monday', false],
    ['周一之后', false],
    ['in the afternoon', false],
    ['monkeys and sundry', false],
  ])('stops at a weekday that is another: %s', (said, stops) => {
    const found = at(berlin('2026-11-17T15:00:00+01:00'), berlin('2026-11-17T16:00:00+01:00'), { said })
    expect(found.map(({ code }) => code)).toEqual(stops ? ['weekday'] : [])
    if (said === 'Monday 17 November')
      expect(found[0]?.choices?.map(({ start }) => start)).toEqual(
        ['17', '16', '23'].map((day) => berlin(`2026-11-${day}T15:00:00+01:00`)),
      )
  })

  test('tells what is over, but not of a series that goes on', () => {
    const old = [berlin('2026-11-02T15:00:00+01:00'), berlin('2026-11-02T16:00:00+01:00')] as const
    expect(codes(...old)).toEqual(['tell past'])
    expect(codes(...old, { rule: 'FREQ=WEEKLY' })).toEqual([])
    expect(codes(...old, { rule: 'FREQ=WEEKLY;COUNT=5' })).toEqual([])
    expect(codes(...old, { rule: 'FREQ=WEEKLY;COUNT=2' })).toEqual(['tell past'])
    expect(codes(...old, { rule: 'FREQ=DAILY;UNTIL=20261105T000000Z' })).toEqual(['tell past'])
  })

  test('tells what else happens then', () => {
    const found = at(berlin('2026-11-17T15:00:00+01:00'), berlin('2026-11-17T16:00:00+01:00'), {
      conflicts: [
        { title: 'Dentist', start: '2026-11-17T14:30:00Z', end: '2026-11-17T15:30:00Z', busy: 'busy' },
        { title: 'Maybe', start: '2026-11-17', end: '2026-11-18', busy: 'tentative' },
        { title: 'Birthday', start: '2026-11-17', end: '2026-11-18', busy: 'free' },
      ],
    })
    expect(found.map(({ says }) => says)).toEqual([
      'At the same time: Dentist (Tuesday 17 November 2026, 15:30–16:30).',
      'At the same time, perhaps: Maybe (Tuesday 17 November 2026).',
    ])
  })

  test('tells of the night of an attendee, and of small hours here', () => {
    const found = at(berlin('2026-11-17T09:00:00+01:00'), berlin('2026-11-17T10:00:00+01:00'), {
      attendeeZones: [
        { who: 'Ana', zone: 'America/New_York' },
        { who: 'Li', zone: 'Asia/Shanghai' },
      ],
    })
    expect(found.map(({ says }) => says)).toEqual([
      'For Ana that is Tuesday 17 November 2026, 03:00 (America/New_York), in the night.',
    ])
    expect(codes(berlin('2026-11-17T03:00:00+01:00'), berlin('2026-11-17T04:00:00+01:00'))).toEqual(['tell night'])
    expect(codes('2026-11-17', '2026-11-18', { attendeeZones: [{ who: 'Ana', zone: 'America/New_York' }] })).toEqual([])
  })

  test('tells what is long or far away', () => {
    expect(codes(berlin('2026-11-17T09:00:00+01:00'), berlin('2026-11-18T09:01:00+01:00'))).toEqual(['tell long'])
    expect(codes('2026-11-17', '2026-12-31')).toEqual(['tell long'])
    expect(codes('2062-11-17', '2062-11-18')).toEqual(['tell far'])
  })

  test.each([
    ['2026-12-31', 'FREQ=MONTHLY', 'Months without a 31 are skipped, 2027-02 first.'],
    ['2026-12-30', 'FREQ=MONTHLY;BYMONTHDAY=30', 'Months without a 30 are skipped, 2027-02 first.'],
    ['2026-12-31', 'FREQ=MONTHLY;COUNT=2', undefined],
    ['2026-12-31', 'FREQ=MONTHLY;BYMONTHDAY=-1', undefined],
    ['2026-12-28', 'FREQ=MONTHLY', undefined],
    ['2026-11-30', 'FREQ=MONTHLY;BYDAY=5MO', 'Months without such a day are skipped, 2026-12 first.'],
    ['2026-11-30', 'FREQ=MONTHLY;BYDAY=-1MO', undefined],
    [
      '2028-02-29',
      'FREQ=YEARLY',
      'It happens only in leap years; the next one after the first is Sunday 29 February 2032.',
    ],
    ['2026-12-01T02:30', 'FREQ=DAILY', 'On Sunday 28 March 2027 there is no such time: it will be an hour later then.'],
    ['2026-12-01T02:30', 'FREQ=DAILY;COUNT=20', undefined],
    ['2026-12-01', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'This never happens again after the first time.'],
    ['2026-12-01T10:00', 'FREQ=SECONDLY', undefined],
  ])('tells what a rule does later: %s %s', (start, rule, says) => {
    const isDate = start.length === 10
    const end = isDate
      ? Temporal.PlainDate.from(start).add({ days: 1 }).toString()
      : start.replace(':30', ':45').replace('T10:00', 'T10:30')
    const found = at(start, end, { rule }).filter(({ code }) => code === 'rule-skips')
    expect(found.map((each) => each.says)).toEqual(says === undefined ? [] : [says])
  })

  test('speaks Chinese', () => {
    expect(at('2027-03-28T02:30:00', '2027-03-28T03:30:00', { language: 'zh' })[0]?.says).toBe(
      'Europe/Berlin 没有 2027年3月28日星期日 02:30 这个时间：那时时钟拨快。',
    )
  })

  test('refuses what is no time or no zone', () => {
    expect(() => at('tomorrow', '2026-11-17')).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
    expect(() => at('2026-11-17', '2026-11-18', { zone: 'Mars/Olympus' })).toThrow(
      expect.objectContaining({ code: 'BAD_INPUT' }),
    )
  })
})
