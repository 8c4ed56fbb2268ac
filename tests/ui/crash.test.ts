// A window whose own process breaks down, on a real X server.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { needs } from '../servers/apt.ts'
import { type Screen, startScreen } from './screen.ts'
import { cleanUp, processTree, tempFolder, until } from './shellprocess.ts'

const hasDesktop =
  process.platform === 'linux' && needs(['xvfb', 'imagemagick', 'xdotool', 'libwebkit2gtk-4.1-0', 'chromium'])
const main = join(import.meta.dirname, '..', '..', 'ui', 'shell', 'main.ts')

describe.runIf(hasDesktop)('[shell.crash] a window that breaks down', () => {
  let screen: Screen

  beforeAll(async () => {
    screen = await startScreen()
  })
  afterEach(cleanUp)
  afterAll(() => screen?.close())

  const lineOf = (pid: number): string => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    } catch {
      return ''
    }
  }
  test('is opened again, the second time by a browser, and the reason is told', async () => {
    const { DBUS_SESSION_BUS_ADDRESS: _, ...rest } = process.env
    const home = tempFolder()
    const env = { ...rest, STEWARD_HOME: home, STEWARD_KEYCHAIN: 'off', DISPLAY: screen.display }
    const child = spawn(process.execPath, [main], { stdio: ['ignore', 'ignore', 'pipe'], env })
    let said = ''
    child.stderr.on('data', (chunk) => {
      said += chunk
    })
    const find = (part: string, other?: number) =>
      until(part, () => processTree(child.pid ?? 0).find((pid) => pid !== other && lineOf(pid).includes(part)))
    // Its place is kept once the page is there.
    const placed = join(home, 'state', 'window.json')
    const isReady = async () => {
      await until('a window', () => existsSync(placed) || undefined)
      rmSync(placed)
    }
    try {
      const first = await find('windowprocess')
      await isReady()
      process.kill(first, 'SIGSEGV')
      const second = await find('windowprocess', first)
      await isReady()
      process.kill(second, 'SIGKILL')
      await find('--user-data-dir')
      expect(said.match(/The window broke down/g)).toHaveLength(2)
      expect(child.exitCode).toBeNull()
    } finally {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    }
  })
})
