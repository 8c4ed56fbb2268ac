// A connection to the session's bus: calls out, calls in, signals. When anything about it is odd, it ends, and whoever
// holds it is told by `closed`.
import type { Socket } from 'node:net'
import { encode, Framer, type Incoming, type Outgoing } from './message.ts'
import { answer, BusError, type BusObject } from './object.ts'
import type { Value } from './signature.ts'
import { openSocket } from './socket.ts'

export interface Call {
  destination: string
  path: string
  interface: string
  member: string
  signature?: string
  body?: readonly Value[]
}

interface Pending {
  resolve(body: Value[]): void
  reject(error: Error): void
  timer: NodeJS.Timeout
}

const patience = 5000
/** A bus that does not read costs no more memory than this. */
const mostUnsent = 4 * 1024 * 1024

export const daemon = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
}

export class Bus {
  /** When it is over, whoever ended it. */
  readonly closed: Promise<void>
  /** What others can call, by path. */
  readonly objects = new Map<string, BusObject>()
  /** Hears every signal that we asked for. */
  onSignal: (signal: Incoming) => void = () => {}
  readonly #socket: Socket
  readonly #framer = new Framer()
  readonly #heard: Incoming[] = []
  readonly #pending = new Map<number, Pending>()
  #name = ''
  #serial = 0

  private constructor(socket: Socket, rest: Buffer) {
    this.#socket = socket
    this.closed = new Promise((resolve) => {
      socket.on('close', () => {
        for (const serial of this.#pending.keys()) this.#settle(serial)?.reject(new Error('The bus is gone.'))
        resolve()
      })
    })
    socket.on('data', (chunk: Buffer) => this.#hear(chunk))
    socket.on('drain', () => this.#hear(Buffer.alloc(0)))
    this.#hear(rest)
  }

  /** Connects to the first of these sockets that lets us in. */
  static async open(sockets: readonly string[]): Promise<Bus> {
    for (const path of sockets) {
      const opened = await openSocket(path).catch(() => undefined)
      if (opened === undefined) continue
      const bus = new Bus(opened.socket, opened.rest)
      try {
        const [name] = await bus.call({ ...daemon, member: 'Hello' })
        bus.#name = String(name)
        return bus
      } catch {
        bus.close()
      }
    }
    throw new Error('There is no bus.')
  }

  /** What the others know us by. */
  get name(): string {
    return this.#name
  }

  call(call: Call): Promise<Value[]> {
    const { promise, resolve, reject } = Promise.withResolvers<Value[]>()
    const serial = this.#send({ kind: 'call', ...call })
    const late = () => this.#settle(serial)?.reject(new Error('Nobody answers on the bus.'))
    this.#pending.set(serial, { resolve, reject, timer: setTimeout(late, patience) })
    if (this.#socket.destroyed) this.#settle(serial)?.reject(new Error('The bus is gone.'))
    return promise
  }

  signal(signal: Omit<Call, 'destination'>): void {
    this.#send({ kind: 'signal', ...signal })
  }

  close(): void {
    this.#socket.destroy()
  }

  #send(message: Outgoing): number {
    this.#serial = (this.#serial % 0xffff_ffff) + 1
    if (!this.#socket.destroyed) this.#socket.write(encode(message, this.#serial))
    if (this.#socket.writableLength > mostUnsent) this.close()
    return this.#serial
  }

  #hear(chunk: Buffer): void {
    try {
      this.#heard.push(...this.#framer.push(chunk))
      this.#next()
    } catch {
      // Where one message can't be told from the next, there is nothing more to be read.
      this.close()
    }
  }

  /** Handles what was heard for as long as the answers are taken: who asks and does not read waits, and costs nothing. */
  #next(): void {
    while (!this.#socket.writableNeedDrain) {
      const message = this.#heard.shift()
      if (message === undefined) return void this.#socket.resume()
      this.#handle(message)
    }
    this.#socket.pause()
  }

  #handle(message: Incoming): void {
    if (message.kind === 'call') this.#answer(message)
    else if (message.kind === 'signal') this.onSignal(message)
    else if (message.replyTo !== undefined) this.#settleWith(message, message.replyTo)
  }

  #settle(serial: number): Pending | undefined {
    const pending = this.#pending.get(serial)
    clearTimeout(pending?.timer)
    this.#pending.delete(serial)
    return pending
  }

  #settleWith(reply: Incoming, serial: number): void {
    const pending = this.#settle(serial)
    if (pending === undefined) return
    try {
      if (reply.kind === 'return') pending.resolve(reply.body())
      else pending.reject(new BusError(reply.errorName ?? '', String(reply.body()[0] ?? '')))
    } catch (thrown) {
      pending.reject(thrown instanceof Error ? thrown : new Error(String(thrown)))
    }
  }

  #answer(call: Incoming): void {
    const to = { replyTo: call.serial, ...(call.sender === undefined ? {} : { destination: call.sender }) }
    const reply = (message: Outgoing) => void (call.wantsReply && this.#send({ ...message, ...to }))
    try {
      reply({ kind: 'return', ...answer(this.objects, call) })
    } catch (thrown) {
      const errorName = thrown instanceof BusError ? thrown.code : 'org.freedesktop.DBus.Error.Failed'
      const message = thrown instanceof BusError ? thrown.message : 'It went wrong.'
      reply({ kind: 'error', errorName, signature: 's', body: [message] })
    }
  }
}
