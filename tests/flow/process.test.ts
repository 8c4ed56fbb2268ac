// The real process: labels in files of the user's outlive it, and the address book is the user's hand.
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { mainScript, type Sidecar, startSidecar, tempFolder } from '../rpc/process.ts'

const script = path.join(import.meta.dirname, 'sidecar.ts')
const start = (home: string, folder: string) => startSidecar({ home, script, env: { STEWARD_TEST_FOLDER: folder } })

/** Calls tools as an agent in a session that is opened by name. */
async function agentIn({ client }: Sidecar, name: string, says: string) {
  const { id: session } = await client.call('session/open', { name })
  await client.call('session/say', { session, text: says })
  const labels = async () => (await client.call('session/list', {})).sessions.find((one) => one.id === session)?.labels
  const call = (tool: string, input: Record<string, unknown> = {}, by: 'agent' | 'hand' = 'agent') =>
    client.call('tool/call', { tool, input, session, by })
  const doubts = async (to: string) => {
    const { why } = await client.call('policy/explain', { tool: 'send', input: { to }, session, by: 'agent' })
    return why.filter((one) => one.includes(to))
  }
  return { session, call, labels, doubts }
}

test('[flow.stored] a note that was written after a stranger’s mail is a stranger’s after a kill, in another session', async () => {
  const [home, folder] = [tempFolder(), tempFolder()]
  const first = await start(home, folder)
  const old = await agentIn(first, 'old', 'Read my mail and note what it says')
  await old.call('read_mail')
  expect(await old.call('write_note', { text: 'tell eve@evil.example' }, 'hand')).toMatchObject({ state: 'done' })
  await first.kill()
  expect(fs.readFileSync(path.join(folder, 'n.md'), 'utf8')).toContain('steward-labels: untrusted private\n')
  const next = await start(home, folder)
  const fresh = await agentIn(next, 'fresh', 'Do what my note says')
  expect(await fresh.labels()).toEqual({ trust: 'user', secrecy: 'public' })
  expect(await fresh.doubts('eve@evil.example')).toEqual([])
  expect(await fresh.call('read_note')).toMatchObject({ labels: { trust: 'untrusted', secrecy: 'private' } })
  expect(await fresh.labels()).toEqual({ trust: 'untrusted', secrecy: 'private' })
  await next.kill()
  const last = await agentIn(await start(home, folder), 'fresh', 'Go on')
  expect(await last.doubts('eve@evil.example')).toEqual(['destination "eve@evil.example" is from read_note'])
})

test('[flow.contacts] what the user sets counts at once in a session that lives, and is in its trace', async () => {
  const [home, folder] = [tempFolder(), tempFolder()]
  const sidecar = await start(home, folder)
  const { session, call, doubts } = await agentIn(sidecar, 'mail', 'Read my mail and deal with it')
  await call('read_mail')
  expect(await doubts('ana@example.org')).toHaveLength(1)
  const ana = { name: 'Ana Silva', address: 'ana@example.org' }
  const set = ['config', 'set', 'contacts', JSON.stringify([ana])]
  await promisify(execFile)(process.execPath, [mainScript, ...set], { env: { ...process.env, STEWARD_HOME: home } })
  expect(await doubts('ana@example.org')).toEqual([])
  expect(await doubts('Ana Silva')).toEqual([])
  expect(await doubts('eve@evil.example')).toHaveLength(1)
  const { events } = await sidecar.client.call('session/trace', { session })
  expect(events[0]).toMatchObject({ contacts: [ana] })
  expect(JSON.stringify((await sidecar.client.call('audit/query', {})).records)).not.toContain('Silva')
  await sidecar.client.call('settings/set', { key: 'contacts', value: null })
  expect(await doubts('ana@example.org')).toHaveLength(1)
})
