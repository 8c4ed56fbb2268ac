// How the window looks: language and theme as the system or the user has them, motion, and room on small and large screens.
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../sidecar/rpc/client.ts'
import { closeAll, closeWindows, hasBrowser, makeHome, type Steward, startSteward, visit } from './browser.ts'

const places = [
  ...['today', 'calendar/week', 'calendar/month', 'calendar/agenda', 'tasks', 'approvals', 'activity', 'waiting'],
  ...['audit', 'policy', 'tools', 'tools/read_file', 'settings'],
]

/** How light the ground of the page is, from 0 to 255. */
const lightness = (page: Page) =>
  page.evaluate(() => {
    const [red = 0, green = 0, blue = 0] =
      getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number) ?? []
    return (red + green + blue) / 3
  })

/** Takes a row of the ask bar. */
async function ask(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').and(page.locator(':focus')).fill(words)
  await page.getByRole('option', { name: words }).first().click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

describe.runIf(hasBrowser)('the window', () => {
  let steward: Steward
  let terminal: Client

  beforeAll(async () => {
    steward = await startSteward(makeHome({ demo: true }))
    terminal = await steward.connect()
  })
  afterEach(async () => {
    expect(await closeWindows()).toEqual([])
    await terminal.call('settings/set', { key: 'ui.language', value: 'system' })
    await terminal.call('settings/set', { key: 'ui.theme', value: 'system' })
  })
  afterAll(closeAll)

  test('[page.language] speaks the language of the system, and another when it is chosen', async () => {
    const chinese = await steward.open('approvals', { locale: 'zh-CN' })
    await chinese.getByRole('link', { name: '设置' }).waitFor()
    expect(await chinese.evaluate(() => document.documentElement.lang)).toMatch(/^zh/)
    const english = await steward.open('approvals', { locale: 'de-DE' })
    await english.getByRole('link', { name: 'Settings' }).waitFor()
    expect(await english.evaluate(() => document.documentElement.lang)).toMatch(/^en/)
    await ask(english, '简体中文')
    await english.getByRole('link', { name: '设置' }).waitFor()
    await ask(chinese, 'English')
    await chinese.getByRole('link', { name: 'Settings' }).waitFor()
  })

  test('[page.theme] is light or dark as the system is, and as it is chosen', async () => {
    const light = await steward.open('today', { colorScheme: 'light' })
    const dark = await steward.open('today', { colorScheme: 'dark' })
    expect(await lightness(light)).toBeGreaterThan(200)
    expect(await lightness(dark)).toBeLessThan(60)
    await dark.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => lightness(dark)).toBeGreaterThan(200)
    await ask(light, 'Dark theme')
    await expect.poll(() => lightness(light)).toBeLessThan(60)
    // A choice is kept.
    await light.reload()
    await light.locator('.frame .page').waitFor()
    await expect.poll(() => lightness(light)).toBeLessThan(60)
  })

  test('[page.motion] does not move where less motion is wanted', async () => {
    const page = await steward.open('today', { reducedMotion: 'reduce' })
    for (const place of places) {
      await visit(page, place)
      const moving = await page.evaluate(
        () =>
          [...document.querySelectorAll('*')]
            .map((one) => getComputedStyle(one))
            .filter(({ animationName, animationDuration, transitionDuration }) => {
              const most = (times: string) => Math.max(...times.split(',').map((time) => Number.parseFloat(time)))
              return (animationName !== 'none' && most(animationDuration) > 0.01) || most(transitionDuration) > 0.01
            }).length,
      )
      expect(moving, place).toBe(0)
    }
  })

  const all = [
    [900, 600, 'en-GB'],
    [1600, 1000, 'zh-CN'],
    [900, 600, 'zh-CN'],
    [1600, 1000, 'en-GB'],
  ] as const
  const sizes = process.env.STEWARD_FULL === '1' ? all : all.slice(0, 2)
  test.each(sizes)(
    '[page.fits] has room at %d by %d in %s: nothing is cut off at the side or lies over STOP',
    async (width, height, locale) => {
      const page = await steward.open('today', { locale, viewport: { width, height } })
      for (const place of places) {
        await visit(page, place)
        const found = await page.evaluate(() => {
          const stop = document.querySelector('.stop')
          const { left = 0, top = 0, right = 0, bottom = 0 } = stop?.getBoundingClientRect() ?? {}
          const corners = [
            [left + 6, (top + bottom) / 2],
            [right - 6, (top + bottom) / 2],
            [(left + right) / 2, top + 3],
            [(left + right) / 2, bottom - 3],
          ] as const
          const wide = [document.documentElement, ...document.querySelectorAll('main')]
            .filter((one) => one.scrollWidth > one.clientWidth)
            .map(({ tagName }) => `${tagName} scrolls sideways`)
          const outside = [...document.querySelectorAll('main *')]
            .filter(
              (one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('pre, table, .rows, .clip'),
            )
            .map((one) => `${one.tagName} ${one.className} reaches beyond the side`)
          const covered = corners
            .filter(([x, y]) => !stop?.contains(document.elementFromPoint(x, y)))
            .map(([x, y]) => `STOP is covered at ${x}, ${y}`)
          return [...wide, ...outside, ...covered]
        })
        expect(found, `${place} in ${locale}`).toEqual([])
      }
    },
  )
})
