// What a calendar says happens between two instants.
import { StewardError } from '../errors.ts'
import { Budget } from './budget.ts'
import { DAY, dateText, instantText } from './days.ts'
import type { Calendar, Component } from './document.ts'
import { type Clock, type Entry, type Moment, readEntry } from './event.ts'
import { param, properties, property, textOf } from './params.ts'
import { changedIn, type Found, Series, type Window } from './series.ts'
import { ianaZone, type Zone } from './zone.ts'
import { zonesOf } from './zones.ts'

export interface Question {
  /** Instants, such as `2024-05-01T00:00:00Z`; what touches the time from the first to before the second is listed. */
  from: string
  to: string
  /** The viewer's zone, in which dates and floating times are. */
  zone: string
  /** What is looked at: events, unless something else is said. */
  kinds?: readonly ('VEVENT' | 'VTODO')[]
  /** The viewer's addresses, to tell what they answered to an invitation. */
  me?: readonly string[]
  /** Takes notes on what was not understood. */
  notes?: string[]
}

export interface Occurrence {
  /** A UTC instant, or a plain date for all-day events, whose end is the day after the last. */
  start: string
  end: string
  summary: string
  uid: string
  allDay: boolean
  /** Seconds since 1970; an all-day event begins at the viewer's midnight. */
  startsAt: number
  endsAt: number
  recurring: boolean
  /** Which of a series it is, even if it was moved: an instant or a date. */
  recurrenceId?: string
  /** The time has no zone and is wherever the viewer is. */
  floating: boolean
  zone: string
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED' | string
  /** Does not make the viewer busy. */
  transparent: boolean
  /** What the viewer answered: ACCEPTED, DECLINED, TENTATIVE, NEEDS-ACTION. */
  answer?: string
  component: Component
}

/** The zone by its IANA name, or a clear error. */
export function viewerZone(name: string): Zone {
  const zone = ianaZone(name)
  if (zone) return zone
  throw new StewardError(
    'BAD_INPUT',
    `There is no time zone ${JSON.stringify(name)}.`,
    'Use an IANA name, such as Europe/Berlin or UTC.',
  )
}

/** An instant in seconds, or a clear error. */
export function secondsOf(text: string): number {
  try {
    return Math.floor(Temporal.Instant.from(text).epochMilliseconds / 1000)
  } catch {
    throw new StewardError(
      'BAD_INPUT',
      `${JSON.stringify(text)} is no instant.`,
      'Write it like 2024-05-01T00:00:00Z, with Z or an offset at the end.',
    )
  }
}

/** All occurrences that touch the time asked for, in the order in which they begin. */
export function occurrences(calendar: Calendar, question: Question): Occurrence[] {
  const viewer = viewerZone(question.zone)
  const window = { from: secondsOf(question.from), to: secondsOf(question.to) }
  const budget = new Budget()
  const kinds: readonly string[] = question.kinds ?? ['VEVENT']
  const me = new Set(question.me?.map((each) => each.toLowerCase()))
  const notes = new Set<string>()
  const found: Found[] = []
  for (const [holder, components] of holders(calendar, kinds)) {
    const clock: Clock = { find: zonesOf(calendar, holder), viewer, note: (says) => void notes.add(says) }
    const entries = components.flatMap((component) => readEntry(component, clock) ?? [])
    for (const group of byUid(entries)) found.push(...inGroup(group, clock, budget, window))
  }
  question.notes?.push(...notes)
  return found
    .map(shower(me))
    .sort((a, b) => compare(a.start, b.start) || compare(a.end, b.end) || compare(a.summary, b.summary))
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Each VCALENDAR with what is in it. What stands outside counts only where there is no VCALENDAR at all. */
export function holders(calendar: Calendar, kinds: readonly string[]): [Component | undefined, Component[]][] {
  const tops = calendar.items.filter((item): item is Component => item.kind === 'component')
  const loose = tops.filter(({ name }) => kinds.includes(name))
  const inside = tops
    .filter(({ name }) => !kinds.includes(name))
    .map((top): [Component, Component[]] => [
      top,
      top.items.filter((item): item is Component => item.kind === 'component' && kinds.includes(item.name)),
    ])
  return tops.some(({ name }) => name === 'VCALENDAR') ? inside : [...inside, [undefined, loose]]
}

/** Entries of one UID together; without a UID each is alone. */
export function byUid(entries: readonly Entry[]): Entry[][] {
  const groups = new Map<string, Entry[]>()
  const alone: Entry[][] = []
  for (const entry of entries) {
    const group = groups.get(entry.uid)
    if (entry.uid === '') alone.push([entry])
    else if (group) group.push(entry)
    else groups.set(entry.uid, [entry])
  }
  return [...groups.values(), ...alone]
}

/** The series of one UID, and its changed occurrences that count. */
export function seriesOf(
  group: readonly Entry[],
  clock: Clock,
  budget: Budget,
): { series: Series[]; changes: Entry[] } {
  const changes = newest(group.filter(({ recurrenceId }) => recurrenceId !== undefined))
  const masters = group.filter(({ recurrenceId }) => recurrenceId === undefined)
  const last = Math.max(...masters.map(({ sequence }) => sequence))
  const current = masters.filter(({ sequence }) => sequence === last)
  const all = current.map((master) => new Series(master, changes, clock, budget))
  return { series: all, changes: changes.filter((change) => !all.some((series) => series.drops(change))) }
}

function inGroup(group: readonly Entry[], clock: Clock, budget: Budget, window: Window): Found[] {
  const { series, changes } = seriesOf(group, clock, budget)
  return [...series.flatMap((each) => each.in(window)), ...changedIn(changes, clock, window)]
}

/** Of several changes to the same occurrence the one with the highest SEQUENCE, or else the last, counts. */
function newest(changes: readonly Entry[]): Entry[] {
  const kept = new Map<string, Entry>()
  for (const change of changes) {
    const key = `${change.recurrenceId?.wall} ${change.recurrenceId?.zone ?? change.recurrenceId?.utc}`
    const other = kept.get(key)
    if (!other || other.sequence <= change.sequence) kept.set(key, change)
  }
  return [...kept.values()]
}

/** What the viewer answered to an invitation. */
export function answerOf(component: Component, me: ReadonlySet<string>): string | undefined {
  if (me.size === 0) return undefined
  const own = properties(component, 'ATTENDEE').find(({ value }) =>
    me.has(value.replace(/^mailto:/i, '').toLowerCase()),
  )
  return own && (param(own, 'PARTSTAT')?.toUpperCase() ?? 'NEEDS-ACTION')
}

/** What all occurrences of one entry have in common. */
function factsOf({ component, uid, zone, floating, start }: Entry, me: ReadonlySet<string>) {
  const answer = answerOf(component, me)
  return {
    summary: textOf(component, 'SUMMARY') ?? '',
    uid,
    allDay: start.date,
    floating,
    zone: zone.id,
    status: property(component, 'STATUS')?.value.trim().toUpperCase() ?? 'CONFIRMED',
    transparent: property(component, 'TRANSP')?.value.trim().toUpperCase() === 'TRANSPARENT',
    ...(answer === undefined ? {} : { answer }),
    component,
  }
}

/** An instant, or a date for whole days. */
export const momentText = ({ date, wall, utc }: Moment): string => (date ? dateText(wall / DAY) : instantText(utc))

function shower(me: ReadonlySet<string>): (found: Found) => Occurrence {
  const known = new Map<Entry, ReturnType<typeof factsOf>>()
  return ({ entry, start, end, original, recurring }) => {
    let facts = known.get(entry)
    if (!facts) {
      facts = factsOf(entry, me)
      known.set(entry, facts)
    }
    const text = momentText(start)
    const made: Occurrence = {
      start: text,
      end: momentText(end),
      startsAt: start.utc,
      endsAt: end.utc,
      recurring,
      ...facts,
    }
    if (recurring) made.recurrenceId = original === start ? text : momentText(original)
    return made
  }
}
