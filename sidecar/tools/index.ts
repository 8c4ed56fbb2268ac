// The list of all built-in tools. A family is loaded when one of its tools is first needed.
import type { Stub, Tool } from '../kernel/define.ts'

export const families: Record<string, () => Promise<readonly Tool[]>> = {
  system: async () => (await import('./system.ts')).systemTools,
  time: async () => (await import('./time.ts')).timeTools,
  environment: async () => (await import('./environment.ts')).environmentTools,
  data: async () => (await import('./data.ts')).dataTools,
  files: async () => (await import('./files.ts')).fileTools,
  notes: async () => (await import('./notes.ts')).noteTools,
  calendar: async () => (await import('./calendar/family.ts')).calendarTools,
  tasks: async () => (await import('./tasks/family.ts')).taskTools,
  reminders: async () => (await import('./reminders.ts')).reminderTools,
  planning: async () => (await import('./planning.ts')).planningTools,
  extension: async () => (await import('./extension.ts')).extensionTools,
}

/** The tools that are listed but can't work yet; calling one says what it needs. */
export const loadStubs = async (): Promise<readonly Stub[]> => (await import('./stubs.ts')).stubs
