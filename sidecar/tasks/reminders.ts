// Reminders: what is due is told once, and what came due while nothing ran is told at the next start.
import type { Kernel } from '../kernel/kernel.ts'
import type { Agenda } from '../ports/calendar/types.ts'
import { StewardError } from '../text/errors.ts'
import type { Reminders } from './types.ts'

export interface ReminderParts {
  kernel: Kernel
  agenda: Agenda
  now: () => number
  /** Whether alarms of events and tasks count too. */
  alarms: () => boolean
  log: (line: string) => void
}

/** Opens them; nothing is told before `start`. */
export function openReminders(_parts: ReminderParts): Reminders {
  throw new StewardError('UNAVAILABLE', 'Reminders are not there yet.')
}
