// Stand-in until the order of tasks is here.
import type { TaskQuery, TaskView } from '../../text/agenda/types.ts'

/** Those that fit a question. */
export const filterTasks = (tasks: readonly TaskView[], query: TaskQuery): TaskView[] =>
  tasks.filter(
    ({ state, uid }) => (query.states?.includes(state) ?? true) && (query.uid === undefined || query.uid === uid),
  )

/** The natural order. */
export const taskOrder =
  (_now: number) =>
  (a: TaskView, b: TaskView): number =>
    a.title < b.title ? -1 : 1
