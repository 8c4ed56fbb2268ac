// Many calendar files as one text.
import { joinResources } from '../../text/agenda/split.ts'
import { StewardError } from '../../text/errors.ts'
import type { Calendar } from '../../text/ical/document.ts'
import { writeCalendar } from '../../text/ical/write.ts'
import { entries, uidOf } from './parsed.ts'

/** Characters; whoever reads such a file would choke on more. */
const LONGEST = 64 * 1024 * 1024

// Which call wrote something, and what it was made from, is for Steward alone.
const ownLines = /^X-STEWARD-(?:CALL|LABEL)[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*/gm

/** One VCALENDAR with all of them, each zone once, and how many there are. */
export function joinedText(calendars: readonly Calendar[]): { text: string; events: number; tasks: number } {
  const uids = new Map([
    ['VEVENT', new Set<string>()],
    ['VTODO', new Set<string>()],
  ])
  for (const calendar of calendars)
    for (const [component] of entries(calendar)) uids.get(component.name)?.add(uidOf(component))
  const texts = calendars.map(writeCalendar)
  if (texts.reduce((total, { length }) => total + length, 0) > LONGEST)
    throw new StewardError('TOO_LARGE', 'That is more than one file should hold.', 'Export fewer calendars at once.')
  return {
    text: joinResources(texts).replaceAll(ownLines, ''),
    events: uids.get('VEVENT')?.size ?? 0,
    tasks: uids.get('VTODO')?.size ?? 0,
  }
}
