// `steward serve`: the sidecar. JSON-RPC on stdio until stdin ends or the parent is gone, and the same frames on a socket.
import { compose, type More, type Steward } from './compose.ts'
import { openConnection } from './rpc/connection.ts'
import type { Handlers } from './rpc/contract.ts'
import { type SocketServer, serveSocket } from './rpc/socket.ts'
import { takeStdio, watchParent } from './rpc/stdio.ts'
import { LockedError } from './store/lock.ts'
import type { Paths } from './store/paths.ts'
import { toView } from './text/errors.ts'

const LOCK_PATIENCE_MS = 5000
const LOCK_RETRY_MS = 100
const UNAVAILABLE = 6
const SETTLE_MS = 50
/** What whoever is there asks first comes before reminders; somebody who says nothing is not waited for. */
const REMIND_MS = 250
const GREETING_MS = 10_000

/** Serves until it is over, and returns the exit code. */
export async function serve(
  paths: Paths,
  version: string,
  { background, more }: { background: boolean; more?: More },
): Promise<number> {
  const log = (line: string) => void process.stderr.write(`${line}\n`)
  const stdio = takeStdio()
  const over = Promise.withResolvers<void>()
  const end = () => over.resolve()
  let steward: Steward
  try {
    steward = await patiently(() => compose({ paths, version, kind: 'serve', shutdown: end, log, more }))
  } catch (thrown) {
    const { message, hint } = toView(thrown)
    log(hint === undefined ? message : `${message} ${hint}`)
    if (!background) await refuse(stdio, thrown)
    return UNAVAILABLE
  }
  let greeted: Promise<void> | undefined
  if (!background) {
    const parent = steward.open(stdio)
    parent.ended.then(end)
    greeted = parent.greeted
    watchParent(end)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, end)
  let isOver = false
  // After the first answers are out: none of this is needed for them.
  let socket: SocketServer | undefined
  const later = setTimeout(async () => {
    socket = await serveSocket(paths.socket, (input, output) => void steward.open({ input, output })).catch(
      (thrown) => {
        log(`The socket for other clients could not be opened: ${toView(thrown).message}`)
        return undefined
      },
    )
    await steward.recover().catch((thrown) => log(`Could not take up what was left: ${toView(thrown).message}`))
    // Whoever shows reminders must be there to hear of those that were missed.
    await Promise.race([greeted, pause(GREETING_MS)])
    await pause(REMIND_MS)
    if (isOver) return
    await steward.remind(background).catch((thrown) => log(`Reminders are not told: ${toView(thrown).message}`))
  }, SETTLE_MS)
  await over.promise
  isOver = true
  clearTimeout(later)
  await socket?.close()
  await steward.close()
  // Whatever a tool left behind must not keep the process.
  setTimeout(() => process.exit(), 500).unref()
  return 0
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

// A one-shot command holds the folder for a moment only; another sidecar holds it for good.
async function patiently<T>(open: () => Promise<T>): Promise<T> {
  const giveUp = Date.now() + LOCK_PATIENCE_MS
  for (;;) {
    try {
      return await open()
    } catch (thrown) {
      const passes = thrown instanceof LockedError && thrown.holder?.kind === 'cli' && Date.now() < giveUp
      if (!passes) throw thrown
      await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_MS))
    }
  }
}

// The parent asked on stdio and is told there, in the answer to whatever it says first.
async function refuse(stdio: ReturnType<typeof takeStdio>, thrown: unknown): Promise<void> {
  const handlers = new Proxy({} as Handlers, {
    get: () => () => {
      setTimeout(() => void connection.close(), 50)
      throw thrown
    },
    has: () => true,
    getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true, value: undefined }),
  })
  const connection = openConnection({ ...stdio, handlers, role: 'hand', describeError: toView })
  await Promise.race([connection.ended, new Promise((resolve) => setTimeout(resolve, 1000))])
}
