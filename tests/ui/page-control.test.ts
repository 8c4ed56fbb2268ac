// Undo, STOP, and a sidecar that dies behind the window.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../sidecar/rpc/client.ts'
import { asks, closeAll, closeWindows, hasBrowser, makeHome, type Steward, startSteward, variable } from './browser.ts'
import { processTree, until } from './shellprocess.ts'

const waits = `import { defineTool, z } from 'steward'
export default defineTool({
  name: 'wait_long',
  summary: 'Goes on for a minute.',
  category: 'custom',
  input: z.object({}),
  output: z.object({}),
  effects: {},
  examples: [{}],
  async run(_input, _ports, { progress }) {
    progress('Half way there')
    await new Promise((resolve) => setTimeout(resolve, 60_000))
    return {}
  },
})
`

/** A shell with a tool that takes a minute. */
async function withSlowTool(): Promise<{ steward: Steward; terminal: Client }> {
  const home = makeHome()
  mkdirSync(join(home, 'config/tools'), { recursive: true, mode: 0o700 })
  writeFileSync(join(home, 'config/tools/wait_long.mjs'), waits)
  const steward = await startSteward(home)
  const terminal = await steward.connect()
  await terminal.call('tool/call', { tool: 'reload_tools', input: {} })
  const [question] = (await terminal.call('approval/list', {})).approvals
  if (!question) throw new Error('Nobody asked about the new tool.')
  await terminal.call('approval/decide', { id: question.id, hash: question.hash, decision: 'allow' })
  await terminal.call('call/show', { callId: question.callId, wait: true })
  return { steward, terminal }
}

describe.runIf(hasBrowser)('what was done or is being done', () => {
  let steward: Steward
  let terminal: Client
  const valueNow = (name: string) => variable(terminal, name)

  beforeAll(async () => {
    ;({ steward, terminal } = await withSlowTool())
  })
  afterEach(async () => expect(await closeWindows()).toEqual([]))
  afterAll(closeAll)

  test('[page.undo] is taken back from the message that told of it', async () => {
    await asks(terminal, 'UNDO_NOW')
    const page = await steward.open('approvals')
    await page.getByRole('button', { name: 'Allow once' }).click()
    await expect.poll(() => valueNow('UNDO_NOW')).toBe('on')
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => valueNow('UNDO_NOW')).toBeUndefined()
  })

  test('[page.undo] is taken back later, in the list of what was done', async () => {
    await asks(terminal, 'UNDO_LATER')
    const [question] = (await terminal.call('approval/list', {})).approvals
    const { id = '', hash = '', callId = '' } = question ?? {}
    await terminal.call('approval/decide', { id, hash, decision: 'allow' })
    await terminal.call('call/show', { callId, wait: true })
    const page = await steward.open(`activity/${callId}`)
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expect.poll(() => valueNow('UNDO_LATER')).toBeUndefined()
    await page.getByText('Taken back').first().waitFor()
  })

  test('[page.undo] a note that was captured is taken back', async () => {
    const page = await steward.open()
    await page.getByLabel('Quick note').fill('Ask about the proofs')
    await page.keyboard.press('Enter')
    await page.getByText('Noted.').waitFor()
    const notes = page.getByRole('region', { name: 'Notes', exact: true })
    await notes.getByText('Ask about the proofs').first().waitFor()
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
    await notes.getByText('Ask about the proofs').waitFor({ state: 'detached' })
  })

  test('[page.stop] ends at one press of STOP, and nothing begins until it is lifted', async () => {
    const page = await steward.open('activity')
    const { callId } = await terminal.call('tool/call', { tool: 'wait_long', input: {}, wait: false })
    await page.getByText('Half way there').first().waitFor()
    expect(await terminal.call('call/show', { callId })).toMatchObject({ state: 'running' })
    await page.getByRole('button', { name: 'Stop everything that is running' }).click()
    await page.getByText('Stopped. 1 call was ended.').waitFor()
    expect(await terminal.call('call/show', { callId, wait: true })).toMatchObject({ state: 'failed', ok: false })
    await page.getByRole('alert').getByText('Stopped. Nothing runs').waitFor()
    const refused = await terminal.call('tool/call', { tool: 'current_time', input: {} })
    expect(refused).toMatchObject({ state: 'failed', error: { code: 'STOPPED' } })
    // Also in a window that was opened since.
    const other = await steward.open()
    await other.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('button', { name: 'Stop everything that is running' }).waitFor()
    expect(await terminal.call('tool/call', { tool: 'current_time', input: {} })).toMatchObject({ state: 'done' })
  })
})

describe.runIf(hasBrowser && process.platform === 'linux')('[page.back] a sidecar that is killed', () => {
  let steward: Steward
  // The shell's only child.
  const sidecar = () => until('a sidecar', () => processTree(steward.pid)[1])
  const kill = async () => process.kill(await sidecar(), 'SIGKILL')

  afterEach(closeWindows)
  afterAll(closeAll)

  test('comes back once by itself, with all that waited, and the second time at the press of a button', async () => {
    steward = await startSteward()
    const terminal = await steward.connect()
    const callId = await asks(terminal, 'SURVIVES')
    const page = await steward.open('approvals')
    // A cover that comes and goes is seen by one who looks at every change.
    await page.evaluate(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      new MutationObserver(() => seen.push(document.body.innerText)).observe(document.body, {
        ...{ childList: true, subtree: true },
      })
    })
    await kill()
    await page.getByRole('article', { name: 'Set SURVIVES' }).waitFor({ state: 'detached' })
    await page.getByRole('article', { name: 'Set SURVIVES' }).waitFor()
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen.join('\n'))
    // Why it ended is told as soon as it is known; it may be back before that.
    expect(seen).toContain('Steward is not running')
    expect(new URL(page.url()).hash).toBe('#/approvals')

    await kill()
    const again = page.getByRole('button', { name: 'Start it again' })
    await again.waitFor()
    await page.getByText('stopped twice in a row').waitFor()
    await page.getByText('The sidecar was ended by SIGKILL.').first().waitFor()
    await again.click()
    await page.getByRole('article', { name: 'Set SURVIVES' }).getByRole('button', { name: 'Allow once' }).click()
    await page.getByText('Nothing to decide').waitFor()
    const after = await steward.connect()
    expect(await after.call('call/show', { callId, wait: true })).toMatchObject({ state: 'done' })
  })

  test('with its whole shell leaves a window that says so', async () => {
    steward = await startSteward()
    const page = await steward.open()
    process.kill(steward.pid, 'SIGKILL')
    await page.getByText('The window has lost its program.').waitFor()
  })
})
