// What was typed into a field for a time: a date, a clock or a length as they stand. Words are read in whenwords.ts. Pure.
import { clockOf, type Day, instantOfStamp, isDay, MINUTE_MS, plusDays, stampOf } from '../../state/zoned.ts'
import { lengthIn } from './length.ts'

/** `clock` is 2026-11-17T15:00:00 or 2026-11-17; the stamp and its zone are there where it is exact. */
export interface Moment {
  clock: string
  stamp?: string | undefined
  zone?: string | undefined
}
export interface Offer extends Moment {
  says: string
  /** What else it comes with. */
  start?: Moment | undefined
  end?: Moment | undefined
}

/** What a field says. */
export type Read =
  | { state: 'empty' }
  | ({ state: 'clear'; end?: Moment | undefined } & Moment)
  | { state: 'choose'; why: string; choices: Offer[] }
  | { state: 'unclear'; why: string }

/** Where something began, for ends that are said from there. */
export interface Since extends Moment {
  zone: string
  at: number
}

/** What words are read by. */
export interface Reading {
  /** Whose clock it is. */
  zone: string
  /** The user's own zone, which the sidecar reads words by. */
  home: string
  /** Days, or times of which a day alone has `clock`; either without it. */
  shape?: 'day' | 'time'
  clock?: string
  since?: Since | undefined
}

const two = (text: string | number): string => String(text).padStart(2, '0')

/** A clock as it is typed: 2026-11-17 15:00. */
export const clockText = (clock: string): string => clock.slice(0, 16).replace('T', ' ')

/** A stamp as it is typed. */
export function typed(stamp: string, zone: string): string {
  const at = instantOfStamp(stamp, zone)
  if (!stamp.includes('T') || at === undefined) return stamp.slice(0, 10)
  return clockText(clockOf(at, zone))
}

/** Reads a date, a date with a clock, or from a known beginning a clock or a length; undefined for all else. */
export function readPlain(text: string, since?: Since): Moment | undefined {
  const words = text.trim().toLowerCase().replace('：', ':')
  const [, day, hour, minute] = /^(\d{4}-\d\d-\d\d)(?:[ t](\d?\d):(\d\d))?$/.exec(words) ?? []
  if (day !== undefined && isDay(day)) return hour === undefined ? { clock: day } : clockAt(day, hour, minute)
  if (!since) return undefined
  return readClock(words, since) ?? readLength(words, since)
}

function clockAt(day: Day, hour: string | number, minute: string | number = 0): Moment | undefined {
  const [hours, minutes] = [Number(hour), Number(minute)]
  if (hours > 24 || minutes > 59 || (hours === 24 && minutes > 0)) return undefined
  return { clock: `${plusDays(day, hours === 24 ? 1 : 0)}T${two(hours % 24)}:${two(minutes)}:00` }
}

// The next such time after the beginning; at two, "until 4" is in the afternoon.
function readClock(words: string, { clock }: Since): Moment | undefined {
  const [, at, past, half] = /^(\d?\d)(?::(\d\d))? ?(am|pm)?$/.exec(words) ?? []
  if (at === undefined || !clock.includes('T')) return undefined
  const day = clock.slice(0, 10)
  const hour = half === undefined ? Number(at) : (Number(at) % 12) + (half === 'pm' ? 12 : 0)
  const isOpen = half === undefined && past === undefined && hour > 0 && hour < 12
  const hours = isOpen ? [hour, hour + 12] : [hour]
  const found = [...hours.map((one) => clockAt(day, one, past)), clockAt(plusDays(day, 1), hour, past)]
  return found.find((one) => one !== undefined && one.clock > clock)
}

// A length is added to the instant: the wall clock may be put forward or back in between.
function readLength(words: string, { clock, at, zone }: Since): Moment | undefined {
  const length = lengthIn(words)
  if (!length) return undefined
  const [day, time] = [clock.slice(0, 10), clock.slice(10)]
  // Three days from the first are the first and two more.
  if (time === '') return length.minutes > 0 ? undefined : { clock: plusDays(day, length.days - 1) }
  if (length.minutes === 0) return { clock: `${plusDays(day, length.days)}${time}` }
  const from = length.days === 0 ? at : instantIn(`${plusDays(day, length.days)}${time}`, zone)
  return momentAt(from + length.minutes * MINUTE_MS, zone)
}

const instantIn = (clock: string, zone: string): number => instantOfStamp(clock, zone) ?? Number.NaN

/** An instant on the clock of a zone. */
export const momentAt = (at: number, zone: string): Moment & { zone: string } => ({
  ...{ clock: clockOf(at, zone), stamp: stampOf(at, zone), zone },
})

/** The instant of what was read; of a clock that shows it twice, the first. */
export const instantOfMoment = ({ stamp, clock, zone: own }: Moment, zone: string): number =>
  instantIn(stamp ?? clock, own ?? zone)

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

/** Where something begins. */
export function sinceOf(read: Read | undefined, zone: string): Since | undefined {
  if (read?.state !== 'clear') return undefined
  const { clock, stamp } = read
  return { clock, stamp, zone: read.zone ?? zone, at: instantOfMoment(read, zone) }
}
