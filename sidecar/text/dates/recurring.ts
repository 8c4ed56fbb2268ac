// One recurrence: its first occurrence, its rule, and how it is said.
import type { Hour } from './clocks.ts'
import { instantsOf } from './instants.ts'
import { isClock, sayLength } from './lengths.ts'
import type { Context, Repeat, Zone } from './pieces.ts'
import { firstDay, type Limit, rruleText } from './rrule.ts'
import { sayDate, sayRepeat, sayTime, sayZone } from './says.ts'
import { tell } from './told.ts'
import type { Rule } from './types.ts'

export interface Recurring {
  rule: Repeat
  time: { from?: Hour; to?: Hour }
  from: Temporal.PlainDate | undefined
  limit: Limit
  length: Temporal.Duration | undefined
  zone: Zone | undefined
  note?: string | undefined
  /** The end was said as a month or the like, so what is included is told. */
  isMonth?: boolean
}

/** One rule with its first occurrence. */
export function recurring(said: Recurring, context: Context): Rule | undefined {
  const { rule, zone } = said
  const { locale, now } = context
  const there = zone ? now.withTimeZone(zone.id) : now
  const isByClock = rule.freq === 'HOURLY' || rule.freq === 'MINUTELY'
  const next = now
    .add({ [rule.freq === 'HOURLY' ? 'hours' : 'minutes']: rule.interval })
    .round({ smallestUnit: 'minute', roundingMode: 'ceil' })
  const hour = said.time.from ?? (isByClock ? { time: next.toPlainTime(), plus: 0 } : undefined)
  const base = said.from ?? (isByClock && !said.time.from ? next.toPlainDate() : soonest(there, hour))
  const onDay = (one: Temporal.PlainDate) =>
    hour && instantsOf(one.add({ days: hour.plus }).toPlainDateTime(hour.time), zone, context)
  // A first day on which the clocks pass over that time would give the whole rule another one.
  const day = firstDay(rule, base, (one) => !onDay(one)?.isGap)
  if (!day || (hour?.plus && hour.plus > 0 && rule.freq !== 'DAILY')) return undefined
  const { limit, length } = bounded(said, day)
  if (limit.until && Temporal.PlainDate.compare(limit.until, day) < 0) return undefined
  const notes = [
    said.note,
    hour?.note,
    onDay(day)?.whys[0],
    firstDay(rule, base)?.equals(day) ? undefined : tell(locale, 'skipped'),
    said.isMonth && limit.until ? tell(locale, 'included', sayDate(limit.until, locale)) : undefined,
  ].filter((note) => note !== undefined)
  const times = hour ? timed(day, hour, said.time.to, length, zone, context) : undefined
  const start = times?.start ?? day
  const repeat = sayRepeat(rule, locale)
  const says = spoken(
    [
      times ? `${repeat}${locale === 'zh' ? ' ' : ', '}${times.says}` : repeat,
      `${locale === 'zh' ? '从' : 'from '}${sayDate(day.add({ days: hour?.plus ?? 0 }), locale)}${locale === 'zh' ? '起' : ''}`,
      ...limits(limit, locale),
      ...(length && !times
        ? [locale === 'zh' ? `时长${sayLength(length, locale)}` : `for ${sayLength(length, locale)}`]
        : []),
    ],
    locale,
  )
  const end = times ? times.end : day.add({ days: 1 })
  return {
    kind: 'rule',
    start: start.toString(),
    ...(end ? { end: end.toString() } : {}),
    allDay: times === undefined,
    rrule: rruleText(rule, start, limit, context.weekStart),
    says,
    notes,
  }
}

/** Today, unless the time is over. */
const soonest = (there: Temporal.ZonedDateTime, hour: Hour | undefined): Temporal.PlainDate =>
  hour && hour.plus === 0 && Temporal.PlainTime.compare(hour.time, there.toPlainTime()) <= 0
    ? there.toPlainDate().add({ days: 1 })
    : there.toPlainDate()

/** "For three weeks" is how long a rule lasts; "for an hour" is how long each occurrence does. */
function bounded({ limit, length }: Recurring, day: Temporal.PlainDate): { limit: Limit; length?: Temporal.Duration } {
  if (!length) return { limit }
  if (isClock(length) || limit.until || limit.count) return { limit, length }
  return { limit: { until: day.add(length).subtract({ days: 1 }) } }
}

function timed(
  day: Temporal.PlainDate,
  hour: Hour,
  to: Hour | undefined,
  length: Temporal.Duration | undefined,
  zone: Zone | undefined,
  context: Context,
) {
  const at = day.add({ days: hour.plus }).toPlainDateTime(hour.time)
  const [start = at.toZonedDateTime(context.now.timeZoneId)] = instantsOf(at, zone, context).alts
  const stop = to && day.add({ days: to.plus }).toPlainDateTime(to.time).toZonedDateTime(start.timeZoneId)
  const end = stop ?? (length ? start.add(length) : undefined)
  const from = sayTime(start.toPlainTime())
  const hours = end ? `${from}–${sayTime(end.toPlainTime())}` : from
  return { start, end, says: sayZone(zone ? start.timeZoneId : undefined, hours) }
}

function limits({ count, until }: Limit, locale: 'en' | 'zh'): string[] {
  if (until) return [locale === 'zh' ? `到${sayDate(until, locale)}为止` : `until ${sayDate(until, locale)}`]
  return count === undefined ? [] : [locale === 'zh' ? `共${count}次` : `${count} times`]
}

const spoken = (parts: readonly string[], locale: 'en' | 'zh'): string => parts.join(locale === 'zh' ? '，' : ', ')
