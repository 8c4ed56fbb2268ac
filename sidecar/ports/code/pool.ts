// The children of one file: a warm one for the next call, more for calls at the same time, none when nothing happens. What
// a child has seen it may remember, so it serves one session only.
import type { ChildProcess } from 'node:child_process'
import { StewardError } from '../../text/errors.ts'
import { abortReason, type CallOptions, Child } from './child.ts'

export interface PoolOptions {
  /** As it is named in messages. */
  file: string
  url: string
  /** The text that every child runs, read once: what was approved is what runs. */
  text: string
  log: (line: string) => void
  spawn: () => ChildProcess
  idleMs: number
  loadMs: number
  children: number
}

interface Waiter {
  go(): void
  fail(error: unknown): void
}

export class Pool {
  readonly #options: PoolOptions
  readonly #all = new Set<Child>()
  readonly #idle = new Map<Child, NodeJS.Timeout>()
  readonly #queue = new Set<Waiter>()
  /** Whom each child serves. One that has only loaded its file has seen nothing yet. */
  readonly #sessions = new WeakMap<Child, string>()
  #closed = false

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /** Starts a child with the file loaded in it, keeps it warm, and returns what it declared. */
  async load(): Promise<unknown> {
    const { child, declared } = await this.#start()
    this.#release(child)
    return declared
  }

  /** Has a child serve a call of a session. */
  async call(session: string, options: CallOptions): Promise<unknown> {
    const child = await this.#acquire(session, options.signal)
    try {
      return await child.call(options)
    } finally {
      this.#release(child)
    }
  }

  /** Ends every child. */
  async close(): Promise<void> {
    this.#closed = true
    for (const waiter of this.#queue) waiter.fail(this.#unloaded())
    const cut = new StewardError('INTERRUPTED', `${this.#options.file} was unloaded.`, 'Call the tool again.')
    for (const child of this.#all) child.kill(cut)
    await Promise.all([...this.#all].map((child) => child.gone))
  }

  #unloaded(): StewardError {
    return new StewardError('UNAVAILABLE', `${this.#options.file} was unloaded.`, 'Call the tool again.', true)
  }

  async #acquire(session: string, signal: AbortSignal | undefined): Promise<Child> {
    for (;;) {
      if (this.#closed) throw this.#unloaded()
      if (signal?.aborted) throw abortReason(signal)
      const idle = [...this.#idle.keys()].filter((child) => child.alive)
      const own = idle.find((child) => this.#sessions.get(child) === session)
      const warm = own ?? idle.find((child) => !this.#sessions.has(child))
      if (warm) return this.#take(warm, session)
      if (this.#all.size < this.#options.children) return this.#bind((await this.#start()).child, session)
      const [oldest] = idle
      if (oldest) await this.#end(oldest)
      else await this.#turn(signal)
    }
  }

  #take(child: Child, session: string): Child {
    clearTimeout(this.#idle.get(child))
    this.#idle.delete(child)
    child.hold(true)
    return this.#bind(child, session)
  }

  #bind(child: Child, session: string): Child {
    this.#sessions.set(child, session)
    return child
  }

  // The one that has been idle for longest makes room for another session.
  #end(child: Child): Promise<void> {
    child.kill()
    return child.gone
  }

  // Waits until a child is free or has ended.
  #turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leaving =
        <T>(settle: (value: T) => void) =>
        (value: T): void => {
          this.#queue.delete(waiter)
          signal?.removeEventListener('abort', aborted)
          settle(value)
        }
      const waiter: Waiter = { go: leaving(resolve), fail: leaving(reject) }
      const aborted = (): void => waiter.fail(signal && abortReason(signal))
      signal?.addEventListener('abort', aborted, { once: true })
      this.#queue.add(waiter)
    })
  }

  #next(): void {
    const [first] = this.#queue
    first?.go()
  }

  async #start(): Promise<{ child: Child; declared: unknown }> {
    if (this.#closed) throw this.#unloaded()
    const { file, url, text, log, loadMs } = this.#options
    const child = new Child(this.#spawned(), file, log)
    this.#all.add(child)
    void child.gone.then(() => this.#forget(child))
    try {
      return { child, declared: await child.call({ op: 'load', tool: '', args: [url, text], timeoutMs: loadMs }) }
    } catch (error) {
      child.kill()
      throw error
    }
  }

  #spawned(): ChildProcess {
    try {
      return this.#options.spawn()
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new StewardError(
        'UNAVAILABLE',
        `${this.#options.file} could not be started: ${why}`,
        'Try again later.',
        true,
      )
    }
  }

  #forget(child: Child): void {
    clearTimeout(this.#idle.get(child))
    this.#idle.delete(child)
    this.#all.delete(child)
    this.#next()
  }

  #release(child: Child): void {
    if (!child.alive) return
    child.hold(false)
    this.#idle.set(child, setTimeout(() => child.kill(), this.#options.idleMs).unref())
    this.#next()
  }
}
