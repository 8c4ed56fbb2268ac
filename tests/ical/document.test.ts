import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calendarText } from '../../sidecar/text/ical/bytes.ts'
import { newCalendar, newEntry } from '../../sidecar/text/ical/create.ts'
import { type Calendar, type Component, LONGEST_CALENDAR, parseCalendar } from '../../sidecar/text/ical/document.ts'
import { inside, param, paramsOf, property, textOf } from '../../sidecar/text/ical/params.ts'
import { readWhen } from '../../sidecar/text/ical/values.ts'
import { newProperty, replaceComponent, withProperties, writeCalendar } from '../../sidecar/text/ical/write.ts'

function eventsOf(calendar: Calendar): Component[] {
  return calendar.items.flatMap((item) => (item.kind === 'component' ? inside(item, 'VEVENT') : []))
}

const odd = [
  '\ufeffBEGIN:VCALENDAR\r\nX-ODD;P="a;b:c";Q=^n^^^\':x\r\nbegin:vevent\nUID:1\rSUMMARY:A long\r\n  fold\r\n\tand tab\r\n',
  'no property here\r\nX-APPLE:1\r\nBEGIN:VALARM\r\nTRIGGER:-PT5M\r\nEND:VALARM\r\nEND:VEVENT\r\n\r\n',
  'BEGIN:VEVENT\r\nUID:2\r\nSUMMARY:Two\r\nEND:VEVENT\r\nEND:VCALENDAR\r\nBEGIN:VCALENDAR\r\nEND:VCALENDAR',
].join('')

describe('a calendar file', () => {
  test('[calendar.lossless] is read with odd line ends, folds, quotes and broken lines, and written back the same', () => {
    const read = parseCalendar(odd)
    expect(writeCalendar(read)).toBe(odd)
    expect(eventsOf(read).map((event) => textOf(event, 'SUMMARY'))).toEqual(['A long foldand tab', 'Two'])
    expect(read.notes).toEqual(['Line 8: this is no property; it was skipped'])
    const line = property(read.items[1] as Component, 'X-ODD')
    expect(line && paramsOf(line)).toEqual({ P: ['a;b:c'], Q: ['\n^"'] })
    expect(line && param(line, 'P')).toBe('a;b:c')
  })

  test('[calendar.lossless] keeps every other byte when one event is changed', () => {
    const read = parseCalendar(odd)
    const [, second] = eventsOf(read) as [Component, Component]
    const changed = withProperties(second, {
      SUMMARY: [newProperty('SUMMARY', 'Other')],
      LOCATION: [newProperty('LOCATION', 'x')],
    })
    const text = writeCalendar(replaceComponent(read, second, [changed]))
    expect(text).toBe(odd.replace('SUMMARY:Two\r\n', 'SUMMARY:Other\r\nLOCATION:x\r\n'))
  })

  test('[calendar.lossless] any text at all is written back the same', () => {
    const piece = fc.constantFrom(
      'BEGIN:VEVENT',
      'END:VEVENT',
      '\r\n',
      '\n',
      '\r',
      ' ',
      '\t',
      ':',
      ';',
      '"',
      'X',
      'é',
      '=',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }), (pieces) => {
        const text = pieces.join('')
        let read: Calendar | undefined
        try {
          read = parseCalendar(text)
        } catch {
          return
        }
        expect(writeCalendar(read)).toBe(text)
      }),
    )
  })

  test('[calendar.create] a new event is read back equal, whatever its words', () => {
    const word = fc.string({ unit: 'grapheme', maxLength: 200 }).map((text) => text.replaceAll(/\r\n?/g, '\n'))
    fc.assert(
      fc.property(
        word,
        word,
        fc.array(
          word.filter((each) => each !== ''),
          { maxLength: 3 },
        ),
        (summary, description, categories) => {
          const start = { wall: 1_700_000_000, date: false, utc: false, zone: 'Europe/Berlin' }
          const entry = newEntry({ uid: 'u1', stamp: 0, start, summary, description, categories })
          const text = writeCalendar(newCalendar([entry]))
          for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
          const [read] = eventsOf(parseCalendar(text)) as [Component]
          expect(textOf(read, 'SUMMARY')).toBe(summary)
          expect(textOf(read, 'DESCRIPTION')).toBe(description)
          const begins = property(read, 'DTSTART')
          expect(begins && readWhen(begins)).toEqual(start)
        },
      ),
    )
  })

  test('[calendar.bounded] that is too long, too deep or has no end is refused or noted', () => {
    const nested = 'BEGIN:VEVENT\n'.repeat(100)
    expect(() => parseCalendar(nested)).toThrow(/more than 12 deep/)
    expect(() => parseCalendar('X:1\n'.repeat(2_000_001))).toThrow(/more than 2000000 lines/)
    expect(() => parseCalendar(' '.repeat(LONGEST_CALENDAR + 1))).toThrow(/characters; at most/)
    expect(parseCalendar('BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1').notes).toEqual(['Line 3: the file ends inside VEVENT'])
    expect(parseCalendar('x\n'.repeat(100_000)).notes).toHaveLength(100)
  })

  test('is decoded from UTF-8 that was folded within a character, and from Windows-1252', () => {
    const split = Buffer.concat([
      Buffer.from('SUMMARY:caf\xc3', 'latin1'),
      Buffer.from('\r\n '),
      Buffer.from('\xa9\r\n', 'latin1'),
    ])
    expect(calendarText(split)).toBe('SUMMARY:café\r\n')
    expect(calendarText(Buffer.from('SUMMARY:caf\xe9', 'latin1'))).toBe('SUMMARY:café')
    expect(calendarText(Buffer.from('\ufeffX:1'))).toBe('\ufeffX:1')
  })
})
