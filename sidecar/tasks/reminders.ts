// Reminders: what is due is told once, and what came due while nothing ran is told at the next start.
import type { ReminderView } from '../text/agenda/types.ts'
import { StewardError } from '../text/errors.ts'
import { openDeliveries, viewAlarm, viewDelivery } from './deliveries.ts'
import { lookFrom, type ReminderParts, Telling, wantedAlarms } from './telling.ts'
import type { Reminders } from './types.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const MOST_COMING = 200

/** Opens them; nothing is told before `start`. */
export function openReminders(parts: ReminderParts): Reminders {
  const { kernel, agenda, now, alarms: areAll } = parts
  const rows = openDeliveries(kernel.journal)
  const telling = new Telling(parts, rows)

  const find = (id: string) => {
    const found = rows.find(id)
    if (found) return found
    throw new StewardError(
      'NOT_FOUND',
      `No reminder ${id} was told.`,
      'List the reminders again: one that was answered is forgotten after a while.',
    )
  }
  const answer = async (id: string, state: 'snoozed' | 'dismissed', dueAt: number) => {
    rows.answer(id, state, now(), dueAt)
    kernel.journal.record(`reminder.${state}`, { id, ...(state === 'snoozed' ? { until: dueAt } : {}) })
    await kernel.journal.durable(true)
    kernel.events.emit('state/changed', { what: 'reminders' })
    telling.wake()
  }

  return {
    start: () => telling.start(),
    wake: () => telling.wake(),
    stop: () => telling.stop(),
    async list(days) {
      const at = now()
      const end = at + days * DAY
      // What is due and was not told yet, as while STOP is set, is not left out.
      const { alarms } = await agenda.alarms(lookFrom(rows.looked(), at), end)
      const coming = new Map<string, ReminderView>()
      for (const one of rows.list('snoozed')) if (one.dueAt <= end) coming.set(one.id, viewDelivery(one))
      const most = coming.size + MOST_COMING
      for (const alarm of wantedAlarms(alarms, areAll())) {
        if (coming.size === most) break
        const view = viewAlarm(alarm)
        if (!rows.find(view.id)) coming.set(view.id, view)
      }
      const inOrder = [...coming.values()].toSorted((a, b) => a.at - b.at)
      return { due: rows.list('due').map(viewDelivery), coming: inOrder.slice(0, MOST_COMING) }
    },
    async dismiss(id) {
      const { state, dueAt } = find(id)
      if (state !== 'dismissed') await answer(id, 'dismissed', dueAt)
    },
    async snooze(id, minutes) {
      find(id)
      const at = now() + minutes * MINUTE
      await answer(id, 'snoozed', at)
      return { at }
    },
  }
}
