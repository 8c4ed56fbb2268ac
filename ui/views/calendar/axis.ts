// Where an instant lies on the hours of a day. The hours are those of the clock, and an hour that one of the days has twice is
// there twice; days that do not have it, or lack one, leave it out. So nothing lies on another, whatever the clocks do. Pure.
import { DAY_MS, type Day, MINUTE_MS, minuteAt, plusDays, startOf } from '../../state/zoned.ts'

const DAY_MINUTES = 1440
const HOUR = 60

interface Shift {
  /** Minutes after the day's begin at which the clock is put back or forward. */
  at: number
  /** By how many: above zero they are there twice. */
  by: number
}

export interface DayAxis {
  day: Day
  start: number
  end: number
  shift?: Shift
}

export interface Axis {
  zone: string
  days: readonly DayAxis[]
  /** What some day has twice: the place of the second of both, and how long it is. */
  inserts: readonly { at: number; length: number }[]
  /** Minutes from top to bottom. */
  length: number
}

/** The hours of some days. */
export function axisOf(days: readonly Day[], zone: string): Axis {
  const all = days.map((day) => dayAxis(day, zone))
  const found = new Map<number, number>()
  for (const { shift } of all)
    if (shift && shift.by > 0) found.set(shift.at, Math.max(shift.by, found.get(shift.at) ?? 0))
  const inserts = [...found].map(([at, length]) => ({ at, length })).sort((a, b) => a.at - b.at)
  return { zone, days: all, inserts, length: inserts.reduce((sum, { length }) => sum + length, DAY_MINUTES) }
}

function dayAxis(day: Day, zone: string): DayAxis {
  const [start, end] = [startOf(day, zone), startOf(plusDays(day, 1), zone)]
  const by = Math.round((end - start - DAY_MS) / MINUTE_MS)
  return by === 0 ? { day, start, end } : { day, start, end, shift: { at: shiftAt(start, end, zone), by } }
}

// By halves: before the shift the clock is as far as the time that went by, after it no more.
function shiftAt(start: number, end: number, zone: string): number {
  if (!isPlain(start, 0, zone)) return 0
  let [low, high] = [0, Math.round((end - start) / MINUTE_MS)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isPlain(start, middle, zone)) low = middle
    else high = middle
  }
  return high
}

const isPlain = (start: number, minutes: number, zone: string): boolean =>
  minuteAt(start + minutes * MINUTE_MS, zone) === minutes

/** Where an instant of a day lies, in minutes from the top. An end lies before what is put in, a start after it. */
export function placeOn({ inserts }: Axis, { start, end, shift }: DayAxis, at: number, isEnd = false): number {
  const gone = (Math.max(start, Math.min(end, at)) - start) / MINUTE_MS
  const isAfter = shift !== undefined && (isEnd ? gone > shift.at : gone >= shift.at)
  if (shift && shift.by > 0 && isAfter) {
    const others = inserts.filter((one) => one.at !== shift.at)
    return others.reduce(
      (sum, one) => sum + (one.at + (one.at < shift.at ? 0 : shift.by) <= gone ? one.length : 0),
      gone,
    )
  }
  const clock = isAfter ? gone - shift.by : gone
  const isBefore = (one: { at: number }) => (isEnd ? one.at < clock : one.at <= clock)
  return inserts.filter(isBefore).reduce((sum, { length }) => sum + length, clock)
}

/** The instant at a place of a day. What the day does not have is the next that it has. */
export function instantAt({ inserts }: Axis, { start, end, shift }: DayAxis, place: number): number {
  let clock = place
  for (const one of [...inserts].reverse()) {
    if (shift && shift.by > 0 && one.at === shift.at) continue
    const before = inserts.filter(({ at }) => at < one.at).reduce((sum, { length }) => sum + length, 0)
    if (place > one.at + before) clock = Math.max(one.at + before, clock - one.length)
  }
  const gone = shift && shift.by < 0 && clock > shift.at ? Math.max(shift.at, clock + shift.by) : clock
  return Math.max(start, Math.min(end, start + gone * MINUTE_MS))
}

/** The place that shows the same on the clock, where a day does not have the hour twice that is there twice. */
export function onceOf({ inserts }: Axis, { shift }: DayAxis, place: number): number {
  let above = 0
  for (const { at, length } of inserts) {
    const isHere = place >= at + above && place < at + above + length
    if (isHere && !(shift && shift.by > 0 && shift.at === at)) return place - length
    above += length
  }
  return place
}

export interface HourLine {
  /** Minutes from the top. */
  at: number
  /** What the clock shows there. */
  clock: number
  isAgain: boolean
}

/** The lines of the hours, from the top. */
export function hourLines({ inserts }: Axis): HourLine[] {
  const lines: HourLine[] = []
  for (let clock = 0; clock < DAY_MINUTES; clock += HOUR) {
    const above = inserts.filter(({ at }) => at <= clock).reduce((sum, { length }) => sum + length, 0)
    lines.push({ at: clock + above, clock, isAgain: false })
  }
  let above = 0
  for (const { at, length } of inserts) {
    for (let more = 0; more < length; more += HOUR)
      lines.push({ at: at + above + more, clock: at - length + more, isAgain: true })
    above += length
  }
  return lines.sort((a, b) => a.at - b.at)
}

/** What a day does not have of the hours that are drawn: from and to, in minutes from the top. */
export function missing({ inserts }: Axis, { shift }: DayAxis): { from: number; to: number }[] {
  let above = 0
  const found: { from: number; to: number }[] = []
  for (const { at, length } of inserts) {
    if (!(shift && shift.by > 0 && shift.at === at)) found.push({ from: at + above, to: at + above + length })
    above += length
  }
  if (shift && shift.by < 0) {
    const over = inserts.filter(({ at }) => at <= shift.at).reduce((sum, { length }) => sum + length, 0)
    found.push({ from: shift.at + over, to: shift.at + over - shift.by })
  }
  return found
}
