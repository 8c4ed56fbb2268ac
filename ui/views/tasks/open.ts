// Which task is open in the dialog, or that a new one is begun.
import { signal } from '@preact/signals'
import type { TaskView } from '../../state/tasks.ts'
import { noteRow } from './focus.ts'

export const openedTask = signal<TaskView | 'new' | undefined>(undefined)

/** Opens one. */
export function openTask(task: TaskView | 'new'): void {
  noteRow()
  openedTask.value = task
}
