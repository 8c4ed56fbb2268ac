// Starts a real sidecar on a data folder of its own, and talks to it over stdio.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { afterAll, afterEach } from 'vitest'
import type { events as eventSchemas } from '../../sidecar/protocol/events.ts'
import type { ResultOf } from '../../sidecar/protocol/methods.ts'
import { type Client, openClient } from '../../sidecar/rpc/client.ts'
import type { WireEvent } from '../../sidecar/rpc/connection.ts'

export type Child = ChildProcessByStdio<Writable, Readable, Readable>
export type CallView = ResultOf<'tool/call'>

export interface Sidecar {
  child: Child
  client: Client
  hello: ResultOf<'initialize'>
  events: WireEvent[]
  /** All that it printed on stderr. */
  stderr: string
  /** Resolves with the exit code, or the signal that ended it. */
  exited: Promise<number | string>
  /** Ends it as the system would in an emergency. */
  kill(): Promise<void>
  /** Ends it in good order, by closing its stdin. */
  end(): Promise<number | string>
}

export interface StartOptions {
  home: string
  script?: string
  args?: string[]
  env?: NodeJS.ProcessEnv
  uid?: number
  /** Killed when so long has passed, whatever it does. */
  lifeMs?: number
}

export const mainScript = path.join(import.meta.dirname, '../../sidecar/main.ts')
const folders: string[] = []
const children = new Set<Child>()
// Shared by all starts of one test file: most of a start is reading and stripping the same sources.
const compileCache = fs.mkdtempSync(path.join(os.tmpdir(), 'steward-cache-'))

afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})
afterAll(() => fs.rmSync(compileCache, { recursive: true, force: true, maxRetries: 5 }))

/** A folder that is gone after the test. */
export function tempFolder(): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'steward-run-')))
  folders.push(folder)
  return folder
}

/** Starts the process and does not speak to it. */
export function spawnSidecar(options: StartOptions): Child {
  const { home, script = mainScript, args = ['serve'], env = {}, uid, lifeMs } = options
  const child = spawn(process.execPath, [script, ...args], {
    stdio: 'pipe',
    env: { ...process.env, NODE_COMPILE_CACHE: uid === undefined ? compileCache : '', ...env, STEWARD_HOME: home },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  if (lifeMs !== undefined) setTimeout(() => child.kill('SIGKILL'), lifeMs)
  child.stdin.on('error', () => {})
  return child
}

/** How a process ended: its code, or its signal. */
export async function ending(child: Child): Promise<number | string> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode ?? child.signalCode ?? 'gone'
}

/** Starts a sidecar and says hello; rejects where it does not answer. */
export async function startSidecar(options: StartOptions): Promise<Sidecar> {
  const child = spawnSidecar(options)
  const sidecar = {
    child,
    events: [] as WireEvent[],
    stderr: '',
    exited: ending(child),
    async kill() {
      child.kill('SIGKILL')
      await sidecar.exited
    },
    async end() {
      child.stdin.end()
      return sidecar.exited
    },
  } as Sidecar
  child.stderr.on('data', (chunk: Buffer) => {
    sidecar.stderr += chunk.toString()
  })
  sidecar.client = openClient({
    input: child.stdout,
    output: child.stdin,
    onEvent: (event) => void sidecar.events.push(event),
  })
  sidecar.hello = await sidecar.client.initialize({ name: 'test', version: '1' })
  return sidecar
}

/** Waits until something is so; fails with `what` if it never is. */
export async function until<T>(what: string, look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const giveUp = Date.now() + 40_000
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (Date.now() > giveUp) throw new Error(`It never came to this: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** The event of a name that fits, once it has come. */
export const eventOf = (
  sidecar: Sidecar,
  name: keyof typeof eventSchemas,
  fits: (data: never) => boolean = () => true,
) => until(`an event ${name}`, () => sidecar.events.find((one) => one.event === name && fits(one.data as never)))

/** Every file below a folder with what it holds, and every folder. */
export function tree(folder: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name)
    const name = path.relative(folder, file)
    found[name] = entry.isFile() ? fs.readFileSync(file, 'base64') : entry.isDirectory() ? 'folder' : 'other'
  }
  return found
}
