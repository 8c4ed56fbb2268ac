// Getting in, getting about, and doing without any network.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../sidecar/rpc/client.ts'
import { asks, closeAll, closeWindows, denyAll, hasBrowser, newPage, type Steward, startSteward } from './browser.ts'

describe.runIf(hasBrowser)('the window', () => {
  let steward: Steward
  let terminal: Client

  beforeAll(async () => {
    steward = await startSteward()
    terminal = await steward.connect()
  })
  afterEach(async () => {
    expect(await closeWindows()).toEqual([])
    await denyAll(terminal)
  })
  afterAll(closeAll)

  test('[page.token] is let in by its address once: the second one is told so, and shown nothing', async () => {
    const own = await startSteward()
    const page = await newPage(own.origin)
    await page.goto(own.address)
    await page.getByRole('heading', { name: /^Good/ }).waitFor()
    expect(page.url()).toBe(`${own.origin}/`)
    await page.reload()
    await page.getByRole('heading', { name: /^Good/ }).waitFor()
    const late = await newPage(own.origin)
    await late.goto(own.address)
    await late.getByRole('heading', { name: 'This address has been used' }).waitFor()
    expect(late.url()).not.toContain('t=')
    expect(await late.getByRole('navigation').count()).toBe(0)
    // The refusal is the server's answer, which the console repeats.
    expect(await closeWindows()).toEqual([expect.stringContaining('401')])
    await own.stop()
  })

  test('[page.place] keeps its place when it is loaded again, and goes back and forward', async () => {
    const callId = await asks(terminal, 'PLACE')
    const page = await steward.open()
    const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Tools' }).click()
    await title('Tools')
    await page.getByRole('link', { name: 'json_parse', exact: true }).click()
    await page.getByRole('heading', { name: 'json_parse' }).first().waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'json_parse' }).first().waitFor()
    await page.goBack()
    await title('Tools')
    await page.goForward()
    await page.getByRole('heading', { name: 'json_parse' }).first().waitFor()
    await page.goto(`${steward.origin}/#/activity/${callId}`)
    await page.reload()
    await page.getByText('PLACE').first().waitFor()
    await expect.poll(() => page.title()).toBe('Activity · Steward')
    expect(await page.getByRole('link', { name: 'Activity' }).getAttribute('aria-current')).toBe('page')
  })

  test('[page.offline] works with no network: all that it asks for is on this computer', async () => {
    const page = await steward.open()
    const asked = new Set<string>()
    page.on('request', (request) => asked.add(new URL(request.url()).origin))
    await page.reload()
    await page.locator('.frame .page').waitFor()
    for (const name of ['Approvals', 'Activity', 'Waiting', 'Audit', 'Policy', 'Tools', 'Settings', 'Today']) {
      await page.getByRole('navigation').getByRole('link', { name }).click()
      await page.locator('.frame .page h1').waitFor()
    }
    await page.getByLabel('Quick note').fill('Written without a network')
    await page.keyboard.press('Enter')
    await page.getByText('Noted.').waitFor()
    await asks(terminal, 'OFFLINE')
    await page.getByRole('navigation').getByRole('link', { name: 'Approvals' }).click()
    await page.getByRole('article', { name: 'Set OFFLINE' }).getByRole('button', { name: 'Allow once' }).click()
    await page.getByText(/^Allowed: /).waitFor()
    expect([...asked]).toEqual([steward.origin])
  })
})
