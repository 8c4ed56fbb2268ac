import fc from 'fast-check'
import ICAL from 'ical.js'
import * as nodeIcal from 'node-ical'
import { describe, expect, test } from 'vitest'
import { Budget } from '../../sidecar/text/ical/budget.ts'
import { basicWall } from '../../sidecar/text/ical/days.ts'
import { parseCalendar } from '../../sidecar/text/ical/document.ts'
import { expand } from '../../sidecar/text/ical/expand.ts'
import { freeSlots } from '../../sidecar/text/ical/freeslots.ts'
import { occurrences } from '../../sidecar/text/ical/occurrences.ts'
import { readRule } from '../../sidecar/text/ical/rule.ts'
import { readMoment } from '../../sidecar/text/ical/values.ts'
import { windowsNames, windowsZone } from '../../sidecar/text/ical/windows.ts'
import { rules, starts } from './rules.ts'

const calendar = (...events: string[]) =>
  parseCalendar(
    `BEGIN:VCALENDAR\n${events.map((event) => `BEGIN:VEVENT\n${event.replaceAll(' | ', '\n')}\nEND:VEVENT\n`).join('')}END:VCALENDAR`,
  )

const seen = (text: string | string[], from: string, to: string, zone = 'UTC') =>
  occurrences(calendar(...[text].flat()), { from: `${from}T00:00:00Z`, to: `${to}T00:00:00Z`, zone }).map(
    ({ start, end }) => `${start}/${end}`,
  )

describe('occurrences', () => {
  test.each([
    [
      'a time that the clock skips is read with the offset before',
      'DTSTART;TZID=Europe/Berlin:20240331T023000',
      ['2024-03-31T01:30:00Z/2024-03-31T01:30:00Z'],
    ],
    [
      'what begins in a gap of the clock is as long as it is on other days',
      'DTSTART;TZID=Europe/Berlin:20240330T025900 | DTEND;TZID=Europe/Berlin:20240330T030700 | RRULE:FREQ=DAILY;COUNT=2',
      ['2024-03-30T01:59:00Z/2024-03-30T02:07:00Z', '2024-03-31T01:59:00Z/2024-03-31T02:07:00Z'],
    ],
    [
      'a time that the clock shows twice is the first',
      'DTSTART;TZID=Europe/Berlin:20241027T023000',
      ['2024-10-27T00:30:00Z/2024-10-27T00:30:00Z'],
    ],
    [
      'a DURATION in days is by the clock',
      'DTSTART;TZID=Europe/Berlin:20240330T120000 | DURATION:P1D',
      ['2024-03-30T11:00:00Z/2024-03-31T10:00:00Z'],
    ],
    [
      'a DURATION in hours is exact',
      'DTSTART;TZID=Europe/Berlin:20240330T120000 | DURATION:PT24H',
      ['2024-03-30T11:00:00Z/2024-03-31T11:00:00Z'],
    ],
    ['a date without an end is one day', 'DTSTART;VALUE=DATE:20240401', ['2024-04-01/2024-04-02']],
    [
      'a Windows name without a VTIMEZONE is known',
      'DTSTART;TZID=W. Europe Standard Time:20240401T120000',
      ['2024-04-01T10:00:00Z/2024-04-01T10:00:00Z'],
    ],
    [
      'a zone with colons that nobody quoted is known',
      'DTSTART;TZID=(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna:20240401T120000',
      ['2024-04-01T10:00:00Z/2024-04-01T10:00:00Z'],
    ],
    [
      'an EXDATE that is a date takes out the day',
      'DTSTART:20240401T100000Z | RRULE:FREQ=DAILY;COUNT=3 | EXDATE;VALUE=DATE:20240402',
      ['2024-04-01T10:00:00Z/2024-04-01T10:00:00Z', '2024-04-03T10:00:00Z/2024-04-03T10:00:00Z'],
    ],
    [
      'an RDATE may have a length of its own',
      'DTSTART:20240401T100000Z | DURATION:PT1H | RDATE;VALUE=PERIOD:20240402T100000Z/PT2H',
      ['2024-04-01T10:00:00Z/2024-04-01T11:00:00Z', '2024-04-02T10:00:00Z/2024-04-02T12:00:00Z'],
    ],
    [
      'several rules and an EXRULE make one set',
      'DTSTART:20240401T100000Z | RRULE:FREQ=DAILY;COUNT=4 | RRULE:FREQ=DAILY;INTERVAL=2;COUNT=2 | EXRULE:FREQ=DAILY;INTERVAL=3;COUNT=2',
      ['2024-04-02T10:00:00Z/2024-04-02T10:00:00Z', '2024-04-03T10:00:00Z/2024-04-03T10:00:00Z'],
    ],
    [
      'the 31st of a short month goes where SKIP says',
      'DTSTART;VALUE=DATE:20240331 | RRULE:RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;COUNT=2',
      ['2024-03-31/2024-04-01', '2024-04-30/2024-05-01'],
    ],
    [
      'the Chinese new year is a rule too',
      'DTSTART;VALUE=DATE:20130210 | RRULE:RSCALE=CHINESE;FREQ=YEARLY',
      ['2024-02-10/2024-02-11'],
    ],
  ])('%s [calendar.times]', (_says, event, expected) => {
    expect(seen(event, '2024-02-01', '2024-11-01')).toEqual(expected)
  })

  test('[calendar.times] a change for this and all following moves the rest, and one that was moved in or out counts where it is', () => {
    const series = 'UID:1 | DTSTART:20240401T100000Z | DURATION:PT1H | RRULE:FREQ=DAILY;COUNT=4'
    const rest =
      'UID:1 | RECURRENCE-ID;RANGE=THISANDFUTURE:20240403T100000Z | DTSTART:20240403T120000Z | DURATION:PT30M'
    const away = 'UID:1 | RECURRENCE-ID:20240402T100000Z | DTSTART:20240502T100000Z | DURATION:PT1H'
    expect(seen([series, rest, away], '2024-04-01', '2024-04-10')).toEqual([
      '2024-04-01T10:00:00Z/2024-04-01T11:00:00Z',
      '2024-04-03T12:00:00Z/2024-04-03T12:30:00Z',
      '2024-04-04T12:00:00Z/2024-04-04T12:30:00Z',
    ])
    expect(seen([series, rest, away], '2024-05-01', '2024-05-10')).toEqual([
      '2024-05-02T10:00:00Z/2024-05-02T11:00:00Z',
    ])
  })

  test('[calendar.times] what was cancelled, declined or does not block is told', () => {
    const event =
      'DTSTART:20240401T100000Z | STATUS:cancelled | TRANSP:TRANSPARENT | ATTENDEE;PARTSTAT=DECLINED:mailto:Me@example.org'
    const [found] = occurrences(calendar(event), {
      from: '2024-04-01T00:00:00Z',
      to: '2024-04-02T00:00:00Z',
      zone: 'UTC',
      me: ['me@example.org'],
    })
    expect(found).toMatchObject({ status: 'CANCELLED', transparent: true, answer: 'DECLINED', allDay: false })
  })

  test('[calendar.bounded] rules without end are skipped ahead in, and floods are refused', () => {
    const everySecond = 'DTSTART:19700101T000000Z | RRULE:FREQ=SECONDLY'
    expect(seen(`${everySecond};BYHOUR=5;BYMINUTE=0;BYSECOND=7`, '2400-01-01', '2400-01-02')).toHaveLength(1)
    expect(seen(`${everySecond};INTERVAL=43200;COUNT=999999999`, '2400-01-01', '2400-01-02')).toHaveLength(2)
    expect(
      seen('DTSTART:19700101T000000Z | RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', '1970-01-01', '9999-01-01'),
    ).toEqual([])
    expect(() => seen(everySecond, '2024-01-01', '2025-01-01')).toThrow(/more than 500000 occurrences/)
    const many = Array.from(
      { length: 400 },
      (_, i) => `UID:${i} | DTSTART:00010101T000000Z | RRULE:FREQ=DAILY;BYDAY=MO;COUNT=9999999`,
    )
    expect(() => seen(many, '2024-01-01', '2024-01-02')).toThrow(/take too long/)
  })

  test('the table of Windows names is node-ical’s', () => {
    const zones = windowsNames().filter(([name]) => name.includes(' ') && !name.includes(';'))
    const text = zones.map(
      ([name], i) => `BEGIN:VEVENT\nUID:${i}\nDTSTART;TZID="${name}":20240101T100000\nEND:VEVENT\n`,
    )
    const read = nodeIcal.sync.parseICS(`BEGIN:VCALENDAR\n${text.join('')}END:VCALENDAR`)
    for (const [i, [name]] of zones.entries()) {
      const found = read[String(i)] as { start?: { tz?: string } } | undefined
      expect(windowsZone(name), name).toBe(found?.start?.tz)
    }
    expect(zones.length).toBeGreaterThan(200)
  })
})

const MOST = 20
const YEARS = 12 * 366 * 86_400

function byPeer(rule: string, start: string, last: string): string[] {
  const [year = 0, ...rest] = start.match(/^\d{4}|\d\d/g)?.map(Number) ?? []
  const [month = 0, day = 0, hour = 0, minute = 0] = rest
  const begins = ICAL.Time.fromData({ year, month, day, hour, minute, second: 0, isDate: false })
  const iterator = ICAL.Recur.fromString(rule).iterator(begins)
  const found: string[] = []
  for (let next = iterator.next(); next && found.length < MOST; next = iterator.next()) {
    const text = next.toICALString()
    if (text > last) break
    found.push(text)
  }
  return found
}

/**
 * Where ical.js 2.2.1 differs from RFC 5545 (and from dateutil, which has it our way): it takes BYWEEKNO for every week, numbers
 * the days of a year within months, stays in one month for YEARLY;BYMONTHDAY, takes only the first time of a day in YEARLY
 * rules, goes astray in MONTHLY rules with BYDAY and either BYMONTHDAY or times, and counts a day twice that is named from
 * both ends, such as 4TH and -1TH; it loses the first of a month by a BYSETPOS from the end. It also lists a DTSTART that does not fit the rule and times in the order in which
 * they are written: here they fit, and are in order.
 */
function isTheirs(rule: string): boolean {
  const has = (part: string) => rule.includes(`;${part}=`)
  const bothEnds = rule.split(';').some((part) => /[=,]-/.test(part) && /[=,]\d/.test(part))
  if (bothEnds) return true
  const times = has('BYHOUR') || has('BYMINUTE')
  if (rule.startsWith('FREQ=YEARLY'))
    return has('BYWEEKNO') || has('BYMONTHDAY') || times || (has('BYDAY') && !has('BYMONTH'))
  const loses = /;BYSETPOS=-/.test(rule)
  return rule.startsWith('FREQ=MONTHLY') && has('BYDAY') && (has('BYMONTHDAY') || times || loses)
}

test('[calendar.rules] random rules mean what ical.js says where it is right', () => {
  let compared = 0
  fc.assert(
    fc.property(rules, starts, (text, from) => {
      const rule = readRule(text)
      const begun = readMoment(from)?.wall ?? 0
      if (!rule) throw new Error(text)
      const first = (wall: number, count: number) =>
        expand({ ...rule, count }, wall, { from: wall, to: wall + YEARS, until: wall + YEARS }, new Budget())
      const [wall] = first(begun, 1)
      if (isTheirs(text) || wall === undefined) return
      // As many as are compared are enough; every minute of twelve years is not.
      const ours = first(wall, Math.min(rule.count ?? MOST, MOST))
      expect(ours.map(basicWall)).toEqual(byPeer(text, basicWall(wall), basicWall(wall + YEARS)))
      compared += 1
    }),
    { numRuns: process.env.STEWARD_FULL ? 5000 : 300, ...(process.env.STEWARD_FULL ? {} : { seed: 5 }) },
  )
  expect(compared).toBeGreaterThan(150)
})

test('[calendar.rules] beginning in the middle of a rule gives the same as from its start', () => {
  fc.assert(
    fc.property(rules, starts, fc.integer({ min: 0, max: 400 }), (rule, start, days) => {
      const read = readRule(rule)
      const wall = readMoment(start)?.wall ?? 0
      if (!read) throw new Error(rule)
      // Minutes take no longer than days this way.
      const unit = /MINUTELY/.test(rule) ? 600 : 86_400
      const [middle, to] = [wall + days * unit, wall + 500 * unit]
      const all = expand(read, wall, { from: wall, to, until: to }, new Budget())
      const late = expand(read, wall, { from: middle, to, until: to }, new Budget())
      expect(late).toEqual(all.filter((each) => each >= middle))
    }),
    { numRuns: process.env.STEWARD_FULL ? 5000 : 200 },
  )
})

test('[calendar.free] free time honours buffers, tentative events and the hours of others in their zones', () => {
  const mine = calendar('DTSTART:20240401T100000Z | DURATION:PT1H')
  const theirs = calendar('DTSTART:20240401T150000Z | DURATION:PT1H | STATUS:TENTATIVE')
  const search = {
    calendars: [mine],
    zone: 'Europe/London',
    workingHours: [9, 17] as const,
    from: '2024-04-01T00:00:00Z',
    to: '2024-04-02T00:00:00Z',
    minutes: 30,
    buffer: 15,
    others: [{ calendars: [theirs], zone: 'America/New_York', workingHours: [9, 17] as const }],
  }
  // London is open from 08:00 to 16:00 UTC, New York from 13:00 to 21:00.
  expect(freeSlots(search)).toEqual([{ start: '2024-04-01T13:00:00Z', end: '2024-04-01T14:45:00Z' }])
  expect(freeSlots({ ...search, overTentative: true })).toEqual([
    { start: '2024-04-01T13:00:00Z', end: '2024-04-01T16:00:00Z' },
  ])
  expect(freeSlots({ ...search, others: [], days: [2] })).toEqual([])
})
