// The parts of the calendar's window that need no page: days in zones, hours, and what lies beside what.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dayAt,
  instantOf,
  instantOfStamp,
  isDay,
  minuteAt,
  monthOf,
  plusDays,
  stampOf,
  startOf,
  weekOf,
} from '../../ui/state/zoned.ts'
import { axisOf, hourLines, instantAt, missing, placeOn } from '../../ui/views/calendar/axis.ts'
import { fitted, inLanes, sideBySide } from '../../ui/views/calendar/layout.ts'
import { type GroupName, groupsOf } from '../../ui/views/tasks/groups.ts'

const zones = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'America/Sao_Paulo', 'Asia/Kolkata', 'Asia/Beirut'],
  ...['Australia/Lord_Howe', 'America/Havana', 'Pacific/Apia', 'Africa/Cairo', 'America/Asuncion', 'Asia/Shanghai'],
]
const aZone = fc.constantFrom(...zones)
const aDay = fc
  .integer({ min: Date.UTC(2015, 0, 1) / 86_400_000, max: Date.UTC(2035, 0, 1) / 86_400_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10))
const berlin = 'Europe/Berlin'

describe('days in a zone [window.hours]', () => {
  test('begin, end and read as Temporal has them', () => {
    fc.assert(
      fc.property(aDay, aZone, fc.integer({ min: 0, max: 1439 }), (day, zone, minute) => {
        const date = Temporal.PlainDate.from(day)
        const start = date.toZonedDateTime(zone)
        expect(startOf(day, zone)).toBe(start.epochMilliseconds)
        const at = date
          .toPlainDateTime(Temporal.PlainTime.from({ hour: Math.floor(minute / 60), minute: minute % 60 }))
          .toZonedDateTime(zone)
        expect(instantOf(day, minute, zone)).toBe(at.epochMilliseconds)
        expect(dayAt(at.epochMilliseconds, zone)).toBe(at.toPlainDate().toString())
        expect(minuteAt(at.epochMilliseconds, zone)).toBe(at.hour * 60 + at.minute)
        const stamp = stampOf(at.epochMilliseconds, zone)
        expect(Temporal.ZonedDateTime.from(stamp).epochMilliseconds).toBe(at.epochMilliseconds)
        expect(instantOfStamp(stamp, 'UTC')).toBe(at.epochMilliseconds)
      }),
    )
  })

  test('go by weeks and months', () => {
    expect(weekOf('2026-11-17', 1)).toBe('2026-11-16')
    expect(weekOf('2026-11-17', 7)).toBe('2026-11-15')
    expect([monthOf('2026-12-31', 1), monthOf('2026-01-01', -1)]).toEqual(['2027-01-01', '2025-12-01'])
    expect(['2026-02-29', '2026-13-01', 'x', '2028-02-29'].map(isDay)).toEqual([false, false, false, true])
  })
})

describe('the hours of a day [window.hours]', () => {
  test('every quarter of an hour lies below the one before it, and is found again where it lies', () => {
    fc.assert(
      fc.property(aDay, aZone, fc.integer({ min: 0, max: 6 }), (first, zone, at) => {
        const axis = axisOf(
          Array.from({ length: 7 }, (_, n) => plusDays(first, n)),
          zone,
        )
        const one = axis.days[at]
        if (!one) throw new Error('There is no such day.')
        let last = -1
        for (let instant = one.start; instant < one.end; instant += 900_000) {
          const place = placeOn(axis, one, instant)
          expect(place).toBeGreaterThan(last)
          expect(instantAt(axis, one, place)).toBe(instant)
          last = place
        }
        expect(placeOn(axis, one, one.end, true)).toBeLessThanOrEqual(axis.length)
      }),
    )
  })

  test('a day of 25 hours has one of them twice, and its neighbours leave it out', () => {
    const axis = axisOf(['2026-10-24', '2026-10-25'], berlin)
    expect(axis.length).toBe(25 * 60)
    const again = hourLines(axis).filter(({ isAgain }) => isAgain)
    expect(again).toEqual([{ at: 180, clock: 120, isAgain: true }])
    const [saturday, sunday] = axis.days
    if (!saturday || !sunday) throw new Error('There are two days.')
    const second = Temporal.ZonedDateTime.from('2026-10-25T02:30:00+01:00[Europe/Berlin]').epochMilliseconds
    expect(placeOn(axis, sunday, second - 3_600_000)).toBe(150)
    expect(placeOn(axis, sunday, second)).toBe(210)
    // At the same height as nine in the morning of the day before.
    const nine = (day: string) => instantOf(day, 540, berlin)
    expect(placeOn(axis, sunday, nine('2026-10-25'))).toBe(placeOn(axis, saturday, nine('2026-10-24')))
    expect([missing(axis, saturday), missing(axis, sunday)]).toEqual([[{ from: 180, to: 240 }], []])
  })

  test('a day of 23 hours leaves one out', () => {
    const axis = axisOf(['2026-03-29'], berlin)
    const [one] = axis.days
    if (!one) throw new Error('There is a day.')
    expect([axis.length, missing(axis, one)]).toEqual([1440, [{ from: 120, to: 180 }]])
    expect(placeOn(axis, one, instantOf('2026-03-29', 540, berlin))).toBe(540)
    // An hour from half past one ends at half past three.
    expect(placeOn(axis, one, one.start + 150 * 60_000, true)).toBe(210)
    expect(instantAt(axis, one, 150)).toBe(one.start + 120 * 60_000)
  })
})

describe('what lies beside what [window.lanes]', () => {
  const span = fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 60 }))

  test('no event covers another, and each is inside of its day', () => {
    fc.assert(
      fc.property(fc.array(span, { maxLength: 30 }), (given) => {
        const placed = sideBySide(
          given.map(([from, length], item) => ({ item, from, to: from + length })),
          10,
        )
        expect(placed.map(({ item }) => item).sort((a, b) => a - b)).toEqual(given.map((_, at) => at))
        const left = ({ column, columns }: (typeof placed)[number]) => column / columns
        const right = (one: (typeof placed)[number]) => (one.column + one.width) / one.columns
        for (const one of placed) {
          expect(right(one)).toBeLessThanOrEqual(1 + 1e-9)
          for (const other of placed)
            if (one !== other && one.from < other.to && other.from < one.to)
              expect(right(one) <= left(other) + 1e-9 || right(other) <= left(one) + 1e-9).toBe(true)
        }
      }),
    )
  })

  test('bars lie in rows, and what has no room is counted on each of its days', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 1, max: 7 })), { maxLength: 20 }),
        fc.integer({ min: 2, max: 5 }),
        (given, rows) => {
          const bars = inLanes(given.map(([from, length], item) => ({ item, from, to: Math.min(7, from + length) })))
          const { bars: shown, more } = fitted(bars, 7, rows)
          for (let day = 0; day < 7; day++) {
            const on = (list: typeof bars) => list.filter(({ from, to }) => from <= day && day < to)
            expect(new Set(on(bars).map(({ lane }) => lane)).size).toBe(on(bars).length)
            expect(on(shown).length + (more[day] ?? 0)).toBe(on(bars).length)
            expect(on(shown).every(({ lane }) => lane < ((more[day] ?? 0) > 0 ? rows - 1 : rows))).toBe(true)
          }
        },
      ),
    )
  })
})

describe('tasks under headings [window.tasks]', () => {
  const now = Date.parse('2026-11-17T12:00:00Z')
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
  const task = (uid: string, due?: string, parent?: string) => ({
    ...{ calendar: 'personal', uid, title: uid, state: 'open' as const, priority: 0, percent: 0, tags: [] },
    ...(due === undefined ? {} : { due, dueAt: Date.parse(due.includes('T') ? due : `${due}T23:59:59Z`) }),
    ...(parent === undefined ? {} : { parent }),
  })

  test('by the day they are due on, in the order in which they came', () => {
    const cases: [string | undefined, GroupName][] = [
      ['2026-11-16', 'overdue'],
      ['2026-11-17T11:00:00Z', 'overdue'],
      ['2026-11-17', 'today'],
      ['2026-11-17T13:00:00Z', 'today'],
      ['2026-11-23', 'week'],
      ['2026-11-24', 'later'],
      [undefined, 'someday'],
    ]
    const groups = groupsOf(
      cases.map(([due], at) => task(`t${at}`, due)),
      now,
      dayOf,
    )
    const found = groups.flatMap(({ name, rows }) => rows.map((row) => [row.task.due, name]))
    expect(found).toEqual(cases)
  })

  test('a part is below its whole, and two that are parts of each other are shown all the same', () => {
    const groups = groupsOf(
      [task('part', '2026-11-16', 'whole'), task('whole'), task('a', undefined, 'b'), task('b', undefined, 'a')],
      now,
      dayOf,
    )
    const rows = groups.flatMap((group) => group.rows.map(({ task: { uid }, depth }) => [uid, depth]))
    expect(rows).toEqual([
      ['whole', 0],
      ['part', 1],
      ['a', 0],
      ['b', 1],
    ])
  })
})
