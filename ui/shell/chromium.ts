// A window of an installed Chromium (Chrome, Edge, Brave) in app mode: no tabs, no address bar, a profile of its own.
//
// Its command line can be read by every user of the computer, and whoever read the address there could use the token
// before the page does. So the command line opens an empty page, and the address goes over the private pipe. The browser
// ends when that pipe closes, so it does not outlive the shell.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { isSnap } from './browsers.ts'
import { type Cdp, type CdpEvent, speakCdp } from './cdp.ts'
import { type Placement, readPlacement, savePlacement, toPlacement } from './geometry.ts'
import { type Address, addressOf, NoWindow, patience, type WindowHandle } from './handle.ts'

const blank = 'data:text/html,<title>Steward</title>'
/** Moving a window tells nobody, so it is asked now and then. */
const lookEvery = 2000

function profileFor(program: string, statePath: string): string {
  if (!isSnap(program)) return join(statePath, 'browser')
  const own = createHash('sha256').update(statePath).digest('hex').slice(0, 16)
  return join(homedir(), 'snap', 'chromium', 'common', `steward-${own}`)
}

/** The command line of the browser: nothing in it is secret. */
export function chromiumArguments(profile: string, { width, height, x, y, maximized }: Placement, isRoot: boolean) {
  return [
    `--app=${blank}`,
    `--user-data-dir=${profile}`,
    '--remote-debugging-pipe',
    `--window-size=${width},${height}`,
    ...(x === undefined || y === undefined ? [] : [`--window-position=${x},${y}`]),
    ...(maximized ? ['--start-maximized'] : []),
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-sync',
    '--disable-extensions',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-breakpad',
    '--disable-features=Translate,MediaRouter',
    // There is nothing in this profile that the keyring would have to be opened for.
    '--password-store=basic',
    '--use-mock-keychain',
    // Chromium refuses to start as root with its sandbox.
    ...(isRoot ? ['--no-sandbox'] : []),
  ]
}

interface Target {
  targetId: string
  type: string
  url: string
}

/** The one page of the window: shows the address, stays on it, knows where it is. */
class Page {
  readonly #cdp: Cdp
  readonly #url: string
  readonly #statePath: string
  #target: string | undefined
  #session: string | undefined
  #seen = ''
  readonly ready = Promise.withResolvers<void>()

  constructor(to: Writable, from: Readable, url: string, statePath: string) {
    this.#url = url
    this.#statePath = statePath
    this.#cdp = speakCdp(to, from, (event) => this.#hear(event))
    this.#ask('Target.setDiscoverTargets', { discover: true })
  }

  /** What the browser refuses is no reason to end: the page may be on its way out. */
  #ask(method: string, params: object = {}, session?: string): void {
    this.#cdp.call(method, params, session).catch(() => {})
  }

  #hear({ method, params }: CdpEvent): void {
    if (method === 'Target.targetCreated') this.#meet(params.targetInfo as Target)
    else if (method === 'Target.targetDestroyed' && params.targetId === this.#target) this.close()
    else if (method === 'Page.frameNavigated') this.#follow(params.frame as { url: string; parentId?: string })
  }

  #meet({ targetId, type, url }: Target): void {
    if (type !== 'page') return
    if (this.#target === undefined && url === blank) this.#show(targetId).catch(this.ready.reject)
    // A window that the page opened leads away from it; links go through the shell instead.
    else if (targetId !== this.#target && !url.startsWith('devtools:')) this.#ask('Target.closeTarget', { targetId })
  }

  async #show(targetId: string): Promise<void> {
    this.#target = targetId
    const { sessionId } = await this.#cdp.call('Target.attachToTarget', { targetId, flatten: true })
    this.#session = sessionId as string
    await this.#cdp.call('Page.enable', {}, this.#session)
    await this.#cdp.call('Page.navigate', { url: this.#url }, this.#session)
    this.ready.resolve()
  }

  #follow({ url, parentId }: { url: string; parentId?: string }): void {
    const { origin } = new URL(this.#url)
    if (parentId === undefined && url !== blank && URL.parse(url)?.origin !== origin)
      this.#ask('Page.navigate', { url: `${origin}/` }, this.#session)
  }

  /** Remembers where the window is. */
  async look(): Promise<void> {
    const { bounds } = await this.#cdp.call('Browser.getWindowForTarget', { targetId: this.#target })
    const { left: x, top: y, width, height, windowState } = bounds as Record<string, unknown>
    if (windowState === 'minimized') return
    const full = windowState !== 'normal'
    const now = full ? { ...readPlacement(this.#statePath), maximized: true } : toPlacement({ x, y, width, height })
    const text = JSON.stringify(now)
    if (now && text !== this.#seen) savePlacement(this.#statePath, now)
    this.#seen = text
  }

  async raise(): Promise<void> {
    const { windowId, bounds } = await this.#cdp.call('Browser.getWindowForTarget', { targetId: this.#target })
    if ((bounds as { windowState?: string }).windowState === 'minimized')
      await this.#cdp.call('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } })
    await this.#cdp.call('Page.bringToFront', {}, this.#session)
  }

  close(): void {
    this.#ask('Browser.close')
  }
}

/** Opens the window; rejects with NoWindow where the browser does not come up. */
export async function openChromium(program: string, url: Address, statePath: string): Promise<WindowHandle> {
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0
  const args = chromiumArguments(profileFor(program, statePath), readPlacement(statePath), isRoot)
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] })
  const [, , , to, from] = child.stdio
  const page = new Page(to as Writable, from as Readable, addressOf(url), statePath)
  const { promise: closed, resolve: isClosed } = Promise.withResolvers<undefined>()
  const looking = setInterval(() => void page.look().catch(() => {}), lookEvery)
  looking.unref()
  const end = (why: string) => {
    clearInterval(looking)
    clearTimeout(timer)
    isClosed(undefined)
    page.ready.reject(new NoWindow(why))
  }
  const kill = () => void child.kill('SIGKILL')
  const timer = setTimeout(kill, patience)
  child.on('error', (error) => end(error.message))
  child.on('exit', (code, signal) => end(`${program} ended with ${signal ?? code}.`))
  await page.ready.promise
  clearTimeout(timer)

  const close = () => {
    // Where it is first, and then away; one that does not listen is ended.
    void page
      .look()
      .catch(() => {})
      .finally(() => page.close())
    setTimeout(kill, 3000).unref()
  }
  return { kind: 'chromium', raise: () => void page.raise().catch(() => {}), close, closed }
}
