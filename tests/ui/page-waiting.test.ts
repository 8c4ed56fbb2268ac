// Parked calls in the window: questions of every kind, sleepers, and how each goes on or ends.
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../sidecar/rpc/client.ts'
import { answerOf, askedOf, countdown, looseAnswer } from '../../ui/views/waiting/asked.ts'
import { closeAll, closeWindows, hasBrowser, type Steward, startSteward } from './browser.ts'

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

describe.runIf(hasBrowser)('what is parked [page.waiting]', () => {
  let steward: Steward
  let terminal: Client
  const parked = async () => (await terminal.call('suspension/list', {})).suspensions
  const ask = async (input: Record<string, unknown>) => {
    const { callId, state } = await terminal.call('tool/call', { tool: 'ask_user', input })
    expect(state).toBe('suspended')
    return callId
  }
  const outputOf = (callId: string) => terminal.call('call/show', { callId, wait: true })

  beforeAll(async () => {
    steward = await startSteward()
    terminal = await steward.connect()
  })
  afterEach(async () => {
    expect(await closeWindows()).toEqual([])
    for (const { id } of await parked()) await terminal.call('suspension/cancel', { id })
  })
  afterAll(closeAll)

  test('is nothing, and that is said', async () => {
    const page = await steward.open('waiting')
    await page.getByText('Nothing is parked').waitFor()
  })

  test('a question with one choice is answered by keyboard alone', async () => {
    const callId = await ask({ question: 'Tea or coffee?', options: ['Tea', 'Coffee'] })
    const page = await steward.open('waiting')
    await card(page, 'Tea or coffee?').getByText('Waits for you').waitFor()
    expect(await card(page, 'Tea or coffee?').getByRole('button', { name: 'Answer', exact: true }).isDisabled()).toBe(
      true,
    )
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('radio')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing is parked').waitFor()
    expect(await outputOf(callId)).toMatchObject({ state: 'done', output: { answers: ['Coffee'] } })
  })

  test('a question with several choices and own words takes them all', async () => {
    const callId = await ask({ question: 'Which days?', options: ['Mon', 'Tue', 'Wed'], multiple: true, free: true })
    const page = await steward.open('waiting')
    await card(page, 'Which days?').getByLabel('Wed').check()
    await card(page, 'Which days?').getByLabel('Mon').check()
    await card(page, 'Which days?').getByLabel('Or in your own words').fill('any holiday')
    await card(page, 'Which days?').getByRole('button', { name: 'Answer', exact: true }).click()
    await page.getByText('Nothing is parked').waitFor()
    expect(await outputOf(callId)).toMatchObject({ output: { answers: ['Mon', 'Wed', 'any holiday'] } })
  })

  test('a free question takes words, and an address opens it', async () => {
    await ask({ question: 'First?' })
    const callId = await ask({ question: 'Second?' })
    const second = (await parked()).find((one) => one.callId === callId)
    const page = await steward.open(`waiting/${second?.id}`)
    await expect.poll(() => card(page, 'Second?').evaluate((one) => one.contains(document.activeElement))).toBe(true)
    await page.keyboard.type('a short text')
    await page.keyboard.press('Enter')
    await expect.poll(() => outputOf(callId)).toMatchObject({ output: { answers: ['a short text'] } })
    await card(page, 'First?').waitFor()
  })

  test('one that comes while the window is open appears by itself, and hides nothing', async () => {
    const page = await steward.open('waiting')
    await ask({ question: '<b>Bold?</b> \u202eevil' })
    await page.getByRole('heading', { name: '<b>Bold?</b> ⟨U+202E⟩evil' }).waitFor()
  })

  test('a sleeper says when it goes on, and goes on now when it is told to', async () => {
    const { callId } = await terminal.call('tool/call', { tool: 'sleep', input: { ms: 3_600_000 }, wait: false })
    const page = await steward.open('waiting')
    await card(page, 'Sleeps until its time')
      .getByText(/^Goes on at \d?\d:\d\d$/)
      .waitFor()
    await card(page, 'Sleeps until its time')
      .getByText(/^in (59:\d\d|1:00:00)$/)
      .waitFor()
    await card(page, 'Sleeps until its time').getByRole('button', { name: 'Go on now' }).click()
    await expect.poll(() => outputOf(callId)).toMatchObject({ state: 'done' })
  })

  test('one that was ended by mistake starts again', async () => {
    const callId = await ask({ question: 'Really?' })
    const page = await steward.open('waiting')
    await card(page, 'Really?').getByRole('button', { name: 'Don’t answer, end it' }).click()
    await page.getByText('Nothing is parked').waitFor()
    await expect.poll(() => outputOf(callId)).toMatchObject({ state: 'failed', error: { code: 'CANCELLED' } })
    await page.getByRole('button', { name: 'Start again' }).click()
    await card(page, 'Really?').waitFor()
    expect(await parked()).toHaveLength(1)
  })
})

describe('what a parked call waits for [page.waiting]', () => {
  const asked = { question: 'Which?', options: ['a', 'b'], multiple: false, free: true }

  test('is a question only where there is one', () => {
    expect(askedOf({ data: { question: 'Which?', options: ['a', 1, 'b'], free: true } })).toEqual(asked)
    expect(askedOf({ data: { question: 'Which?' } })).toMatchObject({ options: [], free: true })
    for (const data of [null, 'text', 3, { until: 3 }, []]) expect(askedOf({ data })).toBeUndefined()
  })

  test('own words stand in the place of one choice, and beside several', () => {
    expect(answerOf(asked, ['a'], ' c ')).toEqual(['c'])
    expect(answerOf({ ...asked, multiple: true }, ['b', 'a'], 'c')).toEqual(['a', 'b', 'c'])
    expect(answerOf({ ...asked, multiple: true }, ['a'], 'a')).toEqual(['a'])
    expect(answerOf(asked, [], '  ')).toEqual([])
  })

  test('anything else takes JSON or words', () => {
    expect([looseAnswer(' '), looseAnswer('{"a":1}'), looseAnswer('go on')]).toEqual([null, { a: 1 }, 'go on'])
  })

  test('the time that is left runs like a clock', () => {
    const left = [0, 5_000, 65_000, 3_725_000, -10].map((ms) => countdown(ms, 0))
    expect(left).toEqual(['0:00', '0:05', '1:05', '1:02:05', '0:00'])
  })
})
