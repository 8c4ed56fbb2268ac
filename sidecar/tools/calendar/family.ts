// The calendar: what is on it, and every change to it.
import type { Tool } from '../../kernel/define.ts'
import { calendarCheck } from './check.ts'
import { calendarCreate } from './create.ts'
import { calendarDelete, calendarUpdate } from './update.ts'

export const calendarTools: readonly Tool[] = [calendarCheck, calendarCreate, calendarUpdate, calendarDelete]
