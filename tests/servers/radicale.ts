// A real CalDAV server, Radicale, on a free port of loopback with a folder of its own; and a proxy that can spoil the way to it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const radicalePackages = ['radicale']

export const user = 'ana'
export const password = 'pw-Zauberwort-41c7'

export interface Radicale {
  port: number
  url: string
  /** Of one of the user's collections, whether or not it is there. */
  collection(name: string): string
  /** Another client: plain HTTP, with the right password. */
  http(method: string, url: string, options?: { body?: string; headers?: Record<string, string> }): Promise<Response>
  /** Makes a calendar. */
  make(name: string, props?: string): Promise<string>
  /** Writes files straight into a calendar, as a server that has had them for years. */
  fill(name: string, texts: Iterable<[file: string, text: string]>): void
  /** The files in a calendar on the server's own disk. */
  files(name: string): Record<string, string>
  kill(): Promise<void>
  /** On the same port again. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** Starts one that knows one user. */
export async function startRadicale(): Promise<Radicale> {
  const folder = mkdtempSync(join(tmpdir(), 'steward-radicale-'))
  const port = await freePort()
  const root = join(folder, 'collections', 'collection-root', user)
  mkdirSync(root, { recursive: true })
  writeFileSync(join(folder, 'users'), `${user}:${password}\n`)
  writeFileSync(
    join(folder, 'config'),
    [
      `[server]\nhosts = 127.0.0.1:${port}\nmax_connections = 20`,
      `[auth]\ntype = htpasswd\nhtpasswd_filename = ${join(folder, 'users')}\nhtpasswd_encryption = plain\ndelay = 0`,
      '[rights]\ntype = owner_only',
      `[storage]\nfilesystem_folder = ${join(folder, 'collections')}`,
      '[logging]\nlevel = critical\n',
    ].join('\n'),
  )
  const url = `http://127.0.0.1:${port}/`
  let child: ChildProcess | undefined

  const http: Radicale['http'] = (method, where, { body, headers } = {}) =>
    fetch(where, {
      ...{
        method,
        headers: { authorization: `Basic ${btoa(`${user}:${password}`)}`, connection: 'close', ...headers },
      },
      ...(body === undefined ? {} : { body }),
    })
  const kill = async (): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const start = async (): Promise<void> => {
    child = spawn('radicale', ['--config', join(folder, 'config')], { stdio: ['ignore', 'ignore', 'inherit'] })
    for (let tries = 0; !(await accepts(port)); tries++) {
      if (tries > 300 || child.exitCode !== null) throw new Error('Radicale does not start')
      await sleep(50)
    }
  }
  await start()
  return {
    ...{ port, url, http, kill, start },
    collection: (name) => `${url}${user}/${name}/`,
    async make(name, props = '') {
      const body = `<c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:ca="http://apple.com/ns/ical/"><d:set><d:prop>${props}</d:prop></d:set></c:mkcalendar>`
      const answer = await http('MKCALENDAR', `${url}${user}/${name}/`, { body })
      if (!answer.ok) throw new Error(`MKCALENDAR: ${answer.status} ${await answer.text()}`)
      return `${url}${user}/${name}/`
    },
    fill(name, texts) {
      for (const [file, text] of texts) writeFileSync(join(root, name, file), text)
    },
    files(name) {
      const names = readdirSync(join(root, name)).filter((file) => file.endsWith('.ics'))
      return Object.fromEntries(names.map((file) => [file, readFileSync(join(root, name, file), 'utf8')]))
    },
    async stop() {
      await kill()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}

/** Where the connection is cut, for the first request whose head has these words. */
export interface Cut {
  words: string
  /** Before any of it goes on; after half of it did; after all of it did and before the answer comes back. */
  when: 'before' | 'within' | 'after'
}

export interface Relay {
  url: string
  /** Requests that went through, by their first lines. */
  requests: string[]
  /** Bytes that came back from the server. */
  bytes: number
  cut: Cut | undefined
  close(): Promise<void>
}

/** A proxy before a port that counts, and cuts connections where it is told to. */
export async function startProxy(port: number): Promise<Relay> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((near) => carry(near, port, proxy, sockets)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: Relay = {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}/`,
    ...{ requests: [], bytes: 0, cut: undefined },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}

function carry(near: Socket, port: number, proxy: Relay, sockets: Set<Socket>): void {
  const far = connect(port, '127.0.0.1')
  let isDeaf = false
  for (const socket of [near, far]) {
    sockets.add(socket)
    socket
      .on('error', () => {})
      .on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
  }
  near.on('data', (chunk: Buffer) => {
    const text = chunk.toString('latin1')
    const [line = ''] = text.split('\r\n')
    if (/ HTTP\/1\.1$/.test(line)) proxy.requests.push(line)
    const { cut } = proxy
    if (!cut || !text.includes(cut.words)) return void far.write(chunk)
    proxy.cut = undefined
    if (cut.when === 'before') return void near.destroy()
    if (cut.when === 'within') {
      far.write(chunk.subarray(0, chunk.length - 40))
      setTimeout(() => near.destroy(), 100)
      return
    }
    isDeaf = true
    far.write(chunk)
  })
  far.on('data', (chunk: Buffer) => {
    if (isDeaf) return void near.destroy()
    proxy.bytes += chunk.length
    near.write(chunk)
  })
}
