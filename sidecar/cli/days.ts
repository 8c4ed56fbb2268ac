// What the commands about days share: the calendars, the user's zone, and words about time as windows.
import type { ResultOf } from '../protocol/methods.ts'
import { readWhen } from '../text/dates/read.ts'
import type { Choice, WhenOptions } from '../text/dates/types.ts'
import { StewardError } from '../text/errors.ts'
import { given } from './args.ts'
import { UsageError } from './exit.ts'
import type { Run } from './types.ts'
import { visible } from './visible.ts'

export type Listed = ResultOf<'calendar/list'>
export type Calendar = Listed['calendars'][number]
export type EventView = ResultOf<'calendar/events'>['events'][number]
export type TaskView = ResultOf<'task/list'>['tasks'][number]
export type Fault = ResultOf<'calendar/events'>['faults'][number]

export interface Days {
  calendars: readonly Calendar[]
  zone: string
  now: number
  reading: WhenOptions
}

/** The calendars, and what times are read by. */
export async function openDays(run: Run): Promise<Days> {
  const { calendars, preferences } = await (await run.client()).call('calendar/list', {})
  const { zone, weekStart, order, language, workingHours } = preferences
  const now = Date.now()
  const reading: WhenOptions = {
    ...{ now, zone, weekStart, locale: language },
    workingHours: { start: workingHours.from, end: workingHours.to, days: workingHours.days },
    ...(order === undefined ? {} : { order }),
  }
  return { calendars, zone, now, reading }
}

/** The calendar that --calendar names: by its id, or by a name that only one has. */
export function chosenCalendar(run: Run, { calendars }: Days): string | undefined {
  const text = given(run.options, 'calendar')
  return text === undefined ? undefined : calendarNamed(text, calendars).id
}

/** A calendar by its id or name. */
export function calendarNamed(text: string, calendars: readonly Calendar[]): Calendar {
  const same = (name: string) => name.toLowerCase() === text.toLowerCase()
  const byId = calendars.find(({ id }) => id === text)
  const found = byId ? [byId] : calendars.filter(({ name }) => same(name))
  const [first] = found
  if (first && found.length === 1) return first
  const ids = (found.length > 1 ? found : calendars).map(({ id }) => id).join(', ')
  if (first) throw new UsageError(`Several calendars are called "${visible(text)}".`, `Name one by its id: ${ids}`)
  throw new StewardError('NOT_FOUND', `There is no calendar "${visible(text)}".`, `There are: ${ids}`)
}

export interface Window {
  from: Temporal.ZonedDateTime
  to: Temporal.ZonedDateTime
  /** Where the words name days and no time of the day. */
  allDay: boolean
}

/** One clear reading of words about time, or what is not clear. */
export function readChoice(text: string, what: string, { reading }: Days): Choice {
  const when = readWhen(text, reading)
  if (when.kind === 'none') throw new UsageError(`${what} "${visible(text)}" is not understood: ${when.why}`, examples)
  if (when.kind !== 'ambiguous') return when
  const says = when.choices.map((choice) => `  ${choice.says}`)
  throw new UsageError(`${what} "${visible(text)}" is not clear: ${when.why}`, ['Say one of:', ...says].join('\n'))
}

const examples = 'For example: today, tomorrow 15:00, "next week", 2026-11-17'

/** A stamp on the user's clock; a date is its midnight there. */
export function onClock(stamp: string, zone: string): Temporal.ZonedDateTime {
  if (/^\d{4}-\d\d-\d\d$/.test(stamp)) return Temporal.PlainDate.from(stamp).toZonedDateTime(zone)
  if (stamp.includes('[')) return Temporal.ZonedDateTime.from(stamp).withTimeZone(zone)
  if (/(?:Z|[+-]\d\d:?\d\d)$/i.test(stamp)) return Temporal.Instant.from(stamp).toZonedDateTimeISO(zone)
  return Temporal.PlainDateTime.from(stamp).toZonedDateTime(zone)
}

/** The time that words name, from its first moment to its last. A moment lasts no time, a day lasts all of it. */
export function windowOf(text: string, what: string, days: Days): Window {
  const choice = readChoice(text, what, days)
  if (choice.kind === 'duration' || choice.kind === 'rule')
    throw new UsageError(`${what} "${visible(text)}" is not one time.`, examples)
  const { start, end, allDay } = choice
  const from = onClock(start, days.zone)
  const usual = allDay ? from.add({ days: 1 }) : from
  return { from, to: end === undefined ? usual : onClock(end, days.zone), allDay }
}

/** A length such as 30m, 1h30m, 90 or "half an hour", in minutes. */
export function minutesOf(text: string, option: string, days: Days): number {
  const found = /^(?:(\d{1,3})\s*h)?\s*(?:(\d{1,5})\s*m?(?:in)?)?$/.exec(text.trim())
  if (found?.[0]) return atLeastOne(Number(found[1] ?? 0) * 60 + Number(found[2] ?? 0), option)
  const when = readWhen(text, days.reading)
  if (when.kind !== 'duration')
    throw new UsageError(`--${option} needs a length, not "${visible(text)}".`, `For example --${option} 30m`)
  const relativeTo = Temporal.Instant.fromEpochMilliseconds(days.now).toZonedDateTimeISO(days.zone)
  return atLeastOne(Temporal.Duration.from(when.duration).total({ unit: 'minutes', relativeTo }), option)
}

function atLeastOne(minutes: number, option: string): number {
  if (minutes >= 1) return Math.round(minutes)
  throw new UsageError(`--${option} needs a minute at least.`, `For example --${option} 30m`)
}

/** A whole number of columns for ids: as few letters as tell these apart, so that they can be typed. */
export function shortIds(ids: readonly string[]): (id: string) => string {
  const all = [...new Set(ids)]
  const isClear = (length: number) => new Set(all.map((id) => id.slice(0, length))).size === all.length
  const longest = Math.max(6, ...all.map((id) => id.length))
  let length = 6
  while (length < longest && !isClear(length)) length++
  return (id) => id.slice(0, length)
}

/** `Tuesday 17 November 2026` */
export function dayName(day: Temporal.PlainDate): string {
  const weekday = day.toLocaleString('en', { weekday: 'long' })
  return `${weekday} ${day.day} ${day.toLocaleString('en', { month: 'long' })} ${day.year}`
}

const two = (n: number) => String(n).padStart(2, '0')
export const clock = (at: { hour: number; minute: number }): string => `${two(at.hour)}:${two(at.minute)}`

/** A time for a table: with its day, without seconds. */
export function shortTime(ms: number, zone: string): string {
  const at = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)
  return `${at.toPlainDate()} ${clock(at)}`
}

/** What of a calendar could not be had, as lines for the person. */
export const faultNotes = (run: Run, faults: readonly Fault[]): string[] =>
  faults.map(({ calendar, why }) => `${run.errPaint.yellow('warn:')} ${visible(calendar)}: ${visible(why)}`)
