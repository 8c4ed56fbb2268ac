// Tasks in the window: under headings, by keys, ticked off and taken back, added by a line, changed in the dialog.
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../sidecar/rpc/client.ts'
import { closeAll, closeWindows, hasBrowser, makeHome, type Steward, startSteward, visit } from './browser.ts'
import { dashed, put, weekday } from './days.ts'

const DAY_MS = 86_400_000
const day = (from: number): string =>
  new Date(Date.now() + from * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')
const row = (page: Page, title: string) => page.locator('.taskrow').filter({ hasText: title })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.closest('.taskrow')?.textContent ?? '')

describe.runIf(hasBrowser)('tasks in the window [window.tasks]', () => {
  let steward: Steward
  let terminal: Client
  let home: string
  const stateOf = async (title: string) => {
    const { tasks } = await terminal.call('task/list', { states: ['open', 'started', 'done', 'cancelled'] })
    return tasks.find((task) => task.title === title)
  }

  beforeAll(async () => {
    home = makeHome()
    const task = (uid: string, ...lines: string[]) => put(home, uid, lines, 'personal', 'VTODO')
    task('late', 'SUMMARY:Late one', `DUE;VALUE=DATE:${day(-2)}`, 'PRIORITY:1', 'CATEGORIES:work')
    task('now', 'SUMMARY:For today', `DUE;VALUE=DATE:${day(0)}`)
    task('whole', 'SUMMARY:Exhibition', `DUE;VALUE=DATE:${day(20)}`, 'CATEGORIES:work')
    task('part', 'SUMMARY:Book the hall', 'RELATED-TO:whole')
    task('again', 'SUMMARY:Plants', `DTSTART;VALUE=DATE:${day(0)}`, `DUE;VALUE=DATE:${day(0)}`, 'RRULE:FREQ=WEEKLY')
    task('evil', 'SUMMARY:<b>Bold</b> \u202Eevil')
    steward = await startSteward(home)
    terminal = await steward.connect()
    await terminal.call('settings/set', { key: 'zone', value: 'UTC' })
  })
  afterEach(async () => expect(await closeWindows()).toEqual([]))
  afterAll(closeAll)

  test('are under headings, parts below their whole, and text is text', async () => {
    const page = await steward.open('tasks')
    await row(page, 'Late one').waitFor()
    expect(await page.locator('.taskgroup > h2').allTextContents()).toEqual([
      ...['Overdue 1', 'Today 2', 'Later 2', 'No date 1'],
    ])
    const later = page.getByRole('region', { name: /^Later/ })
    expect(await later.locator('.tasktitle > .break').allTextContents()).toEqual(['Exhibition', 'Book the hall'])
    const indents = await later
      .locator('.taskrow')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).paddingLeft))
    expect(indents[0]).not.toBe(indents[1])
    await row(page, 'Plants').getByText('repeats').first().waitFor({ state: 'attached' })
    await page.getByText('<b>Bold</b> ⟨U+202E⟩evil').waitFor()
    await row(page, 'For today').getByText('Today', { exact: true }).waitFor()
  })

  test('are gone through, ticked off and ranked by keys, with the way back', async () => {
    const page = await steward.open('tasks')
    await row(page, 'Late one').waitFor()
    await page.keyboard.press('j')
    expect(await focused(page)).toMatch(/Late one/)
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    expect(await focused(page)).toMatch(/Late one/)
    await page.keyboard.press('3')
    await page.locator('.notice').getByText('has priority 3').waitFor()
    await expect.poll(async () => (await stateOf('Late one'))?.priority).toBe(3)
    await page.keyboard.press('x')
    await page.locator('.notice').getByText('Done: “Late one”.').waitFor()
    await row(page, 'Late one').waitFor({ state: 'detached' })
    expect((await stateOf('Late one'))?.state).toBe('done')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await row(page, 'Late one').waitFor()
    expect((await stateOf('Late one'))?.state).toBe('open')
  })

  test('one that recurs comes again when it is ticked off', async () => {
    const page = await steward.open('tasks')
    await row(page, 'Plants').getByRole('checkbox').click()
    await page.locator('.notice').getByText('Done: “Plants”.').waitFor()
    const next = new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 10)
    await expect.poll(async () => (await stateOf('Plants'))?.due).toBe(next)
    await page
      .getByRole('region', { name: /^Later/ })
      .getByText('Plants')
      .waitFor()
  })

  test('are added by a line, narrowed by tag and words, and those done are folded away', async () => {
    const page = await steward.open('tasks')
    const line = page.locator('[data-quick="task"]')
    await line.fill(`Print the cards by ${dashed(weekday(13))} #print`)
    await page.getByRole('option').filter({ hasText: 'Print the cards' }).waitFor()
    await line.press('Enter')
    await row(page, 'Print the cards').waitFor()
    expect(await stateOf('Print the cards')).toMatchObject({ due: dashed(weekday(13)), tags: ['print'] })
    await page.locator('.filters .tagchip').filter({ hasText: '#print' }).click()
    await row(page, 'For today').waitFor({ state: 'detached' })
    expect(await page.locator('.taskrow').count()).toBe(1)
    await page.locator('.filters .tagchip[aria-pressed="true"]').click()
    await row(page, 'For today').waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Find tasks').fill('cards')
    await row(page, 'For today').waitFor({ state: 'detached' })
    await page.getByLabel('Find tasks').fill('no such task')
    await page.getByRole('button', { name: 'Show all' }).click()
    await row(page, 'For today').waitFor()
  })

  test('are changed in the dialog, and one ticked off by mistake is opened again', async () => {
    const page = await steward.open('tasks')
    await row(page, 'For today').locator('.tasktitle').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('What is to be done').fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Say what it is.').waitFor()
    await dialog.getByLabel('What is to be done').fill('For tomorrow')
    await dialog.getByLabel('Due').fill('tomorrow 3pm')
    await dialog.getByText(/15:00|3:00 pm/i).waitFor()
    await dialog.getByLabel('Priority').selectOption('2')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await row(page, 'For tomorrow')
      .getByText(/^Tomorrow/)
      .waitFor()
    expect(await stateOf('For tomorrow')).toMatchObject({ priority: 2 })
    await row(page, 'For tomorrow').getByRole('checkbox').click()
    await row(page, 'For tomorrow').waitFor({ state: 'detached' })
    await page.getByText('Done', { exact: true }).click()
    await row(page, 'For tomorrow').getByRole('checkbox').click()
    await expect.poll(async () => (await stateOf('For tomorrow'))?.state).toBe('open')
  })

  test('and the day’s events are on Today, where a task is ticked off', async () => {
    put(home, 'here', ['SUMMARY:All of today', `DTSTART;VALUE=DATE:${day(0)}`, `DTEND;VALUE=DATE:${day(1)}`])
    const page = await steward.open('today')
    await page.getByRole('region', { name: 'Calendar' }).getByText('All of today').waitFor()
    const tasks = page.getByRole('region', { name: 'Tasks' })
    await tasks.getByRole('checkbox', { name: 'Done: Late one' }).click()
    await page.locator('.notice').getByText('Done: “Late one”.').waitFor()
    await expect.poll(async () => (await stateOf('Late one'))?.state).toBe('done')
    await tasks.getByText('Late one').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await tasks.getByText('Late one').waitFor()
    await page.getByRole('link', { name: 'Open the calendar' }).click()
    await page.locator('[data-event]').filter({ hasText: 'All of today' }).waitFor()
  })

  test('are none, and what to do is said', async () => {
    const empty = await startSteward()
    const page = await empty.open('tasks')
    await page.getByText('Nothing to do').waitFor()
    await visit(page, 'calendar/agenda')
    await page.getByText('Nothing in these days').waitFor()
    await closeWindows()
    await empty.stop()
  })
})
