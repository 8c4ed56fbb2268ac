// Zones as offsets in seconds. Gaps and overlaps of the clock are settled as RFC 5545, 3.3.5 has it: a time that a clock
// skipped is read with the offset before the gap, one that it showed twice is the first.
import { DAY } from './days.ts'

export interface Zone {
  /** An IANA name, or the name that the file gives it. */
  id: string
  /** What is added to UTC at this second. */
  offset(utc: number): number
}

/** The second at which a clock in the zone shows this wall time. */
export function toUtc(zone: Zone, wall: number): number {
  const before = zone.offset(wall - DAY)
  const after = zone.offset(wall + DAY)
  if (before === after || zone.offset(wall - before) === before) return wall - before
  return zone.offset(wall - after) === after ? wall - after : wall - before
}

export const toWall = (zone: Zone, utc: number): number => utc + zone.offset(utc)

/** Changes of an offset, in order: where each begins, and what it is from there on. */
export interface Changes {
  times: number[]
  offsets: number[]
  /** Before the first of them. */
  before: number
}

/** A zone by its changes, which are worked out as far as they are asked for. */
export function zoneOf(id: string, upTo: (utc: number) => Changes): Zone {
  let changes: Changes = { times: [], offsets: [], before: 0 }
  let known = Number.NEGATIVE_INFINITY
  let low = 0
  let high = 0
  let offset = 0
  return {
    id,
    offset(utc) {
      if (utc >= low && utc < high) return offset
      if (utc >= known) {
        known = utc + 20 * 366 * DAY
        changes = upTo(known)
      }
      const { times, offsets } = changes
      let from = 0
      let to = times.length
      while (from < to) {
        const mid = (from + to) >> 1
        if ((times[mid] ?? 0) <= utc) from = mid + 1
        else to = mid
      }
      low = from === 0 ? Number.NEGATIVE_INFINITY : (times[from - 1] ?? 0)
      high = from === times.length ? known : (times[from] ?? 0)
      offset = from === 0 ? changes.before : (offsets[from - 1] ?? 0)
      return offset
    },
  }
}

const EARLIEST = -5_000_000_000 // 1811
const LATEST = 253_402_300_799 // 9999

export const utcZone: Zone = { id: 'UTC', offset: () => 0 }

const made = new Map<string, Zone | undefined>()

/** The zone that Temporal has under this name. */
export function ianaZone(name: string): Zone | undefined {
  const key = name.toLowerCase()
  if (!made.has(key)) {
    if (made.size > 2000) made.clear()
    made.set(key, makeIana(name))
  }
  return made.get(key)
}

function makeIana(name: string): Zone | undefined {
  let id: string
  try {
    id = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId
  } catch {
    return undefined
  }
  if (id === 'UTC') return utcZone
  const at = (utc: number) => Temporal.Instant.fromEpochMilliseconds(utc * 1000).toZonedDateTimeISO(id)
  const seconds = (zoned: Temporal.ZonedDateTime) => Math.round(zoned.offsetNanoseconds / 1e9)
  const changes: Changes = { times: [], offsets: [], before: seconds(at(EARLIEST)) }
  let reached: Temporal.ZonedDateTime | null = at(EARLIEST)
  return zoneOf(id, (utc) => {
    const end = Math.min(utc, LATEST)
    while (reached) {
      const next: Temporal.ZonedDateTime | null = reached.getTimeZoneTransition('next')
      if (next && next.epochMilliseconds / 1000 > end) break
      reached = next
      if (!next) break
      changes.times.push(next.epochMilliseconds / 1000)
      changes.offsets.push(seconds(next))
    }
    return changes
  })
}
