// Reminders in the window: they come by themselves, over whatever is looked at, and stay until they are answered.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../sidecar/rpc/client.ts'
import { closeAll, closeWindows, hasBrowser, makeHome, type Steward, startSteward } from './browser.ts'

describe.runIf(hasBrowser)('a reminder in the window [window.reminders]', () => {
  let steward: Steward
  let terminal: Client
  const remind = (text: string, inMs: number) =>
    terminal.call('tool/call', {
      tool: 'set_reminder',
      input: { text, when: new Date(Date.now() + inMs).toISOString() },
    })
  const due = async () => (await terminal.call('reminder/list', {})).due.map(({ title }) => title)

  beforeAll(async () => {
    steward = await startSteward()
    terminal = await steward.connect()
  })
  afterEach(async () => {
    expect(await closeWindows()).toEqual([])
    for (const { id } of (await terminal.call('reminder/list', {})).due) await terminal.call('reminder/dismiss', { id })
  })
  afterAll(closeAll)

  test('comes by itself over any view, is counted, and dismissed', async () => {
    const page = await steward.open('policy')
    await remind('Stretch <i>now</i>', 1500)
    const card = page.getByRole('article', { name: 'Stretch <i>now</i>' })
    await card.waitFor()
    expect(await card.locator('i').count()).toBe(0)
    expect(
      await page
        .getByRole('link', { name: /^Tasks/ })
        .locator('.count')
        .textContent(),
    ).toBe('1')
    // It takes no focus and covers nothing: what is looked at is still there below it.
    expect(await page.evaluate(() => document.activeElement?.closest('.due'))).toBeNull()
    await card.getByRole('button', { name: /^Dismiss/ }).click()
    await card.waitFor({ state: 'detached' })
    expect(await due()).toEqual([])
    expect(await page.locator('.rail .count').count()).toBe(0)
  })

  test('is put off, and comes again at its time', async () => {
    const page = await steward.open('tasks')
    await remind('Tea is ready', 1200)
    const card = page.getByRole('article', { name: 'Tea is ready' })
    await card.waitFor()
    await card.getByRole('button', { name: /^10 min/ }).click()
    await card.waitFor({ state: 'detached' })
    await page.locator('.notice').getByText('“Tea is ready” comes again at').waitFor()
    const coming = page.getByRole('region', { name: /^Reminders to come/ })
    await coming.getByText('Tea is ready').waitFor()
    const [next] = (await terminal.call('reminder/list', {})).coming
    expect((next?.at ?? 0) - Date.now()).toBeGreaterThan(9 * 60_000)
  })

  test('is set by a line, and cancelled with the way back', async () => {
    const page = await steward.open('tasks')
    await page.getByRole('button', { name: 'Reminder', exact: true }).click()
    const line = page.locator('[data-quick="reminder"]')
    await line.fill('Call Bo in 3 hours')
    await page.getByRole('option').filter({ hasText: 'Call Bo' }).waitFor()
    await line.press('Enter')
    const coming = page.getByRole('region', { name: /^Reminders to come/ })
    await coming.getByText('Call Bo').waitFor()
    await coming.getByRole('button', { name: 'Cancel: Call Bo' }).click()
    await page.locator('.notice').getByText('Cancelled “Call Bo”.').waitFor()
    await coming.getByText('Call Bo').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await coming.getByText('Call Bo').waitFor()
  })

  test('that came while nothing ran is shown as missed, once Steward runs again', async () => {
    const other = makeHome()
    const first = await startSteward(other)
    const client = await first.connect()
    const when = new Date(Date.now() + 8000).toISOString()
    await client.call('tool/call', { tool: 'set_reminder', input: { text: 'Too late', when } })
    await first.stop()
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, Date.parse(when) + 500 - Date.now())))
    const second = await startSteward(other)
    const page = await second.open('today')
    const card = page.getByRole('article', { name: 'Too late' })
    await card.getByText('missed').waitFor()
    // Shown once: it is not among what needs the user as well.
    expect(await page.getByText('Too late', { exact: true }).count()).toBe(1)
    await card.getByRole('button', { name: /^Dismiss/ }).click()
    await card.waitFor({ state: 'detached' })
    await closeWindows()
    await second.stop()
  })
})
