// Days of the user's calendar as moments.
import { dayOf } from '../text/time.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The first moment of a day such as "2026-03-29", in the user's zone. */
export function startOf(day: string): number {
  const middle = Date.parse(`${day}T00:00:00Z`)
  // No zone is further off than this; by halves, since nobody tells the offset of a zone.
  let [before, after] = [middle - 16 * HOUR_MS, middle + 16 * HOUR_MS]
  while (after - before > 1) {
    const at = Math.floor((before + after) / 2)
    if (dayOf(at) < day) before = at
    else after = at
  }
  return after
}

/** The day after, by its name. */
export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)

/** The day some days ago; today with none. */
export const daysAgo = (days: number, now = Date.now()): string => {
  const today = dayOf(now)
  return new Date(Date.parse(`${today}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)
}
