// Kill -9 around every write to the disk: before an audit line, in the middle of one, before and after a commit.
import { describe, expect, it } from 'vitest'
import type { Sidecar } from '../rpc/process.ts'
import { type Call, callOf, expectOnce, untilGone, World } from './harness.ts'
import type { Point } from './kill.ts'

const full = process.env.STEWARD_FULL === '1'
const seed = Number(process.env.STEWARD_SEED ?? 1)
const points = [
  ...(['before-audit', 'torn-audit', 'before-sync', 'after-sync', 'before-commit', 'after-commit'] as const),
] satisfies Point[]
const everything = ['act_thrice', 'act_approved', 'act_asked', 'act_prepared', 'act_along', 'act_again', 'act_blind']
/** Real processes are slow: every single write is for boundaries.test.ts, in one process. */
const stride = full ? 3 : 9

/** Sends the calls to a sidecar that dies at the n-th write, and to another after it. False where it was not reached. */
async function dieAtWrite(point: Point, n: number, calls: readonly Call[]): Promise<boolean> {
  const world = new World()
  const doomed = await world.start(`${point}:${n}`)
  await untilGone(calls.map((call) => world.push(doomed, call)))
  doomed.child.stdin.end()
  const isDead = (await doomed.exited) === 'SIGKILL'
  world.expectRecorded()
  const next = await world.start()
  await world.expectKept(next)
  const views = await Promise.all(calls.map((call) => world.push(next, call)))
  for (const [index, call] of calls.entries()) expectOnce(world, call, views[index] as never)
  await world.expectKept(next)
  expect((await next.client.call('approval/list', {})).approvals).toEqual([])
  expect((await next.client.call('suspension/list', {})).suspensions).toEqual([])
  expect(await next.end()).toBe(0)
  world.expectRecorded()
  return isDead
}

async function sweep(point: Point, calls: readonly Call[], first: number, step: number): Promise<number> {
  for (let n = first; ; n += step) if (!(await dieAtWrite(point, n, calls))) return n
}

const variable = async ({ client }: Sidecar) => {
  const { output } = await client.call('tool/call', { tool: 'get_env', input: { names: 'STEWARD_TEST_U' } })
  return (output as { values: Record<string, string> }).values.STEWARD_TEST_U
}

/** Sets a variable, as often as it takes, and takes it back. */
async function setAndUndo(world: World, sidecar: Sidecar): Promise<void> {
  const { client } = sidecar
  await world.push(sidecar, { tool: 'set_env', callId: 'set', input: { name: 'STEWARD_TEST_U', value: 'u' } as never })
  const begun = (await client.call('call/list', { tool: 'undo' })).calls
  for (const { callId } of begun)
    expect(await client.call('call/show', { callId, wait: true })).toMatchObject({ ok: true })
  const { undoneBy } = await client.call('call/show', { callId: 'set' })
  if (undoneBy === undefined) expect(await client.call('call/undo', { callId: 'set' })).toMatchObject({ ok: true })
}

describe('[crash.writes] a kill at a write', () => {
  it.each(points)(
    'loses nothing and repeats nothing, with all kinds of calls under way: %s',
    {
      timeout: 600_000,
    },
    async (point) => {
      const calls = everything.map((tool) => callOf(tool))
      const reached = await sweep(point, calls, 1 + (seed % stride), stride)
      expect(reached).toBeGreaterThan(stride)
    },
  )

  it('leaves what is set and taken back as it was: after-commit', { timeout: 600_000 }, async () => {
    for (let n = full ? 1 : 5; ; n += 1) {
      const world = new World()
      const doomed = await world.start(`after-commit:${n}`)
      await untilGone([setAndUndo(world, doomed)])
      doomed.child.stdin.end()
      const isDead = (await doomed.exited) === 'SIGKILL'
      const next = await world.start()
      await setAndUndo(world, next)
      expect(await variable(next)).toBeUndefined()
      expect((await next.client.call('call/list', { tool: 'undo' })).calls).toMatchObject([{ state: 'done' }])
      await world.expectKept(next)
      await next.kill()
      if (!isDead) break
    }
  })
})
