// Accessibility by axe-core: every view, both themes, both languages, with much in it and with nothing.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { closeAll, closeWindows, hasBrowser, makeHome, newPage, type Steward, startSteward, visit } from './browser.ts'
import { dashed, put, timed, weekday } from './days.ts'
import { processTree, until } from './shellprocess.ts'

const isFull = process.env.STEWARD_FULL === '1'
const places = [
  ...['today', 'calendar/day', 'calendar/week', 'calendar/month', 'calendar/agenda', 'tasks'],
  ...['approvals', 'activity', 'waiting', 'audit', 'tools', 'tools/read_file', 'settings'],
]
const tabs = ['policy', 'policy/editor', 'policy/grants']

interface Look {
  locale: 'en-GB' | 'zh-CN'
  colorScheme: 'light' | 'dark'
  demo: boolean
}
const looks: Look[] = (['en-GB', 'zh-CN'] as const).flatMap((locale) =>
  (['light', 'dark'] as const).flatMap((colorScheme) => [true, false].map((demo) => ({ locale, colorScheme, demo }))),
)
/** Each of the three in both its ways, if not all together. */
const sample: Look[] = [
  { locale: 'en-GB', colorScheme: 'light', demo: true },
  { locale: 'zh-CN', colorScheme: 'dark', demo: false },
]

/** What is serious or critical, with where it is. */
async function findings(page: Page): Promise<string[]> {
  // In one page at a time there are no frames to look into, and of what is right nothing is kept: both take long.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    )
}

describe.runIf(hasBrowser)('[page.accessible] nothing serious is found', { timeout: 180_000 }, () => {
  const homes = new Map<boolean, Promise<Steward>>()
  const stewardOf = (demo: boolean) => {
    const found = homes.get(demo) ?? startSteward(makeHome({ demo }))
    homes.set(demo, found)
    return found
  }

  afterEach(async () => expect(await closeWindows()).toEqual([]))
  afterAll(closeAll)

  describe.each(isFull ? looks : sample)('in $locale, $colorScheme, demo $demo', ({ locale, colorScheme, demo }) => {
    test('in any place', async () => {
      const steward = await stewardOf(demo)
      const page = await steward.open('today', { locale, colorScheme })
      for (const place of [...places, ...tabs]) {
        await visit(page, place)
        expect(await findings(page), place).toEqual([])
      }
    })

    test('in what the calendar and the tasks open', async () => {
      const steward = await stewardOf(demo)
      const home = steward.home
      put(home, 'axe', timed(weekday(2), '1000', '1100', 'Tentative', 'STATUS:TENTATIVE', 'RRULE:FREQ=DAILY;COUNT=3'))
      put(home, 'axe-off', timed(weekday(2), '1030', '1130', 'Gone', 'STATUS:CANCELLED'))
      put(home, 'axe-task', ['SUMMARY:Late', 'DUE;VALUE=DATE:20260101', 'PRIORITY:1'], 'personal', 'VTODO')
      const page = await steward.open('today', { locale, colorScheme })
      for (const mode of ['week', 'month', 'agenda', 'day']) {
        await visit(page, `calendar/${mode}.${dashed(weekday(2))}`)
        // In a month there may be no room for this one.
        const shown = page.locator('[data-event]').filter({ hasText: mode === 'month' ? /./ : 'Tentative' })
        await shown.first().waitFor({ state: 'attached' })
        expect(await findings(page), mode).toEqual([])
      }
      await visit(page, `calendar/week.${dashed(weekday(2))}`)
      const chip = page.locator('[data-event]').filter({ hasText: 'Tentative' }).first()
      const opens: [string, () => Promise<unknown>][] = [
        ['a new event', () => page.keyboard.press('n')],
        ['an event', () => chip.click()],
        ['which of a series', () => chip.focus().then(() => page.keyboard.press('Delete'))],
        ['free time', () => page.locator('.calendarbar > button').first().click()],
      ]
      for (const [name, open] of opens) {
        await open()
        await page.locator('dialog[open]').waitFor()
        await page.waitForTimeout(300)
        expect(await findings(page), name).toEqual([])
        await page.keyboard.press('Escape')
        await page.locator('dialog').waitFor({ state: 'detached' })
      }
      await page.locator('.calendarbar > button').last().click()
      await page.locator('[data-quick]').fill('Lunch tomorrow 12-1')
      await page.getByRole('option').first().waitFor()
      expect(await findings(page), 'the line, and the calendars').toEqual([])
      await visit(page, 'tasks')
      await page.locator('.taskrow').first().waitFor()
      expect(await findings(page), 'tasks').toEqual([])
      await page.keyboard.press('n')
      await page.locator('dialog[open]').waitFor()
      expect(await findings(page), 'a task').toEqual([])
      await page.keyboard.press('Escape')
    })

    test.runIf(demo)('in one call, one record, one message', async () => {
      const steward = await stewardOf(demo)
      const page = await steward.open('activity', { locale, colorScheme })
      const { calls } = await (await steward.connect()).call('call/list', { limit: 100 })
      for (const state of ['done', 'failed', 'waiting', 'suspended']) {
        const callId = calls.find((one) => one.state === state)?.callId
        await visit(page, `activity/${callId}`)
        expect(await findings(page), state).toEqual([])
      }
      await visit(page, 'today')
      await page.locator('.capture input').fill('Seen by axe')
      await page.keyboard.press('Enter')
      await page.locator('.notice').waitFor()
      expect(await findings(page), 'a message').toEqual([])
    })

    test.runIf(demo)('with the ask bar or a dialog open', async () => {
      const steward = await stewardOf(demo)
      const page = await steward.open('approvals', { locale, colorScheme })
      for (const words of ['', 'read file', 'current time']) {
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox').and(page.locator(':focus')).fill(words)
        await page.waitForTimeout(400)
        expect(await findings(page), `the ask bar with “${words}”`).toEqual([])
        await page.keyboard.press('Escape')
      }
      const card = page.locator('[data-approval]:has([data-key="e"])').first()
      const openers = card.locator('.answers button:not([data-safe]):not(.main-choice)')
      for (const opener of await openers.all()) {
        await opener.click()
        await page.locator('dialog[open]').waitFor()
        expect(await findings(page), String(await opener.textContent())).toEqual([])
        await page.keyboard.press('Escape')
        await page.locator('dialog').waitFor({ state: 'detached' })
      }
    })
  })

  test('while a fault that is put there is found', async () => {
    const page = await (await stewardOf(false)).open()
    await page.evaluate(() => {
      const field = document.createElement('input')
      const text = document.createElement('p')
      text.textContent = 'Hard to read'
      text.className = 'faint'
      document.querySelector('main')?.append(field, text)
      document.styleSheets[0]?.insertRule('.faint { color: #ccc; background: #fff }')
    })
    const found = (await findings(page)).map((finding) => finding.split(':')[0])
    expect(found.sort()).toEqual(['color-contrast', 'label'])
  })

  test.runIf(process.platform === 'linux').each(['light', 'dark'] as const)(
    'on what covers the window, %s',
    async (colorScheme) => {
      const steward = await startSteward()
      const page = await steward.open('today', { colorScheme })
      const first = await until('a sidecar', () => processTree(steward.pid)[1])
      process.kill(first, 'SIGKILL')
      const second = await until('another', () =>
        processTree(steward.pid)
          .slice(1)
          .find((pid) => pid !== first),
      )
      process.kill(second, 'SIGKILL')
      await page.getByRole('button', { name: 'Start it again' }).waitFor()
      expect(await findings(page), 'a dead sidecar').toEqual([])
      const late = await newPage(steward.origin, { colorScheme })
      await late.goto(`${steward.origin}/`)
      await late.getByRole('heading', { name: 'This address has been used' }).waitFor()
      expect(await findings(late), 'a used address').toEqual([])
      // The browser tells of each try to connect.
      await closeWindows()
      await steward.stop()
    },
  )
})
