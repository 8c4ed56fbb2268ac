// The windows of one shell. Each gets a token of its own; when the last one is closed, the program goes on in the tray, and
// is over where there is none.
import type { WindowHandle } from './handle.ts'
import type { Resident } from './resident.ts'
import type { LiveClient } from './sidecar.ts'

export interface DeskOptions {
  /** A fresh address, good for one page. */
  address(): string
  browser: boolean
  state: string
  client: LiveClient
  quit(): void
}

export interface Desk {
  /** Brings a window to the front, or opens one. */
  raise(): void
  close(): void
}

/** Opens the first window, and what belongs to a desktop. */
export async function openDesk({ address, browser, state, client, quit }: DeskOptions): Promise<Desk> {
  const { openWindow } = await import('./window.ts')
  const windows = new Set<WindowHandle>()
  const { promise: resident, resolve: setResident } = Promise.withResolvers<Resident>()
  let opening = false
  let isOver = false

  let crashes = 0
  const say = (line: string) => void process.stderr.write(`${line}\n`)

  async function open(): Promise<void> {
    if (opening) return
    opening = true
    try {
      const kinds = browser ? (['browser'] as const) : crashes > 1 ? (['chromium', 'browser'] as const) : undefined
      const window = await openWindow({ url: address, statePath: state, onNote: say, ...(kinds ? { kinds } : {}) })
      windows.add(window)
      void window.closed.then((why) => {
        windows.delete(window)
        return why === undefined || isOver ? leave() : again(why)
      })
    } finally {
      opening = false
    }
  }

  // The same kind once more, and another after that.
  async function again(why: string): Promise<void> {
    crashes++
    say(`The window broke down: ${why}`)
    await open().catch(({ message }: Error) => {
      say(message)
      return leave()
    })
  }

  const isEmpty = () => windows.size === 0 && !opening && !isOver
  async function leave(): Promise<void> {
    if (!isEmpty()) return
    const stays = await resident.then(({ stays }) => stays()).catch(() => false)
    // Somebody may have come back meanwhile.
    if (!stays && isEmpty()) quit()
  }

  const raise = () => {
    const last = [...windows].at(-1)
    if (last) last.raise()
    else
      open().catch(({ message }: Error) => {
        say(message)
        return leave()
      })
  }
  // Before there is a window: what came while nothing ran is told as soon as the sidecar is there.
  const { startNotifications } = await import('../../sidecar/ports/notifier/notify.ts')
  const settings = () => client.call('settings/get', {}).then((found) => found.settings)
  const notifications = startNotifications({ settings, onEvent: client.onEvent, raise })
  try {
    await open()
  } catch (thrown) {
    notifications.stop()
    throw thrown
  }
  const { startResident } = await import('./resident.ts')
  setResident(startResident({ client, state, open: raise, quit }))
  return {
    raise,
    close() {
      isOver = true
      notifications.stop()
      void resident.then((started) => started.close()).catch(() => {})
      for (const window of windows) window.close()
    },
  }
}
