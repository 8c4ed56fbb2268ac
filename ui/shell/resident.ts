// Steward without a window: as long as there is an icon in the tray to come back by, closing the last one does not end it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createNotifier } from '../../sidecar/ports/notifier/notifier.ts'
import { drawIcon } from './icon.ts'
import type { LiveClient } from './sidecar.ts'
import { type Action, stayingNotice } from './tray/menu.ts'
import { watchStatus } from './tray/status.ts'
import type { Tray } from './tray/types.ts'
import { startTray } from './tray.ts'

export interface ResidentOptions {
  client: LiveClient
  /** The state folder. */
  state: string
  /** Brings a window to the front, or opens one. */
  open(): void
  quit(): void
}

export interface Resident {
  /** Whether the program may go on with no window. The first time that it does, the user is told. */
  stays(): Promise<boolean>
  close(): void
}

interface Wishes {
  tray: boolean
  notifications: boolean
}

async function wishes(client: LiveClient): Promise<Wishes> {
  const { settings } = await client.call('settings/get', {})
  const { ui, notifications } = settings as { ui?: { tray?: boolean }; notifications?: boolean }
  return { tray: ui?.tray !== false, notifications: notifications !== false }
}

/** Puts an icon into the tray, if the user wants one and there is a place for it. */
export async function startResident({ client, state, open, quit }: ResidentOptions): Promise<Resident> {
  let tray: Tray | undefined
  const status = watchStatus(client, () => tray?.update())
  const notifier = createNotifier(open)
  const isWanted = () => wishes(client).catch(() => ({ tray: true, notifications: true }))
  // What can't be said to the sidecar is seen in the window.
  const acts: Readonly<Record<Action, () => void>> = {
    open,
    waiting: open,
    stop: () => void client.call('control/stop', {}).then(status.look, open),
    release: () => void client.call('control/release', {}).then(status.look, open),
    quit,
  }
  if ((await isWanted()).tray)
    tray = await startTray({
      icon: drawIcon,
      status: status.now,
      onAction: (action) => acts[action](),
      onLook: status.look,
    })
  return {
    async stays() {
      if (!(await tray?.isShown())) return false
      if ((await isWanted()).notifications && isFirst(state)) notifier.show(stayingNotice(status.now().language))
      return true
    },
    close() {
      status.stop()
      tray?.close()
      notifier.stop()
    },
  }
}

/** Whether this was never told before; from now on it was. */
function isFirst(state: string): boolean {
  try {
    writeFileSync(join(state, 'tray-told'), '', { flag: 'wx', mode: 0o600 })
    return true
  } catch {
    return false
  }
}
