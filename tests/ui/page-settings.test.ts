// The settings in the window: saved as they are changed, undone from the notice, and refused at the field.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../sidecar/rpc/client.ts'
import { closeAll, closeWindows, hasBrowser, type Steward, startSteward } from './browser.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

describe.runIf(hasBrowser)('the settings', () => {
  let steward: Steward
  let terminal: Client
  const settings = async () => (await terminal.call('settings/get', {})).settings as Record<string, unknown>

  beforeAll(async () => {
    steward = await startSteward()
    terminal = await steward.connect()
  })
  afterEach(async () => expect(await closeWindows()).toEqual([]))
  afterAll(closeAll)

  test('[page.settings] a change is saved at once, and Undo takes it back', async () => {
    const page = await steward.open('settings')
    await page.getByLabel('Plan only').check()
    await page.getByText('Saved.').waitFor()
    expect(await settings()).toMatchObject({ modes: { plan: true } })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await settings()).modes).toEqual({ plan: false, draftsOnly: false })
    await expect.poll(() => page.getByLabel('Plan only').isChecked()).toBe(false)
  })

  test('[page.settings] what is wrong is said at the field, and nothing is saved', async () => {
    const page = await steward.open('settings')
    await page.getByLabel('Time zone').fill('Nowhere/Else')
    await page.getByLabel('Time zone').press('Enter')
    await section(page, 'Time and place').getByRole('alert').getByText('must be a time zone').waitFor()
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Nowhere/Else')
    expect((await settings()).zone).toBeUndefined()
    await page.getByLabel('Time zone').fill('Asia/Shanghai')
    await page.getByLabel('Time zone').press('Enter')
    await expect.poll(async () => (await settings()).zone).toBe('Asia/Shanghai')
    await section(page, 'Time and place').getByRole('alert').waitFor({ state: 'detached' })
    await page.getByLabel('Time zone').fill('')
    await page.getByLabel('Time zone').press('Enter')
    await expect.poll(async () => (await settings()).zone).toBeUndefined()
  })

  test('[page.settings] names, addresses and contacts come and go', async () => {
    const page = await steward.open('settings/you')
    await page.getByLabel('Your names').fill('Ana')
    await page.getByLabel('Your names').press('Enter')
    await page.getByRole('button', { name: 'Remove Ana', exact: true }).waitFor()
    const you = section(page, 'You')
    await you.getByLabel('Name', { exact: true }).fill('Bo')
    await you.getByLabel('Address', { exact: true }).fill('no address')
    await you.getByLabel('Address', { exact: true }).press('Enter')
    await you.getByRole('alert').getByText('must be an address').waitFor()
    await you.getByLabel('Address', { exact: true }).fill('bo@example.org')
    await you.getByLabel('Address', { exact: true }).press('Enter')
    await you.getByText('bo@example.org').waitFor()
    expect(await settings()).toMatchObject({
      me: { names: ['Ana'] },
      contacts: [{ name: 'Bo', address: 'bo@example.org' }],
    })
    await page.getByRole('button', { name: 'Remove Bo bo@example.org' }).click()
    await page.getByRole('button', { name: 'Remove Ana', exact: true }).click()
    await expect.poll(settings).toMatchObject({ me: { names: [] }, contacts: [] })
  })

  test('[page.settings] hours, days, limits and flags', async () => {
    const page = await steward.open('settings')
    await page.getByLabel('Working hours').check()
    await section(page, 'Time and place').getByLabel('from').fill('10:00')
    await page.getByLabel('Sat').check()
    await page.getByLabel('Questions an hour, at most').fill('4')
    await page.getByLabel('Questions an hour, at most').press('Enter')
    await page.getByLabel('Tool', { exact: true }).fill('sleep')
    await page.getByLabel('Seconds').fill('2.5')
    await page.getByLabel('Seconds').press('Enter')
    await page.getByLabel('Name of a flag').fill('later')
    await page.getByLabel('Name of a flag').press('Enter')
    await expect.poll(settings).toMatchObject({
      workingHours: { from: '10:00', to: '17:30', days: [1, 2, 3, 4, 5, 6] },
      attention: { perHour: 4 },
      timeouts: { sleep: 2500 },
      flags: { later: true },
    })
    await page.getByLabel('Working hours').uncheck()
    await expect.poll(async () => (await settings()).workingHours).toBeUndefined()
  })

  test('[page.settings] language and theme take effect at once', async () => {
    const page = await steward.open('settings')
    await page.getByLabel('Theme', { exact: true }).selectOption('dark')
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
    await page.getByLabel('Language', { exact: true }).selectOption('zh')
    await page.getByRole('heading', { name: '设置' }).waitFor()
    await page.getByText('数据库完好。').waitFor()
    await page.getByLabel('语言', { exact: true }).selectOption('system')
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    await terminal.call('settings/set', { key: 'ui', value: null })
  })

  test('[page.settings] an address leads to a section and scrolls nothing else away', async () => {
    const page = await steward.open('settings/backup')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Backup')
    const places = await page.evaluate(() => [
      document.scrollingElement?.scrollTop,
      document.querySelector('.frame')?.getBoundingClientRect().top,
    ])
    expect(places).toEqual([0, 0])
  })

  test('[page.settings] every setting that there is can be reached', async () => {
    const page = await steward.open('settings')
    await page.getByLabel('Quiet hours').check()
    await page.getByLabel('Folder', { exact: true }).waitFor()
    for (const label of [
      'Notices on the desktop',
      'Drafts only',
      'Calls at once',
      'Place',
      'Tools that are switched off',
    ])
      expect(await page.getByLabel(label, { exact: true }).count()).toBe(1)
    expect(await page.getByLabel('Built-in tools that your own may replace').count()).toBe(1)
    await page.getByLabel('Quiet hours').uncheck()
    await page.getByText('can’t be connected in this version yet').waitFor()
  })

  test('[page.doctor] findings are there at once, and are looked at again', async () => {
    const page = await steward.open('settings/doctor')
    await section(page, 'Doctor').getByText('The database is whole.').waitFor()
    await terminal.call('control/stop', {})
    await section(page, 'Doctor').getByRole('button', { name: 'Look again' }).click()
    await section(page, 'Doctor').getByText('1 thing needs a look.').waitFor()
    await section(page, 'Doctor').getByText('Nothing acts until you press “Go on” at the top.').waitFor()
    await terminal.call('control/release', {})
  })

  test('[page.doctor] a backup is made where it is wanted, and never over another file', async () => {
    const file = join(steward.home, 'backup.tar.gz')
    const page = await steward.open('settings/backup')
    await section(page, 'Backup').getByLabel('File').fill(file)
    await section(page, 'Backup').getByRole('button', { name: 'Back up' }).click()
    await section(page, 'Backup').locator('code').getByText(file).waitFor()
    expect(existsSync(file)).toBe(true)
    await section(page, 'Backup').getByRole('button', { name: 'Back up' }).click()
    await section(page, 'Backup').getByRole('alert').getByText('is there already').waitFor()
  })
})
