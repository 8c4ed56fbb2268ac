// A connection with trivial handlers, and a bare peer that sends raw bytes to it and sees every line that comes back.
import { type MethodName, methods } from '../../sidecar/protocol/methods.ts'
import { pipePair } from '../../sidecar/rpc/client.ts'
import { type Connection, type ConnectionOptions, type Handlers, openConnection } from '../../sidecar/rpc/connection.ts'
import { toView } from '../../sidecar/text/errors.ts'

export interface Answer {
  jsonrpc: string
  id?: string | number | null
  method?: string
  params?: unknown
  result?: unknown
  error?: { code: number; message: string; data?: Record<string, unknown> }
}
export type Line = Answer | Answer[]

/** Handlers for every method that answer `{}`, but for those given. */
export function trivialHandlers(own: Partial<Handlers> = {}): Handlers {
  const names = Object.keys(methods) as MethodName[]
  const answers = Object.fromEntries(names.map((name) => [name, () => ({})]))
  const initialize: Handlers['initialize'] = () => ({
    protocolVersion: 1,
    server: { name: 'fixture', version: '0' },
    epoch: 'e1',
    seq: 0,
    pid: process.pid,
  })
  const listTools: Handlers['tool/list'] = () => ({ tools: [] })
  return { ...answers, initialize, 'tool/list': listTools, ...own } as Handlers
}

export interface Peer {
  connection: Connection
  lines: Line[]
  /** Sends a value as one line, or bytes as they are. */
  send(message: unknown): void
  /** Waits for so many more lines. */
  next(count?: number): Promise<Line[]>
  /** Sends a request and waits for the one line that answers. */
  ask(message: unknown): Promise<Answer>
  /** Ends the peer's own half. */
  end(): void
  stopReading(): void
  startReading(): void
}

/** Opens a connection in memory. */
export function openPeer(options: Partial<ConnectionOptions> = {}): Peer {
  const [near, far] = pipePair()
  const connection = openConnection({
    ...far,
    handlers: trivialHandlers(),
    role: 'hand',
    describeError: toView,
    ...options,
  })
  const lines: Line[] = []
  let seen = 0
  let tail = ''
  let notify = () => {}
  near.input.on('error', () => {})
  near.input.on('data', (chunk: Buffer) => {
    const parts = (tail + chunk.toString('latin1')).split('\n')
    tail = parts.pop() ?? ''
    for (const part of parts) lines.push(JSON.parse(Buffer.from(part, 'latin1').toString()) as Line)
    notify()
  })
  const peer: Peer = {
    connection,
    lines,
    send: (message) => void near.output.write(Buffer.isBuffer(message) ? message : `${JSON.stringify(message)}\n`),
    async next(count = 1) {
      while (lines.length < seen + count) await new Promise<void>((resolve) => (notify = resolve))
      seen += count
      return lines.slice(seen - count, seen)
    },
    async ask(message) {
      peer.send(message)
      return (await peer.next())[0] as Answer
    },
    end: () => void near.output.end(),
    stopReading: () => void near.input.pause(),
    startReading: () => void near.input.resume(),
  }
  return peer
}

export const hello = {
  jsonrpc: '2.0',
  id: 'hello',
  method: 'initialize',
  params: { protocolVersion: 1, client: { name: 'test', version: '1' } },
}

/** Opens a connection and says hello on it. */
export async function openReady(options: Partial<ConnectionOptions> = {}): Promise<Peer> {
  const peer = openPeer(options)
  await peer.ask(hello)
  return peer
}

export const request = (id: unknown, method: string, params?: unknown) => ({ jsonrpc: '2.0', id, method, params })
