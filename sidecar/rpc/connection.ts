// One client on one pair of streams, from its first byte to its last. Only this folder knows JSON-RPC.
import { wireErrors } from '../protocol/errors.ts'
import { MAX_BATCH, takeBatch } from './batch.ts'
import type { Connection, ConnectionOptions } from './contract.ts'
import { Dispatcher } from './dispatch.ts'
import type { Frame } from './frames.ts'
import { eventText, isTooDeep, MAX_DEPTH, refusalText, type WireEvent } from './messages.ts'
import { Outbox } from './outbox.ts'
import { type Reader, readFrames } from './reader.ts'

export type { Connection, ConnectionOptions, Handlers, RequestContext } from './contract.ts'
export type { WireEvent } from './messages.ts'

/** How long requests may still take when the client has said its last word. */
const GRACE_MS = 1000
/** A hostile client must not fill the log. */
const MOST_LINES = 100

/** Serves one client until it goes away. */
export const openConnection = (options: ConnectionOptions): Connection => new WireConnection(options)

class WireConnection implements Connection {
  readonly ended: Promise<void>
  readonly greeted: Promise<void>
  readonly #end: () => void
  readonly #options: ConnectionOptions
  readonly #outbox: Outbox
  readonly #reader: Reader
  readonly #dispatcher: Dispatcher
  readonly #send = (text: string) => this.#outbox.send(text)
  #grace: NodeJS.Timeout | undefined
  #finished = false
  #dropping = false
  #lines = 0

  constructor(options: ConnectionOptions) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ended = promise
    this.#end = resolve
    const greeting = Promise.withResolvers<void>()
    this.greeted = Promise.race([greeting.promise, promise])
    this.#options = options
    this.#dispatcher = new Dispatcher({
      ...options,
      connection: this,
      log: (line) => this.#log(line),
      onGreeting: greeting.resolve,
      onIdle: () => this.#grace && this.#finish(),
    })
    this.#outbox = new Outbox({
      output: options.output,
      onDrain: () => this.#reader.wake(),
      onGone: () => this.#finish(),
    })
    this.#reader = readFrames({
      input: options.input,
      onFrame: (frame) => this.#onFrame(frame),
      blocked: () => this.#outbox.blocked,
      onEnd: () => this.#onInputEnd(),
    })
  }

  get client(): Connection['client'] {
    return this.#dispatcher.client
  }

  get notifies(): boolean {
    return this.#dispatcher.notifies && !this.#finished
  }

  emit(event: WireEvent): void {
    if (!this.#dispatcher.wantsEvents || this.#finished) return
    let text: string | undefined
    try {
      text = eventText(event)
    } catch (thrown) {
      this.#log(`event ${event.seq} can not be sent: ${String(thrown)}`)
      return
    }
    const sent = text !== undefined && this.#outbox.offer(text)
    if (!sent && !this.#dropping) this.#log(`events are dropped from ${event.seq} on: too large or too many`)
    this.#dropping = !sent
  }

  close(): Promise<void> {
    this.#finish()
    return this.ended
  }

  #onFrame(frame: Frame): void {
    if (typeof frame !== 'string') this.#send(refusalText(null, wireErrors[frame.fault]))
    else if (isTooDeep(frame)) this.#invalid(`It is nested deeper than ${MAX_DEPTH} levels.`)
    else this.#onText(frame)
  }

  #onText(frame: string): void {
    let value: unknown
    try {
      value = JSON.parse(frame)
    } catch {
      this.#send(refusalText(null, wireErrors.PARSE))
      return
    }
    if (!Array.isArray(value)) this.#dispatcher.take(value, this.#send, frame.length)
    else if (value.length === 0 || value.length > MAX_BATCH) this.#invalid(`A batch has 1 to ${MAX_BATCH} items.`)
    else {
      const share = Math.ceil(frame.length / value.length)
      takeBatch(value, (item, reply) => this.#dispatcher.take(item, reply, share), this.#send)
    }
  }

  #log(line: string): void {
    this.#lines++
    if (this.#lines <= MOST_LINES) this.#options.log?.(line)
    if (this.#lines === MOST_LINES) this.#options.log?.('more of this connection is left out of the log')
  }

  #invalid(why: string): void {
    this.#send(refusalText(null, wireErrors.INVALID, `${wireErrors.INVALID.message} ${why}`))
  }

  #onInputEnd(): void {
    if (this.#dispatcher.inFlight.size === 0) this.#finish()
    else this.#grace = setTimeout(() => this.#finish(), GRACE_MS)
  }

  #finish(): void {
    if (this.#finished) return
    this.#finished = true
    clearTimeout(this.#grace)
    this.#reader.stop()
    this.#dispatcher.inFlight.abortAll()
    void this.#outbox.close().then(() => {
      this.#options.input.destroy()
      this.#end()
    })
  }
}
