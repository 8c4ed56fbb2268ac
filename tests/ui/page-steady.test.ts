// A press answers what stood under it when it was aimed, and nothing else.
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../sidecar/rpc/client.ts'
import { asks, closeAll, closeWindows, denyAll, hasBrowser, type Steward, startSteward } from './browser.ts'

describe.runIf(hasBrowser)('[page.steady] of several questions', () => {
  let steward: Steward
  let terminal: Client
  const stateOf = async (callId: string) => (await terminal.call('call/show', { callId })).state

  beforeAll(async () => {
    steward = await startSteward()
    terminal = await steward.connect()
  })
  afterEach(async () => {
    expect(await closeWindows()).toEqual([])
    await terminal.call('control/release', {})
    await denyAll(terminal)
  })
  afterAll(closeAll)

  /** Three questions of the same height, each in a session of its own, so that none is put with another. */
  async function three(): Promise<{ page: Page; ids: string[]; at: { x: number; y: number } }> {
    const ids: string[] = []
    for (const name of ['FIRST', 'OTHER', 'THIRD']) {
      const session = (await terminal.call('session/open', { name })).id
      ids.push((await terminal.call('tool/call', { tool: 'set_env', input: { name, value: 'x' }, session })).callId)
    }
    const page = await steward.open('approvals')
    await page.getByRole('article').nth(2).waitFor()
    await page.locator('[data-unsteady]').first().waitFor({ state: 'detached' })
    const allow = page.getByRole('article').first().getByRole('button', { name: 'Allow once' })
    await allow.scrollIntoViewIfNeeded()
    const box = await allow.boundingBox()
    if (!box) throw new Error('There is no button.')
    return { page, ids, at: { x: box.x + box.width / 2, y: box.y + box.height / 2 } }
  }
  const states = (ids: string[]) => Promise.all(ids.map(stateOf))
  /** Presses “Allow once” of the first question, wherever it is and whether or not it stands. */
  const pressFirst = async (page: Page) => {
    const box = await page.getByRole('article').first().getByRole('button', { name: 'Allow once' }).boundingBox()
    await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 10)
  }

  test('a double click allows one', async () => {
    const { page, ids, at } = await three()
    await page.mouse.dblclick(at.x, at.y, { delay: 20 })
    await expect.poll(() => states(ids)).toEqual(['done', 'waiting', 'waiting'])
    await page.waitForTimeout(300)
    expect(await states(ids)).toEqual(['done', 'waiting', 'waiting'])
  })

  test('two clicks one after the other at the same point allow one', async () => {
    const { page, ids, at } = await three()
    await page.mouse.click(at.x, at.y)
    await page.getByRole('article', { name: 'Set FIRST' }).waitFor({ state: 'detached' })
    await pressFirst(page)
    await page.waitForTimeout(300)
    expect(await states(ids)).toEqual(['done', 'waiting', 'waiting'])
    // Once it has stood, it is answered.
    await page.locator('[data-unsteady]').first().waitFor({ state: 'detached' })
    await pressFirst(page)
    await expect.poll(() => states(ids)).toEqual(['done', 'done', 'waiting'])
  })

  test('one that another client takes away under the pointer leaves the next unanswered', async () => {
    const { page, ids, at } = await three()
    await page.mouse.move(at.x, at.y)
    const [first] = (await terminal.call('approval/list', {})).approvals.filter(({ callId }) => callId === ids[0])
    await terminal.call('approval/decide', { id: first?.id ?? '', hash: first?.hash ?? '', decision: 'deny' })
    await page.getByRole('article', { name: 'Set FIRST' }).waitFor({ state: 'detached' })
    await page.getByText('Already denied from terminal').waitFor()
    await pressFirst(page)
    await page.waitForTimeout(300)
    expect(await states(ids)).toEqual(['failed', 'waiting', 'waiting'])
  })

  test('Enter twice on “Allow once” answers one', async () => {
    const { page, ids } = await three()
    await page.getByRole('article').first().getByRole('button', { name: 'Allow once' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('article', { name: 'Set FIRST' }).waitFor({ state: 'detached' })
    await page.locator('h2:focus').waitFor()
    await page.locator('[data-unsteady]').first().waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.waitForTimeout(300)
    expect(await states(ids)).toEqual(['done', 'waiting', 'waiting'])
    await page.getByText('Allowed: Set FIRST').waitFor()
  })

  test('none moves when one more is asked, so each can still be answered', async () => {
    const { page, ids, at } = await three()
    await asks(terminal, 'FOURTH')
    await page.getByRole('article', { name: 'Set FOURTH' }).waitFor()
    await page.mouse.click(at.x, at.y)
    await expect.poll(() => states(ids)).toEqual(['done', 'waiting', 'waiting'])
  })

  test('[page.stop] none can be allowed while STOP is set, and it says so; no is still no', async () => {
    const { page, ids } = await three()
    await terminal.call('control/stop', {})
    const card = page.getByRole('article', { name: 'Set FIRST' })
    await card.getByText('STOP is set: nothing can be allowed').waitFor()
    expect(await card.getByRole('button', { name: 'Allow once' }).isDisabled()).toBe(true)
    await card.getByRole('button', { name: 'Deny', exact: true }).click()
    await expect.poll(() => states(ids)).toEqual(['failed', 'waiting', 'waiting'])
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('article', { name: 'Set OTHER' }).getByRole('button', { name: 'Allow once' }).click()
    await expect.poll(() => states(ids)).toEqual(['failed', 'done', 'waiting'])
  })

  test('[page.stop] STOP is pressed in a dialog, in the palette and by its key, and a press too many does not lift it', async () => {
    const { page } = await three()
    const isStopped = async () => (await terminal.call('control/status', {})).stopped
    const stop = 'Stop everything that is running'
    await page.getByRole('article').first().getByRole('button', { name: 'Deny, and say why…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: stop }).dblclick()
    await expect.poll(isStopped).toBe(true)
    await page.getByRole('dialog').getByRole('button', { name: 'Go on' }).click()
    await page.waitForTimeout(200)
    expect(await isStopped()).toBe(true)
    await page.keyboard.press('Escape')
    await terminal.call('control/release', {})

    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('button', { name: stop }).click()
    await expect.poll(isStopped).toBe(true)
    await terminal.call('control/release', {})
    await page.getByRole('dialog').getByRole('button', { name: stop }).waitFor()
    await page.keyboard.press('Control+Shift+Period')
    await expect.poll(isStopped).toBe(true)
  })

  test('the answers stay in one line in a small window, with the rest behind “More”, and no message lies on them', async () => {
    const { ids } = await three()
    const page = await steward.open('approvals', { viewport: { width: 900, height: 600 } })
    const card = page.getByRole('article', { name: 'Set FIRST' })
    const top = async (name: string) => (await card.getByRole('button', { name, exact: true }).boundingBox())?.y
    expect(await top('Deny')).toBe(await top('Allow once'))
    await card.getByText('More…').click()
    await card.getByRole('button', { name: 'Edit before allowing…' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await card.getByRole('button', { name: 'Deny', exact: true }).click()
    await expect.poll(() => states(ids)).toEqual(['failed', 'waiting', 'waiting'])
    await page.getByText('Denied: Set FIRST').waitFor()
    // Playwright presses nothing that something else lies on.
    await page.getByRole('article', { name: 'Set OTHER' }).getByRole('button', { name: 'Allow once' }).click()
    await expect.poll(() => states(ids)).toEqual(['failed', 'done', 'waiting'])
  })

  test('[page.exact] every space that is another one, and every value that is empty, is seen', async () => {
    const input = { name: 'SPACES', value: 'a\u00a0b\u2003c\u3000d' }
    await terminal.call('tool/call', { tool: 'set_env', input })
    const page = await steward.open('approvals')
    await page.getByText('a⟨U+00A0⟩b⟨U+2003⟩c⟨U+3000⟩d').waitFor()
    await denyAll(terminal)
    await asks(terminal, 'NOTHING', '')
    await page.getByText('(empty)').waitFor()
  })
})
