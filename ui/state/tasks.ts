// Tasks in their natural order, as the sidecar has them, narrowed to a tag or some words.
import { computed, signal } from '@preact/signals'
import type { ResultOf } from '../../sidecar/protocol/methods.ts'
import { call, hear, whenFresh } from './link.ts'

type Listed = ResultOf<'task/list'>
export type TaskView = Listed['tasks'][number]
export type TaskState = TaskView['state']

export interface TaskFilter {
  query: string
  tag: string | undefined
}

const MOST_DONE = 200
const CALM_MS = 80
const listed = signal<Listed | undefined>(undefined)
const finished = signal<Listed | undefined>(undefined)
let timer: ReturnType<typeof setTimeout> | undefined

export const tasksFault = signal<unknown>(undefined)
export const taskFilter = signal<TaskFilter>({ query: '', tag: undefined })
/** What is to be done. */
export const openTasks = computed(() => listed.value)
/** What was done, where somebody asked for it. */
export const doneTasks = computed(() => finished.value?.tasks)
const showsDone = signal(false)

/** Reads them again. */
export async function loadTasks(): Promise<void> {
  const { query, tag } = taskFilter.peek()
  const given = { ...(query.trim() === '' ? {} : { query: query.trim() }), ...(tag === undefined ? {} : { tag }) }
  try {
    listed.value = await call('task/list', given)
    finished.value = showsDone.peek()
      ? await call('task/list', { ...given, states: ['done', 'cancelled'], limit: MOST_DONE })
      : undefined
    tasksFault.value = undefined
  } catch (thrown) {
    tasksFault.value = thrown
  }
}

const soon = () => {
  clearTimeout(timer)
  timer = setTimeout(() => void loadTasks(), CALM_MS)
}

whenFresh(loadTasks)
hear('state/changed', ({ what }) => {
  if (what === 'tasks' || what === 'calendars' || what === 'accounts') soon()
})

/** Narrows the list. */
export function filterTasks(change: Partial<TaskFilter>): void {
  taskFilter.value = { ...taskFilter.value, ...change }
  soon()
}

/** Shows what was done, or no more. */
export function showDone(on: boolean): void {
  showsDone.value = on
  soon()
}
