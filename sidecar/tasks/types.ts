// What the days are made of above the calendars: reminders that come, and lines that are understood.
import type { ReminderView } from '../text/agenda/types.ts'

/** Tells what is due, once, also what came due while nothing ran. */
export interface Reminders {
  /** Begins to look. Before that nothing is told. */
  start(): void
  /** Something changed: look again when the next one is due. */
  wake(): void
  list(days: number): Promise<{ due: ReminderView[]; coming: ReminderView[] }>
  /** NOT_FOUND where no such reminder was told. */
  dismiss(id: string): Promise<void>
  snooze(id: string, minutes: number): Promise<{ at: number }>
  stop(): void
}
