// The dialog of an event: what it reads, what it writes, what it says is wrong, and what it keeps.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../sidecar/rpc/client.ts'
import { closeAll, closeWindows, hasBrowser, makeHome, type Steward, startSteward } from './browser.ts'
import { dashed, fileWith, put, timed, weekday } from './days.ts'

const event = (page: Page, name: string) => page.locator('[data-event]').filter({ hasText: name }).first()
const inSight = (one: Locator) =>
  one.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= window.innerHeight && element.checkVisibility()
  })

describe.runIf(hasBrowser)('the dialog of an event', () => {
  let steward: Steward
  let terminal: Client
  let home: string
  const day = (after: number) => dashed(weekday(after))
  const begin = async (options: Parameters<Steward['open']>[1] = {}) => {
    const page = await steward.open('calendar/week', options)
    await page.locator('.column').first().waitFor()
    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    return { page, dialog }
  }
  const opened = async (name: string, at: string) => {
    const page = await steward.open(`calendar/week.${at}`)
    await event(page, name).click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    return { page, dialog }
  }
  const press = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true }).click()
  const add = async (dialog: Locator, name = 'Add') => {
    await press(dialog, name)
    await dialog.waitFor({ state: 'detached' })
  }
  const value = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true }).inputValue()
  const fill = (dialog: Locator, label: string, text: string) => dialog.getByLabel(label, { exact: true }).fill(text)

  beforeAll(async () => {
    home = makeHome()
    put(home, 'trip', ['SUMMARY:Trip', 'DTSTART;VALUE=DATE:20261119', 'DTEND;VALUE=DATE:20261122'])
    put(home, 'call', timed('20261119', '1300', '1400', 'Call'))
    put(home, 'night', timed('20261025', '0100', '0130', 'Night'))
    put(home, 'tokyo', [
      ...['SUMMARY:Tokyo sync', 'DTSTART;TZID=Asia/Tokyo:20261118T090000', 'DTEND;TZID=Asia/Tokyo:20261118T100000'],
    ])
    put(home, 'worded', timed('20261116', '0800', '0900', 'Worded', 'RRULE:FREQ=WEEKLY;INTERVAL=3;BYDAY=MO;COUNT=2'))
    steward = await startSteward(home)
    terminal = await steward.connect()
    await terminal.call('settings/set', { key: 'zone', value: 'Europe/Berlin' })
  })
  afterEach(async () => expect(await closeWindows()).toEqual([]))
  afterAll(closeAll)

  test('[window.eventform] whole days become times on the same days, and times whole days', async () => {
    const { dialog } = await opened('Trip', '2026-11-19')
    expect([await value(dialog, 'First day'), await value(dialog, 'Last day')]).toEqual(['2026-11-19', '2026-11-21'])
    await dialog.getByLabel('All day').uncheck()
    await expect.poll(() => value(dialog, 'Starts')).toBe('2026-11-19 09:00')
    expect(await value(dialog, 'Ends')).toBe('2026-11-21 17:00')
    await add(dialog, 'Save')
    expect(fileWith(home, 'SUMMARY:Trip')).toMatch(
      /DTSTART;TZID=Europe\/Berlin:20261119T090000[\s\S]*DTEND;TZID=Europe\/Berlin:20261121T170000/,
    )
    const again = await opened('Call', '2026-11-19')
    await again.dialog.getByLabel('All day').check()
    await expect.poll(() => value(again.dialog, 'First day')).toBe('2026-11-19')
    await fill(again.dialog, 'Last day', '2 days')
    await add(again.dialog, 'Save')
    expect(fileWith(home, 'SUMMARY:Call')).toMatch(/DTSTART;VALUE=DATE:20261119[\s\S]*DTEND;VALUE=DATE:20261121/)
  })

  test('[window.eventform] a new one turned into whole days and back keeps its clock', async () => {
    const { dialog } = await begin()
    await fill(dialog, 'Starts', `${day(2)} 14:15`)
    await fill(dialog, 'Ends', '45 min')
    await dialog.getByText(/15:00 \(Europe\/Berlin\)/).waitFor()
    await dialog.getByLabel('All day').check()
    await expect.poll(() => value(dialog, 'First day')).toBe(day(2))
    expect(await value(dialog, 'Last day')).toBe(day(2))
    await dialog.getByLabel('All day').uncheck()
    await expect.poll(() => value(dialog, 'Starts')).toBe(`${day(2)} 14:15`)
    expect(await value(dialog, 'Ends')).toBe(`${day(2)} 15:00`)
  })

  test('[window.eventform] an unknown zone is refused at its field', async () => {
    const { dialog } = await begin()
    await fill(dialog, 'Title', 'Nowhere')
    await fill(dialog, 'Time zone', 'Asia/Tokio')
    await press(dialog, 'Add')
    await dialog.getByText('There is no time zone “Asia/Tokio”.').waitFor()
    expect(await dialog.getByLabel('Time zone').evaluate((one) => one === document.activeElement)).toBe(true)
    expect(fileWith(home, 'Nowhere')).toBeUndefined()
    await fill(dialog, 'Time zone', 'Asia/Tokyo')
    await fill(dialog, 'Starts', `${day(4)} 09:00`)
    await fill(dialog, 'Ends', '10')
    await dialog.getByText(/9:00 \(Asia\/Tokyo\) = 0?1:00 your time/).waitFor()
    await add(dialog)
    expect(fileWith(home, 'Nowhere')).toMatch(/DTSTART;TZID=Asia\/Tokyo:\d{8}T090000[\s\S]*DTEND;[^:]*:\d{8}T100000/)
  })

  test('[window.eventform] a length is as long as it says when the clocks go back', async () => {
    const { dialog } = await begin()
    await fill(dialog, 'Title', 'Half an hour')
    await fill(dialog, 'Starts', '2027-10-31 02:30')
    await fill(dialog, 'Ends', '30 min')
    await press(dialog, 'Add')
    const offers = dialog.locator('fieldset').getByRole('button')
    await offers.nth(1).waitFor()
    expect(new Set(await offers.allTextContents()).size).toBe(2)
    await offers.nth(1).click()
    await dialog.getByText(/2:30 UTC\+1 \(Europe\/Berlin\)/).waitFor()
    await add(dialog)
    expect(fileWith(home, 'Half an hour')).toMatch(
      /DTSTART:20271031T013000Z[\s\S]*DTEND(?:;TZID=Europe\/Berlin:20271031T030000|:20271031T020000Z)/,
    )
  })

  test('[window.eventform] another start takes the end along, and words bring their own', async () => {
    const { dialog } = await begin()
    await fill(dialog, 'Title', 'Moved along')
    await fill(dialog, 'Starts', `${day(2)} 10:00`)
    await fill(dialog, 'Ends', `${day(2)} 11:30`)
    await dialog.getByText(/11:30 \(Europe\/Berlin\)/).waitFor()
    await fill(dialog, 'Starts', `${day(3)} 13:00`)
    await expect.poll(() => value(dialog, 'Ends')).toBe(`${day(3)} 14:30`)
    await fill(dialog, 'Starts', `${day(4)} 12-1pm`)
    // Words are read by the sidecar, which takes its time the first time.
    await expect.poll(() => value(dialog, 'Ends'), { timeout: 8000 }).toBe(`${day(4)} 13:00`)
    // The same at once, with Enter right after the words.
    await fill(dialog, 'Starts', `${day(5)} 9:00`)
    await dialog.getByLabel('Starts').press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const at = (after: number, clock: string) => `${weekday(after)}T${clock}00`
    expect(fileWith(home, 'Moved along')).toMatch(
      new RegExp(`DTSTART;[^:]*:${at(5, '0900')}[\\s\\S]*DTEND;[^:]*:${at(5, '1000')}`),
    )
  })

  test('[window.eventform] what is wrong is brought into sight, also in a small window', async () => {
    const { page, dialog } = await begin({ viewport: { width: 900, height: 600 } })
    await fill(dialog, 'People', 'notanaddress')
    await dialog.getByLabel('People').press('Enter')
    const title = dialog.getByLabel('Title')
    await dialog.getByText('Say what it is.').waitFor()
    expect(await title.evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await inSight(dialog.getByText('Say what it is.'))).toBe(true)
    await title.fill('With people')
    await title.press('Enter')
    const told = dialog.getByText('“notanaddress” is no address.')
    await told.waitFor()
    expect(await inSight(told)).toBe(true)
    expect(await dialog.getByLabel('People').evaluate((one) => one === document.activeElement)).toBe(true)
    expect(fileWith(home, 'With people')).toBeUndefined()
    await page.keyboard.press('Escape')
  })

  test('[window.eventform] what is wrong with the whole is said where it is seen', async () => {
    put(home, 'gone', timed('20261120', '0900', '1000', 'Soon gone'))
    const page = await steward.open('calendar/week.2026-11-20', { viewport: { width: 900, height: 600 } })
    await event(page, 'Soon gone').click()
    const dialog = page.getByRole('dialog')
    await fill(dialog, 'Title', 'Too late')
    rmSync(join(home, 'data/calendars/personal/gone.ics'))
    await press(dialog, 'Save')
    const told = dialog.getByRole('alert')
    await told.waitFor()
    expect(await inSight(told)).toBe(true)
    expect(await told.textContent()).toMatch(/\S/)
    expect(await value(dialog, 'Title')).toBe('Too late')
  })

  test('[window.eventform] what was filled in is kept when it is closed, and can be gone on with', async () => {
    const { page, dialog } = await begin()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.locator('.notice').count()).toBe(0)
    await page.keyboard.press('n')
    await fill(dialog, 'Title', 'Half done')
    await fill(dialog, 'Starts', `${day(3)} 16:00`)
    await fill(dialog, 'Notes', 'much to say')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.locator('.notice').getByRole('button', { name: 'Go on with it' }).click()
    await expect.poll(() => value(dialog, 'Notes')).toBe('much to say')
    expect([await value(dialog, 'Title'), await value(dialog, 'Starts')]).toEqual(['Half done', `${day(3)} 16:00`])
    await press(dialog, 'Close')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'New event' }).click()
    // Offered, and not put over what is begun now.
    expect(await value(dialog, 'Title')).toBe('')
    await press(dialog, 'Go on with it')
    expect(await value(dialog, 'Title')).toBe('Half done')
    await add(dialog)
    expect(fileWith(home, 'Half done')).toMatch(new RegExp(`:${weekday(3)}T160000`))
    await page.getByRole('button', { name: 'New event' }).click()
    await dialog.waitFor()
    expect(await dialog.getByRole('button', { name: 'Go on with it' }).count()).toBe(0)
  })

  test('[window.eventform] choices stay in their field, say what they are, and keep their reason', async () => {
    const { dialog } = await begin()
    await fill(dialog, 'Title', 'Which day')
    await fill(dialog, 'Starts', 'Monday 2026-11-25 10:00')
    const offers = dialog.locator('fieldset button')
    await offers.first().waitFor()
    expect((await offers.allTextContents()).filter((text) => /Event/.test(text))).toEqual([])
    const right = async (one: Locator) => {
      const box = await one.boundingBox()
      return (box?.x ?? 0) + (box?.width ?? 0)
    }
    const ends = (await dialog.getByLabel('Ends').boundingBox())?.x ?? 0
    for (const offer of await offers.all()) expect(await right(offer)).toBeLessThan(ends)
    const reason = await dialog.locator('.fault').first().textContent()
    expect(reason).toMatch(/weekday|Wednesday|Monday/)
    await press(dialog, 'Add')
    await expect.poll(() => dialog.locator('.fault').allTextContents()).toEqual([reason])
  })

  test('[window.eventform] an event of another zone shows one’s own time, and one in UTC is in one’s own', async () => {
    const { dialog } = await opened('Tokyo sync', '2026-11-18')
    expect([await value(dialog, 'Time zone'), await value(dialog, 'Starts')]).toEqual([
      'Asia/Tokyo',
      '2026-11-18 09:00',
    ])
    await dialog.getByText(/= 0?1:00 your time/).waitFor()
    const night = await opened('Night', '2026-10-25')
    expect([await value(night.dialog, 'Time zone'), await value(night.dialog, 'Starts')]).toEqual([
      'Europe/Berlin',
      '2026-10-25 02:00',
    ])
    // Which of the two twos it is stays, though only the end was changed.
    await fill(night.dialog, 'Ends', '45 min')
    await add(night.dialog, 'Save')
    expect(fileWith(home, 'SUMMARY:Night')).toMatch(
      /DTSTART:20261025T010000Z[\s\S]*DTEND(?::20261025T014500Z|;[^:]*:20261025T024500)/,
    )
  })

  test('[window.eventform] what is not understood is said so, and a rule is said in words', async () => {
    const { page, dialog } = await opened('Worded', '2026-11-16')
    const own = dialog.getByLabel('How it repeats, in words')
    expect(await own.inputValue()).toBe('every 3 weeks on Monday, 2 times')
    await own.fill('flubber wubber')
    await press(dialog, 'Save')
    await page.getByRole('button', { name: 'All of them' }).click()
    await dialog.getByText('“flubber wubber” was not understood.').waitFor()
    expect(await own.evaluate((one) => one === document.activeElement)).toBe(true)
    await fill(dialog, 'Starts', 'flubber')
    await dialog.getByText('“flubber” was not understood.').waitFor()
    expect(await dialog.getByText(/Say when it is/).count()).toBe(0)
    // A time that the clocks leave out is not said to be understood.
    await fill(dialog, 'Starts', '2027-03-28 02:30')
    await fill(dialog, 'Ends', '2027-03-28 05:00')
    await dialog.getByText(/5:00 \(Europe\/Berlin\)/).waitFor()
    expect(await dialog.getByText(/2:30/).count()).toBe(0)
  })

  test('[window.eventform] what else happens then is told with what was saved', async () => {
    const { page, dialog } = await begin()
    await fill(dialog, 'Title', 'Dentist')
    await fill(dialog, 'Starts', `${day(9)} 10:00`)
    await add(dialog)
    await page.locator('.notice').getByText('Added “Dentist”.').waitFor()
    await page.keyboard.press('n')
    await fill(dialog, 'Title', 'Haircut')
    await fill(dialog, 'Starts', `${day(9)} 10:30`)
    await add(dialog)
    await page.locator('.notice').getByText('Added “Haircut”. At the same time: Dentist.').waitFor()
  })

  test('[window.eventform] speaks Chinese where the system of the sidecar does not', async () => {
    const { page, dialog } = await begin({ locale: 'zh-CN' })
    await fill(dialog, '标题', '检查')
    expect(await dialog.getByLabel('结束').getAttribute('placeholder')).toBe('16:00，或 90 分钟')
    await fill(dialog, '开始', '2027/5/6 上午十点')
    await fill(dialog, '结束', '一个半小时')
    await dialog.getByText(/11:30/).waitFor()
    await fill(dialog, '结束', '下午四点')
    await dialog.getByText(/16:00/).waitFor()
    await fill(dialog, '开始', '星期一 2026-11-25 10:00')
    const offers = dialog.locator('fieldset button')
    await offers.first().waitFor()
    const said = [...(await offers.allTextContents()), ...(await dialog.locator('.fault').allTextContents())]
    expect(said.filter((text) => /[A-Za-z]{3}/.test(text))).toEqual([])
    await fill(dialog, '开始', '2027-10-31 02:30')
    await press(dialog, '添加')
    await dialog.getByText('Europe/Berlin 的 2027-10-31 02:30 会出现两次').waitFor()
    await fill(dialog, '开始', '乱七八糟')
    await dialog.getByText('没有看懂“乱七八糟”').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.notice').getByText('“检查”没有保存').waitFor()
    const spoken = await terminal.call('calendar/understand', { text: '开会', as: 'event', language: 'zh' })
    expect(spoken.why).toBe('请说明时间。')
    const slots = { from: '2026-11-30T00:00:00Z', to: '2026-12-01T00:00:00Z', minutes: 60 }
    expect((await terminal.call('calendar/slots', { ...slots, language: 'zh' })).text).toMatch(/周|月/)
    expect((await terminal.call('calendar/slots', { ...slots, language: 'en' })).text).not.toMatch(/周|月/)
  })
})
