// The corpus of calendars with answers of independent implementations. Its files are read where they are, never copied.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseCalendar } from '../../sidecar/text/ical/document.ts'
import { freebusy } from '../../sidecar/text/ical/freebusy.ts'
import { freeSlots } from '../../sidecar/text/ical/freeslots.ts'
import { occurrences } from '../../sidecar/text/ical/occurrences.ts'
import { writeCalendar } from '../../sidecar/text/ical/write.ts'

interface Case {
  id: string
  ics: string
  from: string
  to: string
  tz: string
  expected: { start: string; end: string; summary: string }[]
}

interface SlotCase extends Case {
  working_hours: [number, number]
  weekdays_only: boolean
  min_minutes: number
  free: [string, string][]
}

interface BusyCase {
  id: string
  ics: string[]
  vavailability: string[] | null
  from: string
  to: string
  tz: string
  busy: { start: string; end: string; type: string }[]
}

const folder = join(process.env.STEWARD_CORPORA ?? '', 'calendar')
const isThere = process.env.STEWARD_CORPORA !== undefined && existsSync(join(folder, 'cases.json'))

/** Cases that are not compared in whole, and why. */
const partly: Readonly<Record<string, string>> = {
  'vobject-testVAvailabilityOfficeHours':
    'the corpus has only the first of the three periods that the upstream test has',
}

const json = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
const calendarOf = (ics: string) => parseCalendar(readFileSync(join(folder, ics), 'utf8'))
const say = (line: string) => process.stderr.write(`${line}\n`)

describe.runIf(isThere)('the calendar corpus', () => {
  test('[calendar.corpus] every case has the occurrences that others find', () => {
    const cases = json('cases.json') as Case[]
    const wrong = cases.filter(({ ics, from, to, tz, expected }) => {
      const found = occurrences(calendarOf(ics), { from, to, zone: tz })
      const plain = found.map(({ start, end, summary }) => ({ start, end, summary }))
      return JSON.stringify(plain) !== JSON.stringify(expected)
    })
    say(`calendar corpus: ${cases.length - wrong.length} of ${cases.length} cases right, none left out`)
    expect(cases.length).toBeGreaterThan(400)
    expect(wrong.map(({ id }) => id)).toEqual([])
  })

  test('[calendar.lossless] every file is written back as it was read', () => {
    const files = new Set((json('cases.json') as Case[]).map(({ ics }) => ics))
    for (const ics of files) {
      const text = readFileSync(join(folder, ics), 'utf8')
      expect(writeCalendar(parseCalendar(text)) === text, ics).toBe(true)
    }
  })

  test('[calendar.free] busy times are those of the upstream tests', () => {
    const { cases } = json('freebusy.json') as { cases: BusyCase[] }
    for (const { id, ics, vavailability, from, to, tz, busy } of cases) {
      const found = freebusy(ics.map(parseCalendar), { from, to, zone: tz }, (vavailability ?? []).map(parseCalendar))
      const basic = found.map(({ start, end, type }) => ({
        start: start.replaceAll(/[-:]/g, ''),
        end: end.replaceAll(/[-:]/g, ''),
        type,
      }))
      if (partly[id]) say(`compared in part: ${id}, since ${partly[id]}`)
      expect(partly[id] ? basic.slice(0, busy.length) : basic, id).toEqual(busy)
    }
    say(`busy times: ${cases.length} cases right`)
  })

  test('[calendar.free] free slots are those that follow from the busy times', () => {
    const cases = json('freeslots.json') as SlotCase[]
    for (const each of cases) {
      const found = freeSlots({
        calendars: [calendarOf(each.ics)],
        from: each.from,
        to: each.to,
        zone: each.tz,
        minutes: each.min_minutes,
        workingHours: each.working_hours,
        ...(each.weekdays_only ? { days: [1, 2, 3, 4, 5] } : {}),
      })
      expect(
        found.map(({ start, end }) => [start, end]),
        each.id,
      ).toEqual(each.free)
    }
    say(`free slots: ${cases.length} cases right`)
  })
})

test.runIf(!isThere)('was left out: STEWARD_CORPORA does not name a folder that has it', () => {
  say('Left out: the calendar corpus, which needs STEWARD_CORPORA.')
})
