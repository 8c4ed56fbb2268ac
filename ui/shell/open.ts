// Puts the parts together: sidecar, server, bridge, windows; and takes them apart again, in this order backwards.
import { makeFolders, resolvePaths } from '../../sidecar/store/paths.ts'
import { type Bridge, createBridge } from './bridge.ts'
import { makeDemo } from './demo.ts'
import { type Desk, openDesk } from './desk.ts'
import { readPage } from './page.ts'
import { pageFolder } from './place.ts'
import { type ShellServer, startServer } from './server.ts'
import { createSessions, type Sessions } from './session.ts'
import { Sidecar } from './sidecar.ts'

export interface OpenOptions {
  browser: boolean
  headless: boolean
  demo: boolean
  port: number
  /** Says a line on stdout. */
  print(line: string): void
}

/** Serves the page and shows it until it is over; returns the exit code. */
export async function openShell(options: OpenOptions): Promise<number> {
  const over = Promise.withResolvers<void>()
  const quit = () => over.resolve()
  // First of all, so that a Ctrl-C at any time leaves nothing behind.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, quit)
  const demo = options.demo ? await makeDemo(process.env) : undefined
  try {
    return await withFolder(options, demo?.env ?? process.env, quit, over.promise)
  } finally {
    demo?.remove()
    // A native part that holds the process must not keep it.
    setTimeout(() => process.exit(), 1000).unref()
  }
}

async function withFolder(
  options: OpenOptions,
  env: NodeJS.ProcessEnv,
  quit: () => void,
  over: Promise<void>,
): Promise<number> {
  const paths = resolvePaths(env)
  makeFolders(paths)
  let desk: Promise<Desk> | undefined
  const withDesk = (act: (desk: Desk) => void) => void desk?.then(act).catch(() => {})
  const instance = options.headless ? undefined : await claim(paths.state, () => withDesk((open) => open.raise()))
  if (instance === 'taken') return 0
  const log = options.headless ? { onLog: (chunk: Buffer) => void process.stderr.write(chunk) } : {}
  const sidecar = new Sidecar({
    ...{ env, socket: paths.socket, ...log, notifies: !options.headless },
    isWatched: () => bridge.hasPages(),
    onHung: () => bridge.drop(),
  })
  const isVain: ReadonlySet<string> = new Set(['dead', 'hung'])
  const bridge = createBridge({ address: paths.socket, mayCome: () => !isVain.has(sidecar.status.sidecar) })
  let server: ShellServer | undefined
  try {
    const sessions = createSessions()
    server = await serve(options.port, { sessions, sidecar, bridge, quit })
    const { port } = server
    const address = () => `http://127.0.0.1:${port}/#t=${sessions.mint()}`
    if (options.headless) options.print(address())
    else {
      desk = openDesk({ address, browser: options.browser, state: paths.state, client: sidecar.client, quit })
      // Whoever quits before there is a window does not wait for it.
      await Promise.race([desk, over])
    }
    await over
  } finally {
    await bridge.close()
    await server?.close()
    withDesk((open) => open.close())
    await sidecar.stop()
    instance?.release()
  }
  return 0
}

interface Parts {
  sessions: Sessions
  sidecar: Sidecar
  bridge: Bridge
  quit(): void
}

const serve = (port: number, { sessions, sidecar, bridge, quit }: Parts): Promise<ShellServer> =>
  startServer({
    page: readPage(pageFolder),
    sessions,
    port,
    status: () => sidecar.status,
    restart: () => sidecar.restart(),
    kill: () => sidecar.kill(),
    // After the answer is out.
    quit: () => setImmediate(quit),
    openLink: async (url) => (await import('./external.ts')).openExternal(url),
    hasRoom: bridge.hasRoom,
    onPage: bridge.open,
  })

async function claim(statePath: string, onRaise: () => void): Promise<{ release(): void } | 'taken'> {
  const { singleInstance } = await import('./instance.ts')
  const claimed = await singleInstance({ statePath, onRaise })
  return claimed.first ? claimed : 'taken'
}
