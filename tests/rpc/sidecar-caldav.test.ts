// A CalDAV account through the real process, on a real Radicale.
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { needs } from '../servers/apt.ts'
import { password, type Radicale, radicalePackages, startRadicale, user } from '../servers/radicale.ts'
import { startSidecar, tempFolder } from './process.ts'

const isThere = needs(radicalePackages)
let server: Radicale | undefined
afterEach(async () => {
  await server?.stop()
  server = undefined
})

async function connected() {
  server = await startRadicale()
  await server.make('work', '<d:displayname>Work</d:displayname>')
  const home = tempFolder()
  const sidecar = await startSidecar({ home, env: { TZ: 'Europe/Berlin' } })
  const { client } = sidecar
  const account = await client.call('account/add', { kind: 'caldav', url: server.url, user, password, name: 'Dav' })
  await client.call('account/sync', { id: account.id })
  const { calendars } = await client.call('calendar/list', {})
  const id = calendars.find(({ name }) => name === 'Work')?.id ?? ''
  const call = (tool: string, input: Record<string, unknown>) => client.call('tool/call', { tool, input })
  const titles = async () => {
    const { output } = await call('calendar_check', { when: '2030-05-06' })
    return (output as { events: { title: string }[] }).events.map(({ title }) => title)
  }
  return { ...sidecar, server, home, account, id, call, titles }
}

const uidOf = (made: { output?: unknown }): string => String((made.output as { uid: string }).uid)

describe.runIf(isThere)('[calendar.server] a calendar on a CalDAV server', () => {
  test('takes events and changes, gives them to others, and each is taken back', async () => {
    const { call, client, server: dav, id, titles, end } = await connected()
    const made = await call('calendar_create', { title: 'Lunch', when: '2030-05-06T12:00', calendar: id })
    expect(made).toMatchObject({ state: 'done', undoable: true, output: { calendar: id } })
    expect(JSON.stringify(made.output)).not.toContain('otherwise')
    expect(Object.values(dav.files('work')).join('')).toContain('SUMMARY:Lunch')
    const moved = await call('calendar_update', { event: uidOf(made), title: 'Late lunch', when: '14:00' })
    expect(moved).toMatchObject({ state: 'done' })
    expect(Object.values(dav.files('work')).join('')).toMatch(/DTSTART;TZID=Europe\/Berlin:20300506T140000/)
    expect(await client.call('call/undo', { callId: moved.callId })).toMatchObject({ state: 'done' })
    expect(Object.values(dav.files('work')).join('')).toContain('SUMMARY:Lunch')
    const gone = await call('calendar_delete', { event: uidOf(made) })
    expect(gone).toMatchObject({ state: 'done' })
    expect(dav.files('work')).toEqual({})
    expect(await client.call('call/undo', { callId: gone.callId })).toMatchObject({ state: 'done' })
    expect(await titles()).toEqual(['Lunch'])
    await end()
  })

  test('is never written over what another client changed', async () => {
    const { call, client, server: dav, id, end } = await connected()
    const made = await call('calendar_create', { title: 'Lunch', when: '2030-05-06T12:00', calendar: id })
    const changed = await call('calendar_update', { event: uidOf(made), title: 'Late lunch' })
    const [[file = '', text = ''] = []] = Object.entries(dav.files('work'))
    const theirs = text.replace('SUMMARY:Late lunch', 'SUMMARY:Theirs').replace(/X-STEWARD-CALL:.*\r?\n/, '')
    const put = await dav.http('PUT', `${dav.collection('work')}${file}`, {
      body: theirs,
      headers: { 'content-type': 'text/calendar' },
    })
    expect(put.ok).toBe(true)
    expect(await client.call('call/undo', { callId: changed.callId })).toMatchObject({
      state: 'failed',
      error: { code: 'CONFLICT' },
    })
    expect(Object.values(dav.files('work')).join('')).toContain('SUMMARY:Theirs')
    // What the other one wrote is what the next change is made of.
    expect(await call('calendar_update', { event: uidOf(made), location: 'Roof' })).toMatchObject({ state: 'done' })
    const now = Object.values(dav.files('work')).join('')
    expect(now).toContain('SUMMARY:Theirs')
    expect(now).toContain('LOCATION:Roof')
    await end()
  })

  test('is read while its server is down, and a change then says so and does nothing', async () => {
    const { call, client, server: dav, id, titles, account, end } = await connected()
    const made = await call('calendar_create', { title: 'Lunch', when: '2030-05-06T12:00', calendar: id })
    await dav.kill()
    expect(await titles()).toEqual(['Lunch'])
    const refused = await call('calendar_update', { event: uidOf(made), title: 'Late lunch' })
    expect(refused).toMatchObject({ state: 'failed', error: { code: 'UNAVAILABLE' } })
    const { accounts } = await client.call('account/sync', { id: account.id })
    expect(accounts[0]?.fault).toMatch(/\S/)
    await dav.start()
    await client.call('account/sync', { id: account.id })
    expect(await titles()).toEqual(['Lunch'])
    expect(await call('calendar_update', { event: uidOf(made), title: 'Late lunch' })).toMatchObject({ state: 'done' })
    await end()
  })

  test('leaves this computer: the card says so, drafts-only mode holds it, and a local one goes through', async () => {
    const { call, client, id, server: dav, end } = await connected()
    await client.call('settings/set', { key: 'modes.draftsOnly', value: true })
    const held = await call('calendar_create', { title: 'Lunch', when: '2030-05-06T12:00', calendar: id })
    expect(held).toMatchObject({ state: 'failed', error: { code: 'DENIED' } })
    expect(dav.files('work')).toEqual({})
    expect(
      await call('calendar_create', { title: 'Lunch', when: '2030-05-06T12:00', calendar: 'personal' }),
    ).toMatchObject({ state: 'done' })
    await client.call('settings/set', { key: 'modes.draftsOnly', value: false })
    const rule = {
      id: 'ask',
      effect: ['writeCalendar'],
      decision: 'ask',
      why: 'Ask.',
      match: [{ effect: 'writeCalendar', target: 'x' }],
      notMatch: [],
    }
    await client.call('policy/setRules', { text: JSON.stringify([rule]) })
    await call('calendar_create', { title: 'Tea', when: '2030-05-06T15:00', calendar: id })
    await call('calendar_create', { title: 'Tea', when: '2030-05-06T15:00', calendar: 'personal' })
    const { approvals } = await client.call('approval/list', {})
    expect(approvals.map(({ leaves }) => leaves)).toEqual([true, false])
    await end()
  })

  test('[calendar.secrets] has a password that is in no file, log or answer', async () => {
    const { call, client, home, id, end, ...sidecar } = await connected()
    await call('calendar_create', { title: 'Lunch', when: '2030-05-06T12:00', calendar: id })
    const told = JSON.stringify([
      await client.call('account/list', {}),
      await client.call('settings/get', {}),
      await client.call('audit/query', { limit: 1000 }),
      await client.call('doctor/run', {}),
      sidecar.events,
    ])
    expect(told).not.toContain(password)
    await end()
    expect(sidecar.stderr).not.toContain(password)
    const names = fs.readdirSync(home, { recursive: true, encoding: 'utf8' })
    const files = names.map((name) => path.join(home, name)).filter((file) => fs.statSync(file).isFile())
    expect(files.length).toBeGreaterThan(5)
    for (const file of files) {
      const bytes = fs.readFileSync(file)
      expect(bytes.includes(password), file).toBe(false)
      expect(bytes.includes(Buffer.from(password).toString('base64')), file).toBe(false)
    }
  })
})
