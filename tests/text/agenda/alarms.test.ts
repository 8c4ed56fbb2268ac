import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import type { Alarm } from '../../../sidecar/ports/calendar/types.ts'
import { type AlarmTime, alarmsIn } from '../../../sidecar/text/agenda/alarms.ts'
import { parseCalendar } from '../../../sidecar/text/ical/document.ts'

const zone = 'Europe/Berlin'
const month = { from: Date.parse('2026-11-01T00:00:00Z'), to: Date.parse('2026-12-01T00:00:00Z') }
const options = { ...month, zone, reminders: false, me: ['Me@example.org'] }

const file = (...components: string[][]) =>
  parseCalendar(
    [
      'BEGIN:VCALENDAR',
      ...components.flatMap(([kind = '', ...lines]) => [`BEGIN:${kind}`, ...lines, `END:${kind}`]),
      'END:VCALENDAR',
    ].join('\n'),
  )
const alarm = (...lines: string[]) => ['BEGIN:VALARM', 'ACTION:DISPLAY', ...lines, 'END:VALARM']
const event = (...lines: string[]) => ['VEVENT', 'UID:e', 'SUMMARY:Event', ...lines]
const task = (...lines: string[]) => ['VTODO', 'UID:t', 'SUMMARY:Task', ...lines]
const rings = (...components: string[][]) =>
  alarmsIn(file(...components), 'c', options).map(({ at }) => new Date(at).toISOString().slice(5, 16))

const timed = ['DTSTART;TZID=Europe/Berlin:20261110T100000', 'DTEND;TZID=Europe/Berlin:20261110T113000']

describe('[alarm.times] an alarm', () => {
  test.each<[string, string[][], string[]]>([
    ['rings before the start', [event(...timed, ...alarm('TRIGGER:-PT15M'))], ['11-10T08:45']],
    ['rings after the start', [event(...timed, ...alarm('TRIGGER:PT5M'))], ['11-10T09:05']],
    ['rings by the end', [event(...timed, ...alarm('TRIGGER;RELATED=END:-PT10M'))], ['11-10T10:20']],
    ['rings at a fixed time', [event(...timed, ...alarm('TRIGGER;VALUE=DATE-TIME:20261109T120000Z'))], ['11-09T12:00']],
    [
      'rings again and again',
      [event(...timed, ...alarm('TRIGGER:-PT15M', 'REPEAT:2', 'DURATION:PT5M'))],
      ['11-10T08:45', '11-10T08:50', '11-10T08:55'],
    ],
    [
      'rings a day before on the clock',
      [event('DTSTART;TZID=Europe/Berlin:20261102T100000', ...alarm('TRIGGER:-P1D'))],
      ['11-01T09:00'],
    ],
    [
      'of a whole day goes by midnight here',
      [event('DTSTART;VALUE=DATE:20261110', ...alarm('TRIGGER:PT9H'))],
      ['11-10T08:00'],
    ],
    [
      'of a series rings for each',
      [
        event(
          ...timed,
          'RRULE:FREQ=WEEKLY;COUNT=3',
          'EXDATE;TZID=Europe/Berlin:20261117T100000',
          ...alarm('TRIGGER:PT0S'),
        ),
      ],
      ['11-10T09:00', '11-24T09:00'],
    ],
    [
      'of a moved occurrence is its own',
      [
        event(...timed, 'RRULE:FREQ=WEEKLY;COUNT=2', ...alarm('TRIGGER:PT0S')),
        event(
          'RECURRENCE-ID;TZID=Europe/Berlin:20261117T100000',
          'DTSTART:20261118T120000Z',
          ...alarm('TRIGGER:-PT1H'),
        ),
      ],
      ['11-10T09:00', '11-18T11:00'],
    ],
    [
      'of an occurrence that was made silent is none',
      [
        event(...timed, 'RRULE:FREQ=WEEKLY;COUNT=2', ...alarm('TRIGGER:PT0S')),
        event('RECURRENCE-ID;TZID=Europe/Berlin:20261117T100000', 'DTSTART:20261118T120000Z'),
      ],
      ['11-10T09:00'],
    ],
    [
      'at a fixed time rings once for a whole series',
      [event(...timed, 'RRULE:FREQ=DAILY', ...alarm('TRIGGER;VALUE=DATE-TIME:20261109T120000Z'))],
      ['11-09T12:00'],
    ],
    ['long before is found', [event('DTSTART:20270310T100000Z', ...alarm('TRIGGER:-P120D'))], ['11-10T10:00']],
    ['long after is found', [event('DTSTART:20260310T100000Z', ...alarm('TRIGGER:P250D'))], ['11-15T10:00']],
    ['of a cancelled event is none', [event(...timed, 'STATUS:CANCELLED', ...alarm('TRIGGER:PT0S'))], []],
    [
      'of a declined event is none',
      [event(...timed, 'ATTENDEE;PARTSTAT=DECLINED:mailto:me@example.org', ...alarm('TRIGGER:PT0S'))],
      [],
    ],
    ['that sends mail is none', [event(...timed, 'BEGIN:VALARM', 'ACTION:EMAIL', 'TRIGGER:PT0S', 'END:VALARM')], []],
    [
      'that starts a program is none',
      [event(...timed, 'BEGIN:VALARM', 'ACTION:PROCEDURE', 'TRIGGER:PT0S', 'END:VALARM')],
      [],
    ],
    ['that rings at a place is none', [event(...timed, ...alarm('TRIGGER:PT0S', 'PROXIMITY:ARRIVE'))], []],
    ['that was answered is none', [event(...timed, ...alarm('TRIGGER:-PT15M', 'ACKNOWLEDGED:20261110T084500Z'))], []],
    [
      'that was answered for one occurrence rings for the next',
      [event(...timed, 'RRULE:FREQ=DAILY;COUNT=2', ...alarm('TRIGGER:-PT15M', 'ACKNOWLEDGED:20261110T090000Z'))],
      ['11-11T08:45'],
    ],
    [
      'that Thunderbird answered is none',
      [event(...timed, 'X-MOZ-LASTACK:20261110T084600Z', ...alarm('TRIGGER:-PT15M'))],
      [],
    ],
    ['that makes no sense is none', [event(...timed, ...alarm('TRIGGER:whenever'), ...alarm())], []],
    ['of a task rings before it is due', [task('DUE:20261110T100000Z', ...alarm('TRIGGER:-PT15M'))], ['11-10T09:45']],
    [
      'of a task goes by its start or its end',
      [
        task(
          ...['DTSTART:20261110T080000Z', 'DUE:20261110T100000Z'],
          ...[...alarm('TRIGGER:-PT5M'), ...alarm('TRIGGER;RELATED=END:-PT5M')],
        ),
      ],
      ['11-10T07:55', '11-10T09:55'],
    ],
    [
      'of a task that is due on a day goes by its beginning',
      [task('DUE;VALUE=DATE:20261110', ...alarm('TRIGGER;RELATED=END:PT9H'))],
      ['11-10T08:00'],
    ],
    [
      'of a repeating task rings for each',
      [task('DUE:20261110T100000Z', 'RRULE:FREQ=DAILY;COUNT=2', ...alarm('TRIGGER:PT0S'))],
      ['11-10T10:00', '11-11T10:00'],
    ],
    [
      'of a task that is done is none',
      [task('DUE:20261110T100000Z', 'STATUS:COMPLETED', ...alarm('TRIGGER:PT0S'))],
      [],
    ],
    [
      'of a task that was given up is none',
      [task('DUE:20261110T100000Z', 'STATUS:CANCELLED', ...alarm('TRIGGER:PT0S'))],
      [],
    ],
    [
      'of a task without a date rings at its time',
      [task(...alarm('TRIGGER;VALUE=DATE-TIME:20261110T100000Z'))],
      ['11-10T10:00'],
    ],
    [
      'in a loop by the second is cut off',
      [event('DTSTART:20261001T000000Z', 'RRULE:FREQ=SECONDLY', ...alarm('TRIGGER:PT0S'))],
      [],
    ],
  ])('%s', (_, components, times) => expect(rings(...components)).toEqual(times))

  test('is after the first and not after the second time', () => {
    const calendar = file(event('DTSTART:20261110T100000Z', ...alarm('TRIGGER:PT0S')))
    const at = Date.parse('2026-11-10T10:00:00Z')
    const count = (from: number, to: number) => alarmsIn(calendar, 'c', { ...options, from, to }).length
    expect([count(at - 1, at), count(at, at + 1), count(at - 1000, at - 1)]).toEqual([1, 0, 0])
  })

  test('tells what it belongs to', () => {
    const found: Alarm[] = alarmsIn(
      file(event(...timed, 'RRULE:FREQ=DAILY;COUNT=1', ...alarm('TRIGGER:-PT15M'))),
      'c',
      options,
    ) satisfies AlarmTime[]
    expect(found).toEqual([
      {
        calendar: 'c',
        uid: 'e',
        title: 'Event',
        at: Date.parse('2026-11-10T08:45:00Z'),
        startsAt: Date.parse('2026-11-10T09:00:00Z'),
        of: 'event',
        recurring: true,
        occurrence: '2026-11-10T09:00:00Z',
        rule: 'FREQ=DAILY;COUNT=1',
      },
    ])
    const todo = file(task('DUE:20261110T100000Z', ...alarm('TRIGGER:PT0S')))
    expect(alarmsIn(todo, 'c', options)).toMatchObject([{ of: 'task', recurring: false }])
    expect(alarmsIn(todo, 'c', { ...options, reminders: true })).toMatchObject([{ of: 'reminder' }])
  })

  test('of one that takes for ever does not silence the others', () => {
    const endless = ['VEVENT', 'UID:x', 'DTSTART:20261001T000000Z', 'RRULE:FREQ=SECONDLY', ...alarm('TRIGGER:PT0S')]
    expect(rings(endless, event(...timed, ...alarm('TRIGGER:PT0S')))).toEqual(['11-10T09:00'])
  })
})

describe('[alarm.times] alarms of random series', () => {
  const series = fc.record({
    start: fc.integer({ min: -60, max: 60 }),
    second: fc.integer({ min: 0, max: 86_399 }),
    length: fc.integer({ min: 0, max: 100_000 }),
    rule: fc.constantFrom(
      'FREQ=DAILY',
      'FREQ=WEEKLY;BYDAY=MO,TH',
      'FREQ=MONTHLY',
      'FREQ=DAILY;COUNT=5',
      'FREQ=HOURLY;INTERVAL=5',
    ),
    offset: fc.integer({ min: -100_000, max: 100_000 }),
    byEnd: fc.boolean(),
    repeat: fc.integer({ min: 0, max: 3 }),
    apart: fc.integer({ min: 60, max: 7200 }),
  })

  // Every occurrence by ical.js, from the start on; then simply counted.
  const naive = (
    text: string,
    {
      length,
      offset,
      byEnd,
      repeat,
      apart,
    }: { length: number; offset: number; byEnd: boolean; repeat: number; apart: number },
  ) => {
    const component = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')
    if (!component) throw new Error('There is no event.')
    const iterator = new ICAL.Event(component).iterator()
    const found: number[] = []
    for (let next = iterator.next(); next; next = iterator.next()) {
      const start = next.toUnixTime() + (byEnd ? length : 0) + offset
      if (start * 1000 > month.to + 1e9) break
      for (let nth = 0; nth <= repeat; nth++) found.push((start + nth * apart) * 1000)
    }
    return found.filter((at) => at > month.from && at <= month.to).sort((a, b) => a - b)
  }

  test('are those that counting gives', () => {
    fc.assert(
      fc.property(series, (given) => {
        const start = Temporal.Instant.from('2026-11-01T00:00:00Z').add({
          seconds: given.start * 86_400 + given.second,
        })
        const basic = (at: Temporal.Instant) => at.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')
        const from = basic(start)
        // Rules of days go by the weekday, so the first is made one of them.
        const day = start.toZonedDateTimeISO('UTC').dayOfWeek
        const rule = given.rule.replace('MO,TH', ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'][day - 1] ?? 'MO')
        const trigger = `TRIGGER;RELATED=${given.byEnd ? 'END' : 'START'}:${given.offset < 0 ? '-' : ''}PT${Math.abs(given.offset)}S`
        const repeats = given.repeat > 0 ? [`REPEAT:${given.repeat}`, `DURATION:PT${given.apart}S`] : []
        const text = [
          ...[
            'BEGIN:VCALENDAR',
            'BEGIN:VEVENT',
            'UID:e',
            `DTSTART:${from}`,
            `DURATION:PT${given.length}S`,
            `RRULE:${rule}`,
          ],
          ...[...alarm(trigger, ...repeats), 'END:VEVENT', 'END:VCALENDAR'],
        ].join('\r\n')
        const ours = alarmsIn(parseCalendar(text), 'c', { ...options, zone: 'UTC' }).map(({ at }) => at)
        expect(ours).toEqual(naive(text, given))
      }),
      { numRuns: process.env.STEWARD_FULL ? 1000 : 100 },
    )
  })
})
