// Kill -9 at any time, again and again, on one data folder that is never given up.
import { describe, expect, it } from 'vitest'
import type { CallView, Sidecar } from '../rpc/process.ts'
import { type Call, callOf, complete, expectOnce, untilGone, World } from './harness.ts'

const full = process.env.STEWARD_FULL === '1'
const kills = full ? 100 : 12
const seed = Number(process.env.STEWARD_SEED ?? 1)
/** How long a sidecar lives at most: every other one from its start on, the rest from its first answer on. */
const FROM_START_MS = 400
const FROM_HELLO_MS = 150
const perLife = 8

function seeded(from: number): () => number {
  let state = from
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** A call that was running at three kills is given up, and what it did until then it did once. */
function expectEnd(world: World, call: Call, view: CallView): void {
  if (view.state !== 'failed' && view.state !== 'unknown') {
    expectOnce(world, call, view)
    return
  }
  expect(view.error?.code).toBe('INTERRUPTED')
  const acts = world.acts(call.callId)
  if (call.tool !== 'act_again') expect(new Set(acts).size).toBe(acts.length)
  for (const act of acts) expect(complete[call.tool]).toContain(act)
}

describe('[crash.random] sidecars that are killed at random times', () => {
  it(`[crash.no-loss] [crash.no-double] lose no call and run none twice, ${kills} kills in a row`, {
    timeout: 900_000,
  }, async () => {
    const random = seeded(seed)
    const world = new World()
    const tools = Object.keys(complete)
    const calls: Call[] = []
    const ended = new Map<string, CallView>()
    const work = async (sidecar: Sidecar, call: Call) => void ended.set(call.callId, await world.push(sidecar, call))
    for (let life = 1; life <= kills; life++) {
      for (let n = 0; n < perLife; n++)
        calls.push(callOf(tools[Math.floor(random() * tools.length)] ?? '', `${life}-${n}`))
      const sidecar = await (life % 2 ? world.startFor(random() * FROM_START_MS) : world.start())
      if (sidecar) {
        if (life % 2 === 0) setTimeout(() => void sidecar.kill(), random() * FROM_HELLO_MS)
        const open = calls.filter(({ callId }) => !ended.has(callId))
        await untilGone(open.map((call) => work(sidecar, call)))
        await sidecar.kill()
      }
      world.expectRecorded()
    }
    const last = await world.start()
    await world.expectKept(last)
    await Promise.all(calls.map((call) => work(last, call)))
    for (const call of calls) expectEnd(world, call, ended.get(call.callId) as CallView)
    await world.expectKept(last)
    expect((await last.client.call('doctor/run', {})).findings.filter(({ level }) => level === 'error')).toEqual([])
    const whole = [...ended.values()].filter(({ state }) => state === 'done').length
    expect(whole).toBeGreaterThan(calls.length / 2)
  })
})
