// Tasks: VTODOs in the same calendars as events, so that they go wherever those go.
import type { Tool } from '../../kernel/define.ts'
import { createTask } from './create.ts'
import { listTasks } from './list.ts'
import { updateTask } from './update.ts'

export const taskTools: readonly Tool[] = [listTasks, createTask, updateTask]
