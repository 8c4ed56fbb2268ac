// Calls that are entered again, or can't be.
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../sidecar/kernel/define.ts'
import { traceSession } from '../../sidecar/kernel/trace.ts'
import { undoCall } from '../../sidecar/kernel/undo.ts'
import type { Looked, Port } from '../../sidecar/ports/types.ts'
import { reaches, ruleFor, spyPort, type World, world } from './harness.ts'

const shape = { summary: 'x', category: 'system' as const, input: z.object({}), output: z.unknown(), examples: [{}] }
const rules = [ruleFor('writeEnv', 'allow')]

describe('[call.diverged-short] a call that does less when it is entered again', () => {
  const stop = { early: false }
  const forgetful = defineTool({
    ...shape,
    name: 'forgetful',
    effects: { writeEnv: () => ['A', 'B'] },
    async run(_input, { writeEnv }, { suspend }) {
      if (stop.early) return 'nothing to do'
      await writeEnv('A', 'x')
      await suspend('why', {})
      return writeEnv('B', 'y')
    },
  })
  const parked = async (port: Port): Promise<{ w: World; callId: string; suspension: string }> => {
    stop.early = false
    const w = world({ tools: [forgetful], ports: [port], rules })
    const { callId, suspensionId } = await w.kernel.executor.execute({ tool: 'forgetful', input: {} })
    return { w, callId, suspension: suspensionId ?? '' }
  }

  test('fails, and what it did the first time stays on record', async () => {
    const { port, done } = spyPort('writeEnv')
    const { w, callId, suspension } = await parked(port)
    stop.early = true
    const kernel = w.restart()
    await kernel.answers.resume(suspension, 'go')
    await reaches(kernel, callId, 'failed')
    const { error } = kernel.executor.find(callId)
    expect(error).toMatchObject({ code: 'DIVERGED', message: expect.stringContaining('writeEnv.call on A') })
    expect(error?.hint).toContain('Before that it had done: writeEnv A.')
    expect(done).toEqual(['A'])
    kernel.journal.flush()
    const kept = kernel.journal.store.statement('SELECT target, state FROM port_calls WHERE call = ?').all(callId)
    expect(kept.map((row) => ({ ...row }))).toEqual([{ target: 'A', state: 'done' }])
  })

  test('is in doubt where what it left out was', async () => {
    const { port } = spyPort('writeEnv')
    const { w, callId, suspension } = await parked(port)
    w.kernel.journal.flush()
    w.kernel.journal.store.db.exec("UPDATE port_calls SET state = 'intent' WHERE kind = 'writeEnv'")
    stop.early = true
    const kernel = w.restart()
    await kernel.answers.resume(suspension, 'go')
    await reaches(kernel, callId, 'unknown')
    expect(kernel.executor.find(callId).error?.message).toContain('writeEnv A')
  })

  test('is done where it does all of it again', async () => {
    const { port, done } = spyPort('writeEnv')
    const { w, callId, suspension } = await parked(port)
    const kernel = w.restart()
    await kernel.answers.resume(suspension, 'go')
    await reaches(kernel, callId, 'done')
    expect(done).toEqual(['A', 'B'])
  })
})

describe('[call.look-undo] taking back that was cut off in the middle', () => {
  const set = defineTool({
    ...shape,
    name: 'set',
    effects: { writeEnv: () => ['A'] },
    run: (_input, { writeEnv }) => writeEnv('A', 'new'),
  })

  // Its own `look` says that the effect was carried out, which it was; that says nothing about taking it back.
  async function cutOff(lookUndo?: Looked) {
    const undone: string[] = []
    const port: Port = {
      ...spyPort('writeEnv').port,
      methods: { call: async (_target, _args, context) => context.undoWith('old') },
      look: async () => 'done',
      undo: async (target) => void undone.push(target),
      ...(lookUndo ? { lookUndo: async () => lookUndo } : {}),
    }
    const w = world({ tools: [set], ports: [port], rules })
    const { callId } = await w.kernel.executor.execute({ tool: 'set', input: {} })
    const undo = await undoCall(callId, w.kernel.journal, w.kernel.executor)
    w.kernel.journal.flush()
    // As a kill between its intent and its receipt leaves it.
    const { db } = w.kernel.journal.store
    db.exec(`UPDATE calls SET state = 'running' WHERE id = '${undo.callId}'`)
    db.exec(`UPDATE port_calls SET state = 'intent' WHERE call = '${undo.callId}'`)
    undone.length = 0
    const kernel = w.restart()
    await kernel.recover()
    await reaches(kernel, undo.callId, lookUndo === 'done' || lookUndo === 'not done' ? 'done' : 'unknown')
    return undone
  }

  test.each([
    ['done', []],
    ['not done', ['A']],
    ['unknown', []],
    [undefined, []],
  ] as const)('goes by what the look at it says: %s', async (looked, undone) => {
    expect(await cutOff(looked)).toEqual(undone)
  })
})

describe('[call.gone-tool] a call whose tool is gone', () => {
  const set = defineTool({
    ...shape,
    name: 'set',
    effects: { writeEnv: () => ['A'], readSystem: () => ['os'] },
    run: async () => 1,
  })

  test('is told as ended when it is found at a start', async () => {
    const w = world({ tools: [set], ports: [spyPort('writeEnv').port, spyPort('readSystem').port], rules })
    const { callId } = await w.kernel.executor.execute({ tool: 'set', input: {} })
    w.kernel.journal.flush()
    w.kernel.journal.store.db.exec("UPDATE calls SET state = 'running'")
    w.forget()
    const kernel = w.restart()
    const told: unknown[] = []
    kernel.events.listen(({ event, data }) => {
      if (event === 'call/finished') told.push(data)
    })
    await kernel.recover()
    await kernel.journal.durable()
    expect(told).toMatchObject([{ callId, state: 'failed', error: { code: 'UNKNOWN_TOOL' } }])
  })

  test('is in a trace by what it did', async () => {
    const w = world({ tools: [set], ports: [spyPort('writeEnv').port, spyPort('readSystem').port], rules })
    const { session } = await w.kernel.executor.execute({ tool: 'set', input: {} })
    w.forget()
    const kernel = w.restart()
    const events = await traceSession(session, { own: [], contacts: [] }, kernel.journal, kernel.registry)
    expect(events).toContainEqual(expect.objectContaining({ call: expect.objectContaining({ kind: 'writeEnv' }) }))
  })
})
