import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alarmsIn } from '../../../sidecar/text/agenda/alarms.ts'
import { remindersBefore, remindersIn } from '../../../sidecar/text/agenda/remind.ts'
import { checkTimes, resolveWhen } from '../../../sidecar/text/agenda/safety.ts'
import { changeTask, newTask, removeTask, tasksIn } from '../../../sidecar/text/agenda/tasks.ts'
import type { Preferences } from '../../../sidecar/text/agenda/types.ts'
import { StewardError } from '../../../sidecar/text/errors.ts'
import { parseCalendar } from '../../../sidecar/text/ical/document.ts'

const now = Date.parse('2026-11-16T09:00:00Z')
const preferences: Preferences = {
  zone: 'Europe/Berlin',
  workingHours: { from: '09:00', to: '17:00', days: [1, 2, 3, 4, 5] },
  weekStart: 1,
  language: 'en',
  me: ['me@example.org'],
}
const options = { from: now, to: now + 31 * 86_400_000, zone: 'Europe/Berlin', reminders: true, me: preferences.me }

const odd = fc.constantFrom(
  ...[
    '20261117T100000Z',
    '20261117',
    '99991231T235959Z',
    '00000101',
    '20261332',
    'P1W',
    '-PT99999999H',
    'P',
    '',
    'x',
    '-1',
    '1e9',
  ],
  ...[
    'FREQ=SECONDLY',
    'FREQ=DAILY;COUNT=0',
    'FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=2',
    'FREQ=DAILY;INTERVAL=999999999',
    'FREQ=WEEKLY;BYDAY=53MO',
  ],
  ...[
    'FREQ=MINUTELY;COUNT=99999999',
    'FREQ=DAILY;UNTIL=x',
    'COMPLETED',
    'CANCELLED',
    'a,b\\,c\\',
    '\\n\\n',
    '20261117T100000Z/P1D',
    '\u0000\u2028',
  ],
)
const names = fc.constantFrom(
  ...[
    'DTSTART',
    'DTSTART;VALUE=DATE',
    'DTSTART;TZID=Mars/Olympus',
    'DTSTART;TZID=Europe/Berlin',
    'DUE',
    'DUE;VALUE=DATE',
    'DURATION',
    'RRULE',
  ],
  ...[
    'RDATE',
    'EXDATE',
    'EXRULE',
    'RECURRENCE-ID',
    'RECURRENCE-ID;RANGE=THISANDFUTURE',
    'STATUS',
    'COMPLETED',
    'PERCENT-COMPLETE',
  ],
  ...[
    'PRIORITY',
    'CATEGORIES',
    'RELATED-TO',
    'SEQUENCE',
    'SUMMARY',
    'X-STEWARD-BEFORE',
    'RELATED-TO;RELTYPE=X-STEWARD-EVENT',
    'CREATED',
  ],
)
const line = fc.tuple(names, odd).map(([name, value]) => `${name}:${value}`)
const alarm = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        'TRIGGER',
        'TRIGGER;RELATED=END',
        'TRIGGER;VALUE=DATE-TIME',
        'REPEAT',
        'DURATION',
        'ACKNOWLEDGED',
        'ACTION',
      ),
      odd,
    ),
    { maxLength: 4 },
  )
  .map((lines) => ['BEGIN:VALARM', ...lines.map(([name, value]) => `${name}:${value}`), 'END:VALARM'])
const component = fc
  .tuple(
    fc.constantFrom('VTODO', 'VTODO', 'VEVENT'),
    fc.constantFrom('t', 'u', ''),
    fc.array(fc.oneof(line, line, alarm), { maxLength: 8 }),
  )
  .map(([kind, uid, lines]) => [`BEGIN:${kind}`, `UID:${uid}`, ...lines.flat(), `END:${kind}`])
const file = fc
  .array(component, { minLength: 1, maxLength: 3 })
  .map((all) => `BEGIN:VCALENDAR\n${all.flat().join('\n')}\nEND:VCALENDAR\n`)

/** Runs it; only errors with a code and a hint of what to do may come out. */
function survives<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (thrown) {
    if (!(thrown instanceof StewardError)) throw thrown
    expect(thrown.code).not.toBe('INTERNAL')
    return undefined
  }
}

describe('[agenda.hostile] whatever stands in a file', () => {
  test('is read, rung and changed without a fault, in a bounded time', () => {
    fc.assert(
      fc.property(file, (text) => {
        const calendar = parseCalendar(text)
        const tasks = tasksIn(calendar, 'c', 'Europe/Berlin')
        for (const { priority, percent, state } of tasks) {
          expect(priority >= 0 && priority <= 9 && percent >= 0 && percent <= 100).toBe(true)
          expect(['open', 'started', 'done', 'cancelled']).toContain(state)
        }
        for (const { at } of alarmsIn(calendar, 'c', options)) expect(at > options.from && at <= options.to).toBe(true)
        remindersIn(calendar, 'c', options)
        remindersBefore(calendar)
        const done = survives(() => changeTask(text, { uid: 't', changes: { state: 'done', title: 'x' }, at: now }))
        if (done) expect(tasksIn(parseCalendar(done.text), 'c', 'UTC').length).toBe(tasks.length)
        const due = survives(() => changeTask(text, { uid: 'u', changes: { due: '2026-12-01', alarms: [5] }, at: now }))
        // What is no part of the task is there as it was.
        if (due)
          for (const part of text.split('BEGIN:VTODO\nUID:t\n').slice(1))
            expect(due.text).toContain(part.split('END:VTODO')[0])
        survives(() => removeTask(text, 't'))
      }),
      { numRuns: process.env.STEWARD_FULL ? 10_000 : 400 },
    )
  }, 120_000)

  test('many changed occurrences with alarms take no time that grows with their square', () => {
    const changes = Array.from({ length: 3000 }, (_, nth) => {
      const day = Temporal.PlainDate.from('2026-01-01').add({ days: nth }).toString().replaceAll('-', '')
      return `BEGIN:VTODO\nUID:t\nRECURRENCE-ID:${day}T100000Z\nDTSTART:${day}T110000Z\nSTATUS:COMPLETED\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT${nth}M\nEND:VALARM\nEND:VTODO\n`
    })
    const text = `BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:t\nDTSTART:20260101T100000Z\nRRULE:FREQ=DAILY\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:PT0S\nEND:VALARM\nEND:VTODO\n${changes.join('')}END:VCALENDAR\n`
    const begun = performance.now()
    const calendar = parseCalendar(text)
    expect(tasksIn(calendar, 'c', 'UTC')).toMatchObject([{ start: '2034-03-20T10:00:00Z' }])
    alarmsIn(calendar, 'c', options)
    expect(changeTask(text, { uid: 't', changes: { state: 'done' }, at: now }).completed).toBe('moved-on')
    expect(performance.now() - begun).toBeLessThan(5000)
  })
})

describe('[agenda.hostile] whatever is said', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      '2026-11-17T25:00',
      '2026-11-17T24:00',
      '9999-12-31',
      '9999-12-31T23:59',
      '0000-01-01',
      '2026-11-17T10:00[Mars/Olympus]',
    ),
    fc.constantFrom(
      '2026-11-17T10:00:60',
      '-000001-01-01',
      'every day until yesterday',
      'in 9999 years',
      'FREQ=DAILY',
      '2026-11-17T10:00+99:99',
    ),
    fc.constantFrom(
      '9999-12-31T23:30:00Z',
      '2026-11-17T10:00:00+14:30[Asia/Tokyo]',
      'tomorrow 3pm',
      '2026-11-17',
      '2027-03-28T02:30',
    ),
  )

  test('is understood or refused with a code', () => {
    fc.assert(
      fc.property(
        texts,
        fc.option(texts, { nil: undefined }),
        fc.option(texts, { nil: undefined }),
        (when, end, repeat) => {
          const found = survives(() => resolveWhen({ when, end, repeat }, { now, preferences }))
          const start = found?.start ?? when
          survives(() =>
            checkTimes({
              ...{
                start,
                end: found?.end ?? end ?? when,
                rule: found?.rule ?? repeat,
                said: when,
                zone: 'Europe/Berlin',
              },
              ...{ conflicts: [{ title: when, start: when, end: when, busy: 'busy' as const }], now, language: 'en' },
              workingHours: preferences.workingHours,
            }),
          )
          const made = survives(() =>
            newTask({ uid: 'u', title: when, notes: end ?? '', tags: [when], due: start }, now),
          )
          if (made) expect(tasksIn(parseCalendar(made), 'c', 'UTC')).toHaveLength(1)
        },
      ),
      { numRuns: process.env.STEWARD_FULL ? 10_000 : 500 },
    )
  }, 120_000)
})
