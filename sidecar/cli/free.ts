// `steward calendar free`: when there is time, as text to paste.
import { given, noMore } from './args.ts'
import { calendarWays as ways } from './calendarcommand.ts'
import { chosenCalendar, type Days, faultNotes, minutesOf, openDays, windowOf } from './days.ts'
import { UsageError } from './exit.ts'
import type { Answer, Run } from './types.ts'
import { visibleLines } from './visible.ts'

const USUAL_DAYS = 7
const USUAL_LENGTH = '30m'

const nextQuarter = (at: Temporal.ZonedDateTime): Temporal.ZonedDateTime =>
  at.round({ smallestUnit: 'minute', roundingIncrement: 15, roundingMode: 'ceil' })

const dayEnd = (at: Temporal.ZonedDateTime): Temporal.ZonedDateTime =>
  at.equals(at.startOfDay()) ? at : at.startOfDay().add({ days: 1 })

function window(run: Run, days: Days): { from: string; to: string } {
  const now = Temporal.Instant.fromEpochMilliseconds(days.now).toZonedDateTimeISO(days.zone)
  const fromText = given(run.options, 'from')
  const toText = given(run.options, 'to')
  const first = fromText === undefined ? { from: now, to: now } : windowOf(fromText, '--from', days)
  const spans = first.to.since(first.from).total('hours') > 24
  // "next week" alone is its own end; a day alone begins a week, which ends with a day.
  const usual = spans ? first.to : dayEnd(first.from.add({ days: USUAL_DAYS }))
  const to = toText === undefined ? usual : windowOf(toText, '--to', days).to
  // What has passed is not free any more, and nobody begins at once.
  const from = Temporal.ZonedDateTime.compare(first.from, now) <= 0 ? nextQuarter(now) : first.from
  if (Temporal.ZonedDateTime.compare(from, to) >= 0)
    throw new UsageError('--to is before --from, or has passed.', `Usage: ${ways.free.usage}`)
  return { from: from.toInstant().toString(), to: to.toInstant().toString() }
}

/** Free time inside working hours. */
export async function free(run: Run): Promise<Answer> {
  noMore(run.args, 1, ways.free.usage)
  const days = await openDays(run)
  const calendar = chosenCalendar(run, days)
  const buffer = given(run.options, 'buffer')
  const zones = given(run.options, 'zones')
    ?.split(',')
    .map((zone) => zone.trim())
    .filter(Boolean)
  const query = {
    ...window(run, days),
    minutes: minutesOf(given(run.options, 'length') ?? USUAL_LENGTH, 'length', days),
    ...(buffer === undefined ? {} : { buffer: minutesOf(buffer, 'buffer', days) }),
    ...(zones === undefined ? {} : { zones }),
    ...(calendar === undefined ? {} : { calendars: [calendar] }),
  }
  const found = await (await run.client()).call('calendar/slots', query)
  const { from, to, minutes } = query
  return {
    value: { from, to, minutes, zone: days.zone, ...found },
    text: found.slots.length === 0 ? 'There is no free time.' : visibleLines(found.text.trimEnd()),
    notes: [...faultNotes(run, found.faults), ...(found.cut && !run.quiet ? ['There is more than this.'] : [])],
  }
}
