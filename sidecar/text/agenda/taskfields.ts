// The properties of a task from what is wished of it.
import { StewardError } from '../errors.ts'
import type { Component, Property } from '../ical/document.ts'
import { param, properties, property } from '../ical/params.ts'
import { readWhen, type When } from '../ical/values.ts'
import { newProperty } from '../ical/write.ts'
import { categories, textProperty, timeProperty, urlProperty } from './props.ts'
import { ruleFor } from './rules.ts'
import type { TaskChanges } from './types.ts'
import { readStamp, secondsBetween, stampZone } from './when.ts'
import { dayOnly } from './whens.ts'

/** What each named property is to be; none takes it away. */
export type Fields = Record<string, Property[]>

const text = (name: string, value: string | null): Property[] =>
  value === null || value === '' ? [] : [textProperty(name, value)]

const refuse = (message: string, hint: string): never => {
  throw new StewardError('BAD_INPUT', message, hint)
}

function whole(name: string, value: number, most: number): Property[] {
  if (!Number.isInteger(value) || value < 0 || value > most)
    refuse(`${name} can not be ${value}.`, `Give a whole number from 0 to ${most}.`)
  return value === 0 ? [] : [newProperty(name, String(value))]
}

const isParent = (relation: Property): boolean => (param(relation, 'RELTYPE')?.toUpperCase() ?? 'PARENT') === 'PARENT'

/** The task that a task is a part of. */
export const parentOf = (component: Component): Property | undefined =>
  properties(component, 'RELATED-TO').find(isParent)

/** The properties that changes ask for, but for times and the rule. */
export function plainFields(changes: TaskChanges, component: Component | undefined): Fields {
  const { title, notes, url, tags, priority, percent, parent } = changes
  const fields: Fields = {}
  if (title !== undefined) fields.SUMMARY = text('SUMMARY', title)
  if (notes !== undefined) fields.DESCRIPTION = text('DESCRIPTION', notes)
  if (url !== undefined) fields.URL = url ? [urlProperty(url)] : []
  if (tags !== undefined) fields.CATEGORIES = categories(tags ?? [])
  if (priority !== undefined) fields.PRIORITY = whole('PRIORITY', priority, 9)
  if (percent !== undefined) fields['PERCENT-COMPLETE'] = whole('PERCENT-COMPLETE', percent, 100)
  if (parent !== undefined) {
    const others = component ? properties(component, 'RELATED-TO').filter((each) => !isParent(each)) : []
    fields['RELATED-TO'] = [...others, ...text('RELATED-TO', parent)]
  }
  return fields
}

const timeIn = (component: Component | undefined, name: string): When | undefined => {
  const found = component && property(component, name)
  return found && readWhen(found)
}

export const isSame = (a: When | undefined, b: When | undefined): boolean =>
  a !== undefined && b !== undefined && a.wall === b.wall && a.date === b.date && a.utc === b.utc && a.zone === b.zone

/** A start that only stands there because a rule needs one (RFC 5545, 3.8.2.4). */
export const isStandIn = (component: Component): boolean =>
  property(component, 'RRULE') !== undefined && isSame(timeIn(component, 'DTSTART'), timeIn(component, 'DUE'))

/** DTSTART, DUE and RRULE as changes ask for; nothing where they say nothing of it. */
export function timeFields(changes: TaskChanges, component: Component | undefined): Fields {
  const { due: newDue, start: newStart, rule } = changes
  if (newDue === undefined && newStart === undefined && rule === undefined) return {}
  const chosen = (wish: string | null | undefined, otherwise: When | undefined): When | undefined =>
    wish === undefined ? otherwise : wish === null ? undefined : readStamp(wish)
  const due = chosen(newDue, timeIn(component, 'DUE'))
  const own = component && isStandIn(component) ? undefined : timeIn(component, 'DTSTART')
  const start = alike(chosen(newStart, own), due)
  const repeats = rule === undefined ? component && property(component, 'RRULE') !== undefined : Boolean(rule)
  if (repeats && !start && !due)
    refuse('A task that repeats needs a date from which it does.', 'Say when it is due for the first time.')
  if (start && due && isAfter(start, due))
    refuse('The task would begin after it is due.', 'Give both start and due, the start first.')
  const first = start ?? (repeats ? due : undefined)
  return {
    DTSTART: first ? [timeProperty('DTSTART', first)] : [],
    ...(rule === undefined
      ? {}
      : { RRULE: rule && first ? [newProperty('RRULE', ruleFor(rule, first, stampZone(first)))] : [] }),
    ...(newDue === undefined ? {} : { DUE: due ? [timeProperty('DUE', due)] : [], DURATION: [] }),
  }
}

/** Both are dates or both are times (RFC 5545, 3.8.2.3); the start goes by when it is due. */
function alike(start: When | undefined, due: When | undefined): When | undefined {
  if (!start || !due || start.date === due.date) return start
  if (due.date) return dayOnly(start)
  const { wall } = start
  return due.zone === undefined
    ? { wall, date: false, utc: due.utc }
    : { wall, date: false, utc: false, zone: due.zone }
}

const isFloating = (when: When): boolean => !when.utc && when.zone === undefined

const isAfter = (start: When, due: When): boolean =>
  isFloating(start) === isFloating(due) && secondsBetween(start, due) < 0
