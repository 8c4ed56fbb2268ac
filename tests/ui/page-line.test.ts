// The one line of a window to its sidecar: lost and found again, with nothing counted twice and nothing typed lost.
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { closeAll, closeWindows, hasBrowser, newPage, type Steward, startSteward } from './browser.ts'
import { processTree, until } from './shellprocess.ts'

describe.runIf(hasBrowser && process.platform === 'linux')('the line of a window', () => {
  let steward: Steward
  const sidecar = () => until('a sidecar', () => processTree(steward.pid)[1])
  const signal = async (name: NodeJS.Signals) => process.kill(await sidecar(), name)
  const isUsable = (page: Page) => page.locator('.frame:not([inert]) .page').waitFor()
  const note = (page: Page) => page.getByLabel('Quick note')

  beforeEach(async () => {
    steward = await startSteward()
  })
  // The browser tells of each line that was lost.
  afterEach(async () => {
    await closeWindows()
    await steward.stop()
  })
  afterAll(closeAll)

  test('[page.one-line] is one, and each event comes once, after two deaths and a press of the button', async () => {
    const page = await steward.open('activity')
    const open = new Set<unknown>()
    const frames: string[] = []
    page.on('websocket', (socket) => {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
      socket.on('framereceived', ({ payload }) => frames.push(String(payload)))
    })
    await signal('SIGKILL')
    await page.locator('.frame[inert]').waitFor({ state: 'attached' })
    await isUsable(page)
    await signal('SIGKILL')
    await page.getByRole('button', { name: 'Start it again' }).dblclick()
    await isUsable(page)
    const terminal = await steward.connect()
    const { callId } = await terminal.call('tool/call', { tool: 'current_time', input: {} })
    // Longer than the longest pause between two tries: a second loop would have come round.
    await page.waitForTimeout(4000)
    expect(open.size).toBe(1)
    const heard = frames.filter((frame) => frame.includes('"call/finished"') && frame.includes(callId))
    expect(heard).toHaveLength(1)
  })

  test('[page.typed] brings what was typed through a death, with the focus where it was', async () => {
    const page = await steward.open()
    await note(page).fill('Half a thought')
    await signal('SIGKILL')
    await page.getByRole('heading', { name: 'Steward is not running' }).waitFor()
    await isUsable(page)
    expect(await note(page).inputValue()).toBe('Half a thought')
    await page.keyboard.type(' more')
    expect(await note(page).inputValue()).toBe('Half a thought more')
  })

  test('[page.hung] is told where nobody answers, also after a reload, and comes back with all that was typed', async () => {
    const page = await steward.open()
    await note(page).fill('Half a thought')
    await signal('SIGSTOP')
    const title = page.getByRole('heading', { name: 'Steward does not answer' })
    await title.waitFor()
    // Nothing below the cover can be reached.
    await page.keyboard.press('Control+k')
    expect(await page.getByRole('dialog').count()).toBe(1)
    const late = await newPage(steward.origin)
    const key = await page.evaluate(() => sessionStorage.getItem('steward.key') ?? '')
    await late.addInitScript((value) => sessionStorage.setItem('steward.key', value), key)
    await late.goto(steward.origin)
    await late.getByRole('heading', { name: 'Steward does not answer' }).waitFor()
    await signal('SIGCONT')
    await isUsable(page)
    await isUsable(late)
    expect(await note(page).inputValue()).toBe('Half a thought')
  })

  test('[page.hung] offers to end the engine when STOP has no answer, and STOP holds in the next', async () => {
    const page = await steward.open()
    const first = await sidecar()
    await signal('SIGSTOP')
    await page.getByRole('button', { name: 'Stop everything that is running' }).click()
    await page.getByRole('alert').getByText('STOP has no answer yet').waitFor()
    await page.getByRole('button', { name: 'End the engine and start it again' }).first().click()
    await until('another sidecar', () =>
      processTree(steward.pid)
        .slice(1)
        .find((pid) => pid !== first),
    )
    await isUsable(page)
    await page.getByRole('alert').getByText('Stopped. Nothing runs').waitFor()
    const terminal = await steward.connect()
    expect(await terminal.call('control/status', {})).toMatchObject({ stopped: true })
  })

  test('[page.name] says by which name the shell knows the window, also after a reload', async () => {
    const page = await newPage(steward.origin)
    const sent: string[] = []
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))))
    await page.goto(steward.address)
    await isUsable(page)
    await page.reload()
    await isUsable(page)
    const hellos = sent.filter((frame) => frame.includes('"initialize"'))
    expect(hellos).toEqual([1, 2].map(() => expect.stringContaining('"name":"window 1"')))
  })

  test('[page.slim] does not keep what came out of calls', async () => {
    const page = await steward.open('activity')
    const terminal = await steward.connect()
    const text = JSON.stringify({ text: 'x'.repeat(50_000) })
    await terminal.call('tool/call', { tool: 'json_parse', input: { text } })
    const devtools = await page.context().newCDPSession(page)
    const used = async () => {
      await devtools.send('HeapProfiler.collectGarbage')
      return (await devtools.send('Runtime.getHeapUsage')).usedSize
    }
    await page.getByText('json_parse').first().waitFor()
    const before = await used()
    for (let at = 0; at < 200; at++) await terminal.call('tool/call', { tool: 'json_parse', input: { text } })
    await until('all of them', async () => (await page.getByText('json_parse').count()) > 5 || undefined)
    await page.waitForTimeout(300)
    // Ten million characters went by.
    expect((await used()) - before).toBeLessThan(5_000_000)
  })
})
