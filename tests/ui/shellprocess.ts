// Starts a real shell without a window on a data folder of its own, and talks to it as a page or as an intruder would.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { WebSocket } from 'ws'
import type { SidecarStatus } from '../../ui/shell/sidecar.ts'

export interface Shell {
  child: ChildProcessByStdio<null, Readable, Readable>
  home: string
  port: number
  /** The token of the address that it printed. */
  token: string
  stdout: string
  exited: Promise<number | string>
}

export interface Reply {
  status: number
  headers: http.IncomingHttpHeaders
  body: string
}

export interface Page {
  socket: WebSocket
  call(method: string, params: object): Promise<{ result?: never; error?: { code: number; message: string } }>
  closed: Promise<number>
}

const script = path.join(import.meta.dirname, '../../ui/shell/main.ts')
const shells = new Set<Shell['child']>()
const folders: string[] = []

/** A folder that `cleanUp` removes. */
export function tempFolder(): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'steward-shell-')))
  folders.push(folder)
  return folder
}

/** Ends what is left and removes the folders. */
export async function cleanUp(): Promise<void> {
  for (const child of shells) {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  shells.clear()
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
}

/** Starts `steward open --headless` and reads its address. */
export async function startShell(
  home = tempFolder(),
  args: string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<Shell> {
  const child = spawn(process.execPath, [script, '--headless', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, STEWARD_HOME: home },
  })
  shells.add(child)
  const exited = once(child, 'exit').then(([code, signal]) => code ?? signal)
  const shell: Shell = { child, home, port: 0, token: '', stdout: '', exited }
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  child.stdout.on('data', (chunk) => {
    shell.stdout += chunk
  })
  const address = await until('an address', () => {
    if (child.exitCode !== null) throw new Error(`The shell ended: ${complaint}`)
    return shell.stdout.match(/^http:\/\/127\.0\.0\.1:(\d+)\/#t=([\w-]{43})\n$/) ?? undefined
  })
  shell.port = Number(address[1])
  shell.token = address[2] ?? ''
  return shell
}

/** Waits until something is so; fails with `what` if it never is. */
export async function until<T>(what: string, look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const giveUp = Date.now() + 45_000
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (Date.now() > giveUp) throw new Error(`It never came to this: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Every place that the server has, with its method. */
export const everywhere: [string, string][] = [
  ['GET', '/'],
  ['GET', '/assets/index.js'],
  ['POST', '/session'],
  ['GET', '/status'],
  ['POST', '/restart'],
  ['POST', '/kill'],
  ['POST', '/quit'],
  ['POST', '/open'],
  ['GET', '/ws'],
]

export interface Ask {
  method?: string
  path?: string
  headers?: Record<string, string | string[]>
  body?: string
}

/** One request, with exactly these headers beside a right Host. */
export function ask(
  port: number,
  { method = 'GET', path: target = '/', headers = {}, body }: Ask = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      { host: '127.0.0.1', port, method, path: target, headers, agent: false },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

/** Bytes as they are; resolves with all that came back when the other side closed. */
export async function raw(port: number, bytes: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1')
  let text = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.write(bytes)
  await once(socket, 'close')
  return text
}

const json = { 'content-type': 'application/json' }

/** Offers a token for a key. */
export const offer = (port: number, token: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  ask(port, { method: 'POST', path: '/session', headers: { ...json, ...headers }, body: JSON.stringify({ token }) })

/** The key for the token of the address. */
export async function keyOf(shell: Shell): Promise<string> {
  const reply = await offer(shell.port, shell.token)
  return (JSON.parse(reply.body) as { key: string }).key
}

/** A request that carries the key. */
export const withKey = (port: number, key: string, what: Ask): Promise<Reply> =>
  ask(port, { ...what, headers: { ...json, ...what.headers, authorization: `Bearer ${key}` } })

/** What the shell says about its sidecar. */
export async function statusOf(port: number, key: string): Promise<SidecarStatus> {
  return JSON.parse((await withKey(port, key, { path: '/status' })).body) as SidecarStatus
}

/** Tries to open the wire; resolves with the status that it was refused with, or `open`. */
export function tryWire(
  port: number,
  { protocols, origin, headers = {} }: { protocols: string[]; origin?: string; headers?: Record<string, string> },
): Promise<number | 'open'> {
  return new Promise((resolve) => {
    const more = origin === undefined ? {} : { origin }
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, protocols, { headers, ...more })
    socket.on('error', () => {})
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('open', () => {
      resolve('open')
      socket.close()
    })
  })
}

/** The wire of a page that was let in. */
export async function openWire(port: number, key: string): Promise<Pick<Page, 'socket' | 'closed'>> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, ['steward.v1', `key.${key}`], {
    origin: `http://127.0.0.1:${port}`,
    perMessageDeflate: false,
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await once(socket, 'open')
  return { socket, closed }
}

/** A page that has said hello. */
export async function openPage(port: number, key: string, name = 'page'): Promise<Page> {
  const { socket, closed } = await openWire(port, key)
  const pending = new Map<number, (answer: never) => void>()
  socket.on('message', (data) => {
    const answer = JSON.parse(String(data))
    pending.get(answer.id)?.(answer as never)
  })
  let last = 0
  const call: Page['call'] = (method, params) =>
    new Promise((resolve) => {
      pending.set(++last, resolve)
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: last, method, params }))
    })
  await call('initialize', { protocolVersion: 1, client: { name }, events: false })
  return { socket, call, closed }
}

/** A process and all that it started, by their numbers. Linux only. */
export function processTree(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of fs.readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const stat = fs.readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // It ended meanwhile.
    }
  }
  const tree = [pid]
  for (const one of tree) for (const [child, parent] of parents) if (parent === one) tree.push(child)
  return tree
}

/** Whether a process is there; one that only waits to be buried is not. */
export function isAlive(pid: number): boolean {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z'
  } catch {
    return false
  }
}
