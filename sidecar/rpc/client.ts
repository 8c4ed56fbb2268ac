// The other end of the wire, typed by the same methods.
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { PROTOCOL_VERSION, wireErrors } from '../protocol/errors.ts'
import type { GivenTo, MethodName, ResultOf } from '../protocol/methods.ts'
import type { Frame } from './frames.ts'
import type { WireEvent } from './messages.ts'
import { Outbox } from './outbox.ts'
import { type Reader, readFrames } from './reader.ts'

export interface ClientOptions {
  input: Readable
  output: Writable
  onEvent?: (event: WireEvent) => void
}

/** How a client says who it is. */
export interface Greeting {
  name: string
  version?: string
  events?: boolean
  notifies?: boolean
}

export interface Client {
  call<N extends MethodName>(name: N, params: GivenTo<N>, options?: { signal?: AbortSignal }): Promise<ResultOf<N>>
  /** Says hello in the version that this client speaks. */
  initialize(client: Greeting): Promise<ResultOf<'initialize'>>
  close(): Promise<void>
  readonly ended: Promise<void>
}

/** A request that was refused, or that nobody is left to answer. */
export class RemoteError extends Error {
  readonly code: number
  readonly data: { code?: string; hint?: string; [key: string]: unknown } | undefined
  constructor(code: number, message: string, data?: RemoteError['data']) {
    super(message)
    this.name = 'RemoteError'
    this.code = code
    this.data = data
  }
}

const GRACE_MS = 1000

interface Pending {
  resolve(result: unknown): void
  reject(error: RemoteError): void
  done(): void
}
interface Answer {
  id?: unknown
  method?: unknown
  params?: unknown
  result?: unknown
  error?: { code: number; message: string; data?: RemoteError['data'] }
}

/** Talks to a Steward over any pair of streams. */
export const openClient = (options: ClientOptions): Client => new WireClient(options)

/** Two ends in memory, connected to each other. */
export function pipePair(): [{ input: Readable; output: Writable }, { input: Readable; output: Writable }] {
  const there = new PassThrough()
  const back = new PassThrough()
  return [
    { input: back, output: there },
    { input: there, output: back },
  ]
}

class WireClient implements Client {
  readonly ended: Promise<void>
  readonly #end: () => void
  readonly #options: ClientOptions
  readonly #outbox: Outbox
  readonly #reader: Reader
  readonly #pending = new Map<number, Pending>()
  #lastId = 0
  #grace: NodeJS.Timeout | undefined
  #finished = false

  constructor(options: ClientOptions) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ended = promise
    this.#end = resolve
    this.#options = options
    this.#outbox = new Outbox({ output: options.output, onDrain: () => {}, onGone: () => this.#onDeaf() })
    this.#reader = readFrames({
      input: options.input,
      onFrame: (frame) => this.#onFrame(frame),
      blocked: () => false,
      onEnd: () => this.#finish(),
    })
  }

  call<N extends MethodName>(name: N, params: GivenTo<N>, options?: { signal?: AbortSignal }): Promise<ResultOf<N>> {
    if (this.#finished || this.#grace) return Promise.reject(gone())
    const signal = options?.signal
    if (signal?.aborted) return Promise.reject(cancelled())
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const id = ++this.#lastId
    const cancel = () => {
      this.#send({ method: '$/cancelRequest', params: { id } })
      this.#settle(id)?.reject(cancelled())
    }
    signal?.addEventListener('abort', cancel, { once: true })
    this.#pending.set(id, { resolve, reject, done: () => signal?.removeEventListener('abort', cancel) })
    this.#send({ id, method: name, params })
    return promise as Promise<ResultOf<N>>
  }

  initialize({ name, version, events, notifies }: Greeting) {
    const client = version === undefined ? { name } : { name, version }
    return this.call('initialize', { protocolVersion: PROTOCOL_VERSION, client, events, notifies })
  }

  close(): Promise<void> {
    this.#finish()
    return this.ended
  }

  #send(message: object): void {
    this.#outbox.send(JSON.stringify({ jsonrpc: '2.0', ...message }))
  }

  #onFrame(frame: Frame): void {
    const answer = parse(frame)
    if (answer?.method === 'event') this.#options.onEvent?.(answer.params as WireEvent)
    else if (typeof answer?.id === 'number') {
      const { error, result } = answer
      const pending = this.#settle(answer.id)
      if (error) pending?.reject(new RemoteError(error.code, error.message, error.data))
      else pending?.resolve(result)
    }
  }

  // A server that hears no more may still have said something: it is read to its end.
  #onDeaf(): void {
    if (!this.#finished) this.#grace = setTimeout(() => this.#finish(), GRACE_MS)
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    pending?.done()
    return pending
  }

  #finish(): void {
    if (this.#finished) return
    this.#finished = true
    clearTimeout(this.#grace)
    this.#reader.stop()
    for (const id of [...this.#pending.keys()]) this.#settle(id)?.reject(gone())
    void this.#outbox.close().then(() => {
      this.#options.input.destroy()
      this.#end()
    })
  }
}

// What is no message of ours is skipped: a client has nobody to complain to.
function parse(frame: Frame): Answer | undefined {
  try {
    const value: unknown = typeof frame === 'string' ? JSON.parse(frame) : undefined
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

const cancelled = () => new RemoteError(wireErrors.CANCELLED.code, wireErrors.CANCELLED.message)
const gone = () =>
  new RemoteError(wireErrors.REFUSED.code, 'Steward went away before it answered.', {
    gone: true,
    code: 'UNAVAILABLE',
    hint: 'Start it again and look at what became of the call: steward calls',
  })
