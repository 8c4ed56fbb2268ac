// Start and end of an event as two fields: another start takes the end along, and whole days and times turn into each other.
import { useEffect, useRef } from 'preact/hooks'
import { preferences } from '../../state/calendar.ts'
import { daysBetween, isZone, plusDays } from '../../state/zoned.ts'
import { lengthIn } from '../parts/length.ts'
import { useWhen, type When } from '../parts/when.tsx'
import { instantOfMoment, type Moment, momentAt, type Read, type Reading, sinceOf } from '../parts/whenread.ts'
import type { Times, Wish } from './wish.ts'

/** Both as they are typed, which start the end belongs to, and which of them was filled in last. */
export interface KeptTimes {
  start: string
  end: string
  since: Moment
  isEndLast: boolean
}

export interface Pair {
  start: When
  end: When
  /** What both say, once they are read. */
  settle(): Promise<{ start: Read; end: Read }>
  /** Has whole days become times, or times whole days. */
  turn(allDay: boolean): Promise<void>
  /** As it is filled in, to be taken up again. */
  kept(): KeptTimes
  takeUp(kept: KeptTimes): void
  /** The clock of another zone shows what this one showed. */
  rezone(): void
}

const HOUR_MS = 3_600_000

interface Clocks {
  start: string | undefined
  end: string | undefined
}

/** The two fields of an event. */
export function usePair(first: Times, { allDay, zone: chosen }: Wish): Pair {
  const { zone: home, workingHours } = preferences.value
  const zone = isZone(chosen) ? chosen : home
  // Which start the end belongs to, and what the clocks showed last.
  const carried = useRef<Moment>(first.start)
  const clocks = useRef<Clocks>({ start: timeOf(first.start), end: timeOf(first.end) })
  const shape = allDay ? 'day' : 'time'
  const by: Reading = { zone, home, shape, clock: clocks.current.start ?? `${workingHours.from}:00` }
  const start = useWhen(first.start, by)
  const endBy = { ...by, clock: clocks.current.end ?? `${workingHours.to}:00` }
  const end = useWhen(first.end, { ...endBy, since: sinceOf(start.read, zone) })

  const isBehind = (begins: Moment): boolean => !isSame(carried.current, begins) && end.touched() <= start.touched()
  // What was filled in after the start stays; an end that is not read yet is taken along as soon as it is.
  const carry = (begins: Read | undefined, until: Read | undefined): Read | undefined => {
    if (begins?.state !== 'clear') return undefined
    clocks.current.start = timeOf(begins) ?? clocks.current.start
    const moved = isBehind(begins) ? (begins.end ?? laterBy(end.text, until, carried.current, begins, zone)) : undefined
    if (moved) end.pick(moved)
    if (moved || until?.state === 'clear' || !isBehind(begins)) carried.current = begins
    return moved && { ...moved, state: 'clear' }
  }
  useEffect(() => {
    if (end.read?.state === 'clear') clocks.current.end = timeOf(end.read) ?? clocks.current.end
    carry(start.read, end.read)
  }, [start.read, end.read])

  const settle = async () => {
    const begins = await start.settle()
    const before = sinceOf({ ...carried.current, state: 'clear' }, zone)
    const isMoved = begins.state === 'clear' && isBehind(begins)
    const moved = isMoved ? carry(begins, await end.settle({ since: before })) : undefined
    return { start: begins, end: moved ?? (await end.settle({ since: sinceOf(begins, zone) })) }
  }
  return {
    ...{ start, end, settle },
    async turn(isDays) {
      const [from, to] = [await start.settle(), await end.settle()]
      if (from.state !== 'clear') return
      const turned = isDays ? asDays(from, to) : asTimes(from, to, { ...workingHours, clocks: clocks.current, zone })
      start.pick(turned.start)
      end.pick(turned.end)
    },
    kept: () => ({
      ...{ start: start.text, end: end.text },
      since: carried.current,
      isEndLast: end.touched() > start.touched(),
    }),
    takeUp({ start: from, end: to, since, isEndLast }) {
      carried.current = since
      if (!isEndLast) end.type(to)
      start.type(from)
      if (isEndLast) end.type(to)
    },
    rezone() {
      start.type(start.text)
      if (!lengthIn(end.text)) end.type(end.text)
    },
  }
}

const timeOf = ({ clock }: Moment): string | undefined => (clock.includes('T') ? clock.slice(11) : undefined)
const isSame = (a: Moment, b: Moment): boolean => a.clock === b.clock && (a.stamp ?? b.stamp) === (b.stamp ?? a.stamp)

// As long as it was, from another start on; a length that was typed is counted from the start anyway.
function laterBy(text: string, until: Read | undefined, before: Moment, now: Moment, zone: string): Moment | undefined {
  if (until?.state !== 'clear' || lengthIn(text) || before.clock.length !== now.clock.length) return undefined
  if (!now.clock.includes('T'))
    return { clock: plusDays(until.clock.slice(0, 10), daysBetween(before.clock, now.clock)) }
  const length = instantOfMoment(until, zone) - instantOfMoment(before, zone)
  return length < 0 ? undefined : momentAt(instantOfMoment(now, zone) + length, now.zone ?? zone)
}

/** The days that times are on. One that ends at midnight is not on the day that begins then. */
export function asDays(from: Moment, to: Read): Times {
  const day = from.clock.slice(0, 10)
  const until = to.state === 'clear' ? to.clock : from.clock
  const last = /T00:00/.test(until) ? plusDays(until.slice(0, 10), -1) : until.slice(0, 10)
  return { start: { clock: day }, end: { clock: last < day ? day : last } }
}

/** Times on the same days: those that were there before, else when work begins, and an hour or until it ends. */
export function asTimes(
  from: Moment,
  to: Read,
  usual: { from: string; to: string; zone: string; clocks: Clocks },
): Times {
  const [day, last] = [from.clock.slice(0, 10), (to.state === 'clear' ? to : from).clock.slice(0, 10)]
  const { clocks, zone } = usual
  const start = { clock: `${day}T${clocks.start ?? `${usual.from}:00`}` }
  const end = { clock: `${last}T${clocks.end ?? `${usual.to}:00`}` }
  const isFit = end.clock > start.clock && (last > day || clocks.end !== undefined)
  return { start, end: isFit ? end : momentAt(instantOfMoment(start, zone) + HOUR_MS, zone) }
}
