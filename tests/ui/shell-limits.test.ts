// What any program of this computer can send: paths, methods, sizes. And what every answer carries.
import fs from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ask,
  cleanUp,
  everywhere,
  keyOf,
  offer,
  processTree,
  raw,
  type Shell,
  startShell,
  statusOf,
  until,
  withKey,
} from './shellprocess.ts'

let shell: Shell
let port = 0
let key = ''

beforeAll(async () => {
  shell = await startShell()
  port = shell.port
  key = await keyOf(shell)
  await until('a sidecar', async () => (await statusOf(port, key)).sidecar === 'running' || undefined)
})
afterAll(cleanUp)

const bearer = () => ({ authorization: `Bearer ${key}` })

describe('[shell.files] no path', () => {
  const paths = [
    '/../package.json',
    '/assets/../../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '//etc/passwd',
  ]
  const more = [
    '/assets/..%5c..%5cpackage.json',
    '/assets/%252e%252e/package.json',
    '/....//package.json',
    '/assets/\0',
    '/.vite/manifest.json',
  ]
  const odd = [
    '/index.html/../../sidecar.mjs',
    '/sidecar.mjs',
    '/assets/',
    '/assets',
    '/%',
    '/%c0%ae%c0%ae/',
    '/assets/%00index.js',
  ]
  test.each([...paths, ...more, ...odd])('leads out of the page: %j', async (path) => {
    const line = `Host: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`
    expect(await raw(port, `GET ${path} HTTP/1.1\r\n${line}`)).toMatch(/^HTTP\/1.1 40[04] /)
  })
})

describe('[shell.limits] a request', () => {
  test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'])('of method %s is refused everywhere', async (method) => {
    for (const [, path] of everywhere)
      expect([path, (await ask(port, { method, path, headers: bearer() })).status]).toEqual([path, 405])
  })

  test('of method TRACE or CONNECT gets nothing', async () => {
    const line = `Host: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`
    expect(await raw(port, `TRACE /status HTTP/1.1\r\n${line}`)).toMatch(/^HTTP\/1.1 (400|405) /)
    expect(await raw(port, `CONNECT 127.0.0.1:${port} HTTP/1.1\r\n${line}`)).not.toMatch(/ 200 /)
  })

  test('that is of the wrong method for its place does nothing', async () => {
    for (const path of ['/restart', '/quit', '/open', '/session'])
      expect((await ask(port, { path, headers: bearer() })).status).toBe(404)
    for (const path of ['/', '/status', '/ws', '/assets/x.js'])
      expect((await ask(port, { method: 'POST', path, headers: bearer() })).status).toBe(404)
    expect((await ask(port, { path: '/ws', headers: bearer() })).status).toBe(426)
  })

  test('with a huge body is refused, counted or not', async () => {
    const body = `{"token":"${'x'.repeat(1024 * 1024)}"}`
    const sized = await offer(port, 'x'.repeat(1024 * 1024)).catch((error) => error.code)
    expect(typeof sized === 'string' ? 413 : sized.status).toBe(413)
    const head = `POST /session HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nConnection: close\r\n`
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n`
    const counted = await raw(port, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk}0\r\n\r\n`)
    expect(counted === '' || counted.startsWith('HTTP/1.1 413 ')).toBe(true)
    expect(await raw(port, `${head}Content-Length: 99999999999\r\n\r\n`)).toMatch(/^(HTTP\/1.1 4(13|08) |$)/)
    expect((await statusOf(port, key)).sidecar).toBe('running')
  })

  test('with headers or a body that never end is given up', async () => {
    const head = `POST /session HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n`
    const slow = [raw(port, head), raw(port, `${head}Content-Length: 50\r\n\r\n{"tok`), raw(port, 'GET / HT')]
    for (const reply of await Promise.all(slow)) expect(reply).not.toContain(' 200 ')
  })

  test('with headers too large, or that wants another protocol, is no way in', async () => {
    const right = `Host: 127.0.0.1:${port}\r\n`
    expect(await raw(port, `GET / HTTP/1.1\r\n${right}X: ${'x'.repeat(40_000)}\r\n\r\n`)).toMatch(/^HTTP\/1.1 431 /)
    const h2c = `Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n`
    expect(await raw(port, `GET /status HTTP/1.1\r\n${right}${h2c}\r\n`)).toMatch(/^HTTP\/1.1 401 /)
  })

  test('to open a link takes web and mail addresses only', async () => {
    const tries = [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:text/html,x',
      'ssh://x',
      'smb://x/y',
      '--help',
      '',
      'C:\\x',
      7,
    ]
    for (const url of [...tries, `https://x/${'a'.repeat(5000)}`, undefined]) {
      const reply = await withKey(port, key, { method: 'POST', path: '/open', body: JSON.stringify({ url }) })
      expect([url, reply.status]).toEqual([url, 400])
    }
  })
})

describe('[shell.headers] every answer', () => {
  const csp = (at: number) =>
    `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self' ws://127.0.0.1:${at}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`

  test.each([
    ['the page', {}],
    ['nothing there', { path: '/nothing' }],
    ['the status', { path: '/status' }],
    ['a refusal', { headers: { origin: 'null' } }],
    ['another name', { headers: { host: 'evil.example' } }],
    ['a wrong method', { method: 'PUT' }],
    ['a missing token', { method: 'POST', path: '/session' }],
  ])('has the policy and the rest: %s', async (_what, what) => {
    const { headers } = await ask(port, what)
    expect(headers['content-security-policy']).toBe(csp(port))
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    })
    expect(headers['set-cookie']).toBeUndefined()
    expect(headers['x-powered-by']).toBeUndefined()
  })
})

describe.runIf(process.platform === 'linux')('[shell.one-listener] the program', () => {
  test('listens on one port, of this computer alone', () => {
    expect(listenersOf(processTree(shell.child.pid ?? 0))).toEqual([
      `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`,
    ])
  })
})

function listenersOf(pids: number[]): string[] {
  const inodes = new Set(pids.flatMap(socketsOf))
  return ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((kind) =>
    fs
      .readFileSync(`/proc/self/net/${kind}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((parts) => inodes.has(parts[9] ?? '') && (kind.startsWith('udp') || parts[3] === '0A'))
      .map((parts) => parts[1] ?? ''),
  )
}

function socketsOf(pid: number): string[] {
  return fs.readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return fs.readlinkSync(`/proc/${pid}/fd/${fd}`).match(/^socket:\[(\d+)\]$/)?.[1] ?? []
    } catch {
      return []
    }
  })
}
