// Stamps, as types.ts has them, and the times that files have: there and back.
import { StewardError } from '../errors.ts'
import { DAY, dayNumber } from '../ical/days.ts'
import type { When } from '../ical/values.ts'
import { ianaZone, toUtc, toWall, utcZone, type Zone } from '../ical/zone.ts'
import type { FindZone } from '../ical/zones.ts'

/** Names of what is written with a Z. */
const utcNames = new Set(['UTC', 'Etc/UTC', 'Etc/UCT', 'Etc/Universal', 'Etc/Zulu', 'Etc/GMT', 'GMT', 'UCT', 'Zulu'])

const noStamp = (text: string, why = 'is no time that a calendar can keep'): StewardError =>
  new StewardError(
    'BAD_INPUT',
    `${JSON.stringify(text.slice(0, 80))} ${why}.`,
    'Write 2026-11-17T15:00:00+01:00[Europe/Berlin], 2026-11-17T15:00:00 (wherever one is) or 2026-11-17 (a whole day).',
  )

const dayAt = ({ year, month, day }: Temporal.PlainDate): number => dayNumber(year, month, day)
const wallAt = (time: Temporal.PlainDateTime): number =>
  dayAt(time.toPlainDate()) * DAY + time.hour * 3600 + time.minute * 60 + time.second

/**
 * A stamp as it is to stand in a file. What a clock shows twice is written in UTC: the second of them has no other form, and
 * programs do not agree on which one is meant. In a series it stays in its zone, where it is the first.
 */
export function readStamp(text: string, repeats = false): When {
  try {
    const when = readAny(text.trim(), repeats)
    const year = when.wall / (365.2425 * DAY) + 1970
    if (year > 1 && year < 9999) return when
  } catch {}
  throw noStamp(text)
}

function readAny(text: string, repeats: boolean): When {
  if (text.length > 100) throw noStamp(text)
  if (/^\d{4}-?\d\d-?\d\d$/.test(text))
    return { wall: dayAt(Temporal.PlainDate.from(text)) * DAY, date: true, utc: false }
  // Without a name, an offset is only good for the instant.
  if (text.includes('[')) return zoned(Temporal.ZonedDateTime.from(text), repeats)
  if (/(?:Z|[+-]\d\d(?::?\d\d)?)$/i.test(text) && /T/i.test(text)) return instantWhen(secondsIn(text))
  return { wall: wallAt(Temporal.PlainDateTime.from(text)), date: false, utc: false }
}

const secondsIn = (instant: string): number => Math.floor(Temporal.Instant.from(instant).epochMilliseconds / 1000)

function zoned(time: Temporal.ZonedDateTime, repeats: boolean): When {
  const utc = Math.floor(time.epochMilliseconds / 1000)
  const zone = utcNames.has(time.timeZoneId) || /^[+-]/.test(time.timeZoneId) ? utcZone : ianaZone(time.timeZoneId)
  return zone ? whenAt(utc, zone, time.timeZoneId, repeats) : instantWhen(utc)
}

/** An instant written in UTC. */
export const instantWhen = (utc: number): When => ({ wall: utc, date: false, utc: true })

/** An instant on a zone's clock, or in UTC where the clock does not name it alone; for a series, where it names another. */
export function whenAt(utc: number, zone: Zone, name = zone.id, repeats = false): When {
  if (zone === utcZone) return instantWhen(utc)
  const wall = toWall(zone, utc)
  if (toUtc(zone, wall) !== utc || (!repeats && isTwice(zone, wall, utc))) return instantWhen(utc)
  return { wall, date: false, utc: false, zone: name }
}

/** Whether the clock shows a time once more after this instant. */
function isTwice(zone: Zone, wall: number, utc: number): boolean {
  const second = wall - zone.offset(wall + DAY)
  return second !== utc && toWall(zone, second) === wall
}

/** The zone of a stamp; none for floating times and dates. */
export function stampZone(when: When, find: FindZone = ianaZone): Zone | undefined {
  if (when.utc) return utcZone
  return when.zone === undefined ? undefined : find(when.zone)
}

/** Whether two can be the start and the end of one event: both days, both wherever one is, or both in zones. */
export function fits(start: When, end: When): boolean {
  const kind = (when: When) => (when.date ? 'day' : when.utc || when.zone !== undefined ? 'zoned' : 'floating')
  return kind(start) === kind(end)
}

/** By how many seconds the end is after the start. */
export function secondsBetween(start: When, end: When, find: FindZone = ianaZone): number {
  const at = (when: When) => {
    const zone = stampZone(when, find)
    return zone ? toUtc(zone, when.wall) : when.wall
  }
  return at(end) - at(start)
}

/** Refuses an end that can not be one to the start. */
export function checkEnd(start: When, end: When, find: FindZone = ianaZone): void {
  if (!fits(start, end))
    throw new StewardError(
      'BAD_INPUT',
      'The start and the end are not of one kind.',
      'Give both as days, both with a zone, or both without.',
    )
  const length = secondsBetween(start, end, find)
  if (length < 0 || (start.date && length === 0))
    throw new StewardError(
      'BAD_INPUT',
      'The end is not after the start.',
      start.date ? 'The end of whole days is the day after the last.' : 'Give an end that comes later.',
    )
}
