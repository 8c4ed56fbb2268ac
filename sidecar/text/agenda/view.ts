// Events as they are shown: what a file says of one occurrence, as plain data of bounded size.
import type { Calendar, Component, Property } from '../ical/document.ts'
import { busyTypeOf } from '../ical/freebusy.ts'
import { type Occurrence, occurrences, type Question } from '../ical/occurrences.ts'
import { inside, param, properties, property, textList, textOf } from '../ical/params.ts'
import { readDuration } from '../ical/values.ts'
import { LABEL } from './stamp.ts'
import type { Attendee, Busy, EventView } from './types.ts'

const LONGEST_NOTES = 20_000
const LONGEST_LINE = 1000
const MOST = 500

/** Text up to a length, with a sign where it was cut. */
export function upTo(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text.slice(0, most - 1).toWellFormed()}…`
}

const line = (component: Component, name: string, most = LONGEST_LINE): string | undefined => {
  const text = textOf(component, name)?.trim()
  return text === undefined || text === '' ? undefined : upTo(text, most)
}

function person(from: Property): Attendee {
  const [name, answer, role] = [param(from, 'CN'), param(from, 'PARTSTAT'), param(from, 'ROLE')]
  return {
    address: upTo(from.value.trim().replace(/^mailto:/i, ''), LONGEST_LINE),
    ...(name ? { name: upTo(name, LONGEST_LINE) } : {}),
    ...(answer ? { answer: answer.toUpperCase() } : {}),
    ...(role ? { role: role.toUpperCase() } : {}),
  }
}

/** Minutes before the start, of an alarm that goes by the start or, with this length, by the end. */
export function minutesOf(alarm: Component, seconds: number): number | undefined {
  const trigger = property(alarm, 'TRIGGER')
  const span = trigger && readDuration(trigger.value)
  // Mail and programs are no reminders, and NONE is how some write that there is none.
  const action = property(alarm, 'ACTION')?.value.trim().toUpperCase() ?? 'DISPLAY'
  if (!span || (action !== 'DISPLAY' && action !== 'AUDIO')) return undefined
  const after = span.days * 86_400 + span.seconds
  const byEnd = param(trigger, 'RELATED')?.toUpperCase() === 'END'
  return Math.round(-(byEnd ? after + seconds : after) / 60) || 0
}

function alarmsOf(component: Component, seconds: number): number[] {
  const found = inside(component, 'VALARM').flatMap((alarm) => minutesOf(alarm, seconds) ?? [])
  return [...new Set(found)].slice(0, MOST)
}

const present = <T>(key: string, value: T | undefined): Record<string, T> =>
  value === undefined || (Array.isArray(value) && value.length === 0) ? {} : { [key]: value }

/** What all occurrences of one component share. */
type Shared = Partial<EventView> & { hasAlarms: boolean }

const shared = new WeakMap<Component, Shared>()

function sharedOf(component: Component): Shared {
  const known = shared.get(component)
  if (known) return known
  const organizer = property(component, 'ORGANIZER')
  const url = property(component, 'URL')?.value.trim()
  const tags = properties(component, 'CATEGORIES').flatMap(({ value }) => textList(value).map((tag) => tag.trim()))
  const made: Shared = {
    hasAlarms: inside(component, 'VALARM').length > 0,
    ...present('location', line(component, 'LOCATION')),
    ...present('notes', line(component, 'DESCRIPTION', LONGEST_NOTES)),
    ...present('url', url === undefined || url === '' ? undefined : upTo(url, 4000)),
    ...present(
      'tags',
      [...new Set(tags.filter((tag) => tag !== ''))].slice(0, MOST).map((tag) => upTo(tag, 200)),
    ),
    ...present('organizer', organizer && person(organizer)),
    ...present('attendees', properties(component, 'ATTENDEE').slice(0, MOST).map(person)),
    ...present('rule', property(component, 'RRULE')?.value.trim()),
    ...present('label', textOf(component, LABEL)),
  }
  shared.set(component, made)
  return made
}

const statuses: Readonly<Record<string, EventView['status']>> = { TENTATIVE: 'tentative', CANCELLED: 'cancelled' }
const kinds: Readonly<Record<string, Busy>> = {
  BUSY: 'busy',
  'BUSY-TENTATIVE': 'tentative',
  'BUSY-UNAVAILABLE': 'away',
}

/** One occurrence as it is shown. */
export function eventView(occurrence: Occurrence, calendar: string): EventView {
  const { component, recurrenceId, answer, startsAt, endsAt } = occurrence
  const { hasAlarms, ...rest } = sharedOf(component)
  return {
    calendar,
    uid: occurrence.uid,
    title: upTo(occurrence.summary, LONGEST_LINE),
    start: occurrence.start,
    end: occurrence.end,
    allDay: occurrence.allDay,
    startsAt: startsAt * 1000,
    endsAt: endsAt * 1000,
    zone: occurrence.zone,
    floating: occurrence.floating,
    recurring: occurrence.recurring,
    ...(recurrenceId === undefined ? {} : { recurrenceId }),
    status: statuses[occurrence.status] ?? 'confirmed',
    busy: kinds[busyTypeOf(occurrence) ?? ''] ?? 'free',
    ...(answer === undefined ? {} : { answer }),
    ...rest,
    ...(hasAlarms ? present('alarms', alarmsOf(component, endsAt - startsAt)) : {}),
  }
}

/** All events of a calendar file in the time asked for. What was changed on its own tells the rule of its series too. */
export function eventsIn(calendar: Calendar, calendarId: string, question: Question): EventView[] {
  const views = occurrences(calendar, question).map((each) => eventView(each, calendarId))
  if (!views.some(({ recurring, rule }) => recurring && rule === undefined)) return views
  const rules = rulesIn(calendar)
  return views.map((view) => {
    const rule = view.recurring && view.rule === undefined ? rules.get(view.uid) : undefined
    return rule === undefined ? view : { ...view, rule }
  })
}

function rulesIn(calendar: Calendar): Map<string, string> {
  const found = new Map<string, string>()
  for (const top of calendar.items)
    if (top.kind === 'component')
      for (const event of inside(top, 'VEVENT')) {
        const [uid, rule] = [textOf(event, 'UID')?.trim(), property(event, 'RRULE')?.value.trim()]
        if (uid !== undefined && rule !== undefined) found.set(uid, rule)
      }
  return found
}
