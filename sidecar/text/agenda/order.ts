// The natural order of tasks: what is overdue, what is due today, what comes, what has no date, what is done.
import { DAY } from '../ical/days.ts'
import { ianaZone } from '../ical/zone.ts'
import type { TaskQuery, TaskView } from './types.ts'

export type CompareTasks = (a: TaskView, b: TaskView) => number

const isOver = ({ state }: TaskView): boolean => state === 'done' || state === 'cancelled'

/** 0 overdue, 1 to come, 2 without a date, 3 done. */
function rank(task: TaskView, now: number): number {
  if (isOver(task)) return 3
  if (task.dueAt === undefined) return 2
  return task.dueAt <= now ? 0 : 1
}

/** The day on which it is due, on the clock of whoever looks. A day ends with the midnight after it. */
function dayOf({ dueAt = 0, zone }: TaskView, viewer: string | undefined): number {
  const seconds = Math.floor(dueAt / 1000) - 1
  const there = ianaZone(viewer ?? zone ?? 'UTC')
  return Math.floor((seconds + (there?.offset(seconds) ?? 0)) / DAY)
}

// 0 is no priority at all, which is less than the lowest.
const priority = (task: TaskView): number => task.priority || 10

const compare = <T extends string | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0)

/** Which of two tasks comes first, each for itself. Without a zone every task's own tells which day it is due on. */
export function taskOrder(now: number, zone?: string): CompareTasks {
  return (a, b) => {
    const own = rank(a, now)
    const different = own - rank(b, now)
    if (different !== 0) return different
    if (own === 3) return compare(b.completedAt ?? 0, a.completedAt ?? 0) || named(a, b)
    const byDay = own === 2 ? 0 : compare(dayOf(a, zone), dayOf(b, zone))
    return byDay || priority(a) - priority(b) || compare(a.dueAt ?? 0, b.dueAt ?? 0) || aged(a, b)
  }
}

const aged: CompareTasks = (a, b) => compare(a.createdAt ?? 0, b.createdAt ?? 0) || named(a, b)
const named: CompareTasks = (a, b) =>
  compare(a.title, b.title) || compare(a.calendar, b.calendar) || compare(a.uid, b.uid)

/** Tasks in their order, each with its parts right under it; the most pressing of them tells where they all stand. */
export function orderTasks(tasks: readonly TaskView[], now: number, zone?: string): TaskView[] {
  const order = taskOrder(now, zone)
  const byUid = new Map(tasks.map((task) => [task.uid, task]))
  const parts = new Map<TaskView | undefined, TaskView[]>()
  for (const task of tasks) {
    const above = parentOf(task, byUid)
    const others = parts.get(above)
    if (others) others.push(task)
    else parts.set(above, [task])
  }
  return laid(undefined, parts, order).tasks
}

/** What a task stands under: nothing, where its parent is not shown or where it would stand under itself. */
function parentOf(task: TaskView, byUid: ReadonlyMap<string, TaskView>): TaskView | undefined {
  const parent = task.parent === undefined ? undefined : byUid.get(task.parent)
  const seen = new Set([task])
  for (let above = parent; above; above = above.parent === undefined ? undefined : byUid.get(above.parent)) {
    if (seen.has(above)) return undefined
    seen.add(above)
    if (seen.size > DEEPEST) return undefined
  }
  return parent
}

const DEEPEST = 100

interface Laid {
  tasks: TaskView[]
  /** The most pressing of them. */
  best: TaskView | undefined
}

// As deep as DEEPEST at most, so it may call itself.
function laid(
  above: TaskView | undefined,
  parts: ReadonlyMap<TaskView | undefined, TaskView[]>,
  order: CompareTasks,
): Laid {
  const below = (parts.get(above) ?? []).map((task) => {
    const inner = parts.has(task) ? laid(task, parts, order) : { tasks: [], best: undefined }
    // A task that is done stays at the end, whatever is left of it.
    const best = inner.best && !isOver(task) && order(inner.best, task) < 0 ? inner.best : task
    return { task, inner, best }
  })
  below.sort((a, b) => order(a.best, b.best) || order(a.task, b.task))
  return { tasks: below.flatMap(({ task, inner }) => [task, ...inner.tasks]), best: below[0]?.best }
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Those that a question asks for. The limit is for whoever has put them in order. */
export function filterTasks(tasks: readonly TaskView[], query: TaskQuery): TaskView[] {
  const { states, uid, parent } = query
  const words = plain(query.text ?? '').match(/\S+/gu) ?? []
  const tags = (query.tags ?? []).map(plain)
  const before = query.dueBefore === undefined ? undefined : Temporal.Instant.from(query.dueBefore).epochMilliseconds
  const after = query.dueAfter === undefined ? undefined : Temporal.Instant.from(query.dueAfter).epochMilliseconds
  return tasks.filter((task) => {
    if (states && !states.includes(task.state)) return false
    if (uid !== undefined && task.uid !== uid) return false
    if (parent !== undefined && task.parent !== parent) return false
    // A day is due at its end, which is the beginning of the next.
    if (before !== undefined && !(task.dueAt !== undefined && task.dueAt <= before)) return false
    if (after !== undefined && !(task.dueAt !== undefined && task.dueAt > after)) return false
    const own = task.tags.map(plain)
    if (!tags.every((tag) => own.includes(tag))) return false
    const text = plain([task.title, task.notes ?? '', ...task.tags].join('\n'))
    return words.every((word) => text.includes(word))
  })
}
