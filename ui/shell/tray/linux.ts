// The tray of Linux desktops: an item on the session's bus that the desktop's watcher is told of. Panels come and go, and
// so may the bus; the item is there again when they are.

import { busMenu, menuName } from './busmenu.ts'
import { busSockets } from './dbus/address.ts'
import { Bus, daemon } from './dbus/bus.ts'
import type { Incoming } from './dbus/message.ts'
import { itemName, itemPath, menuPath, trayItem } from './item.ts'
import type { Tray, TrayOptions } from './types.ts'

const watcherName = 'org.kde.StatusNotifierWatcher'
const watcher = { destination: watcherName, path: '/StatusNotifierWatcher' }
const again = 5000

/** The tray, unless there is no bus. */
export async function linuxTray(options: TrayOptions, env: NodeJS.ProcessEnv): Promise<Tray | undefined> {
  const tray = new BusTray(options, env)
  return (await tray.open()) ? tray : undefined
}

class BusTray implements Tray {
  readonly #options: TrayOptions
  readonly #env: NodeJS.ProcessEnv
  #bus: Bus | undefined
  #menu: ReturnType<typeof busMenu>
  #isRegistered = false
  #isClosed = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: TrayOptions, env: NodeJS.ProcessEnv) {
    this.#options = options
    this.#env = env
    this.#menu = busMenu(options)
  }

  /** Whether there is a bus; from then on it is looked for again whenever it is lost. */
  async open(): Promise<boolean> {
    const bus = await Bus.open(busSockets(this.#env)).catch(() => undefined)
    if (bus === undefined) return false
    if (this.#isClosed) bus.close()
    this.#bus = bus
    bus.objects.set(itemPath, trayItem(this.#options))
    bus.objects.set(menuPath, this.#menu.object)
    bus.onSignal = (signal) => this.#hear(signal)
    void bus.closed.then(() => this.#lost())
    const rule = `type='signal',sender='${daemon.destination}',member='NameOwnerChanged',arg0='${watcherName}'`
    await bus.call({ ...daemon, member: 'AddMatch', signature: 's', body: [rule] }).catch(() => bus.close())
    await this.#register()
    return true
  }

  /** Asked anew each time: a watcher may be there with no panel that shows anything. */
  async isShown(): Promise<boolean> {
    if (!this.#isRegistered) return false
    const found = await this.#bus
      ?.call({
        ...watcher,
        interface: 'org.freedesktop.DBus.Properties',
        member: 'Get',
        signature: 'ss',
        body: [watcherName, 'IsStatusNotifierHostRegistered'],
      })
      .catch(() => [])
    const [value] = found ?? []
    return typeof value === 'object' && 'value' in value && value.value === true
  }

  update(): void {
    const changed = { signature: 'ui', body: [this.#menu.next(), 0] }
    this.#bus?.signal({ path: menuPath, interface: menuName, member: 'LayoutUpdated', ...changed })
    this.#bus?.signal({ path: itemPath, interface: itemName, member: 'NewToolTip' })
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#bus?.close()
  }

  #hear({ sender, member, body }: Incoming): void {
    if (sender !== daemon.destination || member !== 'NameOwnerChanged') return
    const [name, , owner] = body()
    if (name !== watcherName) return
    this.#isRegistered = false
    if (owner !== '') void this.#register()
  }

  async #register(): Promise<void> {
    const bus = this.#bus
    if (bus === undefined) return
    const call = { ...watcher, interface: watcherName, member: 'RegisterStatusNotifierItem' }
    const isDone = await bus.call({ ...call, signature: 's', body: [bus.name] }).then(
      () => true,
      () => false,
    )
    if (isDone && bus === this.#bus) this.#isRegistered = true
  }

  #lost(): void {
    this.#bus = undefined
    this.#isRegistered = false
    if (this.#isClosed) return
    const retry = async () => {
      if (!(await this.open())) this.#lost()
    }
    this.#timer = setTimeout(() => void retry(), again).unref()
  }
}
