import { describe, expect, test } from 'vitest'
import { changedTaskTimes, taskTimes } from '../../../sidecar/text/agenda/tasktimes.ts'
import type { Preferences } from '../../../sidecar/text/agenda/types.ts'
import { untilOf, windowOf } from '../../../sidecar/text/agenda/window.ts'

const preferences: Preferences = {
  zone: 'Europe/Berlin',
  workingHours: { from: '09:00', to: '17:00', days: [1, 2, 3, 4, 5] },
  weekStart: 1,
  language: 'en',
  me: [],
}
// A Tuesday, half past nine.
const clock = { now: Date.parse('2026-11-17T08:30:00Z'), preferences }

describe('[calendar.window] the time that is looked at', () => {
  const look = (when?: string, to?: string) => {
    const { from, to: end } = windowOf({ when, to }, clock)
    return `${from} ${end}`
  }

  test.each([
    [undefined, undefined, '2026-11-16T23:00:00Z 2026-11-17T23:00:00Z'],
    ['tomorrow', undefined, '2026-11-17T23:00:00Z 2026-11-18T23:00:00Z'],
    ['明天', undefined, '2026-11-17T23:00:00Z 2026-11-18T23:00:00Z'],
    ['tomorrow at 3pm', undefined, '2026-11-18T14:00:00Z 2026-11-18T15:00:00Z'],
    ['明天下午三点', undefined, '2026-11-18T14:00:00Z 2026-11-18T15:00:00Z'],
    ['tomorrow 3-5pm', undefined, '2026-11-18T14:00:00Z 2026-11-18T16:00:00Z'],
    ['tomorrow 3pm for 30 minutes', undefined, '2026-11-18T14:00:00Z 2026-11-18T14:30:00Z'],
    ['tomorrow at 9am', 'tomorrow at 3pm', '2026-11-18T08:00:00Z 2026-11-18T14:00:00Z'],
    ['tomorrow at 9am', 'friday', '2026-11-18T08:00:00Z 2026-11-20T23:00:00Z'],
    ['2026-11-20T10:00:00Z', undefined, '2026-11-20T10:00:00Z 2026-11-20T11:00:00Z'],
    ['next week', undefined, '2026-11-22T23:00:00Z 2026-11-29T23:00:00Z'],
    ['2026-11-20', undefined, '2026-11-19T23:00:00Z 2026-11-20T23:00:00Z'],
    ['2026-11-20', '2026-11-22', '2026-11-19T23:00:00Z 2026-11-22T23:00:00Z'],
    ['2026-03-29', undefined, '2026-03-28T23:00:00Z 2026-03-29T22:00:00Z'],
    ['2026-11-20T10:00:00Z', '2026-11-20T12:00:00+01:00', '2026-11-20T10:00:00Z 2026-11-20T11:00:00Z'],
  ])('%s to %s', (when, to, expected) => expect(look(when, to)).toBe(expected))

  test('ends where it was said to', () => {
    expect(untilOf('tomorrow at 3pm', clock)).toBe('2026-11-18T14:00:00Z')
    expect(untilOf('tomorrow', clock)).toBe('2026-11-18T23:00:00Z')
    expect(untilOf('tomorrow 3-5pm', clock)).toBe('2026-11-18T16:00:00Z')
  })

  test('is refused where it is none, not clear, backwards or beyond measure', () => {
    expect(() => look('bananas')).toThrow('There is no time in this.')
    expect(() => look('next thursday')).toThrow(/may be/)
    expect(() => look('2026-11-20', '2026-11-10')).toThrow('The time ends before it begins.')
    expect(() => look('2026-11-20', '2099-11-10')).toThrow('At most ten years are looked at.')
    expect(() => look('2026-13-40')).toThrow('is no time')
    expect(() => look('20 minutes')).toThrow('a length of time')
  })
})

describe('[tasks.times] when a task is due', () => {
  test.each([
    [{ due: 'friday' }, { due: '2026-11-20' }],
    [{ due: 'tomorrow 5pm' }, { due: '2026-11-18T17:00:00+01:00[Europe/Berlin]' }],
    [{ due: 'this week' }, { due: '2026-11-22' }],
    [{ due: 'before friday' }, { due: '2026-11-19' }],
    [{ due: 'by friday' }, { due: '2026-11-20' }],
    [{ due: '明天' }, { due: '2026-11-18' }],
    [{ due: '2026-11-20T09:00' }, { due: '2026-11-20T09:00:00+01:00[Europe/Berlin]' }],
    [{ due: '2026-11-20T09:00:00Z' }, { due: '2026-11-20T10:00:00+01:00[Europe/Berlin]' }],
    [{ repeat: 'every Sunday' }, { due: '2026-11-22', rule: 'FREQ=WEEKLY;BYDAY=SU' }],
    [
      { due: '2026-12-01', repeat: 'RRULE:FREQ=MONTHLY' },
      { due: '2026-12-01', rule: 'FREQ=MONTHLY' },
    ],
    [
      { start: 'tomorrow', due: 'friday' },
      { start: '2026-11-18', due: '2026-11-20' },
    ],
    [{}, {}],
  ])('%j', (given, expected) => expect(taskTimes(given, clock).times).toEqual(expected))

  test('is taken away by null, and stays where nothing is said', () => {
    expect(changedTaskTimes({ due: null, repeat: null }, clock).times).toEqual({ due: null, rule: null })
    expect(changedTaskTimes({ due: 'friday' }, clock).times).toEqual({ due: '2026-11-20' })
    expect(changedTaskTimes({}, clock).times).toEqual({})
  })

  test('is refused where it is no time or no rule', () => {
    expect(() => taskTimes({ due: 'soonish' }, clock)).toThrow()
    expect(() => taskTimes({ repeat: 'FREQ=SOMETIMES' }, clock)).toThrow('is no rule')
    expect(() => taskTimes({ repeat: 'tomorrow' }, clock)).toThrow('does not say how it repeats')
    expect(() => taskTimes({ repeat: 'FREQ=DAILY' }, clock)).toThrow('needs a first time')
  })
})
