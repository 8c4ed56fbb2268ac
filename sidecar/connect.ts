// How the command line gets to a Steward: the one that runs, or one in this process when there is none.

import { existsSync } from 'node:fs'
import type { Client as CliClient, ConnectOptions } from './cli/types.ts'
import { compose } from './compose.ts'
import { migrations } from './kernel/schema.ts'
import type { MethodName } from './protocol/methods.ts'
import { type Client, openClient, pipePair, RemoteError } from './rpc/client.ts'
import { connectSocket, serveSocket } from './rpc/socket.ts'
import { announceRestore } from './store/keys.ts'
import { LockedError, readHolder, takeLock } from './store/lock.ts'
import { makeFolders, type Paths } from './store/paths.ts'
import { StewardError, toView } from './text/errors.ts'

const PATIENCE_MS = 5000
const RETRY_MS = 50

/** How long a Steward that is done waits for others that attached to it. */
const FAREWELL_MS = 2000
const MOST_TRIES = 10

/** What asks only, or comes to the same when it is said twice. */
const repeatable: ReadonlySet<MethodName> = new Set<MethodName>([
  'approval/list',
  'attachment/read',
  'audit/check',
  'audit/export',
  'audit/query',
  'audit/verify',
  'briefing/today',
  'call/cancel',
  'call/list',
  'call/show',
  'control/status',
  'doctor/run',
  'events/since',
  'grant/list',
  'grant/suggest',
  'note/list',
  'note/read',
  'policy/backtest',
  'policy/explain',
  'policy/rules',
  'policy/source',
  'session/list',
  'session/open',
  'session/trace',
  'settings/get',
  'suspension/list',
  'tool/describe',
  'tool/export',
  'tool/list',
  'tool/stats',
])

// A call that brings its own id is the same call when it is sent again.
const isRepeatable = (name: MethodName, params: unknown): boolean =>
  name === 'tool/call' ? (params as { callId?: string }).callId !== undefined : repeatable.has(name)

/** An initialised client. Where the Steward it attached to ends first, the next one takes over, and nothing is lost. */
export async function connect(paths: Paths, version: string, options: ConnectOptions): Promise<CliClient> {
  const open = () => reach(paths, version, options)
  let client: CliClient
  try {
    client = await open()
  } catch (thrown) {
    const { closedClient, isUnwritable } = await import('./closed.ts')
    if (options.kind !== 'cli' || !isUnwritable(thrown)) throw thrown
    return closedClient(paths, thrown)
  }
  let closed = false
  const ended = Promise.withResolvers<void>()
  return {
    async call(name, params, more) {
      for (let tries = 1; ; tries++) {
        const used = client
        try {
          return await used.call(name, params, more)
        } catch (thrown) {
          if (closed || tries >= MOST_TRIES || !isGone(thrown) || !isRepeatable(name, params)) throw thrown
          if (client === used) client = await open()
        }
      }
    },
    ended: ended.promise,
    async close() {
      closed = true
      await client.close()
      ended.resolve()
    },
  }
}

const isGone = (thrown: unknown): boolean => thrown instanceof RemoteError && thrown.data?.gone === true

async function reach(paths: Paths, version: string, options: ConnectOptions): Promise<Client> {
  const giveUp = Date.now() + PATIENCE_MS
  for (;;) {
    const client = (await attach(paths, options)) ?? (await start(paths, version, options, Date.now() > giveUp))
    try {
      await client?.initialize({ name: `steward ${options.kind}`, version, events: options.onEvent !== undefined })
      if (client) return client
    } catch (thrown) {
      if (!isGone(thrown) || Date.now() > giveUp) throw thrown
    }
    // Somebody holds the folder and does not listen yet, or is just going.
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

async function attach(paths: Paths, { onEvent }: ConnectOptions): Promise<Client | undefined> {
  // Where nobody says so, a socket that is there may still have somebody behind it.
  const holder = readHolder(paths) ?? { socket: existsSync(paths.socket) ? paths.socket : undefined }
  if (!holder.socket) return undefined
  try {
    const ends = await connectSocket(holder.socket)
    return openClient({ ...ends, ...(onEvent ? { onEvent } : {}) })
  } catch (thrown) {
    if (thrown instanceof StewardError && thrown.retryable) return undefined
    throw thrown
  }
}

// The same frames as on a pipe, without one: nothing about this Steward is special, but that it goes when we do.
async function start(
  paths: Paths,
  version: string,
  { kind, onEvent }: ConnectOptions,
  isLast: boolean,
): Promise<Client | undefined> {
  const log = (line: string) => void process.stderr.write(`${line}\n`)
  const [here, there] = pipePair()
  try {
    const steward = await compose({ paths, version, kind, shutdown: () => void client.close(), log })
    const guests = new Set<Promise<void>>()
    const own = steward.open(there)
    const client = openClient({ ...here, ...(onEvent ? { onEvent } : {}) })
    const welcome = (ends: { input: typeof there.input; output: typeof there.output }) => {
      const { ended } = steward.open(ends)
      guests.add(ended)
      ended.then(() => guests.delete(ended))
    }
    const socket = await serveSocket(paths.socket, (input, output) => welcome({ input, output })).catch(() => undefined)
    // A one-shot command does only what it was asked; a session takes up what was left.
    if (kind === 'terminal') void steward.recover().catch((thrown) => log(toView(thrown).message))
    const close = async () => {
      await client.close()
      await own.close()
      // Nobody new comes; those who are here get a moment to finish, and take over from us if they need longer.
      steward.leave()
      await Promise.race([Promise.all(guests), new Promise((resolve) => setTimeout(resolve, FAREWELL_MS).unref())])
      await socket?.close()
      await steward.close()
    }
    return { call: client.call.bind(client), initialize: client.initialize.bind(client), ended: client.ended, close }
  } catch (thrown) {
    if (thrown instanceof LockedError && !isLast) return undefined
    throw thrown
  }
}

/** Puts a backup back. Nobody else may use the folder meanwhile. */
export async function restore(
  paths: Paths,
  version: string,
  file: string,
): Promise<{ movedAside: string; configMovedAside: string; entries: number }> {
  const { restoreBackup } = await import('./store/backup.ts')
  makeFolders(paths)
  const lock = takeLock(paths, { pid: process.pid, kind: 'restore', since: Date.now(), version })
  let takeBack: (() => void) | undefined
  try {
    takeBack = announceRestore(paths)
    return await restoreBackup({ paths, source: file, newestVersion: migrations.length })
  } catch (thrown) {
    takeBack?.()
    throw thrown
  } finally {
    lock.release()
  }
}
