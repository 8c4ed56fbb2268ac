// The list of calls in a real browser on a real sidecar: gone through by keyboard, found again, shown in full, acted on.
import fs from 'node:fs'
import path from 'node:path'
import { type Browser, type Page as BrowserPage, chromium } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needs } from '../servers/apt.ts'
import { cleanUp, keyOf, openPage, type Page, startShell, until } from './shellprocess.ts'

const hasChromium = process.platform === 'linux' && needs(['chromium'])
const MANY = process.env.STEWARD_FULL ? 10_000 : 600
// One pixel.
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
// A tool of the user's own that takes its time and tells how far it is.
const SLOW = `import { defineTool, z } from 'steward'
export default defineTool({
  name: 'slow_walk',
  summary: 'Walk slowly.',
  category: 'custom',
  input: z.object({ steps: z.number() }),
  output: z.object({}),
  effects: {},
  labels: { trust: 'own', secrecy: 'public' },
  examples: [{ steps: 1 }],
  async run({ steps }, _ports, { progress, clock }) {
    for (let step = 1; step <= steps; step++) {
      progress('Step ' + step)
      await clock.sleep(200)
    }
    return {}
  },
})
`

let browser: Browser
let page: BrowserPage
let wire: Page
let session: string
const calls: Record<string, string> = {}

const ask = async (method: string, params: object): Promise<Record<string, never>> => {
  const { result, error } = await wire.call(method, params)
  if (error) throw new Error(error.message)
  return result as unknown as Record<string, never>
}
const run = async (tool: string, input: object, more: object = {}): Promise<string> =>
  (await ask('tool/call', { tool, input, session, ...more })).callId as unknown as string

async function allowTool(home: string): Promise<void> {
  const folder = path.join(home, 'config', 'tools')
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(folder, 'slow_walk.ts'), SLOW)
  await run('reload_tools', {})
  const { approvals } = (await ask('approval/list', {})) as unknown as { approvals: { id: string; hash: string }[] }
  for (const { id, hash } of approvals) await ask('approval/decide', { id, hash, decision: 'allow' })
}

beforeAll(async () => {
  if (!hasChromium) return
  const shell = await startShell()
  const key = await keyOf(shell)
  wire = await openPage(shell.port, key, 'filler')
  session = (await ask('session/open', { name: 'Work', root: shell.home })).id as unknown as string
  await allowTool(shell.home)
  await run('json_stringify', { value: 1 })
  calls.failed = await run('json_parse', { text: '{,}' })
  for (let at = 0; at < MANY; at += 100)
    await Promise.all(Array.from({ length: 100 }, (_, each) => run('base64_encode', { text: `number ${at + each}` })))
  calls.picture = await run('base64_decode', { base64: PNG })
  calls.note = await run('quick_note', { text: 'Water the ficus' })
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
  page = await browser.newPage({ viewport: { width: 1200, height: 800 }, locale: 'en-GB' })
  await page.addInitScript((given) => sessionStorage.setItem('steward.key', given), key)
  await page.goto(`http://127.0.0.1:${shell.port}/#/activity`)
  await page.waitForSelector('[role=option]')
})

afterAll(async () => {
  await browser?.close()
  await cleanUp()
})

// The page's own names are unknown here, so what runs in it is text.
const open = (callId: string | undefined) => page.evaluate(`location.hash = '#/activity/${callId}'`)
const list = () => page.locator('[role=listbox]')
const active = (): Promise<{ at: number; of: number; text: string }> =>
  page.evaluate(`(() => {
    const id = document.querySelector('[role=listbox]').getAttribute('aria-activedescendant')
    const row = document.getElementById(id)
    return { at: Number(row?.ariaPosInSet), of: Number(row?.ariaSetSize), text: row?.textContent ?? '' }
  })()`)
const texts = () => page.locator('[role=option]').allTextContents()
const details = () => page.locator('.details')

describe.skipIf(!hasChromium)('the calls', () => {
  test('[activity.list] are gone through by keyboard to the oldest, with only what is seen drawn', async () => {
    await list().focus()
    expect(await active()).toMatchObject({ at: 1, of: -1 })
    await page.keyboard.press('ArrowDown')
    expect((await active()).at).toBe(2)
    await page.keyboard.press('PageDown')
    expect((await active()).at).toBeGreaterThan(6)
    const end = await until('the oldest call', async () => {
      await page.keyboard.press('End')
      const now = await active()
      return now.at === now.of ? now : undefined
    })
    expect(end).toMatchObject({ at: MANY + 5, of: MANY + 5 })
    expect(end.text).toContain('reload_tools')
    expect((await texts()).length).toBeLessThan(60)
    await page.keyboard.press('Home')
    expect((await active()).text).toContain('Water the ficus')
  })

  test('[activity.list] keep their place on the screen when newer ones come on top', async () => {
    const box = list()
    await box.evaluate((element) => {
      element.scrollTop = 60 * 200 + 7
    })
    const first = () =>
      box.evaluate((element) => {
        const { top } = element.getBoundingClientRect()
        const rows = [...element.querySelectorAll('[role=option]')].map((row) => ({
          id: row.id,
          at: Number(row.getAttribute('aria-posinset')),
          y: row.getBoundingClientRect().top - top,
        }))
        return rows.filter(({ y }) => y >= 0).sort((a, b) => a.y - b.y)[0]
      })
    const before = await until('rows there', first)
    await run('quick_note', { text: 'On top' })
    const after = await until('the new call', async () => {
      const now = await first()
      return now && now.at > before.at ? now : undefined
    })
    expect(after).toEqual({ ...before, at: before.at + 1 })
  })

  test('[activity.find] are found by state and by tool, however old they are', async () => {
    await page.reload()
    await page.waitForSelector('[role=option]')
    await page.getByRole('button', { name: 'Failed', exact: true }).click()
    expect(await until('one row', async () => ((await texts()).length === 1 ? texts() : undefined))).toEqual([
      expect.stringContaining('json_parse'),
    ])
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await page.getByRole('searchbox').fill('stringify')
    expect(await until('one row', async () => ((await texts()).length === 1 ? texts() : undefined))).toEqual([
      expect.stringContaining('json_stringify'),
    ])
    await page.getByRole('searchbox').fill('no such tool')
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByText('Water the ficus').waitFor()
  })

  test('[activity.detail] show why they failed and what to do', async () => {
    await open(calls.failed)
    await details().getByText('BAD_INPUT').waitFor()
    expect(await details().textContent()).toMatch(/Not JSON.*Session.?Work/)
  })

  test('[activity.detail] show a picture that they brought, and save it', async () => {
    await open(calls.picture)
    const picture = details().locator('img')
    await picture.waitFor()
    const width = `(async (image) => (await image.decode(), image.naturalWidth))(document.querySelector('.details img'))`
    expect(await page.evaluate(width)).toBe(1)
    const saving = page.waitForEvent('download')
    await details().getByRole('button', { name: /^Save/ }).click()
    expect(fs.readFileSync(await (await saving).path()).toString('base64')).toBe(PNG)
  })

  test('[activity.detail] are taken back from their page', async () => {
    await open(calls.note)
    await details().getByRole('button', { name: 'Undo' }).click()
    await details().getByText('Taken back, see how').click()
    await details().getByText('the call that it took back').waitFor()
    expect(await ask('call/show', { callId: calls.note ?? '' })).toHaveProperty('undoneBy')
  })

  test('[activity.detail] that run tell how far they are, and are cancelled', async () => {
    const callId = await run('slow_walk', { steps: 150 }, { wait: false })
    await open(callId)
    await details().getByText('Running').waitFor()
    await details()
      .getByText(/^Step \d+$/)
      .waitFor()
    await page.locator('[role=option]', { hasText: 'Step' }).waitFor()
    await details().getByRole('button', { name: 'Cancel this call' }).click()
    await details().getByText('Failed').waitFor()
    expect(await ask('call/show', { callId })).toMatchObject({ state: 'failed' })
  })

  test('[activity.detail] that wait are cancelled', async () => {
    const callId = await run('sleep', { ms: 3_600_000 }, { wait: false })
    await open(callId)
    await details().getByText('Waiting', { exact: true }).waitFor()
    await details().getByRole('button', { name: 'Cancel this call' }).click()
    await details().getByText('Failed').waitFor()
  })

  test('[activity.detail] take the place of the list where there is no room for both', async () => {
    await page.setViewportSize({ width: 900, height: 600 })
    await open(calls.failed)
    await details().getByText('BAD_INPUT').waitFor()
    expect(await list().isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Back' }).click()
    await until('the list', async () => (await list().isVisible()) || undefined)
    const focused = () => page.evaluate(`document.activeElement.id === 'activity-list'`)
    await until('the focus in the list', async () => (await focused()) || undefined)
  })
})
