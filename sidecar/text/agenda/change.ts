// Changes to events and removals: one, this occurrence, this and all that follow, or all. What is not changed keeps its
// bytes.
import { StewardError } from '../errors.ts'
import { type Calendar, type Component, parseCalendar } from '../ical/document.ts'
import type { Entry } from '../ical/event.ts'
import { inside } from '../ical/params.ts'
import { writeCalendar } from '../ical/write.ts'
import { beforeOnly, laterOverrides, restFrom } from './cut.ts'
import { matters, touched } from './fields.ts'
import { type Group, groupOf, isSeries, rewritten, textOrNothing } from './group.ts'
import { withException } from './lists.ts'
import { changedOne, detached } from './one.ts'
import { firstTarget, isFirst, type Target, targetOf, timesIn, unnamed } from './target.ts'
import { momentIn, startForm } from './times.ts'
import type { EventChanges, Scope } from './types.ts'
import { changedSeries } from './whole.ts'

interface Wish {
  uid: string
  scope: Scope
  /** Which occurrence is meant: an instant, a date or a stamp. With "all", the times that are wished for are of this one. */
  recurrenceId?: string | undefined
  /** Now, in milliseconds. */
  at: number
  /** The viewer's, in which times without a zone are named by instants. */
  zone?: string | undefined
}

export interface ChangeWish extends Wish {
  changes: EventChanges
  /** The UID of the second part, if the series has to be split. */
  newUid: string
}

interface Meant {
  group: Group
  target: Target | undefined
}

function open(text: string, { uid, recurrenceId, at, zone = 'UTC' }: Wish): Meant {
  const group = groupOf(parseCalendar(text), uid, zone)
  return { group, target: recurrenceId === undefined ? undefined : targetOf(group, recurrenceId, at) }
}

/** The resource with what is wished for, and the second part of a series that was split. */
export function changeEvent(text: string, wish: ChangeWish): { text: string; split?: { uid: string; text: string } } {
  const { group, target } = open(text, wish)
  const { scope, changes, at } = wish
  const { master } = group
  if (!master) return { text: changeLoose(group, target, wish) }
  const repeats = isSeries(master)
  if (!repeats && (changes.rule === undefined || changes.rule === null)) {
    const { rule: _, ...own } = changes
    return { text: changeAlone(group, master, target ?? firstTarget(group, master), own, at) }
  }
  if (!repeats || scope === 'all')
    return { text: writeCalendar(changedSeries(group, master, target ?? firstTarget(group, master), changes, at)) }
  if (!target) throw unnamed(group, at)
  if (scope === 'this') return { text: changeThis(group, target, changes, at) }
  if (isFirst(group, target)) return { text: writeCalendar(changedSeries(group, master, target, changes, at)) }
  return split(group, master, target, wish)
}

const seriesOnly = (): StewardError =>
  new StewardError(
    'BAD_INPUT',
    'One occurrence alone has no rule of its own.',
    'Use the scope "following" or "all" to change how the event repeats.',
  )

/** An event that does not repeat. */
function changeAlone(group: Group, master: Entry, target: Target, changes: EventChanges, at: number): string {
  const of = target.override?.entry ?? master
  const { component, times } = changedOne(of.component, target, changes, group.clock)
  const swap = new Map([[of.component, [touched(component, at, matters(changes))]]])
  return writeCalendar(rewritten(group, swap, times))
}

/** Single occurrences of a series that is not in the file. */
function changeLoose(group: Group, target: Target | undefined, { changes, at }: ChangeWish): string {
  if (changes.rule !== undefined) throw seriesOnly()
  const timed = changes.start !== undefined || changes.end !== undefined
  const meant = target
    ? [target]
    : group.overrides.map(({ id }) => targetOf(group, new Date(id.utc * 1000).toISOString(), at))
  if (timed && meant.length > 1) throw unnamed(group, at)
  const swap = new Map<Component, Component[]>()
  const times = meant.flatMap(({ override, start, end }) => {
    if (!override) return []
    const made = changedOne(override.entry.component, { start, end }, changes, group.clock)
    swap.set(override.entry.component, [touched(made.component, at, matters(changes))])
    return made.times
  })
  return writeCalendar(rewritten(group, swap, times))
}

/** One of a series: in place where it was changed before, otherwise as a component of its own behind the others. */
function changeThis(group: Group, target: Target, changes: EventChanges, at: number): string {
  if (changes.rule !== undefined) throw seriesOnly()
  const old = target.override?.entry.component
  const { component, times } = changedOne(old ?? detached(group, target), target, changes, group.clock)
  const fresh = touched(component, at, matters(changes))
  if (old) return writeCalendar(rewritten(group, new Map([[old, [fresh]]]), times))
  const last = lastOf(group)
  return writeCalendar(rewritten(group, new Map([[last, [last, fresh]]]), times))
}

/** The last component of the event in the file. */
function lastOf({ holder, calendar, master, overrides }: Group): Component {
  const own = new Set([master?.component, ...overrides.map(({ entry }) => entry.component)])
  const all = holder ? inside(holder, 'VEVENT') : calendar.items.filter((item) => item.kind === 'component')
  return all.findLast((component) => own.has(component)) as Component
}

/** The calendar with only what is before an occurrence. */
function cutOff(group: Group, master: Entry, { id }: Target, at: number): Calendar {
  const swap = new Map<Component, Component[]>(laterOverrides(group, id).map(({ entry }) => [entry.component, []]))
  swap.set(master.component, [touched(beforeOnly(group, master, id), at, true)])
  return rewritten(group, swap)
}

function split(group: Group, master: Entry, target: Target, wish: ChangeWish) {
  const { changes, at, newUid, zone = 'UTC' } = wish
  const rest = groupOf(restFrom(group, master, target, newUid, at), newUid, zone)
  const first = rest.master as Entry
  // What a change to this and all following had moved stays there.
  const moved = !target.override && target.by !== master && target.start.utc !== target.id.utc
  const start = moved ? momentIn(startForm(target.by.component, group.clock), target.start) : undefined
  const named = targetAt(rest, first, target)
  const second = writeCalendar(changedSeries(rest, first, named, changes, at, start))
  return { text: writeCalendar(cutOff(group, master, target, at)), split: { uid: newUid, text: second } }
}

/** The same occurrence in the second part, of which it is the first. */
function targetAt(rest: Group, first: Entry, target: Target): Target {
  const override = rest.overrides.findLast(({ id }) => id.utc === target.id.utc)
  const { start, end } = target
  return override ? { id: first.start, start, end, override, by: override.entry } : firstTarget(rest, first)
}

/** The resource without an event or some of its occurrences; null where nothing is left in it. */
export function removeEvent(text: string, wish: Wish): { text: string | null } {
  const { group, target } = open(text, wish)
  const { master } = group
  const { scope, at } = wish
  if (scope === 'all' || (master && !isSeries(master))) return { text: textOrNothing(withoutAll(group)) }
  if (!target) {
    if (!master && group.overrides.length === 1) return { text: textOrNothing(withoutAll(group)) }
    throw unnamed(group, at)
  }
  if (!master) return { text: textOrNothing(rewritten(group, new Map(sameId(group, target)))) }
  if (scope === 'following')
    return { text: textOrNothing(isFirst(group, target) ? withoutAll(group) : cutOff(group, master, target, at)) }
  const id = momentIn(startForm(master.component, group.clock), target.id)
  const left = touched(withException(master, id), at, true)
  const calendar = rewritten(group, new Map([...sameId(group, target), [master.component, [left]]]))
  const after = groupOf(calendar, group.uid, group.clock.viewer.id)
  return { text: textOrNothing(happens(after) ? calendar : withoutAll(after)) }
}

const sameId = ({ overrides }: Group, { id }: Target): [Component, Component[]][] =>
  overrides.filter((each) => each.id.utc === id.utc).map(({ entry }) => [entry.component, []])

const withoutAll = (group: Group): Calendar => rewritten(group, new Map(group.own.map((component) => [component, []])))

/** Whether anything is left of a series that has an end. */
function happens(group: Group): boolean {
  const { master, overrides } = group
  if (!master || overrides.length > 0) return true
  if (master.rules.some(({ count, until }) => count === undefined && until === undefined)) return true
  const walls = [master.start.utc, ...master.dates.map(({ start }) => start.wall)]
  try {
    return timesIn(group, Math.min(...walls) - 200_000, Number.MAX_SAFE_INTEGER / 2).length > 0
  } catch {
    return true
  }
}
