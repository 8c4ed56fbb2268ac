// All that a calendar file says of one event: the event itself and the occurrences that were changed one by one.
import { StewardError } from '../errors.ts'
import { DAY, dayOf } from '../ical/days.ts'
import type { Calendar, Component, Item } from '../ical/document.ts'
import { type Clock, type Entry, type Moment, momentOf, readEntry } from '../ical/event.ts'
import { viewerZone } from '../ical/occurrences.ts'
import { inside, textOf } from '../ical/params.ts'
import type { When } from '../ical/values.ts'
import { writeCalendar } from '../ical/write.ts'
import { toUtc } from '../ical/zone.ts'
import { zonesOf } from '../ical/zones.ts'
import { zonesFor } from './make.ts'

export interface Override {
  entry: Entry
  /** Which occurrence it stands in for. */
  id: Moment
}

export interface Group {
  calendar: Calendar
  /** The VCALENDAR around it. */
  holder: Component | undefined
  clock: Clock
  uid: string
  /** All components of the event in the file: older states too, and those in another VCALENDAR of the same file. */
  own: Component[]
  /** None where only single occurrences of something are known. */
  master: Entry | undefined
  overrides: Override[]
}

const components = (items: readonly Item[]): Component[] => items.filter((item) => item.kind === 'component')
const uidOf = (component: Component): string => textOf(component, 'UID')?.trim() ?? ''

/** The event with that UID; `zone` is the viewer's, for times that have none. */
export function groupOf(calendar: Calendar, uid: string, zone: string): Group {
  const viewer = viewerZone(zone)
  const places = [...components(calendar.items), undefined].map((holder) => {
    const events = holder ? inside(holder, 'VEVENT') : components(calendar.items)
    return { holder, own: events.filter((event) => event.name === 'VEVENT' && uidOf(event) === uid) }
  })
  const place = places.find(({ own }) => own.length > 0)
  if (place) {
    const { holder } = place
    const clock: Clock = { find: zonesOf(calendar, holder), viewer, note: () => undefined }
    const own = places.flatMap((each) => each.own)
    return { calendar, holder, clock, uid, own, ...entriesOf(place.own, clock) }
  }
  throw new StewardError(
    'NOT_FOUND',
    `There is no event with the UID ${JSON.stringify(uid.slice(0, 200))}.`,
    known(calendar),
  )
}

function known(calendar: Calendar): string {
  const events = components(calendar.items).flatMap((top) => (top.name === 'VEVENT' ? [top] : inside(top, 'VEVENT')))
  const names = [
    ...new Set(events.map((event) => `${uidOf(event)} (${(textOf(event, 'SUMMARY') ?? '').slice(0, 60)})`)),
  ]
  if (names.length === 0) return 'There is no event at all in it. Search for the event again.'
  return `There are: ${names.slice(0, 3).join(', ')}. Take the uid from a search.`
}

function entriesOf(own: readonly Component[], clock: Clock): Pick<Group, 'master' | 'overrides'> {
  const entries = own.flatMap((component) => readEntry(component, clock) ?? [])
  const masters = entries.filter(({ recurrenceId }) => recurrenceId === undefined)
  const last = Math.max(...masters.map(({ sequence }) => sequence))
  const current = masters.filter(({ sequence }) => sequence === last)
  const [master] = current
  if (master && current.some(({ start }) => start.utc !== master.start.utc))
    throw new StewardError(
      'BAD_INPUT',
      `Several events of the file have the UID ${JSON.stringify(master.uid.slice(0, 200))}.`,
      'Export the calendar and import it into a new one: there each has a UID of its own.',
    )
  const overrides = entries.flatMap((entry) =>
    entry.recurrenceId ? [{ entry, id: datedIn(master ?? entry, entry.recurrenceId, clock) }] : [],
  )
  return { master, overrides: overrides.sort((a, b) => a.id.utc - b.id.utc || a.entry.sequence - b.entry.sequence) }
}

/** A RECURRENCE-ID, EXDATE or RDATE as an occurrence of the series; a date among times has the time of the first. */
export function datedIn({ start, zone }: Entry, when: When, clock: Clock): Moment {
  if (!start.date && !when.date) return momentOf(when, clock, zone)
  const wall = dayOf(when.wall) * DAY + (start.date ? 0 : start.wall - dayOf(start.wall) * DAY)
  return { utc: toUtc(zone, wall), wall, date: start.date }
}

/** Whether it happens more than once. */
export const isSeries = ({ rules, dates }: Entry): boolean => rules.length + dates.length > 0

/** The file with other components in the place of some; for times in zones that it does not describe, with their VTIMEZONE. */
export function rewritten(
  { calendar, holder }: Group,
  swap: ReadonlyMap<Component, readonly Component[]>,
  times: readonly When[] = [],
): Calendar {
  const swapped = (items: readonly Item[]): Item[] =>
    items.flatMap((item): readonly Item[] => (item.kind === 'component' ? (swap.get(item) ?? [item]) : [item]))
  const items = swapped(calendar.items).map((top): Item => {
    if (top.kind !== 'component') return top
    const inner = swapped(top.items)
    return { ...top, items: top === holder ? withZones(inner, times) : inner }
  })
  return { ...calendar, items }
}

/** With the VTIMEZONEs of these times that are not there, before the first component. */
function withZones(items: Item[], times: readonly When[]): Item[] {
  const zones = components(items).filter(({ name }) => name === 'VTIMEZONE')
  const described = new Set(zones.map((zone) => textOf(zone, 'TZID')?.trim()))
  const fresh = zonesFor(times).filter((zone) => !described.has(textOf(zone, 'TZID')))
  const at = items.findIndex((item) => item.kind === 'component')
  return items.toSpliced(at === -1 ? items.length : at, 0, ...fresh)
}

/** The text of a calendar, or null where nothing is left in it. */
export function textOrNothing(calendar: Calendar): string | null {
  const kept = components(calendar.items).some((top) =>
    [top, ...components(top.items)].some(({ name }) => name !== 'VCALENDAR' && name !== 'VTIMEZONE'),
  )
  return kept ? writeCalendar(calendar) : null
}
