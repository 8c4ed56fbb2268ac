// A window for the page: the system's web view, else an installed Chromium in app mode, else the default browser.
import { existsSync } from 'node:fs'
import { StewardError } from '../../sidecar/text/errors.ts'
import { findBrowser } from './browsers.ts'
import { openChromium } from './chromium.ts'
import { openPrivately } from './external.ts'
import { type Address, addressOf, NoWindow, type WindowHandle, type WindowKind } from './handle.ts'
import { openWebview } from './webview.ts'

export interface WindowOptions {
  /** With its one-time token. Better a function than a text: each try, and each raising of a browser, needs a new one. */
  url: Address
  /** The state folder: window.json, the profile of a browser, and what leads a browser to us lie there. */
  statePath: string
  onClosed?: () => void
  /** Which kinds to try, in this order. */
  kinds?: readonly WindowKind[]
  /** Why a kind was passed over, for the log. */
  onNote?: (line: string) => void
}

async function openBrowser(url: Address, statePath: string): Promise<WindowHandle> {
  await openPrivately(addressOf(url), statePath)
  const { promise: closed, resolve } = Promise.withResolvers<undefined>()
  // A tab can't be brought to the front from outside; a new one comes there by itself, if there is a token for it.
  const raise = () => void (typeof url === 'function' && openPrivately(url(), statePath).catch(() => {}))
  return { kind: 'browser', raise, close: () => resolve(undefined), closed }
}

const openers: Readonly<Record<WindowKind, (options: WindowOptions) => Promise<WindowHandle>>> = {
  webview: ({ url, statePath }) => openWebview(url, statePath),
  chromium: ({ url, statePath }) => {
    const program = findBrowser(process.platform, process.env, existsSync)
    if (program === undefined) throw new NoWindow('No Chromium, Chrome, Edge or Brave is installed.')
    return openChromium(program, url, statePath)
  },
  browser: ({ url, statePath }) => openBrowser(url, statePath),
}

const everyKind: readonly WindowKind[] = ['webview', 'chromium', 'browser']

/** Whether there is anything to open a window on. */
export const hasScreen = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean =>
  platform === 'win32' || platform === 'darwin' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)

const headless =
  'Start it with `steward open --headless` and open the address it prints in any browser of this computer.'

/** Opens the page in the first kind of window that comes up. */
export async function openWindow(options: WindowOptions): Promise<WindowHandle> {
  if (!hasScreen(process.platform, process.env))
    throw new StewardError('UNAVAILABLE', 'There is no screen to open a window on.', headless)
  for (const kind of options.kinds ?? everyKind) {
    try {
      const handle = await openers[kind](options)
      void handle.closed.then(() => options.onClosed?.())
      return handle
    } catch (thrown) {
      options.onNote?.(`No window by ${kind}: ${thrown instanceof Error ? thrown.message : thrown}`)
    }
  }
  throw new StewardError('UNAVAILABLE', 'No window could be opened.', headless)
}
