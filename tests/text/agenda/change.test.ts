import { describe, expect, test } from 'vitest'
import { changeEvent, removeEvent } from '../../../sidecar/text/agenda/change.ts'
import type { EventChanges, Scope } from '../../../sidecar/text/agenda/types.ts'
import { AT, file, seen, starts } from './seen.ts'

const weekly =
  'UID:w | DTSTAMP:20260101T000000Z | SEQUENCE:3 | DTSTART;TZID=Europe/Berlin:20261006T100000 | DTEND;TZID=Europe/Berlin:20261006T110000 | RRULE:FREQ=WEEKLY;COUNT=6;BYDAY=TU | SUMMARY:Stand-up | X-KEEP;P="a:b":yes'
const series = file(weekly)

const change = (text: string, scope: Scope, recurrenceId: string | undefined, changes: EventChanges, uid = 'w') =>
  changeEvent(text, { uid, scope, recurrenceId, changes, at: AT, newUid: 'new' })
const remove = (text: string, scope: Scope, recurrenceId?: string, uid = 'w') =>
  removeEvent(text, { uid, scope, recurrenceId, at: AT }).text

/** Times of Berlin in October and November 2026; clocks go back on the 25th. */
const tuesdays = ['06T08', '13T08', '20T08'].map((time) => `2026-10-${time}:00:00Z`)
const later = ['2026-10-27T09:00:00Z', '2026-11-03T09:00:00Z', '2026-11-10T09:00:00Z']

describe('a change to a series', () => {
  test('[calendar.change] of one occurrence leaves the others, byte for byte', () => {
    const { text, split } = change(series, 'this', '2026-10-20T08:00:00Z', {
      start: '2026-10-21T14:00:00+02:00[Europe/Berlin]',
      title: 'Late',
    })
    expect(split).toBeUndefined()
    expect(starts(text)).toEqual([tuesdays[0], tuesdays[1], '2026-10-21T12:00:00Z', ...later])
    expect(seen(text)[2]).toBe('2026-10-21T12:00:00Z/2026-10-21T13:00:00Z Late')
    expect(text.startsWith(series.slice(0, -'END:VCALENDAR\r\n'.length))).toBe(false) // the zone is described now
    expect(text).toContain(series.slice(series.indexOf('BEGIN:VEVENT'), -'END:VCALENDAR\r\n'.length))
    expect(text).toContain('RECURRENCE-ID;TZID=Europe/Berlin:20261020T100000\r\n')
    expect(text.match(/X-KEEP;P="a:b":yes/g)).toHaveLength(2)
    expect(text).toContain('SEQUENCE:4\r\n')
  })

  test.each([
    ['an instant', '2026-10-27T09:00:00Z'],
    ['an instant with an offset', '2026-10-27T10:00:00+01:00'],
    ['a stamp', '2026-10-27T10:00:00+01:00[Europe/Berlin]'],
    ['a clock time', '2026-10-27T10:00:00'],
    ['a date', '2026-10-27'],
  ])('[calendar.change] names the occurrence by %s', (_, id) => {
    expect(starts(remove(series, 'this', id))).toEqual([...tuesdays, ...later.slice(1)])
  })

  test('[calendar.change] of one that was changed before is made in its place', () => {
    const first = change(series, 'this', tuesdays[1], { title: 'A' }).text
    const again = change(first, 'this', tuesdays[1], { start: '2026-10-13T12:00:00+02:00[Europe/Berlin]' }).text
    expect(again.match(/BEGIN:VEVENT/g)).toHaveLength(2)
    expect(seen(again)[1]).toBe('2026-10-13T10:00:00Z/2026-10-13T11:00:00Z A')
    const gone = remove(again, 'this', tuesdays[1])
    expect(gone?.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(starts(gone)).toEqual([tuesdays[0], tuesdays[2], ...later])
  })

  test('[calendar.change] of this and all following makes two series of it, each with its own count', () => {
    const changed = change(series, 'following', tuesdays[2], {
      start: '2026-10-21T09:30:00+02:00[Europe/Berlin]',
      location: 'Room 2',
    })
    expect(changed.text).toContain('RRULE:FREQ=WEEKLY;COUNT=2;BYDAY=TU\r\n')
    expect(starts(changed.text)).toEqual(tuesdays.slice(0, 2))
    expect(changed.split?.uid).toBe('new')
    const second = changed.split?.text ?? ''
    expect(second).toContain('RRULE:FREQ=WEEKLY;COUNT=4;BYDAY=WE\r\n')
    expect(second).toContain('RELATED-TO;RELTYPE=SIBLING:w\r\n')
    expect(seen(second)).toEqual([
      '2026-10-21T07:30:00Z/2026-10-21T08:30:00Z Stand-up',
      '2026-10-28T08:30:00Z/2026-10-28T09:30:00Z Stand-up',
      '2026-11-04T08:30:00Z/2026-11-04T09:30:00Z Stand-up',
      '2026-11-11T08:30:00Z/2026-11-11T09:30:00Z Stand-up',
    ])
  })

  test('[calendar.change] of this and all following, of the first, is one of all', () => {
    const { text, split } = change(series, 'following', tuesdays[0], { title: 'B' })
    expect(split).toBeUndefined()
    expect(seen(text).every((line) => line.endsWith(' B'))).toBe(true)
  })

  test('[calendar.change] of all moves exceptions, extra dates, changed ones and the end along', () => {
    const full = file(
      'UID:w | DTSTART;TZID=Europe/Berlin:20261006T100000 | DURATION:PT1H | RRULE:FREQ=WEEKLY;UNTIL=20261110T090000Z;BYDAY=TU | EXDATE;TZID=Europe/Berlin:20261013T100000 | RDATE;TZID=Europe/Berlin:20261008T160000 | SUMMARY:S',
      'UID:w | RECURRENCE-ID;TZID=Europe/Berlin:20261020T100000 | DTSTART;TZID=Europe/Berlin:20261020T100000 | DURATION:PT1H | SUMMARY:Other title',
      'UID:w | RECURRENCE-ID;TZID=Europe/Berlin:20261027T100000 | DTSTART;TZID=Europe/Berlin:20261029T180000 | DURATION:PT2H | SUMMARY:S',
    )
    const { text } = change(full, 'all', undefined, { start: '2026-10-07T11:15:00+02:00[Europe/Berlin]', title: 'T' })
    expect(seen(text)).toEqual([
      '2026-10-07T09:15:00Z/2026-10-07T10:15:00Z T',
      '2026-10-09T15:15:00Z/2026-10-09T16:15:00Z T',
      '2026-10-21T09:15:00Z/2026-10-21T10:15:00Z Other title',
      '2026-10-29T17:00:00Z/2026-10-29T19:00:00Z T',
      '2026-11-04T10:15:00Z/2026-11-04T11:15:00Z T',
      '2026-11-11T10:15:00Z/2026-11-11T11:15:00Z T',
    ])
    expect(text).toContain('RRULE:FREQ=WEEKLY;UNTIL=20261111T101500Z;BYDAY=WE\r\n')
    expect(text).toContain('EXDATE;TZID=Europe/Berlin:20261014T111500\r\n')
    expect(text).toContain('DURATION:PT1H\r\n')
  })

  test('[calendar.change] of all from one in the middle takes its times as those of the middle one', () => {
    const { text } = change(series, 'all', later[1], {
      start: '2026-11-03T16:00:00+01:00[Europe/Berlin]',
      end: '2026-11-03T16:30:00+01:00[Europe/Berlin]',
    })
    expect(seen(text).slice(0, 1)).toEqual(['2026-10-06T14:00:00Z/2026-10-06T14:30:00Z Stand-up'])
    expect(seen(text)).toHaveLength(6)
  })
})

describe('a series that moves to another day', () => {
  const by = (rule: string, start = '20261014') =>
    file(`UID:w | DTSTART;VALUE=DATE:${start} | RRULE:${rule} | EXDATE;VALUE=DATE:20261111,20270714 | SUMMARY:S`)
  const dates = (text: string) => starts(text, '2026-10-01', '2027-02-15')

  test.each([
    ['a day of the month', 'FREQ=MONTHLY', 'FREQ=MONTHLY', ['2026-10-15', '2026-11-15', '2026-12-15', '2027-01-15']],
    [
      'a day of the month that is written',
      'FREQ=MONTHLY;BYMONTHDAY=14;UNTIL=20261214',
      'FREQ=MONTHLY;BYMONTHDAY=15;UNTIL=20261215',
      ['2026-10-15', '2026-11-15', '2026-12-15'],
    ],
    [
      'a weekday of the month',
      'FREQ=MONTHLY;BYDAY=2WE;UNTIL=20270113',
      'FREQ=MONTHLY;BYDAY=3TH;UNTIL=20270121',
      ['2026-10-15', '2026-12-17', '2027-01-21'],
    ],
    [
      'a day of the year',
      'FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=14',
      'FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=15',
      ['2026-10-15'],
    ],
    [
      'every third day',
      'FREQ=DAILY;INTERVAL=28',
      'FREQ=DAILY;INTERVAL=28',
      ['2026-10-15', '2026-12-10', '2027-01-07', '2027-02-04'],
    ],
  ])('[calendar.change] by %s keeps its kind of rule', (_, rule, fresh, expected) => {
    const { text } = change(by(rule), 'all', undefined, { start: '2026-10-15' })
    expect(text).toContain(`RRULE:${fresh}\r\n`)
    expect(dates(text)).toEqual(expected)
  })

  test.each([
    'FREQ=WEEKLY;BYDAY=MO,WE,FR',
    'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=10',
    'FREQ=MONTHLY;BYMONTHDAY=14,28',
    'FREQ=YEARLY;BYWEEKNO=42;BYDAY=WE',
  ])('[calendar.change] by %s is refused with what to do', (rule) => {
    expect(() => change(by(rule), 'all', undefined, { start: '2026-10-15' })).toThrow(
      expect.objectContaining({ code: 'BAD_INPUT', hint: expect.stringContaining('rule') }),
    )
    const { text } = change(by(rule), 'all', undefined, { start: '2026-10-15', rule: 'FREQ=WEEKLY;BYDAY=TH' })
    expect(dates(text)[1]).toBe('2026-10-22')
  })

  test('[calendar.change] to the 31st is refused, since not every month has one', () => {
    expect(() => change(by('FREQ=MONTHLY'), 'all', undefined, { start: '2026-10-31' })).toThrow(/not clear/)
  })
})

describe('whole days and times', () => {
  const day = file('UID:w | DTSTART;VALUE=DATE:20261014 | DTEND;VALUE=DATE:20261016 | SUMMARY:Trip')
  test('[calendar.change] a day becomes a time and a time becomes a day', () => {
    const timed = change(day, 'all', undefined, {
      start: '2026-10-14T09:00:00+02:00[Europe/Berlin]',
      end: '2026-10-14T10:00:00+02:00[Europe/Berlin]',
    }).text
    expect(seen(timed)).toEqual(['2026-10-14T07:00:00Z/2026-10-14T08:00:00Z Trip'])
    expect(timed).toContain('BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\n')
    expect(seen(change(timed, 'this', undefined, { start: '2026-10-20' }).text)).toEqual(['2026-10-20/2026-10-21 Trip'])
    expect(seen(change(day, 'all', undefined, { start: '2026-10-20' }).text)).toEqual(['2026-10-20/2026-10-22 Trip'])
    expect(() => change(day, 'all', undefined, { end: '2026-10-14T10:00:00' })).toThrow(/not of one kind/)
    expect(() => change(day, 'all', undefined, { end: '2026-10-14' })).toThrow(/not after the start/)
  })

  test('[calendar.change] so does a series with its end and its exceptions', () => {
    const days = change(
      file(`${weekly.replace('COUNT=6', 'UNTIL=20261110T090000Z')} | EXDATE;TZID=Europe/Berlin:20261013T100000`),
      'all',
      undefined,
      { start: '2026-10-06' },
    ).text
    expect(days).toContain('UNTIL=20261110;')
    expect(starts(days)).toEqual(['2026-10-06', '2026-10-20', '2026-10-27', '2026-11-03', '2026-11-10'])
    const times = change(days, 'all', '2026-10-20', {
      start: '2026-10-20T08:00:00-04:00[America/New_York]',
      end: '2026-10-20T09:00:00-04:00[America/New_York]',
    }).text
    expect(starts(times)).toEqual([
      '2026-10-06T12:00:00Z',
      '2026-10-20T12:00:00Z',
      '2026-10-27T12:00:00Z',
      '2026-11-03T13:00:00Z',
      '2026-11-10T13:00:00Z',
    ])
  })

  test('[calendar.change] the clock’s gaps and overlaps keep the length that passes', () => {
    const one = file('UID:w | DTSTART;TZID=Europe/Berlin:20261014T100000 | DTEND;TZID=Europe/Berlin:20261014T103000')
    const at = (start: string) => seen(change(one, 'all', undefined, { start }).text)[0]
    expect(at('2026-10-25T02:45:00+02:00[Europe/Berlin]')).toBe('2026-10-25T00:45:00Z/2026-10-25T01:15:00Z ')
    expect(at('2026-10-25T02:45:00+01:00[Europe/Berlin]')).toBe('2026-10-25T01:45:00Z/2026-10-25T02:15:00Z ')
    expect(at('2026-03-29T01:45:00+01:00[Europe/Berlin]')).toBe('2026-03-29T00:45:00Z/2026-03-29T01:15:00Z ')
    expect(() => change(series, 'all', undefined, { start: '2026-10-25T02:45:00+01:00[Europe/Berlin]' })).toThrow(
      /twice/,
    )
  })
})

describe('a removal', () => {
  test('[calendar.change] of this and all following ends the series before, and of the first takes all', () => {
    expect(starts(remove(series, 'following', later[0]))).toEqual(tuesdays)
    expect(remove(series, 'following', tuesdays[0])).toBeNull()
    expect(remove(series, 'all')).toBeNull()
    const endless = file(weekly.replace(';COUNT=6', ''))
    expect(remove(endless, 'following', later[0])).toContain('UNTIL=20261027T085959Z')
    const days = file('UID:w | DTSTART;VALUE=DATE:20261006 | RRULE:FREQ=DAILY')
    expect(starts(remove(days, 'following', '2026-10-09'))).toEqual(['2026-10-06', '2026-10-07', '2026-10-08'])
  })

  test('[calendar.change] of the last that is left takes the event', () => {
    const two = file(weekly.replace('COUNT=6', 'COUNT=2'))
    const one = remove(two, 'this', tuesdays[0]) ?? ''
    expect(starts(one)).toEqual([tuesdays[1]])
    expect(remove(one, 'this', tuesdays[1])).toBeNull()
  })

  test('[calendar.lossless] leaves other events and what nobody knows', () => {
    const both = file(weekly, 'UID:other | DTSTART:20261006T100000Z | X-ODD:1')
    const left = remove(both, 'all') ?? ''
    expect(left).toBe(file('UID:other | DTSTART:20261006T100000Z | X-ODD:1'))
  })
})

describe('what is not there', () => {
  const failure = (run: () => unknown) => {
    try {
      run()
    } catch (thrown) {
      const { code, hint } = thrown as { code: string; hint: string }
      return `${code} ${hint}`
    }
    return 'nothing was thrown'
  }
  test('[calendar.change] is NOT_FOUND, with what is near', () => {
    expect(failure(() => remove(series, 'this', '2026-10-21T08:00:00Z'))).toContain(
      'NOT_FOUND The nearest are 2026-10-13T08:00:00Z, 2026-10-20T08:00:00Z, 2026-10-27T09:00:00Z.',
    )
    expect(failure(() => remove(series, 'this', 'next week'))).toContain(
      'NOT_FOUND The nearest are 2026-10-27T09:00:00Z,',
    )
    expect(failure(() => remove(series, 'this', '2026-12-01T09:00:00Z'))).toContain('2026-11-10T09:00:00Z')
    expect(failure(() => remove(series, 'this', undefined, 'x'))).toBe(
      'NOT_FOUND There are: w (Stand-up). Take the uid from a search.',
    )
    expect(failure(() => remove(series, 'this'))).toContain('BAD_INPUT The nearest are')
    expect(failure(() => change(series, 'this', later[0], { rule: 'FREQ=DAILY' }))).toContain('BAD_INPUT')
  })
})
