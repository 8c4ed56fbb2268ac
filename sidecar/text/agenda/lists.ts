// EXDATE and RDATE: lists of times, of which some go and some move.
import type { Component, Property } from '../ical/document.ts'
import type { Clock, Entry, Moment } from '../ical/event.ts'
import { properties } from '../ical/params.ts'
import { readList, type When, writeWhen } from '../ical/values.ts'
import { newProperty, withProperties } from '../ical/write.ts'
import { datedIn } from './group.ts'
import { timeProperty } from './props.ts'
import { type Form, inForm } from './times.ts'

const listNames = ['EXDATE', 'RDATE'] as const

/** The values of a list, each as it is written and as it is read; what is no time is not among them. */
function valuesOf(list: Property) {
  return list.value.split(/[,;]/).flatMap((text) => {
    const [period] = readList({ ...list, value: text })
    return period ? [{ text, period }] : []
  })
}

/** The lists of an event with only those values that are wanted. */
export function filteredLists(
  entry: Entry,
  clock: Clock,
  wanted: (moment: Moment) => boolean,
): Record<string, Property[]> {
  const kept = (list: Property): Property[] => {
    const values = valuesOf(list)
    const left = values.filter(({ period }) => wanted(datedIn(entry, period.start, clock)))
    if (left.length === values.length) return [list]
    return left.length === 0 ? [] : [{ ...list, value: left.map(({ text }) => text).join(','), raw: undefined }]
  }
  const changes = listNames.flatMap((name) => {
    const old = properties(entry.component, name)
    const fresh = old.flatMap(kept)
    return fresh.length === old.length && fresh.every((each, at) => each === old[at]) ? [] : [[name, fresh] as const]
  })
  return Object.fromEntries(changes)
}

/** The lists of an event with each value moved to the clock of another form. */
export function movedLists(
  entry: Entry,
  clock: Clock,
  form: Form,
  wall: (old: number) => number,
): Record<string, Property[]> {
  const wallOf = (when: When): number => datedIn(entry, when, clock).wall
  const moved = (list: Property): Property[] => {
    const values = valuesOf(list).map(({ text, period: { start, end, duration } }) => {
      const at = wall(wallOf(start))
      const when = inForm(form, at)
      const { value } = writeWhen(when)
      if (form.date || (!end && !duration)) return { when, value }
      const to = end ? writeWhen(inForm(form, at + wallOf(end) - wallOf(start))).value : text.split('/')[1]
      return { when, value: `${value}/${to}` }
    })
    const [first] = values
    if (!first) return [list]
    const kind = values.some(({ value }) => value.includes('/')) ? { VALUE: 'PERIOD' } : {}
    return [
      newProperty(list.name, values.map(({ value }) => value).join(','), { ...kind, ...writeWhen(first.when).params }),
    ]
  }
  const changes = listNames.map((name) => [name, properties(entry.component, name).flatMap(moved)] as const)
  return Object.fromEntries(changes.filter(([, list]) => list.length > 0))
}

/** The event without one of its times. */
export const withException = ({ component }: Entry, when: When): Component =>
  withProperties(component, { EXDATE: [...properties(component, 'EXDATE'), timeProperty('EXDATE', when)] })
