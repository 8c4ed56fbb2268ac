// Any page of any browser on this computer can reach a port of 127.0.0.1, and any program can. What they try is refused.
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ask,
  cleanUp,
  everywhere,
  keyOf,
  offer,
  openPage,
  processTree,
  raw,
  type Shell,
  startShell,
  statusOf,
  tempFolder,
  tryWire,
  withKey,
} from './shellprocess.ts'

let shell: Shell
let port = 0
let key = ''
let own = ''

beforeAll(async () => {
  shell = await startShell()
  port = shell.port
  key = await keyOf(shell)
  own = `http://127.0.0.1:${port}`
})
afterAll(cleanUp)

const controls = ['/status', '/restart', '/quit', '/open']
const bearer = () => ({ authorization: `Bearer ${key}` })

describe('[shell.host] a request under another name', () => {
  const names = [
    'evil.example',
    'localhost',
    '127.0.0.1',
    '127.0.0.1:1',
    '127.0.0.2:PORT',
    '[::1]:PORT',
    'localhost:PORT',
  ]
  const rebound = ['127.0.0.1.evil.example:PORT', 'evil.example:PORT', '127.0.0.1:PORT.evil.example', '127.0.0.1:0PORT']
  test.each([...names, ...rebound, '0.0.0.0:PORT', '2130706433:PORT', 'x@127.0.0.1:PORT'])(
    'is refused: %s',
    async (name) => {
      const host = name.replace('PORT', String(port))
      for (const [method, path] of everywhere) {
        const { status } = await ask(port, { method, path, headers: { host, ...bearer() } })
        expect([path, status]).toEqual([path, expect.toSatisfy((code: number) => code === 421 || code === 400)])
      }
      expect(await tryWire(port, { protocols: good(), origin: own, headers: { host } })).toSatisfy(
        (code: unknown) => code === 421 || code === 400,
      )
    },
  )

  test('is refused where it has two names, none, or names another in its target', async () => {
    const line = `Authorization: Bearer ${key}\r\nConnection: close\r\n\r\n`
    const right = `Host: 127.0.0.1:${port}\r\n`
    expect(await raw(port, `GET /status HTTP/1.1\r\n${right}Host: evil.example\r\n${line}`)).toMatch(
      /^HTTP\/1.1 4(00|21) /,
    )
    expect(await raw(port, `GET /status HTTP/1.1\r\nHost: evil.example\r\n${right}${line}`)).toMatch(
      /^HTTP\/1.1 4(00|21) /,
    )
    expect(await raw(port, `GET /status HTTP/1.1\r\n${line}`)).toMatch(/^HTTP\/1.1 400 /)
    expect(await raw(port, `GET http://evil.example/status HTTP/1.1\r\n${right}${line}`)).toMatch(
      /^HTTP\/1.1 4(00|21) /,
    )
    expect(await raw(port, `GET /status HTTP/1.1\r\n${right}${line}`)).toMatch(/^HTTP\/1.1 200 /)
  })
})

const good = () => ['steward.v1', `key.${key}`]

describe('[shell.origin] a page of another origin', () => {
  const origins = ['http://evil.example', 'null', 'http://localhost:PORT', 'https://127.0.0.1:PORT', 'http://127.0.0.1']
  test.each([
    ...origins,
    'http://127.0.0.1:1',
    'file://',
    'http://127.0.0.1:PORT.evil.example',
    'chrome-extension://abc',
  ])('is refused, even with the key: %s', async (name) => {
    const origin = name.replace('PORT', String(port))
    for (const [method, path] of everywhere) {
      const { status, headers } = await ask(port, { method, path, headers: { origin, ...bearer() } })
      expect([path, status]).toEqual([path, 403])
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
    expect(await tryWire(port, { protocols: good(), origin })).toBe(403)
  })

  test.each(['cross-site', 'same-site', 'nonsense'])('is refused where the browser says %s', async (site) => {
    const headers = { 'sec-fetch-site': site, ...bearer() }
    for (const [method, path] of everywhere) expect((await ask(port, { method, path, headers })).status).toBe(403)
    expect(await tryWire(port, { protocols: good(), origin: own, headers: { 'sec-fetch-site': site } })).toBe(403)
  })

  test('may lead a person here, and may not show the page in a frame', async () => {
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    const led = await ask(port, { headers: { ...link, 'sec-fetch-dest': 'document' } })
    expect(led.status).not.toBe(403)
    expect((await ask(port, { headers: { ...link, 'sec-fetch-dest': 'iframe' } })).status).toBe(403)
    expect((await ask(port, { path: '/status', headers: { ...link, 'sec-fetch-dest': 'document' } })).status).toBe(403)
    expect(led.headers['x-frame-options']).toBe('DENY')
  })

  test('gets no leave by asking first', async () => {
    const headers = { origin: 'http://evil.example', 'access-control-request-method': 'POST' }
    const reply = await ask(port, { method: 'OPTIONS', path: '/session', headers })
    expect(reply.status).toBe(403)
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('on another port of this computer gets neither the page, nor a key, nor the wire', async () => {
    const other = http.createServer((_request, response) => response.end('x')).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const origin = `http://127.0.0.1:${(other.address() as { port: number }).port}`
    other.close()
    expect((await offer(port, 'x', { origin })).status).toBe(403)
    expect((await ask(port, { headers: { origin, 'sec-fetch-site': 'same-site' } })).status).toBe(403)
    expect(await tryWire(port, { protocols: good(), origin })).toBe(403)
  })
})

describe('[shell.token] the way in', () => {
  test('is a token that works once', async () => {
    const fresh = await startShell()
    const first = await offer(fresh.port, fresh.token)
    expect([first.status, JSON.parse(first.body)]).toEqual([
      200,
      { key: expect.stringMatching(/^[\w-]{43}$/), name: 'window 1' },
    ])
    const second = await offer(fresh.port, fresh.token)
    expect([second.status, JSON.parse(second.body)]).toEqual([401, { error: 'used' }])
    expect(fresh.stdout.split('\n')).toHaveLength(2)
  })

  test.each([undefined, null, '', 'x', 42, ['x'], {}, 'x'.repeat(5000)])('is not %j', async (token) => {
    const reply = await offer(port, token)
    expect([reply.status, JSON.parse(reply.body)]).toEqual([401, { error: 'unknown' }])
  })

  test('is not open to a form, nor to what is no JSON', async () => {
    const fresh = await startShell()
    const body = JSON.stringify({ token: fresh.token })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
      expect(
        (await ask(fresh.port, { method: 'POST', path: '/session', headers: { 'content-type': type }, body })).status,
      ).toBe(401)
    const broken = { method: 'POST', path: '/session', headers: { 'content-type': 'application/json' }, body: '{' }
    expect((await ask(fresh.port, broken)).status).toBe(401)
    expect((await offer(fresh.port, fresh.token)).status).toBe(200)
  })

  test('is shut to the token and the key of an earlier launch', async () => {
    const home = tempFolder()
    const before = await startShell(home)
    const oldKey = await keyOf(before)
    before.child.kill('SIGTERM')
    expect(await before.exited).toBe(0)
    const now = await startShell(home, ['--port', String(before.port)])
    expect(now.port).toBe(before.port)
    expect((await offer(now.port, before.token)).status).toBe(401)
    expect((await withKey(now.port, oldKey, { path: '/status' })).status).toBe(401)
    expect(
      await tryWire(now.port, { protocols: ['steward.v1', `key.${oldKey}`], origin: `http://127.0.0.1:${now.port}` }),
    ).toBe(401)
    expect((await statusOf(now.port, await keyOf(now))).sidecar).toMatch(/running|starting/)
  })
})

describe('[shell.key] without the key', () => {
  test.each(controls)('%s is refused', async (path) => {
    const method = path === '/status' ? 'GET' : 'POST'
    const wrong = [
      '',
      'Bearer',
      'Bearer ',
      `Bearer ${'x'.repeat(43)}`,
      `Basic ${key}`,
      key,
      `Bearer ${key} x`,
      `bearer ${key}x`,
    ]
    for (const authorization of wrong)
      expect((await ask(port, { method, path, headers: { authorization } })).status).toBe(401)
    expect((await ask(port, { method, path })).status).toBe(401)
    expect((await ask(port, { method, path: `${path}?key=${key}` })).status).toBe(401)
  })

  test('there is no wire, nor with a wrong key, nor without an origin or a protocol', async () => {
    expect(await tryWire(port, { protocols: ['steward.v1'], origin: own })).toBe(401)
    expect(await tryWire(port, { protocols: ['steward.v1', `key.${'x'.repeat(43)}`], origin: own })).toBe(401)
    expect(await tryWire(port, { protocols: ['steward.v1', 'key.'], origin: own })).toBe(401)
    expect(await tryWire(port, { protocols: [`key.${key}`], origin: own })).toBe(401)
    expect(await tryWire(port, { protocols: [], origin: own })).toBe(401)
    expect(await tryWire(port, { protocols: good() })).toBe(403)
    expect(await tryWire(port, { protocols: good(), origin: own })).toBe('open')
  })

  test('the key is not said back, and stands in no file and no process title', async () => {
    const page = await openPage(port, key)
    expect(page.socket.protocol).toBe('steward.v1')
    page.socket.close()
    for (const entry of fs.readdirSync(shell.home, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) expect(fs.readFileSync(`${entry.parentPath}/${entry.name}`).includes(key)).toBe(false)
    if (process.platform !== 'linux') return
    for (const pid of processTree(shell.child.pid ?? 0))
      for (const what of ['cmdline', 'environ']) {
        const text = fs.readFileSync(`/proc/${pid}/${what}`, 'utf8')
        expect([text.includes(key), text.includes(shell.token)]).toEqual([false, false])
      }
  })
})
