// What every benchmark needs: children on pipes, frames counted cheaply, medians.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

export interface Row {
  name: string
  ours: number
  peer: number
  unit: string
  peerName: string
  /** The promise, as a ratio of ours to the peer's. */
  aim?: { most: number } | { least: number }
  note?: string
}

export interface Options {
  /** The bundle that is started. */
  entry: string
  /** A data folder of its own. */
  home: string
}

export interface Bench {
  name: string
  run(options: Options): Promise<Row[]>
}

export type Child = ChildProcessByStdio<Writable, Readable, null>

/** Starts a Node program on pipes; what it says on stderr is passed on. */
export function start(args: readonly string[], home: string): Child {
  return spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, STEWARD_HOME: home, NODE_OPTIONS: '' },
  })
}

/** Closes a child's input and waits for its end; one that does not end is killed and named. */
export async function end(child: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.stdin.end()
  const timer = setTimeout(() => {
    process.stderr.write(`${child.spawnargs.join(' ')} did not end by itself\n`)
    child.kill('SIGKILL')
  }, 10_000)
  await closed
  clearTimeout(timer)
}

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** How frames look on a pipe. `counter` makes a function that is fed chunks and says how many frames ended in each. */
export interface Framing {
  encode(json: string): string
  counter(): (chunk: Buffer) => number
}

export const newline: Framing = {
  encode: (json) => `${json}\n`,
  counter: () => (chunk) => {
    let count = 0
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count += 1
    return count
  },
}

export const contentLength: Framing = {
  encode: (json) => `Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
  counter() {
    let rest: Buffer = Buffer.alloc(0)
    return (chunk) => {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      let at = 0
      let count = 0
      while (true) {
        const body = rest.indexOf('\r\n\r\n', at) + 4
        if (body === 3) break
        const length = Number.parseInt(rest.toString('latin1', at + 'Content-Length: '.length, body), 10)
        if (body + length > rest.length) break
        at = body + length
        count += 1
      }
      rest = rest.subarray(at)
      return count
    }
  },
}

/** Sends frames and resolves with all bytes that came back once as many frames have ended. */
export function ask(child: Child, frames: readonly string[], framing: Framing): Promise<string> {
  const count = framing.counter()
  const chunks: Buffer[] = []
  let missing = frames.length
  return new Promise((resolve, reject) => {
    const ended = () => done(new Error(`${child.spawnargs.join(' ')} ended without an answer`))
    const take = (chunk: Buffer) => {
      chunks.push(chunk)
      missing -= count(chunk)
      if (missing <= 0) done()
    }
    const done = (error?: Error) => {
      child.stdout.off('data', take)
      child.off('exit', ended)
      if (error) reject(error)
      else resolve(Buffer.concat(chunks).toString('utf8'))
    }
    child.stdout.on('data', take)
    child.on('exit', ended)
    child.stdin.write(frames.map(framing.encode).join(''))
  })
}

let lastId = 0

/** One request as JSON, with an id of its own. */
export function request(method: string, params: unknown): string {
  lastId += 1
  return JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params })
}

export const initialize = () =>
  request('initialize', { protocolVersion: 1, client: { name: 'bench', version: '1' }, events: false })

export const toolCall = () => request('tool/call', { tool: 'json_parse', input: { text: '{"a":[1,2,3]}' } })

/** The result in an answer; an error in it ends the benchmark, since its times would mean nothing. */
export function resultOf(answer: string): Record<string, unknown> {
  const { result, error } = JSON.parse(answer) as { result?: Record<string, unknown>; error?: unknown }
  if (result === undefined || result.ok === false) throw new Error(`not a result: ${JSON.stringify(error ?? result)}`)
  return result
}
