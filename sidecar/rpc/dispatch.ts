// From a message to its handler and back. Every request is answered once, whatever its handler does.
import { PROTOCOL_VERSION, wireErrors } from '../protocol/errors.ts'
import type { Method } from '../protocol/method.ts'
import { type MethodName, methods, type ParamsOf } from '../protocol/methods.ts'
import type { Connection, ConnectionOptions, RequestContext } from './contract.ts'
import { answerText, type Id, issuesText, readMessage, refusalText, tooLargeText } from './messages.ts'
import { InFlight, type Reply, Request } from './requests.ts'

type Options = Pick<ConnectionOptions, 'handlers' | 'role' | 'maxInFlight' | 'describeError'> & {
  connection: Connection
  log: (line: string) => void
  /** The client has said who it is. */
  onGreeting: () => void
  /** Nothing is in flight any more. */
  onIdle: () => void
}
type AnyHandler = (params: unknown, request: RequestContext) => unknown

const MOST_ITEMS = 10_000
const LARGE_FRAME = 100_000
const table: ReadonlyMap<string, Method> = new Map(Object.entries(methods))

export class Dispatcher {
  client: Connection['client']
  wantsEvents = false
  notifies = false
  readonly inFlight: InFlight
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
    this.inFlight = new InFlight(options.maxInFlight ?? 1024)
  }

  /** Takes one message of about so many characters; returns whether it is answered, now or later. */
  take(value: unknown, reply: Reply, characters: number): boolean {
    const message = readMessage(value)
    if (message.kind === 'answer') return false
    if (message.kind === 'invalid') {
      reply(refusalText(message.id, wireErrors.INVALID, `${wireErrors.INVALID.message} ${message.why}`), message.id)
      return true
    }
    const { method, params } = message
    const id = message.kind === 'request' ? message.id : undefined
    if (id === undefined && method === '$/cancelRequest') {
      this.#cancel(params)
      return false
    }
    const refused = this.#whyNot(method, id) ?? this.#start(method, params, id, reply, characters)
    if (refused !== undefined && id !== undefined) reply(refused, id)
    if (refused !== undefined && id === undefined)
      this.#options.log(`notification ${JSON.stringify(method.slice(0, 100))} ignored`)
    return id !== undefined
  }

  /** The refusal of a message that must not start. */
  #whyNot(name: string, id: Id | undefined): string | undefined {
    if (name === 'initialize') {
      if (id === undefined) return refusalText(id, wireErrors.INVALID)
      if (this.client) return refusalText(id, wireErrors.INVALID, 'This connection is initialized already.')
    } else if (!this.client) return refusalText(id, wireErrors.NOT_INITIALIZED)
    const method = table.get(name)
    if (!method)
      return refusalText(id, wireErrors.NO_METHOD, `There is no method ${JSON.stringify(name.slice(0, 100))}.`)
    if (method.hand && this.#options.role === 'guest') return guestRefusal(id, name)
    // Answered with its id, it would pass for the answer to the first.
    if (id !== undefined && this.inFlight.find(id))
      return refusalText(null, wireErrors.INVALID, 'A request with this id is in flight.', { id })
    if (this.inFlight.isFull(name as MethodName))
      return refusalText(id, wireErrors.BUSY, wireErrors.BUSY.message, { retryable: true })
    return undefined
  }

  #start(name: string, given: unknown, id: Id | undefined, reply: Reply, characters: number): string | undefined {
    const method = name as MethodName
    const params = given === undefined ? {} : given
    const long = characters > LARGE_FRAME ? longList(params) : undefined
    if (long !== undefined) return badParams(id, `${long}: Too many items: at most ${MOST_ITEMS}`)
    const parsed = (methods[method] as Method).params().safeParse(params)
    if (!parsed.success) return badParams(id, issuesText(parsed.error.issues))
    const request = new Request(this.#options.connection, method, id, reply, characters)
    if (method === 'initialize') {
      const { protocolVersion, client } = parsed.data as ParamsOf<'initialize'>
      if (protocolVersion !== PROTOCOL_VERSION) return versionRefusal(id, protocolVersion)
      this.client = client
    }
    this.#run(request, parsed.data)
    return undefined
  }

  #run(request: Request, params: unknown): void {
    let outcome: unknown
    try {
      const handler = this.#options.handlers[request.name] as AnyHandler
      outcome = handler(params, request)
    } catch (thrown) {
      this.#fail(request, thrown)
      return
    }
    if (outcome instanceof Promise) {
      this.inFlight.add(request)
      outcome.then(
        (result) => this.#succeed(request, result, params),
        (thrown) => this.#fail(request, thrown),
      )
    } else this.#succeed(request, outcome, params)
  }

  #succeed(request: Request, result: unknown, params: unknown): void {
    if (request.settled) return
    let text = ''
    try {
      if (request.id !== undefined) text = answerText(request.id, result) ?? tooLargeText(request.id)
    } catch (thrown) {
      this.#fail(request, thrown)
      return
    }
    this.#settle(request, text)
    if (request.name === 'initialize') this.#greet(params as ParamsOf<'initialize'>)
  }

  #greet({ events, notifies = false }: ParamsOf<'initialize'>): void {
    this.wantsEvents = events
    this.notifies = events && notifies
    this.#options.onGreeting()
  }

  #fail(request: Request, thrown: unknown): void {
    if (request.settled) return
    if (request.name === 'initialize') this.client = undefined
    if (request.id === undefined) this.#options.log(`notification ${request.name} failed: ${describe(thrown)}`)
    let text: string
    try {
      const { code, message, hint } = this.#options.describeError(thrown)
      text = refusalText(request.id, wireErrors.REFUSED, message, { code, hint })
    } catch (fault) {
      this.#options.log(`${request.name} failed, and so did telling why: ${describe(fault)}`)
      text = refusalText(request.id, wireErrors.INTERNAL)
    }
    this.#settle(request, text)
  }

  #settle(request: Request, text: string): void {
    request.settled = true
    this.inFlight.remove(request)
    if (request.id !== undefined) request.reply(text, request.id)
    if (this.inFlight.size === 0) this.#options.onIdle()
  }

  #cancel(params: unknown): void {
    const id = (params as { id?: Id } | null | undefined)?.id
    const request = id === undefined ? undefined : this.inFlight.find(id)
    if (!request) return
    if (request.name === 'initialize') this.client = undefined
    this.#settle(request, refusalText(id, wireErrors.CANCELLED))
    request.abort()
  }
}

const describe = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : typeof thrown)

const guestRefusal = (id: Id | undefined, name: string): string =>
  refusalText(id, wireErrors.NO_METHOD, `${name} answers only to the user's own hand.`, {
    code: 'DENIED',
    hint: 'Use the window or the steward command.',
  })

const versionRefusal = (id: Id | undefined, version: number): string =>
  refusalText(id, wireErrors.REFUSED, `Protocol version ${version} is not spoken here.`, {
    code: 'UNAVAILABLE',
    hint: `Use protocolVersion ${PROTOCOL_VERSION}.`,
    versions: [PROTOCOL_VERSION],
  })

const badParams = (id: Id | undefined, why: string): string => refusalText(id, wireErrors.BAD_PARAMS, why)

// A schema reports every wrong item of a list: a frame full of them would take seconds and gigabytes.
function longList(params: unknown): string | undefined {
  if (typeof params !== 'object' || params === null) return undefined
  if (Array.isArray(params)) return params.length > MOST_ITEMS ? 'params' : undefined
  const key = Object.keys(params).find((name) => {
    const value: unknown = (params as Record<string, unknown>)[name]
    return Array.isArray(value) && value.length > MOST_ITEMS
  })
  return key === undefined ? undefined : `params.${key.slice(0, 100)}`
}
