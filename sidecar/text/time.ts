// Instants as people read them.
import { StewardError } from './errors.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** One instant in one zone. */
export function timeIn(zone: string, epochMs: number) {
  const at = zoned(zone, epochMs)
  return {
    zone: at.timeZoneId,
    iso: at.toString({ smallestUnit: 'second' }),
    date: at.toPlainDate().toString(),
    time: at.toPlainTime().toString({ smallestUnit: 'second' }),
    weekday: weekdays[at.dayOfWeek - 1] ?? '',
    offset: at.offset,
  }
}

function zoned(zone: string, epochMs: number): Temporal.ZonedDateTime {
  try {
    return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone)
  } catch {
    throw new StewardError(
      'BAD_INPUT',
      `There is no time zone ${JSON.stringify(zone)}.`,
      'Use an IANA name, such as Europe/Berlin or UTC.',
    )
  }
}
