// Events moved and resized in the window, by hand and by keys, through the same approvals and undo as any call.
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../sidecar/rpc/client.ts'
import { closeAll, closeWindows, denyAll, hasBrowser, makeHome, type Steward, startSteward } from './browser.ts'
import { dashed, put, timed, weekday } from './days.ts'

/** Height of an hour. */
const HOUR_PX = 48

const event = (page: Page, name: string) => page.locator('.event').filter({ hasText: name })
const askFirst = {
  ...{ id: 'ask-calendar', effect: ['writeCalendar'], decision: 'ask', why: 'I want to see it.' },
  match: [{ effect: 'writeCalendar', target: 'personal' }],
  notMatch: [{ effect: 'readFile', target: 'a' }],
}

/** Drags from the middle of something, by so many pixels. */
async function drag(page: Page, name: string, by: { x?: number; y?: number }, from: 'middle' | 'end' = 'middle') {
  const box = await event(page, name).first().boundingBox()
  if (!box) throw new Error(`${name} is not there.`)
  const [x, y] = [box.x + box.width / 2, from === 'end' ? box.y + box.height - 2 : box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + (by.x ?? 0) / 2, y + (by.y ?? 0) / 2, { steps: 3 })
  await page.mouse.move(x + (by.x ?? 0), y + (by.y ?? 0), { steps: 3 })
}

describe.runIf(hasBrowser)('an event in the window [window.move]', () => {
  let steward: Steward
  let terminal: Client
  let home: string
  const timesOf = async (title: string) => {
    const [from, to] = [`${dashed(weekday(-7))}T00:00:00Z`, `${dashed(weekday(14))}T00:00:00Z`]
    const { events } = await terminal.call('calendar/events', { from, to })
    return events.filter((one) => one.title === title).map(({ start, end }) => `${start} ${end}`)
  }
  const at = (day: number, from: string, to: string) =>
    `${dashed(weekday(day))}T${from}:00Z ${dashed(weekday(day))}T${to}:00Z`

  beforeAll(async () => {
    home = makeHome()
    steward = await startSteward(home)
    terminal = await steward.connect()
    await terminal.call('settings/set', { key: 'zone', value: 'UTC' })
  })
  beforeEach(() => {
    put(home, 'one', timed(weekday(1), '1000', '1100', 'Single'))
    put(home, 'series', timed(weekday(0), '1300', '1400', 'Series', 'RRULE:FREQ=DAILY;COUNT=4'))
    put(home, 'days', ['SUMMARY:Fair', `DTSTART;VALUE=DATE:${weekday(1)}`, `DTEND;VALUE=DATE:${weekday(3)}`])
  })
  afterEach(async () => {
    expect(await closeWindows()).toEqual([])
    await denyAll(terminal)
    await terminal.call('policy/setRules', { text: '[]' })
  })
  afterAll(closeAll)

  test('is dragged to another day and hour, and taken back', async () => {
    const page = await steward.open('calendar/week')
    await expect.poll(() => timesOf('Single')).toEqual([at(1, '10:00', '11:00')])
    await event(page, 'Single').waitFor()
    const column = (await page.locator('.column').first().boundingBox())?.width ?? 0
    await drag(page, 'Single', { x: column, y: 2 * HOUR_PX })
    // In the hand it is drawn where it would be, and nothing is done yet.
    await page.locator('.event.draft').waitFor()
    expect(await timesOf('Single')).toEqual([at(1, '10:00', '11:00')])
    await page.mouse.up()
    await page.locator('.notice').getByText('Moved “Single”').waitFor()
    expect(await timesOf('Single')).toEqual([at(2, '12:00', '13:00')])
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => timesOf('Single')).toEqual([at(1, '10:00', '11:00')])
    await expect.poll(() => event(page, 'Single').getAttribute('aria-label')).toMatch(/10:00 – 11:00/)
  })

  test('goes back where it was when Escape is pressed in the middle', async () => {
    const page = await steward.open('calendar/week')
    await event(page, 'Single').waitFor()
    await drag(page, 'Single', { y: HOUR_PX })
    await page.locator('.event.draft').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.event.draft').waitFor({ state: 'detached' })
    await page.mouse.up()
    await page.waitForTimeout(300)
    expect(await timesOf('Single')).toEqual([at(1, '10:00', '11:00')])
  })

  test('is drawn longer by its edge', async () => {
    const page = await steward.open('calendar/week')
    await event(page, 'Single').waitFor()
    await drag(page, 'Single', { y: HOUR_PX / 2 }, 'end')
    await page.mouse.up()
    await expect.poll(() => timesOf('Single')).toEqual([at(1, '10:00', '11:30')])
  })

  test('is moved and resized by keys, as one change each, and keeps the focus', async () => {
    const page = await steward.open('calendar/week')
    await event(page, 'Single').focus()
    for (const key of ['Alt+ArrowDown', 'Alt+ArrowDown', 'Alt+ArrowRight']) await page.keyboard.press(key)
    // When no more keys come.
    await expect.poll(() => timesOf('Single'), { timeout: 5000 }).toEqual([at(2, '10:30', '11:30')])
    await page.locator('.event.draft, .event.sent').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/Single/)
    await page.keyboard.press('Shift+Alt+ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => timesOf('Single')).toEqual([at(2, '10:30', '11:45')])
    const { calls } = await terminal.call('call/list', { limit: 100 })
    const changes = calls.filter(({ tool }) => tool === 'calendar_update').slice(0, 2)
    expect(changes).toHaveLength(2)
    // Nothing was asked twice, and Escape lets go.
    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('Escape')
    await page.waitForTimeout(1200)
    expect(await timesOf('Single')).toEqual([at(2, '10:30', '11:45')])
  })

  test('of whole days is moved over the days, and made longer', async () => {
    const page = await steward.open('calendar/week')
    await event(page, 'Fair').waitFor()
    const column = (await page.locator('.column').first().boundingBox())?.width ?? 0
    await drag(page, 'Fair', { x: column })
    await page.mouse.up()
    await expect.poll(() => timesOf('Fair')).toEqual([`${dashed(weekday(2))} ${dashed(weekday(4))}`])
    await page.locator('.event.sent').waitFor({ state: 'detached' })
    await event(page, 'Fair').focus()
    await page.keyboard.press('Shift+Alt+ArrowRight')
    await expect.poll(() => timesOf('Fair'), { timeout: 5000 }).toEqual([`${dashed(weekday(2))} ${dashed(weekday(5))}`])
  })

  test('is dragged in a month, and keeps its hour', async () => {
    const page = await steward.open(`calendar/month.${dashed(weekday(1))}`, { viewport: { width: 1400, height: 1100 } })
    await event(page, 'Single').waitFor()
    const cell = (await page.locator('.cell').first().boundingBox())?.width ?? 0
    await drag(page, 'Single', { x: 2 * cell })
    await page.mouse.up()
    await expect.poll(() => timesOf('Single')).toEqual([at(3, '10:00', '11:00')])
  })

  test('that asks first waits in its new place, and goes back when it is denied', async () => {
    await terminal.call('policy/setRules', { text: JSON.stringify([askFirst]) })
    const page = await steward.open('calendar/week')
    await event(page, 'Single').waitFor()
    await drag(page, 'Single', { y: HOUR_PX })
    await page.mouse.up()
    await page.locator('.pendings').getByText('waits for your answer').waitFor()
    expect(await event(page, 'Single').getAttribute('aria-label')).toMatch(/11:00 – 12:00.*waits for your answer/)
    expect(await timesOf('Single')).toEqual([at(1, '10:00', '11:00')])
    await page.locator('.pendings').getByRole('link', { name: 'Answer' }).click()
    await page.getByRole('article').first().waitFor()
    await page.goBack()
    await denyAll(terminal)
    await expect.poll(() => event(page, 'Single').getAttribute('aria-label')).toMatch(/10:00 – 11:00, Personal$/)
    expect(await page.locator('.pendings p').count()).toBe(0)
    expect(await timesOf('Single')).toEqual([at(1, '10:00', '11:00')])
  })

  test('that asks first is moved when it is allowed', async () => {
    await terminal.call('policy/setRules', { text: JSON.stringify([askFirst]) })
    const page = await steward.open('calendar/week')
    await event(page, 'Single').waitFor()
    await drag(page, 'Single', { y: HOUR_PX })
    await page.mouse.up()
    await page.locator('.pendings p').waitFor()
    for (const { id, hash } of (await terminal.call('approval/list', {})).approvals)
      await terminal.call('approval/decide', { id, hash, decision: 'allow' })
    await expect.poll(() => timesOf('Single')).toEqual([at(1, '11:00', '12:00')])
    await page.locator('.event.waiting').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).waitFor()
  })

  test('that recurs asks which are meant, the least first [window.scope]', async () => {
    const page = await steward.open('calendar/week')
    await event(page, 'Series').first().waitFor()
    const before = await timesOf('Series')
    await drag(page, 'Series', { y: HOUR_PX })
    await page.mouse.up()
    const dialog = page.getByRole('dialog', { name: 'Move which of them?' })
    await dialog.waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Only this one')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.locator('.event.draft').waitFor({ state: 'detached' })
    expect(await timesOf('Series')).toEqual(before)
    await drag(page, 'Series', { y: HOUR_PX })
    await page.mouse.up()
    await dialog.waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => timesOf('Series')).toEqual([at(0, '14:00', '15:00'), ...before.slice(1)])
    await page.locator('.event.sent').waitFor({ state: 'detached' })
    const third = event(page, 'Series').nth(2)
    await third.focus()
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByRole('button', { name: 'This and the following' }).click()
    await expect
      .poll(() => timesOf('Series'))
      .toEqual([at(0, '14:00', '15:00'), before[1], at(2, '13:15', '14:15'), at(3, '13:15', '14:15')])
  })

  test('goes back where it was, and it is said why, when nothing may act', async () => {
    const page = await steward.open('calendar/week')
    await event(page, 'Single').waitFor()
    await terminal.call('control/stop', {})
    try {
      await drag(page, 'Single', { y: HOUR_PX })
      await page.mouse.up()
      // Nothing acts while STOP is set: it is said, and the event goes back.
      await page.locator('.notice.error').waitFor()
      await expect.poll(() => event(page, 'Single').getAttribute('aria-label')).toMatch(/10:00 – 11:00/)
    } finally {
      await terminal.call('control/release', {})
    }
  })
})
