// What is done to a task: calls of tools, shown at once and told with the way back.
import { signal } from '@preact/signals'
import { act } from '../../state/act.ts'
import type { CallView } from '../../state/calls.ts'
import { loadReminders, type Reminder } from '../../state/reminders.ts'
import { loadTasks, type TaskView } from '../../state/tasks.ts'
import { follow } from '../parts/told.ts'
import { visible } from '../parts/value.tsx'
import { t } from '../text/t.ts'

/** Tasks that are being ticked off, until they are read anew. */
export const ticked = signal<ReadonlyMap<string, 'done' | 'open'>>(new Map())

const key = ({ calendar, uid }: TaskView): string => `${calendar}\n${uid}`

/** How it is shown now. */
export const stateOf = (task: TaskView): TaskView['state'] => ticked.value.get(key(task)) ?? task.state

function untick(task: TaskView): void {
  const rest = new Map(ticked.value)
  rest.delete(key(task))
  ticked.value = rest
}

/** Ticks one off, or opens it again. */
export async function tick(task: TaskView): Promise<void> {
  const to = stateOf(task) === 'done' || stateOf(task) === 'cancelled' ? 'open' : 'done'
  ticked.value = new Map(ticked.value).set(key(task), to)
  const what = { title: visible(task.title) }
  try {
    const view = await act('update_task', { task: task.uid, calendar: task.calendar, state: to })
    const words = {
      done: t(to === 'done' ? 'tasks.completed' : 'tasks.reopened', what),
      waits: t('tasks.changeOf', what),
    }
    follow(view, words, (over) => void loadTasks().then(() => over.state !== 'waiting' && untick(task)))
  } catch (thrown) {
    untick(task)
    throw thrown
  }
}

/** Makes or changes one. What is wrong with the input comes back untold, for the field that it is about. */
export async function saveTask(
  tool: 'create_task' | 'update_task',
  input: Record<string, unknown>,
  title: string,
): Promise<CallView> {
  const view = await act(tool, input)
  const what = { title: visible(title) }
  const done = t(tool === 'create_task' ? 'tasks.made' : 'tasks.changed', what)
  if (view.ok !== false) follow(view, { done, waits: t('tasks.changeOf', what) }, () => void loadTasks())
  return view
}

/** Takes one away. It can be taken back, so nothing is asked. */
export async function deleteTask(task: TaskView): Promise<boolean> {
  const view = await act('update_task', { task: task.uid, calendar: task.calendar, remove: true })
  const what = { title: visible(task.title) }
  follow(view, { done: t('tasks.deleted', what), waits: t('tasks.deleteOf', what) }, () => void loadTasks())
  return view.ok !== false
}

/** Sets how pressing it is. */
export async function rank(task: TaskView, priority: number): Promise<void> {
  const view = await act('update_task', { task: task.uid, calendar: task.calendar, priority })
  const what = { title: visible(task.title), n: priority }
  const done = t(priority === 0 ? 'tasks.unranked' : 'tasks.ranked', what)
  follow(view, { done, waits: t('tasks.changeOf', what) }, () => void loadTasks())
}

/** Takes a reminder away that is to come. */
export async function cancelReminder(one: Reminder): Promise<void> {
  const view = await act('cancel_reminder', { reminder: one.uid })
  const what = { title: visible(one.title) }
  const words = {
    done: t(one.recurring ? 'remind.allCancelled' : 'remind.cancelled', what),
    waits: t('remind.cancelOf', what),
  }
  follow(view, words, () => void loadReminders().catch(() => {}))
}
