// Questions and answers in the window, from the first press to what comes of it.
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../sidecar/rpc/client.ts'
import { asks, closeAll, closeWindows, denyAll, hasBrowser, type Steward, startSteward, variable } from './browser.ts'

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
/** Once a card has stood long enough to be answered. */
const stands = (page: Page, name: string) =>
  page.locator('[data-approval]:not([data-unsteady])').and(card(page, name)).waitFor()
const press = (page: Page, name: string, button: string) =>
  card(page, name).getByRole('button', { name: button, exact: true }).click()

describe.runIf(hasBrowser)('a question', () => {
  let steward: Steward
  let terminal: Client
  const shown = (callId: string) => terminal.call('call/show', { callId, wait: true })
  const open = async () => (await terminal.call('approval/list', {})).approvals
  const valueNow = (name: string) => variable(terminal, name)

  beforeAll(async () => {
    steward = await startSteward()
    terminal = await steward.connect()
  })
  afterEach(async () => {
    expect(await closeWindows()).toEqual([])
    await denyAll(terminal)
  })
  afterAll(closeAll)

  test('[page.approval] of a call that a form began is answered, and done with', async () => {
    const page = await steward.open('tools/set_env')
    await page.getByLabel('Name *').fill('FROM_FORM')
    await page.getByLabel('Value *').fill('one')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText('Needs your answer').waitFor()
    await page.getByRole('link', { name: 'Answer it' }).click()
    await card(page, 'Set FROM_FORM').getByText('FROM_FORM=one').waitFor()
    await card(page, 'Set FROM_FORM').getByText('Stays on this computer').waitFor()
    expect(await valueNow('FROM_FORM')).toBeUndefined()
    await press(page, 'Set FROM_FORM', 'Allow once')
    await page.getByText('Nothing to decide').waitFor()
    await expect.poll(() => valueNow('FROM_FORM')).toBe('one')
  })

  test('[page.approval] of a call in plain words is answered where it was asked', async () => {
    const page = await steward.open()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('set FROM_WORDS to two')
    await page.getByRole('option', { name: /FROM_WORDS.*set_env/ }).waitFor()
    expect(await open()).toEqual([])
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Needs your answer').waitFor()
    await dialog.getByRole('link', { name: 'Answer it' }).click()
    await press(page, 'Set FROM_WORDS', 'Allow once')
    await expect.poll(() => valueNow('FROM_WORDS')).toBe('two')
  })

  test('[page.edit] that is edited is asked anew, as what it has become', async () => {
    const callId = await asks(terminal, 'EDITED', 'before')
    const page = await steward.open('approvals')
    const [before] = await open()
    await press(page, 'Set EDITED', 'Edit before allowing…')
    const dialog = page.getByRole('dialog', { name: 'Change what will be done' })
    // The focus is where it is typed.
    await dialog.getByLabel('Name *').and(page.locator(':focus')).waitFor()
    await dialog.getByLabel('Value *').fill('half')
    await dialog.getByRole('button', { name: 'As JSON' }).click()
    expect(await dialog.getByLabel('set_env').inputValue()).toContain('half')
    await dialog.getByLabel('set_env').fill('{ "name": ')
    await dialog.getByRole('button', { name: 'Use this instead' }).click()
    await dialog.getByText('This is not valid JSON').waitFor()
    await dialog.getByLabel('set_env').fill('{ "name": "EDITED", "value": "after" }')
    await dialog.getByRole('button', { name: 'Use this instead' }).click()
    await card(page, 'Set EDITED').getByText('EDITED=after').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    const [after] = await open()
    expect(after?.hash).not.toBe(before?.hash)
    expect(await valueNow('EDITED')).toBeUndefined()
    await press(page, 'Set EDITED', 'Allow once')
    expect(await shown(callId)).toMatchObject({ state: 'done', input: { name: 'EDITED', value: 'after' } })
    expect(await valueNow('EDITED')).toBe('after')
  })

  test('[page.edit] that is edited as a form is asked anew, and stays on the screen when it is answered elsewhere', async () => {
    await asks(terminal, 'FORMED', 'before')
    const page = await steward.open('approvals')
    await press(page, 'Set FORMED', 'Edit before allowing…')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Value *').fill('after')
    await dialog.getByRole('button', { name: 'Use this instead' }).click()
    await card(page, 'Set FORMED').getByText('FORMED=after').waitFor()
    await press(page, 'Set FORMED', 'Edit before allowing…')
    await dialog.getByLabel('Value *').fill('typed with care')
    await denyAll(terminal)
    await dialog.getByText('This was answered elsewhere meanwhile.').waitFor()
    expect(await dialog.getByLabel('Value *').inputValue()).toBe('typed with care')
    expect(await dialog.getByRole('button', { name: 'Use this instead' }).isDisabled()).toBe(true)
  })

  test('[page.deny] that is denied with a reason gives it to whoever asked', async () => {
    const callId = await asks(terminal, 'DENIED')
    const page = await steward.open('approvals')
    await press(page, 'Set DENIED', 'Deny, and say why…')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Why not? Whoever asked is told.').fill('Not before the weekend.')
    await dialog.getByRole('button', { name: 'Deny', exact: true }).click()
    await page.getByText('Nothing to decide').waitFor()
    const { state, error } = await shown(callId)
    expect(state).toBe('failed')
    expect(error?.message).toContain('Not before the weekend.')
    expect(await valueNow('DENIED')).toBeUndefined()
  })

  test('[page.longer] that is allowed for longer is not asked again, as often as was said', async () => {
    await asks(terminal, 'LONGER', '1')
    const page = await steward.open('approvals')
    await press(page, 'Set LONGER', 'Allow for longer…')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('How often in all').fill('1')
    await dialog.getByLabel('Until').selectOption({ label: 'in an hour' })
    await dialog.getByRole('button', { name: 'Allow', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    const again = (value: string) =>
      terminal.call('tool/call', { tool: 'set_env', input: { name: 'LONGER', value } }).then(({ state }) => state)
    expect(await again('2')).toBe('done')
    expect(await again('3')).toBe('waiting')
  })

  test('[page.batch] of a kind with others is answered for those that were ticked, and nothing is ticked at first', async () => {
    const session = (await terminal.call('session/open', { name: 'Several' })).id
    for (const name of ['TICK_A', 'TICK_B', 'TICK_C'])
      await terminal.call('tool/call', { tool: 'set_env', input: { name, value: 'x' }, session })
    const page = await steward.open('approvals')
    const batch = page.getByRole('article', { name: 'set_env: 3 of the same kind' })
    expect(await batch.getByRole('button', { name: /^Allow the 0/ }).isDisabled()).toBe(true)
    for (const box of await batch.getByRole('checkbox').all()) expect(await box.isChecked()).toBe(false)
    await batch.getByRole('checkbox', { name: 'Tick Set TICK_A' }).check()
    await batch.getByRole('checkbox', { name: 'Tick Set TICK_C' }).check()
    await batch.getByRole('button', { name: 'Allow the 2 ticked' }).click()
    await card(page, 'Set TICK_B').waitFor()
    await expect
      .poll(async () => [await valueNow('TICK_A'), await valueNow('TICK_B'), await valueNow('TICK_C')])
      .toEqual(['x', undefined, 'x'])
  })

  test('[page.reload] is still there after the window was loaded again, and can be answered', async () => {
    const callId = await asks(terminal, 'RELOADED')
    const page = await steward.open('approvals')
    await press(page, 'Set RELOADED', 'Deny, and say why…')
    await page.getByRole('dialog').getByLabel('Why not?').fill('half a reason')
    await page.reload()
    await card(page, 'Set RELOADED').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await open()).toMatchObject([{ callId }])
    await press(page, 'Set RELOADED', 'Allow once')
    await card(page, 'Set RELOADED').waitFor({ state: 'detached' })
    expect(await shown(callId)).toMatchObject({ state: 'done' })
  })

  test('[page.two-windows] in two windows is answered once, and the other is told by whom', async () => {
    const callId = await asks(terminal, 'TWICE')
    const one = await steward.open('approvals')
    const other = await steward.open('approvals')
    await card(other, 'Set TWICE').waitFor()
    await press(one, 'Set TWICE', 'Allow once')
    await other.getByText('Already allowed in another window.').waitFor()
    await card(other, 'Set TWICE').waitFor({ state: 'detached' })
    expect(await one.getByText('Already allowed').count()).toBe(0)
    expect(await shown(callId)).toMatchObject({ state: 'done' })
    await other.getByRole('button', { name: 'Dismiss' }).click()
    await other.getByText('Already allowed').waitFor({ state: 'detached' })
  })

  test('[page.two-windows] that two windows answer at the same moment has one winner, and the loser is told', async () => {
    const callId = await asks(terminal, 'RACE')
    const pages = [await steward.open('approvals'), await steward.open('approvals')]
    const answers = ['Deny', 'Allow once']
    // A press goes past the wait for a card that stands still.
    await Promise.all(pages.map((page) => stands(page, 'Set RACE')))
    // In each page by its own hand: no time for the news of the other's answer.
    await Promise.all(
      pages.map((page, at) =>
        card(page, 'Set RACE')
          .getByRole('button', { name: answers[at] ?? '', exact: true })
          .evaluate((button: HTMLElement) => button.click()),
      ),
    )
    const { state } = await shown(callId)
    const [winner, loser] = state === 'failed' ? [0, 1] : [1, 0]
    await pages[winner]?.getByText(winner === 0 ? 'Denied: Set RACE' : 'Allowed: Set RACE', { exact: true }).waitFor()
    await pages[loser]
      ?.getByText(/already (denied|allowed)|was (denied|allowed) already/i)
      .first()
      .waitFor()
    await Promise.all(pages.map((page) => page.getByText('Nothing to decide').waitFor()))
  })
})
