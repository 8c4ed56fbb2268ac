// What was typed into a field for a time: a date and a clock as they stand, or plain words that the sidecar reads.
import { understand } from '../../state/understand.ts'
import { clockOf, type Day, instantOfStamp, isDay, plusDays } from '../../state/zoned.ts'

/** `clock` is 2026-11-17T15:00:00 or 2026-11-17; the stamp and its zone are there where words were read. */
export interface Moment {
  clock: string
  stamp?: string | undefined
  zone?: string | undefined
}
export interface Offer extends Moment {
  says: string
  end?: Moment | undefined
}

/** What a field says. */
export type Read =
  | { state: 'empty' }
  | ({ state: 'clear'; end?: Moment | undefined } & Moment)
  | { state: 'choose'; why: string; choices: Offer[] }
  | { state: 'unclear'; why: string }

const two = (text: string | number): string => String(text).padStart(2, '0')

/** A stamp as it is typed: 2026-11-17 15:00. */
export function typed(stamp: string, zone: string): string {
  const at = instantOfStamp(stamp, zone)
  if (!stamp.includes('T') || at === undefined) return stamp.slice(0, 10)
  return clockOf(at, zone).slice(0, 16).replace('T', ' ')
}

/** Reads a date, a date with a clock, or on a known day a clock or a length; undefined for all else. */
export function readPlain(text: string, since?: { day: Day; minute: number }): string | undefined {
  const words = text.trim().toLowerCase()
  const [, day, hour, minute] = /^(\d{4}-\d\d-\d\d)(?:[ t](\d?\d):(\d\d))?$/.exec(words) ?? []
  if (day !== undefined && isDay(day)) return hour === undefined ? day : clockAt(day, Number(hour), Number(minute))
  if (!since) return undefined
  const [, at, past, half] = /^(\d?\d)(?::(\d\d))? ?(am|pm)?$/.exec(words) ?? []
  if (at !== undefined && (past !== undefined || half !== undefined)) {
    const hours = half === undefined ? Number(at) : (Number(at) % 12) + (half === 'pm' ? 12 : 0)
    return clockAt(since.day, hours, Number(past ?? 0))
  }
  const [, hours, minutes] = /^(?:(\d+(?:\.\d+)?) ?h(?:ours?)?)? ?(?:(\d+) ?m(?:in(?:utes?)?)?)?$/.exec(words) ?? []
  if (hours === undefined && minutes === undefined) return undefined
  const length = Math.round(Number(hours ?? 0) * 60) + Number(minutes ?? 0)
  const all = since.minute + length
  return clockAt(plusDays(since.day, Math.floor(all / 1440)), Math.floor((all % 1440) / 60), all % 60)
}

const clockAt = (day: Day, hour: number, minute: number): string | undefined =>
  hour > 24 || minute > 59 ? undefined : `${plusDays(day, hour === 24 ? 1 : 0)}T${two(hour % 24)}:${two(minute)}:00`

/** Reads whatever was typed. */
export async function readWords(text: string, since?: { day: Day; minute: number }): Promise<Read> {
  if (text.trim() === '') return { state: 'empty' }
  const plain = readPlain(text, since)
  if (plain !== undefined) return { state: 'clear', clock: plain }
  // The sidecar reads whole lines: the words stand for when, after a name.
  const { state, choices, why = '' } = await understand(`Event ${text.trim()}`, 'event')
  const found = choices.flatMap(({ says, start, end }) =>
    start === undefined ? [] : [{ says, ...parted(start), end: end === undefined ? undefined : parted(end) }],
  )
  const [first] = found
  if (state === 'clear' && first) return { ...first, state: 'clear' }
  if (found.length > 1) return { state: 'choose', why, choices: found }
  return { state: 'unclear', why }
}

/** A stamp as what the clock shows, and the zone that it is in. */
export function parted(stamp: string): Moment {
  const [, clock = stamp, zone] = /^(\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?)?)[^[]*(?:\[([^\]]+)\])?/.exec(stamp) ?? []
  return { clock, stamp, zone }
}

/**
 * What was read, as a tool takes it. A clock that was typed goes as it stands, so that one which the zone leaves out or has
 * twice is noticed there; what words or a choice came to is exact already.
 */
export function stamped({ clock, stamp }: { clock: string; stamp?: string | undefined }): string {
  return stamp ?? clock
}

/** The day and the minute that something began at, for ends that are said from there. */
export const sinceOf = (read: Read | undefined): { day: Day; minute: number } | undefined =>
  read?.state === 'clear'
    ? {
        day: read.clock.slice(0, 10),
        minute: Number(read.clock.slice(11, 13)) * 60 + Number(read.clock.slice(14, 16)),
      }
    : undefined
