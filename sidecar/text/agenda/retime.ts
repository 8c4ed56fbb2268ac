// Other times for an event that is there: from words, stamps and lengths, with all that is not said kept as it is.
import { readWhen } from '../dates/read.ts'
import { StewardError } from '../errors.ts'
import type { Stamps } from './facts.ts'
import { resolveWhen } from './safety.ts'
import type { EventChanges } from './types.ts'
import { type Clock, whenOptions } from './words.ts'

export interface TimeWish {
  when?: string | undefined
  end?: string | undefined
  minutes?: number | undefined
  zone?: string | undefined
  allDay?: boolean | undefined
  /** Empty: it repeats no more. */
  repeat?: string | undefined
}

export interface Retimed {
  changes: Pick<EventChanges, 'start' | 'end' | 'rule'>
  /** Where it is then; nothing where its times stay. */
  times?: { start: string; end: string; rule?: string }
  says: string
  notes: string[]
}

const isStamp = (text: string): boolean => /^\d{4}-\d\d-\d\d(?:T\S+)?$/.test(text)
const dateOf = (stamp: string): string => stamp.slice(0, 10)

const zoneOf = (stamp: string): string | undefined => /\[([^\]]+)\]$/.exec(stamp)?.[1]

const shifts: readonly [RegExp, 1 | -1][] = [
  [/^(?:by\s+)?(.+?)\s+(?:later|after that)$/i, 1],
  [/^(?:by\s+)?(.+?)\s+(?:earlier|before that|sooner)$/i, -1],
  [/^by\s+(.+)$/i, 1],
  [/^(?:推迟|延后|延迟|晚|往后)(.+)$/, 1],
  [/^(?:提前|早|往前)(.+)$/, -1],
]

/** "One hour later" is counted from the event. */
function shifted(when: string, present: Stamps, clock: Clock): string | undefined {
  for (const [shape, sign] of shifts) {
    const [, words] = shape.exec(when.trim()) ?? []
    const read = words === undefined ? undefined : readWhen(words, whenOptions(clock))
    if (read?.kind !== 'duration') continue
    const by = sign > 0 ? Temporal.Duration.from(read.duration) : Temporal.Duration.from(read.duration).negated()
    if (isTimed(present.start)) return timeOf(present.start).add(by).toString()
    return Temporal.PlainDate.from(present.start).add(by).toString()
  }
  return undefined
}

const fromNow = /\b(?:today|tonight|tomorrow|yesterday|next|this|last|in|now|ago)\b|[今明昨后下这本上]/i
const FAR_MS = 14 * 86_400_000

/** A bare weekday means the one near the event, where that is not near today. */
function nearIt(when: string, present: Stamps, clock: Clock): Clock {
  if (isStamp(when) || fromNow.test(when)) return clock
  const day = Temporal.PlainDate.from(dateOf(present.start)).toZonedDateTime(clock.preferences.zone).epochMilliseconds
  return day - clock.now > FAR_MS ? { ...clock, now: day } : clock
}

/** "3pm" means three on the day of the event; "tomorrow 3pm" is counted from today. */
function onItsDay(when: string, present: Stamps, clock: Clock): string {
  if (isStamp(when)) return when
  const there = `${dateOf(present.start)} ${when}`
  const read = readWhen(there, whenOptions(clock))
  const isThere = (read.kind === 'moment' || read.kind === 'span') && dateOf(read.start) === dateOf(present.start)
  return isThere && !read.allDay ? there : when
}

/** A day without a time, for something that has one, is that time on the day: "move it to Friday". */
function atItsTime(said: string, present: Stamps, clock: Clock): string {
  const [, time, zone = ''] = /T([\d:.]+)[^[]*(\[[^\]]+\])?$/.exec(present.start) ?? []
  if (time === undefined) return said
  const read = isStamp(said) ? undefined : readWhen(said, whenOptions(clock))
  const day = isStamp(said) ? said : read?.kind === 'moment' && read.allDay ? read.start : ''
  return /^\d{4}-\d\d-\d\d$/.test(day) ? `${day}T${time}${zone}` : said
}

const hasTime = (said: string, clock: Clock): boolean => {
  if (isStamp(said)) return isTimed(said)
  const read = readWhen(said, whenOptions(clock))
  return 'allDay' in read && !read.allDay
}

/** Whether words say when it ends, too. */
function saysEnd(when: string, clock: Clock): boolean {
  const read = isStamp(when) ? undefined : readWhen(when, whenOptions(clock))
  if (read === undefined || !('end' in read) || read.end === undefined) return false
  // One whole day ends by itself.
  return !(read.kind === 'moment' && read.allDay)
}

const isTimed = (stamp: string): boolean => stamp.includes('T')
const timeOf = (stamp: string) =>
  stamp.includes('[') ? Temporal.ZonedDateTime.from(stamp) : Temporal.PlainDateTime.from(stamp)

const isFloating = (stamp: string): boolean => isTimed(stamp) && !stamp.includes('[')
/** The same on the user's clock, without a zone. */
const floating = (stamp: string, { preferences }: Clock): string =>
  isTimed(stamp)
    ? Temporal.ZonedDateTime.from(stamp).withTimeZone(preferences.zone).toPlainDateTime().toString()
    : stamp

/** How long it is: minutes, or days where it is whole days. */
function lengthOf({ start, end }: Stamps): number {
  if (!isTimed(start)) return Temporal.PlainDate.from(start).until(end).days
  return Math.round(
    timeOf(start)
      .until(timeOf(end) as never, { largestUnit: 'minutes' })
      .total('minutes'),
  )
}

/** What changes, and what the times are then. */
export function changedTimes(wish: TimeWish, present: Stamps, clock: Clock): Retimed {
  const { when, end, minutes, zone, allDay, repeat } = wish
  const isSame = [when, end, minutes, zone, allDay].every((value) => value === undefined)
  if (isSame && repeat === undefined) return { changes: {}, says: '', notes: [] }
  if (isSame && repeat === '') return { changes: { rule: null }, says: '', notes: [] }
  const near = nearIt(when ?? '', present, clock)
  const own = when === undefined ? present.start : (shifted(when, present, clock) ?? onItsDay(when, present, clock))
  const said = allDay === true ? own : atItsTime(own, present, near)
  if (allDay === false && !isTimed(present.start) && !hasTime(said, near))
    throw new StewardError('BAD_INPUT', 'It is a whole day, and has no time yet.', 'Say when it begins, such as 15:00.')
  const isOpen = end === undefined && minutes === undefined && !saysEnd(said, near)
  const keeps = isOpen && isTimed(present.start) && allDay !== true
  const found = resolveWhen(
    {
      ...{ when: said, zone, allDay, minutes: keeps ? lengthOf(present) : minutes },
      end: end === undefined || isStamp(end) ? end : onItsDay(end, present, clock),
      repeat: repeat || undefined,
    },
    near,
  )
  const isDays = isOpen && !isTimed(present.start) && !isTimed(found.start)
  const stop = isDays
    ? Temporal.PlainDate.from(found.start)
        .add({ days: lengthOf(present) })
        .toString()
    : found.end
  const home = zoneOf(present.start)
  const names = zone !== undefined || /\[|Z$|[+-]\d\d:\d\d$/.test(when ?? '')
  // What has no zone stays without one, and what is in another stays there, unless somebody names one.
  const kept = (stamp: string): string => {
    if (zone !== undefined || /\[/.test(when ?? '')) return stamp
    if (isFloating(present.start)) return names ? stamp : floating(stamp, clock)
    return home === undefined || !isTimed(stamp)
      ? stamp
      : Temporal.ZonedDateTime.from(stamp).withTimeZone(home).toString()
  }
  const rule = repeat === '' ? { rule: null } : found.rule === undefined ? {} : { rule: found.rule }
  const moved = isSame ? {} : { start: kept(found.start), end: kept(stop) }
  return {
    changes: { ...moved, ...rule },
    times: { start: kept(found.start), end: kept(stop), ...(found.rule === undefined ? {} : { rule: found.rule }) },
    ...{ says: found.says, notes: found.notes },
  }
}
