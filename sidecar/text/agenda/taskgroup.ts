// A task with all that belongs to it: the series, its changed occurrences, and which occurrence is the present one: the
// first that is not done. Steward and many others move a repeating task on when it is completed; Thunderbird leaves it
// and adds a changed occurrence that is done, so both are read.
import { Budget } from '../ical/budget.ts'
import { DAY } from '../ical/days.ts'
import type { Calendar, Component } from '../ical/document.ts'
import { type Clock, readEntry } from '../ical/event.ts'
import { holders, seriesOf, viewerZone } from '../ical/occurrences.ts'
import { property, textOf } from '../ical/params.ts'
import { changedIn, type Found, type Series, type Window } from '../ical/series.ts'
import { zonesOf } from '../ical/zones.ts'

export interface TaskGroup {
  uid: string
  clock: Clock
  /** The task itself; without one, the first changed occurrence that there is. */
  master: Component
  /** Its changed occurrences. */
  changes: Component[]
}

export interface Present {
  component: Component
  /** How much later the occurrence is than the component says, in seconds on its clock. */
  shift: number
  /** Which occurrence of the series it is; none where the task does not repeat. */
  found?: Found
  /** Every occurrence is done. */
  isOver?: true
}

export const uidOf = (component: Component): string => textOf(component, 'UID')?.trim() ?? ''

/** The tasks of a calendar, each with its changed occurrences. */
export function taskGroups(calendar: Calendar, zone: string): TaskGroup[] {
  const viewer = viewerZone(zone)
  return holders(calendar, ['VTODO']).flatMap(([holder, components]) => {
    const clock: Clock = { find: zonesOf(calendar, holder), viewer, note: () => undefined }
    const groups = new Map<string, Component[]>()
    for (const [at, component] of components.entries()) {
      const key = uidOf(component) || ` ${at}`
      const group = groups.get(key)
      if (group) group.push(component)
      else groups.set(key, [component])
    }
    return [...groups.values()].map((all) => groupOf(all, clock))
  })
}

const isChange = (component: Component): boolean => property(component, 'RECURRENCE-ID') !== undefined
const sequence = (component: Component): number =>
  Number.parseInt(property(component, 'SEQUENCE')?.value ?? '', 10) || 0

function groupOf(all: readonly Component[], clock: Clock): TaskGroup {
  const masters = all.filter((each) => !isChange(each)).sort((a, b) => sequence(b) - sequence(a))
  const [master = all[0] as Component] = masters
  return { uid: uidOf(master), clock, master, changes: all.filter((each) => each !== master && isChange(each)) }
}

export const statusOf = (component: Component): string =>
  property(component, 'STATUS')?.value.trim().toUpperCase() ?? ''

/** Whether nothing is left to do. */
export function isDone(component: Component): boolean {
  const status = statusOf(component)
  if (status !== '') return status === 'COMPLETED' || status === 'CANCELLED'
  return property(component, 'COMPLETED') !== undefined || percentOf(component) === 100
}

export const percentOf = (component: Component): number =>
  Math.min(100, Math.max(0, Number.parseInt(property(component, 'PERCENT-COMPLETE')?.value ?? '', 10) || 0))

export const isRecurring = (component: Component): boolean =>
  property(component, 'RRULE') !== undefined || property(component, 'RDATE') !== undefined

/** Which occurrence of a task is to be done now. */
export function presentOf(group: TaskGroup): Present {
  const { master, changes } = group
  const plain = { component: master, shift: 0 }
  if (isDone(master) || !isRecurring(master)) return plain
  const isPlain = changes.length === 0 && !property(master, 'EXDATE') && !property(master, 'EXRULE')
  if (isPlain) return plain
  const found = nextOf(group)
  if (!found) return { ...plain, isOver: true }
  return { component: found.entry.component, shift: found.start.wall - found.entry.start.wall, found }
}

/** The first occurrence that is not done, after the one that was at this second. */
export function nextOf(group: TaskGroup, after = Number.NEGATIVE_INFINITY): Found | undefined {
  const entries = [group.master, ...group.changes].flatMap((each) => {
    const entry = readEntry(each, group.clock)
    return entry ? [entry] : []
  })
  const { series, changes } = seriesOf(entries, group.clock, new Budget())
  const isWanted = ({ entry, original }: Found) => original.utc > after && !isDone(entry.component)
  const moved = changedIn(changes, group.clock, always).filter(isWanted)
  const [own] = series
  return earliest([...moved, ...(own ? firstIn(own, after, isWanted) : [])])
}

const always: Window = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
const reaches = [2, 40, 400, 4000, 40_000, 400_000]

/** Looked for in ever longer stretches, so that what comes soon is found soon and what never comes is given up. */
function firstIn(series: Series, after: number, isWanted: (found: Found) => boolean): Found[] {
  let from = Math.max(series.master.start.utc - DAY, after)
  for (const days of reaches) {
    const to = from + days * DAY
    const first = earliest(series.in({ from, to }).filter(isWanted))
    if (first) return [first]
    from = to
  }
  return []
}

const earliest = (all: readonly Found[]): Found | undefined =>
  all.reduce<Found | undefined>(
    (best, each) => (best && best.original.utc <= each.original.utc ? best : each),
    undefined,
  )
