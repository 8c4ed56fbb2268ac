// Notes in the window: captured, found in the ask bar, opened, taken back.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../sidecar/rpc/client.ts'
import { closeAll, closeWindows, hasBrowser, type Steward, startSteward } from './browser.ts'

const askFirst = {
  ...{ id: 'ask-notes', effect: ['writeVault'], decision: 'ask', why: 'Notes are asked about.' },
  match: [{ effect: 'writeVault', target: 'a' }],
  notMatch: [{ effect: 'readFile', target: 'a' }],
}

describe.runIf(hasBrowser)('a note [page.notes]', () => {
  let steward: Steward
  let terminal: Client
  const titles = async () => (await terminal.call('note/list', {})).notes.map(({ title }) => title)

  beforeAll(async () => {
    steward = await startSteward()
    terminal = await steward.connect()
  })
  afterEach(async () => expect(await closeWindows()).toEqual([]))
  afterAll(closeAll)

  test('is captured on Today, listed there, opened, and taken back', async () => {
    const page = await steward.open('today')
    await page.getByLabel('Quick note').fill('Water the <b>lemon</b> tree #garden')
    await page.keyboard.press('Enter')
    await page.getByText('Noted.').waitFor()
    const notes = page.getByRole('region', { name: 'Notes' })
    await notes.getByText('#garden').waitFor()
    await notes.getByRole('button').click()
    const open = page.getByRole('dialog')
    await open.getByText('Water the <b>lemon</b> tree #garden').waitFor()
    expect(await open.locator('b').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(titles).toEqual([])
    await page.getByText('No notes this week.').waitFor()
  })

  test('is found in the ask bar by its words, and opened from there', async () => {
    await terminal.call('tool/call', { tool: 'quick_note', input: { text: 'Quinces ripen in October #garden' } })
    const page = await steward.open('tools')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('quinces')
    await page.getByRole('option', { name: 'Quinces ripen in October' }).click()
    await page.getByRole('dialog').getByText('Quinces ripen in October #garden').waitFor()
  })

  test('is written once, however often Enter is pressed [page.once]', async () => {
    const page = await steward.open('today')
    await page.getByLabel('Quick note').fill('Only once')
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Enter')
    await page.getByText('Noted.').first().waitFor()
    expect((await titles()).filter((title) => title === 'Only once')).toHaveLength(1)
  })

  test('that must be asked about is not called noted, and its words stay [page.drafts]', async () => {
    await terminal.call('policy/setRules', { text: JSON.stringify([askFirst]) })
    const page = await steward.open('today')
    await page.getByLabel('Quick note').fill('Ask me first')
    await page.keyboard.press('Enter')
    await page.getByText('waits for your yes').waitFor()
    expect(await page.getByText('Noted.').count()).toBe(0)
    await page.getByRole('link', { name: 'Tools' }).click()
    await page.getByRole('link', { name: 'Today' }).click()
    expect(await page.getByLabel('Quick note').inputValue()).toBe('Ask me first')
    await terminal.call('policy/setRules', { text: '[]' })
  })

  test('is not what words become that were typed fast [page.meant]', async () => {
    const page = await steward.open('today')
    const before = await titles()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.type('what time is it in Tokyo', { delay: 15 })
    await page.keyboard.press('Enter')
    await page.locator('.palette').getByText('Asia/Tokyo').first().waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('zebra quokka umbrella', { delay: 15 })
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'I did not understand this' }).waitFor()
    await page.keyboard.press('Enter')
    expect(await titles()).toEqual(before)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(titles).toContain('zebra quokka umbrella')
  })
})
