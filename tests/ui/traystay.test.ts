// The whole program on a desktop with a tray, and on one without: what is left when the window is closed.
import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openClient } from '../../sidecar/rpc/client.ts'
import { connectSocket } from '../../sidecar/rpc/socket.ts'
import { needs } from '../servers/apt.ts'
import { type Screen, startScreen } from './screen.ts'
import { cleanUp, isAlive, processTree, tempFolder, until } from './shellprocess.ts'
import { type Panel, startBus, startPanel, type TestBus, trayPackages } from './traybus.ts'

const hasDesktop =
  process.platform === 'linux' && needs(['xvfb', 'imagemagick', 'xdotool', 'libwebkit2gtk-4.1-0', ...trayPackages])

const main = join(import.meta.dirname, '..', '..', 'ui', 'shell', 'main.ts')
const running: ChildProcessByStdio<null, null, Readable>[] = []
/** Those of one test. */
const buses: { stop(): Promise<void> }[] = []
let screen: Screen
let bus: TestBus
let panel: Panel

beforeAll(async () => {
  if (!hasDesktop) return
  screen = await startScreen()
  bus = await startBus()
  panel = await startPanel(bus)
})

afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  for (const each of buses.splice(0)) await each.stop()
  await cleanUp()
})

afterAll(async () => {
  await panel?.stop()
  await bus?.stop()
  await screen?.close()
})

interface Started {
  child: ChildProcessByStdio<null, null, Readable>
  home: string
  env: NodeJS.ProcessEnv
  /** What was shown as a notification. */
  notices(): string
}

/** Starts the program with a window, and with a command for notifications that writes them down. */
function start(env: NodeJS.ProcessEnv, settings?: object): Started {
  const home = tempFolder()
  const notices = join(home, 'notices')
  writeFileSync(join(home, 'notify-send'), `#!/bin/sh\nprintf '%s\\n' "$@" >> '${notices}'\n`, { mode: 0o755 })
  writeFileSync(notices, '')
  if (settings) {
    mkdirSync(join(home, 'config'))
    writeFileSync(join(home, 'config', 'config.jsonc'), JSON.stringify(settings))
  }
  const { DBUS_SESSION_BUS_ADDRESS: _, XDG_RUNTIME_DIR: __, ...rest } = process.env
  const whole = { ...rest, ...env, STEWARD_HOME: home, DISPLAY: screen.display, PATH: `${home}:${process.env.PATH}` }
  const child = spawn(process.execPath, [main], { stdio: ['ignore', 'ignore', 'pipe'], env: whole })
  child.stderr.resume()
  running.push(child)
  return { child, home, env: whole, notices: () => readFileSync(notices, 'utf8') }
}

const windows = () => {
  try {
    return screen.tool('search', '--onlyvisible', '--name', '^Steward').split('\n')
  } catch {
    return []
  }
}
const aWindow = () => until('a window', () => windows()[0])
/** Whether a page is there and talks to the sidecar; the shell itself does so by a pipe. */
const hasPage = (home: string) => {
  const connected = new RegExp(` 03 +\\d+ ${join(home, 'state', 'steward.sock')}$`, 'm')
  return connected.test(readFileSync('/proc/net/unix', 'utf8'))
}
/** Closes it as a person would, who sees a page in it. */
const closeWindow = async ({ home }: Started) => {
  await until('a page', () => hasPage(home) || undefined)
  const script = join(import.meta.dirname, '..', 'fixtures', 'closewindow.py')
  execFileSync('/usr/bin/python3', [script, await aWindow()], { env: { ...process.env, DISPLAY: screen.display } })
  await until('no page', () => !hasPage(home) || undefined)
}
const noWindow = () => until('no window', () => windows().length === 0 || undefined)
const ends = ({ child }: Started) => until('its end', () => child.exitCode ?? undefined)
type Layout = [number, object, [number, { label: string }][]]
const label = (at: number): Promise<string | undefined> =>
  panel.ask({ do: 'layout' }).then(
    ({ layout }: { layout: Layout }) => layout[2][at]?.[1].label,
    () => undefined,
  )
const registered = async () => ((await panel.ask({ do: 'items' })) as string[]).length

describe.skipIf(!hasDesktop)('closing the last window', { timeout: 180_000 }, () => {
  test('[tray.stay] leaves Steward in the tray, from where it opens again, is stopped and quits', async () => {
    const before = await registered()
    const started = start(bus.env)
    await closeWindow(started)
    await noWindow()
    await until('a notice', () => started.notices().includes('Quit Steward') || undefined)
    expect(started.child.exitCode).toBe(null)
    expect(await registered()).toBe(before + 1)

    await panel.ask({ do: 'click', id: 3 })
    await until('STOP', async () => (await label(3)) === 'Let it go on' || undefined)
    await panel.ask({ do: 'click', id: 4 })
    await until('its release', async () => (await label(3)) === 'STOP everything' || undefined)

    await panel.ask({ do: 'activate' })
    await closeWindow(started)
    await noWindow()
    await panel.ask({ do: 'click', id: 1 })
    await aWindow()
    // Told once, however often it stays.
    expect(started.notices().split('Quit Steward')).toHaveLength(2)

    const tree = processTree(started.child.pid ?? 0)
    expect(tree.length).toBeGreaterThan(2)
    await panel.ask({ do: 'click', id: 5 })
    expect(await ends(started)).toBe(0)
    await until('no process of it', () => !tree.some(isAlive) || undefined)
  })

  test('[tray.item] the menu counts what waits for the user', async () => {
    const started = start(bus.env, { ui: { language: 'zh' } })
    await aWindow()
    await until('Chinese', async () => (await label(1)) === '没有等待您的问题' || undefined)
    const client = openClient(await connectSocket(join(started.home, 'state', 'steward.sock')))
    await client.initialize({ name: 'test' })
    await client.call('tool/call', { tool: 'set_env', input: { name: 'GREETING', value: 'hello' } })
    await until('one question', async () => (await label(1)) === '有 1 个问题等待您回答' || undefined)
    await client.close()
  })

  test('[tray.stay] [tray.none] without a bus, or where the user wants no tray, it ends', async () => {
    for (const [env, settings] of [[{}, undefined] as const, [bus.env, { ui: { tray: false } }] as const]) {
      const before = await registered()
      const started = start(env, settings)
      await closeWindow(started)
      expect(await ends(started)).toBe(0)
      expect(started.notices()).toBe('')
      expect(await registered()).toBe(before)
    }
  })

  test('[tray.none] a bus that goes away takes nothing with it', async () => {
    const own = await startBus()
    const ownPanel = await startPanel(own)
    buses.push(own, ownPanel)
    const started = start(own.env)
    await closeWindow(started)
    await noWindow()
    await until('a notice', () => started.notices() !== '' || undefined)
    await own.stop()
    await ownPanel.stop()
    // Another start finds it and brings its window back; with no tray, that window is the last of it.
    const second = spawn(process.execPath, [main], { stdio: 'ignore', env: started.env })
    expect(await once(second, 'exit')).toEqual([0, null])
    await closeWindow(started)
    expect(await ends(started)).toBe(0)
  })
})
