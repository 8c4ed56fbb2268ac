// The calendar in the window: looked at, added to by a line, changed in the dialog, searched, and free time found.
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../sidecar/rpc/client.ts'
import { closeAll, closeWindows, hasBrowser, makeHome, type Steward, startSteward, visit } from './browser.ts'
import { dashed, fileWith, put, timed, weekday } from './days.ts'

const event = (page: Page, name: string | RegExp) => page.locator('[data-event]').filter({ hasText: name }).first()
const line = (page: Page) => page.locator('[data-quick="event"]')

describe.runIf(hasBrowser)('the calendar in the window', () => {
  let steward: Steward
  let terminal: Client
  let home: string
  const titles = async () => {
    const [from, to] = [`${dashed(weekday(-7))}T00:00:00Z`, `${dashed(weekday(21))}T00:00:00Z`]
    return (await terminal.call('calendar/events', { from, to })).events.map(({ title }) => title)
  }

  beforeAll(async () => {
    home = makeHome()
    put(home, 'lunch', timed(weekday(1), '1200', '1300', 'Lunch with Ana', 'LOCATION:Luigi'))
    put(home, 'review', timed(weekday(1), '1230', '1400', 'Review', 'STATUS:TENTATIVE'))
    put(home, 'off', timed(weekday(2), '1400', '1500', 'Gone sync', 'STATUS:CANCELLED'), 'work')
    put(
      home,
      'fair',
      ['SUMMARY:Paper fair', `DTSTART;VALUE=DATE:${weekday(2)}`, `DTEND;VALUE=DATE:${weekday(5)}`],
      'work',
    )
    for (let at = 0; at < 12; at++)
      put(
        home,
        `many${at}`,
        timed(weekday(8), `${String(at + 6).padStart(2, '0')}00`, `${String(at + 6).padStart(2, '0')}30`, `Many ${at}`),
      )
    steward = await startSteward(home)
    terminal = await steward.connect()
    await terminal.call('settings/set', { key: 'zone', value: 'UTC' })
  })
  afterEach(async () => expect(await closeWindows()).toEqual([]))
  afterAll(closeAll)

  test('[window.calendar] shows a week, and other looks by keys', async () => {
    const page = await steward.open('calendar/week')
    await event(page, 'Lunch with Ana').waitFor()
    // Side by side: neither lies on the other.
    const [lunch, review] = [
      await event(page, 'Lunch with Ana').boundingBox(),
      await event(page, 'Review').boundingBox(),
    ]
    expect((lunch?.x ?? 0) + (lunch?.width ?? 0)).toBeLessThanOrEqual((review?.x ?? 0) + 1)
    expect(await event(page, 'Lunch with Ana').getAttribute('aria-label')).toMatch(/Luigi, Personal$/)
    expect(await event(page, 'Gone sync').getAttribute('aria-label')).toMatch(/cancelled$/)
    // One bar over three days.
    const [bar, column] = [
      await event(page, 'Paper fair').boundingBox(),
      await page.locator('.column').first().boundingBox(),
    ]
    expect(Math.round((bar?.width ?? 0) / (column?.width ?? 1))).toBe(3)
    for (const [key, name] of [
      ['m', 'Month'],
      ['a', 'Agenda'],
      ['d', 'Day'],
      ['w', 'Week'],
    ] as const) {
      await page.keyboard.press(key)
      await page.getByRole('button', { name, exact: true, pressed: true }).waitFor()
    }
    const title = () => page.locator('.page h1').textContent()
    const before = await title()
    await page.keyboard.press('j')
    await expect.poll(title).not.toBe(before)
    await page.keyboard.press('t')
    await expect.poll(title).toBe(before)
    await page.goBack()
    await expect.poll(title).not.toBe(before)
  })

  test('[window.lanes] a month counts what has no room, and leads to the day', async () => {
    const page = await steward.open(`calendar/month.${dashed(weekday(8))}`)
    const more = page.getByRole('button', { name: /^\+\d+ more/ })
    await more.waitFor()
    const shown = await page.locator('.event').filter({ hasText: 'Many' }).count()
    expect(Number(/\d+/.exec((await more.textContent()) ?? '')?.[0]) + shown).toBe(12)
    await more.click()
    await page.getByRole('button', { name: 'Day', exact: true, pressed: true }).waitFor()
    await event(page, 'Many 11').waitFor()
  })

  test('[window.quick] a line shows what it means, and Enter makes it so, with the way back', async () => {
    const page = await steward.open('calendar/week')
    await line(page).fill(`Dentist ${dashed(weekday(3))} 3pm-4pm`)
    await page.getByRole('option').filter({ hasText: 'Dentist' }).waitFor()
    expect(await titles()).not.toContain('Dentist')
    await line(page).press('Enter')
    await event(page, 'Dentist').waitFor()
    expect(await titles()).toContain('Dentist')
    expect(await line(page).inputValue()).toBe('')
    await page.getByRole('button', { name: 'Undo' }).click()
    await event(page, 'Dentist').waitFor({ state: 'detached' })
    expect(await titles()).not.toContain('Dentist')
  })

  test('[window.quick] nothing is saved while it is not clear: a choice is taken by keys', async () => {
    const page = await steward.open('calendar/week')
    await line(page).fill('Checkup 5/6/2027 10:00-11:00')
    await page.getByRole('option').nth(1).waitFor()
    await line(page).press('Enter')
    await page.waitForTimeout(300)
    expect(await page.locator('.notice').count()).toBe(0)
    await line(page).press('ArrowDown')
    await line(page).press('Enter')
    await page.locator('.notice').getByText('Added').waitFor()
    expect(fileWith(home, 'Checkup')).toBeDefined()
    await line(page).fill('Somewhen')
    await page.locator('.quickfound p').filter({ hasText: /\S/ }).waitFor()
    await line(page).press('Enter')
    await page.waitForTimeout(300)
    expect(fileWith(home, 'Somewhen')).toBeUndefined()
  })

  test('[window.calendar] the dialog makes, changes and deletes, and says what it understood', async () => {
    const page = await steward.open('calendar/week')
    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByText('Say what it is.').waitFor()
    await dialog.getByLabel('Title').fill('Workshop')
    await dialog.getByLabel('Starts').fill(`${dashed(weekday(4))} 10:00`)
    await dialog.getByLabel('Ends').fill('90 min')
    await dialog.getByText(/11:30 \(UTC\)/).waitFor()
    await dialog.getByLabel('Place').fill('Studio')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await event(page, 'Workshop').waitFor()
    expect(fileWith(home, 'Workshop')).toMatch(/LOCATION:Studio/)
    await event(page, 'Workshop').click()
    await dialog.getByLabel('Title').fill('Workshop two')
    await dialog.getByLabel('Repeats').selectOption('weekly')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await event(page, 'Workshop two').waitFor()
    expect(fileWith(home, 'Workshop two')).toMatch(/RRULE:FREQ=WEEKLY/)
    await event(page, 'Workshop two').click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'All of them' }).click()
    await event(page, 'Workshop two').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await event(page, 'Workshop two').waitFor()
  })

  test('[window.calendar] what a tool finds wrong is said in the dialog, with what to choose from', async () => {
    await terminal.call('settings/set', { key: 'zone', value: 'Europe/Berlin' })
    try {
      const page = await steward.open('calendar/week')
      await page.keyboard.press('n')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Title').fill('In the night')
      // The clock is put forward at two.
      await dialog.getByLabel('Starts').fill('2027-03-28 02:30')
      await dialog.getByLabel('Ends').fill('2027-03-28 03:30')
      await dialog.getByRole('button', { name: 'Add', exact: true }).click()
      await expect
        .poll(async () => [await dialog.getByRole('alert').count(), fileWith(home, 'In the night')])
        .toEqual([1, undefined])
      await dialog.locator('fieldset').getByRole('button').first().click()
      await dialog.getByRole('button', { name: 'Add', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      expect(fileWith(home, 'In the night')).toMatch(/DTSTART;TZID=Europe\/Berlin:20270328T0[13]/)
    } finally {
      await terminal.call('settings/set', { key: 'zone', value: 'UTC' })
    }
  })

  test('[window.calendar] an empty place begins an event there', async () => {
    const page = await steward.open('calendar/week')
    const column = page.locator(`.column[data-day="${dashed(weekday(5))}"]`)
    await column.waitFor()
    const box = await column.boundingBox()
    if (!box) throw new Error('There is no column.')
    const y = (minutes: number) => box.y + minutes * 0.8
    await page.mouse.move(box.x + 40, y(10 * 60 + 2))
    await page.mouse.down()
    await page.mouse.move(box.x + 40, y(11 * 60 + 28), { steps: 4 })
    await page.mouse.up()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('Starts').inputValue()).toBe(`${dashed(weekday(5))} 10:00`)
    expect(await dialog.getByLabel('Ends').inputValue()).toBe(`${dashed(weekday(5))} 11:30`)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('[window.calendar] words find events, and a calendar is hidden and shown', async () => {
    const page = await steward.open('calendar/week')
    await event(page, 'Paper fair').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('lunch')
    await page.locator('.agendarow').filter({ hasText: 'Lunch with Ana' }).waitFor()
    expect(await page.locator('.agendarow').count()).toBe(1)
    await page.locator('#calendar-find').fill('')
    await page.getByRole('button', { name: 'Calendars', exact: true }).click()
    await page.getByLabel('Show work').uncheck({ force: true })
    await event(page, 'Paper fair').waitFor({ state: 'detached' })
    await page.getByLabel('Show work').click()
    await event(page, 'Paper fair').waitFor()
  })

  test('[window.slots] free time is found, copied as text, and begun from', async () => {
    const page = await steward.open('calendar/week')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Find time' }).click()
    const dialog = page.getByRole('dialog', { name: 'Find time' })
    await dialog.getByLabel('From').fill(dashed(weekday(8)))
    await dialog.getByLabel('Until').fill(dashed(weekday(8)))
    await dialog.getByLabel('Day ends').fill('20:00')
    await dialog.getByRole('button', { name: 'Find', exact: true }).click()
    // Busy at every full hour until 17:30.
    const slot = dialog.locator('.slots section button')
    await slot.first().waitFor()
    expect(await slot.allTextContents()).toEqual(['17:30 – 20:00'])
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await dialog.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/17:30/)
    await slot.first().click()
    const made = page.getByRole('dialog', { name: 'New event' })
    expect(await made.getByLabel('Starts').inputValue()).toBe(`${dashed(weekday(8))} 17:30`)
    expect(await made.getByLabel('Ends').inputValue()).toBe(`${dashed(weekday(8))} 18:30`)
    await page.keyboard.press('Escape')
  })

  test('[window.hours] a day of 25 hours has each event in its hour', async () => {
    put(home, 'first', timed('20261025', '0030', '0100', 'First two', 'LOCATION:early'))
    put(home, 'second', timed('20261025', '0130', '0200', 'Second two'))
    await terminal.call('settings/set', { key: 'zone', value: 'Europe/Berlin' })
    try {
      const page = await steward.open('calendar/day.2026-10-25')
      await event(page, 'Second two').waitFor({ state: 'attached' })
      const tops = await Promise.all(
        ['First two', 'Second two'].map((name) =>
          event(page, name).evaluate((one) => Number.parseFloat((one as HTMLElement).style.top)),
        ),
      )
      // Both at half past two by the clock, an hour after each other.
      expect((tops[1] ?? 0) - (tops[0] ?? 0)).toBeCloseTo(48, 0)
      expect(await page.locator('.gutter-hours .again').count()).toBe(1)
      // What the clock shows twice is named by its distance from UTC.
      const label = /October, 0?2:30 UTC\+2 – /
      expect(await event(page, 'First two').getAttribute('aria-label')).toMatch(label)
    } finally {
      await terminal.call('settings/set', { key: 'zone', value: 'UTC' })
    }
  })

  test('[page.hostile-text] titles of others are text, with nothing in them invisible', async () => {
    const evil = '<img src=x onerror="window.evil=1"><script>window.evil=1</script> \u202Eevil'
    put(home, 'evil', timed(weekday(3), '0900', '1000', evil, `LOCATION:${evil}`, `DESCRIPTION:${evil}`))
    const page = await steward.open('calendar/week')
    for (const look of ['week', 'month', 'agenda', 'day']) {
      await visit(page, `calendar/${look}.${dashed(weekday(3))}`)
      await event(page, 'onerror').waitFor({ state: 'attached' })
      expect(await page.evaluate(() => 'evil' in window || document.querySelector('img[src="x"]') !== null)).toBe(false)
      expect(await page.evaluate(() => /\u202e/.test(document.body.outerHTML))).toBe(false)
    }
    await event(page, 'onerror').click()
    await page.getByRole('dialog').waitFor()
    expect(await page.evaluate(() => 'evil' in window)).toBe(false)
    await page.keyboard.press('Escape')
  })

  test('[page.language] speaks Chinese, and a line in it is understood', async () => {
    const page = await steward.open('calendar/week', { locale: 'zh-CN' })
    await page.getByRole('button', { name: '月', exact: true }).waitFor()
    await line(page).fill('明天下午三点到四点开会')
    await page.getByRole('option').filter({ hasText: '开会' }).waitFor()
    await line(page).press('Enter')
    await page.locator('.notice').getByText('已添加').waitFor()
    await expect.poll(() => fileWith(home, '开会')).toBeDefined()
  })
})
