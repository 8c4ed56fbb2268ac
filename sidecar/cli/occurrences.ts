// `steward calendar occurrences`: reads a file by itself, so no sidecar is needed.
import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { StewardError } from '../text/errors.ts'
import { calendarText } from '../text/ical/bytes.ts'
import { LONGEST_CALENDAR, parseCalendar } from '../text/ical/document.ts'
import { occurrences, viewerZone } from '../text/ical/occurrences.ts'
import { given, need, noMore } from './args.ts'
import { UsageError } from './exit.ts'
import type { Answer, Run } from './types.ts'
import { visible } from './visible.ts'

const usage = 'steward calendar occurrences FILE.ics [--from WHEN] [--to WHEN] [--tz ZONE]'

async function readCalendar(file: string): Promise<string> {
  const refuse = (thrown: unknown): never => {
    const { code, message } = thrown as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new StewardError('NOT_FOUND', `There is no file ${visible(file)}.`, 'Check its name.')
    throw new StewardError('BAD_TARGET', `${visible(file)} can not be read: ${message}`, 'Name a calendar file.')
  }
  const { size } = await stat(file).catch(refuse)
  // Looked at before it is in memory.
  if (size > LONGEST_CALENDAR)
    throw new StewardError(
      'TOO_LARGE',
      `${visible(file)} has ${size} bytes; at most ${LONGEST_CALENDAR} are read.`,
      'Split the file, or export a shorter time.',
    )
  return calendarText(await readFile(file).catch(refuse))
}

/** An instant as it is; a date or a time without a zone is on the clock of the zone. */
function instant(text: string, zone: string, option: string): Temporal.Instant {
  try {
    if (/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) && /T/i.test(text)) return Temporal.Instant.from(text)
    return Temporal.PlainDateTime.from(text).toZonedDateTime(zone).toInstant()
  } catch {
    throw new UsageError(
      `--${option} needs a date or a time, not "${visible(text)}".`,
      `For example --${option} 2024-05-01, or --${option} 2024-05-01T09:00:00Z`,
    )
  }
}

function windowOf(run: Run, zone: string): { from: Temporal.Instant; to: Temporal.Instant } {
  const from = given(run.options, 'from')
  const to = given(run.options, 'to')
  const today = Temporal.Now.plainDateISO(zone)
  const start = from === undefined ? today.toZonedDateTime(zone).toInstant() : instant(from, zone, 'from')
  const week = start.toZonedDateTimeISO(zone).add({ days: 7 }).toInstant()
  const end = to === undefined ? week : instant(to, zone, 'to')
  if (Temporal.Instant.compare(start, end) > 0) throw new UsageError('--to is before --from.', `Usage: ${usage}`)
  return { from: start, to: end }
}

/** What a calendar file says happens. */
export async function fileOccurrences(run: Run): Promise<Answer> {
  const file = resolve(need(run.args, 1, 'The file', usage))
  noMore(run.args, 2, usage)
  const zone = given(run.options, 'tz') ?? Temporal.Now.timeZoneId()
  viewerZone(zone)
  const { from, to } = windowOf(run, zone)
  const read = parseCalendar(await readCalendar(file))
  if (!read.items.some(({ kind }) => kind === 'component'))
    throw new StewardError(
      'BAD_INPUT',
      `${visible(file)} is no calendar.`,
      'Name a file that begins with BEGIN:VCALENDAR.',
    )
  const notes: string[] = []
  const found = occurrences(read, { from: from.toString(), to: to.toString(), zone, notes })
  return {
    value: found.map(({ start, end, summary }) => ({ start, end, summary })),
    text: found.map(({ start, end, summary }) => `${start}  ${end}  ${visible(summary)}`),
    notes: run.quiet ? [] : [...read.notes, ...notes].map(visible),
  }
}
