// The check that runs before anybody is asked: what is wrong with a time, and what is worth seeing on the card.
import { sayDate, sayDays, sayMoment, sayTime } from '../dates/says.ts'
import type { Bound } from '../dates/types.ts'
import { StewardError } from '../errors.ts'
import { DAY } from '../ical/days.ts'
import { readRule } from '../ical/rule.ts'
import { inZone, type OnClock, onClock, stampOf, zoneOrFail } from './clocks.ts'
import { beginning, ending, inPlace, isDay, lasting, repeating, sayAll, sayStretch, wholeDay } from './resolving.ts'
import { ruleNotes, wallOf, wallsOf } from './rulecheck.ts'
import { tell } from './told.ts'
import type { Busy, Preferences } from './types.ts'
import { weekdaysSaid } from './weekdays.ts'
import type { Clock } from './words.ts'

export type FindingCode =
  | 'gap'
  | 'overlap'
  | 'past'
  | 'weekday'
  | 'conflict'
  | 'night'
  | 'long'
  | 'end-before-start'
  | 'far'
  | 'rule-skips'

export interface Finding {
  code: FindingCode
  /** `stop`: not without the user choosing. `tell`: shown where the user is asked. */
  level: 'stop' | 'tell'
  /** In the user's language. */
  says: string
  choices?: { says: string; start: string; end: string }[]
}

export interface TimeWish {
  /** Stamps. */
  start: string
  end: string
  /** The value of RRULE. */
  rule?: string | undefined
  /** The words that the times were taken from. */
  said?: string | undefined
  zone: string
  attendeeZones?: readonly { who: string; zone: string }[] | undefined
  /** What else happens then. */
  conflicts: readonly { title: string; start: string; end: string; busy: Busy }[]
  now: number
  workingHours: Preferences['workingHours']
  language: 'en' | 'zh'
}

interface Times {
  start: OnClock
  end: OnClock
  from: Temporal.ZonedDateTime
  to: Temporal.ZonedDateTime
}

const MOST_CONFLICTS = 5
const FAR_YEARS = 3

/** All that is to be said of these times, what stops first. */
export function checkTimes(wish: TimeWish): Finding[] {
  const zone = zoneOrFail(wish.zone)
  const start = read(wish.start, zone)
  const end = read(wish.end, zone)
  const [from] = start.instants as [Temporal.ZonedDateTime]
  const times = { start, end, from, to: laterOf(end, from) }
  const stops = [...clockFaults(wish, times), ...order(wish, times), ...weekday(wish, times)]
  // Where it must be chosen first, nothing else is sure.
  if (stops.length > 0) return stops
  return [
    ...past(wish, times),
    ...conflicts(wish, zone),
    ...nights(wish, times, zone),
    ...long(wish, times),
    ...far(wish, times),
    ...rule(wish, times),
  ]
}

function read(stamp: string, zone: string): OnClock {
  const found = onClock(stamp, zone)
  if (found) return found
  const shown = JSON.stringify(stamp.slice(0, 80))
  throw new StewardError('BAD_INPUT', `${shown} is no time.`, 'Write it like 2026-11-17T15:00:00+01:00[Europe/Berlin].')
}

/** An end that comes twice is the first one after the start. */
const laterOf = ({ instants }: OnClock, from: Temporal.ZonedDateTime): Temporal.ZonedDateTime =>
  instants.find((each) => Temporal.ZonedDateTime.compare(each, from) > 0) ?? (instants[0] as Temporal.ZonedDateTime)

function clockFaults({ language }: TimeWish, { start, end, from }: Times): Finding[] {
  const { fault } = start
  if (fault !== undefined) {
    const at = sayMoment(start.local, language)
    const length = end.isDate ? Temporal.Duration.from({ hours: 1 }) : lengthBetween(start, end)
    const choices = start.instants.map((begin, nth) => {
      const stop = begin.add(length)
      const says = `${sayStretch(begin, stop, language)} (UTC${begin.offset})`
      return {
        says: tell(language, nth === 0 ? 'earlier' : 'later', says),
        start: stampOf(begin),
        end: stampOf(stop),
      }
    })
    const code = fault === 'gap' ? 'gap' : 'overlap'
    return [{ code, level: 'stop', says: tell(language, fault, at, start.zone), choices }]
  }
  if (end.fault !== 'gap') return []
  const choices = end.instants
    .filter((each) => Temporal.ZonedDateTime.compare(each, from) > 0)
    .map((each) => ({ says: sayStretch(from, each, language), start: stampOf(from), end: stampOf(each) }))
  return [
    { code: 'gap', level: 'stop', says: tell(language, 'gap', sayMoment(end.local, language), end.zone), choices },
  ]
}

/** How long it is on the clock, since one of its ends is at no sure instant. */
const lengthBetween = (start: OnClock, end: OnClock): Temporal.Duration => {
  const length = end.local.since(start.local)
  return length.sign > 0 ? length : Temporal.Duration.from({ hours: 1 })
}

function order({ language, start: startText, end: endText }: TimeWish, { start, end, from, to }: Times): Finding[] {
  const isDate = start.isDate && end.isDate
  const size = isDate ? wallOf(end) - wallOf(start) : Temporal.ZonedDateTime.compare(to, from)
  // What has no length has no end before its start either; a day is one.
  if (size > 0 || (size === 0 && !isDate) || start.fault || end.fault) return []
  const choices: NonNullable<Finding['choices']> = []
  if (!start.isDate && !end.isDate) {
    const next = inZone(end.local.add({ days: 1 }), end.zone).instants[0] as Temporal.ZonedDateTime
    const hours = next.since(from).total('hours')
    if (hours > 0 && hours <= 24)
      choices.push({
        says: tell(language, 'nextDay', sayStretch(from, next, language)),
        start: stampOf(from),
        end: stampOf(next),
      })
  }
  if (start.isDate === end.isDate && size < 0)
    choices.push({
      says: tell(language, 'swapped', isDate ? dates(end, start, language) : sayStretch(to, from, language)),
      start: endText,
      end: startText,
    })
  const says = tell(language, 'endBefore')
  return [{ code: 'end-before-start', level: 'stop', says, ...(choices.length > 0 ? { choices } : {}) }]
}

const dates = (start: OnClock, end: OnClock, language: 'en' | 'zh'): string =>
  sayDays(start.local.toPlainDate(), end.local.toPlainDate().subtract({ days: 1 }), language)

/** A weekday that was said and is not that of the date: one of both is wrong. */
function weekday({ said, rule: repeats, language }: TimeWish, { start, end, from, to }: Times): Finding[] {
  const days = said === undefined ? [] : weekdaysSaid(said)
  const date = start.local.toPlainDate()
  if (days.length === 0 || days.includes(date.dayOfWeek) || start.fault) return []
  if (repeats !== undefined && days.length > 1) return []
  const shifts = days.flatMap((day) => {
    const ahead = (day - date.dayOfWeek + 7) % 7
    return [ahead - 7, ahead]
  })
  const near = [...new Set(shifts)].sort((a, b) => Math.abs(a) - Math.abs(b)).slice(0, 2)
  const choices = [0, ...near].map((shift) => {
    const move = (at: OnClock, instant: Temporal.ZonedDateTime) =>
      at.isDate ? stampOf(at.local.toPlainDate().add({ days: shift })) : stampOf(instant.add({ days: shift }))
    const says = tell(language, shift === 0 ? 'asDated' : 'asDay', sayDate(date.add({ days: shift }), language))
    return { says, start: move(start, from), end: move(end, to) }
  })
  return [{ code: 'weekday', level: 'stop', says: tell(language, 'weekday', sayDate(date, language)), choices }]
}

function past({ now, rule: repeats, language }: TimeWish, { start, to }: Times): Finding[] {
  if (to.epochMilliseconds > now) return []
  const known = repeats === undefined ? undefined : readRule(repeats)
  if (known) {
    if (known.count === undefined && !known.until) return []
    const last = wallsOf(known, start, 100 * 366 * DAY).at(-1) ?? 0
    const until = to.epochMilliseconds + (last - wallOf(start)) * 1000
    return until > now ? [] : [{ code: 'past', level: 'tell', says: tell(language, 'pastRule') }]
  }
  return [{ code: 'past', level: 'tell', says: tell(language, 'past') }]
}

function conflicts({ conflicts: others, language }: TimeWish, zone: string): Finding[] {
  return others
    .filter(({ busy }) => busy !== 'free')
    .slice(0, MOST_CONFLICTS)
    .map(({ title, start, end, busy }) => {
      const [from, to] = [onClock(start, zone), onClock(end, zone)]
      const [begin, stop] = [from?.instants[0], to?.instants[0]]
      const when =
        from?.isDate && to ? dates(from, to, language) : begin && stop ? sayStretch(begin, stop, language) : start
      return {
        code: 'conflict',
        level: 'tell',
        says: tell(language, busy === 'tentative' ? 'maybe' : 'conflict', title, when),
      }
    })
}

const isNight = (at: Temporal.ZonedDateTime): boolean => at.hour >= 22 || at.hour < 7

function nights({ attendeeZones = [], workingHours, language }: TimeWish, times: Times, zone: string): Finding[] {
  const { start, from, to } = times
  if (start.isDate) return []
  const found: Finding[] = []
  const here = from.withTimeZone(zone)
  const opens = Number.parseInt(workingHours.from, 10)
  // The user's own evening is the user's; small hours are rather a slip.
  if (here.hour < Math.min(6, opens))
    found.push({ code: 'night', level: 'tell', says: tell(language, 'ownNight', sayTime(here.toPlainTime())) })
  for (const { who, zone: name } of attendeeZones) {
    const there = [from, to.subtract({ seconds: 1 })].map((at) => at.withTimeZone(zoneOrFail(name)))
    if (!there.some(isNight)) continue
    const says = tell(language, 'night', who, `${sayMoment((there[0] ?? from).toPlainDateTime(), language)} (${name})`)
    found.push({ code: 'night', level: 'tell', says })
  }
  return found
}

function long({ language }: TimeWish, { start, end, from, to }: Times): Finding[] {
  if (start.isDate && wallOf(end) - wallOf(start) <= 31 * DAY) return []
  if (!start.isDate && to.since(from).total('hours') <= 24) return []
  const says = start.isDate ? dates(start, end, language) : sayStretch(from, to, language)
  return [{ code: 'long', level: 'tell', says: tell(language, 'long', says) }]
}

function far({ now, language }: TimeWish, { from }: Times): Finding[] {
  const years = (from.epochMilliseconds - now) / (365.25 * DAY * 1000)
  return years < FAR_YEARS
    ? []
    : [{ code: 'far', level: 'tell', says: tell(language, 'far', String(Math.floor(years))) }]
}

function rule({ rule: value, language }: TimeWish, { start }: Times): Finding[] {
  if (value === undefined) return []
  return ruleNotes(value, start, language).map((says) => ({ code: 'rule-skips', level: 'tell', says }))
}

export interface WhenInput {
  /** A stamp, an instant, a date, or plain words. */
  when: string
  end?: string | undefined
  minutes?: number | undefined
  /** The zone that it is in, by any name; the user's own without it. */
  zone?: string | undefined
  allDay?: boolean | undefined
  /** Plain words, or the value of an RRULE. */
  repeat?: string | undefined
}

export interface Resolved {
  /** Stamps. */
  start: string
  end: string
  rule?: string
  allDay: boolean
  /** In the user's language. */
  says: string
  notes: string[]
  bound?: Bound
}

/** When something is meant to be. Throws BAD_INPUT, with the choices, where that is not clear. */
export function resolveWhen(input: WhenInput, clock: Clock): Resolved {
  const { end: stop, minutes, repeat } = input
  if (stop !== undefined && minutes !== undefined)
    throw new StewardError('BAD_INPUT', 'The end is said twice.', 'Give end or minutes, not both.')
  const there = input.zone === undefined ? clock : inPlace(clock, zoneOrFail(input.zone))
  const begun = wholeDay(beginning(input.when, there), input.allDay === true)
  if (begun.rule !== undefined && repeat !== undefined)
    throw new StewardError('BAD_INPUT', 'How it repeats is said twice.', 'Leave out repeat, or say it only there.')
  const { start } = begun
  const ended = stop === undefined ? lasting(begun, minutes, clock.preferences.language) : ending(stop, start, there)
  const end = isDay(start) && !isDay(ended.end) ? start.add({ days: 1 }) : ended.end
  const ruled = repeat === undefined ? undefined : repeating(repeat, { start, end }, there)
  const made = { start: ruled?.start ?? start, end: ruled?.end ?? end, rule: ruled?.rule ?? begun.rule }
  const isSame = begun.says !== undefined && stop === undefined && minutes === undefined && !ruled && !input.allDay
  return {
    ...{ start: stampOf(made.start), end: stampOf(made.end), allDay: isDay(made.start) },
    ...(made.rule === undefined ? {} : { rule: made.rule }),
    says: isSame ? (begun.says ?? '') : sayAll(made, clock),
    notes: [...begun.notes, ...ended.notes, ...(ruled?.notes ?? [])],
    ...(begun.bound ? { bound: begun.bound } : {}),
  }
}
