// Tasks as VTODO: made, shown, changed and taken away. A file is changed only where it must be.
import { StewardError } from '../errors.ts'
import { newCalendar } from '../ical/create.ts'
import { type Calendar, type Component, parseCalendar } from '../ical/document.ts'
import { inside, properties, property, textOf } from '../ical/params.ts'
import { readWhen } from '../ical/values.ts'
import { newComponent, newProperty, replaceComponent, withProperties, writeCalendar } from '../ical/write.ts'
import { stampProperty, zonesFor } from './make.ts'
import { uidProperty } from './props.ts'
import { type Fields, plainFields, timeFields } from './taskfields.ts'
import { isDone, isRecurring, presentOf, type TaskGroup, taskGroups, uidOf } from './taskgroup.ts'
import { completeOccurrence, moveTo } from './taskmove.ts'
import { showTask } from './taskshow.ts'
import type { TaskChanges, TaskDetails, TaskState, TaskView } from './types.ts'
import { withAlarms } from './valarm.ts'

const statuses = { open: 'NEEDS-ACTION', started: 'IN-PROCESS', done: 'COMPLETED', cancelled: 'CANCELLED' } as const

function stateFields(state: TaskState, at: number, isFull: boolean): Fields {
  const done = state === 'done'
  return {
    STATUS: [newProperty('STATUS', statuses[state])],
    COMPLETED: done ? [stampProperty('COMPLETED', at)] : [],
    ...(done ? { 'PERCENT-COMPLETE': [newProperty('PERCENT-COMPLETE', '100')] } : {}),
    ...(!done && isFull ? { 'PERCENT-COMPLETE': [] } : {}),
  }
}

/** A calendar file with one new task. */
export function newTask(details: TaskDetails, at: number): string {
  const { uid, state = 'open', alarms = [], ...rest } = details
  const bare = newComponent('VTODO', [
    uidProperty(uid),
    stampProperty('DTSTAMP', at),
    stampProperty('CREATED', at),
    stampProperty('LAST-MODIFIED', at),
    newProperty('SEQUENCE', '0'),
  ])
  const fields = { ...timeFields(rest, undefined), ...plainFields(rest, undefined) }
  const made = withProperties(withProperties(bare, fields), stateFields(state, at, false))
  return writeCalendar(zoned(newCalendar([ringing(made, alarms)])))
}

/** With a VTIMEZONE for every zone that the tasks name and that the file does not tell of (RFC 5545, 3.2.19). */
function zoned(calendar: Calendar): Calendar {
  const items = calendar.items.map((top) => {
    if (top.kind !== 'component' || top.name !== 'VCALENDAR') return top
    const told = new Set(inside(top, 'VTIMEZONE').map((zone) => textOf(zone, 'TZID')?.trim()))
    const lines = inside(top, 'VTODO').flatMap((task) => timeNames.flatMap((name) => properties(task, name)))
    const times = lines.filter(({ raw }) => raw === undefined).flatMap((line) => readWhen(line) ?? [])
    const fresh = zonesFor(times.filter(({ zone }) => zone !== undefined && !told.has(zone)))
    const at = top.items.findIndex((item) => item.kind === 'component')
    return fresh.length === 0 ? top : { ...top, items: top.items.toSpliced(Math.max(0, at), 0, ...fresh) }
  })
  return { ...calendar, items }
}

const timeNames = ['DTSTART', 'DUE', 'EXDATE']

/** The task with alarms so many minutes before it is due, or before it begins where it is never due. */
function ringing(component: Component, minutes: readonly number[]): Component {
  const isDue = property(component, 'DUE') !== undefined
  if (minutes.length > 0 && !isDue && !property(component, 'DTSTART'))
    throw new StewardError('BAD_INPUT', 'A task without a date can not remind.', 'Say when it is due.')
  return withAlarms(component, minutes, textOf(component, 'SUMMARY') ?? '', isDue ? 'END' : 'START')
}

/** One component as a task, by its own times. */
export function taskView(component: Component, calendar: Calendar, calendarId: string, zone: string): TaskView {
  const group = taskGroups(calendar, zone).find(
    ({ master, changes }) => master === component || changes.includes(component),
  )
  if (!group) throw notThere(uidOf(component))
  return showTask({ component, shift: 0 }, group, calendarId)
}

/** The tasks of a calendar, repeating ones as what is to be done now. */
export function tasksIn(calendar: Calendar, calendarId: string, zone: string): TaskView[] {
  return taskGroups(calendar, zone).map((group) => showTask(presentSafely(group), group, calendarId))
}

/** A rule that takes too long to work out is shown as it stands. */
function presentSafely(group: TaskGroup): ReturnType<typeof presentOf> {
  try {
    return presentOf(group)
  } catch (thrown) {
    if (!(thrown instanceof StewardError)) throw thrown
    return { component: group.master, shift: 0 }
  }
}

const notThere = (uid: string): StewardError =>
  new StewardError('NOT_FOUND', `There is no task ${JSON.stringify(uid.slice(0, 80))}.`, 'List the tasks again.')

function groupIn(calendar: Calendar, uid: string): TaskGroup {
  const found = taskGroups(calendar, 'UTC').find((group) => group.uid === uid)
  if (!found) throw notThere(uid)
  return found
}

export interface TaskWish {
  uid: string
  changes: TaskChanges
  /** Milliseconds. */
  at: number
}

export interface ChangedTask {
  text: string
  /** What completing did: the task is done, a repeating one went on to its next occurrence, or that was its last. */
  completed?: 'once' | 'moved-on' | 'last'
}

/** The file with a task as it is wished; all else is as it was, byte for byte. */
export function changeTask(text: string, { uid, changes, at }: TaskWish): ChangedTask {
  const before = parseCalendar(text)
  const edited = withFields(before, uid, changes)
  const { calendar, completed } = withState(edited, uid, changes, at)
  if (calendar === before) return { text }
  return { text: writeCalendar(zoned(touched(calendar, before, at))), ...(completed ? { completed } : {}) }
}

function withFields(calendar: Calendar, uid: string, changes: TaskChanges): Calendar {
  const { state: _, rule, alarms, ...others } = changes
  const group = groupIn(calendar, uid)
  const present = presentOf(group)
  const isMaster = present.component === group.master
  // The present occurrence becomes the first one before it is given another time.
  const isMoved = isMaster && present.found && present.shift !== 0 && (others.due ?? others.start) !== undefined
  const target = isMoved ? moveTo(group, present.found?.original) : present.component
  const own = isMaster && rule !== undefined ? { ...others, rule } : others
  const fields = { ...timeFields(own, target), ...plainFields(own, target) }
  let fresh = Object.keys(fields).length > 0 ? withProperties(target, fields) : target
  if (alarms !== undefined) fresh = ringing(fresh, alarms ?? [])
  const changed = fresh === present.component ? calendar : replaceComponent(calendar, present.component, [fresh])
  if (isMaster || rule === undefined) return changed
  const ruled = { ...timeFields({ rule }, group.master), ...plainFields({ rule }, group.master) }
  return replaceComponent(changed, group.master, [withProperties(group.master, ruled)])
}

interface Stated {
  calendar: Calendar
  completed?: NonNullable<ChangedTask['completed']>
}

function withState(calendar: Calendar, uid: string, { state, percent }: TaskChanges, at: number): Stated {
  if (state === undefined) return { calendar }
  const group = groupIn(calendar, uid)
  const { master } = group
  if (state !== 'done') {
    const fields = stateFields(state, at, percent === undefined && isDone(master))
    return { calendar: replaceComponent(calendar, master, [withProperties(master, fields)]) }
  }
  if (property(master, 'COMPLETED') !== undefined && isDone(master)) return { calendar }
  const finish = (component: Component) => withProperties(component, stateFields('done', at, false))
  if (isRecurring(master) && !isDone(master)) return completeOccurrence(calendar, group, finish)
  return { calendar: replaceComponent(calendar, master, [finish(master)]), completed: 'once' }
}

/** Every component that was changed says so. */
function touched(calendar: Calendar, before: Calendar, at: number): Calendar {
  const old = new Set(allTasks(before))
  let done = calendar
  for (const component of allTasks(calendar)) {
    if (old.has(component)) continue
    const sequence = Number.parseInt(property(component, 'SEQUENCE')?.value ?? '', 10) || 0
    const marks = {
      DTSTAMP: [stampProperty('DTSTAMP', at)],
      'LAST-MODIFIED': [stampProperty('LAST-MODIFIED', at)],
      SEQUENCE: [newProperty('SEQUENCE', String(sequence + 1))],
    }
    done = replaceComponent(done, component, [withProperties(component, marks)])
  }
  return done
}

const allTasks = (calendar: Calendar): Component[] =>
  taskGroups(calendar, 'UTC').flatMap(({ master, changes }) => [master, ...changes])

/** The file without a task; null where nothing is left in it. */
export function removeTask(text: string, uid: string): string | null {
  const before = parseCalendar(text)
  const { master, changes } = groupIn(before, uid)
  let calendar = before
  for (const component of [master, ...changes]) calendar = replaceComponent(calendar, component, [])
  return isEmpty(calendar) ? null : writeCalendar(calendar)
}

const isEmpty = (calendar: Calendar): boolean =>
  !calendar.items.some(
    (item) =>
      item.kind === 'component' &&
      (item.name !== 'VCALENDAR' || item.items.some((each) => each.kind === 'component' && each.name !== 'VTIMEZONE')),
  )
