import { describe, expect, test } from 'vitest'
import { changedTimes } from '../../../sidecar/text/agenda/retime.ts'
import type { Preferences } from '../../../sidecar/text/agenda/types.ts'

const preferences: Preferences = {
  ...{ zone: 'Europe/Berlin', weekStart: 1, language: 'en', me: [] },
  workingHours: { from: '09:00', to: '17:00', days: [1, 2, 3, 4, 5] },
}
// A Tuesday, half past nine.
const clock = { now: Date.parse('2026-11-17T08:30:00Z'), preferences }
const berlin = (local: string) => `${local}+01:00[Europe/Berlin]`
const timed = { start: berlin('2026-11-25T10:00:00'), end: berlin('2026-11-25T10:45:00') }
const days = { start: '2026-11-25', end: '2026-11-28' }

describe('[calendar.move] an event at another time', () => {
  const moved = (wish: Parameters<typeof changedTimes>[0], present: { start: string; end: string } = timed) => {
    const { start, end } = changedTimes(wish, present, clock).changes
    return `${start} ${end}`.replaceAll('+01:00[Europe/Berlin]', '')
  }

  test.each([
    [{ when: '3pm' }, '2026-11-25T15:00:00 2026-11-25T15:45:00'],
    [{ when: '下午三点' }, '2026-11-25T15:00:00 2026-11-25T15:45:00'],
    [{ when: 'one hour later' }, '2026-11-25T11:00:00 2026-11-25T11:45:00'],
    [{ when: '2 days earlier' }, '2026-11-23T10:00:00 2026-11-23T10:45:00'],
    [{ when: '推迟半小时' }, '2026-11-25T10:30:00 2026-11-25T11:15:00'],
    [{ when: '3-5pm' }, '2026-11-25T15:00:00 2026-11-25T17:00:00'],
    [{ when: 'tomorrow 3pm' }, '2026-11-18T15:00:00 2026-11-18T15:45:00'],
    [{ when: 'friday' }, '2026-11-20T10:00:00 2026-11-20T10:45:00'],
    [{ when: '2026-12-01' }, '2026-12-01T10:00:00 2026-12-01T10:45:00'],
    [{ when: '2026-12-01T08:00' }, '2026-12-01T08:00:00 2026-12-01T08:45:00'],
    [{ when: 'friday', minutes: 20 }, '2026-11-20T10:00:00 2026-11-20T10:20:00'],
    [{ minutes: 90 }, '2026-11-25T10:00:00 2026-11-25T11:30:00'],
    [{ end: '12:00' }, '2026-11-25T10:00:00 2026-11-25T12:00:00'],
    [{ when: '2026-12-01', allDay: true }, '2026-12-01 2026-12-02'],
  ])('%j', (wish, expected) => expect(moved(wish)).toBe(expected))

  test.each([
    [{ when: 'next monday' }, '2026-11-23 2026-11-26'],
    [{ when: '2026-12-01' }, '2026-12-01 2026-12-04'],
    [{ when: '2026-12-01', end: '2026-12-03' }, '2026-12-01 2026-12-03'],
    [{ when: '2026-12-01T09:00' }, '2026-12-01T09:00:00 2026-12-01T10:00:00'],
  ])('of whole days: %j', (wish, expected) => expect(moved(wish, days)).toBe(expected))

  test('without a zone stays without one, unless one is named', () => {
    const wandering = { start: '2026-11-25T10:00:00', end: '2026-11-25T10:45:00' }
    expect(moved({ when: '3pm' }, wandering)).toBe('2026-11-25T15:00:00 2026-11-25T15:45:00')
    expect(moved({ when: '2026-11-26T08:00:00' }, wandering)).toBe('2026-11-26T08:00:00 2026-11-26T08:45:00')
    const named = changedTimes({ when: '2026-11-26T08:00:00', zone: 'Asia/Tokyo' }, wandering, clock).changes
    expect(named.start).toBe('2026-11-26T08:00:00+09:00[Asia/Tokyo]')
    const exact = changedTimes({ when: '2026-11-26T08:00:00Z' }, wandering, clock).changes
    expect(exact.start).toBe(berlin('2026-11-26T09:00:00'))
  })

  test('by a bare weekday is near where it is, if that is far from today', () => {
    const spring = { start: berlin('2027-03-22T10:00:00'), end: berlin('2027-03-22T10:45:00') }
    expect(moved({ when: 'wednesday' }, spring)).toBe('2027-03-24T10:00:00 2027-03-24T10:45:00')
    expect(moved({ when: 'tomorrow' }, spring)).toBe('2026-11-18T10:00:00 2026-11-18T10:45:00')
  })

  test('stays in its own zone, unless another is named', () => {
    const there = {
      start: '2027-03-01T10:00:00-05:00[America/New_York]',
      end: '2027-03-01T11:00:00-05:00[America/New_York]',
    }
    expect(changedTimes({ when: '2027-03-01T17:00' }, there, clock).changes).toEqual({
      start: '2027-03-01T11:00:00-05:00[America/New_York]',
      end: '2027-03-01T12:00:00-05:00[America/New_York]',
    })
    expect(changedTimes({ when: '2027-03-01T17:00', zone: 'Europe/Berlin' }, there, clock).changes.start).toBe(
      berlin('2027-03-01T17:00:00'),
    )
  })

  test('that is a whole day needs a time to be one no longer', () => {
    expect(() => changedTimes({ allDay: false }, days, clock)).toThrow('has no time yet')
    expect(moved({ allDay: false, when: '2026-11-25T10:00' }, days)).toBe('2026-11-25T10:00:00 2026-11-25T11:00:00')
  })

  test('says nothing of a length that it kept, and changes nothing that was not said', () => {
    expect(changedTimes({ when: '3pm' }, timed, clock).notes).toEqual([])
    expect(changedTimes({}, timed, clock).changes).toEqual({})
    expect(changedTimes({ repeat: '' }, timed, clock).changes).toEqual({ rule: null })
    expect(changedTimes({ repeat: 'FREQ=WEEKLY' }, timed, clock).changes).toEqual({ rule: 'FREQ=WEEKLY' })
  })

  test('is not put where the clock skips it', () => {
    const night = { start: '2027-03-27T02:30:00+01:00[Europe/Berlin]', end: '2027-03-27T03:30:00+01:00[Europe/Berlin]' }
    expect(() => changedTimes({ when: '2027-03-28' }, night, clock)).toThrow(/02:30/)
  })
})
