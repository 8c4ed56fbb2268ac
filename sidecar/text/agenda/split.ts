// Files of many events as one text for each, and the other way round.
import { newCalendar } from '../ical/create.ts'
import { type Calendar, type Component, type Item, parseCalendar } from '../ical/document.ts'
import { escapeText, param, property, textOf } from '../ical/params.ts'
import { newProperty, withProperties, writeCalendar } from '../ical/write.ts'
import { ianaZone } from '../ical/zone.ts'
import { usedZones } from './cut.ts'
import { textProperty } from './props.ts'
import { upTo } from './view.ts'

export interface OneResource {
  uid: string
  kind: 'VEVENT' | 'VTODO'
  title: string
  text: string
}

const isComponent = (item: Item): item is Component => item.kind === 'component'
const written = (items: readonly Item[]): string => writeCalendar({ items: [...items], notes: [], newline: '\r\n' })

/** Lines of several files in one: all with the line end that RFC 5545 has. */
const evenLines = (text: string): string => text.replaceAll(/\r+\n|\r|\n/g, '\r\n')

/** The components in each VCALENDAR of a file, and those that stand in none. */
function holdersOf(calendar: Calendar): Component[][] {
  const tops = calendar.items.filter(isComponent)
  const loose = tops.filter(({ name }) => name !== 'VCALENDAR')
  return [...tops.filter(({ name }) => name === 'VCALENDAR').map(({ items }) => items.filter(isComponent)), loose]
}

/** With a UID that depends on the content alone, where there is none: the same file has the same ones again. */
function identified(component: Component, hash: (content: string) => string): { uid: string; component: Component } {
  const uid = textOf(component, 'UID')?.trim()
  if (uid) return { uid, component }
  const made = hash(evenLines(written([component])))
  return { uid: made, component: withProperties(component, { UID: [newProperty('UID', escapeText(made))] }) }
}

/** Programs that copy events copy their UIDs too: the second of two that differ, and a task beside an event, get their own. */
function distinctUids(): (one: { uid: string; component: Component }) => { uid: string; component: Component } {
  const seen = new Map<string, string>()
  const kinds = new Map<string, string>()
  return ({ uid, component }) => {
    if (property(component, 'RECURRENCE-ID')) return { uid, component }
    const sequence = property(component, 'SEQUENCE')?.value.trim() ?? '0'
    const start = property(component, 'DTSTART')?.value ?? property(component, 'DUE')?.value ?? ''
    for (let count = 1; ; count++) {
      const name = count === 1 ? uid : `${uid}-${count}`
      const key = `${name} ${sequence}`
      const isOther = (kinds.get(name) ?? component.name) !== component.name || (seen.get(key) ?? start) !== start
      if (isOther) continue
      kinds.set(name, component.name)
      seen.set(key, start)
      if (count === 1) return { uid, component }
      return { uid: name, component: withProperties(component, { UID: [newProperty('UID', escapeText(name))] }) }
    }
  }
}

/** Each event and task of a file on its own, with what was changed of it and the VTIMEZONEs that it needs. */
export function resourcesOf(calendar: Calendar, hash: (content: string) => string): OneResource[] {
  const groups = new Map<string, { uid: string; kind: OneResource['kind']; own: Component[]; zones: Set<Component> }>()
  const apart = distinctUids()
  for (const components of holdersOf(calendar)) {
    const zones = components.filter(({ name }) => name === 'VTIMEZONE')
    for (const each of components) {
      if (each.name !== 'VEVENT' && each.name !== 'VTODO') continue
      const { uid, component } = apart(identified(each, hash))
      const key = `${each.name} ${uid}`
      const group = groups.get(key) ?? { uid, kind: each.name, own: [], zones: new Set() }
      group.own.push(component)
      for (const zone of usedZones(zones, [component])) group.zones.add(zone)
      groups.set(key, group)
    }
  }
  return [...groups.values()].map(({ uid, kind, own, zones }) => {
    const main = own.find((component) => !property(component, 'RECURRENCE-ID')) ?? own[0]
    const title = upTo((main && textOf(main, 'SUMMARY')?.trim()) ?? '', 1000)
    return { uid, kind, title, text: evenLines(writeCalendar(newCalendar([...zones, ...own]))) }
  })
}

/** Calls a zone by another name, in all that use it. */
function renamed(component: Component, from: string, to: string): Component {
  const items = component.items.map((item): Item => {
    if (item.kind === 'component') return renamed(item, from, to)
    if (item.kind !== 'property' || param(item, 'TZID') !== from) return item
    const params = item.params.replace(/;TZID=(?:"[^"]*"|[^;:]*)/i, () => newProperty('X', '', { TZID: to }).params)
    return { ...item, params, raw: undefined }
  })
  return { ...component, items }
}

/** The zones of a file that is being put together: each once, and two that differ never under one name. */
class Zones {
  private readonly known = new Map<string, string>()
  readonly components: Component[] = []

  /** The components under the names that their zones have here. */
  take(zones: readonly Component[], own: readonly Component[]): Component[] {
    let made = [...own]
    for (const zone of zones) {
      const name = textOf(zone, 'TZID')?.trim() ?? ''
      const text = evenLines(written(zone.items.filter((item) => item.kind !== 'property' || item.name !== 'TZID')))
      const fresh = this.nameFor(name, text)
      if (!this.known.has(fresh)) {
        this.known.set(fresh, text)
        this.components.push(fresh === name ? zone : withProperties(zone, { TZID: [newProperty('TZID', fresh)] }))
      }
      if (fresh !== name) made = made.map((component) => renamed(component, name, fresh))
    }
    return made
  }

  private nameFor(name: string, text: string): string {
    // Under a name of IANA all mean the same, however much of it they tell.
    if (ianaZone(name)) return name
    for (let count = 1; ; count++) {
      const fresh = count === 1 ? name : `${name} ${count}`
      if ((this.known.get(fresh) ?? text) === text) return fresh
    }
  }
}

/** One file of many, each VTIMEZONE in it once. */
export function joinResources(texts: readonly string[], name?: string): string {
  const zones = new Zones()
  const own = texts.flatMap((text) =>
    holdersOf(parseCalendar(text)).flatMap((components) =>
      zones.take(
        components.filter((each) => each.name === 'VTIMEZONE'),
        components.filter((each) => each.name !== 'VTIMEZONE'),
      ),
    ),
  )
  const calendar = newCalendar([...zones.components, ...own])
  const [holder] = calendar.items.filter(isComponent)
  const named = name && holder ? withName(holder, name) : holder
  return evenLines(writeCalendar({ ...calendar, items: named ? [named] : calendar.items }))
}

const withName = (holder: Component, name: string): Component =>
  withProperties(holder, { NAME: [textProperty('NAME', name)], 'X-WR-CALNAME': [textProperty('X-WR-CALNAME', name)] })
