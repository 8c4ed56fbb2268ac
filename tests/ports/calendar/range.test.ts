// A month looks only into files that can have something in it: none of those may be passed over.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Library } from '../../../sidecar/ports/calendar/library.ts'
import { readParsed } from '../../../sidecar/ports/calendar/parsed.ts'
import { touches } from '../../../sidecar/ports/calendar/range.ts'
import { calendarText } from '../../../sidecar/text/ical/bytes.ts'
import { parseCalendar } from '../../../sidecar/text/ical/document.ts'
import { occurrences, secondsOf } from '../../../sidecar/text/ical/occurrences.ts'
import { rules } from '../../ical/rules.ts'

const isFull = process.env.STEWARD_FULL === '1'
const corpus = join(process.env.STEWARD_CORPORA ?? '', 'calendar')
const hasCorpus = process.env.STEWARD_CORPORA !== undefined && existsSync(join(corpus, 'cases.json'))

const two = (value: number) => String(value).padStart(2, '0')
const day = fc
  .tuple(fc.integer({ min: 2019, max: 2025 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
  .map(([year, month, date]) => new Date(Date.UTC(year, month - 1, date)))
const dateOf = (at: Date) => `${at.getUTCFullYear()}${two(at.getUTCMonth() + 1)}${two(at.getUTCDate())}`
const plus = (at: Date, days: number) => new Date(at.getTime() + days * 86_400_000)
const zones = ['', ';TZID=Pacific/Kiritimati', ';TZID=America/Adak', ';TZID=Europe/Berlin', 'Z', 'date']

/** Series of any kind: with dates besides, exceptions, an occurrence that was moved far away, this and all following. */
const series = fc.record({
  start: day,
  zone: fc.constantFrom(...zones),
  hour: fc.integer({ min: 0, max: 23 }),
  length: fc.constantFrom('DURATION:PT1H', 'DURATION:P3D', 'DURATION:PT0S', 'DURATION:P2W', ''),
  rule: fc.option(rules, { nil: undefined }),
  until: fc.option(day, { nil: undefined, freq: 4 }),
  dates: fc.array(day, { maxLength: 2 }),
  moved: fc.option(fc.tuple(fc.integer({ min: -900, max: 900 }), fc.boolean()), { nil: undefined, freq: 3 }),
})

type Made = typeof series extends fc.Arbitrary<infer T> ? T : never

function textOf({ start, zone, hour, length, rule, until, dates, moved }: Made): string {
  const time = (at: Date) => (zone === 'date' ? dateOf(at) : `${dateOf(at)}T${two(hour)}3000${zone === 'Z' ? 'Z' : ''}`)
  const name = zone === 'date' ? ';VALUE=DATE' : zone === 'Z' ? '' : zone
  const ended =
    rule === undefined || until === undefined || rule.includes('COUNT') ? rule : `${rule};UNTIL=${dateOf(until)}`
  const event = (lines: string[]) =>
    ['BEGIN:VEVENT', 'UID:x', ...lines.filter(Boolean), length, 'END:VEVENT'].filter(Boolean)
  const change = moved && [
    `RECURRENCE-ID${moved[1] ? ';RANGE=THISANDFUTURE' : ''}${name}:${time(start)}`,
    `DTSTART${name}:${time(plus(start, moved[0]))}`,
  ]
  return [
    'BEGIN:VCALENDAR',
    ...event([
      `DTSTART${name}:${time(start)}`,
      ended ? `RRULE:${ended}` : '',
      ...dates.map((at) => `RDATE${name}:${time(at)}`),
    ]),
    ...(change ? event(change) : []),
    ...['END:VCALENDAR', ''],
  ].join('\r\n')
}

function few<T>(work: () => T[]): T[] {
  try {
    return work()
  } catch (thrown) {
    if ((thrown as { code?: string }).code === 'TOO_LARGE') return []
    throw thrown
  }
}

describe('the time in which an event can be', () => {
  test('has every occurrence in it, whoever looks [calendar.range]', () => {
    const viewers = fc.constantFrom('Pacific/Kiritimati', 'Etc/GMT+12', 'Europe/Berlin')
    const check = (made: Made, at: Date, zone: string) => {
      const text = textOf(made)
      const window = { from: at.toISOString(), to: plus(at, 31).toISOString() }
      // Those by the minute are sometimes too many to be worked out at all.
      const found = few(() => occurrences(parseCalendar(text), { ...window, zone }))
      const seconds = { from: secondsOf(window.from), to: secondsOf(window.to) }
      const may = readParsed(text).parts.some(({ range }) => touches(range, seconds))
      // It may say too much, never too little.
      if (found.length > 0) expect(may, text).toBe(true)
    }
    fc.assert(fc.property(series, day, viewers, check), { numRuns: isFull ? 50_000 : 3000 })
  })

  test('lets a month pass over what is long over or far away [calendar.range]', () => {
    const part = (more: string) =>
      readParsed(
        `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:x\r\nDTSTART:20200101T100000Z\r\n${more}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
      ).parts[0]
    const later = { from: secondsOf('2026-11-01T00:00:00Z'), to: secondsOf('2026-12-01T00:00:00Z') }
    const may = (more: string) => touches(part(more)?.range ?? later, later)
    expect(may('SUMMARY:Once')).toBe(false)
    expect(may('RRULE:FREQ=WEEKLY;COUNT=10')).toBe(false)
    expect(may('RRULE:FREQ=DAILY;UNTIL=20210101T000000Z')).toBe(false)
    expect(may('RRULE:FREQ=WEEKLY')).toBe(true)
    expect(may('RDATE:20261105T100000Z')).toBe(true)
  })
})

describe.runIf(hasCorpus)('the corpus of calendars through the library', () => {
  let root = ''
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'steward-range-'))
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  test('has the occurrences that independent readers find, file by file [calendar.range] [calendar.corpus]', () => {
    const cases = JSON.parse(readFileSync(join(corpus, 'cases.json'), 'utf8')) as {
      id: string
      ics: string
      from: string
      to: string
      tz: string
    }[]
    const library = new Library()
    const wrong: string[] = []
    for (const [n, { id, ics, from, to, tz }] of cases.entries()) {
      const bytes = readFileSync(join(corpus, ics))
      const calendar = parseCalendar(calendarText(bytes))
      const folder = join(root, String(n))
      mkdirSync(folder)
      writeFileSync(join(folder, 'case.ics'), bytes)
      const ask = { sources: [{ id: 'c', folder }], query: { from, to }, limit: 100_000, viewer: { zone: tz, me: [] } }
      const found = library.answer('events', ask).list.map(({ start, end }) => `${start} ${end}`)
      const expected = occurrences(calendar, { from, to, zone: tz }).map(({ start, end }) => `${start} ${end}`)
      if (JSON.stringify(found.toSorted()) !== JSON.stringify(expected.toSorted())) wrong.push(id)
    }
    expect(cases.length).toBeGreaterThan(400)
    expect(wrong).toEqual([])
  })
})
