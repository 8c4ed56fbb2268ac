// One .ics file as the library knows it: what is in it and when, apart from its tree, which is read again when needed.
import { type Calendar, type Component, type Item, parseCalendar } from '../../text/ical/document.ts'
import type { Clock } from '../../text/ical/event.ts'
import { textOf } from '../../text/ical/params.ts'
import { utcZone } from '../../text/ical/zone.ts'
import { zonesOf } from '../../text/ical/zones.ts'
import { alarmReach, always, never, type Range, rangeOf, spanning } from './range.ts'

/** All that a file has of one UID. */
export interface Part {
  uid: string
  events: number
  tasks: number
  /** When its events can be. */
  range: Range
  /** When its alarms can be; none without one. */
  alarms: Range | undefined
}

export interface Parsed {
  calendar: Calendar
  parts: Part[]
  /** Says when somebody is busy or away apart from events: VFREEBUSY, VAVAILABILITY. */
  reports: boolean
  /** Why it, or something of it, is left out. */
  complaint?: string
  /** What was not understood, though the rest is shown. */
  notes: string[]
  /** Bytes of memory that it takes, about. */
  cost: number
}

const MOST_NOTES = 3
const ITEM_COST = 260
/** What has a UID and stands for itself. */
export const own: ReadonlySet<string> = new Set(['VEVENT', 'VTODO', 'VJOURNAL'])
const reporting = new Set(['VFREEBUSY', 'VAVAILABILITY'])

const isComponent = (item: Item): item is Component => item.kind === 'component'

/** The UID of an event or a task. */
export const uidOf = (component: Component): string => textOf(component, 'UID')?.trim() ?? ''

/** Each component of a calendar that stands for itself, with what it is in; some files have lost their VCALENDAR. */
export function* entries(calendar: Calendar): Generator<[Component, Component | undefined]> {
  const tops = calendar.items.filter(isComponent)
  const isLoose = !tops.some(({ name }) => name === 'VCALENDAR')
  for (const top of tops) {
    if (isLoose) yield [top, undefined]
    if (!own.has(top.name)) for (const item of top.items) if (isComponent(item)) yield [item, top]
  }
}

/** The calendar with other things in the place of its events and tasks; zones and all else stay. */
export function replacing(calendar: Calendar, replaced: (component: Component) => Component[]): Calendar {
  const within = (items: readonly Item[]) =>
    items.flatMap((item) => (isComponent(item) && own.has(item.name) ? replaced(item) : [item]))
  const items = within(calendar.items).map((item) =>
    isComponent(item) && !own.has(item.name) ? { ...item, items: within(item.items) } : item,
  )
  return { ...calendar, items }
}

/** The calendar with only those of its events and tasks that are kept. */
export const keeping = (calendar: Calendar, kept: (component: Component) => boolean): Calendar =>
  replacing(calendar, (component) => (kept(component) ? [component] : []))

function count(items: readonly Item[]): number {
  let total = items.length
  for (const item of items) if (isComponent(item)) total += count(item.items)
  return total
}

// A component that the file ends in may have lost the half of a time: it is left out rather than shown wrongly.
function whole(calendar: Calendar): { calendar: Calendar; cut: string | undefined } {
  let cut: string | undefined
  for (const [component] of entries(calendar)) if (component.end === '') cut = component.name
  return cut === undefined ? { calendar, cut } : { calendar: keeping(calendar, ({ end }) => end !== ''), cut }
}

function partOf(component: Component, clock: Clock): Part {
  if (component.name === 'VJOURNAL')
    return { uid: uidOf(component), events: 0, tasks: 0, range: never, alarms: undefined }
  const range = rangeOf(component, clock)
  const isTask = component.name === 'VTODO'
  const reach = alarmReach(component)
  const counts = { events: isTask ? 0 : 1, tasks: isTask ? 1 : 0 }
  const alarms =
    reach && (isTask || range === undefined ? always : { from: range.from + reach.from, to: range.to + reach.to })
  return { uid: uidOf(component), ...counts, range: isTask ? never : (range ?? never), alarms }
}

function joined(a: Part, b: Part): Part {
  const alarms = a.alarms && b.alarms ? spanning(a.alarms, b.alarms) : (a.alarms ?? b.alarms)
  const range = spanning(a.range, b.range)
  return { uid: a.uid, events: a.events + b.events, tasks: a.tasks + b.tasks, range, alarms }
}

function clocks(calendar: Calendar, notes: Set<string>): (holder: Component | undefined) => Clock {
  const known = new Map<Component | undefined, Clock>()
  return (holder) => {
    let clock = known.get(holder)
    if (!clock) {
      const note = (says: string) => void notes.add(says)
      clock = { find: zonesOf(calendar, holder), viewer: utcZone, note }
      known.set(holder, clock)
    }
    return clock
  }
}

/** Reads the text of a file. Throws only where the parser does: too large, too deep. */
export function readParsed(text: string): Parsed {
  const { calendar, cut } = whole(parseCalendar(text))
  const notes = new Set<string>()
  const clockOf = clocks(calendar, notes)
  const parts = new Map<string, Part>()
  let reports = false
  for (const [component, holder] of entries(calendar)) {
    reports ||= reporting.has(component.name)
    if (!own.has(component.name)) continue
    const part = partOf(component, clockOf(holder))
    const known = parts.get(part.uid)
    parts.set(part.uid, known ? joined(known, part) : part)
  }
  const complaint = complaintOf(calendar, text, cut, parts.size > 0 || reports)
  const cost = text.length * 2 + count(calendar.items) * ITEM_COST
  const told = [...notes].slice(0, MOST_NOTES)
  return { calendar, parts: [...parts.values()], reports, notes: told, cost, ...(complaint ? { complaint } : {}) }
}

function complaintOf(calendar: Calendar, text: string, cut: string | undefined, any: boolean): string | undefined {
  if (cut !== undefined) return `it ends in the middle of a ${cut}`
  const holders = calendar.items.filter(isComponent).filter(({ name }) => name === 'VCALENDAR')
  // There may have been more.
  if (holders.some(({ end }) => end === '')) return 'it is cut off'
  if (holders.length > 0 || any) return undefined
  return text.trim() === '' ? 'it is empty' : 'it is no calendar'
}
