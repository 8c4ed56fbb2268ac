// The real sidecar with a real Radicale: an account over the wire, events by tools, undo, kill -9, and no password anywhere.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sidecar, startSidecar, tempFolder, tree, until } from '../../rpc/process.ts'
import { needs } from '../../servers/apt.ts'
import { password, type Radicale, radicalePackages, startRadicale, user } from '../../servers/radicale.ts'
import { event } from './caldavlife.ts'

const isThere = needs(radicalePackages)
const kills = process.env.STEWARD_FULL === '1' ? 25 : 4
const many = process.env.STEWARD_FULL === '1' ? 3000 : 300
let server: Radicale

beforeAll(async () => {
  if (isThere) server = await startRadicale()
}, 120_000)
afterAll(() => server?.stop())

const start = (home: string) => startSidecar({ home, env: { TZ: 'Europe/Berlin' } })
const add = ({ client }: Sidecar, name: string) =>
  client.call('account/add', { kind: 'caldav', url: server.collection(name), user, password, name: 'Work' })

/** Calls a tool, and says yes where it asks. */
async function call(sidecar: Sidecar, tool: string, input: Record<string, unknown>) {
  const { client } = sidecar
  const called = await client.call('tool/call', { tool, input, wait: false })
  return until(`the end of ${tool}`, async () => {
    const { approvals } = await client.call('approval/list', {})
    for (const { id, hash, callId } of approvals)
      if (callId === called.callId) await client.call('approval/decide', { id, hash, decision: 'allow' })
    const now = await client.call('call/show', { callId: called.callId })
    return ['done', 'failed'].includes(now.state) ? now : undefined
  })
}

describe.skipIf(!isThere)('a sidecar with an account', () => {
  test('[caldav.write] creates, changes and removes on the server, and takes each back', async () => {
    await server.make('tools', '<d:displayname>Tools</d:displayname>')
    const sidecar = await start(tempFolder())
    const { id } = await add(sidecar, 'tools')
    const calendar = `${id}/tools`
    const texts = () => Object.values(server.files('tools')).join('')
    const made = await call(sidecar, 'calendar_create', { title: 'Tea', when: '2030-05-06T12:00', calendar })
    expect(made).toMatchObject({ state: 'done' })
    expect(texts()).toContain('SUMMARY:Tea')
    const { uid } = made.output as { uid: string }
    const moved = await call(sidecar, 'calendar_update', { event: uid, calendar, title: 'Coffee' })
    expect(moved).toMatchObject({ state: 'done' })
    expect(texts()).toContain('SUMMARY:Coffee')
    await sidecar.client.call('call/undo', { callId: moved.callId })
    expect(texts()).toContain('SUMMARY:Tea')
    const gone = await call(sidecar, 'calendar_delete', { event: uid, calendar })
    expect(gone).toMatchObject({ state: 'done' })
    expect(server.files('tools')).toEqual({})
    await sidecar.client.call('call/undo', { callId: gone.callId })
    expect(texts()).toContain('SUMMARY:Tea')
    const found = await sidecar.client.call('calendar/events', {
      from: '2030-05-06T00:00:00Z',
      to: '2030-05-07T00:00:00Z',
    })
    expect(found.events).toMatchObject([{ title: 'Tea', calendar }])
    expect(await sidecar.end()).toBe(0)
  })

  test('[caldav.sync] that is killed at any moment has the whole calendar after the next synchronisation', {
    timeout: 300_000,
  }, async () => {
    await server.make('large', '<d:displayname>Large</d:displayname>')
    const texts = Array.from({ length: many }, (_, n): [string, string] => [`n${n}.ics`, event(`n${n}`, `Event ${n}`)])
    server.fill('large', texts)
    const home = tempFolder()
    const first = await start(home)
    const { id } = await add(first, 'large')
    const folder = join(home, 'state/calendars/caldav', id, 'large')
    for (let n = 0; n < kills; n++) {
      const sidecar = n === 0 ? first : await start(home)
      void sidecar.client.call('account/sync', {}).catch(() => {})
      while (!existsSync(folder) || readdirSync(folder).length === 0) await sleep(5)
      await sleep((n * 137) % 600)
      await sidecar.kill()
      // What is there of it is changed meanwhile, too.
      await server.http('PUT', `${server.collection('large')}n${n}.ics`, { body: event(`n${n}`, `Changed ${n}`) })
      await server.http('DELETE', `${server.collection('large')}n${many - 1 - n}.ics`)
    }
    const last = await start(home)
    const { accounts } = await last.client.call('account/sync', {})
    expect(accounts).toMatchObject([{ id, calendars: 1 }])
    expect(accounts[0]?.fault).toBeUndefined()
    expect(readdirSync(folder)).toHaveLength(many - kills)
    const range = { from: '2026-11-17T00:00:00Z', to: '2026-11-18T00:00:00Z', limit: 10_000 }
    const { events } = await last.client.call('calendar/events', range)
    const titles = events.map(({ title }) => title).toSorted()
    const expected = Array.from({ length: many - kills }, (_, n) => (n < kills ? `Changed ${n}` : `Event ${n}`))
    expect(titles).toEqual(expected.toSorted())
    expect(await last.end()).toBe(0)
  })

  test('[secrets.nowhere] leaves its password in no file, log, event or answer, and the doctor says how it is kept', async () => {
    await server.make('quiet', '<d:displayname>Quiet</d:displayname>')
    const home = tempFolder()
    const sidecar = await start(home)
    const { client } = sidecar
    const { id } = await add(sidecar, 'quiet')
    const answers: unknown[] = [await client.call('account/sync', {})]
    await call(sidecar, 'calendar_create', { title: 'Tea', when: '2030-05-06T12:00', calendar: `${id}/quiet` })
    const wrong = await client.call('account/password', { id, password: `${password}-wrong` }).catch((thrown) => thrown)
    answers.push(wrong.message, JSON.stringify(wrong), await client.call('settings/get', {}))
    const { findings } = await client.call('doctor/run', {})
    expect(findings.find((one) => one.id === 'passwords')).toMatchObject({
      level: 'note',
      text: expect.stringContaining('STEWARD_HOME is set'),
    })
    answers.push(findings, await client.call('audit/query', {}), await client.call('call/list', {}))
    await server.kill()
    answers.push(await client.call('account/sync', {}))
    await server.start()
    await sidecar.end()
    const again = await start(home)
    answers.push(await again.client.call('account/sync', {}), await again.client.call('account/list', {}))
    await again.end()
    const heard = [sidecar.stderr, again.stderr, JSON.stringify([sidecar.events, again.events, answers])]
    const files = Object.entries(tree(home)).map(([name, text]) => [
      name,
      Buffer.from(text, 'base64').toString('latin1'),
    ])
    expect(files.length).toBeGreaterThan(20)
    for (const word of [
      password,
      btoa(`${user}:${password}`),
      encodeURIComponent(password),
      Buffer.from(password).toString('hex'),
    ]) {
      expect(heard.filter((text) => text.includes(word))).toEqual([])
      expect(files.filter(([, text]) => text?.includes(word)).map(([name]) => name)).toEqual([])
    }
    expect(answers.at(-2)).toMatchObject({ accounts: [{ id, calendars: 1 }] })
  })
})
