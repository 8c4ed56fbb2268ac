// The user's own look at calendars, tasks and reminders, and what agents write, through the real process.
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { outputOf, start } from './calendarsidecar.ts'
import type { Sidecar } from './process.ts'

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

  test('tells copies of an event apart, and keeps a task that has the UID of an event', async () => {
    const { client, call, end } = await start()
    const event = (title: string, day: string) =>
      `BEGIN:VEVENT\r\nUID:dup\r\nDTSTAMP:20300101T000000Z\r\nDTSTART:203005${day}T100000Z\r\nDURATION:PT1H\r\nSUMMARY:${title}\r\nEND:VEVENT\r\n`
    const task = 'BEGIN:VTODO\r\nUID:dup\r\nDTSTAMP:20300101T000000Z\r\nSUMMARY:Paint\r\nEND:VTODO\r\n'
    const text = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n${event('One', '06')}${event('Two', '07')}${task}END:VCALENDAR\r\n`
    expect(await client.call('calendar/import', { text })).toMatchObject({ added: 3, different: 0 })
    expect(await call('calendar_update', { event: 'two', title: 'Second' })).toMatchObject({ state: 'done' })
    expect(await call('calendar_delete', { event: 'one' })).toMatchObject({ state: 'done' })
    const { output } = await call('calendar_check', { when: '2030-05-06', to: '2030-05-08' })
    expect((output as { events: { title: string }[] }).events.map(({ title }) => title)).toEqual(['Second'])
    expect((await call('list_tasks', {})).output).toMatchObject({ tasks: [{ title: 'Paint' }] })
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
    expect(text).not.toContain('X-STEWARD')
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
    expect(done).toMatchObject({ output: { completed: 'moved-on', next: '2030-05-12' } })
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
