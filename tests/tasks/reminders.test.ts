// Reminders on a clock that the test holds: what is told, when, and how often.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openReminders } from '../../sidecar/tasks/reminders.ts'
import { alarmsIn } from '../../sidecar/text/agenda/alarms.ts'
import { parseCalendar } from '../../sidecar/text/ical/document.ts'
import { type Alarm, agendaOf, reminderWorld, settle } from './reminderworld.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const noon = Date.parse('2026-11-16T12:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: noon })
})
afterEach(() => {
  vi.useRealTimers()
})

const tea = (at: number, more: Partial<Alarm> = {}): Alarm => ({
  ...{ calendar: 'reminders', uid: 'tea', title: 'Tea', at, of: 'reminder', recurring: false },
  ...more,
})

describe('[reminder.once] what is due', () => {
  test('is told at its time, in order, once', async () => {
    const { told, agenda, pass } = reminderWorld()
    agenda.set([tea(noon + 5 * MINUTE, { uid: 'b' }), tea(noon + 2 * MINUTE, { uid: 'a' }), tea(noon + 9 * DAY)])
    await pass(2 * MINUTE - 1)
    expect(told()).toEqual([])
    await pass(1)
    expect(told()).toEqual([`a ${noon + 2 * MINUTE}`])
    await pass(3 * MINUTE)
    expect(told()).toEqual([`a ${noon + 2 * MINUTE}`, `b ${noon + 5 * MINUTE}`])
    await pass(2 * DAY)
    expect(told()).toHaveLength(2)
  })

  test('is told once, however often something changes, and not again after a restart', async () => {
    const world = reminderWorld()
    const { told, agenda, pass } = world
    agenda.set([tea(noon + MINUTE)])
    await pass(MINUTE)
    for (let n = 0; n < 5; n++) {
      agenda.change()
      await pass(10_000)
    }
    await world.restart()
    await pass(MINUTE)
    await world.restart('killed')
    await pass(MINUTE)
    expect(told()).toEqual([`tea ${noon + MINUTE}`])
  })

  test('is told as one where it has two alarms at the same time, and where its title changed', async () => {
    const { told, agenda, pass } = reminderWorld()
    agenda.set([tea(noon + MINUTE), tea(noon + MINUTE)])
    await pass(MINUTE)
    agenda.set([tea(noon + MINUTE, { title: 'Green tea' })])
    await pass(MINUTE)
    expect(told()).toHaveLength(1)
  })

  test('of a recurring one is told for each occurrence', async () => {
    const { told, agenda, pass } = reminderWorld()
    const daily = (day: number) =>
      tea(noon + day * DAY, { recurring: true, occurrence: `202611${16 + day}T120000Z`, rule: 'FREQ=DAILY' })
    agenda.set([1, 2, 3].map(daily))
    for (const day of [1, 2, 3]) {
      await pass(DAY)
      expect(told()).toHaveLength(day)
    }
  })

  test('that was written just before its time, and is known of only after it, is told', async () => {
    const { told, agenda, pass } = reminderWorld()
    await pass(10 * MINUTE)
    agenda.set([tea(Date.now() - 300)])
    await pass(1000)
    expect(told()).toHaveLength(1)
  })

  test('[reminder.taken-back] is not told where it was cancelled or moved before it came', async () => {
    const { told, agenda, pass } = reminderWorld()
    agenda.set([tea(noon + MINUTE), tea(noon + MINUTE, { uid: 'call', of: 'event' })])
    await pass(MINUTE - 10)
    // No word of a change: what is told is what the calendars say when it is.
    agenda.set([tea(noon + 20 * MINUTE, { uid: 'call', of: 'event' })], 'silently')
    await pass(MINUTE)
    expect(told()).toEqual([])
    await pass(19 * MINUTE)
    expect(told()).toEqual([`call ${noon + 20 * MINUTE}`])
  })

  test('a burst of 500 is told whole, in one commit, each once', async () => {
    const { told, agenda, pass, kernel } = reminderWorld()
    agenda.set(Array.from({ length: 500 }, (_, n) => tea(noon + MINUTE, { uid: `u${n}` })))
    await pass(MINUTE)
    await pass(5 * MINUTE)
    expect(told()).toHaveLength(500)
    expect(new Set(told()).size).toBe(500)
    expect(kernel().journal.audit.query(({ type }) => type === 'reminder.told', 10)).toMatchObject([{ count: 500 }])
  })

  test('alarms of events and tasks are left out where the user wants none, and reminders come all the same', async () => {
    const { told, agenda, pass, set, reminders } = reminderWorld()
    set.alarms = false
    agenda.set([tea(noon + MINUTE), tea(noon + MINUTE, { uid: 'call', of: 'event' }), tea(noon + DAY, { of: 'task' })])
    await pass(20 * MINUTE)
    expect(told()).toEqual([`tea ${noon + MINUTE}`])
    expect((await reminders().list(3)).coming).toEqual([])
    set.alarms = true
    agenda.change()
    await pass(MINUTE)
    expect(told(), 'what passed meanwhile is not told late').toEqual([`tea ${noon + MINUTE}`])
    expect((await reminders().list(3)).coming).toHaveLength(1)
  })
})

describe('[reminder.missed] what came while nothing ran', () => {
  test('is told at the next start, marked as missed, in its order', async () => {
    const world = reminderWorld()
    const { agenda, pass, events } = world
    await pass(MINUTE)
    await world.stop()
    agenda.set([
      tea(noon + 3 * DAY, { uid: 'b' }),
      tea(noon + 2 * MINUTE, { uid: 'a' }),
      tea(noon + 4 * DAY, { uid: 'c' }),
    ])
    vi.setSystemTime(noon + 3 * DAY + 1)
    await world.restart()
    await settle()
    expect(events()).toMatchObject([
      { uid: 'a', missed: true, state: 'due', at: noon + 2 * MINUTE },
      { uid: 'b', missed: true, state: 'due' },
    ])
    await pass(DAY)
    expect(events()[2]).toMatchObject({ uid: 'c' })
    expect(events()[2]).not.toHaveProperty('missed')
  })

  test('is not told where it was more than 30 days ago, and the first start tells nothing of the past', async () => {
    const world = reminderWorld({ alarms: [tea(noon - MINUTE), tea(noon - 1)] })
    const { agenda, pass, told } = world
    await pass(10 * MINUTE)
    expect(told()).toEqual([])
    await world.stop()
    agenda.set([tea(noon + DAY, { uid: 'old' }), tea(noon + 35 * DAY, { uid: 'new' })])
    vi.setSystemTime(noon + 60 * DAY)
    await world.restart()
    await settle()
    expect(told()).toEqual([`new ${noon + 35 * DAY}`])
  })

  test('while the computer slept is told when it wakes', async () => {
    const { agenda, pass, events } = reminderWorld()
    agenda.set([tea(noon + 30 * MINUTE)])
    await pass(MINUTE)
    vi.setSystemTime(noon + 8 * 60 * MINUTE)
    await pass(MINUTE)
    expect(events()).toMatchObject([{ uid: 'tea', missed: true }])
  })
})

describe('[reminder.clock] a clock', () => {
  test('that is set back tells nothing twice, and what is set by it comes', async () => {
    const { agenda, pass, told } = reminderWorld()
    agenda.set([tea(noon + 30 * MINUTE)])
    await pass(31 * MINUTE)
    expect(told()).toHaveLength(1)
    vi.setSystemTime(noon)
    await pass(MINUTE)
    agenda.set([tea(noon + 30 * MINUTE), tea(noon + 10 * MINUTE, { uid: 'new' })])
    await pass(60 * MINUTE)
    expect(told()).toEqual([`tea ${noon + 30 * MINUTE}`, `new ${noon + 10 * MINUTE}`])
  })

  test('that was years ahead for a while does not silence what comes after', async () => {
    const world = reminderWorld()
    const { agenda, pass, told } = world
    await world.stop()
    vi.setSystemTime(noon + 400 * DAY)
    await world.restart()
    await settle()
    await world.stop()
    vi.setSystemTime(noon)
    agenda.set([tea(noon + 10 * MINUTE)])
    await world.restart()
    await pass(10 * MINUTE)
    expect(told()).toEqual([`tea ${noon + 10 * MINUTE}`])
  })

  test('that jumps an hour ahead tells what was in that hour', async () => {
    const { agenda, pass, told } = reminderWorld()
    agenda.set([tea(noon + 30 * MINUTE)])
    await pass(MINUTE)
    vi.setSystemTime(noon + 61 * MINUTE)
    await pass(MINUTE)
    expect(told()).toHaveLength(1)
  })
})

describe('[reminder.clock] the clocks of a zone', () => {
  // Every night at half past two, which is missing on one night of the year and there twice on another.
  const nightly = parseCalendar(
    [
      ...[
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//test//EN',
        'BEGIN:VTODO',
        'UID:pill',
        'DTSTAMP:20260101T000000Z',
      ],
      ...['SUMMARY:Pill', 'DTSTART;TZID=Europe/Berlin:20260301T023000', 'DUE;TZID=Europe/Berlin:20260301T023000'],
      ...['RRULE:FREQ=DAILY', 'BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:Pill', 'TRIGGER:PT0S', 'END:VALARM'],
      ...['END:VTODO', 'END:VCALENDAR', ''],
    ].join('\r\n'),
  )
  const options = { zone: 'Europe/Berlin', reminders: true, me: [] }

  test.each([
    ['are set ahead', '2026-03-28T12:00:00Z', ['2026-03-29T01:30:00Z', '2026-03-30T00:30:00Z']],
    ['are set back', '2026-10-24T12:00:00Z', ['2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z']],
  ])('%s: once a night', async (_how, from, nights) => {
    vi.setSystemTime(Date.parse(from))
    const { agenda, pass, events, restart } = reminderWorld()
    agenda.set(alarmsIn(nightly, 'reminders', { ...options, from: Date.now(), to: Date.now() + 2 * DAY }))
    await pass(14 * 60 * MINUTE)
    await restart('killed')
    await pass(24 * 60 * MINUTE)
    expect(events().map(({ at }) => new Date(at).toISOString())).toEqual(nights.map((at) => at.replace('Z', '.000Z')))
  })
})

describe('[reminder.stop] while STOP is set', () => {
  test('nothing is told, also after a restart; when it is lifted all of it is', async () => {
    const world = reminderWorld()
    const { agenda, pass, told, kernel } = world
    agenda.set([tea(noon + 10 * MINUTE), tea(noon + 3 * 60 * MINUTE, { uid: 'later' })])
    await pass(MINUTE)
    kernel().latch.set('a test')
    await pass(4 * 60 * MINUTE)
    expect(told()).toEqual([])
    expect((await world.reminders().list(1)).coming.map(({ uid }) => uid)).toEqual(['tea', 'later'])
    await world.restart('killed')
    await pass(60 * MINUTE)
    expect(told()).toEqual([])
    kernel().release()
    await pass(1000)
    expect(told()).toEqual([`tea ${noon + 10 * MINUTE}`, `later ${noon + 3 * 60 * MINUTE}`])
  })
})

describe('[reminder.answer] an answer', () => {
  const one = async () => {
    const world = reminderWorld()
    world.agenda.set([tea(noon + MINUTE), tea(noon + 2 * DAY, { uid: 'later', of: 'event', startsAt: noon + 3 * DAY })])
    const before = await world.reminders().list(7)
    await world.pass(MINUTE)
    const [due] = (await world.reminders().list(7)).due
    return { ...world, before, id: due?.id ?? '' }
  }

  test('is not needed for it to be listed: what is due stays so, with the id that it had before', async () => {
    const { before, id, reminders, restart } = await one()
    expect(before.due).toEqual([])
    expect(before.coming).toMatchObject([
      { id, uid: 'tea', state: 'waiting' },
      { uid: 'later', of: 'event', startsAt: noon + 3 * DAY },
    ])
    await restart('killed')
    expect(await reminders().list(7)).toMatchObject({
      due: [{ id, state: 'due', title: 'Tea' }],
      coming: [{ uid: 'later' }],
    })
  })

  test('dismisses, is on record without the title, and may come twice', async () => {
    const { id, reminders, pass, kernel, told } = await one()
    await reminders().dismiss(id)
    await reminders().dismiss(id)
    expect((await reminders().list(7)).due).toEqual([])
    const records = kernel().journal.audit.query(({ type }) => String(type).startsWith('reminder.'), 10)
    expect(records.map(({ type }) => type)).toEqual(['reminder.dismissed', 'reminder.told'])
    expect(JSON.stringify(records)).not.toContain('Tea')
    await pass(DAY)
    expect(told()).toHaveLength(1)
  })

  test('puts it off: told again at that time, once, also after a restart', async () => {
    const world = await one()
    const { id, reminders, pass, told } = world
    expect(await reminders().snooze(id, 10)).toEqual({ at: noon + 11 * MINUTE })
    expect(await reminders().list(7)).toMatchObject({
      due: [],
      coming: [{ id, state: 'waiting', at: noon + 11 * MINUTE }, { uid: 'later' }],
    })
    await pass(9 * MINUTE)
    expect(told()).toHaveLength(1)
    await world.restart('killed')
    await pass(MINUTE)
    expect(told()).toEqual([`tea ${noon + MINUTE}`, `tea ${noon + 11 * MINUTE}`])
    expect((await reminders().list(7)).due).toMatchObject([{ id, state: 'due' }])
    await world.restart('killed')
    await pass(DAY)
    expect(told()).toHaveLength(2)
  })

  test('[reminder.taken-back] that puts it off is over where it is cancelled meanwhile, and not where nobody can know', async () => {
    const { id, reminders, pass, told, agenda } = await one()
    await reminders().snooze(id, 10)
    agenda.faults = [{ calendar: 'reminders', why: 'broken' }]
    agenda.set([])
    await pass(10 * MINUTE)
    expect(told()).toHaveLength(2)
    agenda.faults = []
    await reminders().snooze(id, 10)
    await pass(20 * MINUTE)
    expect(told()).toHaveLength(2)
    expect((await reminders().list(7)).due).toEqual([])
  })

  test('to one that nobody knows, or that was not told, is refused', async () => {
    const { reminders, before } = await one()
    const coming = before.coming[1]?.id ?? ''
    for (const id of ['r0', coming]) {
      await expect(reminders().dismiss(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(reminders().snooze(id, 1)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
  })

  test('is forgotten after 90 days, and what was never answered is not', async () => {
    const world = reminderWorld()
    world.agenda.set([tea(noon + MINUTE), tea(noon + MINUTE, { uid: 'kept' })])
    await world.pass(MINUTE)
    const { due } = await world.reminders().list(1)
    await world.reminders().dismiss(due.find(({ uid }) => uid === 'tea')?.id ?? '')
    vi.setSystemTime(noon + 91 * DAY)
    await world.restart()
    await settle()
    const rows = world.kernel().journal.store.db.prepare('SELECT uid FROM reminders').all()
    expect(rows).toMatchObject([{ uid: 'kept' }])
  })
})

describe('calendars', () => {
  test('are not asked while nothing is due and nothing changed, but every ten minutes', async () => {
    const { agenda, pass } = reminderWorld()
    agenda.set([tea(noon + 20 * 60 * MINUTE)])
    await pass(1000)
    const asked = agenda.asked()
    await pass(10 * 60 * MINUTE)
    expect(agenda.asked() - asked).toBeLessThanOrEqual(60)
  })

  test('that tell of a thousand changes at once are asked a few times', async () => {
    const { agenda, pass } = reminderWorld()
    await pass(1000)
    const asked = agenda.asked()
    for (let n = 0; n < 1000; n++) agenda.change()
    await pass(1000)
    expect(agenda.asked() - asked).toBeLessThanOrEqual(2)
  })

  test('that can not be asked are asked again, and nothing is lost; the log says so once', async () => {
    const { agenda, pass, told, logged } = reminderWorld()
    agenda.set([tea(noon + MINUTE)])
    await pass(1000)
    agenda.fails = true
    await pass(5 * MINUTE)
    expect(told()).toEqual([])
    agenda.fails = false
    await pass(MINUTE)
    expect(told()).toHaveLength(1)
    expect(logged).toEqual(['Reminders could not be looked at: The calendars are closed.'])
  })

  test('of which one can not be read for a while lose nothing', async () => {
    const { agenda, pass, told } = reminderWorld()
    await pass(1000)
    agenda.faults = [{ calendar: 'reminders', why: 'broken' }]
    agenda.change()
    await pass(3 * 60 * MINUTE)
    agenda.faults = []
    agenda.set([tea(noon + 30 * MINUTE)])
    await pass(1000)
    expect(told()).toHaveLength(1)
  })

  test('are asked nothing before the start, and nothing after the end', async () => {
    const world = reminderWorld()
    await world.stop()
    const agenda = agendaOf([tea(noon + MINUTE)])
    const reminders = openReminders({
      ...{ kernel: world.kernel(), agenda: agenda.agenda, now: Date.now, alarms: () => true, log: () => {} },
    })
    reminders.wake()
    await world.pass(5 * MINUTE)
    expect([agenda.asked(), world.told()]).toEqual([0, []])
  })
})
