// The calendar through the real process: files on the disk, approvals, undo.
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { outputOf, shorts, start } from './calendarsidecar.ts'

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

  test('is refused with a rule that can not be right', async () => {
    const { call, end } = await start()
    for (const repeat of ['FREQ=WEEKLY;COUNT=0', 'FREQ=SECONDLY', 'FREQ=DAILY;INTERVAL=0'])
      expect(await call('calendar_create', { title: 'x', when: '2030-05-06T12:00', repeat })).toMatchObject({
        state: 'failed',
        error: { code: 'BAD_INPUT' },
      })
    await end()
  })

  test('with people in it is made whole where nobody is known to invite them', async () => {
    const { call, client, files, end } = await start()
    const input = { title: 'Call', when: '2030-05-06T12:00', attendees: [{ address: 'bob@example.org' }] }
    const made = await call('calendar_create', input)
    expect(made).toMatchObject({ state: 'done', output: { invitations: 'none' }, attachments: [] })
    expect(JSON.stringify(made.output)).toContain('steward config set me.addresses')
    expect(files('personal')[0]).toContain('ATTENDEE')
    await client.call('settings/set', { key: 'me.addresses', value: ['me@example.org'] })
    const second = await call('calendar_create', { ...input, when: '2030-05-07T12:00' })
    expect(second).toMatchObject({ output: { invitations: 'attached' }, attachments: [{ name: 'invitation.ics' }] })
    await end()
  })

  test('finds free time of just the calendars that are named', async () => {
    const { call, client, end } = await start()
    const own = await client.call('calendar/create', { name: 'Shown' })
    const away = await client.call('calendar/create', { name: 'Away' })
    await call('calendar_create', { title: 'Busy', when: '2030-05-06T09:00', minutes: 480, calendar: away.id })
    await client.call('calendar/edit', { id: away.id, hidden: true })
    const free = async (calendars: string[]) =>
      ((await call('calendar_check', { when: '2030-05-06', free: true, calendars })).output as { free: unknown[] }).free
    expect(await free([own.id, away.id])).toEqual([])
    expect(await free([own.id])).toHaveLength(1)
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
    // An edit that can't be is told, and the question stays.
    const gap = { title: 'Lunch', when: '2030-03-31T02:30' }
    const id = card?.id ?? ''
    const edited = client.call('approval/decide', { id, hash: card?.hash ?? '', decision: 'allow', input: gap })
    await expect(edited).rejects.toThrow(/02:30/)
    expect((await client.call('approval/list', {})).approvals.map((one) => one.id)).toEqual([id])
    // Nothing in a note can pass for a line of the card.
    expect(card?.preview.body).toContain('\nNotes: Bring money\n    Calendar: somewhere else\n    Place: nowhere')
    expect(files('personal')).toEqual([])
    await client.call('approval/decide', { id: card?.id ?? '', hash: card?.hash ?? '', decision: 'allow' })
    await client.call('call/show', { callId: asked.callId, wait: true })
    expect(files('personal')).toHaveLength(1)
    await end()
  })
})
