// Moments and stretches from what was collected: every reading that there is, and why there are several.
import { lengthOnly, type Reading, timed, wholeDays } from './build.ts'
import { type Hour, hoursOf, stretchOf, windowOf } from './clocks.ts'
import { isEmpty, type Places } from './collect.ts'
import { instantsOf } from './instants.ts'
import { isClock } from './lengths.ts'
import type { Alt, Clock, Context, Days, Zone } from './pieces.ts'
import { recurring } from './recurring.ts'
import { sayTime } from './says.ts'
import { sideDays } from './sidedays.ts'
import { tell } from './told.ts'

export interface Readings {
  readings: Reading[]
  whys: string[]
}

const none: Readings = { readings: [], whys: [] }
const noted = (...notes: (string | undefined)[]): string[] => notes.filter((note) => note !== undefined)

/** All readings of something that happens once. */
export function resolve(places: Places, context: Context): Readings {
  const { main, end, length } = places
  if (places.count) return none
  if (isEmpty(main)) {
    if (places.bound || places.zone || places.isAllDay || !length || !isEmpty(end)) return none
    return { readings: [{ choice: lengthOnly(length.length, context) }], whys: [] }
  }
  if (main.instant) return fromNow(places, main.instant.at, context)
  const days = sideDays(main, context)
  if (days?.alts.length === 0) return none
  if (places.isAllDay && (main.clock || main.part)) return none
  if (main.clock) return withClock(places, main.clock.clocks, days, context)
  if (end.clock || end.part || end.instant) return none
  if (main.part) return isEmpty(end) ? withPart(places, days, context) : none
  return days && !places.zone ? wholes(places, days, context) : none
}

/** "In 20 minutes", with a length if one was said. */
function fromNow(places: Places, at: Temporal.ZonedDateTime, context: Context): Readings {
  const { main, end, length } = places
  if (Object.keys(main).length > 1 || !isEmpty(end)) return none
  const stop = length && at.add(length.length)
  return { readings: [{ choice: timed(at, stop, { notes: [], bound: places.bound }, context) }], whys: [] }
}

function wholes(places: Places, days: NonNullable<ReturnType<typeof sideDays>>, context: Context): Readings {
  const { bound, end } = places
  const said = places.length?.length
  // Hours are how long it takes on those days; days are how many they are.
  const length = said && isClock(said) ? said : undefined
  const many = said && !isClock(said) ? said : undefined
  if (many && !isEmpty(end)) return none
  const whys = [...days.whys]
  const readings = days.alts.flatMap(({ value: [first, last], note, ifFuture }): Reading[] => {
    const until = isEmpty(end) ? undefined : sideDays(end, context, first)
    whys.push(...(until?.whys ?? []))
    // From a month on is from its first day on.
    const whole = bound === 'from' ? first : many ? first.add(many).subtract({ days: 1 }) : last
    return (until ? until.alts.map(({ value }) => value[1]) : [whole])
      .filter((stop) => Temporal.PlainDate.compare(stop, first) >= 0)
      .map((stop) => ({
        choice: wholeDays(first, stop, { notes: noted(note), bound, length }, context),
        ...(ifFuture ? { isSoft: true } : {}),
      }))
  })
  return { readings, whys }
}

/** A part of a day by the working hours; noon by itself is a moment. */
function withPart(places: Places, days: ReturnType<typeof sideDays>, context: Context): Readings {
  const { part } = places.main
  if (!part) return none
  if (part.part === 'noon') return withClock(places, [{ h: 12, m: 0, exact: true }], days, context)
  const said = part.window?.map(({ h, m }): Hour => ({ time: new Temporal.PlainTime(h, m), plus: 0 }))
  const [from, to] = said ?? windowOf(part.part, context)
  if (!from || !to) return none
  const isOver = Temporal.PlainTime.compare(to.time, from.time) <= 0
  const window = { from, to: { ...to, plus: isOver ? 1 : 0 } }
  const note = part.window ? undefined : tell(context.locale, 'partHours')
  return place(places, [{ ...window, note }], days, [], context)
}

interface Window {
  from: Hour
  to?: Hour
  note?: string | undefined
}

function withClock(
  places: Places,
  clocks: readonly Clock[],
  days: ReturnType<typeof sideDays>,
  context: Context,
): Readings {
  const { main, end } = places
  const whys = main.clock?.why ? [main.clock.why] : []
  const windows: Window[] = []
  const [stop] = end.clock?.clocks ?? []
  if ((!isEmpty(end) && !stop) || (stop && places.length)) return none
  for (const clock of clocks) {
    const parts = { from: main.part?.part, to: end.part?.part ?? main.part?.part }
    const isDated = days !== undefined
    const found = stop
      ? stretchOf(clock, stop, parts, isDated, context)
      : { alts: [] as Window[], whys: [] as string[] }
    const hours = stop ? undefined : hoursOf(clock, parts.from, isDated, context)
    windows.push(...found.alts, ...(hours?.alts ?? []).map((from) => ({ from })))
    whys.push(...found.whys, ...(hours?.whys ?? []))
  }
  return place(places, windows, days, whys, context)
}

/** A part of the day as such, within which something is. */
const isPart = ({ main }: Places): boolean => main.part !== undefined && main.part.part !== 'noon' && !main.clock

/** Times on days in zones. */
function place(
  places: Places,
  windows: readonly Window[],
  days: ReturnType<typeof sideDays>,
  before: readonly string[],
  context: Context,
): Readings {
  const whys = [...before, ...(days?.whys ?? []), ...(places.zone?.why ? [places.zone.why] : [])]
  const zones: Alt<Zone | undefined>[] = places.zone?.alts ?? [{ value: undefined }]
  const readings: Reading[] = []
  for (const { value: zone } of zones)
    for (const window of windows)
      for (const day of days?.alts ?? [undated(window, zone, context)]) {
        const found = on(places, window, day, zone, context)
        readings.push(...found.readings)
        whys.push(...found.whys)
      }
  return { readings, whys }
}

/** A time without a day is the next such time. */
function undated({ from, to }: Window, zone: Zone | undefined, context: Context): Alt<Days> {
  const { locale, now } = context
  const there = zone ? now.withTimeZone(zone.id) : now
  const today = there.toPlainDate()
  const last = to ?? from
  const isOver = Temporal.PlainDateTime.compare(atOf(today, last), there.toPlainDateTime()) <= 0
  const day = isOver ? today.add({ days: 1 }) : today
  const isBegun = !isOver && Temporal.PlainDateTime.compare(atOf(today, from), there.toPlainDateTime()) < 0
  if (isBegun) return { value: [day, day], note: tell(locale, 'begun') }
  return { value: [day, day], ...(isOver ? { note: tell(locale, 'rolled', sayTime(from.time)) } : {}) }
}

const atOf = (day: Temporal.PlainDate, { time, plus }: Hour): Temporal.PlainDateTime =>
  day.add({ days: plus }).toPlainDateTime(time)

function on(
  places: Places,
  window: Window,
  { value: [first, last], note, ifFuture }: Alt<Days>,
  zone: Zone | undefined,
  context: Context,
): Readings {
  if (!first.equals(last)) return each(places, window, [first, last], zone, context)
  const starts = instantsOf(atOf(first, window.from), zone, context)
  const until = sideDays(places.end, context, first)
  const whys = [...starts.whys, ...(until?.whys ?? [])]
  const part = isPart(places) ? places.main.part?.part : undefined
  const length = part && places.length?.length
  const readings: Reading[] = []
  for (const start of starts.alts)
    for (const day of until ? until.alts.map(({ value }) => value[0]) : [undefined]) {
      const ends = endsOf(places, window, day, start, context)
      whys.push(...ends.whys)
      const notes = noted(note, window.note, window.from.note, window.to?.note, ends.note)
      for (const end of ends.alts) {
        const extra = { notes, bound: places.bound, part, length }
        readings.push({ choice: timed(start, end, extra, context), ...(ifFuture ? { isSoft: true } : {}) })
      }
    }
  return { readings, whys }
}

interface Ends {
  alts: (Temporal.ZonedDateTime | undefined)[]
  whys: string[]
  note?: string | undefined
}

/** When it ends: on the day that was said for the end, or else on that of the beginning or the next. */
function endsOf(
  places: Places,
  { from, to }: Window,
  day: Temporal.PlainDate | undefined,
  start: Temporal.ZonedDateTime,
  context: Context,
): Ends {
  if (places.length && !isPart(places)) return { alts: [start.add(places.length.length)], whys: [] }
  if (!to) return { alts: [undefined], whys: [] }
  const first = start.toPlainDate().subtract({ days: from.plus })
  const at = day && !day.equals(first) ? atOf(day, { ...to, plus: 0 }) : atOf(first, to)
  // It ends by the same clocks by which it begins.
  const ends = instantsOf(at, { id: start.timeZoneId }, context)
  const there = ends.alts.map((end) => end.withTimeZone(start.timeZoneId))
  const after = there.filter((end) => Temporal.ZonedDateTime.compare(end, start) > 0)
  if (!ends.isTwice || after.length < 2) return { alts: after, whys: after.length < 2 ? [] : ends.whys }
  // An end in the hour that comes twice keeps the offset of its beginning, which is told.
  return { alts: after.slice(0, 1), whys: [], note: tell(context.locale, 'twiceEnd', sayTime(at.toPlainTime())) }
}

/** "Mon–Fri 9–5": one stretch, or the same hours on each day. The second is a rule, so it is offered as such. */
function each(
  places: Places,
  { from, to }: Window,
  [first, last]: Days,
  zone: Zone | undefined,
  context: Context,
): Readings {
  if (!to || !places.main.weekday?.range || first.until(last).days > 6) return none
  const [start] = instantsOf(atOf(first, from), zone, context).alts
  const [stop] = start ? instantsOf(atOf(last, to), { id: start.timeZoneId }, context).alts : []
  if (!start || !stop) return none
  const daily = recurring(
    {
      rule: { freq: 'DAILY', interval: 1 },
      time: { from, to },
      from: first,
      limit: { count: first.until(last).days + 1 },
      length: undefined,
      zone,
    },
    context,
  )
  const whole = timed(start, stop, { notes: noted(from.note), bound: places.bound }, context)
  return {
    readings: [...(daily ? [{ choice: daily }] : []), { choice: whole }],
    whys: [tell(context.locale, 'whyRange')],
  }
}
