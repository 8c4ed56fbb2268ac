// Reminders as VTODO in a calendar of their own, so that other programs ring too. One that goes by an event is stored with
// the event's UID, so that it follows the event when that moves.
import { StewardError } from '../errors.ts'
import { type Calendar, type Component, parseCalendar } from '../ical/document.ts'
import { param, properties, property, textOf, unescapeText } from '../ical/params.ts'
import { readDuration } from '../ical/values.ts'
import { newProperty, replaceComponent, withProperties, writeCalendar } from '../ical/write.ts'
import { type AlarmOptions, type AlarmTime, alarmsIn } from './alarms.ts'
import { textProperty, triggerText } from './props.ts'
import { isDone, taskGroups } from './taskgroup.ts'
import { newTask } from './tasks.ts'
import type { ReminderView } from './types.ts'

export interface Before {
  /** The event. */
  uid: string
  calendar: string
  /** So long before it begins. */
  minutes: number
  /** Which of a series; every one without it. */
  occurrence?: string
}

export interface NewReminder {
  uid: string
  title: string
  /** A stamp; or before an event. */
  at?: string
  /** The value of RRULE. */
  rule?: string
  before?: Before
  notes?: string
}

const LINK = 'X-STEWARD-BEFORE'
const RELATION = 'X-STEWARD-EVENT'

/** A calendar file with one reminder. */
export function newReminder({ before, at, ...details }: NewReminder, now: number): string {
  if ((at === undefined) === (before === undefined))
    throw new StewardError('BAD_INPUT', 'A reminder needs one time.', 'Say when, or before which event.')
  if (at !== undefined) return newTask({ ...details, due: at, alarms: [0] }, now)
  if (details.rule !== undefined)
    throw new StewardError('BAD_INPUT', 'A reminder before an event repeats with it.', 'Leave out the rule.')
  return linked(newTask(details, now), before as Before)
}

function linked(text: string, { uid, calendar, minutes, occurrence }: Before): string {
  const made = parseCalendar(text)
  const [group] = taskGroups(made, 'UTC')
  if (!group) throw new StewardError('INTERNAL', 'The reminder could not be made.')
  if (!Number.isInteger(minutes) || minutes < 0 || minutes > 525_600)
    throw new StewardError('BAD_INPUT', 'That is no number of minutes before an event.', 'Give 0 to 525600.')
  const relation = { ...textProperty('RELATED-TO', uid), params: `;RELTYPE=${RELATION}` }
  const link = newProperty(LINK, triggerText(minutes), {
    'X-CALENDAR': calendar,
    ...(occurrence === undefined ? {} : { 'X-OCCURRENCE': occurrence }),
  })
  const task = withProperties(group.master, { 'RELATED-TO': [relation], [LINK]: [link] })
  return writeCalendar(replaceComponent(made, group.master, [task]))
}

export interface ReminderBefore {
  /** The reminder. */
  uid: string
  title: string
  /** The event. */
  event: string
  calendar: string
  minutes: number
  occurrence?: string
}

/** The reminders that go by an event, for whoever can look it up. Those that are done are left out. */
export function remindersBefore(calendar: Calendar): ReminderBefore[] {
  return taskGroups(calendar, 'UTC').flatMap(({ master, uid }) => {
    const found = isDone(master) ? undefined : linkOf(master)
    return found ? [{ uid, title: textOf(master, 'SUMMARY') ?? '', ...found }] : []
  })
}

function linkOf(
  component: Component,
): Pick<ReminderBefore, 'event' | 'calendar' | 'minutes' | 'occurrence'> | undefined {
  const link = property(component, LINK)
  const relation = properties(component, 'RELATED-TO').find(
    (each) => param(each, 'RELTYPE')?.toUpperCase() === RELATION,
  )
  const span = link && readDuration(link.value)
  if (!link || !relation || !span) return undefined
  const occurrence = param(link, 'X-OCCURRENCE')
  return {
    event: unescapeText(relation.value).trim(),
    calendar: param(link, 'X-CALENDAR') ?? '',
    minutes: -Math.round((span.days * 86_400 + span.seconds) / 60) || 0,
    ...(occurrence === undefined ? {} : { occurrence }),
  }
}

/** The name of one delivery. */
export const deliveryId = ({ calendar, uid, at, occurrence }: AlarmTime): string =>
  JSON.stringify([calendar, uid, at, ...(occurrence === undefined ? [] : [occurrence])])

/** An alarm as it is listed. */
export function reminderView(alarm: AlarmTime): ReminderView {
  const { calendar, uid, title, at, of, recurring, startsAt, rule } = alarm
  return {
    ...{ id: deliveryId(alarm), uid, calendar, title, at, of, recurring, state: 'waiting' },
    ...(startsAt === undefined || startsAt === at ? {} : { startsAt }),
    ...(rule === undefined ? {} : { rule }),
  }
}

/** The reminders of a calendar that ring in that time, the next time of each. */
export function remindersIn(calendar: Calendar, calendarId: string, options: AlarmOptions): ReminderView[] {
  const next = new Map<string, ReminderView>()
  for (const alarm of alarmsIn(calendar, calendarId, options))
    if (!next.has(alarm.uid)) next.set(alarm.uid, reminderView(alarm))
  return [...next.values()]
}
