// Calendars elsewhere, in the settings: a real server and a real address on loopback, and files in and out.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../sidecar/rpc/client.ts'
import { needs } from '../servers/apt.ts'
import { password, type Radicale, radicalePackages, startRadicale, user } from '../servers/radicale.ts'
import { closeAll, closeWindows, hasBrowser, type Steward, startSteward, visit } from './browser.ts'
import { dashed, fileWith, weekday } from './days.ts'

const holiday = (title: string) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', 'BEGIN:VEVENT', 'UID:h1', 'DTSTAMP:20260101T000000Z'],
    ...[`SUMMARY:${title}`, `DTSTART;VALUE=DATE:${weekday(2)}`, 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n')

describe.runIf(hasBrowser)('accounts in the window [window.accounts]', () => {
  let steward: Steward
  let terminal: Client
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/calendar')
    response.end(holiday('Founding day'))
  })
  let port = 0

  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    steward = await startSteward()
    terminal = await steward.connect()
    port = (server.address() as AddressInfo).port
  })
  afterEach(async () => expect(await closeWindows()).toEqual([]))
  afterAll(async () => {
    await closeAll()
    server.close()
    server.closeAllConnections()
  })

  test('an address is subscribed to, is read only, and removed', async () => {
    const page = await steward.open('settings/accounts')
    await page.getByRole('button', { name: 'Subscribe to an .ics address' }).click()
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
    await page.getByText('Say where it is.').waitFor()
    await page.getByLabel('Address', { exact: true }).last().fill(`http://127.0.0.1:${port}/holidays.ics`)
    await page.getByLabel('Name here (if you like)').fill('Holidays')
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
    await page.locator('.notice').getByText('Holidays is connected').waitFor()
    await visit(page, `calendar/week.${dashed(weekday(2))}`)
    const event = page.locator('[data-event]').filter({ hasText: 'Founding day' })
    await event.click()
    await page.getByRole('dialog').getByText('This calendar can only be read.').waitFor()
    await page.keyboard.press('Escape')
    await event.focus()
    await page.keyboard.press('Alt+ArrowRight')
    expect(await page.locator('.event.draft').count()).toBe(0)
    await page.locator('.notice').getByText('can’t be moved: Holidays can only be read.').waitFor()
    await page.getByRole('button', { name: 'Dismiss' }).last().click()
    const box = await event.boundingBox()
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 8)
    await page.mouse.down()
    await page.mouse.move((box?.x ?? 0) + 220, (box?.y ?? 0) + 8, { steps: 4 })
    await page.mouse.up()
    await page.locator('.notice').getByText('can’t be moved').waitFor()
    // In a small window nothing in the panel lies on anything else.
    await page.setViewportSize({ width: 900, height: 600 })
    await page.getByRole('button', { name: 'Calendars', exact: true }).click()
    const side = page.getByRole('complementary')
    const [heading, sync] = [side.getByRole('heading'), side.getByRole('button', { name: 'Sync now' })]
    const [one, other] = [await heading.boundingBox(), await sync.boundingBox()]
    if (!one || !other) throw new Error('They are not there.')
    const words = await heading.evaluate((each) => {
      const range = document.createRange()
      range.selectNodeContents(each)
      return range.getBoundingClientRect().right
    })
    expect(other.x >= words || other.y >= one.y + one.height).toBe(true)
    const input = side.getByLabel('New calendar')
    expect(await input.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true)
    await visit(page, 'settings/accounts')
    await page.getByRole('button', { name: 'Remove: Holidays' }).click()
    await page.getByText('Nothing on the server changes.').waitFor()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect.poll(async () => (await terminal.call('account/list', {})).accounts).toEqual([])
  })

  test('an address where nothing is says so at the field, and nothing is kept', async () => {
    const page = await steward.open('settings/accounts')
    await page.getByRole('button', { name: 'Subscribe to an .ics address' }).click()
    await page.getByLabel('Address', { exact: true }).last().fill('http://127.0.0.1:9/none.ics')
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
    await page.locator('form.box').getByRole('alert').waitFor()
    expect(await page.getByLabel('Address', { exact: true }).last().getAttribute('aria-invalid')).toBe('true')
    expect((await terminal.call('account/list', {})).accounts).toEqual([])
  })

  test('a file is imported and exported', async () => {
    const page = await steward.open('settings/accounts')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Import an .ics file…' }).click()
    await (await chooser).setFiles({
      ...{ name: 'a.ics', mimeType: 'text/calendar', buffer: Buffer.from(holiday('From a file')) },
    })
    await page.getByText('1 was added to Personal.').waitFor()
    expect(fileWith(steward.home, 'From a file')).toBeDefined()
    // What is always there can't be taken away, and nothing offers it.
    expect(await page.getByRole('button', { name: /^Remove (Personal|Reminders)$/ }).count()).toBe(0)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export all as .ics' }).click()
    expect(readFileSync(await (await download).path(), 'utf8')).toMatch(/SUMMARY:From a file/)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.locator('.notice').getByText('Taken back: what was imported into Personal.').waitFor()
    expect(fileWith(steward.home, 'From a file')).toBeUndefined()
  })

  describe.runIf(process.platform === 'linux' && needs(radicalePackages))('a CalDAV server', () => {
    let radicale: Radicale
    beforeAll(async () => {
      radicale = await startRadicale()
      await radicale.make('work', '<d:displayname>Work</d:displayname>')
    })
    afterAll(() => radicale.stop())

    test('is connected after a wrong password, takes an event, and is synced', async () => {
      const page = await steward.open('settings/accounts')
      await page.getByRole('button', { name: 'Connect a CalDAV server' }).click()
      const form = page.locator('form.box')
      await form.getByLabel('Address', { exact: true }).fill(radicale.url)
      await form.getByLabel('User name').fill(user)
      await form.getByLabel('Password').fill('wrong')
      await form.getByRole('button', { name: 'Connect' }).click()
      await form.getByRole('alert').waitFor()
      expect(await form.getByLabel('Password').getAttribute('aria-invalid')).toBe('true')
      await form.getByLabel('Password').fill(password)
      await form.getByRole('button', { name: 'Connect' }).click()
      await page.locator('.notice').getByText('is connected').waitFor()
      expect(await page.content()).not.toContain(password)
      await page.getByRole('button', { name: /^Sync now/ }).click()
      await page.locator('.notice').getByText('is up to date').waitFor()
      await visit(page, 'calendar/week')
      await page.keyboard.press('n')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Title').fill('On the server')
      await dialog.getByLabel('Calendar').selectOption({ label: 'Work' })
      await dialog.getByRole('button', { name: 'Add', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await expect.poll(() => Object.values(radicale.files('work')).join()).toMatch(/SUMMARY:On the server/)
      await page.getByRole('button', { name: 'Undo' }).last().click()
      await expect.poll(() => Object.values(radicale.files('work')).join()).not.toMatch(/On the server/)
    })
  })
})
