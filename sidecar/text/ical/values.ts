// DATE, DATE-TIME, DURATION and PERIOD, as RFC 5545 has them and as programs write them.
import { basicDate, basicWall, DAY, dayNumber } from './days.ts'
import type { Property } from './document.ts'
import { param } from './params.ts'

export interface When {
  /** Wall time, in seconds; midnight for a date. */
  wall: number
  date: boolean
  utc: boolean
  /** The zone's name as it is written; none for dates and floating times, and mostly none for UTC. */
  zone?: string
}

export interface Duration {
  /** Nominal: a day is from one clock time to the same of the next day. */
  days: number
  /** Exact. */
  seconds: number
}

// The short form; hyphens, colons, a blank for the T, fractions and missing seconds are taken too.
const moment =
  /^\s*(\d{4})-?(\d\d)-?(\d\d)(?:[T\s]\s*(\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?)?\s*$/i

/** One DATE or DATE-TIME; undefined where it is none. */
export function readMoment(text: string, zone?: string, asDate = false): When | undefined {
  const found = moment.exec(text)
  if (!found) return undefined
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])]
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined
  const number = dayNumber(year, month, day)
  // 31 April is no day.
  if (day > 28 && month !== 12 && number >= dayNumber(year, month + 1, 1)) return undefined
  if (found[4] === undefined || asDate) return { wall: number * DAY, date: true, utc: false }
  const [hour, minute, second] = [Number(found[4]), Number(found[5]), Math.min(59, Number(found[6] ?? 0))]
  if (hour > 24 || minute > 59) return undefined
  const wall = number * DAY + hour * 3600 + minute * 60 + second
  const ends = found[7]
  if (ends === undefined) return zone ? { wall, date: false, utc: false, zone } : { wall, date: false, utc: false }
  // A zone beside the Z means the zone where it is known: so all readers have it.
  if (ends === 'Z' || ends === 'z') return { wall, date: false, utc: true, ...(zone ? { zone } : {}) }
  return { wall: wall - offsetSeconds(ends), date: false, utc: true }
}

/** `+0100`, `-08:00`, `+013000` in seconds; 0 where it is none. */
export function offsetSeconds(text: string): number {
  const found = /^\s*([+-]?)(\d\d):?(\d\d):?(\d\d)?\s*$/.exec(text)
  if (!found) return 0
  const size = Number(found[2]) * 3600 + Number(found[3]) * 60 + Number(found[4] ?? 0)
  return found[1] === '-' ? -size : size
}

/** What the value and the zone of a property with a time are; a zone with a bare colon in its name is put together again. */
function dated(from: Property): { value: string; zone: string | undefined; type: string | undefined } {
  const { params, value } = from
  if (params === '') return { value, zone: undefined, type: undefined }
  const type = param(from, 'VALUE')?.toUpperCase()
  const zone = param(from, 'TZID')
  if (zone === undefined || /^\s*[\dP]/.test(value) === false || /:/.test(value)) {
    const at = value.lastIndexOf(':')
    const last = value.slice(at + 1)
    if (zone !== undefined && at !== -1 && /^\d{8}/.test(last))
      return { value: last, zone: `${zone}:${value.slice(0, at)}`, type }
  }
  return { value, zone, type }
}

/** The time of a property such as DTSTART. */
export function readWhen(from: Property): When | undefined {
  const { value, zone, type } = dated(from)
  return readMoment(value, zone, type === 'DATE')
}

export interface Period {
  start: When
  end?: When
  duration?: Duration
}

/** The list in EXDATE or RDATE; what is none of it is left out. */
export function readList(from: Property): Period[] {
  const { value, zone, type } = dated(from)
  const found: Period[] = []
  for (const part of value.split(/[,;]/)) {
    const [first = '', second] = part.split('/')
    const start = readMoment(first, zone, type === 'DATE')
    if (!start) continue
    const duration = second === undefined ? undefined : readDuration(second)
    const end = second === undefined || duration ? undefined : readMoment(second, zone)
    found.push({ start, ...(duration ? { duration } : {}), ...(end ? { end } : {}) })
  }
  return found
}

const span = /^\s*([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?\s*$/i
const LONGEST = 100 * 366 * DAY

/** A DURATION; undefined where it is none or beyond a century. */
export function readDuration(text: string): Duration | undefined {
  const found = span.exec(text)
  if (!found || !/\d/.test(text)) return undefined
  const [weeks, days, hours, minutes, seconds] = found.slice(2).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const sign = found[1] === '-' ? -1 : 1
  const made = {
    days: sign * (weeks * 7 + days) || 0,
    seconds: sign * (hours * 3600 + minutes * 60 + seconds) || 0,
  }
  return Math.abs(made.days) * DAY + Math.abs(made.seconds) > LONGEST ? undefined : made
}

/** A time as it is written, with the parameters that it needs. */
export function writeWhen(when: When): { value: string; params: Record<string, string> } {
  if (when.date) return { value: basicDate(when.wall / DAY), params: { VALUE: 'DATE' } }
  if (when.utc) return { value: `${basicWall(when.wall)}Z`, params: {} }
  return { value: basicWall(when.wall), params: when.zone === undefined ? {} : { TZID: when.zone } }
}
