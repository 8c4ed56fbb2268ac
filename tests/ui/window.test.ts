// Windows on a real X server: what can be seen on it, and what is left when one is gone.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readPlacement } from '../../ui/shell/geometry.ts'
import type { WindowHandle, WindowKind } from '../../ui/shell/handle.ts'
import { openWindow } from '../../ui/shell/window.ts'
import { needs } from '../servers/apt.ts'
import { type Screen, type Site, startScreen, startSite, until } from './screen.ts'

const linux = process.platform === 'linux'
const hasX = linux && needs(['xvfb', 'imagemagick', 'xdotool'])
const hasView = hasX && needs(['libwebkit2gtk-4.1-0'])
const hasChromium = hasX && needs(['chromium'])

const blue = '#3366CC'
const green = '#33CC66'

let screen: Screen
let state: string
const sites: Site[] = []
const handles: WindowHandle[] = []

beforeAll(async () => {
  if (!hasX) return
  screen = await startScreen()
  process.env.DISPLAY = screen.display
  state = mkdtempSync(join(tmpdir(), 'steward-window-'))
})

afterEach(async () => {
  for (const handle of handles.splice(0)) {
    handle.close()
    await handle.closed
  }
  for (const site of sites.splice(0)) site.close()
  rmSync(join(state, 'window.json'), { force: true })
})

afterAll(async () => {
  await screen?.close()
  if (state) rmSync(state, { recursive: true, force: true, maxRetries: 5 })
})

async function site(colour: string, body?: string): Promise<Site> {
  const made = await startSite(colour, body)
  sites.push(made)
  return made
}

async function open(kind: WindowKind, url: string, folder = state): Promise<WindowHandle> {
  const notes: string[] = []
  const handle = await openWindow({ url, statePath: folder, kinds: [kind], onNote: (line) => notes.push(line) }).catch(
    (error) => Promise.reject(new Error(notes.join('\n'), { cause: error })),
  )
  handles.push(handle)
  return handle
}

const place = (value: object) => writeFileSync(join(state, 'window.json'), JSON.stringify(value))
const at = (x: number, y: number, colour: string) =>
  until(
    () => screen.colourAt(x, y),
    (seen) => seen === colour,
  )
const windows = () => {
  try {
    return screen.tool('search', '--onlyvisible', '--name', '^Steward').split('\n')
  } catch {
    return []
  }
}

/** Command lines of all processes that are there. */
const commandLines = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [readFileSync(`/proc/${name}/cmdline`, 'utf8')]
      } catch {
        return []
      }
    })

/** The processes that one started, as long as it is there: other windows on this computer are not its own. */
const childrenOf = (pid: number | undefined): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)

const kinds = [
  ['webview', hasView],
  ['chromium', hasChromium],
] as const

for (const [kind, isThere] of kinds)
  describe.runIf(isThere)(`a window by ${kind}`, () => {
    test('[window.opens] shows the page where and as large as it was, and its address is on no command line', async () => {
      place({ width: 1000, height: 700, x: 120, y: 90 })
      const page = await site(blue)
      const handle = await open(kind, page.url)
      expect(handle.kind).toBe(kind)
      expect(await at(600, 500, blue)).toBe(blue)
      expect(screen.colourAt(60, 500)).toBe('#000000')
      expect(screen.colourAt(1180, 500)).toBe('#000000')
      expect(commandLines().filter((line) => line.includes('one-time'))).toEqual([])
      if (process.env.STEWARD_PICTURES) screen.picture(join(process.env.STEWARD_PICTURES, `${kind}.png`))
    })

    test('[window.remembers] remembers its new size and place', async () => {
      place({ width: 1000, height: 700, x: 120, y: 90 })
      const handle = await open(kind, (await site(blue)).url)
      await at(600, 500, blue)
      const [id = ''] = windows()
      screen.tool('windowsize', '--sync', id, '950', '650')
      screen.tool('windowmove', '--sync', id, '40', '50')
      await at(60, 600, blue)
      handle.close()
      await handle.closed
      expect(readPlacement(state)).toEqual({ width: 950, height: 650, x: 40, y: 50 })
    })

    test('[window.raise] comes to the front when it is raised', async () => {
      place({ width: 1000, height: 700, x: 120, y: 90 })
      const first = await open(kind, (await site(blue)).url)
      expect(await at(600, 500, blue)).toBe(blue)
      const other = mkdtempSync(join(tmpdir(), 'steward-window-'))
      try {
        writeFileSync(join(other, 'window.json'), JSON.stringify({ width: 1000, height: 700, x: 120, y: 90 }))
        const second = await open(kind, (await site(green)).url, other)
        expect(await at(600, 500, green)).toBe(green)
        first.raise()
        expect(await at(600, 500, blue)).toBe(blue)
        second.close()
        await second.closed
      } finally {
        rmSync(other, { recursive: true, force: true, maxRetries: 5 })
      }
    })

    test('[window.closes] closing it takes it off the screen and tells who opened it', async () => {
      const handle = await open(kind, (await site(blue)).url)
      expect(await until(windows, (found) => found.length > 0)).toHaveLength(1)
      handle.close()
      await handle.closed
      expect(await until(windows, (found) => found.length === 0)).toEqual([])
    })

    test('[window.no-orphan] no window outlives a shell that was killed', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'steward-orphan-'))
      const page = await site(green)
      const program = join(import.meta.dirname, '..', 'fixtures', 'opener.ts')
      const opener = spawn(process.execPath, [program, kind, page.url, folder], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      try {
        await once(opener.stdout, 'data')
        expect(await until(windows, (found) => found.length > 0)).toHaveLength(1)
        const children = childrenOf(opener.pid)
        expect(children.length).toBeGreaterThan(0)
        opener.kill('SIGKILL')
        expect(await until(windows, (found) => found.length === 0)).toEqual([])
        const left = () => [
          ...children.filter((pid) => existsSync(`/proc/${pid}`)),
          ...commandLines().filter((line) => line.includes(folder)),
        ]
        expect(await until(left, (found) => found.length === 0)).toEqual([])
      } finally {
        opener.kill('SIGKILL')
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      }
    })

    test('[window.stays] a link that leads away leads nowhere', async () => {
      place({ width: 1000, height: 700, x: 120, y: 90 })
      const away = await site(green)
      const half = (side: string, href: string) =>
        `<a href="${href}" style="position:fixed;${side}:0;width:50%;height:100%"></a>`
      const page = await site(blue, half('left', away.url) + half('right', '/own'))
      await open(kind, page.url)
      expect(await at(600, 500, blue)).toBe(blue)
      screen.tool('mousemove', '300', '500', 'click', '1')
      await new Promise((resolve) => setTimeout(resolve, 1500))
      if (kind === 'webview') expect(away.asked).toEqual([])
      expect(await at(600, 500, blue)).toBe(blue)
      // The same click on a link of our own does lead on, so the first was a click.
      screen.tool('mousemove', '900', '500', 'click', '1')
      expect(await until(() => page.asked.includes('/own'), Boolean)).toBe(true)
    })

    test('[window.stays] a page that goes elsewhere is brought back', async () => {
      const away = await site(green)
      const page = await site(blue, `<meta http-equiv="refresh" content="0;url=${away.url}">`)
      await open(kind, page.url)
      const homecomings = () => page.asked.filter((path) => path === '/').length
      expect(await until(homecomings, (count) => count > 1)).toBeGreaterThan(1)
      expect(away.asked).not.toEqual([])
    })
  })

describe.runIf(hasView)('a web view', () => {
  test('[window.remembers] a place that is on no screen is not gone back to', async () => {
    place({ width: 1000, height: 700, x: 9000, y: 4000 })
    await open('webview', (await site(blue)).url)
    expect(await until(windows, (found) => found.length === 1)).toHaveLength(1)
    const shown = () => screen.tool('getwindowgeometry', windows()[0] ?? '')
    expect(shown()).not.toContain('9000')
    expect(await at(600, 500, blue)).toBe(blue)
  })
})

describe.runIf(hasX)('where no window comes up', () => {
  test('[window.none] it says so, and what to do instead', async () => {
    const before = process.env.PATH
    process.env.PATH = '/nowhere'
    try {
      const opening = openWindow({ url: 'http://127.0.0.1:1/', statePath: state, kinds: ['browser'] })
      await expect(opening).rejects.toMatchObject({ code: 'UNAVAILABLE', hint: expect.stringContaining('--headless') })
    } finally {
      process.env.PATH = before
    }
  })
})
