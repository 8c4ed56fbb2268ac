// New events and tasks, and the calendar around them.
import { basicWall } from './days.ts'
import type { Calendar, Component, Property } from './document.ts'
import { escapeText } from './params.ts'
import { type When, writeWhen } from './values.ts'
import { newComponent, newProperty } from './write.ts'

export interface Details {
  kind?: 'VEVENT' | 'VTODO'
  /** Chosen before anything is written. */
  uid: string
  /** Seconds since 1970, for DTSTAMP. */
  stamp: number
  start?: When
  /** The end of an event, or when a task is due. */
  end?: When
  summary?: string
  description?: string
  location?: string
  /** As it stands in RRULE. */
  rule?: string
  categories?: readonly string[]
  status?: string
  transparent?: boolean
}

const timed = (name: string, when: When | undefined): Property[] => {
  if (!when) return []
  const { value, params } = writeWhen(when)
  return [newProperty(name, value, params)]
}
const text = (name: string, value: string | undefined): Property[] =>
  value === undefined ? [] : [newProperty(name, escapeText(value))]

/** An event or a task with these details. */
export function newEntry(details: Details): Component {
  const { kind = 'VEVENT', categories = [] } = details
  return newComponent(kind, [
    newProperty('UID', escapeText(details.uid)),
    newProperty('DTSTAMP', `${basicWall(details.stamp)}Z`),
    ...timed('DTSTART', details.start),
    ...timed(kind === 'VTODO' ? 'DUE' : 'DTEND', details.end),
    ...(details.rule === undefined ? [] : [newProperty('RRULE', details.rule)]),
    ...text('SUMMARY', details.summary),
    ...text('DESCRIPTION', details.description),
    ...text('LOCATION', details.location),
    ...(categories.length === 0 ? [] : [newProperty('CATEGORIES', categories.map(escapeText).join(','))]),
    ...text('STATUS', details.status),
    ...(details.transparent ? [newProperty('TRANSP', 'TRANSPARENT')] : []),
  ])
}

/** A calendar file with these components. */
export function newCalendar(components: readonly Component[]): Calendar {
  const head = [newProperty('VERSION', '2.0'), newProperty('PRODID', '-//Steward//Steward//EN')]
  return { items: [newComponent('VCALENDAR', [...head, ...components])], notes: [], newline: '\r\n' }
}
