// The page's end of the wire: JSON-RPC over one WebSocket, typed by the same methods as the sidecar. It takes only types
// from the contract, so that no schema travels to the page.
import type { EventData, EventName } from '../../sidecar/protocol/events.ts'
import type { GivenTo, MethodName, ResultOf } from '../../sidecar/protocol/methods.ts'

/** One event as it comes: `data` has the shape that its name has in the contract. */
export type WireEvent = {
  [N in EventName]: { seq: number; at: number; event: N; data: EventData<N> }
}[EventName]

export interface Hello {
  epoch: string
  seq: number
}

/** Why a request has no result. */
export class CallError extends Error {
  readonly code: string
  readonly hint: string | undefined
  constructor(code: string, message: string, hint?: string) {
    super(message)
    this.name = 'CallError'
    this.code = code
    this.hint = hint
  }
}

export interface ClientOptions {
  url: string
  /** What lets this page in. */
  key: string
  /** What this window is called. */
  name: string
  onEvent: (event: WireEvent) => void
  /** The wire is gone; `code` is the WebSocket's. */
  onClose: (code: number) => void
  /** Closes it, at whatever it is. */
  signal: AbortSignal
}

interface Pending {
  resolve(result: unknown): void
  reject(error: CallError): void
}
interface Answer {
  id?: number
  method?: string
  params?: unknown
  result?: unknown
  error?: { message: string; data?: { code?: string; hint?: string } }
}

const PROTOCOL_VERSION = 1

/** One connection. It does not come back by itself: whoever opened it opens the next. */
export class Client {
  readonly #socket: WebSocket
  readonly #pending = new Map<number, Pending>()
  readonly #onEvent: ClientOptions['onEvent']
  #lastId = 0

  private constructor(socket: WebSocket, options: ClientOptions) {
    this.#socket = socket
    this.#onEvent = options.onEvent
    socket.onmessage = ({ data }) => this.#take(String(data))
    socket.onclose = ({ code }) => {
      for (const pending of this.#pending.values()) pending.reject(gone())
      this.#pending.clear()
      options.onClose(code)
    }
  }

  /** Connects and says hello. */
  static async open(options: ClientOptions): Promise<{ client: Client; hello: Hello }> {
    const socket = new WebSocket(options.url, ['steward.v1', `key.${options.key}`])
    options.signal.addEventListener('abort', () => socket.close(), { once: true })
    await new Promise<void>((resolve, reject) => {
      socket.onopen = () => resolve()
      socket.onclose = ({ code }) => reject(new CallError('UNAVAILABLE', `The connection was refused (${code}).`))
    })
    const client = new Client(socket, options)
    try {
      const hello = await client.call('initialize', {
        protocolVersion: PROTOCOL_VERSION,
        client: { name: options.name, version: '1' },
      })
      options.signal.throwIfAborted()
      return { client, hello }
    } catch (thrown) {
      client.close()
      throw thrown
    }
  }

  call<N extends MethodName>(name: N, params: GivenTo<N>): Promise<ResultOf<N>> {
    if (this.#socket.readyState !== WebSocket.OPEN) return Promise.reject(gone())
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const id = ++this.#lastId
    this.#pending.set(id, { resolve, reject })
    this.#socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: name, params }))
    return promise as Promise<ResultOf<N>>
  }

  close(): void {
    this.#socket.close()
  }

  #take(text: string): void {
    const answer = JSON.parse(text) as Answer
    if (answer.method === 'event') this.#onEvent(answer.params as WireEvent)
    const pending = answer.id === undefined ? undefined : this.#pending.get(answer.id)
    if (answer.id === undefined || !pending) return
    this.#pending.delete(answer.id)
    const { error } = answer
    if (error) pending.reject(new CallError(error.data?.code ?? 'REFUSED', error.message, error.data?.hint))
    else pending.resolve(answer.result)
  }
}

const gone = () => new CallError('GONE', 'Steward went away before it answered.')
