// What a resource says of its event: title, times, whether it recurs, who is invited.
import { StewardError } from '../errors.ts'
import { dateText } from '../ical/days.ts'
import { type Calendar, type Component, parseCalendar } from '../ical/document.ts'
import { type Clock, endOf, type Moment, readEntry } from '../ical/event.ts'
import { type Occurrence, occurrences, viewerZone } from '../ical/occurrences.ts'
import { inside, properties, property, textOf } from '../ical/params.ts'
import { ianaZone } from '../ical/zone.ts'
import { zonesOf } from '../ical/zones.ts'

export interface Asked {
  uid: string
  zone: string
  /** Which occurrence; the whole series without it. */
  recurrenceId?: string
}

/** The times of an event as stamps. */
export interface Stamps {
  start: string
  end: string
  rule?: string
}

const DAY = 86_400
const YEAR = 366 * DAY

interface Found {
  calendar: Calendar
  holder: Component
  master: Component
}

const isOf = (component: Component, uid: string): boolean => textOf(component, 'UID')?.trim() === uid

/** The component of a UID that is not one changed occurrence; where there are only such, the first. */
function masterOf(text: string, uid: string): Found {
  const calendar = parseCalendar(text)
  for (const item of calendar.items) {
    if (item.kind !== 'component') continue
    const entries = [...inside(item, 'VEVENT'), ...inside(item, 'VTODO')].filter((each) => isOf(each, uid))
    const master = entries.find((each) => !property(each, 'RECURRENCE-ID')) ?? entries[0]
    if (master) return { calendar, holder: item, master }
  }
  throw new StewardError('NOT_FOUND', `Nothing has the UID ${uid}.`, 'See what there is with: steward calendar show')
}

function stamp(moment: Moment, zone: string, floating: boolean): string {
  if (moment.date) return dateText(moment.wall / DAY)
  const at = Temporal.Instant.fromEpochMilliseconds(moment.utc * 1000)
  // A zone that only the file knows has no name here: its instants are kept.
  const known = at.toZonedDateTimeISO(ianaZone(zone) ? zone : 'UTC')
  return floating ? known.toPlainDateTime().toString() : known.toString()
}

function stampsOf(found: Found, zone: string): Stamps {
  const clock: Clock = { find: zonesOf(found.calendar, found.holder), viewer: viewerZone(zone), note: () => undefined }
  const entry = readEntry(found.master, clock)
  if (!entry) throw new StewardError('BAD_INPUT', 'The event has no start.', 'Mend it in the program that made it.')
  const end = endOf(entry.start, entry.length, entry.zone)
  const rule = property(found.master, 'RRULE')?.value
  return {
    start: stamp(entry.start, entry.zone.id, entry.floating),
    end: stamp(end, entry.zone.id, entry.floating),
    ...(rule === undefined ? {} : { rule }),
  }
}

/** An instant or a date as the instant around which its occurrence is looked for. */
function secondsAt(recurrenceId: string, zone: string): number {
  try {
    if (/^\d{4}-\d\d-\d\d$/.test(recurrenceId))
      return Temporal.PlainDate.from(recurrenceId).toZonedDateTime(zone).epochMilliseconds / 1000
    return Temporal.Instant.from(recurrenceId).epochMilliseconds / 1000
  } catch {
    throw new StewardError(
      'BAD_INPUT',
      `${JSON.stringify(recurrenceId)} names no occurrence.`,
      'Take it from calendar_check.',
    )
  }
}

const instant = (seconds: number): string => Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString()

function occurrenceAt(calendar: Calendar, { uid, zone, recurrenceId = '' }: Asked): Occurrence {
  const wanted = secondsAt(recurrenceId, zone)
  const near = occurrences(calendar, { from: instant(wanted - YEAR), to: instant(wanted + YEAR), zone })
  const own = near.filter((one) => one.uid === uid)
  const found = own.find(
    (one) => one.recurrenceId === recurrenceId || secondsAt(one.recurrenceId ?? one.start, zone) === wanted,
  )
  if (found) return found
  const nearest = own
    .toSorted((a, b) => Math.abs(a.startsAt - wanted) - Math.abs(b.startsAt - wanted))
    .slice(0, 5)
    .map((one) => one.recurrenceId ?? one.start)
  throw new StewardError('NOT_FOUND', `There is no occurrence ${recurrenceId}.`, `Near it are: ${nearest.join(' | ')}`)
}

/** The times of the event, or of one occurrence. */
export function stampsIn(text: string, asked: Asked): Stamps {
  const found = masterOf(text, asked.uid)
  const whole = stampsOf(found, asked.zone)
  if (asked.recurrenceId === undefined) return whole
  const { start, end, allDay, floating, startsAt, endsAt, zone } = occurrenceAt(found.calendar, asked)
  if (allDay) return { ...whole, start, end }
  const moment = (utc: number): Moment => ({ utc, wall: utc, date: false })
  return { ...whole, start: stamp(moment(startsAt), zone, floating), end: stamp(moment(endsAt), zone, floating) }
}

/** What it is called. */
export const titleIn = (text: string, uid: string): string => textOf(masterOf(text, uid).master, 'SUMMARY') ?? ''

/** What it is called, whether it recurs, and when it is, in words that fit on a card. */
export function factsIn(text: string, asked: Asked): { title: string; recurring: boolean; was: string } {
  const found = masterOf(text, asked.uid)
  const { master } = found
  const recurring = ['RRULE', 'RDATE', 'RECURRENCE-ID'].some((name) => property(master, name))
  const { start, end, rule } = stampsIn(text, recurring ? asked : { uid: asked.uid, zone: asked.zone })
  const rules = rule === undefined || asked.recurrenceId !== undefined ? '' : `, ${rule}`
  return { title: textOf(master, 'SUMMARY') ?? '', recurring, was: `${start} to ${end}${rules}` }
}

/** Who is to come, but for the user, in lower case. */
export function addressesIn(text: string, me: readonly string[]): string[] {
  const all = parseCalendar(text).items.flatMap((item) =>
    item.kind === 'component'
      ? inside(item, 'VEVENT').flatMap((event) =>
          properties(event, 'ATTENDEE').map(({ value }) =>
            value
              .replace(/^mailto:/i, '')
              .trim()
              .toLowerCase(),
          ),
        )
      : [],
  )
  return [...new Set(all)].filter((address) => address.includes('@') && !me.includes(address))
}
