// The form of a tool: what is wrong is said at the field, nothing is a value of its own, and what was typed stays.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../sidecar/rpc/client.ts'
import { faultsOf, toldOf } from '../../ui/views/form/faults.ts'
import { controlFor, type Schema, withoutEmpty } from '../../ui/views/form/shape.ts'
import { closeAll, closeWindows, hasBrowser, type Steward, startSteward } from './browser.ts'

const schema: Schema = {
  properties: {
    ms: { type: 'integer', minimum: 0, maximum: 100 },
    value: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    names: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    to: { type: 'object', properties: { port: { type: 'integer', maximum: 9 } } },
  },
  required: ['ms', 'value'],
}

describe('a form [page.field]', () => {
  test('knows what is missing and what is out of bounds, by its path', () => {
    expect(faultsOf(schema, { ms: -1, to: { port: 10 } })).toEqual({
      ms: { says: 'least', n: 0 },
      value: { says: 'needed' },
      'to.port': { says: 'most', n: 9 },
    })
    expect(faultsOf(schema, { ms: 1.5, value: null })).toEqual({ ms: { says: 'whole' } })
  })

  test('sends null and the empty text beside it, and leaves out the rest that is empty', () => {
    expect(withoutEmpty({ ms: 1, value: null, names: '' }, schema)).toEqual({ ms: 1, value: null })
    expect(withoutEmpty({ ms: 1, value: '' }, schema)).toEqual({ ms: 1, value: '' })
  })

  test('takes one text or several by the line', () => {
    expect(controlFor('names', schema.properties?.names ?? {})).toBe('lines')
  })

  test('finds the field that the sidecar speaks of, and none where it speaks of something else', () => {
    expect(toldOf(schema, 'sleep: ms: Too big; to.port: Too big')).toEqual({
      ms: { says: 'told', told: 'Too big' },
      'to.port': { says: 'told', told: 'Too big' },
    })
    expect(toldOf(schema, 'sleep: Unrecognized key: "x"')).toEqual({})
    expect(toldOf(schema, 'Not JSON: line 1, column 2: a value was expected.')).toEqual({})
  })
})

describe.runIf(hasBrowser)('a form in the window', () => {
  let steward: Steward
  let terminal: Client

  beforeAll(async () => {
    steward = await startSteward()
    terminal = await steward.connect()
  })
  afterEach(async () => expect(await closeWindows()).toEqual([]))
  afterAll(closeAll)

  const callsOf = async (tool: string) =>
    (await terminal.call('call/list', {})).calls.filter((one) => one.tool === tool)

  test('says at the field what it can not take, and sends nothing [page.field]', async () => {
    const page = await steward.open('tools/sleep')
    await page.getByLabel('Ms *').fill('-5')
    await page.keyboard.press('Enter')
    await page.getByText('It must be at least 0.').waitFor()
    expect(await callsOf('sleep')).toEqual([])
    await page.getByLabel('Ms *').fill('5')
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Enter')
    await page.getByText('Done').first().waitFor()
    expect(await callsOf('sleep')).toHaveLength(1)
  })

  test('sends none where none is chosen, and keeps what was typed over another view [page.drafts]', async () => {
    const page = await steward.open('tools/set_env')
    await page.getByLabel('Name *').fill('STEWARD_TEST_A')
    await page.getByLabel('None').check()
    await page.getByRole('link', { name: 'Activity' }).click()
    await page.goBack()
    await page.getByLabel('Name *').waitFor()
    expect(await page.getByLabel('Name *').inputValue()).toBe('STEWARD_TEST_A')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect.poll(async () => (await callsOf('set_env')).length).toBe(1)
    const [made] = await callsOf('set_env')
    const { input } = await terminal.call('call/show', { callId: made?.callId ?? '' })
    expect(input).toEqual({ name: 'STEWARD_TEST_A', value: null })
  })

  test('Steward ends from the ask bar, and the window says so [page.quit]', async () => {
    const page = await steward.open('today')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('quit steward')
    await page.getByRole('option', { name: 'Quit Steward', exact: true }).click()
    await page.getByText('Steward has ended').waitFor()
    // It goes on asking for its program, which is gone.
    expect((await closeWindows()).filter((fault) => !/ERR_CONNECTION_(?:REFUSED|RESET)/.test(fault))).toEqual([])
  })
})
