// The parts of a window that need no screen.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findBrowser } from '../../ui/shell/browsers.ts'
import { chromiumArguments } from '../../ui/shell/chromium.ts'
import { openerFor, openPrivately, readsOurFiles } from '../../ui/shell/external.ts'
import { isOnScreen, readPlacement, savePlacement, toPlacement } from '../../ui/shell/geometry.ts'
import { drawIcon } from '../../ui/shell/icon.ts'
import { hasScreen } from '../../ui/shell/window.ts'

let state: string

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'steward-place-'))
})

afterEach(() => rmSync(state, { recursive: true, force: true }))

describe('[window.remembers] the place of a window', () => {
  const usual = { width: 1200, height: 800 }

  test('is what was saved, and nothing else is left in the folder', () => {
    const placement = { width: 1000, height: 700, x: -1300, y: 20, maximized: true }
    savePlacement(state, placement)
    expect(readPlacement(state)).toEqual(placement)
    expect(readdirSync(state)).toEqual(['window.json'])
  })

  test.each([
    ['nothing', ''],
    ['half a file', '{"width": 10'],
    ['no object', '[1, 2]'],
    ['text for numbers', '{"width": "1000", "height": "700"}'],
    ['no size', '{"x": 1, "y": 2}'],
    ['an endless window', '{"width": 1e9, "height": 700}'],
    ['one that is less than nothing', '{"width": -5, "height": 700}'],
  ])('is the usual one where the file holds %s', (_name, text) => {
    writeFileSync(join(state, 'window.json'), text)
    expect(readPlacement(state)).toEqual(usual)
  })

  test('is never smaller than can be used, and half a place is none', () => {
    expect(toPlacement({ width: 200, height: 100, x: 5 })).toEqual({ width: 900, height: 600 })
    expect(toPlacement({ width: 1000, height: 700, x: 1e9, y: 5 })).toEqual({ width: 1000, height: 700 })
  })

  test('is on a screen only if a hand can reach its title', () => {
    const screen = { x: 0, y: 0, width: 1400, height: 1000 }
    const at = (x: number, y: number) => isOnScreen({ width: 1000, height: 700, x, y }, screen)
    expect([at(0, 0), at(-850, 10), at(1290, 900)]).toEqual([true, true, true])
    expect([at(-950, 10), at(1350, 10), at(10, 990), at(10, -300), at(9000, 10)]).toEqual(Array(5).fill(false))
    expect(isOnScreen({ width: 1000, height: 700 }, screen)).toBe(true)
  })

  test('that can not be saved keeps nobody from anything', () => {
    savePlacement(join(state, 'missing'), usual)
    expect(readPlacement(join(state, 'missing'))).toEqual(usual)
  })
})

describe('an installed browser', () => {
  const among =
    (...paths: string[]) =>
    (path: string) =>
      paths.includes(path)

  test('is found in the path on Linux, a snap last and nothing by a relative path', () => {
    const env = { PATH: '/usr/local/bin:.:/usr/bin' }
    expect(findBrowser('linux', env, among('/usr/bin/chromium', '/snap/bin/chromium'))).toBe('/usr/bin/chromium')
    expect(findBrowser('linux', env, among('/usr/local/bin/brave'))).toBe('/usr/local/bin/brave')
    expect(findBrowser('linux', env, among('/snap/bin/chromium'))).toBe('/snap/bin/chromium')
    expect(findBrowser('linux', { PATH: '.:bin' }, (path) => !path.startsWith('/'))).toBeUndefined()
    expect(findBrowser('linux', {}, () => false)).toBeUndefined()
  })

  test('is found among the applications of macOS, also the user’s own', () => {
    const edge = '/Users/me/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'
    expect(findBrowser('darwin', { HOME: '/Users/me' }, among(edge))).toBe(edge)
  })

  test('is found among the programs of Windows', () => {
    const env = { 'ProgramFiles(x86)': 'C:\\Program Files (x86)' }
    const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'
    expect(findBrowser('win32', env, among(edge))).toBe(edge)
  })

  test('gives up its sandbox only where it would not start with it', () => {
    const placement = { width: 1000, height: 700 }
    expect(chromiumArguments('/p', placement, false)).not.toContain('--no-sandbox')
    expect(chromiumArguments('/p', placement, true)).toContain('--no-sandbox')
    expect(chromiumArguments('/p', { ...placement, x: 1, y: 2 }, false)).toContain('--window-position=1,2')
  })
})

describe('the default browser', () => {
  test('is asked by a program, with the address as one argument', () => {
    const address = 'https://example.org/?a=1&b=%41#c'
    expect(openerFor('linux', address)).toEqual(['xdg-open', [address]])
    expect(openerFor('darwin', address)).toEqual(['open', [address]])
    expect(openerFor('win32', address)).toEqual(['rundll32', ['url.dll,FileProtocolHandler', address]])
  })

  test('is handed a file only where it can read one of ours', () => {
    expect(['firefox.desktop', 'google-chrome.desktop', ''].map(readsOurFiles)).toEqual([true, true, true])
    expect(['firefox_firefox.desktop', 'org.mozilla.firefox.desktop'].map(readsOurFiles)).toEqual([false, false])
  })
})

describe.runIf(process.platform === 'linux')('[window.opens] in the default browser', () => {
  const path = process.env.PATH
  const url = 'http://127.0.0.1:5/#t=one-time</script>'

  afterEach(() => {
    process.env.PATH = path
  })

  /** Programs of these names, which write down what they were asked. */
  function install(scripts: Record<string, string>): () => string {
    process.env.PATH = `${state}:${path}`
    for (const [name, script] of Object.entries(scripts)) {
      writeFileSync(join(state, name), `#!/bin/sh\n${script}\n`)
      chmodSync(join(state, name), 0o755)
    }
    return () => readFileSync(join(state, 'log'), 'utf8').trim()
  }
  const note = () => `printf '%s' "$*" > '${join(state, 'log')}'`

  test('the address is in a file that only its owner can read', async () => {
    const asked = install({ 'xdg-open': note(), 'xdg-settings': 'echo firefox.desktop' })
    await openPrivately(url, state)
    expect(asked()).toMatch(/^file:.*open-[0-9a-f]{16}[.]html$/)
    const file = fileURLToPath(asked())
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toContain('location.replace("http://127.0.0.1:5/#t=one-time\\u003c/script>")')
  })

  test('that can read none of our files, it is handed over itself', async () => {
    const asked = install({ 'xdg-open': note(), 'xdg-settings': 'echo firefox_firefox.desktop' })
    await openPrivately(url, state)
    expect(asked()).toBe(url)
  })

  test('that is not there, it is said what to do', async () => {
    install({ 'xdg-open': 'exit 3', 'xdg-settings': 'exit 1' })
    const hint = expect.stringContaining('--headless')
    await expect(openPrivately(url, state)).rejects.toMatchObject({ code: 'UNAVAILABLE', hint })
  })
})

test('a screen is where the system says there is one', () => {
  expect(hasScreen('linux', {})).toBe(false)
  expect(hasScreen('linux', { DISPLAY: ':0' })).toBe(true)
  expect(hasScreen('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true)
  expect(hasScreen('darwin', {})).toBe(true)
})

test('the icon is a white tick on a ground with round corners', () => {
  const icon = drawIcon(64)
  const at = (x: number, y: number) => [...icon.subarray((y * 64 + x) * 4, (y * 64 + x) * 4 + 4)]
  expect(icon).toHaveLength(64 * 64 * 4)
  expect(at(0, 0)[3]).toBe(0)
  expect(at(32, 8)).toEqual([0x1f, 0x5f, 0x5b, 255])
  expect(at(27, 44)).toEqual([255, 255, 255, 255])
})
