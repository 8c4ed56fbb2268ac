// The loopback server: the page, its way in, and the upgrade to a WebSocket. Nothing else listens on TCP.
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings, upgradeWebSocket, type WebSocketServerLike } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { type WebSocket, WebSocketServer } from 'ws'
import { MAX_FRAME_BYTES } from '../../sidecar/protocol/errors.ts'
import { StewardError } from '../../sidecar/text/errors.ts'
import { refusal, securityHeaders } from './guard.ts'
import type { Page } from './page.ts'
import type { Sessions } from './session.ts'
import type { SidecarStatus } from './sidecar.ts'

export interface ServerOptions {
  page: Page
  sessions: Sessions
  /** 0 is any that is free. */
  port: number
  status(): SidecarStatus
  restart(): void
  /** Ends a sidecar that does not answer; false where it is not ours to end. */
  kill(): boolean
  quit(): void
  openLink(url: string): Promise<void>
  /** Takes a page that was let in, or says that there is no room for it. */
  hasRoom(): boolean
  onPage(socket: WebSocket): void
}

export interface ShellServer {
  port: number
  close(): Promise<void>
}

type Env = { Bindings: HttpBindings }
type Ask = Context<Env>

const PROTOCOL = 'steward.v1'
const LARGEST_BODY = 8 * 1024
const LONGEST_LINK = 4000
const links: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])
/** A client that dawdles over its headers or its body is not waited for, and can't hold more than these many lines. */
const limits = {
  headersTimeout: 5000,
  requestTimeout: 5000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 16 * 1024,
}
const MOST_CONNECTIONS = 128

/** Listens on 127.0.0.1. */
export async function startServer(options: ServerOptions): Promise<ShellServer> {
  // Known once we listen, and nobody can ask before.
  const at = { port: 0 }
  const wire = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    // The key stands among the protocols too, and is not said back.
    handleProtocols: () => PROTOCOL,
  })
  const server = createAdaptorServer({
    fetch: appFor(options, at).fetch,
    serverOptions: {
      ...limits,
      // All else is an ordinary request, and answered as one: another upgrade would be left hanging.
      shouldUpgradeCallback: (request) =>
        request.headers.upgrade?.toLowerCase() === 'websocket' && refusal(request, at.port) === undefined,
    },
    // The adaptor's type has `noServer` stricter than the library it describes.
    websocket: { server: wire as unknown as WebSocketServerLike },
  }) as Server
  server.maxConnections = MOST_CONNECTIONS
  at.port = await listen(server, options.port)
  return { port: at.port, close: () => shut(server) }
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen({ port, host: '127.0.0.1', exclusive: true })
  try {
    await once(server, 'listening')
  } catch (thrown) {
    const why = (thrown as NodeJS.ErrnoException).code
    const hint = 'Name another with --port, or leave it out to have a free one chosen.'
    throw new StewardError('UNAVAILABLE', `Port ${port} of this computer can not be used (${why}).`, hint)
  }
  return (server.address() as AddressInfo).port
}

async function shut(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

function appFor(options: ServerOptions, at: { port: number }): Hono<Env> {
  const app = new Hono<Env>()
  app.use(async (ask, next) => {
    const refused = refusal(ask.env.incoming, at.port)
    if (refused) ask.res = ask.json({ error: refused.error }, refused.status)
    else await next()
    for (const [name, value] of Object.entries(securityHeaders(at.port)))
      if (!ask.res.headers.has(name)) ask.res.headers.set(name, value)
  })
  app.use(bodyLimit({ maxSize: LARGEST_BODY, onError: (ask) => ask.json({ error: 'large' }, 413) }))
  app.post('/session', (ask) => enter(ask, options.sessions))
  addWire(app, options)
  addControls(app, options)
  app.get('*', (ask) => show(ask, options.page))
  app.notFound((ask) => ask.json({ error: 'unknown' }, 404))
  app.onError((_thrown, ask) => ask.json({ error: 'fault' }, 500))
  return app
}

async function enter(ask: Ask, sessions: Sessions): Promise<Response> {
  const { token } = await bodyOf(ask)
  const redeemed = typeof token === 'string' ? sessions.redeem(token) : ({ error: 'unknown' } as const)
  return ask.json(redeemed, 'key' in redeemed ? 200 : 401)
}

// A form can't send this type, and another page can't without being asked first: it counts as no body at all.
async function bodyOf(ask: Ask): Promise<Record<string, unknown>> {
  if (!/^application\/json\b/i.test(ask.req.header('content-type') ?? '')) return {}
  const body: unknown = await ask.req.json().catch(() => undefined)
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

function addWire(app: Hono<Env>, { sessions, hasRoom, onPage }: ServerOptions): void {
  const upgrade = upgradeWebSocket(() => ({
    onOpen: (_event, socket) => onPage(socket.raw as unknown as WebSocket),
  }))
  app.get('/ws', async (ask, next) => {
    if (ask.env.incoming.headers.upgrade?.toLowerCase() !== 'websocket') return ask.json({ error: 'upgrade' }, 426)
    if (ask.req.header('origin') === undefined) return ask.json({ error: 'origin' }, 403)
    const protocols = (ask.req.header('sec-websocket-protocol') ?? '').split(',').map((one) => one.trim())
    const key = protocols.find((one) => one.startsWith('key.'))?.slice('key.'.length)
    if (!protocols.includes(PROTOCOL) || !sessions.isKey(key)) return ask.json({ error: 'key' }, 401)
    if (!hasRoom()) return ask.json({ error: 'full' }, 503)
    return upgrade(ask, next)
  })
}

function addControls(app: Hono<Env>, { sessions, status, restart, kill, quit, openLink }: ServerOptions): void {
  const guarded = (act: (ask: Ask) => Response | Promise<Response>) => (ask: Ask) => {
    const key = ask.req.header('authorization')?.match(/^Bearer ([\w-]+)$/)?.[1]
    return sessions.isKey(key) ? act(ask) : ask.json({ error: 'key' }, 401)
  }
  const done = (act: () => void) =>
    guarded((ask) => {
      act()
      return ask.json({})
    })
  app.get(
    '/status',
    guarded((ask) => ask.json(status())),
  )
  app.post('/restart', done(restart))
  app.post(
    '/kill',
    guarded((ask) => (kill() ? ask.json({}) : ask.json({ error: 'foreign' }, 409))),
  )
  app.post('/quit', done(quit))
  app.post(
    '/open',
    guarded(async (ask) => {
      const url = linkIn((await bodyOf(ask)).url)
      if (url === undefined) return ask.json({ error: 'link' }, 400)
      await openLink(url)
      return ask.json({})
    }),
  )
}

// Other schemes start programs.
function linkIn(given: unknown): string | undefined {
  if (typeof given !== 'string' || given.length > LONGEST_LINK || !URL.canParse(given)) return undefined
  const { protocol, href } = new URL(given)
  return links.has(protocol) ? href : undefined
}

function show(ask: Ask, page: Page): Response {
  const file = page.get(ask.req.path)
  if (file) {
    const headers = { 'Content-Type': file.type }
    const cached = file.hashed ? { 'Cache-Control': 'private, max-age=31536000, immutable' } : {}
    return ask.body(file.body, 200, { ...headers, ...cached })
  }
  if (ask.req.path !== '/') return ask.json({ error: 'unknown' }, 404)
  return ask.text('The page of Steward is not built. Run: npm run build', 503)
}
