// The thread of worker.ts from outside: started at the first question, replaced when it hangs or dies, ended when idle. It
// never keeps the process alive by itself.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { StewardError } from '../../text/errors.ts'
import type { AnswerTo, Ask, AskLibrary, Question } from './questions.ts'
import type { Heard, Says } from './worker.ts'

const LONGEST_MS = 10_000
/** Until the thread has loaded what it needs: on a busy computer that is no matter of its questions. */
const LONGEST_START_MS = 60_000
const IDLE_MS = 60_000
/** How long a calendar that broke the thread is left alone. */
const SHUNNED_MS = 5 * 60_000
const MOST_MB = 1024

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The thread's program: beside the bundle, or the source when the sources run. */
export function workerFile(): string {
  if (import.meta.url.endsWith('.ts')) return here('./worker.ts')
  const candidates = ['./calendarthread.mjs', '../calendarthread.mjs'].map(here)
  return candidates.find((path) => existsSync(path)) ?? here('./calendarthread.mjs')
}

interface Waiting {
  question: Question
  ask: Ask<Question>
  resolve(answer: object): void
  reject(reason: unknown): void
  answer?: { list: unknown[] }
}

const reasons = {
  slow: { code: 'TIMEOUT', says: 'It takes too long to read.' },
  memory: { code: 'TOO_LARGE', says: 'It takes too much memory to read.' },
  fault: { code: 'UNAVAILABLE', says: 'What reads calendars ended by itself.' },
} as const

/** Why the thread could not go on, and with which calendar it was at that time. */
class Broken extends Error {
  readonly at: number
  readonly reason: keyof typeof reasons
  constructor(at: number, reason: keyof typeof reasons) {
    super(reasons[reason].says)
    this.at = at
    this.reason = reason
  }
}

export interface HostParts {
  log(line: string): void
  /** Other than usual, for tests. */
  longestMs?: number
  memoryMb?: number
  idleMs?: number
}

export class WorkerHost {
  private readonly parts: HostParts
  private thread: Worker | undefined
  /** The id of the question that the thread is at, and which of its calendars. */
  private readonly progress = new Int32Array(new SharedArrayBuffer(8))
  private readonly waiting = new Map<number, Waiting>()
  private readonly shunned = new Map<string, { until: number; why: string }>()
  private idle: NodeJS.Timeout | undefined
  private limit: NodeJS.Timeout | undefined
  private count = 0
  private isReady = false
  private closed = false

  constructor(parts: HostParts) {
    this.parts = parts
  }

  /** Asks. A calendar that breaks the thread is left out and told, and the question asked again without it. */
  readonly ask: AskLibrary = async (question, ask, signal) => {
    const kept = { ...ask, sources: ask.sources.filter(({ folder }) => this.shuns(folder) === undefined) }
    const answer = await this.once(question, kept, signal).catch((thrown) => {
      const guilty = thrown instanceof Broken ? kept.sources[thrown.at] : undefined
      if (!guilty) throw thrown instanceof Broken ? brokenError(thrown) : thrown
      this.parts.log(`The calendar ${guilty.id} broke the thread that reads calendars: ${thrown.message}`)
      this.shunned.set(guilty.folder, { until: Date.now() + SHUNNED_MS, why: thrown.message })
      if (ask.sources.length === 1) throw brokenError(thrown)
      return this.ask(question, ask, signal)
    })
    const told = new Set(answer.told.map(({ id }) => id))
    for (const { id, folder } of ask.sources) {
      const fault = told.has(id) ? undefined : this.shuns(folder)
      if (fault !== undefined) answer.told.push({ id, fault })
    }
    return answer
  }

  /** Has calendars read again that were left alone, since they were changed. */
  forgive(folder: string): void {
    this.shunned.delete(folder)
  }

  /** Whether the thread runs. */
  get isRunning(): boolean {
    return this.thread !== undefined
  }

  async close(): Promise<void> {
    this.closed = true
    clearTimeout(this.idle)
    const { thread } = this
    this.fail(() => new StewardError('CANCELLED', 'Steward ends.'))
    this.thread = undefined
    await thread?.terminate()
  }

  private shuns(folder: string): string | undefined {
    const found = this.shunned.get(folder)
    if (found && found.until > Date.now()) return found.why
    this.shunned.delete(folder)
    return undefined
  }

  private once<Q extends Question>(question: Q, ask: Ask<Q>, signal?: AbortSignal): Promise<AnswerTo<Q>> {
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(new StewardError('CANCELLED', 'Steward ends.'))
      if (signal?.aborted) return reject(signal.reason)
      const id = ++this.count
      const waiting: Waiting = { question, ask, resolve: resolve as (answer: object) => void, reject }
      // The thread goes on with it; only nobody waits any more.
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      this.waiting.set(id, waiting)
      this.say({ id, question, ask })
      if (this.waiting.size === 1) this.watch()
    })
  }

  private say(heard: Heard): void {
    this.running().postMessage(heard)
  }

  private running(): Worker {
    clearTimeout(this.idle)
    if (this.thread) {
      this.thread.ref()
      return this.thread
    }
    const progress = this.progress.buffer
    const maxOldGenerationSizeMb = this.parts.memoryMb ?? MOST_MB
    const resourceLimits = { maxOldGenerationSizeMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 }
    const thread = new Worker(workerFile(), {
      ...{ workerData: { progress }, env: {}, execArgv: [], argv: [], resourceLimits },
      // Its own streams: what a thread prints would go to the wire.
      ...{ stdout: true, stderr: true, name: 'calendars' },
    })
    thread.on('message', (says: Says) => this.hear(says))
    thread.on('error', (error) => this.broke(thread, error))
    thread.on('exit', () => this.broke(thread))
    this.thread = thread
    this.isReady = false
    return thread
  }

  /** Each sign of life gives the thread its time anew; without one it is given up. */
  private watch(): void {
    clearTimeout(this.limit)
    if (this.waiting.size === 0) return
    const longest = this.isReady ? (this.parts.longestMs ?? LONGEST_MS) : LONGEST_START_MS
    this.limit = setTimeout(() => this.end(new Broken(this.index, 'slow')), longest)
  }

  /** The calendar that the thread is at; -1 where it is at none. */
  private get index(): number {
    return this.waiting.has(Atomics.load(this.progress, 0)) ? Atomics.load(this.progress, 1) : -1
  }

  private hear(says: Says): void {
    this.isReady = true
    this.watch()
    if ('ready' in says) return
    const waiting = this.waiting.get(says.id)
    if (!waiting) return
    if ('error' in says) {
      const { code, message, hint } = says.error
      this.settle(says.id, () => waiting.reject(new StewardError(code, message, hint)))
      return
    }
    if ('answer' in says) waiting.answer = says.answer as { list: unknown[] }
    else for (const each of says.piece) waiting.answer?.list.push(each)
    const { answer } = waiting
    // The loop gets its turn before the next piece is taken in.
    if (says.left > 0) setImmediate(() => this.waiting.has(says.id) && this.say({ id: says.id, more: true }))
    else this.settle(says.id, () => waiting.resolve(answer as object))
  }

  private settle(id: number, settle: () => void): void {
    this.waiting.delete(id)
    settle()
    if (this.waiting.size > 0) return
    clearTimeout(this.limit)
    this.thread?.unref()
    this.idle = setTimeout(() => this.end(), this.parts.idleMs ?? IDLE_MS)
    this.idle.unref()
  }

  private broke(thread: Worker, error?: unknown): void {
    if (this.thread !== thread) return
    if (error instanceof Error) this.parts.log(`The thread that reads calendars ended: ${error.message}`)
    const isFull = (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY'
    this.end(new Broken(this.index, isFull ? 'memory' : 'fault'))
  }

  /** Gives the thread up. The question it was at fails; the others are asked of the next one. */
  private end(why?: Broken): void {
    const { thread } = this
    this.thread = undefined
    void thread?.terminate()
    const at = Atomics.load(this.progress, 0)
    const [guilty] = this.waiting.has(at) ? [at] : this.waiting.keys()
    if (why && guilty !== undefined) {
      const { reject } = this.waiting.get(guilty) as Waiting
      this.waiting.delete(guilty)
      reject(why)
    }
    Atomics.store(this.progress, 0, 0)
    for (const [id, { question, ask }] of this.waiting) this.say({ id, question, ask })
    this.watch()
  }

  private fail(error: () => Error): void {
    clearTimeout(this.limit)
    for (const { reject } of this.waiting.values()) reject(error())
    this.waiting.clear()
  }
}

const brokenError = ({ reason, message }: Broken) =>
  new StewardError(
    reasons[reason].code,
    `The calendar can not be shown: ${message}`,
    'Ask for a shorter time, or split its files.',
  )
