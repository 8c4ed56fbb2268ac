// What a provider must know of a text: whose it is, whether it may be written, and whether two are the same.
import { StewardError } from '../../../text/errors.ts'
import { type Component, type Item, parseCalendar } from '../../../text/ical/document.ts'
import { textOf } from '../../../text/ical/params.ts'
import { LONGEST_RESOURCE } from './multistatus.ts'

const entries = ['VEVENT', 'VTODO', 'VJOURNAL']

function entriesOf(text: string): Component[] {
  const components = (items: readonly Item[]) => items.filter((item) => item.kind === 'component')
  const calendars = components(parseCalendar(text).items).filter(({ name }) => name === 'VCALENDAR')
  return calendars.flatMap(({ items }) => components(items)).filter(({ name }) => entries.includes(name))
}

/** The UID of a resource; nothing where it has none. */
export function uidOf(text: string): string | undefined {
  try {
    return entriesOf(text)
      .map((entry) => textOf(entry, 'UID'))
      .find((uid) => uid !== undefined)
  } catch {
    return undefined
  }
}

/** Refuses what is not one event or one task, with its changed occurrences, of this UID (RFC 4791, 4.1). */
export function checkText(uid: string, text: string, holds: readonly string[]): void {
  if (text.length > LONGEST_RESOURCE)
    throw new StewardError('TOO_LARGE', 'It is larger than 1 MB.', 'Make its notes shorter.')
  const found = entriesOf(text)
  const [first] = found
  if (!first || found.some((entry) => textOf(entry, 'UID') !== uid || entry.name !== first.name))
    throw new StewardError('BAD_INPUT', 'The text is not one event or task with that UID.', 'Give one as iCalendar.')
  if (!holds.includes(first.name))
    throw new StewardError(
      'BAD_TARGET',
      `This calendar takes no ${first.name === 'VTODO' ? 'tasks' : 'events'}.`,
      'Choose another calendar.',
    )
}

/** Lines that servers change by themselves. */
const theirs = /^(PRODID|VERSION|CALSCALE|METHOD|DTSTAMP|LAST-MODIFIED|CREATED|X-WR-|X-RADICALE-)/i

const linesOf = (text: string): string[] =>
  text
    .replaceAll(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .filter((line) => line !== '' && !theirs.test(line))
    .sort()

const named = (text: string, names: RegExp): string => JSON.stringify(linesOf(text).filter((line) => names.test(line)))

// Without parameters: servers spell those anew.
const core = (text: string): string =>
  JSON.stringify(
    linesOf(text)
      .filter((line) => /^(SUMMARY|DTSTART|DTEND|DUE|STATUS|UID)[:;]/i.test(line))
      .map((line) => line.replace(/^([A-Z]+)(?:;(?:"[^"]*"|[^":])*)?:/i, '$1:'))
      .sort(),
  )

/** Whether a server has what was sent to it, in its own way of writing. The call's own mark counts most where there is one. */
export function isSame(sent: string, there: string): boolean {
  const stamp = /^X-STEWARD-CALL[:;]/i
  if (named(sent, stamp) === '[]') return named(sent, /./) === named(there, /./)
  return named(sent, stamp) === named(there, stamp) && core(sent) === core(there)
}
