// From the stamps that everything above the files uses to the times that stand in files.
import { StewardError } from '../errors.ts'
import { DAY } from '../ical/days.ts'
import type { Property } from '../ical/document.ts'
import { readMoment, type When, writeWhen } from '../ical/values.ts'
import { toUtc } from '../ical/zone.ts'
import { newProperty } from '../ical/write.ts'
import { zoneByName } from '../ical/zones.ts'

const shape =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?(?:\[!?([A-Za-z0-9_+\-/:]{1,60})\])?)?$/i

/** The parts of a stamp. */
export interface Stamp {
  date: string
  /** None for a whole day. */
  time?: string
  /** `Z` or `+01:00`. */
  offset?: string
  zone?: string
}

/** A stamp taken apart; undefined where it is none. */
export function stampParts(text: string): Stamp | undefined {
  const [, date, time, offset, zone] = shape.exec(text.trim()) ?? []
  if (date === undefined || !readMoment(time === undefined ? date : `${date}T${time}`)) return undefined
  return {
    date,
    ...(time === undefined ? {} : { time: time.length === 5 ? `${time}:00` : time }),
    ...(offset === undefined ? {} : { offset: offset.toUpperCase() }),
    ...(zone === undefined ? {} : { zone }),
  }
}

const bad = (text: string): StewardError =>
  new StewardError(
    'BAD_INPUT',
    `${JSON.stringify(text.slice(0, 80))} is no time.`,
    'Write it like 2026-11-17T15:00:00+01:00[Europe/Berlin], 2026-11-17T14:00:00Z or 2026-11-17.',
  )

/**
 * A stamp as a file has it. Where the clock shows a time twice and the later one is meant, it is written in UTC: a file
 * can only name the first.
 */
export function whenOf(stamp: string): When {
  const parts = stampParts(stamp)
  if (!parts) throw bad(stamp)
  const { date, time, offset, zone } = parts
  const local = time === undefined ? readMoment(date) : readMoment(`${date}T${time}`)
  if (!local) throw bad(stamp)
  if (time === undefined) return local
  const exact = offset === undefined ? undefined : readMoment(`${date}T${time}${offset}`)
  if (zone === undefined || /^[+-]/.test(zone)) return exact ?? local
  if (zone === 'UTC') return { ...local, utc: true }
  const found = zoneByName(zone)
  if (!found) throw bad(stamp)
  const isThere = exact === undefined || toUtc(found, local.wall) === exact.wall
  return isThere || !exact ? { ...local, zone } : exact
}

/** A stamp as a property. */
export function timeProperty(name: string, when: When): Property {
  const { value, params } = writeWhen(when)
  return newProperty(name, value, params)
}

/** The second that a time is, dates and floating times in the viewer's zone. */
export function utcOf(when: When, viewer: string): number {
  if (when.utc) return when.wall
  const zone = zoneByName(when.zone ?? viewer)
  return zone ? toUtc(zone, when.wall) : when.wall
}

/** The same time on another day or clock. */
export const moved = (when: When, seconds: number): When => ({ ...when, wall: when.wall + seconds })

/** A time cut down to its day. */
export const dayOnly = (when: When): When => ({ wall: Math.floor(when.wall / DAY) * DAY, date: true, utc: false })
