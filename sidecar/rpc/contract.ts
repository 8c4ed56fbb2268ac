// What the rest of Steward sees of a connection.
import type { Readable, Writable } from 'node:stream'
import type { MethodName, ParamsOf, ResultOf } from '../protocol/methods.ts'
import type { WireEvent } from './messages.ts'

export interface Connection {
  /** Who is there, once it has said so. */
  readonly client: { name: string; version: string } | undefined
  /** Whether it shows on the desktop what it hears. */
  readonly notifies: boolean
  /** When it has said who it is, or is gone. */
  readonly greeted: Promise<void>
  /** Sends an event, unless the client wants none or is too far behind. Give every connection the same object. */
  emit(event: WireEvent): void
  readonly ended: Promise<void>
  /** Sends what is left and ends the connection. */
  close(): Promise<void>
}

export interface RequestContext {
  /** Aborted when the client cancels the request or goes away. Costs nothing until somebody looks at it. */
  readonly signal: AbortSignal
  readonly connection: Connection
}

export type Handlers = {
  [N in MethodName]: (params: ParamsOf<N>, request: RequestContext) => ResultOf<N> | Promise<ResultOf<N>>
}

export interface ConnectionOptions {
  input: Readable
  output: Writable
  handlers: Handlers
  /** A guest (a model, an MCP client, a page) does not get at what only the user may do. */
  role: 'hand' | 'guest'
  maxInFlight?: number
  log?: (line: string) => void
  describeError: (thrown: unknown) => { code: string; message: string; hint?: string }
}
