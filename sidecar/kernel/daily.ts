// How often something was used on the day that the user's calendar shows. A day begins at midnight of the user's zone, and is
// as long as it is there: 23 or 25 hours where clocks are changed.

interface Day {
  zone: string
  from: number
  to: number
}

/** The day of the user's calendar in which a moment lies. */
export function dayAround(at: number, zone: string): Day {
  const start = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).startOfDay()
  const next = start.toPlainDate().add({ days: 1 }).toZonedDateTime(zone)
  return { zone, from: start.epochMilliseconds, to: next.epochMilliseconds }
}

/** No day of any zone reaches further back than this: uses before it are of an earlier one, whatever the zone is set to. */
export const DAILY_REACH_MS = 2 * 86_400_000

export class DailyUses {
  readonly #now: () => number
  readonly #zone: () => string
  readonly #uses = new Map<string, number[]>()
  #day: Day | undefined

  constructor(now: () => number, zone: () => string) {
    this.#now = now
    this.#zone = zone
  }

  /** Notes one use, whenever it was. */
  add(id: string, at: number): void {
    const uses = this.#uses.get(id) ?? []
    const oldest = this.#now() - DAILY_REACH_MS
    while ((uses[0] ?? oldest) < oldest) uses.shift()
    uses.push(at)
    this.#uses.set(id, uses)
  }

  /** How many of its uses are of today. */
  count(id: string): number {
    const { from, to } = this.#today()
    return (this.#uses.get(id) ?? []).filter((at) => at >= from && at < to).length
  }

  #today(): Day {
    const now = this.#now()
    const zone = this.#zone()
    const day = this.#day
    if (day && day.zone === zone && now >= day.from && now < day.to) return day
    this.#day = dayAround(now, zone)
    return this.#day
  }
}
