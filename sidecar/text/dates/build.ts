// Results from what was resolved: spelled, compared with now, and said.
import { comesTwice } from './instants.ts'
import { sayLength } from './lengths.ts'
import type { Context, PartName } from './pieces.ts'
import { sayBetween, sayBound, sayDays, sayMoment, sayPart, sayZone } from './says.ts'
import { tell } from './told.ts'
import type { Bound, Choice, Length, Moment, Span } from './types.ts'

export interface Extra {
  notes: string[]
  bound?: Bound | undefined
  length?: Temporal.Duration | undefined
  part?: PartName | undefined
}

/** A result, and what was not clear on the way to it. */
export interface Reading {
  choice: Choice
  isSoft?: boolean
}

const spelled = (at: Temporal.ZonedDateTime): string =>
  at.toString({ smallestUnit: at.millisecond === 0 ? 'second' : 'millisecond' })

/** The zone that must be said for the text to be clear, or the offset where the time comes twice. */
function zoneSaid(at: Temporal.ZonedDateTime, { now }: Context): string | undefined {
  if (comesTwice(at)) return at.offset
  return at.timeZoneId === now.timeZoneId ? undefined : at.timeZoneId
}

function withLength(text: string, length: Temporal.Duration | undefined, { locale }: Context): string {
  if (!length) return text
  return locale === 'zh' ? `${text}，时长${sayLength(length, locale)}` : `${text}, for ${sayLength(length, locale)}`
}

const optional = ({ bound, length }: Extra) => ({
  ...(bound ? { bound } : {}),
  ...(length ? { length: length.toString() } : {}),
})

function sayTimed(
  start: Temporal.ZonedDateTime,
  end: Temporal.ZonedDateTime | undefined,
  part: PartName | undefined,
  context: Context,
): string {
  const { locale } = context
  const from = start.toPlainDateTime()
  const zone = zoneSaid(start, context)
  if (!end) return sayZone(zone, sayMoment(from, locale))
  // An end that comes twice is clear only by how long it takes.
  const isUnclear = comesTwice(end) && end.offset !== start.offset
  if (isUnclear) return withLength(sayZone(zone, sayMoment(from, locale)), end.since(start), context)
  const to = end.withTimeZone(start.timeZoneId).toPlainDateTime()
  return sayZone(zone, part ? sayPart(part, from, to, locale) : sayBetween(from, to, locale))
}

/** Something at a time of the clock. */
export function timed(
  start: Temporal.ZonedDateTime,
  end: Temporal.ZonedDateTime | undefined,
  extra: Extra,
  context: Context,
): Moment | Span {
  const { locale, now } = context
  const bare = sayTimed(start, end, extra.part, context)
  const past = Temporal.ZonedDateTime.compare(end ?? start, now) < 0
  const notes = [...extra.notes, ...elsewhere(start, context), ...(past ? [tell(locale, 'past')] : [])]
  const base = {
    start: spelled(start),
    allDay: false,
    past,
    ...optional(extra),
    says: withLength(sayBound(extra.bound, bare, locale), extra.length, context),
    notes,
  }
  if (!end) return { kind: 'moment', ...base }
  const isLong = extra.part !== undefined || end.since(start).total('hours') > 24
  return { kind: isLong ? 'span' : 'moment', ...base, end: spelled(end) }
}

function elsewhere(start: Temporal.ZonedDateTime, { now, locale }: Context): string[] {
  const here = start.withTimeZone(now.timeZoneId)
  return start.offset === here.offset ? [] : [tell(locale, 'here', sayMoment(here.toPlainDateTime(), locale))]
}

/** Whole days, from the first to the last. */
export function wholeDays(
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
  extra: Extra,
  context: Context,
): Moment | Span {
  const { locale, today } = context
  const past = Temporal.PlainDate.compare(last, today) < 0
  const says = withLength(sayBound(extra.bound, sayDays(first, last, locale), locale), extra.length, context)
  const notes = past ? [...extra.notes, tell(locale, 'past')] : extra.notes
  const base = { start: first.toString(), allDay: true, past, ...optional(extra), says, notes }
  const end = last.add({ days: 1 }).toString()
  return first.equals(last) ? { kind: 'moment', ...base, end } : { kind: 'span', ...base, end }
}

/** A length by itself. */
export const lengthOnly = (length: Temporal.Duration, { locale }: Context): Length => ({
  kind: 'duration',
  duration: length.toString(),
  says: sayLength(length, locale),
  notes: [],
})
