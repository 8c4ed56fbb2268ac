import { describe, expect, test } from 'vitest'
import { newReminder, remindersBefore, remindersIn } from '../../../sidecar/text/agenda/remind.ts'
import { changeTask, tasksIn } from '../../../sidecar/text/agenda/tasks.ts'
import { parseCalendar } from '../../../sidecar/text/ical/document.ts'

const now = Date.parse('2026-11-16T09:00:00Z')
const options = { from: now, to: now + 30 * 86_400_000, zone: 'Europe/Berlin', reminders: true, me: [] }
const list = (text: string) => remindersIn(parseCalendar(text), 'reminders', options)

describe('[reminder.stored] a reminder', () => {
  test('rings at its time', () => {
    const text = newReminder({ uid: 'r', title: 'Call Bob', at: '2026-11-17T15:00:00+01:00[Europe/Berlin]' }, now)
    expect(list(text)).toEqual([
      {
        id: '["reminders","r",1794924000000]',
        uid: 'r',
        calendar: 'reminders',
        title: 'Call Bob',
        at: Date.parse('2026-11-17T14:00:00Z'),
        of: 'reminder',
        recurring: false,
        state: 'waiting',
      },
    ])
    expect(list(changeTask(text, { uid: 'r', changes: { state: 'done' }, at: now }).text)).toEqual([])
  })

  test('that repeats is listed by its next time', () => {
    const text = newReminder(
      { uid: 'r', title: 'Stretch', at: '2026-11-02T15:00:00+01:00[Europe/Berlin]', rule: 'FREQ=WEEKLY', notes: 'n' },
      now,
    )
    expect(list(text)).toMatchObject([{ at: Date.parse('2026-11-16T14:00:00Z'), recurring: true, rule: 'FREQ=WEEKLY' }])
    expect(tasksIn(parseCalendar(text), 'reminders', 'UTC')).toMatchObject([{ notes: 'n', alarms: [0] }])
  })

  test('before an event says which, and has no time of its own', () => {
    const before = { uid: 'event;1', calendar: 'work/a "b", c', minutes: 90, occurrence: '2026-11-17T14:00:00Z' }
    const text = newReminder({ uid: 'r', title: 'Pack', before }, now)
    expect(list(text)).toEqual([])
    const { uid: event, ...rest } = before
    expect(remindersBefore(parseCalendar(text))).toEqual([{ uid: 'r', title: 'Pack', event, ...rest }])
    // It is no part of the event as of a task.
    expect(tasksIn(parseCalendar(text), 'reminders', 'UTC')[0]?.parent).toBeUndefined()
    const done = changeTask(text, { uid: 'r', changes: { state: 'done' }, at: now }).text
    expect(remindersBefore(parseCalendar(done))).toEqual([])
    const renamed = changeTask(text, { uid: 'r', changes: { title: 'Pack all' }, at: now }).text
    expect(remindersBefore(parseCalendar(renamed))).toMatchObject([{ title: 'Pack all', event, minutes: 90 }])
  })

  test.each([
    ['without a time', { uid: 'r', title: 'x' }],
    ['with two', { uid: 'r', title: 'x', at: '2026-11-17T15:00:00Z', before: { uid: 'e', calendar: 'c', minutes: 5 } }],
    [
      'before an event, with a rule',
      { uid: 'r', title: 'x', rule: 'FREQ=DAILY', before: { uid: 'e', calendar: 'c', minutes: 5 } },
    ],
    ['before an event by half a minute', { uid: 'r', title: 'x', before: { uid: 'e', calendar: 'c', minutes: 0.5 } }],
  ])('is refused %s', (_, wish) =>
    expect(() => newReminder(wish, now)).toThrow(expect.objectContaining({ code: 'BAD_INPUT' })),
  )
})
