import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { steward } from './harness.ts'

const folder = mkdtempSync(join(tmpdir(), 'steward-calendar-'))
const file = join(folder, 'a.ics')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const text = `BEGIN:VCALENDAR
BEGIN:VEVENT
UID:1
DTSTART;TZID=Europe/Berlin:20240501T100000
DURATION:PT1H
RRULE:FREQ=DAILY
SUMMARY:Stand-up\\, daily
END:VEVENT
BEGIN:VEVENT
UID:2
DTSTART;VALUE=DATE:20240502
SUMMARY:Off
END:VEVENT
END:VCALENDAR
`

test('[calendar.cli] a calendar file is listed without a sidecar, as JSON and as lines', async () => {
  writeFileSync(file, text)
  const argv = ['calendar', 'occurrences', file, '--from', '2024-05-02', '--to', '2024-05-03T00:00:00Z', '--tz', 'UTC']
  const json = await steward([...argv, '--json'])
  expect(json.code).toBe(0)
  expect(JSON.parse(json.out)).toEqual([
    { start: '2024-05-02', end: '2024-05-03', summary: 'Off' },
    { start: '2024-05-02T08:00:00Z', end: '2024-05-02T09:00:00Z', summary: 'Stand-up, daily' },
  ])
  const lines = await steward(argv)
  expect(lines.out).toContain('2024-05-02T08:00:00Z  2024-05-02T09:00:00Z  Stand-up, daily')
})

test('[calendar.cli] what is no calendar, not there, too large or asked for wrongly is told', async () => {
  const other = join(folder, 'b.ics')
  writeFileSync(other, 'hello')
  const list = (...argv: string[]) => steward(['calendar', 'occurrences', ...argv])
  expect((await list(other)).err).toContain('is no calendar')
  expect((await list(join(folder, 'none.ics'))).code).toBe(5)
  expect((await list(file, '--tz', 'Mars/Base')).err).toContain('There is no time zone')
  expect((await list(file, '--from', 'soon')).code).toBe(2)
  truncateSync(other, 100_000_000)
  expect((await list(other)).err).toContain('100000000 bytes; at most')
})
