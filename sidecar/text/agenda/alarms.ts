// When events and tasks want to be remembered: every alarm of every occurrence between two times.
import { StewardError } from '../errors.ts'
import { Budget } from '../ical/budget.ts'
import { DAY } from '../ical/days.ts'
import type { Calendar, Component } from '../ical/document.ts'
import { type Clock, type Entry, type Moment, momentOf, readEntry } from '../ical/event.ts'
import { answerOf, byUid, holders, momentText, seriesOf, viewerZone } from '../ical/occurrences.ts'
import { inside, property, textOf } from '../ical/params.ts'
import { changedIn, type Found, type Series, type Window } from '../ical/series.ts'
import { readWhen } from '../ical/values.ts'
import { toUtc } from '../ical/zone.ts'
import { zonesOf } from '../ical/zones.ts'
import { isDone, uidOf } from './taskgroup.ts'
import { type Trigger, triggersOf } from './valarm.ts'

/** One time at which an event or a task wants to be remembered. */
export interface AlarmTime {
  calendar: string
  uid: string
  title: string
  /** Milliseconds. */
  at: number
  /** When the event begins or the task is due. */
  startsAt?: number
  of: 'reminder' | 'event' | 'task'
  recurring: boolean
  /** Which occurrence it belongs to, by its recurrence id; together with uid, calendar and `at` it names one delivery. */
  occurrence?: string
  rule?: string
}

export interface AlarmOptions {
  /** Milliseconds: from < at <= to. */
  from: number
  to: number
  zone: string
  /** It is the calendar that set_reminder writes to. */
  reminders: boolean
  me: readonly string[]
}

interface Asked {
  calendarId: string
  options: AlarmOptions
  me: ReadonlySet<string>
  clock: Clock
}

/** All alarms of a calendar in that time, the earliest first. What can't be worked out does not ring. */
export function alarmsIn(calendar: Calendar, calendarId: string, options: AlarmOptions): AlarmTime[] {
  const viewer = viewerZone(options.zone)
  const me = new Set(options.me.map((address) => address.toLowerCase()))
  const found: AlarmTime[] = []
  for (const [holder, components] of holders(calendar, ['VEVENT', 'VTODO'])) {
    const loud = new Set(components.filter((each) => inside(each, 'VALARM').length > 0).map(uidOf))
    if (loud.size === 0) continue
    const asked: Asked = {
      ...{ calendarId, options, me },
      clock: { find: zonesOf(calendar, holder), viewer, note: () => undefined },
    }
    const own = components.filter((each) => loud.has(uidOf(each)))
    const entries = own.flatMap((each) => readEntry(each, asked.clock) ?? [])
    const timed = new Set(entries.map(({ component }) => component))
    for (const component of own) if (!timed.has(component)) found.push(...timeless(component, asked))
    for (const group of byUid(entries)) found.push(...safely(() => inGroup(group, asked)))
  }
  return found.sort((a, b) => a.at - b.at)
}

function safely(work: () => AlarmTime[]): AlarmTime[] {
  try {
    return work()
  } catch (thrown) {
    if (thrown instanceof StewardError) return []
    throw thrown
  }
}

/** A cancelled or declined event, or a task with nothing left to do. */
const isQuiet = (component: Component, { me }: Asked): boolean =>
  component.name === 'VTODO'
    ? isDone(component)
    : property(component, 'STATUS')?.value.trim().toUpperCase() === 'CANCELLED' ||
      answerOf(component, me) === 'DECLINED'

/** A task without any date can still have an alarm at a fixed time. */
function timeless(component: Component, asked: Asked): AlarmTime[] {
  if (component.name !== 'VTODO' || isQuiet(component, asked)) return []
  return triggersOf(component).flatMap((trigger) =>
    ringsOf(trigger, undefined, component, asked).map((at) => made(component, at, asked, {})),
  )
}

function inGroup(group: readonly Entry[], asked: Asked): AlarmTime[] {
  const { series, changes } = seriesOf(group, asked.clock, new Budget())
  const masters = series.map(({ master }) => master)
  // A task that is done is so with all its occurrences.
  if (masters.length > 0 && masters.every(({ component }) => component.name === 'VTODO' && isDone(component))) return []
  const near = new Map<string, Found[]>()
  const rule = masters.map(({ component }) => property(component, 'RRULE')?.value).find((value) => value !== undefined)
  return [...masters, ...changes].flatMap((entry) =>
    isQuiet(entry.component, asked)
      ? []
      : triggersOf(entry.component).flatMap((trigger) =>
          trigger.at
            ? fixed(trigger, entry, rule, asked)
            : occurring(trigger, entry, { series, near }, asked).flatMap((found) =>
                ringsOf(trigger, found, entry.component, asked).map((at) =>
                  made(entry.component, at, asked, { found, rule }),
                ),
              ),
        ),
  )
}

/** At a fixed time it rings once, however often the event repeats. */
const fixed = (trigger: Trigger, entry: Entry, rule: string | undefined, asked: Asked): AlarmTime[] =>
  ringsOf(trigger, undefined, entry.component, asked).map((at) =>
    made(entry.component, at, asked, { start: dueOf(entry, entry.start), rule }),
  )

interface Near {
  series: readonly Series[]
  near: Map<string, Found[]>
}

/** The occurrences of an entry that are close enough for its alarm to ring in time. */
function occurring(trigger: Trigger, entry: Entry, { series, near }: Near, { options, clock }: Asked): Found[] {
  const { days, seconds } = trigger.offset
  const offset = days * DAY + seconds
  const margin = 2 * DAY
  const window: Window = {
    from: Math.floor(options.from / 1000) - offset - trigger.repeats * trigger.apart - margin,
    to: Math.ceil(options.to / 1000) - offset + margin,
  }
  const key = `${window.from} ${window.to}`
  const all = near.get(key) ?? series.flatMap((each) => each.in(window))
  near.set(key, all)
  if (!entry.recurrenceId) return all.filter((found) => found.entry === entry)
  const own = changedIn([entry], clock, window)
  return entry.thisAndFuture ? [...all.filter((found) => found.entry === entry), ...own] : own
}

/** When a task is due or an event begins: the start, but for tasks that have both. */
function dueOf({ component, zone, start: first }: Entry, start: Moment): Moment {
  const line = component.name === 'VTODO' ? property(component, 'DUE') : undefined
  const due = line && readWhen(line)
  if (!due) return start
  const begins = property(component, 'DTSTART')
  const began = begins && readWhen(begins)
  if (!began) return start
  const wall = start.wall + (due.wall - began.wall)
  return due.zone === began.zone && due.utc === began.utc
    ? { utc: toUtc(zone, wall), wall, date: first.date }
    : { ...start, utc: start.utc + (due.wall - began.wall) }
}

/** What an alarm is counted from. */
function baseOf(related: Trigger['related'], { entry, start, end }: Found): Moment {
  if (related === 'START') return start
  return entry.component.name === 'VTODO' && property(entry.component, 'DUE') ? dueOf(entry, start) : end
}

/** The times at which it rings, in milliseconds, without those that were answered. */
function ringsOf(trigger: Trigger, found: Found | undefined, component: Component, asked: Asked): number[] {
  const { clock, options } = asked
  const first = firstRing(trigger, found, clock)
  if (first === undefined) return []
  const answered = Math.max(
    trigger.acknowledged ? momentOf(trigger.acknowledged, clock, clock.viewer).utc : Number.NEGATIVE_INFINITY,
    lastAnswer(component, clock),
  )
  const rings = Array.from({ length: trigger.repeats + 1 }, (_, nth) => first + nth * trigger.apart)
  return rings
    .filter((at) => at > answered)
    .map((at) => at * 1000)
    .filter((at) => at > options.from && at <= options.to)
}

function firstRing({ at, offset, related }: Trigger, found: Found | undefined, clock: Clock): number | undefined {
  if (at) return momentOf(at, clock, clock.viewer).utc
  if (!found) return undefined
  const base = baseOf(related, found)
  const { zone } = found.entry
  // Days are counted on the clock, hours as they pass.
  return (offset.days === 0 ? base.utc : toUtc(zone, base.wall + offset.days * DAY)) + offset.seconds
}

/** Thunderbird writes down when an alarm was last answered. */
function lastAnswer(component: Component, clock: Clock): number {
  const line = property(component, 'X-MOZ-LASTACK')
  const when = line && readWhen(line)
  return when ? momentOf(when, clock, clock.viewer).utc : Number.NEGATIVE_INFINITY
}

interface About {
  found?: Found
  start?: Moment
  rule?: string | undefined
}

function made(component: Component, at: number, asked: Asked, { found, start, rule }: About): AlarmTime {
  const isTask = component.name === 'VTODO'
  const begins = found ? dueOf(found.entry, found.start) : start
  const recurring = found?.recurring ?? rule !== undefined
  return {
    calendar: asked.calendarId,
    uid: uidOf(component),
    title: textOf(component, 'SUMMARY') ?? '',
    at,
    ...(begins ? { startsAt: begins.utc * 1000 } : {}),
    of: !isTask ? 'event' : asked.options.reminders ? 'reminder' : 'task',
    recurring,
    ...(found?.recurring ? { occurrence: momentText(found.original) } : {}),
    ...(rule === undefined ? {} : { rule }),
  }
}
