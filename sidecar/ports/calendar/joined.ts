// Many calendar files as one text.
import { StewardError } from '../../text/errors.ts'
import type { Calendar, Component } from '../../text/ical/document.ts'
import { textOf } from '../../text/ical/params.ts'
import { newProperty, writeCalendar } from '../../text/ical/write.ts'
import { entries, own } from './parsed.ts'

const LONGEST = 64 * 1024 * 1024

/** One VCALENDAR with all of them, each zone once. */
export function joinedText(calendars: readonly Calendar[]): { text: string; events: number; tasks: number } {
  const zones = new Map<string, Component>()
  const uids = { VEVENT: new Set<string>(), VTODO: new Set<string>(), VJOURNAL: new Set<string>() }
  const all: Component[] = []
  for (const calendar of calendars)
    for (const [component] of entries(calendar)) {
      const zone = component.name === 'VTIMEZONE' ? (textOf(component, 'TZID') ?? '') : undefined
      if (zone !== undefined && !zones.has(zone)) zones.set(zone, component)
      if (!own.has(component.name)) continue
      all.push(component)
      uids[component.name as keyof typeof uids].add(textOf(component, 'UID') ?? '')
    }
  const head = [newProperty('VERSION', '2.0'), newProperty('PRODID', '-//Steward//Steward//EN')]
  const items = [...head, ...zones.values(), ...all]
  const holder: Component = { kind: 'component', name: 'VCALENDAR', items, begin: undefined, end: undefined }
  const text = writeCalendar({ items: [holder], notes: [], newline: '\r\n' })
  if (text.length > LONGEST)
    throw new StewardError('TOO_LARGE', 'That is more than one file should hold.', 'Export fewer calendars at once.')
  return { text, events: uids.VEVENT.size, tasks: uids.VTODO.size }
}
