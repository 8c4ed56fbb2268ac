// Reminders that go by an event: they ring where the event is now, and not where it was when they were set.
import type { ReminderBefore } from '../../text/agenda/remind.ts'
import type { EventView } from '../../text/agenda/types.ts'
import type { Alarm } from './types.ts'

const MINUTE = 60_000

/** The times in which an event must begin for a reminder to ring in these; in milliseconds. */
export const startsFor = ({ minutes }: ReminderBefore, { from, to }: { from: number; to: number }) => ({
  from: new Date(from + minutes * MINUTE).toISOString(),
  to: new Date(to + minutes * MINUTE + 1000).toISOString(),
})

/** When a reminder rings for these occurrences of its event: for none that is cancelled or declined. */
export function alarmsBefore(
  reminder: ReminderBefore,
  events: readonly EventView[],
  place: { calendar: string; from: number; to: number },
): Alarm[] {
  const { uid, title, minutes, occurrence } = reminder
  return events
    .filter(({ status, answer }) => status !== 'cancelled' && answer !== 'DECLINED')
    .filter(({ recurrenceId }) => occurrence === undefined || recurrenceId === occurrence)
    .map((event) => ({
      ...{ calendar: place.calendar, uid, title, of: 'reminder' as const, recurring: event.recurring },
      ...{ at: event.startsAt - minutes * MINUTE, startsAt: event.startsAt },
      ...(event.recurrenceId === undefined ? {} : { occurrence: event.recurrenceId }),
    }))
    .filter(({ at }) => at > place.from && at <= place.to)
}
