// The window by keys alone.
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../sidecar/rpc/client.ts'
import { asks, closeAll, closeWindows, denyAll, hasBrowser, type Steward, startSteward } from './browser.ts'

/** What has the focus, by its name or its text. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const one = document.activeElement === document.body ? undefined : document.activeElement
    return one?.getAttribute('aria-label') ?? one?.textContent ?? ''
  })

/** Goes on by Tab until something of this name has the focus. */
async function tabTo(page: Page, name: string | RegExp, key = 'Tab', most = 60): Promise<void> {
  const seen: string[] = []
  for (let at = 0; at < most; at++) {
    await page.keyboard.press(key)
    const now = await focused(page)
    if (typeof name === 'string' ? now === name : name.test(now)) return
    seen.push(now.slice(0, 40))
  }
  throw new Error(`${name} was not among ${seen.join(' | ')}`)
}

describe.runIf(hasBrowser)('[page.keyboard] by keys alone', () => {
  let steward: Steward
  let terminal: Client
  const stateOf = async (callId: string) => (await terminal.call('call/show', { callId })).state

  beforeAll(async () => {
    steward = await startSteward()
    terminal = await steward.connect()
  })
  afterEach(async () => {
    expect(await closeWindows()).toEqual([])
    await denyAll(terminal)
  })
  afterAll(closeAll)

  test('a question is found, read and allowed, from the ask bar to the answer', async () => {
    const callId = await asks(terminal, 'BY_KEYS')
    const page = await steward.open()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('approv')
    await page.getByRole('option', { name: 'Approvals' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('article', { name: 'Set BY_KEYS' }).waitFor()
    await expect.poll(() => focused(page)).toBe('Deny')
    await tabTo(page, 'Allow once')
    await page.locator('[data-unsteady]').waitFor({ state: 'detached' })
    expect(await stateOf(callId)).toBe('waiting')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing to decide').waitFor()
    await expect.poll(() => stateOf(callId)).toBe('done')
    await expect.poll(() => focused(page)).toBe('Approvals')
  })

  test('Enter, Space or any letter, wherever the focus starts, allows nothing', async () => {
    const ids = [await asks(terminal, 'STRAY_A'), await asks(terminal, 'STRAY_B', 'other')]
    const page = await steward.open('approvals')
    await page.getByRole('article').first().waitFor()
    await expect.poll(() => focused(page)).toMatch(/^(Deny|Tick all|)$/)
    for (const key of ['Enter', 'Enter', 'Space', 'a', 'y', 'Control+Enter', 'Shift+Enter', 'Enter'])
      await page.keyboard.press(key)
    await page.waitForTimeout(300)
    for (const id of ids) expect(['waiting', 'failed']).toContain(await stateOf(id))
  })

  test('Enter that was meant for another view answers no question that comes up meanwhile', async () => {
    const page = await steward.open('approvals')
    await page.getByText('Nothing to decide').waitFor()
    const before = await focused(page)
    const id = await asks(terminal, 'SURPRISE')
    await page.getByRole('article', { name: 'Set SURPRISE' }).waitFor()
    // What comes by itself does not take the focus.
    expect(await focused(page)).toBe(before)
    await page.keyboard.press('Enter')
    await page.waitForTimeout(200)
    expect(await stateOf(id)).toBe('waiting')
  })

  test('J, K, E and D go between questions, edit and deny', async () => {
    const first = await asks(terminal, 'KEYS_A')
    await terminal.call('tool/call', { tool: 'get_env', input: { names: ['A_TOKEN'], reveal: true } })
    const page = await steward.open('approvals')
    await expect.poll(() => focused(page)).toBe('Deny')
    const isIn = (at: number) =>
      page
        .getByRole('article')
        .nth(at)
        .evaluate((card) => card.contains(document.activeElement))
    await page.keyboard.press('j')
    expect([await isIn(0), await isIn(1)]).toEqual([false, true])
    await page.keyboard.press('k')
    expect(await isIn(0)).toBe(true)
    await page.locator('[data-unsteady]').first().waitFor({ state: 'detached' })
    await page.keyboard.press('e')
    await page.getByRole('dialog', { name: 'Change what will be done' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await isIn(0)).toBe(true)
    await page.locator('[data-unsteady]').first().waitFor({ state: 'detached' })
    await page.keyboard.press('d')
    await expect.poll(() => stateOf(first)).toBe('failed')
    // The focus is on the title of the next, where a key too many does nothing, and then on its safe choice.
    await expect.poll(() => isIn(0)).toBe(true)
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
    await tabTo(page, 'Deny', 'Tab', 3)
  })

  test('a dialog keeps the focus, and Escape gives it back to what opened it', async () => {
    await asks(terminal, 'TRAPPED')
    const page = await steward.open('approvals')
    await expect.poll(() => focused(page)).toBe('Deny')
    await tabTo(page, 'Allow for longer…')
    await page.locator('[data-unsteady]').waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    for (let at = 0; at < 12; at++) {
      await page.keyboard.press('Tab')
      const outside = await page.evaluate(
        () => document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
      )
      expect(outside).toBe(false)
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Allow for longer…')
  })

  test('every place is reached by Tab, STOP too, and what has the focus can be seen', async () => {
    const page = await steward.open()
    for (const name of ['Go to the content', /^Today/, /^Settings/, /^Ask bar/, 'Stop everything that is running']) {
      await tabTo(page, name)
      const outline = await page.evaluate(() => {
        const style = getComputedStyle(document.activeElement ?? document.body)
        return { style: style.outlineStyle, width: Number.parseFloat(style.outlineWidth), shadow: style.boxShadow }
      })
      expect((outline.style !== 'none' && outline.width >= 2) || outline.shadow !== 'none').toBe(true)
    }
  })
})
