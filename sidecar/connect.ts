// How the command line gets to a Steward: the one that runs, or one in this process when there is none.

import type { Client as CliClient, ConnectOptions } from './cli/types.ts'
import { compose } from './compose.ts'
import { migrations } from './kernel/schema.ts'
import { type Client, openClient, pipePair } from './rpc/client.ts'
import { openConnection } from './rpc/connection.ts'
import { connectSocket, serveSocket } from './rpc/socket.ts'
import { LockedError, readHolder, takeLock } from './store/lock.ts'
import { makeFolders, type Paths } from './store/paths.ts'
import { StewardError, toView } from './text/errors.ts'

const PATIENCE_MS = 5000
const RETRY_MS = 50

/** An initialised client. */
export async function connect(paths: Paths, version: string, options: ConnectOptions): Promise<CliClient> {
  const giveUp = Date.now() + PATIENCE_MS
  for (;;) {
    const client = (await attach(paths, options)) ?? (await start(paths, version, options, Date.now() > giveUp))
    if (client) {
      await client.initialize({ name: `steward ${options.kind}`, version, events: options.onEvent !== undefined })
      return client
    }
    // Somebody holds the folder and does not listen yet, or is just going.
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

async function attach(paths: Paths, { onEvent }: ConnectOptions): Promise<Client | undefined> {
  const holder = readHolder(paths)
  if (!holder?.socket) return undefined
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
    const serve = (ends: { input: typeof there.input; output: typeof there.output }) => {
      const connection = openConnection({
        ...ends,
        handlers: steward.handlers,
        role: 'hand',
        log,
        describeError: toView,
      })
      steward.attach(connection)
      return connection
    }
    const own = serve(there)
    const client = openClient({ ...here, ...(onEvent ? { onEvent } : {}) })
    const socket = await serveSocket(paths.socket, (input, output) => void serve({ input, output })).catch(
      () => undefined,
    )
    // A one-shot command does only what it was asked; a session takes up what was left.
    if (kind === 'terminal') void steward.recover().catch((thrown) => log(toView(thrown).message))
    const close = async () => {
      await client.close()
      await own.close()
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
): Promise<{ movedAside: string; entries: number }> {
  const { restoreBackup } = await import('./store/backup.ts')
  makeFolders(paths)
  const lock = takeLock(paths, { pid: process.pid, kind: 'restore', since: Date.now(), version })
  try {
    return await restoreBackup({ paths, source: file, newestVersion: migrations.length })
  } finally {
    lock.release()
  }
}
