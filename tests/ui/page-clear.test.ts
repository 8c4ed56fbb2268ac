// What is told in the corner, and over the views: short, out of the way of what is pressed, and with the way back by keys.
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../sidecar/rpc/client.ts'
import {
  asks,
  closeAll,
  closeWindows,
  denyAll,
  hasBrowser,
  makeHome,
  type Steward,
  startSteward,
  visit,
} from './browser.ts'
import { dashed, put, timed, weekday } from './days.ts'

const SMALL = { viewport: { width: 900, height: 600 } }
const LONG = 'A very long title that goes on and on '.repeat(10)
const event = (page: Page, name: string) => page.locator('[data-event]').filter({ hasText: name })
const focus = (page: Page) => page.evaluate(() => document.activeElement?.tagName ?? '')

/** Whether a press in its middle meets it, and no message lies on any part of it. */
const isClear = (what: Locator) =>
  what.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const under = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const isOn = (box: DOMRect) => box.left < right && box.right > left && box.top < bottom && box.bottom > top
    const isCovered = [...document.querySelectorAll('.notice')].some((one) => isOn(one.getBoundingClientRect()))
    return under !== null && element.contains(under) && !isCovered
  })

async function addTasks(page: Page, count: number) {
  const line = page.locator('[data-quick="task"]')
  for (let n = 1; n <= count; n++) {
    await line.fill(`${n} ${LONG.slice(0, 300)}`)
    await page
      .getByRole('option')
      .filter({ hasText: `${n} A very` })
      .waitFor()
    await line.press('Enter')
    await expect.poll(() => line.inputValue()).toBe('')
  }
}

describe.runIf(hasBrowser)('the window', () => {
  let steward: Steward
  let terminal: Client
  let home: string

  beforeAll(async () => {
    home = makeHome()
    put(home, 'fair', timed(weekday(1), '1000', '1100', 'Fair'), 'work')
    put(home, 'long', ['SUMMARY:Long', `DESCRIPTION:${LONG}`], 'personal', 'VTODO')
    for (const n of [1, 2, 10, 11])
      put(home, `n${n}`, [`SUMMARY:Item ${n}`, `DTSTART;VALUE=DATE:${weekday(2)}`, `DTEND;VALUE=DATE:${weekday(3)}`])
    steward = await startSteward(home)
    terminal = await steward.connect()
    await terminal.call('settings/set', { key: 'zone', value: 'UTC' })
  })
  afterEach(async () => {
    expect(await closeWindows()).toEqual([])
    await denyAll(terminal)
    await terminal.call('settings/set', { key: 'ui.language', value: 'system' })
    for (const { id } of (await terminal.call('reminder/list', {})).due) await terminal.call('reminder/dismiss', { id })
  })
  afterAll(closeAll)

  test('[window.clear] shows three messages of two lines, counts the rest, and none lies on the buttons of a dialog', async () => {
    const page = await steward.open('tasks', SMALL)
    await addTasks(page, 5)
    await page.locator('.notices').getByText('2 earlier messages').waitFor()
    expect(await page.locator('.notice:not(.earlier)').count()).toBe(3)
    for (const box of await page.locator('.notice').all()) expect((await box.boundingBox())?.height).toBeLessThan(75)
    await page.getByRole('button', { name: 'New task' }).click()
    const dialog = page.getByRole('dialog')
    expect(await isClear(dialog.getByRole('button', { name: 'Add', exact: true }))).toBe(true)
    expect(await isClear(dialog.getByRole('button', { name: 'Cancel' }))).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Dismiss all' }).click()
    expect(await page.locator('.notice').count()).toBe(0)
  })

  test('[window.clear] a message does not lie on the answers of a question, however low they are', async () => {
    await asks(terminal, 'CLEAR', LONG)
    const page = await steward.open('tasks', SMALL)
    await addTasks(page, 3)
    await visit(page, 'approvals')
    const once = page.getByRole('button', { name: 'Allow once' })
    await once.waitFor()
    expect(await page.locator('.notice:not(.earlier)').count()).toBe(1)
    expect(await isClear(once)).toBe(true)
    await page.locator('#main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
    expect(await isClear(once)).toBe(true)
    expect(await isClear(page.getByRole('button', { name: 'Deny', exact: true }))).toBe(true)
  })

  test('[window.reminders] due ones are a line each, two at most, and the week stays in sight', async () => {
    for (const n of [1, 2, 3, 4])
      await terminal.call('tool/call', {
        tool: 'set_reminder',
        input: { text: `Due ${n} ${LONG.slice(0, 200)}`, when: new Date(Date.now() + 1200).toISOString() },
      })
    const page = await steward.open('calendar/week', SMALL)
    await page.getByText('2 more are due.').waitFor()
    expect(await page.locator('.duecard').count()).toBe(2)
    for (const card of await page.locator('.duecard').all()) expect((await card.boundingBox())?.height).toBeLessThan(48)
    expect((await page.locator('.timegrid').boundingBox())?.height).toBeGreaterThan(230)
    await page.getByRole('link', { name: 'Show them' }).click()
    await expect.poll(() => page.locator('.duecard').count()).toBe(4)
  })

  test('[window.reminders] one that comes again is one row, and its button says that it takes all', async () => {
    await terminal.call('tool/call', { tool: 'set_reminder', input: { text: 'Bins', when: 'every Tuesday at 9:00' } })
    const page = await steward.open('tasks')
    const coming = page.getByRole('region', { name: /^Reminders to come/ })
    await coming.getByText('Bins').waitFor()
    expect(await coming.getByText('Bins').count()).toBe(1)
    await coming.getByText(/every Tuesday, next /).waitFor()
    await coming.getByRole('button', { name: /^Cancel all: Bins, every Tuesday, next / }).click()
    await page.locator('.notice').getByText('Cancelled every “Bins”.').waitFor()
    await coming.getByText('Bins').waitFor({ state: 'detached' })
    await page.locator('body').press('Control+z')
    await coming.getByText('Bins').waitFor()
    await terminal.call('settings/set', { key: 'ui.language', value: 'zh' })
    await page.getByText(/每星期二，下次/).waitFor()
  })

  test('[window.tasks] one is deleted by its key and in its dialog, and taken back; the focus stays in the list', async () => {
    for (const n of [1, 2, 3]) put(home, `t${n}`, [`SUMMARY:Step ${n}`], 'personal', 'VTODO')
    const page = await steward.open('tasks')
    const row = (title: string) => page.locator('.taskrow').filter({ hasText: title })
    await row('Step 2').locator('.tasktitle').focus()
    await page.keyboard.press('Delete')
    await row('Step 2').waitFor({ state: 'detached' })
    await expect.poll(() => focus(page)).toBe('BUTTON')
    await page.keyboard.press('Control+z')
    await row('Step 2').waitFor()
    await row('Step 2').locator('.tasktitle').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await row('Step 2').waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.taskrow') !== null)).toBe(true)
    // Ticked off by the mouse, too.
    await row('Step 3').getByRole('checkbox').click()
    await row('Step 3').waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.taskrow') !== null)).toBe(true)
    // In a text the keys are the text's own.
    await page.locator('#task-find').fill('Step')
    await page.locator('#task-find').press('Control+z')
    await page.waitForTimeout(300)
    expect(await row('Step 3').count()).toBe(0)
  })

  test('[window.calendar] arrows go to an event from nowhere, and the focus stays when one is deleted', async () => {
    for (const n of [1, 2, 3]) put(home, `g${n}`, timed(weekday(n), '1200', '1300', `Gone ${n}`))
    const page = await steward.open('calendar/week')
    await event(page, 'Gone 2').waitFor()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-event'))).toBe(true)
    await event(page, 'Gone 2').focus()
    await page.keyboard.press('Delete')
    await event(page, 'Gone 2').waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-event'))).toBe(true)
    await page.keyboard.press('Control+z')
    await event(page, 'Gone 2').waitFor()
    await event(page, 'Gone 2').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await event(page, 'Gone 2').waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-event'))).toBe(true)
  })

  test('[window.lanes] whole days are in the order in which people count', async () => {
    const page = await steward.open('calendar/week')
    await event(page, 'Item 10').waitFor()
    const tops = async (n: number) => (await event(page, `Item ${n}`).last().boundingBox())?.y ?? 0
    expect(await tops(2)).toBeLessThan(await tops(10))
    expect(await tops(10)).toBeLessThan(await tops(11))
  })

  test('[window.lanes] what has no room in an event ends at a line, and its time is there', async () => {
    put(home, 'wordy', timed(weekday(4), '1000', '1100', 'Several words that do not fit into one line at all'))
    put(home, 'beside', timed(weekday(4), '1000', '1130', 'Beside it'))
    const page = await steward.open('calendar/week', SMALL)
    await event(page, 'Several words').waitFor()
    const ends = await event(page, 'Several words').evaluate((chip) => {
      const end = (what: string) => chip.querySelector(what)?.getBoundingClientRect().bottom ?? Number.NaN
      return { chip: chip.getBoundingClientRect().bottom, title: end('.title'), second: end('.second') }
    })
    expect(ends.second).toBeLessThanOrEqual(ends.chip)
    expect(ends.title).toBeLessThan(ends.second)
  })

  test('[window.calendar] hiding, the default and a new calendar are told, with the way back; what is put into a hidden one is shown', async () => {
    const page = await steward.open('calendar/week')
    await page.getByRole('button', { name: 'Calendars', exact: true }).click()
    const side = page.getByRole('complementary')
    await side.getByLabel('Show work').click()
    await page.locator('.notice').getByText('work is hidden.').waitFor()
    await event(page, 'Fair').waitFor({ state: 'detached' })
    await page.locator('body').press('Control+z')
    await event(page, 'Fair').waitFor()
    await side.getByRole('button', { name: /^Make default.*work$/ }).click()
    await page.locator('.notice').getByText('New events go to work.').waitFor()
    await side.getByLabel('Show work').click()
    await event(page, 'Fair').waitFor({ state: 'detached' })
    const line = page.locator('[data-quick="event"]')
    await line.fill(`Unseen on ${dashed(weekday(3))} 14:00-15:00`)
    await page.getByRole('option').filter({ hasText: 'Unseen' }).waitFor()
    await line.press('Enter')
    await page.locator('.notice').getByText('work is hidden, so it is not shown.').waitFor()
    await page.getByRole('button', { name: 'Show it' }).click()
    await event(page, 'Unseen').waitFor()
    await page.locator('.notices').getByText(/./).first().waitFor()
    await terminal.call('calendar/edit', { id: 'personal', isDefault: true })
    await side.getByLabel('New calendar').fill('Garden')
    await side.getByLabel('New calendar').press('Enter')
    await page.locator('.notice').getByText('Added the calendar Garden.').waitFor()
  })

  test('[window.slots] an end before the first day is said, and the days begin as the week does', async () => {
    await terminal.call('settings/set', { key: 'weekStart', value: 7 })
    const page = await steward.open('calendar/week')
    await page.getByRole('button', { name: 'Find time' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Until').fill('2020-01-01')
    await dialog.getByText('This is before the first day.').waitFor()
    expect((await dialog.locator('fieldset').first().locator('label').first().textContent())?.trim()).toBe('Sun')
  })

  test('[page.language] no date is broken in the title of a small window in Chinese', async () => {
    await terminal.call('settings/set', { key: 'ui.language', value: 'zh' })
    const page = await steward.open('calendar/agenda', SMALL)
    await page.getByRole('button', { name: '新建日程' }).first().waitFor()
    const title = page.locator('.page h1')
    await expect.poll(() => title.textContent()).toMatch(/年.* – .*日/)
    // Broken only between the dates, never in one.
    const lines = await title.evaluate((one) => {
      const [text] = [...one.childNodes]
      const words = text?.textContent ?? ''
      const parts = words.split(' – ')
      return parts.map((part) => {
        const range = document.createRange()
        range.setStart(text as Node, words.indexOf(part))
        range.setEnd(text as Node, words.indexOf(part) + part.length)
        return new Set([...range.getClientRects()].map(({ top }) => top)).size
      })
    })
    expect(lines).toEqual([1, 1])
  })

  test('[window.calendar] what was done today is said in words, and calendars by their names', async () => {
    const page = await steward.open('today')
    const done = page.getByRole('region', { name: 'Done today' })
    await done
      .getByText(/^(Added|Changed|Deleted) an event$/)
      .first()
      .waitFor()
    expect(await done.getByText(/calendar_|\*/).count()).toBe(0)
  })
})
