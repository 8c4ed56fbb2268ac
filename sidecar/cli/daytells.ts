// What the tools of the days gave to somebody who asked in plain words: as the commands show it, not as fields.
import { agendaText } from './agenda.ts'
import { type Days, type EventView, faultNotes, openDays, type TaskView } from './days.ts'
import { taskLines } from './tasks.ts'
import { spanText, tellEvent, tellReminder, tellTask } from './tells.ts'
import type { Tell } from './toolcall.ts'
import type { Run } from './types.ts'
import { visible } from './visible.ts'

interface Checked {
  from: string
  to: string
  zone: string
  events: (Pick<EventView, 'calendar' | 'uid' | 'title' | 'start' | 'end' | 'allDay'> & Partial<EventView>)[]
  free?: { start: string; end: string }[]
  faults: { calendar: string; why: string }[]
}

const midnight = (date: string, zone: string) => Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds
const msOf = (text: string, allDay: boolean, zone: string) => (allDay ? midnight(text, zone) : Date.parse(text))

const tellDays = (run: Run, days: Days) => (output: unknown) => {
  const { from, to, zone, events, free, faults } = output as Checked
  const whole = events.map(
    (event): EventView => ({
      ...{ zone, floating: false, status: 'confirmed', busy: 'busy' },
      ...{ recurring: event.recurrenceId !== undefined, ...event },
      ...{ startsAt: msOf(event.start, event.allDay, zone), endsAt: msOf(event.end, event.allDay, zone) },
    }),
  )
  const onDay = (text: string) => Temporal.Instant.from(text).toZonedDateTimeISO(zone)
  const last = onDay(to).subtract({ nanoseconds: 1 }).toPlainDate()
  const shown = { from: onDay(from).toPlainDate(), to: last.add({ days: 1 }) }
  const slots = (free ?? []).map(({ start, end }) => `  ${spanText(start, end, zone)}`)
  const time = slots.length > 0 ? ['', run.paint.bold('Free'), ...slots] : free ? ['', 'There is no free time.'] : []
  // Where hours were asked for, nothing is said of the rest of the day.
  const isHours = onDay(from).hour > 0 || onDay(to).hour > 0
  const text =
    isHours && events.length === 0 ? [`Nothing: ${spanText(from, to, zone)}.`] : agendaText(run, whole, shown, days)
  return [...text, ...time, ...faultNotes(run, faults)]
}

const tellTasks = (run: Run, days: Days) => (output: unknown) => {
  const { tasks, faults } = output as { tasks: TaskView[]; faults: Checked['faults'] }
  if (tasks.length === 0) return ['There are no such tasks.', ...faultNotes(run, faults)]
  const due = (task: TaskView) => (task.due === undefined ? {} : { dueAt: dueOf(task.due, days.zone) })
  const whole = tasks.map((task) => ({ ...task, ...due(task) }))
  return [...taskLines(run, whole, days), ...faultNotes(run, faults)]
}

// A day is over when it ends.
const dueOf = (due: string, zone: string) =>
  due.includes('T') ? Date.parse(due) : midnight(Temporal.PlainDate.from(due).add({ days: 1 }).toString(), zone)

const tellReminders = (_run: Run, days: Days) => (output: unknown) => {
  const { reminders } = output as { reminders: { text: string; at?: string; before?: string; repeats?: string }[] }
  if (reminders.length === 0) return ['There are no reminders.']
  return reminders.map(({ text, at, before, repeats }) => {
    const time = at === undefined ? (before ?? '') : spanText(at, undefined, days.zone)
    return `${visible(text)}${repeats === undefined ? '' : ' ↻'}, ${visible(time)}`
  })
}

const verbOf = (output: unknown): string => {
  const { completed, removed } = (output ?? {}) as { completed?: unknown; removed?: unknown }
  return removed === true ? 'Removed' : completed === undefined ? 'Changed' : 'Done'
}

const tells: Readonly<Record<string, (run: Run, days: Days) => Tell>> = {
  calendar_check: tellDays,
  list_tasks: tellTasks,
  list_reminders: tellReminders,
  calendar_create: (_run, days) => tellEvent('Added', days),
  calendar_update: (_run, days) => tellEvent('Changed', days),
  calendar_delete: (_run, days) => tellEvent('Removed', days),
  create_task: (_run, days) => tellTask('Added', days),
  update_task: (_run, days) => (output) => tellTask(verbOf(output), days)(output),
  set_reminder: (_run, days) => tellReminder('Reminder', days),
  cancel_reminder: (_run, days) => tellReminder('Cancelled', days),
}

export const dayTools: ReadonlySet<string> = new Set(Object.keys(tells))

/** The output of one of these tools, for a person. */
export async function tellDayTool(run: Run, tool: string, output: unknown): Promise<readonly string[] | undefined> {
  try {
    const told = tells[tool]?.(run, await openDays(run))(output)
    return typeof told === 'string' ? [told] : told
  } catch {
    // Another tool under this name gives other fields: they are shown as they are.
    return undefined
  }
}
