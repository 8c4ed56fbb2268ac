// What a calendar text says happens, for tests.

import type { EventView } from '../../../sidecar/text/agenda/types.ts'
import { eventsIn } from '../../../sidecar/text/agenda/view.ts'
import { parseCalendar } from '../../../sidecar/text/ical/document.ts'

export const AT = Date.parse('2026-11-01T12:00:00Z')

export function viewsOf(text: string, from = '2020-01-01', to = '2032-01-01', zone = 'UTC'): EventView[] {
  const question = { from: `${from}T00:00:00Z`, to: `${to}T00:00:00Z`, zone }
  return eventsIn(parseCalendar(text), 'personal', question)
}

/** Start, end and title of each. */
export const seen = (text: string | null, from?: string, to?: string, zone?: string): string[] =>
  text === null ? [] : viewsOf(text, from, to, zone).map(({ start, end, title }) => `${start}/${end} ${title}`)

export const starts = (text: string | null, from?: string, to?: string, zone?: string): string[] =>
  text === null ? [] : viewsOf(text, from, to, zone).map(({ start }) => start)

/** A file with these events; ` | ` stands for a line end. */
export const file = (...events: string[]): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nX-WR-CALNAME:Old\r\n${events
    .map((event) => `BEGIN:VEVENT\r\n${event.replaceAll(' | ', '\r\n')}\r\nEND:VEVENT\r\n`)
    .join('')}END:VCALENDAR\r\n`
