// When questions are announced. Whatever is held back waits, is listed, and can be answered.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import type { Attention } from '../../policy/modes.ts'
import { defineTool } from '../../sidecar/kernel/define.ts'
import type { Kernel } from '../../sidecar/kernel/kernel.ts'
import { noRules, ruleFor, spyPort, world } from './harness.ts'

const HOUR = 3_600_000
const NOON = Date.UTC(2026, 5, 1, 12)

const doing = (name: string, kind: 'writeEnv' | 'loadCode') =>
  defineTool({
    name,
    summary: 'x',
    category: 'system',
    output: z.unknown(),
    examples: [{ name: 'A' }],
    input: z.object({ name: z.string() }),
    effects: { [kind]: ({ name: target }: { name: string }) => [target] } as never,
    run: () => 'done',
  })
const tools = [doing('mild', 'writeEnv'), doing('risky', 'loadCode')]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: NOON })
})
afterEach(() => {
  vi.useRealTimers()
})

function attentive(limits: Attention, zone = 'UTC') {
  const current = { ...limits }
  const w = world({
    tools,
    ports: [spyPort('writeEnv').port, spyPort('loadCode').port],
    rules: [...noRules, ruleFor('writeEnv', 'ask'), ruleFor('loadCode', 'ask')],
    attention: () => current,
    zone: () => zone,
  })
  const told: string[] = []
  const hear = (kernel: Kernel) =>
    kernel.events.listen(({ event, data }) => {
      if (event === 'approval/requested')
        told.push((data as { effects: { target: string }[] }).effects[0]?.target ?? '')
    })
  hear(w.kernel)
  let sessions = 0
  // Each in a session of its own, so that none are alike.
  const ask = async (tool: string, name: string, by: 'agent' | 'hand' = 'agent') => {
    const session = w.kernel.sessions.open(`s${++sessions}`, undefined, undefined).id
    const { state } = await w.kernel.executor.execute({ tool, input: { name }, session, by })
    expect(state).toBe('waiting')
  }
  return { w, current, told, hear, ask, listed: () => w.kernel.approvals.list(false, 99).length }
}

describe('[attention.budget] a question', () => {
  test('is announced at once where nothing is set', async () => {
    const { ask, told } = attentive({})
    for (const name of ['A', 'B', 'C']) await ask('mild', name)
    expect(told).toEqual(['A', 'B', 'C'])
  })

  test('beyond the budget is announced later, the riskiest first, and waits until then like any other', async () => {
    const { ask, told, listed } = attentive({ perHour: 1 })
    await ask('mild', 'A')
    await ask('mild', 'B')
    await ask('risky', 'C')
    expect([told, listed()]).toEqual([['A'], 3])
    await vi.advanceTimersByTimeAsync(HOUR)
    expect(told).toEqual(['A', 'C'])
    await vi.advanceTimersByTimeAsync(HOUR)
    expect([told, listed()]).toEqual([['A', 'C', 'B'], 3])
  })

  test('can be answered before it is announced, and is not announced then', async () => {
    const { w, ask, told } = attentive({ perHour: 1 })
    await ask('mild', 'A')
    await ask('mild', 'B')
    const held = w.kernel.approvals.list(false, 9)[1]
    await w.kernel.answers.decide({ id: held?.id ?? '', hash: held?.hash ?? '', decision: 'allow' })
    await vi.advanceTimersByTimeAsync(3 * HOUR)
    expect(told).toEqual(['A'])
  })

  test('in quiet hours waits for their end, unless the user called by hand', async () => {
    const { ask, told, listed } = attentive({ quiet: { from: '11:00', to: '14:00' } })
    await ask('mild', 'agent')
    await ask('mild', 'hand', 'hand')
    expect([told, listed()]).toEqual([['hand'], 2])
    await vi.advanceTimersByTimeAsync(2 * HOUR - 1)
    expect(told).toEqual(['hand'])
    await vi.advanceTimersByTimeAsync(1)
    expect(told).toEqual(['hand', 'agent'])
  })

  test('that is like one which is due comes with it', async () => {
    const { w, told } = attentive({ quiet: { from: '11:00', to: '14:00' }, perHour: 1 })
    for (const name of ['A', 'B', 'C']) await w.kernel.executor.execute({ tool: 'mild', input: { name }, by: 'agent' })
    await vi.advanceTimersByTimeAsync(2 * HOUR)
    expect(told.sort()).toEqual(['A', 'B', 'C'])
  })

  test('that is held back is so after a restart too, and one that was announced still counts', async () => {
    const { w, ask, told, hear, listed } = attentive({ perHour: 1 })
    await ask('mild', 'A')
    await ask('mild', 'B')
    const kernel = w.restart()
    hear(kernel)
    await kernel.recover()
    expect([told, listed()]).toEqual([['A'], 2])
    await vi.advanceTimersByTimeAsync(HOUR)
    expect(told).toEqual(['A', 'B'])
  })

  test('is announced as soon as the user lifts the limits', async () => {
    const { w, ask, told, current } = attentive({ perHour: 1 })
    await ask('mild', 'A')
    await ask('mild', 'B')
    delete current.perHour
    w.kernel.attention.look()
    expect(told).toEqual(['A', 'B'])
  })

  test('that comes with many others is announced by one look at all of them', async () => {
    const { w, ask, told, listed } = attentive({ perHour: 3 })
    const look = vi.spyOn(w.kernel.attention, 'look')
    await Promise.all(Array.from({ length: 20 }, (_, i) => ask('mild', `A${i}`)))
    expect([told.length, listed()]).toEqual([3, 20])
    expect(look.mock.calls.length).toBeLessThan(5)
  })

  test('has its card read once, however often the line is looked at', async () => {
    const { w, ask, told } = attentive({ perHour: 1 })
    for (const name of ['A', 'B', 'C']) await ask('mild', name)
    const parse = vi.spyOn(JSON, 'parse')
    w.kernel.attention.look()
    expect(parse.mock.calls.filter(([text]) => text.includes('receipt'))).toEqual([])
    parse.mockRestore()
    await vi.advanceTimersByTimeAsync(2 * HOUR)
    expect(told).toEqual(['A', 'B', 'C'])
  })
})

describe('[policy.attention-clock] in the night in which the clock is put forward', () => {
  test('a question comes when it shows the end of the quiet hours, and not an hour later', async () => {
    vi.setSystemTime(Date.UTC(2026, 2, 28, 22))
    const { ask, told } = attentive({ quiet: { from: '22:00', to: '07:00' } }, 'Europe/Berlin')
    await ask('mild', 'A')
    await vi.advanceTimersByTimeAsync(7 * HOUR - 1000)
    expect(told).toEqual([])
    await vi.advanceTimersByTimeAsync(1000)
    expect(told).toEqual(['A'])
  })
})
