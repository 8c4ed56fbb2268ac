// The pieces of "when": a beginning, an end and a rule, from stamps or from words. What is not clear is refused with what
// there is to choose from, each spelled so that it can be given back.
import { comesTwice } from '../dates/instants.ts'
import { sayBetween, sayDate, sayDays, sayMoment, sayTime, sayZone } from '../dates/says.ts'
import type { Bound } from '../dates/types.ts'
import { StewardError } from '../errors.ts'
import { basicDate, dayOf } from '../ical/days.ts'
import { inZone, type OnClock, onClock, stampOf } from './clocks.ts'
import { firstOf, localOf, wallOf } from './rulecheck.ts'
import { ruleOf, rulePartsOf, ruleText, untilText } from './rules.ts'
import { sayRule } from './sayrule.ts'
import { tell } from './told.ts'
import { readStamp, stampZone } from './when.ts'
import { type Clock, readWords } from './words.ts'

/** A time or a whole day. */
export type Point = Temporal.ZonedDateTime | Temporal.PlainDate

export interface Begun {
  start: Point
  end?: Point
  rule?: string
  bound?: Bound
  /** How long it takes, where that was said apart from when. */
  length?: Temporal.Duration
  /** What the words mean as a whole, in the user's language. */
  says?: string
  notes: string[]
}

export const isDay = (point: Point): point is Temporal.PlainDate => point instanceof Temporal.PlainDate

const pointOf = (text: string): Point =>
  text.includes('T') ? Temporal.ZonedDateTime.from(text) : Temporal.PlainDate.from(text)

/** The clock with the user in another zone. */
export const inPlace = ({ now, preferences }: Clock, zone: string): Clock => ({
  now,
  preferences: { ...preferences, zone },
})

function clear(found: OnClock, { preferences: { language } }: Clock): Temporal.ZonedDateTime {
  const [first, ...others] = found.instants
  if (first && others.length === 0) return first
  const at = found.local.toString({ smallestUnit: 'minute' }).replace('T', ' ')
  throw new StewardError(
    'BAD_INPUT',
    tell(language, found.fault ?? 'twice', at, found.zone),
    `Give one of these: ${found.instants.map(stampOf).join(' | ')}`,
  )
}

/** When it begins, and all else that words say of it. */
export function beginning(when: string, clock: Clock): Begun {
  const found = onClock(when, clock.preferences.zone)
  if (found) return { start: found.isDate ? found.local.toPlainDate() : clear(found, clock), notes: [] }
  const read = readWords(when, clock)
  if (read.kind === 'duration')
    throw new StewardError(
      'BAD_INPUT',
      'That is a length of time, and not when.',
      'Say from when on, such as in 20 minutes or tomorrow 3pm.',
    )
  return {
    start: pointOf(read.start),
    ...(read.end === undefined ? {} : { end: pointOf(read.end) }),
    ...(read.kind === 'rule' ? { rule: read.rrule } : {}),
    ...(read.kind !== 'rule' && read.bound ? { bound: read.bound } : {}),
    ...(read.kind !== 'rule' && read.length ? { length: Temporal.Duration.from(read.length) } : {}),
    says: read.says,
    notes: read.notes,
  }
}

/** A time of the clock alone: it is the next such time after the beginning. */
const isTimeOnly = (text: string): boolean =>
  /^\s*(?:at\s+)?\d{1,2}(?:[:.]\d\d)?(?::\d\d)?\s*(?:[ap]\.?m\.?|o'clock|h)?\s*$|^(?:noon|midnight)$|^(?:上午|下午|晚上|中午|早上|傍晚)?[零一二三四五六七八九十两\d]{1,3}(?:点|:\d\d)[半一二三四五\d刻分十]*$/iu.test(
    text.trim(),
  )

export interface Ended {
  end: Point
  notes: string[]
}

/** When it ends. A day that is said in words is the last one; one that is written is the day after it. */
export function ending(text: string, start: Point, clock: Clock): Ended {
  const { zone } = clock.preferences
  const found = onClock(text, isDay(start) ? zone : start.timeZoneId)
  if (found) return exactEnd(found, start, clock)
  const isAfter = isTimeOnly(text) && !isDay(start)
  const read = readWords(text, isAfter ? { ...inPlace(clock, start.timeZoneId), now: start.epochMilliseconds } : clock)
  if (read.kind === 'duration') return { end: start.add(Temporal.Duration.from(read.duration)), notes: [] }
  if (read.kind === 'rule') throw noEnd(text)
  if (isDay(start) !== read.allDay) throw mixed()
  // Until Friday is with Friday; until three is until three.
  const end = read.allDay ? (read.end ?? read.start) : read.start
  return { end: pointOf(end), notes: isAfter ? [] : read.notes }
}

function exactEnd(found: OnClock, start: Point, clock: Clock): Ended {
  const { language } = clock.preferences
  if (isDay(start) !== found.isDate) throw mixed()
  if (isDay(start)) {
    const end = found.local.toPlainDate()
    // Many say the same day twice and mean that one day.
    return end.equals(start) ? { end: start.add({ days: 1 }), notes: [tell(language, 'oneDay')] } : { end, notes: [] }
  }
  if (found.fault !== 'twice') return { end: clear(found, clock), notes: [] }
  const first = found.instants.find((each) => Temporal.ZonedDateTime.compare(each, start) > 0)
  const time = found.local.toPlainTime().toString({ smallestUnit: 'minute' })
  return { end: first ?? clear(found, clock), notes: [tell(language, 'twiceEnd', time)] }
}

const noEnd = (text: string): StewardError =>
  new StewardError('BAD_INPUT', `${JSON.stringify(text.slice(0, 80))} is no end.`, 'Give a time or a date.')

const mixed = (): StewardError =>
  new StewardError(
    'BAD_INPUT',
    'Of the start and the end, one is a day and one a time.',
    'Give both as dates, or both as times; or say allDay.',
  )

/** A rule as words or as the value of RRULE, and the beginning that it has. */
export function repeating(repeat: string, { start, end }: { start: Point; end: Point }, clock: Clock): Begun {
  const value = repeat.trim().replace(/^RRULE:/i, '')
  if (/FREQ=/i.test(value)) return fitted(value, start, end, clock)
  const zone = isDay(start) ? clock.preferences.zone : start.timeZoneId
  const now = (isDay(start) ? start.toZonedDateTime(zone) : start.startOfDay()).epochMilliseconds
  const read = readWords(value, { ...inPlace(clock, zone), now })
  if (read.kind !== 'rule')
    throw new StewardError(
      'BAD_INPUT',
      `${JSON.stringify(value)} does not say how it repeats.`,
      'Say it like every Monday.',
    )
  const said = pointOf(read.start)
  const notes = read.notes
  // A time that is said with the rule is the time of a beginning that has none.
  if (!isDay(said) && isDay(start))
    return { start: said, end: read.end ? pointOf(read.end) : said.add({ hours: 1 }), rule: read.rrule, notes }
  if (!isDay(said) && !isDay(start) && !said.toPlainTime().equals(start.toPlainTime()))
    throw new StewardError('BAD_INPUT', 'Two times are said for it.', 'Say the time in `when` only.')
  const fit = fitted(read.rrule, start, end, clock)
  return { ...fit, notes: [...notes, ...fit.notes] }
}

/** A rule in the form that its start asks for; a start that the rule does not have moves to the first that it has. */
function fitted(value: string, start: Point, end: Point, clock: Clock): Begun {
  const rule = ruleOf(value)
  const zone = isDay(start) ? clock.preferences.zone : start.timeZoneId
  const clocked: OnClock = isDay(start)
    ? { isDate: true, local: start.toPlainDateTime(), zone, instants: [] }
    : { isDate: false, local: start.toPlainDateTime(), zone, instants: [start] }
  const wall = firstOf(value, clocked)
  const parts = rulePartsOf(value)
  if (rule.until) {
    const when = readStamp(stampOf(start))
    const { until } = rule
    const own = stampZone(when)
    if (until.date && !when.date) parts.set('UNTIL', untilText(when, own, until.wall + 86_399))
    else if (!until.date && when.date) parts.set('UNTIL', basicDate(dayOf(until.wall)))
  }
  const text = ruleText(parts)
  if (wall === wallOf(clocked)) return { start, end, rule: text, notes: [] }
  return { ...movedTo(localOf(wall), start, end, clock), rule: text }
}

function movedTo(local: Temporal.PlainDateTime, start: Point, end: Point, clock: Clock): Begun {
  const { language } = clock.preferences
  const notes = [tell(language, 'movedFirst', sayDate(local.toPlainDate(), language))]
  if (isDay(start) || isDay(end)) {
    const first = local.toPlainDate()
    const days = isDay(start) && isDay(end) ? start.until(end).days : 1
    return { start: first, end: first.add({ days }), notes }
  }
  const first = clear(inZone(local, start.timeZoneId), clock)
  return { start: first, end: first.add(start.until(end)), notes }
}

/** Times become the days that they are on. */
export function wholeDay(begun: Begun, isWhole: boolean): Begun {
  const { start, end } = begun
  if (!isWhole || isDay(start)) return begun
  const { end: _, length: __, ...rest } = begun
  const last = end && !isDay(end) ? end.subtract({ seconds: 1 }).toPlainDate() : start.toPlainDate()
  return { ...rest, start: start.toPlainDate(), end: last.add({ days: 1 }) }
}

/** How long it is without an end of its own: as was said, or a day, or an hour. */
export function lasting({ start, end, length }: Begun, minutes: number | undefined, language: 'en' | 'zh') {
  if (isDay(start)) {
    const days = minutes === undefined ? undefined : Math.max(1, Math.ceil(minutes / 1440))
    return { end: days === undefined && end ? end : start.add({ days: days ?? 1 }), notes: [] }
  }
  if (minutes !== undefined) return { end: start.add({ seconds: Math.round(minutes * 60) }), notes: [] }
  if (length) return { end: start.add(length), notes: [] }
  return end ? { end, notes: [] } : { end: start.add({ hours: 1 }), notes: [tell(language, 'hourLong')] }
}

/** Times and rule in words. */
export function sayAll(
  { start, end, rule: value }: { start: Point; end: Point; rule: string | undefined },
  clock: Clock,
): string {
  const { language, zone } = clock.preferences
  const when =
    isDay(start) || isDay(end)
      ? sayDays(dayIn(start), dayIn(end).subtract({ days: 1 }), language)
      : sayZone(start.timeZoneId === zone ? undefined : start.timeZoneId, saySure(start, end, language))
  if (value === undefined) return when
  return `${when}${language === 'zh' ? '，' : ', '}${sayRule(value, language, isDay(start) ? zone : start.timeZoneId)}`
}

/** With the offset where the clock shows one of its times twice. */
function saySure(start: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime, language: 'en' | 'zh'): string {
  const stop = end.withTimeZone(start.timeZoneId)
  if (!comesTwice(start) && !comesTwice(stop)) return sayStretch(start, stop, language)
  if (start.offset === stop.offset) return sayZone(start.offset, sayStretch(start, stop, language))
  const from = sayZone(start.offset, sayMoment(start.toPlainDateTime(), language))
  const isSame = start.toPlainDate().equals(stop.toPlainDate())
  const to = isSame ? sayTime(stop.toPlainTime()) : sayMoment(stop.toPlainDateTime(), language)
  return `${from} – ${sayZone(stop.offset, to)}`
}

const dayIn = (point: Point): Temporal.PlainDate => (isDay(point) ? point : point.toPlainDate())

/** From one time to another on the clock of the first. */
export const sayStretch = (from: Temporal.ZonedDateTime, to: Temporal.ZonedDateTime, language: 'en' | 'zh'): string =>
  sayBetween(from.toPlainDateTime(), to.withTimeZone(from.timeZoneId).toPlainDateTime(), language)
