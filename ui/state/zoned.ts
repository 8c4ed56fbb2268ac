// Days and clock times in a zone, by Intl alone: not every web view has Temporal. Pure.

/** A calendar day: 2026-11-17. */
export type Day = string

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** Whether a zone of this name is known here. */
export function isZone(name: string): boolean {
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const made =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: zone, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
    } as const)
  formats.set(zone, made)
  return made
}

// Clocks are put forward or back at a full quarter of an hour, in all of the years that are likely to be looked at.
const QUARTER_MS = 900_000
// By how much clocks are put back: by an hour, or by half of one on Lord Howe.
const SHIFTS_MS = [3_600_000, 1_800_000]
const SINCE = Date.UTC(1980, 0, 1)
const MOST_KEPT = 50_000
const offsets = new Map<string, Map<number, number>>()

// What the clock on the wall shows, as if it were UTC. A month of events asks for the same quarters again and again.
function wallMs(at: number, zone: string): number {
  if (at < SINCE) return readWall(at, zone)
  const known = offsets.get(zone) ?? new Map<number, number>()
  if (known.size === 0 || known.size > MOST_KEPT) {
    known.clear()
    offsets.set(zone, known)
  }
  const quarter = Math.floor(at / QUARTER_MS)
  const second = Math.floor(at / 1000) * 1000
  const offset = known.get(quarter) ?? readWall(at, zone) - second
  known.set(quarter, offset)
  return second + offset
}

function readWall(at: number, zone: string): number {
  const found: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(at)) found[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = found
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const offsetMs = (at: number, zone: string): number => wallMs(at, zone) - Math.floor(at / 1000) * 1000

// A time that is there twice is the first of both; one that is left out is as much later as the clock was put forward.
function instantMs(wall: number, zone: string): number {
  const [first, second] = [offsetMs(wall - DAY_MS, zone), offsetMs(wall + DAY_MS, zone)].map((offset) => wall - offset)
  if (first === undefined || second === undefined) return wall
  if (wallMs(first, zone) === wall) return first
  return wallMs(second, zone) === wall ? second : first
}

const utcOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
const dayOfUtc = (ms: number): Day => new Date(ms).toISOString().slice(0, 10)

/** The day that an instant is on. */
export const dayAt = (at: number, zone: string): Day => dayOfUtc(wallMs(at, zone))

/** The first instant of a day. */
export const startOf = (day: Day, zone: string): number => instantMs(utcOf(day), zone)

/** The minute of the day that the clock shows at an instant. */
export const minuteAt = (at: number, zone: string): number =>
  Math.floor((((wallMs(at, zone) % DAY_MS) + DAY_MS) % DAY_MS) / MINUTE_MS)

/** When the clock shows a minute of a day. */
export const instantOf = (day: Day, minute: number, zone: string): number =>
  instantMs(utcOf(day) + minute * MINUTE_MS, zone)

/** So many days later. */
export const plusDays = (day: Day, count: number): Day => dayOfUtc(utcOf(day) + count * DAY_MS)

/** How many days from one to the other. */
export const daysBetween = (from: Day, to: Day): number => Math.round((utcOf(to) - utcOf(from)) / DAY_MS)

/** 1 is Monday, 7 Sunday. */
export const weekdayOf = (day: Day): number => ((new Date(utcOf(day)).getUTCDay() + 6) % 7) + 1

/** The day on which the week of a day begins. */
export const weekOf = (day: Day, weekStart: number): Day => plusDays(day, -((weekdayOf(day) - weekStart + 7) % 7))

/** The first of the month that is so many months later. */
export function monthOf(day: Day, later = 0): Day {
  const [year = 1970, month = 1] = day.split('-').map(Number)
  return dayOfUtc(Date.UTC(year, month - 1 + later, 1))
}

/** Whether it is the name of a day. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(utcOf(text)) && dayOfUtc(utcOf(text)) === text

/** An instant as a clock time in a zone: 2026-11-17T15:00:00+01:00[Europe/Berlin]. */
export function stampOf(at: number, zone: string): string {
  const offset = Math.round(offsetMs(at, zone) / MINUTE_MS)
  const two = (value: number) => String(value).padStart(2, '0')
  const sign = offset < 0 ? '-' : '+'
  const away = Math.abs(offset)
  return `${clockOf(at, zone)}${sign}${two(Math.floor(away / 60))}:${two(away % 60)}[${zone}]`
}

/** An instant as the clock time that a zone shows, with no zone: 2026-11-17T15:00:00. */
export const clockOf = (at: number, zone: string): string => new Date(wallMs(at, zone)).toISOString().slice(0, 19)

/** Whether the clock shows this time twice on the day. */
export const isTwice = (at: number, zone: string): boolean =>
  SHIFTS_MS.some((by) => wallMs(at + by, zone) === wallMs(at, zone) || wallMs(at - by, zone) === wallMs(at, zone))

/** The instant of a stamp; a whole day is its first instant. */
export function instantOfStamp(stamp: string, zone: string): number | undefined {
  const [, day, time, offset, , own] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?))?(Z|[+-]\d\d:\d\d)?(\[([^\]]+)\])?$/.exec(stamp) ?? []
  if (day === undefined) return undefined
  if (time === undefined) return startOf(day, zone)
  const at = offset === undefined ? undefined : Date.parse(`${day}T${time}${offset}`)
  if (at !== undefined) return Number.isNaN(at) ? undefined : at
  return instantMs(Date.parse(`${day}T${time}Z`), own !== undefined && isZone(own) ? own : zone)
}
