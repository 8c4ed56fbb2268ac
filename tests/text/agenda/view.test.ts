import { describe, expect, test } from 'vitest'
import { changeEvent, removeEvent } from '../../../sidecar/text/agenda/change.ts'
import type { EventChanges, Scope } from '../../../sidecar/text/agenda/types.ts'
import { AT, file, seen, starts, viewsOf } from './seen.ts'

const base = 'UID:w | DTSTART;TZID=Europe/Berlin:20261006T100000 | DTEND;TZID=Europe/Berlin:20261006T110000'
const one = (lines: string) => viewsOf(file(`${base} | ${lines}`))[0]
const change = (text: string, scope: Scope, recurrenceId: string | undefined, changes: EventChanges) =>
  changeEvent(text, { uid: 'w', scope, recurrenceId, changes, at: AT, newUid: 'new' })

describe('an event as it is shown', () => {
  test('[calendar.view] has only what the file has', () => {
    expect(one('SUMMARY:S')).toEqual({
      calendar: 'personal',
      uid: 'w',
      title: 'S',
      start: '2026-10-06T08:00:00Z',
      end: '2026-10-06T09:00:00Z',
      allDay: false,
      startsAt: Date.parse('2026-10-06T08:00:00Z'),
      endsAt: Date.parse('2026-10-06T09:00:00Z'),
      zone: 'Europe/Berlin',
      floating: false,
      recurring: false,
      status: 'confirmed',
      busy: 'busy',
    })
  })

  test.each([
    ['STATUS:TENTATIVE', { status: 'tentative', busy: 'tentative' }],
    ['STATUS:CANCELLED', { status: 'cancelled', busy: 'free' }],
    ['TRANSP:TRANSPARENT', { status: 'confirmed', busy: 'free' }],
    ['X-MICROSOFT-CDO-BUSYSTATUS:OOF', { busy: 'away' }],
    ['CATEGORIES:a\\,b,c | CATEGORIES:c,d', { tags: ['a,b', 'c', 'd'] }],
    ['ORGANIZER;CN="Ana; B":MAILTO:ana@x.org', { organizer: { address: 'ana@x.org', name: 'Ana; B' } }],
    ['BEGIN:VALARM | TRIGGER:-PT15M | ACTION:DISPLAY | END:VALARM', { alarms: [15] }],
    ['BEGIN:VALARM | TRIGGER;RELATED=END:-PT15M | ACTION:AUDIO | END:VALARM', { alarms: [-45] }],
    ['BEGIN:VALARM | TRIGGER:PT5M | END:VALARM | BEGIN:VALARM | TRIGGER:-P1D | END:VALARM', { alarms: [-5, 1440] }],
  ])('[calendar.view] %s is told', (lines, expected) => {
    expect(one(lines)).toMatchObject(expected)
  })

  test.each([
    'ACTION:EMAIL | TRIGGER:-PT5M',
    'ACTION:NONE | TRIGGER:-PT5M',
    'ACTION:DISPLAY | TRIGGER;VALUE=DATE-TIME:19760401T005545Z',
  ])('[calendar.view] an alarm with %s is none of minutes before', (lines) => {
    expect(one(`BEGIN:VALARM | ${lines} | END:VALARM`)).not.toHaveProperty('alarms')
  })

  test('[calendar.view] long texts are cut with a sign', () => {
    const view = one(`DESCRIPTION:${'é'.repeat(30_000)} | SUMMARY:${'x'.repeat(5000)}`)
    expect(view?.notes).toHaveLength(20_000)
    expect(view?.notes?.endsWith('é…')).toBe(true)
    expect(view?.title).toHaveLength(1000)
  })

  test('[calendar.view] a changed occurrence tells the rule of its series', () => {
    const text = change(file(`${base} | RRULE:FREQ=DAILY;COUNT=3`), 'this', '2026-10-07', { title: 'X' }).text
    expect(viewsOf(text).map(({ rule, title, recurrenceId }) => `${rule} ${title} ${recurrenceId}`)).toEqual([
      'FREQ=DAILY;COUNT=3  2026-10-06T08:00:00Z',
      'FREQ=DAILY;COUNT=3 X 2026-10-07T08:00:00Z',
      'FREQ=DAILY;COUNT=3  2026-10-08T08:00:00Z',
    ])
  })
})

describe('fields of an event', () => {
  const rich = file(
    `${base} | SUMMARY;LANGUAGE=en:S | LOCATION:L | X-APPLE-STRUCTURED-LOCATION;X=1:geo:1,2 | ATTENDEE;CN=A;CUTYPE=ROOM;PARTSTAT=ACCEPTED;X-Y=z:mailto:a@x.org | ATTENDEE:mailto:B@x.org | BEGIN:VALARM | ACTION:AUDIO | TRIGGER:-PT10M | X-KEEP:1 | END:VALARM | BEGIN:VALARM | ACTION:EMAIL | TRIGGER:-PT20M | END:VALARM`,
  )
  test('[calendar.change] what says the same keeps its bytes; null takes away', () => {
    const same = change(rich, 'all', undefined, {
      title: 'S',
      location: 'L',
      attendees: [{ address: 'A@x.org' }, { address: 'b@x.org' }],
      alarms: [10],
    }).text
    const plain = (text: string) => text.replaceAll(/(?:DTSTAMP|LAST-MODIFIED|SEQUENCE):.*\r\n/g, '')
    expect(plain(same)).toBe(rich)
    const none = change(rich, 'all', undefined, { location: null, attendees: null, alarms: null }).text
    expect(none).not.toMatch(/LOCATION|ATTENDEE|AUDIO/)
    expect(none).toContain('ACTION:EMAIL')
  })
  test('[calendar.change] people keep what is not named, alarms come and go one by one', () => {
    const text = change(rich, 'all', undefined, {
      attendees: [
        { address: 'a@x.org', answer: 'DECLINED' },
        { address: 'c@x.org', name: 'C' },
      ],
      alarms: [10, 30],
    }).text
    expect(text).toContain('ATTENDEE;CN=A;CUTYPE=ROOM;PARTSTAT=DECLINED;X-Y=z:mailto:a@x.org\r\n')
    expect(text).not.toContain('B@x.org')
    expect(viewsOf(text)[0]?.alarms).toEqual([10, 30])
    expect(text).toContain('X-KEEP:1')
  })
})

describe('series of other programs', () => {
  test('[calendar.change] a change to one and all following (RANGE) is honoured in what comes after', () => {
    const text = file(
      `${base} | RRULE:FREQ=DAILY;COUNT=6 | SUMMARY:S`,
      'UID:w | RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261008T100000 | DTSTART;TZID=Europe/Berlin:20261008T140000 | DTEND;TZID=Europe/Berlin:20261008T143000 | SUMMARY:T',
    )
    const id = '2026-10-10T08:00:00Z'
    expect(seen(text)[4]).toBe('2026-10-10T12:00:00Z/2026-10-10T12:30:00Z T')
    expect(seen(change(text, 'this', id, { title: 'U' }).text)[4]).toBe('2026-10-10T12:00:00Z/2026-10-10T12:30:00Z U')
    const { text: before, split } = change(text, 'following', id, { location: 'L' })
    expect(seen(before)).toEqual(seen(text).slice(0, 4))
    expect(seen(split?.text ?? '')).toEqual(seen(text).slice(4))
    expect(starts(removeEvent(text, { uid: 'w', scope: 'this', recurrenceId: id, at: AT }).text)).toHaveLength(5)
  })

  test('[calendar.change] names of zones that only the file has stay, and a stamp in the same zone takes them', () => {
    const text = file(
      'UID:w | DTSTART;TZID=W. Europe Standard Time:20261006T100000 | DTEND;TZID=W. Europe Standard Time:20261006T110000 | RRULE:FREQ=DAILY;COUNT=3',
    )
    const { text: changed } = change(text, 'this', '2026-10-07', { start: '2026-10-07T12:00:00+02:00[Europe/Berlin]' })
    expect(changed).toContain('RECURRENCE-ID;TZID=W. Europe Standard Time:20261007T100000\r\n')
    expect(changed).toContain('DTSTART;TZID=W. Europe Standard Time:20261007T120000\r\n')
    expect(starts(changed)[1]).toBe('2026-10-07T10:00:00Z')
  })

  test('[calendar.change] times without a zone are named by the instants of the viewer', () => {
    const text = file('UID:w | DTSTART:20261006T100000 | DURATION:PT1H | RRULE:FREQ=DAILY;COUNT=3')
    const [, second] = viewsOf(text, '2026-01-01', '2027-01-01', 'Asia/Tokyo')
    expect(second?.recurrenceId).toBe('2026-10-07T01:00:00Z')
    const wish = { uid: 'w', scope: 'this' as const, recurrenceId: second?.recurrenceId, at: AT, zone: 'Asia/Tokyo' }
    expect(removeEvent(text, wish).text).toContain('EXDATE:20261007T100000\r\n')
  })

  test('[calendar.change] extra dates with lengths of their own, exceptions in UTC and single occurrences alone are kept', () => {
    const text = file(
      `${base} | RRULE:FREQ=WEEKLY;COUNT=4 | EXDATE:20261013T080000Z | RDATE;VALUE=PERIOD:20261009T080000Z/PT3H,20261109T090000Z/PT2H`,
    )
    const before = seen(text)
    expect(before).toHaveLength(5)
    const { text: left, split } = change(text, 'following', '2026-10-20', { location: 'L' })
    expect([...seen(left), ...seen(split?.text ?? '')]).toEqual(before)
    const { text: all } = change(text, 'all', undefined, { start: '2026-10-06T11:00:00+02:00[Europe/Berlin]' })
    expect(seen(all)).toEqual(
      before.map((line) => line.replaceAll(/T(\d\d)/g, (_, hour) => `T${String(Number(hour) + 1).padStart(2, '0')}`)),
    )
    const loose = file('UID:w | RECURRENCE-ID:20261006T080000Z | DTSTART:20261006T090000Z | SUMMARY:Only this')
    expect(seen(change(loose, 'all', undefined, { title: 'X' }).text)).toEqual([
      '2026-10-06T09:00:00Z/2026-10-06T09:00:00Z X',
    ])
    expect(
      removeEvent(loose, { uid: 'w', scope: 'this', recurrenceId: '2026-10-06T08:00:00Z', at: AT }).text,
    ).toBeNull()
  })

  test('[calendar.change] a new rule drops what it no longer has, and no rule leaves one event', () => {
    const text = change(file(`${base} | RRULE:FREQ=DAILY;COUNT=5`), 'this', '2026-10-07', { title: 'X' }).text
    const rule = change(text, 'all', undefined, { rule: 'FREQ=WEEKLY;COUNT=2' }).text
    expect(starts(rule)).toEqual(['2026-10-06T08:00:00Z', '2026-10-13T08:00:00Z'])
    expect(starts(change(text, 'all', undefined, { rule: null }).text)).toEqual(['2026-10-06T08:00:00Z'])
    const single = file(base)
    expect(starts(change(single, 'all', undefined, { rule: 'FREQ=DAILY;COUNT=2' }).text)).toHaveLength(2)
    expect(() => change(single, 'all', undefined, { rule: 'FREQ=WEEKLY;BYDAY=MO' })).toThrow(/start is not one/)
  })
})
