// What an event says besides its times: title, place, notes, people, alarms. What stays the same keeps its bytes.
import type { Component, Item, Property } from '../ical/document.ts'
import { inside, param, paramsOf, properties, property, unescapeText } from '../ical/params.ts'
import { newProperty, withProperties } from '../ical/write.ts'
import { stampProperty } from './make.ts'
import {
  addressOf,
  alarmComponent,
  attendeeProperty,
  categories,
  organizerProperty,
  textProperty,
  urlProperty,
} from './props.ts'
import type { Attendee, EventChanges } from './types.ts'
import { minutesOf } from './view.ts'

type Changes = EventChanges
type Made = Record<string, readonly Property[]>

const sameText = (a: Property, b: Property): boolean => unescapeText(a.value) === unescapeText(b.value)

/** A text in the place of what is there; nothing where it says the same already. */
function text(component: Component, name: string, value: string | null, ...stale: string[]): Made {
  const fresh = value === null || value === '' ? [] : [textProperty(name, value)]
  const old = properties(component, name)
  if (old.length === fresh.length && old.every((each, at) => sameText(each, fresh[at] as Property))) return {}
  // Other programs keep the same once more in their own form, which would no longer be true.
  return Object.fromEntries([[name, fresh], ...stale.map((other) => [other, []])])
}

function person(component: Component, name: 'ATTENDEE' | 'ORGANIZER', wish: Attendee): Property {
  const address = addressOf(wish.address).toLowerCase()
  const old = properties(component, name).find(
    ({ value }) =>
      value
        .trim()
        .replace(/^mailto:/i, '')
        .toLowerCase() === address,
  )
  const fresh = name === 'ATTENDEE' ? attendeeProperty(wish) : organizerProperty(wish)
  if (!old) return fresh
  const said: Record<string, string> = {}
  if (wish.name !== undefined) said.CN = param(fresh, 'CN') ?? ''
  if (wish.answer !== undefined) said.PARTSTAT = param(fresh, 'PARTSTAT') ?? ''
  if (wish.role !== undefined) said.ROLE = param(fresh, 'ROLE') ?? ''
  const changed = Object.entries(said).some(
    ([key, value]) => (param(old, key) ?? '').toUpperCase() !== value.toUpperCase(),
  )
  if (!changed) return old
  const params = Object.entries({ ...paramsOf(old), ...said }).filter(([, value]) => value !== '')
  return newProperty(name, old.value, Object.fromEntries(params))
}

const people = (component: Component, name: 'ATTENDEE' | 'ORGANIZER', wishes: readonly Attendee[]): Made => ({
  [name]: wishes.map((wish) => person(component, name, wish)),
})

/** TRANSP, and Outlook's own word for it where it stands beside. */
function busy(component: Component, value: boolean | null): Made {
  const outlook = property(component, 'X-MICROSOFT-CDO-BUSYSTATUS')
  const word = value === false ? 'FREE' : 'BUSY'
  return {
    TRANSP: value === null ? [] : [newProperty('TRANSP', value ? 'OPAQUE' : 'TRANSPARENT')],
    ...(outlook ? { [outlook.name]: [newProperty(outlook.name, word)] } : {}),
  }
}

type Field = Exclude<keyof Changes, 'start' | 'end' | 'rule' | 'alarms'>

/** The property of each field by which two events are compared. */
const mainName: Readonly<Record<Field, string>> = {
  title: 'SUMMARY',
  location: 'LOCATION',
  notes: 'DESCRIPTION',
  url: 'URL',
  tags: 'CATEGORIES',
  status: 'STATUS',
  busy: 'TRANSP',
  organizer: 'ORGANIZER',
  attendees: 'ATTENDEE',
}

const makers: { [K in Field]: (component: Component, value: NonNullable<Changes[K]> | null) => Made } = {
  title: (component, value) => text(component, 'SUMMARY', value),
  location: (component, value) => text(component, 'LOCATION', value, 'X-APPLE-STRUCTURED-LOCATION'),
  notes: (component, value) => text(component, 'DESCRIPTION', value, 'X-ALT-DESC'),
  url: (_, value) => ({ URL: value === null || value === '' ? [] : [urlProperty(value)] }),
  tags: (_, value) => ({ CATEGORIES: categories(value ?? []) }),
  status: (_, value) => ({ STATUS: value === null ? [] : [newProperty('STATUS', value.toUpperCase())] }),
  busy,
  organizer: (component, value) => people(component, 'ORGANIZER', value === null ? [] : [value]),
  attendees: (component, value) => people(component, 'ATTENDEE', value ?? []),
}

const fieldNames = Object.keys(mainName) as Field[]

const said = (component: Component, name: string): string =>
  properties(component, name)
    .map(({ params, value }) => `${params}:${value}`)
    .join('\n')

const alarmsOf = (component: Component): string =>
  inside(component, 'VALARM')
    .flatMap((alarm) => minutesOf(alarm, 0) ?? [])
    .join()

/** The alarms that are wished for; those that are there stay as they are, and so do those that go by no start. */
function withAlarms(component: Component, wish: readonly number[], seconds: number): Component {
  const left = new Set(wish.map((minutes) => Math.round(minutes) || 0))
  const items: Item[] = component.items.filter((item) => {
    if (item.kind !== 'component' || item.name !== 'VALARM') return true
    const minutes = minutesOf(item, seconds)
    return minutes === undefined || left.delete(minutes)
  })
  const title = unescapeText(property(component, 'SUMMARY')?.value ?? '')
  return { ...component, items: [...items, ...[...left].map((minutes) => alarmComponent(minutes, title))] }
}

/**
 * The component with what is wished for. With `like`, only where it says what that one says: what was changed on its own
 * stays so. `seconds` is how long it is.
 */
export function withFields(component: Component, changes: Changes, seconds: number, like?: Component): Component {
  const follows = (name: string) => !like || said(component, name) === said(like, name)
  let made = component
  for (const field of fieldNames) {
    const value = changes[field]
    if (value === undefined || !follows(mainName[field])) continue
    const make = makers[field] as (component: Component, value: unknown) => Made
    made = withProperties(made, unlike(made, make(made, value)))
  }
  const { alarms } = changes
  if (alarms === undefined || (like && alarmsOf(component) !== alarmsOf(like))) return made
  return withAlarms(made, alarms ?? [], seconds)
}

/** Only what is not there already. */
function unlike(component: Component, made: Made): Made {
  const written = (list: readonly Property[]) => list.map(({ params, value }) => `${params}:${value}`).join('\n')
  return Object.fromEntries(
    Object.entries(made).filter(([name, list]) => written(list) !== written(properties(component, name))),
  )
}

/** The component marked as changed at this time; what matters to others counts up SEQUENCE (RFC 5546, 2.1.4). */
export function touched(component: Component, at: number, matters: boolean): Component {
  const sequence = Number.parseInt(property(component, 'SEQUENCE')?.value ?? '0', 10) || 0
  return withProperties(component, {
    DTSTAMP: [stampProperty('DTSTAMP', at)],
    'LAST-MODIFIED': [stampProperty('LAST-MODIFIED', at)],
    ...(matters ? { SEQUENCE: [newProperty('SEQUENCE', String(sequence + 1))] } : {}),
  })
}

/** Whether others must hear of it as a new state of the event. */
export const matters = (changes: Changes): boolean =>
  [changes.start, changes.end, changes.rule, changes.location, changes.status].some((value) => value !== undefined)
