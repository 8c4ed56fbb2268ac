// Hours of the day and days of the week as the user's wall clock shows them. The moment is handed in; no clock is read.

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

/** What a clock on the user's wall shows. */
export interface LocalTime {
  /** Minutes since midnight. */
  minute: number
  day: Weekday
}

/** From one time of day up to another, which may be past midnight: "22:00" to "07:00". */
export interface Hours {
  from: string
  to: string
}

export const DAY_MINUTES = 1440
export const clockShape = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/** Minutes since midnight of "07:30". */
export const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** Whether a minute of the day lies within hours; the last one does not count. */
export function isWithin({ from, to }: Hours, minute: number): boolean {
  const start = minuteOf(from)
  const end = minuteOf(to)
  return start <= end ? minute >= start && minute < end : minute >= start || minute < end
}

/** The day on which the hours began that a moment lies in: after midnight that is the day before. */
export function dayBegun({ from, to }: Hours, { minute, day }: LocalTime): Weekday {
  const isAfterMidnight = minuteOf(from) > minuteOf(to) && minute < minuteOf(to)
  return isAfterMidnight ? (weekdays[(weekdays.indexOf(day) + 6) % 7] ?? day) : day
}

/** The user's wall clock at a moment. */
export function localTime(at: number, zone: string): LocalTime {
  const { hour, minute, dayOfWeek } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  return { minute: hour * 60 + minute, day: weekdays[dayOfWeek - 1] ?? 'mon' }
}

/** The first moment from this one on that lies outside the hours, by a clock that may be put forward or back meanwhile. */
export function endOf(hours: Hours, at: number, zone: string): number {
  if (!isWithin(hours, localTime(at, zone).minute)) return at
  const here = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  const ends = [0, 1].flatMap((days) => {
    const end = here.toPlainDate().add({ days }).toPlainDateTime(hours.to)
    // A time that the clock shows twice, or leaves out.
    return (['earlier', 'later'] as const).map((disambiguation) => end.toZonedDateTime(zone, { disambiguation }))
  })
  // Where the clock leaves the end out, the hours are over at the change.
  const change = here.getTimeZoneTransition('next')
  const moments = [...ends, ...(change ? [change] : [])].map((one) => one.epochMilliseconds)
  return Math.min(...moments.filter((one) => one > at && !isWithin(hours, localTime(one, zone).minute)))
}
