// The icon in the tray of a Linux desktop, seen by a panel on a real bus.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { drawIcon } from '../../ui/shell/icon.ts'
import type { Action, TrayStatus } from '../../ui/shell/tray/menu.ts'
import type { Tray } from '../../ui/shell/tray/types.ts'
import { startTray } from '../../ui/shell/tray.ts'
import { needs } from '../servers/apt.ts'
import { until } from './shellprocess.ts'
import { type Panel, startBus, startPanel, type TestBus, trayPackages } from './traybus.ts'

const hasBus = process.platform === 'linux' && needs(trayPackages)

interface Item {
  [name: string]: unknown
  IconPixmap: [number, number, string][]
}
type Line = [number, Record<string, unknown>, never[]]
interface Menu {
  revision: number
  layout: [number, Record<string, unknown>, Line[]]
}

const quiet: TrayStatus = { waiting: 0, stopped: false, language: 'en' }
const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

async function aBus(address?: string): Promise<TestBus> {
  const bus = await startBus(address)
  ending.push(bus.stop)
  return bus
}

async function aPanel(bus: TestBus, ...args: string[]): Promise<Panel> {
  const panel = await startPanel(bus, ...args)
  ending.push(panel.stop)
  return panel
}

interface Icon {
  tray: Tray
  did: Action[]
  looked: number
  set(status: Partial<TrayStatus>): void
}

async function anIcon(bus: TestBus): Promise<Icon> {
  let status = quiet
  const icon = { did: [] as Action[], looked: 0 }
  const tray = await startTray(
    {
      icon: drawIcon,
      status: () => status,
      onAction: (action) => icon.did.push(action),
      onLook: () => icon.looked++,
    },
    'linux',
    bus.env,
  )
  if (tray === undefined) throw new Error('There is no tray.')
  ending.push(() => tray.close())
  return Object.assign(icon, {
    tray,
    set(next: Partial<TrayStatus>) {
      status = { ...status, ...next }
      tray.update()
    },
  })
}

const isShown = (icon: Icon) => until('an icon that is shown', async () => (await icon.tray.isShown()) || undefined)

const labels = async (panel: Panel) => {
  const { layout }: Menu = await panel.ask({ do: 'layout' })
  return layout[2].map(([id, { label, enabled, type }]) => (type === 'separator' ? '-' : [id, label, enabled]))
}

describe.skipIf(!hasBus)('a desktop with a tray', () => {
  test('[tray.item] shows the icon, point by point', async () => {
    const bus = await aBus()
    const panel = await aPanel(bus)
    const icon = await anIcon(bus)
    expect(await icon.tray.isShown()).toBe(true)
    const item: Item = await panel.ask({ do: 'properties' })
    expect(item).toMatchObject({ Id: 'steward', Title: 'Steward', Status: 'Active', Category: 'ApplicationStatus' })
    expect(item).toMatchObject({ ItemIsMenu: false, ToolTip: ['', [], 'Steward', 'Nothing waits for you'] })
    expect(item.IconPixmap.length).toBeGreaterThan(3)
    for (const [width, height, encoded] of item.IconPixmap) {
      expect(width).toBe(height)
      const [argb, rgba] = [Buffer.from(encoded, 'base64'), drawIcon(width)]
      const back = Buffer.alloc(argb.length)
      for (let at = 0; at < argb.length; at += 4) {
        argb.copy(back, at, at + 1, at + 4)
        back[at + 3] = argb[at] ?? 0
      }
      expect(back.equals(rgba)).toBe(true)
    }
  })

  test('[tray.item] has a menu that follows the state, in both languages', async () => {
    const bus = await aBus()
    const panel = await aPanel(bus)
    const icon = await anIcon(bus)
    expect(await labels(panel)).toEqual([
      [1, 'Open Steward', true],
      [2, 'Nothing waits for you', false],
      '-',
      [3, 'STOP everything', true],
      '-',
      [5, 'Quit Steward', true],
    ])
    const before: Menu = await panel.ask({ do: 'layout' })
    icon.set({ waiting: 1 })
    expect((await labels(panel))[1]).toEqual([2, '1 question waits', true])
    icon.set({ waiting: 12, stopped: true, language: 'zh' })
    expect(await labels(panel)).toEqual([
      [1, '打开 Steward', true],
      [2, '有 12 个问题等待您回答', true],
      '-',
      [4, '继续运行', true],
      '-',
      [5, '退出 Steward', true],
    ])
    expect(await panel.ask({ do: 'heard' })).toEqual(['LayoutUpdated', 'NewToolTip', 'LayoutUpdated', 'NewToolTip'])
    const after: Menu = await panel.ask({ do: 'layout' })
    expect(after.revision).toBe(before.revision + 2)
    expect(await panel.ask({ do: 'look' })).toBe(false)
    expect(icon.looked).toBe(1)
  })

  test('[tray.item] its menu can be asked for in parts', async () => {
    const bus = await aBus()
    const panel = await aPanel(bus)
    await anIcon(bus)
    const { layout }: Menu = await panel.ask({ do: 'layout', depth: 0 })
    expect(layout).toEqual([0, { 'children-display': 'submenu' }, []])
    const one: Menu = await panel.ask({ do: 'layout', parent: 5, names: ['label'] })
    expect(one.layout).toEqual([5, { label: 'Quit Steward' }, []])
    expect(await panel.ask({ do: 'group', ids: [1, 999], names: ['label'] })).toEqual([[1, { label: 'Open Steward' }]])
    expect(await panel.ask({ do: 'property', id: 2, name: 'enabled' })).toBe(false)
    const described: string = await panel.ask({ do: 'introspect', path: '/' })
    expect(described).toContain('<node name="StatusNotifierItem"/>')
  })

  test('[tray.act] a click does what it says', async () => {
    const bus = await aBus()
    const panel = await aPanel(bus)
    const icon = await anIcon(bus)
    icon.set({ waiting: 3 })
    await panel.ask({ do: 'activate' })
    for (const id of [1, 2, 3]) await panel.ask({ do: 'click', id })
    await panel.ask({ do: 'clicks', ids: [5, 1] })
    expect(icon.did).toEqual(['open', 'open', 'waiting', 'stop', 'quit', 'open'])
  })

  test('[tray.act] what is not offered now does nothing', async () => {
    const bus = await aBus()
    const panel = await aPanel(bus)
    const icon = await anIcon(bus)
    // Nothing waits, nothing is stopped; a line, the root, and numbers of nothing.
    await panel.ask({ do: 'clicks', ids: [2, 4, 102, 0, -1, 77] })
    await panel.ask({ do: 'click', id: 5, event: 'hovered' })
    icon.set({ stopped: true })
    await panel.ask({ do: 'click', id: 3 })
    expect(icon.did).toEqual([])
    await panel.ask({ do: 'click', id: 4 })
    expect(icon.did).toEqual(['release'])
  })

  test('[tray.hostile] odd calls get errors', async () => {
    const bus = await aBus()
    const panel = await aPanel(bus)
    const icon = await anIcon(bus)
    const path = '/StatusNotifierItem'
    const properties = 'org.freedesktop.DBus.Properties'
    const item = 'org.kde.StatusNotifierItem'
    const says = async (call: object) =>
      panel.ask({ do: 'call', path, interface: item, ...call }).catch(({ message }: Error) => message.split('.').at(-1))
    expect(await says({ member: 'Explode' })).toBe('UnknownMethod')
    expect(await says({ member: 'constructor' })).toBe('UnknownMethod')
    expect(await says({ path: '/nowhere', member: 'Activate' })).toBe('UnknownObject')
    expect(await says({ interface: 'a.b', member: 'Activate' })).toBe('UnknownInterface')
    expect(await says({ member: 'Activate', signature: 's', args: ['x'] })).toBe('InvalidArgs')
    expect(await says({ member: 'Activate' })).toBe('InvalidArgs')
    const get = { interface: properties, member: 'Get', signature: 'ss' }
    expect(await says({ ...get, args: [item, 'toString'] })).toBe('UnknownProperty')
    expect(await says({ ...get, args: ['__proto__', 'Id'] })).toBe('UnknownInterface')
    const set = { interface: properties, member: 'Set', signature: 'ssv' }
    expect(await says({ ...set, args: [item, 'Id', 'mine'] })).toBe('PropertyReadOnly')
    expect(
      await says({
        path: '/StatusNotifierItem/Menu',
        interface: 'com.canonical.dbusmenu',
        member: 'GetProperty',
        signature: 'is',
        args: [9, 'x'],
      }),
    ).toBe('InvalidArgs')
    expect(await icon.tray.isShown()).toBe(true)
    expect(icon.did).toEqual([])
  })

  test('[tray.hostile] one who asks thousands of times and reads nothing, or sends megabytes, harms nobody', async () => {
    const bus = await aBus()
    const panel = await aPanel(bus)
    const icon = await anIcon(bus)
    expect(await panel.ask({ do: 'flood', times: 3000, size: 5_000_000 })).toBe('steward')
    expect(await panel.ask({ do: 'items' })).toHaveLength(1)
    expect(await icon.tray.isShown()).toBe(true)
  })

  test('[tray.again] is told of the icon again when its panel was restarted, or came late', async () => {
    const bus = await aBus()
    const icon = await anIcon(bus)
    expect(await icon.tray.isShown()).toBe(false)
    const first = await aPanel(bus)
    await isShown(icon)
    await first.stop()
    await until('no icon', async () => !(await icon.tray.isShown()) || undefined)
    const second = await aPanel(bus)
    await isShown(icon)
    const item: Item = await second.ask({ do: 'properties' })
    expect(item.Id).toBe('steward')
  })

  test('[tray.none] a watcher with nobody who shows anything is no tray', async () => {
    const bus = await aBus()
    const panel = await aPanel(bus, '--no-host')
    const icon = await anIcon(bus)
    expect(await panel.ask({ do: 'items' })).toHaveLength(1)
    expect(await icon.tray.isShown()).toBe(false)
  })

  test('[tray.none] [tray.again] a bus that goes away takes nothing with it, and is found again', async () => {
    const bus = await aBus()
    await aPanel(bus)
    const icon = await anIcon(bus)
    expect(await icon.tray.isShown()).toBe(true)
    const [address = ''] = bus.env.DBUS_SESSION_BUS_ADDRESS.split(',')
    await bus.stop()
    await until('no icon', async () => !(await icon.tray.isShown()) || undefined)
    icon.set({ waiting: 1 })
    mkdirSync(dirname(address.slice('unix:path='.length)), { recursive: true })
    const again = await aBus(address)
    const panel = await aPanel(again)
    await isShown(icon)
    expect((await labels(panel))[1]).toEqual([2, '1 question waits', true])
  })

  test('[tray.item] a bus with an abstract address is one too', async () => {
    const bus = await aBus(`unix:abstract=steward-test-${process.pid}`)
    expect(bus.env.DBUS_SESSION_BUS_ADDRESS).toMatch(/^unix:abstract=/)
    await aPanel(bus)
    const icon = await anIcon(bus)
    expect(await icon.tray.isShown()).toBe(true)
  })
})

test('[tray.none] where there is no bus there is no tray', async () => {
  const options = { icon: drawIcon, status: () => quiet, onAction: () => {} }
  expect(await startTray(options, 'linux', {})).toBe(undefined)
  const gone = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus;unix:abstract=steward-no-such-bus' }
  expect(await startTray(options, 'linux', gone)).toBe(undefined)
})
