// What the calendars put into the day at a glance: events, tasks, and reminders that were not answered.
import { dayAround } from '../kernel/daily.ts'
import { overlaps } from '../text/agenda/conflicts.ts'
import type { CalendarFault, EventView, FoundEvents, FoundTasks, ReminderView, TaskView } from '../text/agenda/types.ts'
import { toView } from '../text/errors.ts'
import type { Found, Item } from './briefing.ts'

/** The calendars, as far as the day needs them; opened when the day is looked at. */
export interface DayLooks {
  /** Milliseconds. */
  events(from: number, to: number): Promise<FoundEvents>
  /** Open ones, in their natural order. */
  tasks(): Promise<FoundTasks>
  /** Told, and not answered. */
  due(): Promise<readonly ReminderView[]>
}

interface Clock {
  now: () => number
  zone: () => string
}

const MOST = 20
/** From this hour on the next day is near. */
const EVENING = 18
const FIRST_OF_TOMORROW = 3
const PRESSING_DAYS = 3
/** A priority from 1 to here presses. */
const PRESSING = 4
const DAY_MS = 86_400_000
const REMINDERS_MS = 2500

/** What is left of today; once that is little, also what comes first tomorrow. */
export async function calendarFound(looks: DayLooks, { now, zone }: Clock): Promise<Found> {
  const at = now()
  const today = dayAround(at, zone())
  const tomorrow = dayAround(today.to, zone())
  const { events, faults } = await looks.events(today.from, tomorrow.to)
  const counting = events.filter(({ status, answer }) => status !== 'cancelled' && answer !== 'DECLINED')
  const met = overlaps(counting)
  const own = counting.filter(({ startsAt }) => startsAt < today.to)
  const left = own.filter(({ allDay, startsAt, endsAt }) => allDay || endsAt > at || startsAt >= at)
  const hour = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone()).hour
  const isLate = hour >= EVENING || left.every(({ allDay }) => allDay)
  const next = counting.filter(({ startsAt }) => startsAt >= today.to).slice(0, isLate ? FIRST_OF_TOMORROW : 0)
  const items = [...left.slice(0, MOST), ...next].map((event) => eventItem(event, met.get(event) ?? [], next))
  const over = own.length - left.length
  return withNotes(items, [
    ...(over > 0 ? [over === 1 ? '1 event is over.' : `${over} events are over.`] : []),
    ...(left.length > MOST ? [`${left.length - MOST} more today.`] : []),
    ...faultNotes(faults),
  ])
}

function eventItem(event: EventView, others: readonly EventView[], tomorrow: readonly EventView[]): Item {
  const { uid, title, startsAt, endsAt, allDay, location, status, answer } = event
  const [other] = others
  const said = [
    ...(tomorrow.includes(event) ? ['Tomorrow.'] : []),
    ...(status === 'tentative' ? ['Tentative.'] : []),
    ...(answer === 'NEEDS-ACTION' ? ['Not answered yet.'] : []),
    ...(other ? [`At the same time as ${other.title}.`] : []),
  ]
  return { id: uid, kind: 'event', title, at: startsAt, end: endsAt, allDay, ...detailOf(location, said) }
}

/** What is due by tonight, then what presses. */
export async function tasksFound(looks: DayLooks, { now, zone }: Clock): Promise<Found> {
  const at = now()
  const today = dayAround(at, zone())
  const { tasks, faults } = await looks.tasks()
  const isDue = ({ dueAt }: TaskView) => dueAt !== undefined && dueAt <= today.to
  const presses = ({ dueAt, startAt, priority }: TaskView) => {
    if (startAt !== undefined && startAt > at) return false
    const isSoon = dueAt !== undefined && dueAt <= today.to + PRESSING_DAYS * DAY_MS
    return isSoon || (priority >= 1 && priority <= PRESSING)
  }
  const due = tasks.filter(isDue)
  const pressing = tasks.filter((task) => !isDue(task) && presses(task))
  const shown = [...due, ...pressing].slice(0, MOST)
  const more = tasks.length - shown.length
  const items = shown.map((task) => taskItem(task, at, today.to))
  return withNotes(items, [
    ...(more > 0 ? [more === 1 ? '1 more task is open.' : `${more} more tasks are open.`] : []),
    ...faultNotes(faults),
  ])
}

function taskItem({ uid, title, due, dueAt, tags }: TaskView, now: number, tonight: number): Item {
  const said = dueAt === undefined || dueAt > tonight ? [] : [dueAt < now ? 'Overdue.' : 'Due today.']
  const isDay = due !== undefined && /^\d{4}-\d\d-\d\d$/.test(due)
  // The end of a day is no time that somebody set.
  const at = dueAt === undefined ? {} : { at: isDay ? dueAt - 1 : dueAt, ...(isDay ? { allDay: true } : {}) }
  return { id: uid, kind: 'task', title, ...at, ...detailOf(tags.map((tag) => `#${tag}`).join(' '), said) }
}

/** Reminders that wait. They hold up nothing else that waits: what can't be had in time is told. */
export async function remindersFound({ due }: DayLooks): Promise<Found> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('late')), REMINDERS_MS)
  try {
    const found = await Promise.race([due(), late])
    const items = found.slice(0, MOST).map(
      ({ id, title, at, missed }): Item => ({
        ...{ id, kind: 'reminder', title, at },
        ...(missed ? { detail: 'It came while Steward did not run.' } : {}),
      }),
    )
    return { items }
  } catch (thrown) {
    const why = (thrown as Error).message === 'late' ? 'no answer came' : toView(thrown).message
    return { items: [], note: `Reminders could not be looked at: ${why}` }
  } finally {
    clearTimeout(timer)
  }
}

const detailOf = (data: string | undefined, said: readonly string[]): { detail?: string } => {
  const parts = [...(data ? [data] : []), ...(said.length > 0 ? [said.join(' ')] : [])]
  return parts.length === 0 ? {} : { detail: parts.join(' · ') }
}

const withNotes = (items: Item[], notes: readonly string[]): Found =>
  notes.length === 0 ? { items } : { items, note: notes.join(' ') }

const faultNotes = (faults: readonly CalendarFault[]): string[] =>
  faults.map(({ calendar, why }) => `The calendar ${calendar} is not up to date: ${why}`)
