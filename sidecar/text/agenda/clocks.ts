// What a stamp means on a clock: no instant where the clocks go forward, two where they go back.
import { StewardError } from '../errors.ts'
import { zoneNamed } from '../zones.ts'
import { stampParts } from './whens.ts'

export interface OnClock {
  /** A whole day. */
  isDate: boolean
  /** As it is written, on the clock of the zone. */
  local: Temporal.PlainDateTime
  zone: string
  /** One where it is clear. In a gap they are its neighbours. */
  instants: Temporal.ZonedDateTime[]
  /** Why there are several. */
  fault?: 'gap' | 'twice' | 'offset'
}

/** The zone by any name that people use, or a clear error. */
export function zoneOrFail(name: string): string {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId
  } catch {
    const found = zoneNamed(name)
    if (found !== undefined) return found
    throw new StewardError(
      'BAD_INPUT',
      `There is no time zone ${JSON.stringify(name.slice(0, 80))}.`,
      'Use an IANA name, such as Europe/Berlin or UTC.',
    )
  }
}

/** A stamp, an instant or a date on the clock; undefined where it is none. Without a zone of its own it is in this one. */
export function onClock(stamp: string, zone: string): OnClock | undefined {
  const parts = stampParts(stamp)
  if (!parts) return undefined
  const { date, time, offset } = parts
  const local = Temporal.PlainDateTime.from(time === undefined ? date : `${date}T${time}`)
  if (time === undefined) return { isDate: true, local, zone, instants: [local.toZonedDateTime(zone)] }
  const exact = offset === undefined ? undefined : Temporal.Instant.from(`${date}T${time}${offset}`)
  if (parts.zone === undefined && exact) {
    const at = exact.toZonedDateTimeISO(zone)
    return { isDate: false, local: at.toPlainDateTime(), zone, instants: [at] }
  }
  return inZone(local, zoneOrFail(parts.zone ?? zone), exact)
}

/** A time on the clock of a zone; `exact` is the instant that was said with it. */
export function inZone(local: Temporal.PlainDateTime, zone: string, exact?: Temporal.Instant): OnClock {
  const both = (['earlier', 'later'] as const).map((disambiguation) => local.toZonedDateTime(zone, { disambiguation }))
  const [first, second] = both as [Temporal.ZonedDateTime, Temporal.ZonedDateTime]
  const made = { isDate: false, local, zone }
  const isGap = !first.toPlainDateTime().equals(local)
  if (isGap) return { ...made, instants: [first, second], fault: 'gap' }
  const meant = exact && both.find((each) => each.toInstant().equals(exact))
  if (meant) return { ...made, instants: [meant] }
  if (exact) return { ...made, instants: [first, exact.toZonedDateTimeISO(zone)], fault: 'offset' }
  return first.equals(second) ? { ...made, instants: [first] } : { ...made, instants: both, fault: 'twice' }
}

/** As a stamp. */
export const stampOf = (at: Temporal.ZonedDateTime | Temporal.PlainDate): string =>
  at instanceof Temporal.PlainDate ? at.toString() : at.toString({ smallestUnit: 'second' })
