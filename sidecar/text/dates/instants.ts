// A clock time on a day in a zone as instants: none, one or two.
import type { Context, Zone } from './pieces.ts'
import { sayMoment } from './says.ts'
import { tell } from './told.ts'

export interface Instants {
  alts: Temporal.ZonedDateTime[]
  whys: string[]
  /** The time comes twice, so that the offset must be said. */
  isTwice?: true
  /** There is no such time on that day. */
  isGap?: true
}

/** The instants that a clock time may be. In a gap they are its neighbours, before and after. */
export function instantsOf(at: Temporal.PlainDateTime, zone: Zone | undefined, context: Context): Instants {
  const own = context.now.timeZoneId
  if (zone === undefined) return inPlace(at, own, context)
  // An offset that the user's own clocks show then is a way to say which of two times is meant.
  if (/^[+-]/.test(zone.id)) {
    const mine = bothOf(at, own).find(
      ({ offset, hour, minute }) => offset === zone.id && hour === at.hour && minute === at.minute,
    )
    return { alts: [mine ?? at.toZonedDateTime(zone.id)], whys: [] }
  }
  if (zone.offset === undefined) return inPlace(at, zone.id, context)
  const kept = bothOf(at, zone.id).find((one) => one.offset === zone.offset && one.toPlainDateTime().equals(at))
  if (kept) return { alts: [kept], whys: [] }
  const place = inPlace(at, zone.id, context)
  const why = tell(context.locale, 'whySeason', `UTC${zone.offset}`)
  return { alts: [at.toZonedDateTime(zone.offset), ...place.alts], whys: [why, ...place.whys] }
}

/** Whether the clocks there show this time twice on that day. */
export const comesTwice = (at: Temporal.ZonedDateTime): boolean =>
  bothOf(at.toPlainDateTime(), at.timeZoneId).length > 1

function bothOf(at: Temporal.PlainDateTime, id: string): Temporal.ZonedDateTime[] {
  const earlier = at.toZonedDateTime(id, { disambiguation: 'earlier' })
  const later = at.toZonedDateTime(id, { disambiguation: 'later' })
  return earlier.equals(later) ? [earlier] : [earlier, later]
}

function inPlace(at: Temporal.PlainDateTime, id: string, { locale }: Context): Instants {
  const alts = bothOf(at, id)
  const [first] = alts
  if (alts.length < 2 || !first) return { alts, whys: [] }
  const isTwice = first.toPlainDateTime().equals(at)
  const why = tell(locale, isTwice ? 'whyTwice' : 'whyGap', sayMoment(at, locale))
  return { alts, whys: [why], ...(isTwice ? { isTwice } : { isGap: true }) }
}
