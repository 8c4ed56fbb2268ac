// Feeds hostile lines to any command that speaks the wire on stdio, and looks whether it is still well.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { type Answer, hello, request } from './harness.ts'
import { hostileLines } from './lines.ts'

export { hostileLines } from './lines.ts'

export interface FuzzOptions {
  command: string[]
  env?: NodeJS.ProcessEnv
  /** How many pieces of hostile input. */
  lines: number
  seed: number
  /** How long an honest request may take. */
  patienceMs?: number
}

export interface FuzzReport {
  sent: number
  /** Lines that came back. All were JSON, or `garbled` says how many were not. */
  answers: number
  garbled: number
  /** Honest requests that were answered as they should be, of those that were sent. */
  heartbeats: number
  heartbeatsSent: number
  /** It ended before it was told to, or not with 0. */
  crashed: boolean
  /** Resident bytes after a fifth of the lines and after all; 0 where /proc does not tell. */
  rssStart: number
  rssEnd: number
  /** The end of what it printed on stderr. */
  stderr: string
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>
const EVERY = 100
const MOST_WAITING = 4

/** Starts the command, says hello, sends everything with heartbeats in between, and ends it. */
export async function fuzzCommand({
  command,
  env,
  lines,
  seed,
  patienceMs = 60_000,
}: FuzzOptions): Promise<FuzzReport> {
  const [program = '', ...args] = command
  const child = spawn(program, args, { stdio: 'pipe', env: env ?? process.env })
  const report: FuzzReport = {
    ...{ sent: 0, answers: 0, garbled: 0, heartbeats: 0, heartbeatsSent: 0 },
    ...{ crashed: false, rssStart: 0, rssEnd: 0, stderr: '' },
  }
  const exited = once(child, 'exit') as Promise<[number | null]>
  const death = exited.then(() => Promise.reject(new Error('It ended.')))
  death.catch(() => {})
  const within = <T>(promise: Promise<T>) => inTime(Promise.race([promise, death]), patienceMs)
  const beat = listen(child, report, within)
  try {
    await beat(hello, 'hello')
    await feed({ child, report, beat, within, pieces: hostileLines(seed, lines), count: lines })
    report.rssEnd = residentBytes(child.pid)
    report.crashed = child.exitCode !== null || child.signalCode !== null
    child.stdin.end()
    report.crashed ||= (await inTime(exited, patienceMs))[0] !== 0
  } catch {
    // Its pipes break a moment before it is known to be dead.
    await inTime(exited, 1000).catch(() => {})
    report.crashed ||= child.exitCode !== null || child.signalCode !== null
  } finally {
    child.kill('SIGKILL')
  }
  return report
}

type Within = <T>(promise: Promise<T>) => Promise<T>
type Beat = (message: object, id: string) => Promise<void>

function listen(child: Child, report: FuzzReport, within: Within): Beat {
  const waiting = new Map<unknown, () => void>()
  child.stdin.on('error', () => {})
  child.stderr.on('data', (chunk: Buffer) => {
    report.stderr = (report.stderr + chunk.toString()).slice(-4000)
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    report.answers++
    try {
      const answer = JSON.parse(line) as Answer
      if (answer.result !== undefined) waiting.get(answer.id)?.()
    } catch {
      report.garbled++
    }
  })
  return async (message, id) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.set(id, resolve)
    report.heartbeatsSent++
    // On a line of its own, whatever was left open before it.
    child.stdin.write(`\n${JSON.stringify(message)}\n`)
    await within(promise)
    waiting.delete(id)
    report.heartbeats++
  }
}

interface Feed {
  child: Child
  report: FuzzReport
  beat: Beat
  within: Within
  pieces: Iterable<Buffer>
  count: number
}

async function feed({ child, report, beat, within, pieces, count }: Feed): Promise<void> {
  const beats: Promise<void>[] = []
  for (const piece of pieces) {
    if (!child.stdin.write(piece)) await within(once(child.stdin, 'drain'))
    report.sent++
    if (report.sent % EVERY === 0) {
      const id = `beat-${report.sent}`
      const next = beat(request(id, 'tool/list', {}), id)
      next.catch(() => {})
      beats.push(next)
    }
    if (beats.length > MOST_WAITING) await beats.shift()
    if (report.sent === Math.ceil(count / 5)) report.rssStart = residentBytes(child.pid)
  }
  await Promise.all(beats)
  await beat(request('last', 'tool/list', {}), 'last')
}

async function inTime<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time.')), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

function residentBytes(pid: number | undefined): number {
  const file = `/proc/${pid}/status`
  const found = fs.existsSync(file) ? /VmRSS:\s+(\d+) kB/.exec(fs.readFileSync(file, 'utf8')) : null
  return Number(found?.[1] ?? 0) * 1024
}
