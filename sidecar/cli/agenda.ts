// `steward calendar show`: the events by the days of the user's zone.
import { overlaps } from '../text/agenda/conflicts.ts'
import { count, given } from './args.ts'
import {
  chosenCalendar,
  clock,
  type Days,
  dayName,
  type EventView,
  faultNotes,
  openDays,
  shortIds,
  windowOf,
} from './days.ts'
import { UsageError } from './exit.ts'
import { table } from './table.ts'
import type { Answer, Run } from './types.ts'

const USUAL_DAYS = 7
const MOST_DAYS = 400

interface Row {
  day: Temporal.PlainDate
  time: string
  event: EventView
}

const zoned = (ms: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)

/** The days that are shown: those of the words, or so many from their first on. */
function shownDays(run: Run, days: Days): Shown {
  const words = run.args.slice(1).join(' ').trim()
  const many = count(run.options, 'days')
  if (many !== undefined && many > MOST_DAYS)
    throw new UsageError(`--days may be ${MOST_DAYS} at most.`, 'Look at a shorter time.')
  if (words === '') {
    const from = zoned(days.now, days.zone).toPlainDate()
    return { from, to: from.add({ days: many ?? USUAL_DAYS }) }
  }
  const window = windowOf(words, 'The time', days)
  const from = window.from.toPlainDate()
  if (many !== undefined) return { from, to: from.add({ days: many }) }
  // The day in which it ends belongs to it; one that ends at midnight does not reach into the next.
  const last = window.to.equals(window.from) ? window.to : window.to.subtract({ nanoseconds: 1 })
  return { from, to: last.toPlainDate().add({ days: 1 }) }
}

/** The days of an event within the window, each with what of it is on that day. */
function rowsOf(event: EventView, from: Temporal.PlainDate, to: Temporal.PlainDate, zone: string): Row[] {
  const start = zoned(event.startsAt, zone)
  const end = zoned(Math.max(event.startsAt, event.endsAt), zone)
  const first = event.allDay ? Temporal.PlainDate.from(event.start) : start.toPlainDate()
  const over = event.allDay ? Temporal.PlainDate.from(event.end) : end.toPlainDate()
  // An end at midnight, and the exclusive end of whole days, are on the day before.
  const isBefore = event.allDay || (clock(end) === '00:00' && end.second === 0)
  const back = isBefore && Temporal.PlainDate.compare(over, first) > 0 ? over.subtract({ days: 1 }) : over
  const rows: Row[] = []
  const earliest = Temporal.PlainDate.compare(first, from) < 0 ? from : first
  for (let day = earliest; Temporal.PlainDate.compare(day, back) <= 0; day = day.add({ days: 1 })) {
    if (Temporal.PlainDate.compare(day, to) >= 0) break
    rows.push({ day, time: timeOn(day, event, start, end, back), event })
  }
  return rows
}

function timeOn(
  day: Temporal.PlainDate,
  { allDay, startsAt, endsAt }: EventView,
  start: Temporal.ZonedDateTime,
  end: Temporal.ZonedDateTime,
  back: Temporal.PlainDate,
): string {
  if (allDay) return 'all day'
  const isFirst = day.equals(start.toPlainDate())
  const isLast = day.equals(back)
  if (isFirst && endsAt <= startsAt) return clock(start)
  if (isFirst && isLast) return `${clock(start)}–${clock(end)}`
  if (isFirst) return `${clock(start)}→`
  return isLast ? `→${clock(end)}` : 'all day'
}

/** What is special about an event, in words. */
function marks(event: EventView, isMet: boolean): string {
  const said = [
    ...(event.status === 'confirmed' ? [] : [event.status]),
    ...(event.answer === 'DECLINED' ? ['declined'] : []),
    ...(event.answer === 'NEEDS-ACTION' ? ['not answered'] : []),
    ...(event.busy === 'free' && event.status === 'confirmed' && !event.allDay ? ['free'] : []),
    ...(isMet ? ['conflict'] : []),
  ]
  return `${event.recurring ? ' ↻' : ''}${said.length === 0 ? '' : ` (${said.join(', ')})`}`
}

function lines(run: Run, rows: readonly Row[], days: Days): string[] {
  const met = overlaps([...new Set(rows.map(({ event }) => event))])
  const short = shortIds(rows.map(({ event }) => event.uid))
  const names = new Map(days.calendars.map(({ id, name }) => [id, name]))
  const [, ...body] = table(
    rows,
    [
      { title: '', of: ({ time }) => time, whole: true },
      { title: '', of: ({ event }) => `${event.title || 'No title'}${marks(event, met.has(event))}` },
      { title: '', of: ({ event }) => event.location ?? '' },
      { title: '', of: ({ event }) => names.get(event.calendar) ?? event.calendar },
      { title: '', of: ({ event }) => short(event.uid), whole: true, paint: (cell) => run.paint.dim(cell) },
    ],
    run.width - 2,
    run.paint,
  )
  const today = zoned(days.now, days.zone).toPlainDate()
  let last: Temporal.PlainDate | undefined
  return body.flatMap((line, i) => {
    const day = rows[i]?.day
    if (!day || last?.equals(day)) return [`  ${line}`]
    const apart = last ? [''] : []
    last = day
    const mark = day.equals(today) ? ' (today)' : day.equals(today.add({ days: 1 })) ? ' (tomorrow)' : ''
    return [...apart, run.paint.bold(`${dayName(day)}${mark}`), `  ${line}`]
  })
}

/** The days that are shown; the last does not count itself. */
export interface Shown {
  from: Temporal.PlainDate
  to: Temporal.PlainDate
}

/** Events by their days, or that there are none. */
export function agendaText(run: Run, events: readonly EventView[], { from, to }: Shown, days: Days): string[] {
  const rows = events
    .flatMap((event) => rowsOf(event, from, to, days.zone))
    .sort((a, b) => Temporal.PlainDate.compare(a.day, b.day) || rank(a) - rank(b))
  if (rows.length > 0) return lines(run, rows, days)
  const until = to.subtract({ days: 1 })
  return [`Nothing: ${until.equals(from) ? dayName(until) : `${dayName(from)} to ${dayName(until)}`}.`]
}

/** The events of some days. */
export async function show(run: Run): Promise<Answer> {
  const days = await openDays(run)
  const shown = shownDays(run, days)
  const calendar = chosenCalendar(run, days)
  const query = given(run.options, 'query')
  const from = shown.from.toZonedDateTime(days.zone).toInstant().toString()
  const to = shown.to.toZonedDateTime(days.zone).toInstant().toString()
  const found = await (await run.client()).call('calendar/events', {
    ...{ from, to },
    ...(calendar === undefined ? {} : { calendars: [calendar] }),
    ...(query === undefined ? {} : { query }),
  })
  return {
    value: { from, to, zone: days.zone, ...found },
    text: agendaText(run, found.events, shown, days),
    notes: [
      ...faultNotes(run, found.faults),
      ...(found.cut ? [`There is more: only ${found.events.length} events are shown.`] : []),
    ],
  }
}

// Whole days first, then what goes on from the day before, then by the clock.
const rank = ({ time, event }: Row): number => (time.includes(':') && !time.startsWith('→') ? event.startsAt : 0)
