// The process that holds the system's web view. It is one of its own because the view needs the main thread, brings a
// browser engine into its memory, and must be able to fall over without the shell. It takes its orders from the channel
// to its parent and ends when that closes, so no window outlives the shell.
//
// The address with its one-time token comes over that channel: a command line can be read by every user of the computer.
import { Application, type BrowserWindow, type Webview } from 'webview-napi'
import { type Area, isOnScreen, type Placement, toPlacement } from './geometry.ts'
import { drawIcon } from './icon.ts'

export type Order = { open: { url: string; placement: Placement } } | 'raise' | 'close'
export type Report = 'ready' | { placement: Placement }

// The package declares these as a const enum, which code that is only stripped of its types has no values of.
const closeRequested = 0
const destroyed = 2
const icon = 64

// Runs before every page, in a world that its content policy does not bind. It tells where the window is, for the view
// has no event for that, and stops what would lead away: links (the page hands those to the shell) and dropped files.
const preload = `(() => {
  if (window !== window.top) return
  const home = location.origin
  const tell = () => window.ipc.postMessage(JSON.stringify({
    origin: home, x: screenX, y: screenY, innerWidth, innerHeight, outerWidth, outerHeight,
    screen: { x: screen.availLeft ?? 0, y: screen.availTop ?? 0, width: screen.availWidth, height: screen.availHeight },
  }))
  for (const name of ['resize', 'focus', 'blur', 'steward-tell']) addEventListener(name, tell)
  addEventListener('click', (event) => {
    const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement)
    if (link && link.origin !== home) event.preventDefault()
  }, true)
  const drop = (event) => {
    const kinds = event.dataTransfer?.types ?? []
    if (kinds.includes('Files') || kinds.includes('text/uri-list')) event.preventDefault()
  }
  addEventListener('dragover', drop)
  addEventListener('drop', drop)
  tell()
})()`

const blank = '<!doctype html><meta name="color-scheme" content="light dark"><title>Steward</title>'

interface Told {
  origin: string
  screen: Area
  place: { x: number; y: number }
  outer: { width: number; height: number }
  inner: { width: number; height: number }
}

/** What a page said, where it makes sense: it may be any page. */
function toTold(message: string): Told | undefined {
  try {
    const { origin, screen, x, y, innerWidth, innerHeight, outerWidth, outerHeight } = JSON.parse(message)
    const numbers = [x, y, innerWidth, innerHeight, outerWidth, outerHeight]
    if (![...numbers, screen.x, screen.y, screen.width, screen.height].every(Number.isFinite)) return undefined
    const outer = { width: outerWidth, height: outerHeight }
    return { origin, screen, place: { x, y }, outer, inner: { width: innerWidth, height: innerHeight } }
  } catch {
    return undefined
  }
}

const report = (what: Report, then?: () => void) => process.send?.(what, () => then?.())

class View {
  readonly #app = new Application({ exitOnLastWindowClosed: false })
  readonly #url: string
  #window: BrowserWindow
  #page: Webview
  #placement: Placement
  /** What the frame adds to the page, measured once, before anybody can have zoomed. */
  #frame: { width: number; height: number } | undefined
  #isLoaded = false
  #isClosing = false

  constructor(url: string, placement: Placement) {
    this.#url = url
    this.#placement = placement
    this.#app.onEvent((_error, { event }) => {
      if (event === closeRequested) this.close()
      // The one that was put aside for lying off the screen is gone before there is a page.
      else if (event === destroyed && this.#isLoaded) process.exit(0)
    })
    ;[this.#window, this.#page] = this.#open()
    this.#pump()
  }

  /** Opens empty: where the window came to lie is known only then, and the token is good for one page. */
  #open(): [BrowserWindow, Webview] {
    const window = this.#app.createBrowserWindow({ title: 'Steward', ...this.#placement })
    window.setCloseGuard(true)
    const page = window.createWebview({ html: blank, preload, incognito: true, clipboard: true, hotkeysZoom: true })
    page.onIpcMessage((_error, message) => this.#hear(page, message))
    return [window, page]
  }

  #hear(page: Webview, message: string): void {
    const told = toTold(message)
    if (told === undefined || page !== this.#page) return
    if (!this.#isLoaded) this.#load(told)
    else if (told.origin === new URL(this.#url).origin) this.#note(told)
    // Wherever this leads, it is not ours. The page kept its key, so it needs no token to come back; the pause is for
    // the view's own page of errors, which would lead here again at once.
    else setTimeout(() => page.loadUrl(new URL('/', this.#url).href), 500)
  }

  #load(told: Told): void {
    if (!isOnScreen({ ...this.#placement, ...told.place }, told.screen) && this.#placement.x !== undefined) {
      const { width, height } = this.#placement
      this.#placement = { width, height }
      const lost = this.#window
      ;[this.#window, this.#page] = this.#open()
      lost.close()
      return
    }
    const { outer, inner } = told
    this.#frame = { width: outer.width - inner.width, height: outer.height - inner.height }
    this.#isLoaded = true
    this.#window.setWindowIcon(drawIcon(icon), icon, icon)
    this.#page.loadUrl(this.#url)
  }

  #note({ place, outer }: Told): void {
    const frame = this.#frame ?? { width: 0, height: 0 }
    const size = { width: outer.width - frame.width, height: outer.height - frame.height }
    const { maximized: _, ...normal } = this.#placement
    // Of a window that fills the screen, the size to go back to is worth more than the size it has.
    const now = this.#window.isMaximized() ? { ...normal, maximized: true } : toPlacement({ ...size, ...place })
    if (now !== undefined) this.#placement = now
    report('ready')
    report({ placement: this.#placement })
  }

  raise(): void {
    this.#window.setMinimized(false)
    this.#window.setVisible(true)
    this.#window.focus()
  }

  /** Asks the page once more where the window is: moving it by its title alone tells nobody. */
  close(): void {
    if (this.#isClosing) return
    this.#isClosing = true
    if (this.#isLoaded) this.#page.evaluateScript("dispatchEvent(new Event('steward-tell'))")
    setTimeout(() => report({ placement: this.#placement }, () => process.exit(0)), 150)
  }

  /** Sixty times a second where somebody looks, else seldom: each turn costs a little, for as long as it is open. */
  #pump(): void {
    this.#app.pollEvents()
    setTimeout(() => this.#pump(), this.#isLoaded && !this.#window.isFocused() ? 50 : 12)
  }
}

let view: View | undefined

process.on('disconnect', () => process.exit(0))
process.on('message', (order: Order) => {
  if (order === 'raise') view?.raise()
  else if (order === 'close') view?.close()
  else view ??= new View(order.open.url, order.open.placement)
})
