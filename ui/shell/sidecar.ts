// The life of the sidecar as the shell sees it: attached to the one that runs, else started; started again once when it
// dies, and after that only when the user says so. What is built on it keeps one client through all of that.
import { type Client, openClient, RemoteError } from '../../sidecar/rpc/client.ts'
import type { WireEvent } from '../../sidecar/rpc/messages.ts'
import { connectSocket } from '../../sidecar/rpc/socket.ts'
import { type SidecarChild, startChild } from './child.ts'
import { startHeartbeat } from './heartbeat.ts'
import { LogTail } from './logtail.ts'

export interface SidecarStatus {
  /** `hung` is there, and does not answer. */
  sidecar: 'running' | 'starting' | 'hung' | 'dead'
  /** How often it was started again. */
  restarts: number
  /** The last lines that it wrote on stderr, and how it ended. */
  log: string[]
  /** It was there before us, and stays when we go. */
  attached: boolean
}

/** The shell's own client: the same object whichever sidecar answers. */
export interface LiveClient {
  call: Client['call']
  /** Hears every event; returns a function that ends it. */
  onEvent(listener: (event: WireEvent) => void): () => void
}

export interface SidecarOptions {
  env: NodeJS.ProcessEnv
  socket: string
  /** Sees each chunk that the sidecar writes to stderr. */
  onLog?: (chunk: Buffer) => void
  /** Whether what it tells is shown on the desktop here. */
  notifies?: boolean
  /** Whether it matters to somebody that it answers. */
  isWatched?: () => boolean
  /** It is there, and does not answer. */
  onHung?: () => void
}

/** So long it must live for its next death to count as the first. */
const LIVED_MS = 60_000
const SLOW_START_MS = 20_000
const LOCK_PATIENCE_MS = 6000
const LOCK_RETRY_MS = 100

export class Sidecar {
  readonly client: LiveClient = {
    call: (name, params, options) => this.#reach().then((client) => client.call(name, params, options)),
    onEvent: (listener) => {
      this.#listeners.add(listener)
      return () => void this.#listeners.delete(listener)
    },
  }
  readonly #options: SidecarOptions
  readonly #log = new LogTail()
  readonly #listeners = new Set<(event: WireEvent) => void>()
  readonly #endHeartbeat: () => void
  #state: Exclude<SidecarStatus['sidecar'], 'hung'> = 'starting'
  #isHung = false
  #restarts = 0
  #spent = false
  #begun = 0
  #attached = false
  #stopped = false
  #child: SidecarChild | undefined
  #client: Promise<Client> | undefined

  constructor(options: SidecarOptions) {
    this.#options = options
    this.#begin()
    this.#endHeartbeat = startHeartbeat({
      isWanted: () => this.#state !== 'dead' && (this.#isHung || (options.isWatched?.() ?? false)),
      ask: (signal) => this.#isThere(signal),
      onHung: () => this.#hangs(),
      onAnswer: () => {
        this.#isHung = false
      },
    })
  }

  get status(): SidecarStatus {
    const log = this.#log.lines
    const sidecar = this.#isHung && this.#state !== 'dead' ? 'hung' : this.#state
    return { sidecar, restarts: this.#restarts, log, attached: this.#attached }
  }

  /** Starts a dead one again. */
  restart(): void {
    if (this.#state !== 'dead' || this.#stopped) return
    this.#restarts++
    this.#begin()
  }

  /** Ends at once the one that we started, and starts another; false where there is none of ours. */
  kill(): boolean {
    if (!this.#child || this.#stopped) return false
    // It was asked for, so it is not the first of two deaths.
    this.#spent = false
    this.#child.kill()
    return true
  }

  /** Ends the one that we started, and leaves the one that was there. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#endHeartbeat()
    const closed = this.#client?.then(
      (client) => client.close(),
      () => {},
    )
    await Promise.all([closed, this.#child?.end()])
  }

  #begin(): void {
    this.#state = 'starting'
    this.#begun = Date.now()
    this.#isHung = false
    const client = this.#open()
    this.#client = client
    client.then(
      (opened) => this.#isReady(opened),
      (thrown: Error) => this.#died(thrown.message),
    )
  }

  #isReady(client: Client): void {
    this.#state = 'running'
    this.#isHung = false
    void client.ended.then(async () => this.#died((await this.#child?.ended) ?? 'The sidecar went away.'))
  }

  // One that starts may take its time.
  async #isThere(signal: AbortSignal): Promise<void> {
    if (this.#state === 'starting' && Date.now() - this.#begun < SLOW_START_MS) return
    const cut = Promise.withResolvers<never>()
    signal.addEventListener('abort', () => cut.reject(new Error('It does not answer.')), { once: true })
    await Promise.race([this.client.call('control/status', {}, { signal }), cut.promise])
  }

  #hangs(): void {
    if (this.#isHung || this.#state === 'dead') return
    this.#isHung = true
    this.#options.onHung?.()
  }

  #died(how: string): void {
    this.#log.end()
    this.#log.add(how)
    this.#child = undefined
    this.#state = 'dead'
    if (this.#stopped || (this.#spent && Date.now() - this.#begun < LIVED_MS)) return
    this.#spent = true
    this.#restarts++
    this.#begin()
  }

  async #open(): Promise<Client> {
    const giveUp = Date.now() + LOCK_PATIENCE_MS
    for (;;) {
      try {
        const attached = await this.#attach()
        this.#attached = attached !== undefined
        return attached ?? (await this.#start())
      } catch (thrown) {
        // Whoever has the folder is about to listen, or about to go.
        if (this.#stopped || !isLocked(thrown) || Date.now() > giveUp) throw thrown
        await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_MS))
      }
    }
  }

  async #attach(): Promise<Client | undefined> {
    const ends = await connectSocket(this.#options.socket).catch(() => undefined)
    return ends && this.#greet(ends).catch(() => undefined)
  }

  async #start(): Promise<Client> {
    if (this.#stopped) throw new Error('Steward is quitting.')
    const child = startChild(this.#options.env)
    this.#child = child
    child.stderr.on('data', (chunk: Buffer) => {
      this.#log.push(chunk)
      this.#options.onLog?.(chunk)
    })
    try {
      return await this.#greet(child)
    } catch (thrown) {
      await child.end()
      throw thrown instanceof RemoteError && thrown.data?.gone ? new Error(await child.ended) : thrown
    }
  }

  async #greet(ends: Pick<SidecarChild, 'input' | 'output'>): Promise<Client> {
    const onEvent = (event: WireEvent) => {
      for (const listener of this.#listeners) listener(event)
    }
    const client = openClient({ input: ends.input, output: ends.output, onEvent })
    try {
      await client.initialize({ name: 'steward window', events: true, notifies: this.#options.notifies === true })
    } catch (thrown) {
      await client.close()
      throw thrown
    }
    return client
  }

  #reach(): Promise<Client> {
    return this.#client ?? Promise.reject(new Error('The sidecar was never started.'))
  }
}

const isLocked = (thrown: unknown): boolean => thrown instanceof RemoteError && thrown.data?.code === 'LOCKED'
