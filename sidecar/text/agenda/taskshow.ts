// A task as it is shown.
import { DAY } from '../ical/days.ts'
import type { Component, Property } from '../ical/document.ts'
import { endOf, lengthOf, type Moment, momentOf, zoneFor } from '../ical/event.ts'
import { momentText } from '../ical/occurrences.ts'
import { properties, property, textList, textOf, unescapeText } from '../ical/params.ts'
import { readDuration, readWhen, type When } from '../ical/values.ts'
import { toUtc, type Zone } from '../ical/zone.ts'
import { LABEL } from './stamp.ts'
import { isStandIn, parentOf } from './taskfields.ts'
import { isDone, type Present, percentOf, statusOf, type TaskGroup } from './taskgroup.ts'
import type { TaskState, TaskView } from './types.ts'
import { type Trigger, triggersOf } from './valarm.ts'

interface Placed extends Moment {
  zone: Zone
}

interface Times {
  start?: Placed
  due?: Placed
}

function timesOf(component: Component, { clock }: TaskGroup, shift: number): Times {
  const placed = (when: When): Placed => {
    const zone = zoneFor(when, clock)
    return { ...momentOf({ ...when, wall: when.wall + shift }, clock, zone), zone }
  }
  const read = (name: string): Placed | undefined => {
    const found = property(component, name)
    const when = found && readWhen(found)
    return when && placed(when)
  }
  const start = read('DTSTART')
  const length = readDuration(property(component, 'DURATION')?.value ?? '')
  const lasts = start && length && { ...endOf(start, lengthOf(length, start.date), start.zone), zone: start.zone }
  const due = read('DUE') ?? lasts
  return { ...(start ? { start } : {}), ...(due ? { due } : {}) }
}

function stateOf(component: Component, isOver: boolean): TaskState {
  if (statusOf(component) === 'CANCELLED') return 'cancelled'
  if (isOver || isDone(component)) return 'done'
  const isBegun = statusOf(component) === 'IN-PROCESS' || (statusOf(component) === '' && percentOf(component) > 0)
  return isBegun ? 'started' : 'open'
}

const instantOf = (line: Property | undefined): number | undefined => {
  const when = line && readWhen(line)
  return when && !when.date ? when.wall * 1000 : undefined
}

/** How many minutes before it is due an alarm rings; before it begins where it is never due. */
function minutesOf(trigger: Trigger, { start, due }: Times, group: TaskGroup): number[] {
  const base = due ?? start
  if (!base) return []
  const from = trigger.related === 'START' && start ? start : base
  const { offset } = trigger
  const rings = trigger.at
    ? momentOf(trigger.at, group.clock, group.clock.viewer).utc
    : from.utc + offset.days * DAY + offset.seconds
  return [Math.round((base.utc - rings) / 60) || 0]
}

const optional = <K extends string, T>(key: K, value: T | undefined): { [P in K]?: T } =>
  (value === undefined || value === '' ? {} : { [key]: value }) as { [P in K]?: T }

/** What a person sees of a task. */
export function showTask({ component, shift, isOver }: Present, group: TaskGroup, calendar: string): TaskView {
  const times = timesOf(component, group, shift)
  const { due } = times
  const start = isStandIn(component) ? undefined : times.start
  const parent = parentOf(component)
  const alarms = [...new Set(triggersOf(component).flatMap((trigger) => minutesOf(trigger, times, group)))]
  const priority = Number.parseInt(property(component, 'PRIORITY')?.value ?? '', 10) || 0
  const at = (moment: Placed | undefined, days: number): number | undefined =>
    moment && (moment.date ? toUtc(moment.zone, moment.wall + days * DAY) : moment.utc) * 1000
  return {
    calendar,
    uid: group.uid,
    title: textOf(component, 'SUMMARY') ?? '',
    state: stateOf(component, isOver === true),
    ...optional('due', due && momentText(due)),
    ...optional('start', start && momentText(start)),
    ...optional('dueAt', at(due, 1)),
    ...optional('startAt', at(start, 0)),
    ...optional('zone', (due ?? start)?.zone.id),
    priority: Math.min(9, Math.max(0, priority)),
    percent: isOver ? 100 : percentOf(component),
    tags: [...new Set(properties(component, 'CATEGORIES').flatMap(({ value }) => textList(value)))],
    ...optional('notes', textOf(component, 'DESCRIPTION')),
    ...optional('url', property(component, 'URL')?.value),
    ...optional('parent', parent && unescapeText(parent.value)),
    ...optional('rule', property(group.master, 'RRULE')?.value),
    ...optional('completedAt', instantOf(property(component, 'COMPLETED'))),
    ...optional('createdAt', instantOf(property(component, 'CREATED'))),
    ...(alarms.length > 0 ? { alarms } : {}),
    ...optional('label', textOf(component, LABEL)),
  }
}
