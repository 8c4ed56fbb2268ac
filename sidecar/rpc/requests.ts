// What a connection has been asked and has not answered yet.
import type { MethodName } from '../protocol/methods.ts'
import type { Connection, RequestContext } from './contract.ts'
import type { Id } from './messages.ts'

/** Takes the text of an answer: onto the wire, or into a batch. */
export type Reply = (text: string, id: Id) => void

/** One request on its way; without an id it is a notification. */
export class Request implements RequestContext {
  readonly connection: Connection
  readonly name: MethodName
  readonly id: Id | undefined
  readonly reply: Reply
  readonly characters: number
  settled = false
  #aborted = false
  #controller: AbortController | undefined

  constructor(connection: Connection, name: MethodName, id: Id | undefined, reply: Reply, characters: number) {
    this.connection = connection
    this.name = name
    this.id = id
    this.reply = reply
    this.characters = characters
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#aborted) this.#controller.abort()
    return this.#controller.signal
  }

  abort(): void {
    this.#aborted = true
    this.#controller?.abort()
  }
}

const MOST_CHARACTERS = 64 * 1024 * 1024
// What ends work must get through however busy the rest is.
const urgent: ReadonlySet<MethodName> = new Set<MethodName>(['shutdown', 'control/stop', 'call/cancel'])
const URGENT_MORE = 64

/** The requests in flight, counted and weighed. */
export class InFlight {
  readonly #most: number
  readonly #named = new Map<Id, Request>()
  readonly #nameless = new Set<Request>()
  #characters = 0

  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#named.size + this.#nameless.size
  }

  find(id: Id): Request | undefined {
    return this.#named.get(id)
  }

  /** Whether another request would be one too many. */
  isFull(name: MethodName): boolean {
    if (urgent.has(name)) return this.size >= this.#most + URGENT_MORE
    return this.size >= this.#most || this.#characters >= MOST_CHARACTERS
  }

  add(request: Request): void {
    if (request.id === undefined) this.#nameless.add(request)
    else this.#named.set(request.id, request)
    this.#characters += request.characters
  }

  remove(request: Request): void {
    const held = request.id === undefined ? this.#nameless.delete(request) : this.#named.delete(request.id)
    if (held) this.#characters -= request.characters
  }

  abortAll(): void {
    for (const request of [...this.#named.values(), ...this.#nameless]) request.abort()
  }
}
