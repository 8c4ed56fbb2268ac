// What must be done to a folder of .ics files so that one UID is as wished: judged here, carried out by the provider.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { StewardError } from '../../text/errors.ts'
import { calendarText } from '../../text/ical/bytes.ts'
import { type Calendar, type Component, parseCalendar } from '../../text/ical/document.ts'
import { textOf } from '../../text/ical/params.ts'
import { writeCalendar } from '../../text/ical/write.ts'
import { entries, keeping, own, replacing, uidOf } from './parsed.ts'
import type { Plan, Wish } from './questions.ts'
import { type Filed, readBytes, type Shelf } from './shelf.ts'

/** Characters of one resource; attachments inside of it are no good idea. */
export const LONGEST_RESOURCE = 1_000_000

/** The etag of a local file. */
export const etagOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

const refuse = (why: string) =>
  new StewardError('BAD_INPUT', `That can not be kept: ${why}.`, 'Give one VCALENDAR with all that has this UID.')

/** The components of a text that is to be the resource of a UID; a clear error where it can't be. */
export function resourceParts(uid: string, text: string): Component[] {
  if (uid.trim() === '' || uid !== uid.trim() || uid.length > 1000)
    throw refuse('the UID is empty, too long or has blanks around it')
  if (text.length > LONGEST_RESOURCE)
    throw new StewardError(
      'TOO_LARGE',
      `An entry of ${text.length} characters is not kept; at most ${LONGEST_RESOURCE} are.`,
      'Leave out what is attached to it, or shorten its notes.',
    )
  if (text.includes('\0')) throw refuse('it has a NUL in it')
  const calendar = parseCalendar(text)
  const holders = calendar.items.filter((item) => item.kind === 'component')
  if (holders.length !== 1 || holders[0]?.name !== 'VCALENDAR' || holders[0].end === '')
    throw refuse('it is not one whole calendar')
  const parts = [...entries(calendar)].map(([component]) => component)
  if (parts.some(({ end }) => end === '')) throw refuse('something in it has no end')
  const found = parts.filter(({ name }) => own.has(name))
  if (found.length === 0) throw refuse('there is no event and no task in it')
  const other = found.find((part) => uidOf(part) !== uid)
  if (other)
    throw refuse(
      `it has the UID ${JSON.stringify(uidOf(other).slice(0, 100))} where ${JSON.stringify(uid.slice(0, 100))} is meant`,
    )
  return found
}

const holdsOf = (parts: readonly Component[]): Plan['holds'] =>
  parts.some(({ name }) => name === 'VTODO') ? 'VTODO' : 'VEVENT'

interface Stored {
  name: string
  etag: string
  text: string
  /** Other UIDs in the same file. */
  isShared: boolean
}

function stored(shelf: Shelf, filed: Filed): Stored | undefined {
  try {
    const { bytes } = readBytes(join(shelf.folder, filed.name))
    const text = calendarText(bytes)
    const uids = new Set(
      [...entries(parseCalendar(text))].filter(([{ name }]) => own.has(name)).map(([each]) => uidOf(each)),
    )
    return { name: filed.name, etag: etagOf(bytes), text, isShared: uids.size > 1 }
  } catch {
    // Gone or replaced since it was listed: the caller looks again.
    return undefined
  }
}

const isOf = (uid: string) => (component: Component) => uidOf(component) === uid

/** The resource of a UID as it is now; of a file with several UIDs only what has this one. */
export function findResource(shelf: Shelf, uid: string): { name: string; etag: string; text: string } | undefined {
  for (const filed of shelf.holding(uid)) {
    const found = stored(shelf, filed)
    if (!found) continue
    const { name, etag, text, isShared } = found
    return { name, etag, text: isShared ? writeCalendar(keeping(parseCalendar(text), isOf(uid))) : text }
  }
  return undefined
}

const changed = (uid: string) =>
  new StewardError(
    'CONFLICT',
    `${JSON.stringify(uid.slice(0, 100))} is no longer as it was read.`,
    'Read it again and make the change on what is there now.',
  )

const gone = (uid: string) =>
  new StewardError(
    'NOT_FOUND',
    `There is no ${JSON.stringify(uid.slice(0, 100))}.`,
    'List what is there; it may have been taken away already.',
  )

/** How a wish comes true, or why it can't: CONFLICT where something else is there than it was made for. */
export function planFor(shelf: Shelf, { uid, text, base }: Wish): Plan {
  const parts = text === null ? [] : resourceParts(uid, text)
  const there = shelf.holding(uid).flatMap((filed) => stored(shelf, filed) ?? [])
  if (base === null) {
    if (there.length > 0) throw changed(uid)
    if (text === null) throw gone(uid)
    return { content: text, holds: holdsOf(parts) }
  }
  const old = there.find(({ etag }) => etag === base)
  if (!old) throw text === null && there.length === 0 ? gone(uid) : changed(uid)
  const before = parseCalendar(old.text)
  const file = { name: old.name, etag: old.etag }
  const mine = [...entries(before)].map(([each]) => each).filter(isOf(uid))
  const holds = holdsOf(text === null ? mine : parts)
  if (!old.isShared) return { file, content: text, holds }
  return text === null
    ? {
        file,
        content: writeCalendar(keeping(before, (each) => !isOf(uid)(each))),
        trash: writeCalendar(keeping(before, isOf(uid))),
        holds,
      }
    : { file, content: writeCalendar(swapped(before, uid, parts, text)), holds }
}

/** The file with other components for one UID, in the place of its first, and the zones they name. */
function swapped(before: Calendar, uid: string, parts: readonly Component[], text: string): Calendar {
  const zones = [...entries(parseCalendar(text))].map(([each]) => each).filter(({ name }) => name === 'VTIMEZONE')
  const known = new Set([...entries(before)].filter(([{ name }]) => name === 'VTIMEZONE').map(([each]) => zoneId(each)))
  let left: Component[] = [...zones.filter((zone) => !known.has(zoneId(zone))), ...parts]
  return replacing(before, (component) => {
    if (uidOf(component) !== uid) return [component]
    const now = left
    left = []
    return now
  })
}

const zoneId = (zone: Component): string => textOf(zone, 'TZID')?.trim() ?? ''
