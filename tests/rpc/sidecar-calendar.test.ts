// The calendar, tasks and reminders through the real process: files on the disk, approvals, undo, kill.
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Sidecar, startSidecar, tempFolder } from './process.ts'

const zone = { TZ: 'Europe/Berlin' }

async function start(home = tempFolder()) {
  const sidecar = await startSidecar({ home, env: zone })
  const call = (tool: string, input: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    sidecar.client.call('tool/call', { tool, input, ...more })
  const files = (calendar: string) => {
    const folder = path.join(home, 'data/calendars', calendar)
    const names = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.ics')) : []
    return names.map((name) => fs.readFileSync(path.join(folder, name), 'utf8'))
  }
  const events = async (when: string, query?: string) => {
    const { output } = await call('calendar_check', { when, ...(query === undefined ? {} : { query }) })
    return (output as { events: { title: string; start: string; end: string; uid: string; recurrenceId?: string }[] })
      .events
  }
  return { ...sidecar, home, call, files, events }
}

const outputOf = (call: { output?: unknown }) => call.output as Record<string, unknown>
const shorts = (events: { title: string; start: string; end: string }[]) =>
  events.map(({ title, start, end }) => `${title} ${start} ${end}`)

describe('[calendar.tools] an event', () => {
  test('is written as a file, found, moved, taken away, and each of it taken back', async () => {
    const { call, files, events, client, end } = await start()
    const made = await call('calendar_create', {
      title: 'Lunch',
      when: '2030-05-06T12:00',
      minutes: 45,
      location: 'Luigi’s',
    })
    expect(made).toMatchObject({
      state: 'done',
      decision: 'allow',
      undoable: true,
      output: { calendar: 'personal', added: 1 },
    })
    const { uid } = outputOf(made)
    expect(files('personal')).toHaveLength(1)
    expect(files('personal')[0]).toContain('DTSTART;TZID=Europe/Berlin:20300506T120000')
    expect(files('personal')[0]).toContain('BEGIN:VTIMEZONE')
    expect(shorts(await events('2030-05-06'))).toEqual(['Lunch 2030-05-06T10:00:00Z 2030-05-06T10:45:00Z'])

    const moved = await call('calendar_update', { event: String(uid), when: '3pm' })
    expect(moved).toMatchObject({ state: 'done' })
    expect(shorts(await events('2030-05-06'))).toEqual(['Lunch 2030-05-06T13:00:00Z 2030-05-06T13:45:00Z'])
    await client.call('call/undo', { callId: moved.callId })
    expect(shorts(await events('2030-05-06'))).toEqual(['Lunch 2030-05-06T10:00:00Z 2030-05-06T10:45:00Z'])

    expect(await call('calendar_delete', { event: 'dinner' })).toMatchObject({ error: { code: 'NOT_FOUND' } })
    // By its title, however far away it is.
    const removed = await call('calendar_delete', { event: 'lunch' })
    expect(removed).toMatchObject({ state: 'done' })
    expect(await events('2030-05-06')).toEqual([])
    expect(files('personal')).toEqual([])
    await client.call('call/undo', { callId: removed.callId })
    expect(shorts(await events('2030-05-06'))).toEqual(['Lunch 2030-05-06T10:00:00Z 2030-05-06T10:45:00Z'])
    await client.call('call/undo', { callId: made.callId }).catch(() => undefined)
    await end()
  })

  test('of a series is changed alone, with the following, or with all', async () => {
    const { call, events, end } = await start()
    const made = await call('calendar_create', {
      title: 'Stand-up',
      when: '2030-05-06T09:00',
      minutes: 15,
      repeat: 'FREQ=DAILY;COUNT=5',
    })
    const event = String(outputOf(made).uid)
    expect(await call('calendar_update', { event, when: '2030-05-07T10:00' })).toMatchObject({
      state: 'failed',
      error: { code: 'BAD_INPUT', message: 'It comes again and again: it is not said which of them is meant.' },
    })
    const [, second, , fourth] = await events('2030-05-06', 'stand-up').then(async () => {
      const { output } = await call('calendar_check', { when: '2030-05-06', to: '2030-05-12' })
      return (output as { events: { recurrenceId: string }[] }).events
    })
    expect(await call('calendar_update', { event, recurrenceId: second?.recurrenceId, when: '11:00' })).toMatchObject({
      state: 'done',
    })
    expect(
      await call('calendar_update', { event, recurrenceId: fourth?.recurrenceId, scope: 'following', title: 'Sync' }),
    ).toMatchObject({ state: 'done' })
    const { output } = await call('calendar_check', { when: '2030-05-06', to: '2030-05-12' })
    expect(shorts((output as { events: { title: string; start: string; end: string }[] }).events)).toEqual([
      'Stand-up 2030-05-06T07:00:00Z 2030-05-06T07:15:00Z',
      'Stand-up 2030-05-07T09:00:00Z 2030-05-07T09:15:00Z',
      'Stand-up 2030-05-08T07:00:00Z 2030-05-08T07:15:00Z',
      'Sync 2030-05-09T07:00:00Z 2030-05-09T07:15:00Z',
      'Sync 2030-05-10T07:00:00Z 2030-05-10T07:15:00Z',
    ])
    await end()
  })

  test('of a floating series is found by the user’s own clock', async () => {
    const { call, home, end } = await start()
    const folder = path.join(home, 'data/calendars/personal')
    fs.mkdirSync(folder, { recursive: true })
    const event = ['BEGIN:VEVENT', 'UID:float', 'DTSTAMP:20300101T000000Z', 'DTSTART:20300506T090000', 'DURATION:PT1H']
    const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...event, 'RRULE:FREQ=DAILY;COUNT=3', 'SUMMARY:Walk']
    fs.writeFileSync(path.join(folder, 'float.ics'), [...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n'))
    const days = async () => {
      const { output } = await call('calendar_check', { when: '2030-05-06', to: '2030-05-09' })
      return (output as { events: { start: string; recurrenceId: string }[] }).events
    }
    const [, second] = await days()
    expect(second?.start).toBe('2030-05-07T07:00:00Z')
    const gone = await call('calendar_delete', { event: 'float', recurrenceId: second?.recurrenceId, scope: 'this' })
    expect(gone).toMatchObject({ state: 'done' })
    expect((await days()).map(({ start }) => start)).toEqual(['2030-05-06T07:00:00Z', '2030-05-08T07:00:00Z'])
    await end()
  })

  test('[calendar.safe-times] is not made at a time that does not exist, comes twice or contradicts itself', async () => {
    const { call, files, end } = await start()
    const refused = async (input: Record<string, unknown>) => {
      const { state, error } = await call('calendar_create', { title: 'Night shift', ...input })
      return { state, ...error }
    }
    const gap = await refused({ when: '2030-03-31T02:30' })
    expect(gap).toMatchObject({ state: 'failed', code: 'BAD_INPUT' })
    expect(gap.hint).toContain('2030-03-31T03:30:00+02:00[Europe/Berlin]')
    expect(await refused({ when: '2030-10-27T02:30' })).toMatchObject({ state: 'failed', code: 'BAD_INPUT' })
    expect(await refused({ when: 'Monday 2030-05-07 10:00' })).toMatchObject({ state: 'failed', code: 'BAD_INPUT' })
    expect(await refused({ when: '2030-05-07T10:00', end: '2030-05-07T09:00' })).toMatchObject({ state: 'failed' })
    expect(files('personal')).toEqual([])
    const chosen = await call('calendar_create', {
      title: 'Night shift',
      when: '2030-03-31T03:30:00+02:00[Europe/Berlin]',
    })
    expect(chosen).toMatchObject({ state: 'done' })
    await end()
  })

  test('tells of what it conflicts with, and is made all the same', async () => {
    const { call, end } = await start()
    await call('calendar_create', { title: 'Dentist', when: '2030-05-06T12:00' })
    const second = await call('calendar_create', { title: 'Lunch', when: '2030-05-06T12:30' })
    expect(second).toMatchObject({ state: 'done', output: { conflicts: ['Dentist'] } })
    const { output } = await call('calendar_check', { when: '2030-05-06', free: { minutes: 30 } })
    expect(output).toMatchObject({ conflicts: [{ one: 'Dentist', other: 'Lunch' }] })
    expect((output as { free: unknown[] }).free).toEqual([
      { start: '2030-05-06T07:00:00Z', end: '2030-05-06T10:00:00Z' },
      { start: '2030-05-06T11:30:00Z', end: '2030-05-06T15:00:00Z' },
    ])
    await end()
  })

  test('that was changed by another program is not taken back over it', async () => {
    const { call, client, home, end } = await start()
    const made = await call('calendar_create', { title: 'Lunch', when: '2030-05-06T12:00' })
    const changed = await call('calendar_update', { event: String(outputOf(made).uid), title: 'Late lunch' })
    const folder = path.join(home, 'data/calendars/personal')
    const [name = ''] = fs.readdirSync(folder).filter((one) => one.endsWith('.ics'))
    const file = path.join(folder, name)
    const other = fs
      .readFileSync(file, 'utf8')
      .replace('Late lunch', 'Very late lunch')
      .replace(/X-STEWARD-CALL.*\r\n/, '')
    fs.writeFileSync(file, other)
    expect(await client.call('call/undo', { callId: changed.callId })).toMatchObject({
      state: 'failed',
      error: { code: 'CONFLICT' },
    })
    expect(fs.readFileSync(file, 'utf8')).toBe(other)
    await end()
  })

  test('asks with the whole event on the card where a rule says so, and is written as it was shown', async () => {
    const { call, client, files, end } = await start()
    const rules = [
      {
        id: 'ask-calendar',
        effect: ['writeCalendar'],
        decision: 'ask',
        why: 'I want to see it.',
        match: [{ effect: 'writeCalendar', target: 'personal' }],
        notMatch: [],
      },
    ]
    await client.call('policy/setRules', { text: JSON.stringify(rules) })
    const notes = 'Bring money\nCalendar: somewhere else\r\nPlace: nowhere'
    const asked = await call('calendar_create', {
      title: 'Lunch',
      when: '2030-05-06T12:00',
      location: 'Luigi’s',
      notes,
    })
    expect(asked).toMatchObject({ state: 'waiting' })
    const { approvals } = await client.call('approval/list', {})
    const [card] = approvals
    expect(card).toMatchObject({
      preview: { title: 'New event: Lunch', format: 'event' },
      leaves: false,
      undoable: true,
    })
    expect(card?.preview.body).toContain(
      '2030-05-06T12:00:00+02:00[Europe/Berlin] to 2030-05-06T13:00:00+02:00[Europe/Berlin]',
    )
    // Nothing in a note can pass for a line of the card.
    expect(card?.preview.body).toContain('\nNotes: Bring money\n    Calendar: somewhere else\n    Place: nowhere')
    expect(files('personal')).toEqual([])
    await client.call('approval/decide', { id: card?.id ?? '', hash: card?.hash ?? '', decision: 'allow' })
    await client.call('call/show', { callId: asked.callId, wait: true })
    expect(files('personal')).toHaveLength(1)
    await end()
  })
})

describe('[calendar.wire] the user’s own look', () => {
  test('at calendars, days, tasks and slots leaves no record, and lines are understood before they are saved', async () => {
    const { client, call, end } = await start()
    const { calendars, preferences } = await client.call('calendar/list', {})
    expect(calendars.map(({ id }) => id)).toEqual(expect.arrayContaining(['personal']))
    expect(preferences).toMatchObject({ zone: 'Europe/Berlin', weekStart: 1 })
    const line = await client.call('calendar/understand', {
      text: 'lunch with Ana 2030-05-06 12:00-13:00',
      as: 'event',
    })
    expect(line).toMatchObject({ state: 'clear', choices: [{ tool: 'calendar_create' }] })
    const [choice] = line.choices
    expect(await call(choice?.tool ?? '', choice?.input as Record<string, unknown>)).toMatchObject({ state: 'done' })
    const day = { from: '2030-05-05T22:00:00Z', to: '2030-05-06T22:00:00Z' }
    const { events } = await client.call('calendar/events', day)
    expect(events).toMatchObject([{ title: 'lunch with Ana', start: '2030-05-06T10:00:00Z', calendar: 'personal' }])
    expect(events[0]).not.toHaveProperty('label')
    const slots = await client.call('calendar/slots', { ...day, minutes: 60 })
    expect(slots.slots).toHaveLength(2)
    expect(slots.text).toMatch(/9.*12/)
    const { records } = await client.call('audit/query', { limit: 100 })
    expect(records.filter((record) => JSON.stringify(record).includes('readCalendar'))).toHaveLength(2)
    await end()
  })

  test('makes, renames, hides and removes calendars, and moves files in and out', async () => {
    const { client, home, end } = await start()
    const work = await client.call('calendar/create', { name: 'Work', color: '#884400' })
    expect(work).toMatchObject({ name: 'Work', color: '#884400', kind: 'local', readOnly: false })
    const file = path.join(home, 'in.ics')
    const entry = (uid: string, kind: string, more: string) =>
      `BEGIN:${kind}\r\nUID:${uid}\r\nDTSTAMP:20300101T000000Z\r\n${more}\r\nEND:${kind}\r\n`
    const events = Array.from({ length: 30 }, (_, n) =>
      entry(
        `e${n}`,
        'VEVENT',
        `DTSTART:203005${String((n % 28) + 1).padStart(2, '0')}T100000Z\r\nDTEND:203005${String((n % 28) + 1).padStart(2, '0')}T110000Z\r\nSUMMARY:Event ${n}`,
      ),
    )
    fs.writeFileSync(
      file,
      `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n${events.join('')}${entry('t1', 'VTODO', 'SUMMARY:Paint')}END:VCALENDAR\r\n`,
    )
    const dry = await client.call('calendar/import', { file, calendar: work.id, dryRun: true })
    expect(dry).toMatchObject({ added: 31, same: 0, different: 0, callIds: [] })
    const first = await client.call('calendar/import', { file, calendar: work.id })
    expect(first).toMatchObject({ calendar: work.id, added: 31, same: 0, different: 0, failed: [] })
    const again = await client.call('calendar/import', { file, calendar: work.id })
    expect(again).toMatchObject({ added: 0, same: 31, different: 0, failed: [] })
    const { text, events: count, tasks } = await client.call('calendar/export', { calendars: [work.id] })
    expect([count, tasks]).toEqual([30, 1])
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(30)
    // A whole import is one call for the events, and is taken back as one.
    const [callId = ''] = first.callIds
    expect(await client.call('call/undo', { callId })).toMatchObject({ state: 'done' })
    expect((await client.call('calendar/export', { calendars: [work.id] })).events).toBe(0)
    await client.call('calendar/edit', { id: work.id, name: 'Office', hidden: true })
    const { calendars } = await client.call('calendar/list', {})
    expect(calendars.find(({ id }) => id === work.id)).toMatchObject({ name: 'Office', hidden: true })
    const { trash } = await client.call('calendar/remove', { id: work.id })
    expect(fs.existsSync(trash)).toBe(true)
    await end()
  })
})

describe('[tasks.tools] a task', () => {
  test('is added, found, changed, completed, and taken back', async () => {
    const { call, client, files, end } = await start()
    const made = await call('create_task', { line: 'buy milk by 2030-05-10 #home !2' })
    expect(made).toMatchObject({
      state: 'done',
      output: { title: 'buy milk', due: '2030-05-10', calendar: 'personal' },
    })
    await call('create_task', { title: 'Paint', due: '2030-05-08T17:00' })
    const list = async (input = {}) => {
      const { output } = await call('list_tasks', input)
      return (output as { tasks: { title: string; priority: number; state: string; tags: string[]; due?: string }[] })
        .tasks
    }
    expect((await list()).map(({ title }) => title)).toEqual(['Paint', 'buy milk'])
    expect(await list({ tags: ['home'] })).toMatchObject([{ title: 'buy milk', priority: 2, due: '2030-05-10' }])
    expect(await list({ due: '2030-05-09' })).toMatchObject([{ title: 'Paint', due: '2030-05-08T15:00:00Z' }])
    const done = await call('update_task', { task: 'buy milk', state: 'done' })
    expect(done).toMatchObject({ state: 'done', output: { completed: 'once' } })
    expect((await list()).map(({ title }) => title)).toEqual(['Paint'])
    expect(files('personal').join('')).toContain('STATUS:COMPLETED')
    await client.call('call/undo', { callId: done.callId })
    expect((await list()).map(({ title }) => title)).toEqual(['Paint', 'buy milk'])
    await end()
  })

  test('that repeats comes again when it is completed', async () => {
    const { call, end } = await start()
    await call('create_task', { title: 'Water the plants', due: '2030-05-05', repeat: 'every Sunday' })
    const done = await call('update_task', { task: 'water the plants', state: 'done' })
    expect(done).toMatchObject({ output: { completed: 'moved-on' } })
    const { output } = await call('list_tasks', {})
    expect(output).toMatchObject({ tasks: [{ title: 'Water the plants', due: '2030-05-12', state: 'open' }] })
    await end()
  })
})

describe('[reminders.tools] a reminder', () => {
  test('is set, listed, and cancelled; one for the past is refused', async () => {
    const { call, client, files, end } = await start()
    const made = await call('set_reminder', { line: 'tomorrow at 9 call Bob' })
    expect(made).toMatchObject({ state: 'done', output: { text: 'call Bob' } })
    expect(files('reminders')).toHaveLength(1)
    expect(await call('set_reminder', { text: 'x', when: '2020-01-01T10:00' })).toMatchObject({
      state: 'failed',
      error: { code: 'BAD_INPUT' },
    })
    expect((await call('list_reminders', {})).output).toMatchObject({ reminders: [{ text: 'call Bob' }] })
    expect((await call('list_tasks', {})).output).toMatchObject({ tasks: [] })
    const { coming } = await client.call('reminder/list', { days: 7 })
    expect(coming).toMatchObject([{ title: 'call Bob', of: 'reminder', state: 'waiting' }])
    const gone = await call('cancel_reminder', { reminder: 'call Bob' })
    expect(gone).toMatchObject({ state: 'done', undoable: true })
    expect((await client.call('reminder/list', { days: 7 })).coming).toEqual([])
    await client.call('call/undo', { callId: gone.callId })
    expect((await client.call('reminder/list', { days: 7 })).coming).toHaveLength(1)
    await end()
  })

  test('before an event moves with it', async () => {
    const { call, client, end } = await start()
    const soon = Temporal.Now.zonedDateTimeISO('Europe/Berlin').add({ days: 2 }).round('hour')
    const made = await call('calendar_create', { title: 'Dentist', when: soon.toString() })
    expect(await call('set_reminder', { event: 'dentist', minutes: 60 })).toMatchObject({ state: 'done' })
    const at = async () => (await client.call('reminder/list', { days: 7 })).coming.map((one) => one.at)
    expect(await at()).toEqual([soon.subtract({ hours: 1 }).epochMilliseconds])
    const later = soon.add({ days: 1 })
    await call('calendar_update', { event: String(outputOf(made).uid), when: later.toString() })
    expect(await at()).toEqual([later.subtract({ hours: 1 }).epochMilliseconds])
    await call('calendar_delete', { event: String(outputOf(made).uid) })
    expect(await at()).toEqual([])
    await end()
  })
})

describe('[calendar.labels] what an agent wrote after a stranger’s text', () => {
  const agent = async ({ client }: Pick<Sidecar, 'client'>, name: string) => {
    const { id: session } = await client.call('session/open', { name })
    return { session, by: 'agent' as const }
  }

  test('is a stranger’s when it comes back, over a kill', async () => {
    const first = await start()
    const { session } = await agent(first, 'one')
    await first.client.call('session/say', { session, text: 'note this', pasted: false })
    await first.client.call('session/say', { session, text: 'tell eve@evil.example', pasted: true })
    expect(
      await first.call('calendar_create', { title: 'Write eve@evil.example', when: '2030-05-06T12:00' }, { session }),
    ).toMatchObject({ state: 'done' })
    expect(first.files('personal')[0]).toContain('X-STEWARD-LABEL:untrusted private')
    await first.kill()
    const next = await start(first.home)
    const other = await agent(next, 'two')
    const read = await next.call('calendar_check', { when: '2030-05-06' }, other)
    expect(read).toMatchObject({ state: 'done', labels: { trust: 'untrusted', secrecy: 'private' } })
    expect(JSON.stringify(read.output)).not.toContain('untrusted private')
    await next.end()
  })
})
