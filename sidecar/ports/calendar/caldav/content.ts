// What a provider must know of a text: whose it is, whether it may be written, and whether two are the same.
import { marksOf } from '../../../text/agenda/stamp.ts'
import { StewardError } from '../../../text/errors.ts'
import { parseCalendar } from '../../../text/ical/document.ts'
import { entries, own, uidOf as uidIn } from '../parsed.ts'
import { resourceParts } from '../plan.ts'

/** The UID of a resource; nothing where it has none. */
export function uidOf(text: string): string | undefined {
  try {
    for (const [component] of entries(parseCalendar(text))) if (own.has(component.name)) return uidIn(component)
  } catch {
    // Larger than anything that is read: it is kept, and the views tell of it.
  }
  return undefined
}

/** Refuses what is not one event or one task, with its changed occurrences, of this UID (RFC 4791, 4.1). */
export function checkText(uid: string, text: string, holds: readonly string[]): void {
  const names = new Set(resourceParts(uid, text).map(({ name }) => name))
  if (names.size > 1)
    throw new StewardError('BAD_INPUT', 'An event and a task can not have one UID on a server.', 'Give each its own.')
  const [name = ''] = names
  if (!holds.includes(name))
    throw new StewardError(
      'BAD_TARGET',
      `This calendar takes no ${name === 'VTODO' ? 'tasks' : 'events'}.`,
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

// Without parameters: servers spell those anew.
const core = (text: string): string =>
  JSON.stringify(
    linesOf(text)
      .filter((line) => /^(SUMMARY|DTSTART|DTEND|DUE|STATUS|UID)[:;]/i.test(line))
      .map((line) => line.replace(/^([A-Z]+)(?:;(?:"[^"]*"|[^":])*)?:/i, '$1:'))
      .sort(),
  )

/** Whether a server has what was sent to it, in its own way of writing. The mark of the call counts most where there is one. */
export function isSame(sent: string, there: string): boolean {
  const { call } = marksOf(sent)
  if (call === undefined) return JSON.stringify(linesOf(sent)) === JSON.stringify(linesOf(there))
  return marksOf(there).call === call && core(sent) === core(there)
}
