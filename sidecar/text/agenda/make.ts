// New events as the text of a calendar file (RFC 5545).
import { newCalendar } from '../ical/create.ts'
import { basicWall } from '../ical/days.ts'
import type { Component, Item, Property } from '../ical/document.ts'
import type { When } from '../ical/values.ts'
import { newComponent, newProperty, writeCalendar } from '../ical/write.ts'
import { toUtc } from '../ical/zone.ts'
import {
  alarmComponent,
  attendeeProperty,
  categories,
  organizerProperty,
  textProperty,
  timeProperty,
  uidProperty,
  urlProperty,
} from './props.ts'
import { ruleFor } from './rules.ts'
import { refuseSecond } from './times.ts'
import type { EventDetails } from './types.ts'
import { checkEnd, readStamp, secondsBetween, stampZone } from './when.ts'
import { zoneComponent } from './zonetext.ts'

/** A point in time for DTSTAMP, CREATED and LAST-MODIFIED, from milliseconds. */
export const stampProperty = (name: string, at: number): Property =>
  newProperty(name, `${basicWall(Math.floor(at / 1000))}Z`)

const given = <T>(value: T | undefined, make: (value: T) => Property): Property[] =>
  value === undefined ? [] : [make(value)]

const text = (name: string, value: string | undefined): Property[] =>
  given(value === '' ? undefined : value, (each) => textProperty(name, each))

/** The VTIMEZONEs that these times need, each once. */
export function zonesFor(times: readonly When[]): Component[] {
  const earliest = new Map<string, number>()
  for (const when of times) {
    const zone = stampZone(when)
    if (when.zone === undefined || !zone) continue
    const utc = toUtc(zone, when.wall)
    earliest.set(when.zone, Math.min(utc, earliest.get(when.zone) ?? utc))
  }
  return [...earliest].flatMap(([name, utc]) => zoneComponent(name, utc) ?? [])
}

/** DTEND, where there is one: without a length there is none. */
function endProperty(start: When, end: When): Property[] {
  checkEnd(start, end)
  return secondsBetween(start, end) === 0 ? [] : [timeProperty('DTEND', end)]
}

function eventItems(details: EventDetails, start: When, end: When, at: number): Item[] {
  const { rule, status, busy, attendees = [], alarms = [] } = details
  return [
    uidProperty(details.uid),
    stampProperty('DTSTAMP', at),
    stampProperty('CREATED', at),
    stampProperty('LAST-MODIFIED', at),
    newProperty('SEQUENCE', '0'),
    timeProperty('DTSTART', start),
    ...endProperty(start, end),
    ...given(rule || undefined, (each) => newProperty('RRULE', ruleFor(each, start, stampZone(start)))),
    textProperty('SUMMARY', details.title),
    ...text('LOCATION', details.location),
    ...text('DESCRIPTION', details.notes),
    ...given(details.url || undefined, urlProperty),
    ...categories(details.tags ?? []),
    ...given(status, (each) => newProperty('STATUS', each.toUpperCase())),
    ...given(busy, (each) => newProperty('TRANSP', each ? 'OPAQUE' : 'TRANSPARENT')),
    ...given(details.organizer, organizerProperty),
    ...attendees.map(attendeeProperty),
    ...[...new Set(alarms)].map((minutes) => alarmComponent(minutes, details.title)),
  ]
}

/** A whole calendar file with one event; `at` is now, in milliseconds. */
export function newEvent(details: EventDetails, at: number): string {
  const repeats = Boolean(details.rule)
  const start = readStamp(details.start, repeats)
  const end = readStamp(details.end, repeats)
  if (repeats) refuseSecond(details.start, start)
  const event = newComponent('VEVENT', eventItems(details, start, end, at))
  return writeCalendar(newCalendar([...zonesFor([start, end]), event]))
}
