import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { changeEvent } from '../../../sidecar/text/agenda/change.ts'
import { newEvent } from '../../../sidecar/text/agenda/make.ts'
import type { EventDetails } from '../../../sidecar/text/agenda/types.ts'
import { parseCalendar } from '../../../sidecar/text/ical/document.ts'
import { hostile, plain, zones } from './arbitrary.ts'
import { AT, seen, viewsOf } from './seen.ts'

const runs = process.env.STEWARD_FULL ? 3000 : 150

const seconds = (least: string, most: string) =>
  fc.integer({ min: Date.parse(least) / 1000, max: Date.parse(most) / 1000 })
const inZone = (at: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(at * 1000).toZonedDateTimeISO(zone)

/** Seconds near a change of some clock, or anywhere. */
const instants = fc.oneof(
  seconds('1950-01-01T00:00:00Z', '2100-01-01T00:00:00Z'),
  fc
    .tuple(
      fc.constantFrom(...zones.filter((zone) => zone !== 'UTC')),
      seconds('1975-01-01', '2060-01-01'),
      seconds('1970-01-01T00:00:00Z', '1970-01-01T03:00:00Z'),
    )
    .map(([zone, at, more]) => {
      const change = inZone(at, zone).getTimeZoneTransition('next')
      return Math.floor((change?.epochMilliseconds ?? 0) / 1000) + more - 5400
    }),
)

const times = fc
  .record({
    at: instants,
    length: fc.integer({ min: 0, max: 3 * 86_400 }),
    zone: fc.constantFrom(...zones),
    other: fc.constantFrom(...zones),
    kind: fc.constantFrom('zoned', 'two zones', 'floating', 'day'),
  })
  .map(({ at, length, zone, other, kind }) => {
    const [start, end] = [inZone(at, zone), inZone(at + length, kind === 'two zones' ? other : zone)]
    const instant = (time: Temporal.ZonedDateTime) => time.toInstant().toString()
    if (kind === 'day') {
      const last = end.toPlainDate().add({ days: 1 })
      return {
        kind,
        zone,
        start: `${start.toPlainDate()}`,
        end: `${last}`,
        starts: `${start.toPlainDate()}`,
        ends: `${last}`,
      }
    }
    if (kind === 'floating') {
      const [from, to] = [inZone(at, 'UTC'), inZone(at + length, 'UTC')]
      return {
        kind,
        zone,
        start: `${from.toPlainDateTime()}`,
        end: `${to.toPlainDateTime()}`,
        starts: instant(from),
        ends: instant(to),
      }
    }
    return { kind, zone, start: start.toString(), end: end.toString(), starts: instant(start), ends: instant(end) }
  })

const texts = fc.record(
  {
    location: plain,
    notes: plain,
    tags: fc.uniqueArray(fc.constantFrom('work', 'a,b', '会议', 'x;y', '\\'), { minLength: 1 }),
    url: fc.webUrl(),
    status: fc.constantFrom('confirmed' as const, 'tentative' as const, 'cancelled' as const),
    busy: fc.boolean(),
    organizer: fc.record({ address: fc.constant('me@example.org'), name: fc.constantFrom('Me', 'M "E"; F, x:y ^n') }),
    attendees: fc.array(
      fc.record({
        address: fc.constantFrom('a@example.org', 'b+c@example.org'),
        name: fc.constantFrom('A', 'Ä "quoted", x; y: z'),
        answer: fc.constantFrom('ACCEPTED', 'DECLINED', 'NEEDS-ACTION'),
        role: fc.constantFrom('REQ-PARTICIPANT', 'OPT-PARTICIPANT'),
      }),
      { minLength: 1 },
    ),
    alarms: fc.uniqueArray(fc.integer({ min: -600, max: 20_000 }), { minLength: 1 }),
  },
  { requiredKeys: [] },
)

/** What ical.js reads, by the VTIMEZONE in the text. */
function readByIcal(text: string): { start: string; end: string; title: string } {
  const root = new ICAL.Component(ICAL.parse(text))
  ICAL.TimezoneService.reset()
  for (const zone of root.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const event = new ICAL.Event(root.getFirstSubcomponent('vevent') as ICAL.Component)
  const show = (time: ICAL.Time) =>
    time.isDate ? time.toString() : new Date(time.toUnixTime() * 1000).toISOString().replace('.000', '')
  return { start: show(event.startDate), end: show(event.endDate), title: event.summary }
}

describe('a new event', { timeout: 600_000 }, () => {
  test('[calendar.create] is read back equal, in any zone, at any change of the clock', () => {
    fc.assert(
      fc.property(times, texts, plain, ({ kind, zone, start, end, starts, ends }, rest, title) => {
        const details: EventDetails = { uid: 'u1', title, start, end, ...rest }
        const [view, ...more] = viewsOf(newEvent(details, AT), '1949-12-01', '2100-12-31')
        expect(more).toEqual([])
        const { busy, status, attendees, ...same } = rest
        expect(view).toMatchObject({ uid: 'u1', title, start: starts, end: ends, allDay: kind === 'day', ...same })
        expect(view?.floating).toBe(kind === 'floating')
        expect(view?.attendees ?? []).toEqual(attendees ?? [])
        expect(view?.status).toBe(status ?? 'confirmed')
        if (busy === false || status === 'cancelled') expect(view?.busy).toBe('free')
        else expect(view?.busy).toBe(status === 'tentative' ? 'tentative' : 'busy')
        if (kind === 'zoned' && view?.zone !== 'UTC') expect(view?.zone).toBe(zone)
      }),
      { numRuns: runs },
    )
  })

  test('[calendar.create] is read the same by ical.js, which goes by the VTIMEZONE in it', () => {
    fc.assert(
      fc.property(times, plain, ({ kind, start, end, starts, ends }, title) => {
        fc.pre(kind !== 'floating')
        expect(readByIcal(newEvent({ uid: 'u1', title, start, end }, AT))).toEqual({ start: starts, end: ends, title })
      }),
      { numRuns: runs },
    )
  })

  test('[calendar.create] no text in any field gets out of its line', () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (a, b, c) => {
        const rest = {
          location: b,
          notes: c,
          tags: [a, b],
          url: `https://x.y/${c}`,
          organizer: { address: 'me@x.y', name: a },
        }
        const attendees = [{ address: 'you@x.y', name: b }]
        const base = { uid: 'u1', start: '2026-11-17', end: '2026-11-18' }
        const text = newEvent({ ...base, title: a, ...rest, attendees, alarms: [5] }, AT)
        const [view, ...more] = viewsOf(text)
        expect(more).toEqual([])
        expect(parseCalendar(text).notes).toEqual([])
        expect(view?.attendees?.map(({ address }) => address)).toEqual(['you@x.y'])
        expect(view?.uid).toBe('u1')
        expect(text.split('\r\n').filter((line) => /^(?:BEGIN|END):/.test(line))).toHaveLength(6)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
        expect(text.replaceAll('\r\n', '')).not.toMatch(/[\0-\x08\n-\x1f\x7f\u0085\u2028\u2029]/)
        const plainEvent = newEvent({ ...base, title: 'x' }, AT)
        const changes = { title: a, ...rest, attendees }
        const changed = changeEvent(plainEvent, { uid: 'u1', scope: 'all', changes, at: AT, newUid: 'n' }).text
        expect(viewsOf(changed)).toEqual([expect.objectContaining({ title: view?.title, uid: 'u1' })])
        expect(changed.split('\r\n').filter((line) => /^(?:BEGIN|END):/.test(line))).toHaveLength(4)
      }),
      { numRuns: runs },
    )
  })

  const at = {
    uid: 'u1',
    title: 'x',
    start: '2026-11-17T15:00:00+01:00[Europe/Berlin]',
    end: '2026-11-17T16:00:00+01:00[Europe/Berlin]',
  }
  test.each([
    ['a mail address that is none', { attendees: [{ address: 'a@b.c\r\nX:1' }] }],
    ['an answer that is none', { attendees: [{ address: 'a@b.c', answer: 'YES:X' }] }],
    ['a UID with a line end', { uid: 'a\nb' }],
    ['an empty UID', { uid: '' }],
    ['a rule with a line end', { rule: 'FREQ=DAILY\r\nX-A:1' }],
    ['a rule with two ends', { rule: 'FREQ=DAILY;COUNT=2;UNTIL=20270101' }],
    ['a rule without a frequency', { rule: 'BYDAY=MO' }],
    ['a rule that does not have the start', { rule: 'FREQ=WEEKLY;BYDAY=MO' }],
    ['an end before the start', { end: '2026-11-17T14:00:00+01:00[Europe/Berlin]' }],
    ['an end of another kind', { end: '2026-11-18' }],
    ['a zone that is none', { start: '2026-11-17T15:00:00+01:00[Europe/Nowhere]' }],
    ['an offset that the zone does not have', { start: '2026-11-17T15:00:00+05:00[Europe/Berlin]' }],
    ['words', { start: 'tomorrow' }],
    ['a day that is none', { start: '2026-02-30', end: '2026-03-01' }],
  ])('[calendar.create] %s is refused', (_, wrong) => {
    expect(() => newEvent({ ...at, ...wrong }, AT)).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
  })

  test.each([
    ['in a zone', at.start, 'FREQ=DAILY;UNTIL=20261119', 'UNTIL=20261119T225959Z'],
    ['in UTC', '2026-11-17T15:00:00Z', 'FREQ=DAILY;UNTIL=20261119T150000Z', 'UNTIL=20261119T150000Z'],
    ['of a local time in a zone', at.start, 'FREQ=DAILY;UNTIL=20261119T150000', 'UNTIL=20261119T140000Z'],
    ['without a zone', '2026-11-17T15:00:00', 'FREQ=DAILY;UNTIL=20261119', 'UNTIL=20261119T235959'],
    ['of whole days', '2026-11-17', 'RRULE:FREQ=DAILY;UNTIL=20261119T150000Z', 'UNTIL=20261119'],
  ])('[calendar.create] the end of a rule %s has the form of RFC 5545', (_, start, rule, until) => {
    const text = newEvent({ uid: 'u1', title: 'x', start, end: start.length > 10 ? start : '2026-11-18', rule }, AT)
    expect(text).toContain(`RRULE:FREQ=DAILY;${until}\r\n`)
    expect(seen(text)).toHaveLength(3)
  })
})
