// A repeating task when it is completed: it goes on to its next occurrence.
import { Budget } from '../ical/budget.ts'
import { DAY, dayOf } from '../ical/days.ts'
import type { Calendar, Component, Property } from '../ical/document.ts'
import { type Entry, type Moment, readEntry } from '../ical/event.ts'
import { expand } from '../ical/expand.ts'
import { properties, property } from '../ical/params.ts'
import { readWhen, type When } from '../ical/values.ts'
import { newProperty, replaceComponent, withProperties } from '../ical/write.ts'
import { toUtc, toWall } from '../ical/zone.ts'
import { timeProperty } from './props.ts'
import { nextOf, presentOf, type TaskGroup } from './taskgroup.ts'
import { shiftAlarms } from './valarm.ts'
import { moved } from './whens.ts'

interface Completed {
  calendar: Calendar
  completed: 'moved-on' | 'last'
}

/** The calendar after the present occurrence of a repeating task was done. */
export function completeOccurrence(
  calendar: Calendar,
  group: TaskGroup,
  finish: (component: Component) => Component,
): Completed {
  const { master } = group
  const present = presentOf(group)
  const entry = readEntry(master, group.clock)
  const original = present.found?.original ?? entry?.start
  const next = entry && original && !present.isOver ? nextOf(group, original.utc) : undefined
  const isOther = present.component !== master
  const marked = isOther ? replaceComponent(calendar, present.component, [finish(present.component)]) : calendar
  if (!entry || !original || !next)
    return { calendar: replaceComponent(marked, master, [finish(master)]), completed: 'last' }
  if (isOther && !isFollowing(present.component)) return { calendar: marked, completed: 'moved-on' }
  const fresh = isMovable(entry, group) ? moveTo(group, next.original) : without(master, entry, original)
  return { calendar: replaceComponent(calendar, master, [fresh]), completed: 'moved-on' }
}

const isFollowing = (component: Component): boolean =>
  /RANGE="?THISANDFUTURE/i.test(property(component, 'RECURRENCE-ID')?.params ?? '')

/** Whether the rule means the same from a later start on. */
const isMovable = ({ rules, dates, exceptRules }: Entry, { changes }: TaskGroup): boolean =>
  rules.length === 1 &&
  rules[0]?.scale === undefined &&
  rules[0]?.skip === 'OMIT' &&
  dates.length + exceptRules.length === 0 &&
  !changes.some(isFollowing)

const open = { COMPLETED: [], 'PERCENT-COMPLETE': [] }

/** The task with that occurrence as its first one. */
export function moveTo({ master, clock }: TaskGroup, original: Moment | undefined): Component {
  const entry = readEntry(master, clock)
  if (!entry || !original) return master
  const wall = original.date ? original.wall : toWall(entry.zone, original.utc)
  const target = sameClock(entry, original, wall)
  const shift = target - entry.start.wall
  const shifted = (name: string): Record<string, Property[]> => {
    const found = property(master, name)
    const when = found && readWhen(found)
    return when ? { [name]: [timeProperty(name, moved(when, shift))] } : {}
  }
  const begins = toUtc(entry.zone, target)
  return withProperties(shiftAlarms(master, begins - entry.start.utc), {
    ...shifted('DTSTART'),
    ...shifted('DUE'),
    ...counted(master, entry, target),
    ...open,
    ...(property(master, 'STATUS') ? { STATUS: [newProperty('STATUS', 'NEEDS-ACTION')] } : {}),
  })
}

/** On the day when clocks skip its time, an occurrence is later on the clock than the rule has it: the rule's time counts. */
function sameClock(entry: Entry, original: Moment, wall: number): number {
  if (original.date) return dayOf(wall) * DAY
  const [rule] = entry.rules
  if (!rule) return wall
  const near = { from: wall - DAY, to: wall + DAY, until: Number.POSITIVE_INFINITY }
  const walls = expand(rule, entry.start.wall, near, new Budget())
  return walls.includes(wall) ? wall : (walls.findLast((each) => each <= wall && wall - each <= 3 * 3600) ?? wall)
}

/** COUNT without the occurrences that are over. */
function counted(master: Component, entry: Entry, target: number): Record<string, Property[]> {
  const [rule] = entry.rules
  const [line] = properties(master, 'RRULE')
  if (!line || rule?.count === undefined) return {}
  const over = { from: entry.start.wall, to: target - 1, until: Number.POSITIVE_INFINITY }
  const left = rule.count - expand(rule, entry.start.wall, over, new Budget()).length
  const value = line.value.replace(/\bCOUNT=\d+/i, `COUNT=${Math.max(1, left)}`)
  return { RRULE: [newProperty('RRULE', value)] }
}

/** Where a later start would mean other times, the occurrence is taken out instead. */
function without(master: Component, entry: Entry, original: Moment): Component {
  const begins = property(master, 'DTSTART') ?? property(master, 'DUE')
  const own = begins && readWhen(begins)
  const plain = { date: false, utc: true, wall: original.utc }
  const when: When = !own || own.utc ? plain : { ...own, wall: toWall(entry.zone, original.utc) }
  const gone = own?.date ? { ...own, wall: original.wall } : when
  return withProperties(master, {
    EXDATE: [...properties(master, 'EXDATE'), timeProperty('EXDATE', gone)],
    ...open,
    ...(property(master, 'STATUS') ? { STATUS: [newProperty('STATUS', 'NEEDS-ACTION')] } : {}),
  })
}
