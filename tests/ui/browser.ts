// A real browser on a real shell: both are started once for a file of tests, and each window is a context of its own.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { type Client, openClient } from '../../sidecar/rpc/client.ts'
import { connectSocket } from '../../sidecar/rpc/socket.ts'
import { resolvePaths } from '../../sidecar/store/paths.ts'
import { findBrowser } from '../../ui/shell/browsers.ts'
import { needs } from '../servers/apt.ts'
import { offer, until } from './shellprocess.ts'

const bin = join(import.meta.dirname, '../../sidecar/cli/bin.mjs')

const program = () => findBrowser(process.platform, process.env, existsSync)

/** Whether there is a browser to test in. */
export const hasBrowser = process.platform === 'linux' ? needs(['chromium']) : program() !== undefined

export interface Steward {
  home: string
  origin: string
  /** The address that was printed; its token is used up by the first window that is opened here. */
  address: string
  /** The process of the shell. */
  pid: number
  /** Another client of the same sidecar, as a terminal is; a new one after the sidecar went. */
  connect(): Promise<Client>
  /** Opens a window at a place and waits until it is drawn. */
  open(place?: string, options?: BrowserContextOptions): Promise<Page>
  stop(): Promise<void>
}

let browser: Promise<Browser> | undefined
const running = new Set<Steward>()
const contexts = new Set<BrowserContext>()
const folders: string[] = []
/** What went wrong in any page: errors, refused content, dialogs, and requests that wanted to leave this computer. */
export const faults: string[] = []

/** The browser of this file of tests. */
export function theBrowser(): Promise<Browser> {
  const executablePath = program()
  if (executablePath === undefined) throw new Error('There is no Chromium here.')
  // As root it would not start with its sandbox.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  browser ??= chromium.launch({ executablePath, args: [...args, '--disable-background-networking'] })
  return browser
}

/** Closes the windows, and takes what went wrong in them. */
export async function closeWindows(): Promise<string[]> {
  await Promise.all([...contexts].map((context) => context.close()))
  contexts.clear()
  return faults.splice(0)
}

/** Ends everything that was started here. */
export async function closeAll(): Promise<void> {
  await closeWindows()
  await (await browser)?.close()
  browser = undefined
  await Promise.all([...running].map((one) => one.stop()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
}

/** A folder that is gone afterwards; with `demo` the demonstration is in it. */
export function makeHome({ demo = false } = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'steward-page-')))
  folders.push(folder)
  if (demo) execFileSync(process.execPath, [bin, 'demo', folder], { stdio: 'ignore', env: envOf(folder) })
  return folder
}

const envOf = (home: string): NodeJS.ProcessEnv => ({ ...process.env, STEWARD_HOME: home, STEWARD_KEYCHAIN: 'off' })

/** Starts a shell without a window on a folder. */
export async function startSteward(home = makeHome()): Promise<Steward> {
  const child = spawn(process.execPath, [bin, 'open', '--headless'], {
    env: envOf(home),
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let complaint = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  child.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  const address = await until('an address', () => {
    if (child.exitCode !== null) throw new Error(`The shell ended: ${complaint}`)
    return /^http:\S+/m.exec(said)?.[0]
  })
  const { origin, port, hash } = new URL(address)
  let key: Promise<string> | undefined
  const getIn = async () => {
    const { body } = await offer(Number(port), hash.slice('#t='.length))
    return (JSON.parse(body) as { key: string }).key
  }
  const clients = new Set<Client>()
  const steward: Steward = {
    ...{ home, origin, address, pid: child.pid ?? 0 },
    async open(place, options) {
      key ??= getIn()
      return openWindow(origin, await key, place, options)
    },
    async connect() {
      const client = await reach(resolvePaths({ STEWARD_HOME: home }).socket)
      clients.add(client)
      return client
    },
    async stop() {
      running.delete(steward)
      for (const client of clients) await client.close()
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
  running.add(steward)
  return steward
}

function reach(socket: string): Promise<Client> {
  return until('a sidecar that answers', async () => {
    const ends = await connectSocket(socket).catch(() => undefined)
    if (!ends) return undefined
    const client = openClient(ends)
    try {
      await client.initialize({ name: 'terminal', events: false })
      return client
    } catch {
      return undefined
    }
  })
}

async function openWindow(
  origin: string,
  key: string,
  place = 'today',
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await newPage(origin, options)
  await page.addInitScript((value) => sessionStorage.setItem('steward.key', value), key)
  await page.goto(`${origin}/#/${place}`)
  await page.locator('.frame .page').waitFor()
  return page
}

/** An empty page in a context of its own, in which nothing leaves this computer and what goes wrong is noted. */
export async function newPage(origin: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await (await theBrowser()).newContext({
    ...{ locale: 'en-GB', timezoneId: 'Europe/London', viewport: { width: 1200, height: 800 } },
    ...options,
  })
  contexts.add(context)
  context.setDefaultTimeout(15_000)
  await context.route(
    (url) => url.origin !== origin,
    (route) => {
      faults.push(`wanted to leave: ${route.request().url()}`)
      return route.abort()
    },
  )
  const page = await context.newPage()
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => faults.push(`popup: ${popup.url()}`))
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).host !== new URL(origin).host) faults.push(`wanted to leave: ${socket.url()}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`)
  })
  return page
}

/** A call that asks before it acts, from another client; returns its id. */
export async function asks(client: Client, name: string, value = 'on'): Promise<string> {
  const { callId, state } = await client.call('tool/call', { tool: 'set_env', input: { name, value } })
  if (state !== 'waiting') throw new Error(`The call is ${state}.`)
  return callId
}

/** What a variable is, as tools see it. */
export async function variable(client: Client, name: string): Promise<string | undefined> {
  const { output } = await client.call('tool/call', { tool: 'get_env', input: { names: [name] } })
  return (output as { values: Record<string, string> }).values[name]
}

/** Leaves no question open. */
export async function denyAll(client: Client): Promise<void> {
  for (const { id, hash } of (await client.call('approval/list', {})).approvals)
    await client.call('approval/decide', { id, hash, decision: 'deny' })
}

/** Goes to a place in an open window, and waits until it is drawn; what is no place leads to the first. */
export async function visit(page: Page, place: string): Promise<void> {
  await page.evaluate((hash) => {
    ;(globalThis as unknown as { location: { hash: string } }).location.hash = hash
  }, `#/${place}`)
  const [view = ''] = place.split('/')
  const to = /^[a-z]+$/.test(view) ? view : 'today'
  await page.locator(`nav a[aria-current="page"][href="#/${to}"]`).waitFor()
  await page.locator('.frame .page h1').waitFor()
  // Until nothing is loaded any more.
  await page.locator('main .spin').first().waitFor({ state: 'detached' })
}
