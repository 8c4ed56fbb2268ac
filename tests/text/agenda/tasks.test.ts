import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { changeTask, newTask, removeTask, tasksIn, taskView } from '../../../sidecar/text/agenda/tasks.ts'
import type { TaskChanges, TaskDetails } from '../../../sidecar/text/agenda/types.ts'
import { type Component, parseCalendar } from '../../../sidecar/text/ical/document.ts'

const zone = 'Europe/Berlin'
const at = Date.parse('2026-11-16T09:00:00Z')
const seen = (text: string, viewer = zone) => tasksIn(parseCalendar(text), 'personal', viewer)
const only = (text: string, viewer = zone) => {
  const [task, ...others] = seen(text, viewer)
  if (!task || others.length > 0) throw new Error('There is not one task.')
  return task
}
const change = (text: string, changes: TaskChanges) => changeTask(text, { uid: 't', changes, at })
const made = (details: Partial<TaskDetails>) => newTask({ uid: 't', title: 'Task', ...details }, at)
const file = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VTODO', 'UID:t', ...lines, 'END:VTODO', 'END:VCALENDAR', ''].join('\r\n')

describe('[task.create] a new task', () => {
  test('has all that was said of it', () => {
    const text = made({
      title: 'Pay rent; now, or\nlater',
      due: '2026-12-01T12:00:00+01:00[Europe/Berlin]',
      start: '2026-11-28T09:00:00+01:00[Europe/Berlin]',
      ...{ priority: 2, percent: 30, state: 'started', tags: ['home', 'a,b'], notes: 'two\nlines', alarms: [15, 0] },
      ...{ url: 'https://example.org/x', parent: 'house', rule: 'FREQ=MONTHLY' },
    })
    expect(text).toContain('BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin')
    expect(text).toContain('DUE;TZID=Europe/Berlin:20261201T120000\r\n')
    expect(text).toContain('TRIGGER;RELATED=END:-PT15M\r\n')
    expect(only(text)).toEqual({
      calendar: 'personal',
      uid: 't',
      title: 'Pay rent; now, or\nlater',
      state: 'started',
      due: '2026-12-01T11:00:00Z',
      dueAt: Date.parse('2026-12-01T11:00:00Z'),
      start: '2026-11-28T08:00:00Z',
      startAt: Date.parse('2026-11-28T08:00:00Z'),
      zone,
      priority: 2,
      percent: 30,
      tags: ['home', 'a,b'],
      notes: 'two\nlines',
      url: 'https://example.org/x',
      parent: 'house',
      rule: 'FREQ=MONTHLY',
      createdAt: at,
      alarms: [15, 0],
    })
  })

  test('that is due on a day is due until its end', () => {
    expect(only(made({ due: '2026-12-01' }))).toMatchObject({
      due: '2026-12-01',
      dueAt: Date.parse('2026-12-01T23:00:00Z'),
      state: 'open',
    })
  })

  test('that repeats has a start, as RFC 5545 wants it, which nobody sees', () => {
    const text = made({ due: '2026-12-01', rule: 'FREQ=WEEKLY' })
    expect(text).toContain('DTSTART;VALUE=DATE:20261201')
    expect(only(text)).toMatchObject({ due: '2026-12-01', rule: 'FREQ=WEEKLY' })
    expect(only(text).start).toBeUndefined()
  })

  test.each([
    ['a rule without a date', { rule: 'FREQ=DAILY' }],
    ['a rule that is none', { due: '2026-12-01', rule: 'SOMETIMES' }],
    ['a rule that brings a line', { due: '2026-12-01', rule: 'FREQ=DAILY\r\nX:Y' }],
    ['a start after the end', { due: '2026-12-01', start: '2026-12-02' }],
    ['an alarm without a date', { alarms: [5] }],
    ['a priority that there is not', { priority: 10 }],
    ['a percentage that there is not', { percent: 101 }],
    ['a time that is none', { due: 'soon' }],
    ['a day that there is not', { due: '2026-02-30' }],
  ])('is refused for %s', (_, details) => {
    expect(() => made(details)).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
  })

  test('of a start with a time and an end without begins on that day', () => {
    expect(only(made({ start: '2026-11-30T10:00:00', due: '2026-12-01' }))).toMatchObject({ start: '2026-11-30' })
    expect(only(made({ start: '2026-11-30', due: '2026-12-01T10:00:00' }))).toMatchObject({
      start: '2026-11-29T23:00:00Z',
    })
  })
})

describe('[task.read] tasks of other programs', () => {
  test.each([
    ['without a status but done', ['COMPLETED:20261101T100000Z'], { state: 'done', completedAt: 1793527200000 }],
    ['without a status but begun', ['PERCENT-COMPLETE:40'], { state: 'started', percent: 40 }],
    ['without a status but full', ['PERCENT-COMPLETE:100'], { state: 'done' }],
    ['that were given up', ['STATUS:CANCELLED'], { state: 'cancelled' }],
    ['with a length', ['DTSTART:20261117T100000Z', 'DURATION:PT90M'], { due: '2026-11-17T11:30:00Z' }],
    ['with a rule and only a due date', ['DUE;VALUE=DATE:20261117', 'RRULE:FREQ=DAILY'], { due: '2026-11-17' }],
    ['with other relations', ['RELATED-TO;RELTYPE=CHILD:c', 'RELATED-TO:p'], { parent: 'p' }],
    ['with tags in several lines', ['CATEGORIES:a,b', 'CATEGORIES:b\\,c'], { tags: ['a', 'b', 'b,c'] }],
    ['with nonsense in numbers', ['PRIORITY:high', 'PERCENT-COMPLETE:-5', 'SEQUENCE:x'], { priority: 0, percent: 0 }],
    ['by Windows zones', ['DUE;TZID=W. Europe Standard Time:20261117T100000'], { due: '2026-11-17T09:00:00Z' }],
    [
      'with an alarm from the start',
      [
        'DTSTART:20261117T100000Z',
        'DUE:20261117T120000Z',
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        'TRIGGER:-PT10M',
        'END:VALARM',
      ],
      { alarms: [130] },
    ],
  ])('%s', (_, lines, view) => expect(only(file(...lines))).toMatchObject(view))

  test('that leave what is done as changed occurrences are shown as the first that is not', () => {
    const change = (day: string, status: string) => [
      ...['END:VTODO', 'BEGIN:VTODO', 'UID:t', `RECURRENCE-ID;VALUE=DATE:${day}`, `DTSTART;VALUE=DATE:${day}`],
      ...[`DUE;VALUE=DATE:${day}`, `STATUS:${status}`, `SUMMARY:${status}`],
    ]
    const series = ['DTSTART;VALUE=DATE:20261101', 'DUE;VALUE=DATE:20261101', 'RRULE:FREQ=DAILY;COUNT=4']
    const done = [...change('20261101', 'COMPLETED'), ...change('20261103', 'COMPLETED')]
    expect(only(file(...series, ...done))).toMatchObject({ due: '2026-11-02', state: 'open', title: '' })
    expect(only(file(...series, 'EXDATE;VALUE=DATE:20261102', ...done))).toMatchObject({ due: '2026-11-04' })
    const open = [...done, ...change('20261102', 'IN-PROCESS')]
    expect(only(file(...series, ...open))).toMatchObject({ due: '2026-11-02', state: 'started', title: 'IN-PROCESS' })
    const all = [...done, ...change('20261102', 'COMPLETED'), ...change('20261104', 'COMPLETED')]
    expect(only(file(...series, ...all))).toMatchObject({ state: 'done', percent: 100 })
    // And completing goes on from there.
    const first = changeTask(file(...series, ...open), { uid: 't', changes: { state: 'done' }, at })
    expect([first.completed, only(first.text).due]).toEqual(['moved-on', '2026-11-04'])
    const second = changeTask(first.text, { uid: 't', changes: { state: 'done' }, at })
    expect([second.completed, only(second.text).state]).toEqual(['last', 'done'])
  })

  test('one component is shown by its own times', () => {
    const calendar = parseCalendar(made({ due: '2026-12-01' }))
    const [top] = calendar.items as Component[]
    const task = top?.items.find((item): item is Component => item.kind === 'component' && item.name === 'VTODO')
    expect(taskView(task as Component, calendar, 'c', zone)).toEqual({
      ...only(made({ due: '2026-12-01' })),
      calendar: 'c',
    })
  })

  test('rules that take for ever do not take the others along', () => {
    const endless = file(
      'DUE:20260101T000000Z',
      'EXDATE:20260101T000000Z',
      'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30',
    )
    const two = endless.replace('END:VCALENDAR', 'BEGIN:VTODO\r\nUID:u\r\nSUMMARY:Other\r\nEND:VTODO\r\nEND:VCALENDAR')
    expect(seen(two).map(({ uid }) => uid)).toEqual(['t', 'u'])
  })
})

describe('[task.change] a change', () => {
  const foreign = [
    'BEGIN:VCALENDAR',
    'PRODID:-//Other//EN',
    'X-ODD;X-P="a:b":kept  ',
    'BEGIN:VTODO',
    'UID:t',
    'SUMMARY:Old',
    'DTSTAMP:20200101T000000Z',
    'X-APPLE-SORT-ORDER:5',
    'DESCRIPTION:folded',
    '  and kept',
    'SEQUENCE:4',
    'RELATED-TO;RELTYPE=SIBLING:s',
    'BEGIN:VALARM',
    'ACTION:EMAIL',
    'TRIGGER:-PT5M',
    'END:VALARM',
    'END:VTODO',
    'BEGIN:VTODO',
    'UID:other',
    'END:VTODO',
    'END:VCALENDAR',
    '',
  ].join('\n')

  test('leaves every other byte as it was', () => {
    const { text } = change(foreign, { title: 'New', parent: 'p', alarms: [] })
    const expected = foreign
      .replace('SUMMARY:Old', 'SUMMARY:New')
      .replace('DTSTAMP:20200101T000000Z', 'DTSTAMP:20261116T090000Z')
      .replace('SEQUENCE:4', 'SEQUENCE:5')
      .replace('RELTYPE=SIBLING:s\n', 'RELTYPE=SIBLING:s\nRELATED-TO:p\nLAST-MODIFIED:20261116T090000Z\n')
    expect(text).toBe(expected)
  })

  test('of nothing changes nothing', () => expect(change(foreign, {})).toEqual({ text: foreign }))

  test('of an unknown task is refused', () =>
    expect(() => changeTask(foreign, { uid: 'none', changes: { title: 'x' }, at })).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    ))

  test('of the state goes there and back', () => {
    const text = made({ percent: 20 })
    const done = change(text, { state: 'done' })
    expect(done.completed).toBe('once')
    expect(only(done.text)).toMatchObject({ state: 'done', percent: 100, completedAt: at })
    expect(change(done.text, { state: 'done' })).toEqual({ text: done.text })
    const open = change(done.text, { state: 'open' })
    expect(only(open.text)).toMatchObject({ state: 'open', percent: 0 })
    expect(open.text).not.toContain('COMPLETED:')
    expect(only(change(open.text, { state: 'started', percent: 50 }).text)).toMatchObject({
      state: 'started',
      percent: 50,
    })
    expect(only(change(open.text, { state: 'cancelled' }).text)).toMatchObject({ state: 'cancelled' })
  })

  test('takes away what is null', () => {
    const full = made({
      ...{ due: '2026-12-01', start: '2026-11-30', notes: 'n', url: 'https://x', tags: ['a'], parent: 'p' },
      ...{ rule: 'FREQ=DAILY', alarms: [5] },
    })
    const none = { due: null, start: null, notes: null, url: null, tags: null, parent: null, rule: null, alarms: null }
    expect(only(change(full, none).text)).toEqual(only(made({})))
  })

  test('of when it is due moves the rule along', () => {
    const text = change(made({ due: '2026-12-01', rule: 'FREQ=DAILY' }), { due: '2026-12-05T10:00:00Z' }).text
    expect(text).toContain('DTSTART:20261205T100000Z')
    expect(only(text)).toMatchObject({ due: '2026-12-05T10:00:00Z' })
    expect(only(change(text, { state: 'done' }).text)).toMatchObject({ due: '2026-12-06T10:00:00Z' })
  })

  test('to another zone brings the zone along', () => {
    const text = change(made({ due: '2026-12-01T10:00:00+01:00[Europe/Berlin]' }), {
      due: '2026-12-01T10:00:00+09:00[Asia/Tokyo]',
    }).text
    expect(text).toContain('TZID:Asia/Tokyo')
    expect(only(text)).toMatchObject({ due: '2026-12-01T01:00:00Z' })
  })

  test('of a start past the end is refused', () =>
    expect(() => change(made({ due: '2026-12-01' }), { start: '2026-12-02' })).toThrow('begin after'))
})

describe('[task.recur] completing a task that repeats', () => {
  const walk = (text: string, most = 10): string[] => {
    const dates: string[] = []
    let now = text
    for (let times = 0; times < most; times++) {
      const view = only(now)
      dates.push(view.due ?? view.start ?? '')
      const { text: next, completed } = change(now, { state: 'done' })
      now = next
      if (completed === 'last') return [...dates, only(now).state]
      if (completed !== 'moved-on' || only(now).state !== 'open') throw new Error(`${completed}`)
    }
    return dates
  }

  test.each([
    [
      'by a rule on the due date',
      ['DUE;VALUE=DATE:20261130', 'RRULE:FREQ=WEEKLY;COUNT=3'],
      ['2026-11-30', '2026-12-07', '2026-12-14', 'done'],
    ],
    [
      'until a day',
      ['DUE;VALUE=DATE:20261130', 'RRULE:FREQ=DAILY;UNTIL=20261202'],
      ['2026-11-30', '2026-12-01', '2026-12-02', 'done'],
    ],
    [
      'with a start some days before',
      ['DTSTART;VALUE=DATE:20270129', 'DUE;VALUE=DATE:20270131', 'RRULE:FREQ=MONTHLY;COUNT=3'],
      ['2027-01-31', '2027-03-31', '2027-05-01', 'done'],
    ],
    [
      'on the 31st',
      ['DUE;VALUE=DATE:20270131', 'RRULE:FREQ=MONTHLY;COUNT=3'],
      ['2027-01-31', '2027-03-31', '2027-05-31', 'done'],
    ],
    [
      'over the change of clocks, also where the time is skipped',
      ['DUE;TZID=Europe/Berlin:20270327T023000', 'RRULE:FREQ=DAILY;COUNT=3'],
      ['2027-03-27T01:30:00Z', '2027-03-28T01:30:00Z', '2027-03-29T00:30:00Z', 'done'],
    ],
    [
      'with exceptions',
      ['DUE;VALUE=DATE:20261130', 'RRULE:FREQ=DAILY;COUNT=4', 'EXDATE;VALUE=DATE:20261201'],
      ['2026-11-30', '2026-12-02', '2026-12-03', 'done'],
    ],
    [
      'with dates of its own',
      ['DUE;VALUE=DATE:20261130', 'RRULE:FREQ=WEEKLY;COUNT=2', 'RDATE;VALUE=DATE:20261202'],
      ['2026-11-30', '2026-12-02', '2026-12-07', 'done'],
    ],
    [
      'in another calendar, whose days are not always there',
      ['DUE;VALUE=DATE:20270131', 'RRULE:RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;COUNT=3'],
      ['2027-01-31', '2027-02-28', '2027-03-31', 'done'],
    ],
  ])('%s', (_, lines, dates) => expect(walk(file(...lines))).toEqual(dates))

  test('moves its alarms too, and starts it anew', () => {
    const text = file(
      ...['DUE:20261201T100000Z', 'RRULE:FREQ=DAILY', 'STATUS:IN-PROCESS', 'PERCENT-COMPLETE:60'],
      ...['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER;VALUE=DATE-TIME:20261201T090000Z', 'END:VALARM'],
    )
    expect(only(change(text, { state: 'done' }).text)).toMatchObject({
      ...{ due: '2026-12-02T10:00:00Z', state: 'open', percent: 0, alarms: [60] },
    })
  })

  test('ends the task where the rule is taken away with it', () => {
    expect(change(made({ due: '2026-12-01', rule: 'FREQ=DAILY' }), { rule: null, state: 'done' }).completed).toBe(
      'once',
    )
  })

  const freqs = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
  const rule = fc.record({
    freq: fc.constantFrom(...freqs),
    interval: fc.integer({ min: 1, max: 4 }),
    days: fc.subarray(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']),
    count: fc.option(fc.integer({ min: 1, max: 6 })),
    until: fc.option(fc.integer({ min: 0, max: 400 })),
  })

  test('walks the dates that ical.js finds', () => {
    fc.assert(
      fc.property(rule, fc.integer({ min: 0, max: 700 }), ({ freq, interval, days, count, until }, ahead) => {
        const start = Temporal.PlainDate.from('2026-01-01').add({ days: ahead })
        const names = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
        const own = names[start.dayOfWeek - 1] as string
        const byDay = freq === 'DAILY' || freq === 'WEEKLY' ? [...new Set([...days, own])] : []
        const end =
          count !== null
            ? `;COUNT=${count}`
            : until !== null
              ? `;UNTIL=${start.add({ days: until }).toString().replaceAll('-', '')}`
              : ''
        const text = `FREQ=${freq};INTERVAL=${interval}${byDay.length > 0 ? `;BYDAY=${byDay.join(',')}` : ''}${end}`
        const iterator = ICAL.Recur.fromString(text).iterator(ICAL.Time.fromDateString(start.toString()))
        const theirs: string[] = []
        for (let next = iterator.next(); next && theirs.length < 6; next = iterator.next()) theirs.push(next.toString())
        const ours = walk(made({ due: start.toString(), rule: text }), 6)
        expect(ours.filter((each) => each !== 'done')).toEqual(theirs)
        if (theirs.length < 6) expect(ours.at(-1)).toBe('done')
      }),
      { numRuns: process.env.STEWARD_FULL ? 2000 : 150 },
    )
  })
})

describe('[task.create] any task', () => {
  const word = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .map((text) => `a${text.replaceAll(/[\p{C}\p{Z}]/gu, '_')}z`)
  const day = fc
    .integer({ min: 0, max: 9000 })
    .map((ahead) => Temporal.PlainDate.from('2020-01-01').add({ days: ahead }))
  const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC')
  const times = fc.oneof(
    fc.tuple(day, fc.integer({ min: 0, max: 30 })).map(([start, more]) => [start, start.add({ days: more })]),
    fc
      .tuple(day, fc.integer({ min: 0, max: 86_399 }), fc.integer({ min: 0, max: 2e6 }), zones)
      .map(([date, second, more, name]) => {
        const start = date.toZonedDateTime({ timeZone: name, plainTime: '00:00' }).add({ seconds: second })
        return [start, start.add({ seconds: more })]
      }),
  )
  const text = (time: unknown): string =>
    time instanceof Temporal.ZonedDateTime ? time.toString({ smallestUnit: 'second' }) : String(time)
  const shown = (time: unknown): string =>
    time instanceof Temporal.ZonedDateTime ? time.toInstant().toString() : String(time)

  test('is read back as it was given', () => {
    fc.assert(
      fc.property(
        fc.record({
          title: word,
          notes: fc.option(word),
          tags: fc.uniqueArray(word, { maxLength: 4 }),
          priority: fc.integer({ min: 0, max: 9 }),
          percent: fc.integer({ min: 0, max: 99 }),
          state: fc.constantFrom('open', 'started', 'cancelled'),
          times,
          hasStart: fc.boolean(),
          alarms: fc.uniqueArray(fc.integer({ min: -100, max: 50_000 }), { maxLength: 3 }),
        }),
        ({ title, notes, tags, priority, percent, state, times: [start, due], hasStart, alarms }) => {
          const details = { title, tags, priority, percent, state, ...(notes === null ? {} : { notes }) } as const
          const made = newTask(
            {
              ...{ uid: 'some', ...details, due: text(due), alarms },
              ...(hasStart ? { start: text(start) } : {}),
            } as TaskDetails,
            at,
          )
          const view = only(made)
          expect(view).toMatchObject({ ...details, due: shown(due), ...(hasStart ? { start: shown(start) } : {}) })
          expect(view.alarms ?? []).toEqual(alarms)
          expect(Boolean(view.start)).toBe(hasStart)
          // And an independent reader agrees.
          const todo = new ICAL.Component(ICAL.parse(made)).getFirstSubcomponent('vtodo')
          const theirs = todo?.getFirstPropertyValue('due') as ICAL.Time
          expect(theirs.toJSDate().getTime()).toBe(
            due instanceof Temporal.ZonedDateTime ? due.epochMilliseconds : theirs.toJSDate().getTime(),
          )
          expect(todo?.getFirstPropertyValue('summary')).toBe(title)
        },
      ),
      { numRuns: process.env.STEWARD_FULL ? 2000 : 150 },
    )
  })
})

describe('[task.change] taking a task away', () => {
  test('leaves the others, and nothing where there are none', () => {
    expect(removeTask(made({ due: '2026-12-01T10:00:00+01:00[Europe/Berlin]' }), 't')).toBeNull()
    const two = file().replace('END:VCALENDAR', 'BEGIN:VTODO\r\nUID:u\r\nEND:VTODO\r\nEND:VCALENDAR')
    expect(seen(removeTask(two, 't') ?? '').map(({ uid }) => uid)).toEqual(['u'])
  })
})
