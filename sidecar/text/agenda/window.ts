// A span of time to look at, from plain words or from dates.
import type { Choice } from '../dates/types.ts'
import { StewardError } from '../errors.ts'
import { type Clock, readWords } from './words.ts'

export interface Span {
  /** Instants. */
  from: string
  to: string
}

const LONGEST_DAYS = 3660

/** What is looked at: today without words, a day or a span with them. */
export function windowOf({ when, to }: { when?: string | undefined; to?: string | undefined }, clock: Clock): Span {
  const first = when === undefined ? today(clock.now, clock.preferences.zone) : spanIn(when, clock)
  const last = to === undefined ? first : spanIn(to, clock)
  const from = Temporal.Instant.from(first.from)
  const end = Temporal.Instant.from(last.to)
  if (Temporal.Instant.compare(end, from) <= 0)
    throw new StewardError('BAD_INPUT', 'The time ends before it begins.', 'Let it end after its beginning.')
  if (end.since(from).total('hours') > LONGEST_DAYS * 24)
    throw new StewardError('TOO_LARGE', 'At most ten years are looked at.', 'Ask for a shorter time.')
  return { from: from.toString(), to: end.toString() }
}

const today = (now: number, zone: string): Span =>
  dayOf(Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate(), zone)

function dayOf(date: Temporal.PlainDate, zone: string, end = date.add({ days: 1 })): Span {
  const at = (day: Temporal.PlainDate) => day.toZonedDateTime(zone).toInstant().toString()
  return { from: at(date), to: at(end) }
}

// Whatever Temporal reads is taken as it is; all else is words.
function exact(text: string, zone: string): Span | undefined {
  try {
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return dayOf(Temporal.PlainDate.from(text), zone)
    if (/(?:Z|[+-]\d\d:?\d\d)(?:\[[^\]]+\])?$/i.test(text) && /^\d{4}-\d\d-\d\dT/i.test(text)) {
      const at = Temporal.Instant.from(text)
      return { from: at.toString(), to: at.toString() }
    }
    return undefined
  } catch {
    throw new StewardError(
      'BAD_INPUT',
      `${JSON.stringify(text)} is no time.`,
      'Write it like 2026-11-17, or in plain words.',
    )
  }
}

function spanIn(text: string, clock: Clock): Span {
  const { zone } = clock.preferences
  return exact(text.trim(), zone) ?? spanOf(readWords(text, clock), zone)
}

function spanOf(read: Choice, zone: string): Span {
  if (read.kind === 'duration')
    throw new StewardError(
      'BAD_INPUT',
      'That is a length of time, and not when.',
      'Say from when on, such as tomorrow.',
    )
  const { start, allDay } = read
  if (allDay) {
    const first = Temporal.PlainDate.from(start)
    return dayOf(first, zone, read.end === undefined ? first.add({ days: 1 }) : Temporal.PlainDate.from(read.end))
  }
  const from = Temporal.ZonedDateTime.from(start)
  // A point in time stands for the day around it: that is what is looked at.
  if (read.end === undefined) return dayOf(from.withTimeZone(zone).toPlainDate(), zone)
  return { from: from.toInstant().toString(), to: Temporal.ZonedDateTime.from(read.end).toInstant().toString() }
}

/** The instants between two stamps; those without a zone are on the clock of this one. */
export function spanBetween({ start, end }: { start: string; end: string }, zone: string): Span {
  const at = (stamp: string) =>
    stamp.includes('[') ? Temporal.ZonedDateTime.from(stamp) : Temporal.PlainDateTime.from(stamp).toZonedDateTime(zone)
  return { from: at(start).toInstant().toString(), to: at(end).toInstant().toString() }
}
