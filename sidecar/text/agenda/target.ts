// Which occurrence is meant, and what is known of it.
import { StewardError } from '../errors.ts'
import { Budget } from '../ical/budget.ts'
import { DAY, dateText, dayOf, instantText } from '../ical/days.ts'
import { type Entry, endOf, type Moment } from '../ical/event.ts'
import { Series } from '../ical/series.ts'
import type { When } from '../ical/values.ts'
import { toUtc, toWall, utcZone } from '../ical/zone.ts'
import { type Group, isSeries, type Override } from './group.ts'
import { readStamp, stampZone } from './when.ts'

export interface Target {
  /** Where the series has it. */
  id: Moment
  /** Where it is now. */
  start: Moment
  end: Moment
  /** What it was made into, if it was changed on its own. */
  override: Override | undefined
  /** What says how it is: itself, a change to it and all following, or the event. */
  by: Entry
}

/** An occurrence as it is named to the user and by them. */
export const momentText = ({ date, wall, utc }: Moment): string => (date ? dateText(dayOf(wall)) : instantText(utc))

interface Wanted {
  from: number
  to: number
  is(moment: Moment): boolean
}

/** What a recurrence id can mean in a series with this start. */
function wantedBy(stamp: When, { start, zone }: Entry, { clock: { viewer } }: Group): Wanted {
  if (start.date || stamp.date) {
    const of = start.date ? viewer : zone
    const day = dayOf(stamp.utc ? toWall(of, stamp.wall) : stamp.wall)
    return { from: toUtc(of, day * DAY), to: toUtc(of, (day + 1) * DAY), is: ({ wall }) => dayOf(wall) === day }
  }
  const own = stamp.utc ? utcZone : (stampZone(stamp) ?? zone)
  const utc = toUtc(own, stamp.wall)
  return { from: utc, to: utc + 1, is: (moment) => moment.utc === utc }
}

/** The times of the series as its rules have them, with none of the changes. */
export function timesIn(group: Group, from: number, to: number): { start: Moment; end: Moment }[] {
  const { master, clock } = group
  if (!master) return []
  return new Series(master, [], clock, new Budget())
    .in({ from, to })
    .filter(({ start }) => start.utc >= from && start.utc < to)
    .sort((a, b) => a.start.utc - b.start.utc)
}

function nearby(group: Group, utc: number): string {
  const changed = group.overrides.map(({ id }) => id)
  for (const days of [20, 400, 4000]) {
    const found = timesIn(group, utc - days * DAY, utc + days * DAY).map(({ start }) => start)
    const near = [...new Map([...found, ...changed].map((moment) => [moment.utc, moment])).values()]
      .sort((a, b) => Math.abs(a.utc - utc) - Math.abs(b.utc - utc))
      .slice(0, 3)
      .sort((a, b) => a.utc - b.utc)
    if (near.length > 0) return `The nearest are ${near.map(momentText).join(', ')}.`
  }
  const first = group.master?.start
  return first ? `The first is ${momentText(first)}.` : 'Search for the event again.'
}

const missing = (group: Group, text: string, utc: number): StewardError =>
  new StewardError(
    'NOT_FOUND',
    `The event does not happen at ${JSON.stringify(text.slice(0, 80))}.`,
    `${nearby(group, utc)} Give the recurrenceId of one that is listed.`,
  )

/** The occurrence that a recurrence id names; NOT_FOUND with the nearest ones otherwise. */
export function targetOf(group: Group, text: string, at: number): Target {
  const main = group.master ?? group.overrides.at(-1)?.entry
  if (!main) throw missing(group, text, at / 1000)
  let wanted: Wanted
  try {
    wanted = wantedBy(readStamp(text), main, group)
  } catch {
    throw missing(group, text, at / 1000)
  }
  const override = group.overrides.findLast(({ id }) => wanted.is(id))
  if (override) return changedTarget(group, override)
  const found = timesIn(group, wanted.from, wanted.to).filter(({ start }) => wanted.is(start))
  const [first, second] = found
  if (!first || !group.master) throw missing(group, text, wanted.from)
  if (second)
    throw new StewardError(
      'BAD_INPUT',
      `The event happens ${found.length} times on that day.`,
      `Say which: ${found
        .slice(0, 5)
        .map(({ start }) => momentText(start))
        .join(', ')}.`,
    )
  return plainTarget(group, group.master, first)
}

function changedTarget({ master }: Group, override: Override): Target {
  const { entry, id } = override
  const { start, zone, length } = entry
  const inSeries = master && !isSeries(master) ? master.start : id
  return { id: inSeries, start, end: endOf(start, length, zone), override, by: entry }
}

/** One that was not changed on its own; perhaps with others, by a change to one before it and all following. */
function plainTarget(group: Group, master: Entry, { start: id, end }: { start: Moment; end: Moment }): Target {
  const following = group.overrides.findLast(({ entry, id: from }) => entry.thisAndFuture && from.utc <= id.utc)
  if (!following) return { id, start: id, end, override: undefined, by: master }
  const { entry } = following
  const wall = toWall(entry.zone, id.utc) + entry.start.wall - toWall(entry.zone, following.id.utc)
  const start = { utc: toUtc(entry.zone, wall), wall, date: entry.start.date }
  return { id, start, end: endOf(start, entry.length, entry.zone), override: undefined, by: entry }
}

/** The occurrence that is meant where none has to be named. */
export const firstTarget = (group: Group, master: Entry): Target =>
  plainTarget(group, master, { start: master.start, end: endOf(master.start, master.length, master.zone) })

/** Refuses to guess which one of a series is meant. */
export function unnamed(group: Group, at: number): StewardError {
  return new StewardError(
    'BAD_INPUT',
    'The event repeats, and it is not said which one is meant.',
    `${nearby(group, at / 1000)} Give its recurrenceId, or the scope "all".`,
  )
}

/** Whether nothing of the series comes before. */
export function isFirst(group: Group, { id }: Target): boolean {
  const { master } = group
  if (!master) return true
  const dates = master.dates.map(({ start }) => start.wall)
  const from = Math.min(master.start.utc, ...dates) - 2 * DAY
  return timesIn(group, from, id.utc).length === 0
}
