// Tasks under headings, in the order in which they come, each with its parts below it. Pure.
import type { TaskView } from '../../state/tasks.ts'
import { type Day, daysBetween } from '../../state/zoned.ts'

export const groupNames = ['overdue', 'today', 'week', 'later', 'someday'] as const
export type GroupName = (typeof groupNames)[number]

export interface TaskRow {
  task: TaskView
  depth: number
}
export interface Group {
  name: GroupName
  rows: TaskRow[]
}

const DEEPEST = 6

/** Under which heading one is. `dayOf` is the day that an instant is on. */
export function groupOf({ due, dueAt }: TaskView, now: number, dayOf: (at: number) => Day): GroupName {
  if (due === undefined || dueAt === undefined) return 'someday'
  const away = daysBetween(dayOf(now), due.includes('T') ? dayOf(dueAt) : due.slice(0, 10))
  if (away < 0 || (due.includes('T') && dueAt < now)) return 'overdue'
  if (away === 0) return 'today'
  return away < 7 ? 'week' : 'later'
}

/** All of them under their headings. A part is where its whole is, if that is in the list. */
export function groupsOf(tasks: readonly TaskView[], now: number, dayOf: (at: number) => Day): Group[] {
  const here = new Map(tasks.map((task) => [task.uid, task]))
  const parts = new Map<string, TaskView[]>()
  const isPart = ({ parent, uid }: TaskView) => parent !== undefined && parent !== uid && here.has(parent)
  for (const task of tasks)
    if (isPart(task)) parts.set(task.parent ?? '', [...(parts.get(task.parent ?? '') ?? []), task])
  const groups = new Map<GroupName, TaskRow[]>(groupNames.map((name) => [name, []]))
  const seen = new Set<string>()
  const put = (rows: TaskRow[], task: TaskView, depth: number) => {
    if (seen.has(task.uid)) return
    seen.add(task.uid)
    rows.push({ task, depth: Math.min(depth, DEEPEST) })
    for (const part of parts.get(task.uid) ?? []) put(rows, part, depth + 1)
  }
  for (const task of tasks) if (!isPart(task)) put(groups.get(groupOf(task, now, dayOf)) ?? [], task, 0)
  // Two that are parts of each other have no whole: they are shown all the same.
  for (const task of tasks) put(groups.get(groupOf(task, now, dayOf)) ?? [], task, 0)
  return groupNames.map((name) => ({ name, rows: groups.get(name) ?? [] })).filter(({ rows }) => rows.length > 0)
}

/** Every tag, the most used first. */
export function tagsOf(tasks: readonly TaskView[]): string[] {
  const counts = new Map<string, number>()
  for (const { tags } of tasks) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts].sort(([a, x], [b, y]) => y - x || a.localeCompare(b)).map(([tag]) => tag)
}
