import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { roomItems } from '../../sidecar/briefing.ts'
import { defineTool } from '../../sidecar/kernel/define.ts'
import { userPort } from '../../sidecar/ports/user.ts'
import { brief, type Found, type Source, sources } from '../../sidecar/tasks/briefing.ts'
import type { DayLooks } from '../../sidecar/tasks/daysections.ts'
import type { EventView, TaskView } from '../../sidecar/text/agenda/types.ts'
import { StewardError } from '../../sidecar/text/errors.ts'
import { askUser } from '../../sidecar/tools/planning.ts'
import { ruleFor, spyPort, world } from '../kernel/harness.ts'

const clock = { now: () => Date.parse('2026-11-16T11:00:00Z'), zone: () => 'Europe/Stockholm' }
const source = (id: string, gather: Source['gather']): Source => ({ id, title: id, gather })

describe('[briefing.parts] a section', () => {
  test('that fails, throws at once or never answers says so, and the others are there', async () => {
    const found = await brief(
      [
        source('good', () => ({ items: [{ title: 'x' }], note: 'one' })),
        source('failing', async () => Promise.reject(new Error('no'))),
        source('throwing', () => {
          throw new Error('at once')
        }),
        source('silent', () => new Promise<Found>(() => {})),
        source('empty', () => ({ items: [] })),
        source('needing', () => ({ items: [], needs: 'This needs an account.' })),
      ],
      clock,
      20,
    )
    expect(found).toMatchObject({ at: clock.now(), zone: 'Europe/Stockholm' })
    expect(found.sections).toEqual([
      { id: 'good', state: 'ok', title: 'good', items: [{ title: 'x' }], note: 'one' },
      { id: 'failing', state: 'failed', title: 'failing', items: [], note: expect.stringMatching(/\S/) },
      { id: 'throwing', state: 'failed', title: 'throwing', items: [], note: expect.stringMatching(/\S/) },
      { id: 'silent', state: 'failed', title: 'silent', items: [], note: 'No answer came within 0.02 s.' },
      { id: 'empty', state: 'empty', title: 'empty', items: [] },
      { id: 'needing', state: 'needs', title: 'needing', items: [], note: 'This needs an account.' },
    ])
  })
})

const shape = { summary: 'x', category: 'system' as const, input: z.object({}), output: z.unknown(), examples: [{}] }
const acting = defineTool({ ...shape, name: 'acting', effects: { writeEnv: () => ['A'] }, run: () => 1 })
const bare = defineTool({ ...shape, name: 'bare', effects: {}, run: () => 1 })
const failing = defineTool({ ...bare, name: 'failing', run: () => Promise.reject(new Error('no')) })

const emptyDays: DayLooks = {
  events: async () => ({ events: [], cut: false, faults: [] }),
  tasks: async () => ({ tasks: [], cut: false, faults: [] }),
  due: async () => [],
}

function setup(
  notes: { file: string; title: string; tags: string[]; created: number }[] = [],
  days: Partial<DayLooks> = {},
) {
  let now = clock.now()
  const { kernel } = world({
    tools: [acting, bare, failing, askUser],
    ports: [spyPort('writeEnv').port, userPort()],
    rules: [ruleFor('writeEnv', 'ask')],
    now: () => now,
    zone: clock.zone,
  })
  const parts = {
    kernel,
    now: () => now,
    zone: clock.zone,
    notes: async () => notes,
    trouble: async () => [],
    days: { ...emptyDays, ...days },
  }
  const section = async (id: string) => {
    const { sections } = await brief(
      sources(parts).filter((one) => one.id === id),
      parts,
    )
    return sections[0]
  }
  const setNow = (at: string) => {
    now = Date.parse(at)
  }
  return { kernel, section, setNow }
}

describe('[briefing.today] the day shows', () => {
  test('what waits: approvals and questions, with their ids', async () => {
    const { kernel, section } = setup()
    expect(await section('waiting')).toMatchObject({ state: 'empty', items: [] })
    const asked = await kernel.executor.execute({ tool: 'acting', input: {} })
    const parked = await kernel.executor.execute({ tool: 'ask_user', input: { question: 'Which green?' } })
    expect(await section('waiting')).toMatchObject({
      state: 'ok',
      items: [
        { kind: 'approval', id: asked.approvalId, callId: asked.callId, at: clock.now() },
        { kind: 'question', id: parked.suspensionId, callId: parked.callId, title: 'Which green?' },
      ],
    })
  })

  test('the notes of seven days and no older ones', async () => {
    const day = 86_400_000
    const note = (file: string, days: number, tags: string[] = []) => ({
      ...{ file, title: file, tags },
      created: clock.now() - days * day,
    })
    const { section } = setup([note('new', 0, ['a', 'b']), note('week', 6.9), note('old', 7.1)])
    expect(await section('notes')).toEqual({
      ...{ id: 'notes', state: 'ok', title: 'Notes of the last seven days' },
      items: [
        { id: 'new', kind: 'note', title: 'new', at: clock.now(), detail: '#a #b' },
        { id: 'week', kind: 'note', title: 'week', at: clock.now() - 6.9 * day },
      ],
    })
  })

  test('what was done since midnight where the user is, and not what waits', async () => {
    const { kernel, section, setNow } = setup()
    setNow('2026-11-15T22:59:00Z')
    await kernel.executor.execute({ tool: 'bare', input: {} })
    setNow('2026-11-15T23:01:00Z')
    expect(await section('activity')).toMatchObject({ state: 'empty' })
    await kernel.executor.execute({ tool: 'bare', input: {} })
    await kernel.executor.execute({ tool: 'failing', input: {} })
    await kernel.executor.execute({ tool: 'acting', input: {} })
    expect(await section('activity')).toMatchObject({
      state: 'ok',
      items: [
        { kind: 'failed', title: 'failing', detail: expect.stringMatching(/\S/) },
        { kind: 'done', title: 'bare' },
      ],
      note: expect.stringMatching(/^3 calls today: .*1 done/),
    })
  })

  test('of this computer only what deserves attention', async () => {
    const { kernel, section } = setup()
    expect(await section('system')).toMatchObject({ state: 'empty' })
    kernel.latch.set('lunch')
    expect(await section('system')).toMatchObject({ state: 'ok', items: [{ kind: 'stop', detail: 'lunch' }] })
  })

  test('a disk as nearly full by share and by size', () => {
    const gigabyte = 1024 ** 3
    expect(roomItems(30 * gigabyte, 2000 * gigabyte)).toEqual([])
    expect(roomItems(3 * gigabyte, 20 * gigabyte)).toEqual([])
    expect(roomItems(15 * gigabyte, 500 * gigabyte)).toMatchObject([
      { kind: 'disk', detail: expect.stringMatching(/^15\.0 GB are free, 3 %/) },
    ])
    expect(roomItems(gigabyte, 10 * gigabyte)).toHaveLength(1)
    expect(roomItems(0, 0)).toEqual([])
  })
})

const event = (title: string, start: string, end: string, more: Partial<EventView> = {}): EventView => {
  const ms = (text: string) => Date.parse(text.includes('T') ? text : `${text}T00:00:00+01:00`)
  return {
    ...{ calendar: 'work', uid: `u-${title}`, title, start, end, allDay: !start.includes('T') },
    ...{ startsAt: ms(start), endsAt: ms(end), zone: 'Europe/Stockholm', floating: false, recurring: false },
    ...{ status: 'confirmed', busy: 'busy' },
    ...more,
  }
}
const task = (title: string, more: Partial<TaskView> = {}): TaskView => ({
  ...{ calendar: 'work', uid: `u-${title}`, title, state: 'open', priority: 0, percent: 0, tags: [] },
  ...more,
})

describe('[briefing.days] the calendars in the day', () => {
  // 12:00 in Stockholm.
  const events = [
    event('Trip', '2026-11-16', '2026-11-17', { busy: 'free' }),
    event('Early', '2026-11-16T07:00:00Z', '2026-11-16T08:00:00Z'),
    event('Lunch', '2026-11-16T11:00:00Z', '2026-11-16T12:00:00Z', { location: 'Café' }),
    event('Call', '2026-11-16T11:30:00Z', '2026-11-16T12:30:00Z', { answer: 'NEEDS-ACTION' }),
    event('Not mine', '2026-11-16T11:30:00Z', '2026-11-16T12:30:00Z', { answer: 'DECLINED' }),
    event('Off', '2026-11-16T15:00:00Z', '2026-11-16T16:00:00Z', { status: 'cancelled' }),
    event('Breakfast', '2026-11-17T07:00:00Z', '2026-11-17T08:00:00Z', { status: 'tentative' }),
  ]
  const looks = { events: async () => ({ events, cut: false, faults: [] }) }

  test('what is left of today is shown with place and conflicts, and what is over is counted', async () => {
    const { section } = setup([], looks)
    expect(await section('calendar')).toEqual({
      ...{ id: 'calendar', state: 'ok', title: 'Calendar', note: '1 event is over.' },
      items: [
        { id: 'u-Trip', kind: 'event', title: 'Trip', at: events[0]?.startsAt, end: events[0]?.endsAt, allDay: true },
        {
          ...{ id: 'u-Lunch', kind: 'event', title: 'Lunch', allDay: false },
          ...{ at: events[2]?.startsAt, end: events[2]?.endsAt, detail: 'Café · At the same time as Call.' },
        },
        {
          ...{ id: 'u-Call', kind: 'event', title: 'Call', allDay: false },
          ...{ at: events[3]?.startsAt, end: events[3]?.endsAt },
          detail: 'Not answered yet. At the same time as Lunch.',
        },
      ],
    })
  })

  test('in the evening the first of tomorrow are there too', async () => {
    const { section, setNow } = setup([], looks)
    setNow('2026-11-16T17:30:00Z')
    const shown = await section('calendar')
    expect(shown?.items.map(({ title, detail }) => [title, detail])).toEqual([
      ['Trip', undefined],
      ['Breakfast', 'Tomorrow. Tentative.'],
    ])
  })

  test('a window of exactly this day and the next is asked for, also where clocks change', async () => {
    const asked: number[][] = []
    const { section, setNow } = setup([], {
      events: async (from, to) => {
        asked.push([from, to])
        return { events: [], cut: false, faults: [] }
      },
    })
    setNow('2026-10-25T10:00:00Z')
    await section('calendar')
    expect(asked).toEqual([[Date.parse('2026-10-24T22:00:00Z'), Date.parse('2026-10-26T23:00:00Z')]])
  })

  test('tasks are what is overdue, due today and pressing, and the rest is counted', async () => {
    const now = clock.now()
    const hour = 3_600_000
    const tasks = [
      task('late', { due: '2026-11-15', dueAt: Date.parse('2026-11-15T23:00:00Z'), tags: ['home'] }),
      task('today', { due: '2026-11-16', dueAt: Date.parse('2026-11-16T23:00:00Z') }),
      task('urgent', { priority: 1 }),
      task('soon', { due: '2026-11-18T10:00:00Z', dueAt: now + 47 * hour }),
      task('not yet', { priority: 1, startAt: now + hour }),
      task('some day'),
    ]
    const { section } = setup([], { tasks: async () => ({ tasks, cut: false, faults: [] }) })
    const found = await section('tasks')
    expect(found).toMatchObject({ state: 'ok', note: '2 more tasks are open.' })
    expect(found?.items.map(({ title, detail, kind, id }) => [kind, id, title, detail])).toEqual([
      ['task', 'u-late', 'late', '#home · Overdue.'],
      ['task', 'u-today', 'today', 'Due today.'],
      ['task', 'u-urgent', 'urgent', undefined],
      ['task', 'u-soon', 'soon', undefined],
    ])
  })

  test('a calendar that fails is named in the note, and one that throws spoils nothing but its section', async () => {
    const faults = [{ calendar: 'team', why: 'The server does not answer.' }]
    const { section } = setup([], {
      events: async () => ({ events: [], cut: false, faults }),
      tasks: () => Promise.reject(new Error('no')),
      due: () => Promise.reject(new StewardError('UNAVAILABLE', 'The disk is gone.', 'Look.')),
    })
    expect(await section('calendar')).toMatchObject({
      state: 'empty',
      note: 'The calendar team is not up to date: The server does not answer.',
    })
    expect(await section('tasks')).toMatchObject({ state: 'failed' })
    expect(await section('waiting')).toMatchObject({
      state: 'empty',
      note: 'Reminders could not be looked at: The disk is gone.',
    })
  })

  test('reminders that were not answered wait before everything else, and hold up nothing', async () => {
    const reminder = {
      ...{ id: 'r1', uid: 'u', calendar: 'reminders', title: 'Call Bob', at: clock.now() - 1000 },
      ...{ of: 'reminder' as const, recurring: false, state: 'due' as const, missed: true },
    }
    const { kernel, section } = setup([], { due: async () => [reminder] })
    await kernel.executor.execute({ tool: 'acting', input: {} })
    expect(await section('waiting')).toMatchObject({
      items: [
        {
          id: 'r1',
          kind: 'reminder',
          title: 'Call Bob',
          at: reminder.at,
          detail: 'It came while Steward did not run.',
        },
        { kind: 'approval' },
      ],
    })
    const silent = setup([], { due: () => new Promise(() => {}) })
    await silent.kernel.executor.execute({ tool: 'acting', input: {} })
    expect(await silent.section('waiting')).toMatchObject({
      items: [{ kind: 'approval' }],
      note: 'Reminders could not be looked at: no answer came',
    })
  })
})
