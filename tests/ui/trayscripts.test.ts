// The scripts that hold the icon on macOS and Windows, and the process around them.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { drawIcon } from '../../ui/shell/icon.ts'
import { lineTray, stateLine } from '../../ui/shell/tray/lines.ts'
import { macTray } from '../../ui/shell/tray/macos.ts'
import type { Action, TrayStatus } from '../../ui/shell/tray/menu.ts'
import { toPng } from '../../ui/shell/tray/png.ts'
import { windowsTray } from '../../ui/shell/tray/windows.ts'
import { needs } from '../servers/apt.ts'
import { fakeCocoa } from './cocoa.ts'
import { until } from './shellprocess.ts'

const status: TrayStatus = { waiting: 2, stopped: false, language: 'zh' }
const fixture = (name: string) => join(import.meta.dirname, '..', 'fixtures', name)

test('[tray.script] what a script is told is one line of ASCII', () => {
  const line = stateLine({ icon: drawIcon, status: () => status })
  expect(line).toMatch(/^[ -~]+\n$/)
  const { tip, icon, entries } = JSON.parse(line)
  expect(tip).toBe('Steward: 有 2 个问题等待您回答')
  expect(Buffer.from(icon, 'base64').subarray(1, 4).toString()).toBe('PNG')
  expect(entries.map(({ action }: { action: string }) => action)).toEqual(['open', 'waiting', '', 'stop', '', 'quit'])
})

test.skipIf(!(process.platform === 'linux' && needs(['imagemagick'])))('[tray.script] its picture is the icon', () => {
  const pixels = drawIcon(36)
  const input = toPng(pixels, 36)
  expect(execFileSync('convert', ['png:-', '-depth', '8', 'rgba:-'], { input }).equals(pixels)).toBe(true)
})

describe('the script of macOS', () => {
  const { program, args } = macTray()
  const script = args.at(-1) ?? ''

  test('[tray.script] is one argument of a program that is named in full', () => {
    expect(program).toBe('/usr/bin/osascript')
    expect(args.slice(0, -1)).toEqual(['-l', 'JavaScript', '-e'])
    expect(script).not.toMatch(/doShellScript|includeStandardAdditions|NSTask|eval|Function/)
  })

  test('[tray.script] shows what it is told, says what is chosen, and ends with its stdin', () => {
    const cocoa = fakeCocoa()
    cocoa.run(script)
    const line = stateLine({ icon: drawIcon, status: () => status })
    // In pieces, as a pipe may bring it.
    cocoa.feed(line.slice(0, 50))
    expect(cocoa.said).toEqual([])
    cocoa.feed(line.slice(50))
    expect(cocoa.tip).toBe('Steward: 有 2 个问题等待您回答')
    expect(cocoa.lines.map((each) => (each === '-' ? each : each.title))).toEqual([
      '打开 Steward',
      '有 2 个问题等待您回答',
      '-',
      '全部停止',
      '-',
      '退出 Steward',
    ])
    cocoa.choose('全部停止')
    cocoa.feed(stateLine({ icon: drawIcon, status: () => ({ ...status, stopped: true }) }))
    cocoa.choose('继续运行')
    expect(cocoa.said).toEqual(['ready\n', 'stop\n', 'ready\n', 'release\n'])
    cocoa.feed('')
    expect(cocoa.isOver).toBe(true)
  })
})

describe('the script of Windows', () => {
  const { program, args } = windowsTray({ SystemRoot: 'D:\\Windows' })
  const script = Buffer.from(args.at(-1) ?? '', 'base64').toString('utf16le')

  test('[tray.script] is one argument of a program that is named in full, which leaves stdin alone', () => {
    expect(program).toBe('D:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe')
    expect(args.slice(0, -1)).toEqual([
      ...['-NoProfile', '-NonInteractive', '-STA', '-InputFormat', 'None', '-EncodedCommand'],
    ])
    expect(args.at(-1)).toMatch(/^[A-Za-z0-9+/=]+$/)
  })

  test('[tray.script] is the same whatever is shown, and runs nothing that it is told', () => {
    expect(windowsTray({ SystemRoot: 'D:\\Windows' }).args).toEqual(args)
    expect(script).not.toMatch(/Invoke-Expression|iex|Start-Process|ScriptBlock|&\s*\$|"/i)
    expect(script).toMatch(/^[\n -~]+$/)
    for (const [open, close] of ['{}', '()', '[]']) {
      const count = (sign: string | undefined) => script.split(sign ?? '').length
      expect(count(open)).toBe(count(close))
    }
  })
})

describe('the process around a script', () => {
  let folder: string
  const files = () => [join(folder, 'told'), join(folder, 'words')]
  const told = () => readFileSync(join(folder, 'told'), 'utf8').trim().split('\n')
  const say = (words: string) => appendFileSync(join(folder, 'words'), words)
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'steward-tray-'))
    for (const file of files()) writeFileSync(file, '')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  async function start(now: () => TrayStatus = () => status) {
    const did: Action[] = []
    const program = { program: process.execPath, args: [fixture('trayscript.ts'), ...files()] }
    const tray = await lineTray(program, { icon: drawIcon, status: now, onAction: (action) => did.push(action) })
    return { tray, did }
  }

  test('[tray.act] hears what is chosen, and nothing that is not offered', async () => {
    const { tray, did } = await start()
    expect(await tray?.isShown()).toBe(true)
    say(`open\nrelease\nconstructor\n${'x'.repeat(500_000)}\n\nsto`)
    say('p\r\nquit\n')
    await until('three choices', () => did.length === 3 || undefined)
    expect(did).toEqual(['open', 'stop', 'quit'])
    tray?.close()
    await until('its end', () => told().at(-1) === 'end' || undefined)
    expect(await tray?.isShown()).toBe(false)
  })

  test('[tray.item] tells it every new state', async () => {
    let now = status
    const { tray } = await start(() => now)
    now = { waiting: 0, stopped: true, language: 'en' }
    tray?.update()
    await until('two states', () => told().length === 2 || undefined)
    expect(JSON.parse(told()[1] ?? '').tip).toBe('Steward: Stopped')
    tray?.close()
  })

  test('[tray.none] a program that is not there, or ends at once, is no tray', async () => {
    const options = { icon: drawIcon, status: () => status, onAction: () => {} }
    expect(await lineTray({ program: join(folder, 'missing'), args: [] }, options)).toBe(undefined)
    expect(await lineTray({ program: process.execPath, args: ['-e', ''] }, options)).toBe(undefined)
  })

  test('[tray.script] it ends with a shell that is killed', async () => {
    const child = spawn(process.execPath, [fixture('trayshell.ts'), fixture('trayscript.ts'), ...files()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await until('its end', () => told().at(-1) === 'end' || undefined)
  })
})
