// The events or tasks of an .ics text, each as a text of its own.
import { StewardError } from '../errors.ts'
import { parseCalendar } from '../ical/document.ts'
import { resourcesOf } from './split.ts'

const MOST = 20_000

// FNV-1a, twice: whatever has no UID gets the same one each time the same file is read.
function digest(text: string): string {
  const hash = (seed: number) => {
    let value = seed
    for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
    return (value >>> 0).toString(16).padStart(8, '0')
  }
  return `${hash(0x811c9dc5)}${hash(0x050c5d1f)}@steward`
}

/** What an .ics text holds of one kind. */
export function fileOf(ics: string, kind: 'VEVENT' | 'VTODO'): { uid: string; title: string; text: string }[] {
  const calendar = parseCalendar(ics)
  if (!calendar.items.some((item) => item.kind === 'component' && item.name === 'VCALENDAR'))
    throw new StewardError('BAD_INPUT', 'That is no calendar.', 'Give a text that begins with BEGIN:VCALENDAR.')
  const found = resourcesOf(calendar, digest).filter((one) => one.kind === kind)
  if (found.length > MOST)
    throw new StewardError(
      'TOO_LARGE',
      `The file holds ${found.length} entries; at most ${MOST} are taken.`,
      'Split it.',
    )
  return found
}
