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
  const from = Temporal.Instant.from(first.from)
  const end = Temporal.Instant.from(to === undefined ? first.to : untilOf(to, clock))
  if (Temporal.Instant.compare(end, from) <= 0)
    throw new StewardError('BAD_INPUT', 'The time ends before it begins.', 'Let it end after its beginning.')
  if (end.since(from).total('hours') > LONGEST_DAYS * 24)
    throw new StewardError('TOO_LARGE', 'At most ten years are looked at.', 'Ask for a shorter time.')
  return { from: from.toString(), to: end.toString() }
}

/** The instant until which something is: the end of what was said, or the time that was said itself. */
export function untilOf(words: string, clock: Clock): string {
  const { from, to, isTime } = spanIn(words, clock)
  return isTime ? from : to
}

const today = (now: number, zone: string): Span =>
  dayOf(Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate(), zone)

function dayOf(date: Temporal.PlainDate, zone: string, end = date.add({ days: 1 })): Span {
  const at = (day: Temporal.PlainDate) => day.toZonedDateTime(zone).toInstant().toString()
  return { from: at(date), to: at(end) }
}

interface Said extends Span {
  /** One time was said, not how long. */
  isTime?: true
}

/** Of a time without an end the hour that it begins is looked at. */
const hourFrom = (at: Temporal.Instant): Said => ({
  ...{ from: at.toString(), to: at.add({ hours: 1 }).toString() },
  isTime: true,
})

// Whatever Temporal reads is taken as it is; all else is words.
function exact(text: string, zone: string): Said | undefined {
  try {
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return dayOf(Temporal.PlainDate.from(text), zone)
    if (/(?:Z|[+-]\d\d:?\d\d)(?:\[[^\]]+\])?$/i.test(text) && /^\d{4}-\d\d-\d\dT/i.test(text)) {
      return hourFrom(Temporal.Instant.from(text))
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

function spanIn(text: string, clock: Clock): Said {
  const { zone } = clock.preferences
  return exact(text.trim(), zone) ?? spanOf(readWords(text, clock), zone)
}

function spanOf(read: Choice, zone: string): Said {
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
  if (read.end === undefined) return hourFrom(from.toInstant())
  return { from: from.toInstant().toString(), to: Temporal.ZonedDateTime.from(read.end).toInstant().toString() }
}

/** The instants between two stamps; those without a zone are on the clock of this one. */
export function spanBetween({ start, end }: { start: string; end: string }, zone: string): Span {
  const at = (stamp: string) =>
    stamp.includes('[') ? Temporal.ZonedDateTime.from(stamp) : Temporal.PlainDateTime.from(stamp).toZonedDateTime(zone)
  return { from: at(start).toInstant().toString(), to: at(end).toInstant().toString() }
}
