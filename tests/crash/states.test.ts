// Kill -9 in every state that the journal knows.
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { eventOf, until } from '../rpc/process.ts'
import { callOf, expectOnce, World } from './harness.ts'
import type { Point } from './kill.ts'

/** Starts, sends the call and lets the sidecar die at the point; returns what state the call is in then. */
async function dieAt(world: World, kill: `${Point}:${number}`, tool: string): Promise<string | undefined> {
  const doomed = await world.start(kill)
  await expect(world.push(doomed, callOf(tool))).rejects.toThrow('went away')
  expect(await doomed.exited).toBe('SIGKILL')
  world.expectRecorded()
  return world.stateOf(tool)
}

describe('[crash.planned] a call killed while it is planned', () => {
  it('goes on from there', async () => {
    const world = new World()
    expect(await dieAt(world, 'in-prepare:1', 'act_prepared')).toBe('planned')
    const next = await world.start()
    expectOnce(world, callOf('act_prepared'), await world.push(next, callOf('act_prepared')))
    await world.expectKept(next)
  })
})

describe('[crash.waiting] a call killed while it waits for the user', () => {
  it.each(['act_approved', 'act_prepared', 'act_along'])('asks the same question after it: %s', async (tool) => {
    const world = new World()
    const first = await world.start()
    expect(await world.park(first, callOf(tool))).toMatchObject({ state: 'waiting' })
    await first.kill()
    expect(world.stateOf(tool)).toBe('waiting')
    const second = await world.start()
    await world.expectKept(second)
    await second.kill()
    const third = await world.start()
    await world.expectKept(third)
    expect(world.effects()).toEqual([])
    expectOnce(world, callOf(tool), await world.push(third, callOf(tool)))
    await world.expectKept(third)
  })
})

describe('[crash.waiting] a call that asks while something else of it is under way', () => {
  /** Up to the second question, which comes before the call is at rest. */
  async function untilAsked(world: World) {
    const sidecar = await world.start()
    await world.park(sidecar, callOf('act_beside'))
    const { id, hash } = await world.approvalOf(sidecar, 'act_beside')
    await sidecar.client.call('approval/decide', { id, hash, decision: 'allow' })
    const { data } = await eventOf(sidecar, 'approval/requested', (one: { id: string }) => one.id !== id)
    return { sidecar, asked: data as { id: string; hash: string } }
  }

  it('asks once, killed in between', async () => {
    const world = new World()
    const { sidecar, asked } = await untilAsked(world)
    await sidecar.kill()
    expect(world.stateOf('act_beside')).toBe('running')
    const next = await world.start()
    await world.park(next, callOf('act_beside'))
    expect(await world.approvalOf(next, 'act_beside')).toMatchObject({ id: asked.id, hash: asked.hash })
    expect(await world.push(next, callOf('act_beside'))).toMatchObject({ state: 'done' })
    expect(world.acts('act_beside')).toEqual(['1'])
  })

  it('may be answered at once', async () => {
    const world = new World()
    const { sidecar, asked } = await untilAsked(world)
    const { id, hash } = asked
    await sidecar.client.call('approval/decide', { id, hash, decision: 'allow' })
    expect(await world.push(sidecar, callOf('act_beside'))).toMatchObject({ state: 'done' })
    expect(world.acts('act_beside')).toEqual(['1'])
  })
})

describe('[crash.running] a call killed while it runs', () => {
  it.each([
    ['act_once', 'before-effect:1'],
    ['act_once', 'after-effect:1'],
    ['act_thrice', 'before-effect:2'],
    ['act_thrice', 'after-effect:2'],
    ['act_together', 'after-effect:2'],
    ['act_again', 'after-effect:1'],
    ['act_approved', 'before-effect:1'],
    ['act_approved', 'after-effect:1'],
    ['act_prepared', 'after-effect:1'],
  ] as const)('does what is left of it, and nothing twice: %s %s', async (tool, kill) => {
    const world = new World()
    expect(await dieAt(world, kill, tool)).toBe('running')
    const next = await world.start()
    expectOnce(world, callOf(tool), await world.push(next, callOf(tool)))
    await world.expectKept(next)
  })

  it.each(['before-effect:1', 'after-effect:1'] as const)('is unknown where nobody can look: %s', async (kill) => {
    const world = new World()
    expect(await dieAt(world, kill, 'act_blind')).toBe('running')
    const done = world.acts('act_blind')
    const next = await world.start()
    const view = await world.push(next, callOf('act_blind'))
    expect(view).toMatchObject({ state: 'unknown', error: { code: 'INTERRUPTED' } })
    await world.expectKept(next)
    expect(world.acts('act_blind')).toEqual(done)
    await next.client.call('call/settle', { callId: 'act_blind', as: 'done' })
    expect(await next.client.call('call/show', { callId: 'act_blind' })).toMatchObject({ state: 'done', ok: true })
  })

  it('does, when the user has it tried again, only what is in doubt', async () => {
    const world = new World()
    expect(await dieAt(world, 'before-effect:2', 'act_blind_last')).toBe('running')
    const next = await world.start()
    expect(await world.push(next, callOf('act_blind_last'))).toMatchObject({ state: 'unknown' })
    await next.client.call('call/settle', { callId: 'act_blind_last', as: 'retry' })
    const view = await next.client.call('call/show', { callId: 'act_blind_last', wait: true })
    expect(view).toMatchObject({ state: 'done' })
    expect(world.effects('act_blind_last').map(({ kind }) => kind)).toEqual(['writeTasks', 'notify'])
  })

  it('is charged to a grant once', async () => {
    const world = new World()
    const first = await world.start('before-effect:1')
    const grant = await first.client.call('grant/create', { kind: 'sendMail', pattern: '**', times: 1 })
    await expect(world.push(first, callOf('act_approved'))).rejects.toThrow('went away')
    const next = await world.start()
    expect(await next.client.call('tool/call', { ...callOf('act_approved') })).toMatchObject({ state: 'done' })
    expect((await next.client.call('grant/list', { all: true })).grants).toMatchObject([{ id: grant.id, used: 1 }])
    expect(await world.park(next, callOf('act_approved', 'another'))).toMatchObject({ state: 'waiting' })
  })

  it('is taken back once, when the kill hits the taking back', async () => {
    const world = new World()
    const file = path.join(world.outside, 'act_again-1')
    fs.writeFileSync(file, 'before')
    const doomed = await world.start('in-undo:1')
    expect(await world.push(doomed, callOf('act_again'))).toMatchObject({ state: 'done', undoable: true })
    expect(fs.readFileSync(file, 'utf8')).toBe('written')
    await expect(doomed.client.call('call/undo', { callId: 'act_again' })).rejects.toThrow('went away')
    const next = await world.start()
    const undone = await until('it is taken back', async () => {
      const { undoneBy } = await next.client.call('call/show', { callId: 'act_again' })
      return undoneBy
    })
    expect(await next.client.call('call/show', { callId: undone })).toMatchObject({ tool: 'undo', state: 'done' })
    expect(fs.readFileSync(file, 'utf8')).toBe('before')
    await expect(next.client.call('call/undo', { callId: 'act_again' })).rejects.toMatchObject({
      data: { code: 'NOT_UNDOABLE' },
    })
    expect(await next.client.call('audit/verify', {})).toMatchObject({ ok: true })
  })
})

describe('[crash.suspended] a call killed while it is parked', () => {
  it('[call.suspend] keeps its question, and does not repeat what it did before', async () => {
    const world = new World()
    const first = await world.start()
    expect(await world.park(first, callOf('act_asked'))).toMatchObject({ state: 'suspended' })
    await first.kill()
    expect(world.stateOf('act_asked')).toBe('suspended')
    const second = await world.start()
    await world.expectKept(second)
    expect(world.acts('act_asked')).toEqual(['1'])
    const view = await world.push(second, callOf('act_asked'))
    expect(view).toMatchObject({ state: 'done', output: 'on' })
    expect(world.acts('act_asked')).toEqual(['1', '2'])
    await world.expectKept(second)
  })

  it('wakes by itself when its time has come, in whichever process that is', async () => {
    const world = new World()
    const first = await world.start()
    await first.client.call('tool/call', { ...callOf('act_slept'), wait: false })
    await until('it sleeps', async () => {
      const { state } = await first.client.call('call/show', { callId: 'act_slept' })
      return state === 'suspended' || undefined
    })
    await first.kill()
    const second = await world.start()
    await until('it is done', async () => {
      const { state } = await second.client.call('call/show', { callId: 'act_slept' })
      return state === 'done' || undefined
    })
    expect(world.acts('act_slept')).toEqual(['1', '2'])
  })

  it('is not given up for having asked often', async () => {
    const world = new World()
    expect(await dieAt(world, 'before-effect:1', 'act_asked_often')).toBe('running')
    const next = await world.start()
    const view = await until('it is over', async () => {
      const shown = await next.client.call('call/show', { callId: 'act_asked_often' })
      return shown.state === 'running' || shown.state === 'planned' ? undefined : shown
    })
    expect(view).toMatchObject({ state: 'done' })
    expect(world.acts('act_asked_often')).toEqual(['1'])
  })
})

describe('[crash.recovery] recovery', () => {
  it('may itself be killed, twice in a row', async () => {
    const world = new World()
    expect(await dieAt(world, 'after-effect:1', 'act_once')).toBe('running')
    expect(await dieAt(world, 'in-look:1', 'act_once')).toBe('running')
    const next = await world.start()
    expectOnce(world, callOf('act_once'), await world.push(next, callOf('act_once')))
    await world.expectKept(next)
  })

  it.each([
    ['kill_run', []],
    ['kill_after_act', ['1']],
    ['kill_prepare', []],
  ])('gives up a call that takes the sidecar down each time, and lives on: %s', async (tool, acts) => {
    const world = new World()
    const first = await world.start()
    await expect(world.push(first, callOf(tool))).rejects.toThrow('went away')
    for (let deaths = 1; deaths < 3; deaths++) expect(await world.untilDead()).toBe('SIGKILL')
    const last = await world.start()
    // Whether the receipt of its act came to the disk is chance.
    const state = acts.length > 0 ? expect.stringMatching(/^(failed|unknown)$/) : 'failed'
    expect(await world.push(last, callOf(tool))).toMatchObject({ state, error: { code: 'INTERRUPTED' } })
    expect(world.acts(tool)).toEqual(acts)
    expect(await world.push(last, callOf('act_once'))).toMatchObject({ state: 'done' })
    await world.expectKept(last)
    expect(await last.end()).toBe(0)
  })

  it('[call.diverged] fails a tool that does something else the second time, and lets it do nothing more', async () => {
    const world = new World()
    const first = await world.start()
    expect(await world.park(first, callOf('act_diverging'))).toMatchObject({ state: 'suspended' })
    await first.kill()
    const next = await world.start(undefined, '2')
    const view = await world.push(next, callOf('act_diverging'))
    expect(view).toMatchObject({ state: 'failed', error: { code: 'DIVERGED' } })
    expect(world.acts('act_diverging')).toEqual(['1', '2'])
    await world.expectKept(next)
  })

  it('says that it is unknown where the tool took another way before it came to what is in doubt', async () => {
    const world = new World()
    expect(await dieAt(world, 'after-effect:2', 'act_diverging')).toBe('running')
    const next = await world.start(undefined, '2')
    expect(await world.push(next, callOf('act_diverging'))).toMatchObject({ state: 'unknown' })
    expect(world.acts('act_diverging')).toEqual(['1', '2'])
  })

  it('may be cut short by a cancel, which is answered when the call is at rest', async () => {
    const world = new World()
    expect(await dieAt(world, 'after-effect:1', 'act_blind_last')).toBe('running')
    const next = await world.start()
    const view = await next.client.call('call/cancel', { callId: 'act_blind_last' })
    expect(['unknown', 'failed', 'done']).toContain(view.state)
    expect(await next.client.call('call/show', { callId: 'act_blind_last' })).toMatchObject({ state: view.state })
    expect(new Set(world.effects().map(({ identity }) => identity)).size).toBe(world.effects().length)
  })

  it('drives a call once, however often it is sent again meanwhile', async () => {
    const world = new World()
    expect(await dieAt(world, 'after-effect:1', 'act_thrice')).toBe('running')
    const next = await world.start()
    const views = await Promise.all(Array.from({ length: 20 }, () => world.push(next, callOf('act_thrice'))))
    for (const view of views) expectOnce(world, callOf('act_thrice'), view)
    const started = next.events.filter(({ event }) => event === 'call/started')
    expect(started).toHaveLength(1)
  })
})
