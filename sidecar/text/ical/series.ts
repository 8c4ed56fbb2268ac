// One event with all that belongs to it: its rules, its exceptions and the occurrences that were changed.
import type { Budget } from './budget.ts'
import { DAY, dayOf } from './days.ts'
import { type Clock, type Entry, endOf, type Length, lengthOf, lengthTo, type Moment, momentOf } from './event.ts'
import { expand } from './expand.ts'
import type { Rule } from './rule.ts'
import type { When } from './values.ts'
import { toUtc, toWall } from './zone.ts'

/** Half open, in seconds. */
export interface Window {
  from: number
  to: number
}

export interface Found {
  entry: Entry
  start: Moment
  end: Moment
  /** Which occurrence of the series it is, as it was before it was moved. */
  original: Moment
  recurring: boolean
}

const within = (start: number, end: number, { from, to }: Window): boolean =>
  start === end ? start >= from && start < to : start < to && end > from

/** An occurrence if it is in the window: it overlaps it, or has no length and lies in it. */
function place(entry: Entry, start: Moment, length: Length, original: Moment, recurring: boolean, window: Window) {
  const end = endOf(start, length, entry.zone)
  return within(start.utc, end.utc, window) ? [{ entry, start, end, original, recurring }] : []
}

/** The last wall time that a rule allows. UNTIL as a date means all of that day. */
export function untilOf(rule: Rule, entry: Entry, clock: Clock): number {
  const { until } = rule
  if (!until) return Number.POSITIVE_INFINITY
  if (until.date) return until.wall + DAY - 1
  return entry.start.date || !until.utc ? until.wall : momentOf(until, clock, entry.zone).wall
}

function longest(length: Length): number {
  if ('exact' in length) return length.exact
  return DAY + ('clock' in length ? length.clock : length.days * DAY + length.seconds)
}

/** Marks occurrences by the instant, or by the day where either side is a date. */
class Marks {
  private readonly instants = new Set<number>()
  private readonly days = new Set<number>()
  private readonly entry: Entry
  private readonly clock: Clock
  constructor(entry: Entry, clock: Clock) {
    this.entry = entry
    this.clock = clock
  }
  add(when: When): void {
    // Against a date, a time counts by the day that is written.
    if (when.date || this.entry.start.date) this.days.add(dayOf(when.wall))
    else this.instants.add(momentOf(when, this.clock, this.entry.zone).utc)
  }
  has(moment: Moment): boolean {
    return this.instants.has(moment.utc) || (this.days.size > 0 && this.days.has(dayOf(moment.wall)))
  }
}

interface Change {
  entry: Entry
  id: Moment
}

/** By how much a change for this and all following moves them, on its own clock. */
const shiftOf = ({ entry, id }: Change): number => entry.start.wall - toWall(entry.zone, id.utc)

export class Series {
  readonly master: Entry
  private readonly clock: Clock
  private readonly budget: Budget
  private readonly changed: Marks
  private readonly gone: Marks
  private readonly following: Change[]

  constructor(master: Entry, changes: readonly Entry[], clock: Clock, budget: Budget) {
    this.master = master
    this.clock = clock
    this.budget = budget
    this.changed = new Marks(master, clock)
    for (const { recurrenceId } of changes) if (recurrenceId) this.changed.add(recurrenceId)
    this.gone = new Marks(master, clock)
    for (const date of master.exceptDates) this.gone.add(date)
    this.following = changes
      .filter(({ thisAndFuture }) => thisAndFuture)
      .flatMap((entry) => (entry.recurrenceId ? [{ entry, id: momentOf(entry.recurrenceId, clock, master.zone) }] : []))
      .sort((a, b) => a.id.utc - b.id.utc)
  }

  /** Whether a changed occurrence was taken out of the series again. */
  drops({ recurrenceId }: Entry): boolean {
    return recurrenceId !== undefined && this.gone.has(this.dated(recurrenceId))
  }

  /** The occurrences in the window that were not changed one by one. */
  in(window: Window): Found[] {
    const { master } = this
    const recurring = master.rules.length + master.dates.length > 0
    if (!recurring) return this.once(window)
    const found: Found[] = []
    for (const { moment, length } of this.set(window)) {
      if (this.changed.has(moment)) continue
      const change = this.following.findLast(({ id }) => id.utc <= moment.utc)
      if (change) found.push(...this.moved(change, moment, window))
      else found.push(...place(master, moment, length, moment, true, window))
    }
    return found
  }

  private once(window: Window): Found[] {
    const { master } = this
    if (this.changed.has(master.start)) return []
    if (this.gone.has(master.start)) return []
    return place(master, master.start, master.length, master.start, false, window)
  }

  private moved(change: Change, original: Moment, window: Window): Found[] {
    const { entry } = change
    const wall = toWall(entry.zone, original.utc) + shiftOf(change)
    const start = { utc: toUtc(entry.zone, wall), wall, date: entry.start.date }
    return place(entry, start, entry.length, original, true, window)
  }

  /** The wall times between which occurrences can touch the window, however long and however far moved. */
  private reach({ from, to }: Window): Window {
    const { master, following } = this
    const lengths = [longest(master.length), ...following.map(({ entry }) => longest(entry.length))]
    const shifts = [0, ...following.map(shiftOf)]
    const margin = 2 * DAY
    return {
      from: toWall(master.zone, from) - Math.max(...lengths) - Math.max(...shifts) - margin,
      to: toWall(master.zone, to) - Math.min(...shifts) + margin,
    }
  }

  private walls(rules: readonly Rule[], reach: Window): Set<number> {
    const { master } = this
    const found = new Set<number>()
    for (const rule of rules) {
      const bounds = { ...reach, until: untilOf(rule, master, this.clock) }
      for (const wall of expand(rule, master.start.wall, bounds, this.budget))
        found.add(master.start.date ? dayOf(wall) * DAY : wall)
    }
    return found
  }

  /** The recurrence set near the window: rules and dates, without their exceptions. */
  private set(window: Window): { moment: Moment; length: Length }[] {
    const { master } = this
    const { date } = master.start
    const reach = this.reach(window)
    const goneWalls = this.walls(master.exceptRules, reach)
    const found = new Map<number, { moment: Moment; length: Length }>()
    const put = (moment: Moment, length: Length) => {
      if (!this.gone.has(moment) && !goneWalls.has(moment.wall)) found.set(moment.utc, { moment, length })
    }
    if (master.rules.length === 0) put(master.start, master.length)
    for (const wall of this.walls(master.rules, reach))
      put({ utc: toUtc(master.zone, wall), wall, date }, master.length)
    for (const period of master.dates) {
      const moment = this.dated(period.start)
      const length = period.end
        ? lengthTo(moment, period.end, this.clock, master.zone)
        : period.duration
          ? lengthOf(period.duration, date)
          : master.length
      put(moment, length)
    }
    return [...found.values()]
  }

  /** An RDATE as an occurrence; a date among times has the time of the first. */
  private dated(when: When): Moment {
    const { master, clock } = this
    const { date, wall: first } = master.start
    if (date) {
      const wall = dayOf(when.wall) * DAY
      return { utc: toUtc(master.zone, wall), wall, date }
    }
    if (!when.date) return momentOf(when, clock, master.zone)
    const wall = when.wall + first - dayOf(first) * DAY
    return { utc: toUtc(master.zone, wall), wall, date }
  }
}

/** Changed occurrences that are in the window by where they are now. */
export function changedIn(changes: readonly Entry[], clock: Clock, window: Window): Found[] {
  return changes.flatMap((entry) => {
    const original = entry.recurrenceId ? momentOf(entry.recurrenceId, clock, entry.zone) : entry.start
    return place(entry, entry.start, entry.length, original, true, window)
  })
}
