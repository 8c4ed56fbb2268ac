// The real process: what the doctor tells of a folder that can't be written, and what a restore leaves on record.
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { ending, spawnSidecar, startSidecar, tempFolder, tree } from './process.ts'

const holidays =
  'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:h\r\nDTSTART;VALUE=DATE:20261119\r\nSUMMARY:Holiday\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'

async function command(home: string, args: string[], uid?: number) {
  const child = spawnSidecar({ home, args, ...(uid === undefined ? {} : { uid }) })
  child.stdin.end()
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ending(child), out, err }
}

async function usedHome(): Promise<string> {
  const home = tempFolder()
  const { client, end } = await startSidecar({ home })
  await client.call('settings/set', { key: 'concurrency', value: 2 })
  await client.call('tool/call', { tool: 'set_env', input: { name: 'A', value: 'b' } })
  await end()
  return home
}

describe.runIf(process.platform !== 'win32')('[store.doctor] a folder that can not be written', () => {
  it('is told by the doctor, with everything that can be read there, and nothing else is done', async () => {
    const home = await usedHome()
    // Root may write anything: so somebody else is asked.
    const uid = process.getuid?.() === 0 ? 65534 : undefined
    for (const name of ['', ...Object.keys(tree(home))]) {
      const file = path.join(home, name)
      if (uid !== undefined) fs.chownSync(file, uid, uid)
      fs.chmodSync(file, fs.statSync(file).isDirectory() ? 0o500 : 0o400)
    }
    const before = tree(home)
    const { code, out } = await command(home, ['doctor', '--json'], uid)
    const other = await command(home, ['status'], uid)
    const after = tree(home)
    for (const name of ['', ...Object.keys(after)]) fs.chmodSync(path.join(home, name), 0o700)
    const findings = JSON.parse(out) as { id: string; level: string; text: string; how?: string }[]
    expect(code).toBe(1)
    expect(findings[0]).toMatchObject({ id: 'disk', level: 'error', how: expect.stringContaining('Make it writable') })
    const levels = Object.fromEntries(findings.map(({ id, level }) => [id, level]))
    expect(levels).toEqual({
      ...{ disk: 'error', runtime: 'ok', folder: 'ok', database: 'ok', audit: 'ok' },
      ...{ key: 'note', waiting: 'note', unknown: 'ok' },
    })
    expect(other.code).not.toBe(0)
    expect(other.err).toContain('can not be written')
    expect(after).toEqual(before)
  })
})

describe('[audit.restored] a backup that is put back', () => {
  const records = async (home: string) => {
    const sidecar = await startSidecar({ home })
    const { records: found } = await sidecar.client.call('audit/query', { type: 'restored' })
    const verified = await sidecar.client.call('audit/verify', {})
    await sidecar.end()
    return { found, verified }
  }

  it('is on record, once, where the key still fits and where it does not', async () => {
    const home = await usedHome()
    const file = path.join(tempFolder(), 'saved.tar.gz')
    expect((await command(home, ['backup', file])).code).toBe(0)
    for (const target of [home, tempFolder()]) {
      const restored = await command(target, ['restore', file])
      expect([restored.code, restored.err]).toEqual([0, ''])
      expect(fs.existsSync(path.join(target, 'data/restored.json'))).toBe(true)
      const { found, verified } = await records(target)
      expect(found).toMatchObject([{ file: 'saved.tar.gz' }])
      expect(Object.keys(found[0] ?? {})).toEqual(['at', 'file', 'id', 'prev', 'seq', 'type'])
      expect(verified).toMatchObject({ ok: true })
      expect(fs.existsSync(path.join(target, 'data/restored.json'))).toBe(false)
      expect((await records(target)).found).toEqual(found)
    }
  })

  it('is on record once where the process ends before the note is gone', async () => {
    const home = await usedHome()
    const file = path.join(tempFolder(), 'saved.tar.gz')
    await command(home, ['backup', file])
    await command(home, ['restore', file])
    const note = path.join(home, 'data/restored.json')
    const kept = fs.readFileSync(note)
    const { found } = await records(home)
    fs.writeFileSync(note, kept)
    expect((await records(home)).found).toEqual(found)
    expect(found.length).toBe(1)
  })
})

describe('[days.doctor] calendars and accounts', () => {
  it('a file that is no calendar and a server that is gone are told, each with what to do, and the rest works', async () => {
    const home = tempFolder()
    const server = http.createServer((_request, response) => response.end(holidays)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { client } = await startSidecar({ home })
    const found = async () =>
      (await client.call('doctor/run', {})).findings.filter(({ id }) => id === 'calendars' || id === 'accounts')
    expect(await found()).toEqual([{ id: 'calendars', level: 'ok', text: '2 calendars can be read.' }])
    const { id } = await client.call('account/add', { kind: 'ics', url: `http://127.0.0.1:${port}/a.ics` })
    expect(await found()).toMatchObject([{ level: 'ok', text: '3 calendars can be read.' }])
    server.close()
    server.closeAllConnections()
    fs.mkdirSync(path.join(home, 'data/calendars/personal'), { recursive: true })
    fs.writeFileSync(path.join(home, 'data/calendars/personal/odd.ics'), 'hello')
    const [account, calendar] = await found()
    expect(account).toMatchObject({
      id: 'accounts',
      level: 'warn',
      how: expect.stringContaining(`accounts sync ${id}`),
    })
    expect(calendar).toMatchObject({ id: 'calendars', level: 'warn', text: expect.stringContaining('odd.ics') })
    expect(calendar?.how).toContain('The rest of the calendar works.')
    // What was fetched is still there.
    const { events } = await client.call('calendar/events', {
      from: '2026-11-19T00:00:00Z',
      to: '2026-11-20T00:00:00Z',
    })
    expect(events).toMatchObject([{ title: 'Holiday' }])
  })
})
