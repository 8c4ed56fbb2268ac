import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { invitation } from '../../../sidecar/text/agenda/itip.ts'
import { newEvent } from '../../../sidecar/text/agenda/make.ts'
import { joinResources, resourcesOf } from '../../../sidecar/text/agenda/split.ts'
import { markResource, marksOf } from '../../../sidecar/text/agenda/stamp.ts'
import { parseCalendar } from '../../../sidecar/text/ical/document.ts'
import { AT, file, seen, viewsOf } from './seen.ts'

const two = file(
  'UID:a | DTSTART;TZID=Europe/Berlin:20261006T100000 | RRULE:FREQ=DAILY;COUNT=3 | SUMMARY:A | BEGIN:VALARM | ACTION:DISPLAY | TRIGGER:-PT5M | END:VALARM',
  'UID:a | RECURRENCE-ID;TZID=Europe/Berlin:20261007T100000 | DTSTART;TZID=Europe/Berlin:20261007T120000 | SUMMARY:A2',
)
const hash = (content: string) => `made-${createHash('sha256').update(content).digest('hex').slice(0, 16)}`

describe('marks in a resource', () => {
  test('[calendar.marks] are on every component, once, and everything else keeps its bytes', () => {
    const once = markResource(two, { label: 'web, mail', call: 'c1' })
    expect(marksOf(once)).toEqual({ label: 'web, mail', call: 'c1' })
    expect(markResource(once, { label: 'web, mail', call: 'c1' })).toBe(once)
    const again = markResource(once, { call: 'c2' })
    expect(marksOf(again)).toEqual({ label: 'web, mail', call: 'c2' })
    expect(again.match(/X-STEWARD-CALL/g)).toHaveLength(2)
    expect(once.replaceAll(/X-STEWARD-.*\r\n/g, '')).toBe(two)
    expect(marksOf(two)).toEqual({})
    expect(marksOf(once.replace('web\\, mail', 'user'))).toEqual({ labels: ['user', 'web, mail'], call: 'c1' })
  })

  test('[calendar.marks] no text gets out of its line', () => {
    fc.assert(
      fc.property(hostile, (label) => {
        const text = markResource(two, { label, call: label })
        expect(parseCalendar(text).notes).toEqual([])
        expect(seen(text)).toEqual(seen(two))
        expect(text.split('\r\n').filter((line) => /^(?:BEGIN|END):/.test(line))).toHaveLength(8)
      }),
    )
  })
})

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\r\n',
        '\n',
        '\r',
        '\r\nEND:VEVENT\r\n',
        '\nATTENDEE:mailto:x@y.z',
        '"',
        ';',
        ':',
        '\\',
        '\\n',
        '^n',
      ),
      fc.string({ unit: 'binary' }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))

describe('a file of many', () => {
  const many = `${file('UID:a | DTSTART;TZID=Custom:20261006T100000 | SUMMARY:A', 'UID:b | DTSTART:20261006T100000Z | SUMMARY:B', 'UID:a | RECURRENCE-ID;TZID=Custom:20261006T100000 | DTSTART;TZID=Custom:20261006T110000 | SUMMARY:A2', 'DTSTART;VALUE=DATE:20261006 | SUMMARY:No id').replace('BEGIN:VEVENT', 'BEGIN:VTIMEZONE\r\nTZID:Custom\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0530\r\nTZOFFSETTO:+0530\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT')}`

  test('[calendar.resources] becomes one text for each UID with the zones that it needs, and one file again', () => {
    const found = resourcesOf(parseCalendar(many), hash)
    expect(found.map(({ uid, kind, title }) => `${kind} ${uid} ${title}`)).toEqual([
      'VEVENT a A',
      'VEVENT b B',
      expect.stringMatching(/^VEVENT made-[0-9a-f]{16} No id$/),
    ])
    expect(found.map(({ text }) => text.includes('VTIMEZONE'))).toEqual([true, false, false])
    expect(resourcesOf(parseCalendar(many), hash)).toEqual(found)
    const lines = joinResources(
      found.map(({ text }) => text),
      'All; of\nit',
    )
    expect(seen(lines)).toEqual(seen(many))
    expect(lines).toContain('NAME:All\\; of\\nit\r\n')
    expect(lines.match(/BEGIN:VTIMEZONE/g)).toHaveLength(1)
    expect(found.flatMap(({ text }) => seen(text)).sort()).toEqual(seen(many).sort())
  })

  test('[calendar.resources] zones that differ under one name stay apart', () => {
    const other = many.replaceAll('+0530', '-0300').replaceAll(/UID:(.)/g, 'UID:x$1')
    const both = joinResources([many, other, many.replaceAll(/UID:(.)/g, 'UID:y$1').replaceAll('\r\n', '\n')])
    expect(seen(both)).toEqual([...seen(many), ...seen(other), ...seen(many)].sort())
    expect(both.match(/BEGIN:VTIMEZONE/g)).toHaveLength(2)
    expect(both).not.toMatch(/[^\r]\n/)
  })
})

describe('an invitation', () => {
  const text = newEvent(
    {
      uid: 'm',
      title: 'Meeting',
      start: '2026-11-17T15:00:00+01:00[Europe/Berlin]',
      end: '2026-11-17T16:00:00+01:00[Europe/Berlin]',
      organizer: { address: 'me@example.org', name: 'Me' },
      attendees: [{ address: 'you@example.org' }],
      alarms: [10],
    },
    AT,
  )
  test('[calendar.invitation] has the event as it is, without alarms and marks', () => {
    const sent = invitation(markResource(text, { label: 'x', call: 'y' }), 'REQUEST', 'm')
    expect(sent).toContain('METHOD:REQUEST\r\n')
    expect(sent).not.toMatch(/VALARM|STEWARD-/)
    expect(sent).toContain('BEGIN:VTIMEZONE')
    const [{ calendar: _, alarms: __, ...view } = { calendar: '', alarms: [] }] = viewsOf(text)
    expect(viewsOf(sent)[0]).toMatchObject(view)
    const off = invitation(text, 'CANCEL', 'm')
    expect(off).toContain('METHOD:CANCEL\r\n')
    expect(off).toContain('STATUS:CANCELLED\r\n')
    expect(off).toContain('SEQUENCE:1\r\n')
    expect(() => invitation(two, 'REQUEST', 'a')).toThrow(/somebody who invites/)
    expect(() => invitation(two, 'REQUEST', 'm')).toThrow(/no event with the UID/)
  })
})
