// Events dragged between hours and whole days, and what is said of what was done by hand.
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../sidecar/rpc/client.ts'
import { closeAll, closeWindows, denyAll, hasBrowser, makeHome, type Steward, startSteward } from './browser.ts'
import { dashed, put, timed, weekday } from './days.ts'

const HOUR_PX = 48
const event = (page: Page, name: string) => page.locator('.event').filter({ hasText: name })
const askFirst = {
  ...{ id: 'ask-calendar', effect: ['writeCalendar'], decision: 'ask', why: 'I want to see it.' },
  match: [{ effect: 'writeCalendar', target: 'personal' }],
  notMatch: [{ effect: 'readFile', target: 'a' }],
}

const boxOf = async (page: Page, what: string) => {
  const box = await page.locator(what).first().boundingBox()
  if (!box) throw new Error(`${what} is not there.`)
  return { ...box, middle: box.y + box.height / 2, bottom: box.y + box.height }
}

/** Drags the middle of an event to a point. */
async function dragTo(page: Page, name: string, x: number, y: number) {
  const box = await event(page, name).first().boundingBox()
  if (!box) throw new Error(`${name} is not there.`)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move((box.x + x) / 2, (box.y + y) / 2, { steps: 3 })
  await page.mouse.move(x, y, { steps: 4 })
  await page.mouse.up()
}

describe.runIf(hasBrowser)('an event dragged by hand [window.move]', () => {
  let steward: Steward
  let terminal: Client
  let home: string
  const timesOf = async (title: string, from = weekday(-7), to = weekday(14)) => {
    const { events } = await terminal.call('calendar/events', {
      ...{ from: `${dashed(from)}T00:00:00Z`, to: `${dashed(to)}T00:00:00Z` },
    })
    return events.filter((one) => one.title === title).map(({ start, end }) => `${start} ${end}`)
  }
  const columnOf = async (page: Page, at: number) => {
    const { x, width } = await boxOf(page, '.columns')
    return x + (width / 7) * (at + 0.5)
  }

  beforeAll(async () => {
    home = makeHome()
    steward = await startSteward(home)
    terminal = await steward.connect()
    await terminal.call('settings/set', { key: 'zone', value: 'UTC' })
  })
  beforeEach(() => {
    put(home, 'one', timed(weekday(1), '1000', '1100', 'Single'))
    put(home, 'days', ['SUMMARY:Fair', `DTSTART;VALUE=DATE:${weekday(1)}`, `DTEND;VALUE=DATE:${weekday(3)}`])
  })
  afterEach(async () => {
    expect(await closeWindows()).toEqual([])
    await denyAll(terminal)
    await terminal.call('policy/setRules', { text: '[]' })
    await terminal.call('settings/set', { key: 'zone', value: 'UTC' })
  })
  afterAll(closeAll)

  test('from the hours to the whole days becomes a whole day, and Ctrl Z takes it back', async () => {
    const page = await steward.open('calendar/week')
    await event(page, 'Single').waitFor()
    const strip = await boxOf(page, '.alldaybox')
    await dragTo(page, 'Single', await columnOf(page, 3), strip.middle)
    await expect.poll(() => timesOf('Single')).toEqual([`${dashed(weekday(3))} ${dashed(weekday(4))}`])
    await page.locator('.alldaybox .event').filter({ hasText: 'Single' }).waitFor()
    await page.locator('.notice').getByText('Moved “Single”').waitFor()
    await page.keyboard.press('Control+z')
    const back = `${dashed(weekday(1))}T10:00:00Z ${dashed(weekday(1))}T11:00:00Z`
    await expect.poll(() => timesOf('Single')).toEqual([back])
    await page.locator('.notice').getByText('Taken back: Moved “Single”').waitFor()
  })

  test('from the whole days to the hours is an hour where it was put down', async () => {
    const page = await steward.open('calendar/week')
    await event(page, 'Fair').waitFor()
    const columns = await boxOf(page, '.columns')
    await dragTo(page, 'Fair', await columnOf(page, 4), columns.y + 12 * HOUR_PX + 2)
    const day = dashed(weekday(4))
    await expect.poll(() => timesOf('Fair')).toEqual([`${day}T12:00:00Z ${day}T13:00:00Z`])
    await page.locator('.columns .event').filter({ hasText: 'Fair' }).waitFor()
  })

  test('longer is told as longer, not as moved', async () => {
    const page = await steward.open('calendar/week')
    await event(page, 'Single').focus()
    await page.keyboard.press('Shift+Alt+ArrowDown')
    await page.keyboard.press('Enter')
    await page
      .locator('.notice')
      .getByText(/^“Single” is now .*10:00 – 11:15\.$/)
      .waitFor()
    expect(await page.locator('.notice').getByText('Moved').count()).toBe(0)
  })

  test('that waits is marked where it would be, also after a reload, and told once', async () => {
    await terminal.call('policy/setRules', { text: JSON.stringify([askFirst]) })
    const page = await steward.open('calendar/week')
    await event(page, 'Single').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await page.keyboard.press('Enter')
    await page.locator('.pendings p').waitFor()
    expect(await page.locator('.notice').count()).toBe(0)
    await page.reload()
    await expect
      .poll(() => event(page, 'Single').getAttribute('aria-label'))
      .toMatch(/10:15 – 11:15.*waits for your answer/)
  })

  test('that is allowed in this window is told once, with one way back', async () => {
    await terminal.call('policy/setRules', { text: JSON.stringify([askFirst]) })
    const page = await steward.open('calendar/week')
    await event(page, 'Single').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await page.keyboard.press('Enter')
    await page.locator('.pendings').getByRole('link', { name: 'Answer' }).click()
    const card = page.getByRole('article').first()
    // The times are as people write them; the stamps are in the very input.
    await card.getByText(/Was: .*10:00 – 11:00/).waitFor()
    await card
      .locator('.box')
      .getByText(/T10:15:00/)
      .first()
      .waitFor()
    await expect.poll(() => card.getAttribute('data-unsteady')).toBeNull()
    await card.getByRole('button', { name: 'Allow once' }).click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await page.waitForTimeout(700)
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(1)
  })

  test('[window.hours] of two hours that the clock shows alike each is named, and keeps its hour on another day', async () => {
    await terminal.call('settings/set', { key: 'zone', value: 'Europe/Berlin' })
    put(home, 'autumn', timed('20261025', '0130', '0200', 'Second'))
    const page = await steward.open('calendar/week.2026-10-24')
    await event(page, 'Second').waitFor()
    await expect.poll(() => event(page, 'Second').getAttribute('aria-label')).toMatch(/2:30 UTC\+1 – 3:00/)
    await page.locator('.hours').evaluate((box) => box.scrollTo(0, 0))
    const box = await event(page, 'Second').boundingBox()
    await dragTo(page, 'Second', await columnOf(page, 4), (box?.y ?? 0) + (box?.height ?? 0) / 2)
    await expect
      .poll(() => timesOf('Second', '20261018', '20261101'))
      .toEqual(['2026-10-23T00:30:00Z 2026-10-23T01:00:00Z'])
  })
})
