// Which times of the day a clock that was said may mean.
import type { Clock, Context, PartName } from './pieces.ts'
import { sayTime } from './says.ts'
import { tell } from './told.ts'

/** A time, so many days after the day that was said. */
export interface Hour {
  time: Temporal.PlainTime
  plus: number
  note?: string
}

export interface Hours {
  alts: Hour[]
  whys: string[]
}

const timeOf = (h: number, { m, s = 0 }: Clock): Temporal.PlainTime => new Temporal.PlainTime(h, m, s)
const written = ({ h, m }: Clock): string => `${h}:${String(m).padStart(2, '0')}`

/** The hour by am, pm or the part of the day; undefined where they contradict each other. */
function byPart(clock: Clock, part: PartName): { h: number; plus?: number } | undefined {
  const { h } = clock
  if (h > 12) return part === 'early' || part === 'morning' ? undefined : { h }
  switch (part) {
    case 'early':
      return { h: h % 12 }
    case 'morning':
      return { h }
    case 'noon':
      return { h: h >= 10 ? h : h + 12 }
    case 'afternoon':
    case 'evening':
      return { h: h === 12 ? 12 : h + 12 }
    case 'night':
      if (h === 12 || h === 0) return { h: 0, plus: 1 }
      return h < 5 ? { h, plus: 1 } : { h: h + 12 }
  }
}

/** The times that a clock may mean, and why there are several. */
export function hoursOf(clock: Clock, part: PartName | undefined, isDated: boolean, context: Context): Hours {
  const { locale } = context
  if (clock.midnight) {
    const begin = { time: timeOf(0, clock), plus: 0 }
    const end = { time: timeOf(0, clock), plus: 1 }
    if (part !== undefined) return { alts: [end], whys: [] }
    return isDated ? { alts: [end, begin], whys: [tell(locale, 'whyMidnight')] } : { alts: [begin], whys: [] }
  }
  if (clock.h === 24) return { alts: [{ time: timeOf(0, clock), plus: 1 }], whys: [] }
  if (clock.half) return sure(timeOf((clock.h % 12) + (clock.half === 'pm' ? 12 : 0), clock))
  if (part !== undefined) {
    const found = byPart(clock, part)
    if (!found || found.h > 23) return { alts: [], whys: [] }
    const time = timeOf(found.h, clock)
    const plus = found.plus ?? 0
    const note = plus > 0 && found.h > 0 ? { note: tell(locale, 'small', sayTime(time)) } : {}
    return { alts: [{ time, plus, ...note }], whys: [] }
  }
  return clock.exact ? sure(timeOf(clock.h, clock)) : byWork(clock, context)
}

const sure = (time: Temporal.PlainTime): Hours => ({ alts: [{ time, plus: 0 }], whys: [] })

/** Morning or evening, by the working hours where only one of them is within. */
function byWork(clock: Clock, { work, locale }: Context): Hours {
  const both = [timeOf(clock.h % 12, clock), timeOf((clock.h % 12) + 12, clock)]
  const within = both.filter(
    (time) => Temporal.PlainTime.compare(time, work.start) >= 0 && Temporal.PlainTime.compare(time, work.end) <= 0,
  )
  const [only] = within
  if (only && within.length === 1) {
    // Taken as it is written, there is nothing to tell.
    const note = only.hour === clock.h ? {} : { note: tell(locale, 'hours', written(clock), sayTime(only)) }
    return { alts: [{ time: only, plus: 0, ...note }], whys: [] }
  }
  return { alts: both.map((time) => ({ time, plus: 0 })), whys: [tell(locale, 'whyHour', written(clock))] }
}

const minutes = ({ time, plus }: Hour): number => plus * 1440 + time.hour * 60 + time.minute + time.second / 60

/** All times that a clock might mean, whatever the working hours. */
function anyOf(clock: Clock, part: PartName | undefined, context: Context): Hour[] {
  if (clock.midnight || clock.h === 24) return [{ time: timeOf(0, clock), plus: 1 }]
  const isOpen = !clock.half && !clock.exact && part === undefined
  if (!isOpen) return hoursOf(clock, part, true, context).alts
  return [clock.h % 12, (clock.h % 12) + 12].map((h) => ({ time: timeOf(h, clock), plus: 0 }))
}

/** The first of these times after a beginning, on the next day if need be. */
function following(start: Hour, ends: readonly Hour[]): Hour | undefined {
  const later = ends.map((end) => (minutes(end) > minutes(start) ? end : { ...end, plus: end.plus + 1 }))
  return later.toSorted((a, b) => minutes(a) - minutes(b))[0]
}

export interface Stretch {
  from: Hour
  to: Hour
}

/** "3-4pm": what the end says of the beginning, and the beginning of the end. */
export function stretchOf(
  from: Clock,
  to: Clock,
  parts: { from: PartName | undefined; to: PartName | undefined },
  isDated: boolean,
  context: Context,
): { alts: Stretch[]; whys: string[] } {
  const ends = anyOf(to, parts.to, context)
  const isOpen = !from.half && !from.exact && !from.midnight && parts.from === undefined
  const isEndSure = to.half !== undefined || to.exact === true || to.midnight === true || parts.to !== undefined
  if (isOpen && isEndSure) {
    const all = anyOf(from, undefined, context).flatMap((start) => pair(start, following(start, ends)))
    const best = all.toSorted((a, b) => length(a) - length(b))[0]
    return { alts: best ? [best] : [], whys: [] }
  }
  const { alts, whys } = hoursOf(from, parts.from, isDated, context)
  return { alts: alts.flatMap((start) => pair(start, following(start, ends))), whys }
}

const pair = (from: Hour, to: Hour | undefined): Stretch[] => (to ? [{ from, to }] : [])
const length = ({ from, to }: Stretch): number => minutes(to) - minutes(from)

/** When a part of the day begins and ends, by the working hours. */
export function windowOf(part: PartName, { work }: Context): readonly [Hour, Hour] {
  const at = (h: number, plus = 0): Hour => ({ time: new Temporal.PlainTime(h), plus })
  const noon = at(12)
  const start = Temporal.PlainTime.compare(work.start, noon.time) < 0 ? { time: work.start, plus: 0 } : at(8)
  const end = Temporal.PlainTime.compare(work.end, noon.time) > 0 ? { time: work.end, plus: 0 } : at(18)
  const late = end.time.hour < 22 ? end : at(18)
  if (part === 'early') return [at(0), at(6)]
  if (part === 'morning') return [start, noon]
  if (part === 'evening') return [late, at(22)]
  return part === 'night' ? [late, at(0, 1)] : [noon, end]
}
