// Parts of the shell by themselves, where a clock or a page of our own is needed.
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { LogTail } from '../../ui/shell/logtail.ts'
import { readPage } from '../../ui/shell/page.ts'
import { type ShellServer, startServer } from '../../ui/shell/server.ts'
import { createSessions } from '../../ui/shell/session.ts'
import { ask, cleanUp, tempFolder } from './shellprocess.ts'

let server: ShellServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
  await cleanUp()
})

async function serving(files: Record<string, string>): Promise<number> {
  const folder = tempFolder()
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, 'ui', name)), { recursive: true })
    fs.writeFileSync(path.join(folder, 'ui', name), text)
  }
  fs.writeFileSync(path.join(folder, 'secret.js'), 'secret')
  const none = () => {}
  server = await startServer({
    page: readPage(path.join(folder, 'ui')),
    sessions: createSessions(),
    port: 0,
    status: () => ({ sidecar: 'dead', restarts: 0, log: [], attached: false }),
    restart: none,
    kill: () => false,
    quit: none,
    openLink: async () => {},
    hasRoom: () => true,
    onPage: none,
  })
  return server.port
}

describe('[shell.files] the page', () => {
  test('is served from what was there, each file with its type; only hashed names are kept by the browser', async () => {
    const port = await serving({
      'index.html': '<p>',
      'assets/a-1.js': '1',
      'assets/b-2.css': 'x',
      'icon.svg': '<svg/>',
      'a.exe': 'x',
    })
    const seen = async (target: string) => {
      const { status, headers, body } = await ask(port, { path: target })
      return [status, headers['content-type'], headers['cache-control'], body]
    }
    const hashed = 'private, max-age=31536000, immutable'
    expect(await seen('/')).toEqual([200, 'text/html; charset=utf-8', 'no-store', '<p>'])
    expect(await seen('/?x=1')).toEqual([200, 'text/html; charset=utf-8', 'no-store', '<p>'])
    expect(await seen('/assets/a-1.js')).toEqual([200, 'text/javascript; charset=utf-8', hashed, '1'])
    expect(await seen('/assets/b-2.css')).toEqual([200, 'text/css; charset=utf-8', hashed, 'x'])
    expect(await seen('/icon.svg')).toEqual([200, 'image/svg+xml', 'no-store', '<svg/>'])
    for (const target of ['/a.exe', '/index.html', '/../secret.js', '/assets/../../secret.js', '/..%2fsecret.js'])
      expect([target, (await ask(port, { path: target })).status]).toEqual([target, 404])
    expect((await ask(port, { method: 'HEAD', path: '/assets/a-1.js' })).body).toBe('')
  })

  test('that was not built says what to do', async () => {
    const { status, body } = await ask(await serving({}))
    expect([status, body]).toEqual([503, 'The page of Steward is not built. Run: npm run build'])
  })
})

describe('[shell.token] a token', () => {
  test('is good for ten minutes, for one use, and for its own launch', () => {
    let now = 0
    const sessions = createSessions(() => now)
    const [early, late, used] = [sessions.mint(), sessions.mint(), sessions.mint()]
    now = 10 * 60 * 1000
    expect(sessions.redeem(used)).toEqual({ key: expect.any(String), name: 'window 1' })
    expect(sessions.redeem(used)).toEqual({ error: 'used' })
    expect(sessions.redeem(early)).toHaveProperty('key')
    now += 1
    expect(sessions.redeem(late)).toEqual({ error: 'unknown' })
    expect(createSessions().redeem(sessions.mint())).toEqual({ error: 'unknown' })
  })

  test('buys the one key of the launch, and nothing else is that key', () => {
    const sessions = createSessions()
    const keys = [sessions.mint(), sessions.mint()].map((token) => sessions.redeem(token))
    expect(keys).toEqual([1, 2].map((at) => ({ key: expect.any(String), name: `window ${at}` })))
    expect(new Set(keys.map((one) => 'key' in one && one.key)).size).toBe(1)
    const key = keys[0] && 'key' in keys[0] ? keys[0].key : ''
    expect(sessions.isKey(key)).toBe(true)
    for (const other of [undefined, '', `${key}=`, key.slice(1), key.toUpperCase(), sessions.mint()])
      expect(sessions.isKey(other)).toBe(false)
    expect(createSessions().isKey(key)).toBe(false)
  })

  test('that was never used makes room for newer ones', () => {
    const sessions = createSessions()
    const first = sessions.mint()
    const rest = Array.from({ length: 64 }, () => sessions.mint())
    expect(sessions.redeem(first)).toEqual({ error: 'unknown' })
    expect(rest.every((token) => 'key' in sessions.redeem(token))).toBe(true)
  })
})

describe('[shell.log] the last lines', () => {
  test('are the newest fifty, cut where they are long, whole where they came in pieces', () => {
    const log = new LogTail()
    for (let line = 0; line < 200; line++) log.push(Buffer.from(`line ${line}\n`))
    expect(log.lines).toHaveLength(50)
    const text = Buffer.from('für\nunfinished')
    log.push(text.subarray(0, 2))
    log.push(text.subarray(2))
    expect(log.lines.at(-1)).toBe('für')
    for (let piece = 0; piece < 100; piece++) log.push(Buffer.alloc(1024, 120))
    log.end()
    expect(log.lines.at(-1)).toHaveLength(2000)
    expect(log.lines.at(-1)).toMatch(/^unfinishedx+$/)
  })

  test('show no secret, however it is broken into lines', () => {
    const log = new LogTail()
    const secret = `ghp_${'a1'.repeat(18)}`
    const pem = '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg\nkqhkiG9w0BAQE\n-----END PRIVATE KEY-----'
    log.push(Buffer.from(`token=${secret}\nurl https://me:hunter2@example.org/\n${pem}\nafter\n`))
    const shown = log.lines.join('\n')
    for (const part of [secret, 'hunter2', 'MIIEvQIBADANBg', 'kqhkiG9w0BAQE']) expect(shown).not.toContain(part)
    expect(log.lines.at(-1)).toBe('after')
  })
})
