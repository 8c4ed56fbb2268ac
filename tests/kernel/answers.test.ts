// What the user's hand does: approvals that are bound to what was shown, grants, leave in the middle, and taking back.
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { matches } from '../../policy/pattern.ts'
import { defineTool } from '../../sidecar/kernel/define.ts'
import { undoCall } from '../../sidecar/kernel/undo.ts'
import { noRules, ruleFor, spyPort, world } from './harness.ts'

const shape = { summary: 'x', category: 'system' as const, output: z.unknown(), examples: [{}] }
const setIt = defineTool({
  ...shape,
  name: 'set_it',
  input: z.object({ name: z.string().default('A') }),
  effects: { writeEnv: ({ name }) => [name] },
  async run({ name }, { writeEnv }) {
    await writeEnv(name, 'v')
    return 'set'
  },
})
const asking = [ruleFor('writeEnv', 'ask')]

/** A call that waits for its approval. */
async function waiting(input: unknown = {}) {
  const write = spyPort('writeEnv')
  const w = world({ tools: [setIt], ports: [write.port], rules: asking })
  const call = await w.kernel.executor.execute({ tool: 'set_it', input })
  const [approval] = w.kernel.approvals.list(false, 10)
  if (!approval) throw new Error('nothing waits')
  return { ...w, done: write.done, call, approval, execute: w.kernel.executor.execute.bind(w.kernel.executor) }
}

describe('[approval.stale] an answer', () => {
  test('to exactly what was shown lets the call go on', async () => {
    const { kernel, approval, call, done } = await waiting()
    expect(call.state).toBe('waiting')
    const { id, hash } = approval
    const answer = await kernel.answers.decide({ id, hash, decision: 'allow' })
    expect(answer.approval.state).toBe('allowed')
    await kernel.executor.live(call.callId)?.atRest()
    expect([kernel.executor.find(call.callId).state, done]).toEqual(['done', ['A']])
  })

  test('with another hash is refused, and the question stays open', async () => {
    const { kernel, approval, done } = await waiting()
    const answer = kernel.answers.decide({ id: approval.id, hash: '0'.repeat(64), decision: 'allow' })
    await expect(answer).rejects.toMatchObject({ code: 'STALE_APPROVAL' })
    expect([kernel.approvals.list(false, 10).length, done]).toEqual([1, []])
  })

  test('that comes second is refused, whichever way the first one went', async () => {
    const { kernel, approval, call, done } = await waiting()
    const { id, hash } = approval
    const both = await Promise.allSettled([
      kernel.answers.decide({ id, hash, decision: 'deny', reason: 'no' }),
      kernel.answers.decide({ id, hash, decision: 'allow' }),
    ])
    expect(both.map((one) => one.status)).toEqual(['fulfilled', 'rejected'])
    expect(kernel.executor.find(call.callId).error).toMatchObject({ code: 'DENIED', message: 'You said no: no' })
    expect(done).toEqual([])
  })
})

test('[approval.edit] an edited input is planned, scored and hashed anew, and asked about again', async () => {
  const { kernel, approval, call, done } = await waiting()
  const { id, hash } = approval
  const answer = await kernel.answers.decide({ id, hash, decision: 'allow', input: { name: 'B' } })
  expect(answer.approval).toMatchObject({ state: 'open', effects: [{ kind: 'writeEnv', target: 'B' }] })
  expect(answer.approval.hash).not.toBe(hash)
  await expect(kernel.answers.decide({ id, hash, decision: 'allow' })).rejects.toMatchObject({ code: 'STALE_APPROVAL' })
  await kernel.answers.decide({ id: answer.approval.id, hash: answer.approval.hash, decision: 'allow' })
  await kernel.executor.live(call.callId)?.atRest()
  expect(done).toEqual(['B'])
})

describe('[approval.grant] leave that comes with an answer', () => {
  test('is for the same tool, effects and targets only, and is used up', async () => {
    const { kernel, approval, call, done, execute } = await waiting({ name: 'A*' })
    const { id, hash } = approval
    await kernel.answers.decide({ id, hash, decision: 'allow', grant: { times: 2 } })
    await kernel.executor.live(call.callId)?.atRest()
    const [grant] = kernel.standing.list(false)
    expect(grant).toMatchObject({ kind: 'writeEnv', tool: 'set_it', times: 2 })
    expect(matches(grant?.pattern ?? '', 'AB')).toBe(false)
    expect((await execute({ tool: 'set_it', input: { name: 'AB' } })).state).toBe('waiting')
    expect((await execute({ tool: 'set_it', input: { name: 'A*' } })).state).toBe('done')
    await execute({ tool: 'set_it', input: { name: 'A*' } })
    expect((await execute({ tool: 'set_it', input: { name: 'A*' } })).state).toBe('waiting')
    expect(new Set(done)).toEqual(new Set(['A*']))
  })

  test('can be taken back, and stays so after a restart', async () => {
    const { kernel, approval, call, restart } = await waiting()
    const { id, hash } = approval
    await kernel.answers.decide({ id, hash, decision: 'allow', grant: {} })
    await kernel.executor.live(call.callId)?.atRest()
    expect((await kernel.executor.execute({ tool: 'set_it', input: {} })).state).toBe('done')
    kernel.standing.revoke(kernel.standing.list(false)[0]?.id ?? '')
    kernel.journal.flush()
    expect((await restart().executor.execute({ tool: 'set_it', input: {} })).state).toBe('waiting')
  })
})

test('[policy.explain] what the policy would say is told without running or keeping anything', async () => {
  const write = spyPort('writeEnv')
  const { kernel } = world({ tools: [setIt], ports: [write.port], rules: asking })
  const said = await kernel.executor.explain({ tool: 'set_it', input: {} })
  expect(said).toMatchObject({ decision: 'ask', effects: [{ kind: 'writeEnv', target: 'A' }], receipt: { score: 5 } })
  kernel.journal.flush()
  expect([write.done, kernel.journal.list({ limit: 9 }), kernel.approvals.list(true, 9)]).toEqual([[], [], []])
  expect(kernel.journal.audit.head.seq).toBe(0)
  const asked = await kernel.executor.execute({ tool: 'set_it', input: {} })
  expect(kernel.approvals.list(false, 9)).toMatchObject([{ hash: said.hash, callId: asked.callId }])
})

describe('[call.prepare] what is prepared', () => {
  const prepared = (read: (path: string) => Promise<unknown>) => {
    const reading = spyPort('readFile', { answer: (path) => read(path) })
    const write = spyPort('writeEnv')
    const tool = defineTool({
      ...shape,
      name: 'copy_it',
      input: z.object({}),
      prepare: async (_input, ports) => ({ text: String(await ports.readFile('/from')), ports: Object.keys(ports) }),
      effects: { readFile: () => ['/from'], writeEnv: (_input, ready) => [ready.text] },
      async run(_input, { writeEnv }, _context, ready) {
        await writeEnv(ready.text, 'v')
        return ready
      },
    })
    return { ...world({ tools: [tool], ports: [reading.port, write.port], rules: asking }), done: write.done }
  }

  test('is read once, shown, frozen into what is approved, and used as it was', async () => {
    let reads = 0
    const { kernel, done } = prepared(async () => `V${++reads}`)
    const call = await kernel.executor.execute({ tool: 'copy_it', input: {} })
    const [approval] = kernel.approvals.list(false, 9)
    expect(approval?.effects).toContainEqual({ kind: 'writeEnv', target: 'V1' })
    await kernel.answers.decide({ id: approval?.id ?? '', hash: approval?.hash ?? '', decision: 'allow' })
    await kernel.executor.live(call.callId)?.atRest()
    expect(kernel.executor.find(call.callId).output).toEqual({ text: 'V1', ports: ['readFile'] })
    expect([reads, done]).toEqual([1, ['V1']])
  })

  test('is not there yet where the reading itself is asked about: the first card shows none of it, the second does', async () => {
    const write = spyPort('writeEnv')
    const tool = defineTool({
      ...shape,
      name: 'copy_it',
      input: z.object({}),
      prepare: async (_input, ports) => ({ text: String(await ports.readFile('/from')) }),
      effects: { readFile: () => ['/from'], writeEnv: (_input, ready) => [ready.text] },
      preview: (_input, ready) => ({ title: `Write ${ready.text}` }),
      run: (_input, { writeEnv }, _context, ready) => writeEnv(ready.text, 'v'),
    })
    const ports = [spyPort('readFile', { answer: async () => 'V' }).port, write.port]
    const { kernel } = world({ tools: [tool], ports, rules: [...asking, ruleFor('readFile', 'ask')] })
    const call = await kernel.executor.execute({ tool: 'copy_it', input: {} })
    expect(call).toMatchObject({ state: 'waiting' })
    const titles: (string | undefined)[] = []
    for (let i = 0; i < 2; i++) {
      const [approval] = kernel.approvals.list(false, 9)
      titles.push(approval?.preview.title)
      await kernel.answers.decide({ id: approval?.id ?? '', hash: approval?.hash ?? '', decision: 'allow' })
      await kernel.executor.live(call.callId)?.atRest()
    }
    expect(titles).toEqual([expect.stringContaining('/from'), 'Write V'])
    expect([kernel.executor.find(call.callId).state, write.done]).toEqual(['done', ['V']])
  })
})

describe('[call.leave] a target that becomes known in the middle of a run', () => {
  const fetching = (rules: Parameters<typeof world>[0]['rules']) => {
    const reached: string[] = []
    const { port } = spyPort('readFile')
    const following = {
      ...port,
      methods: {
        call: async (target: string, _args: readonly unknown[], context: { leave(target: string): Promise<void> }) => {
          await context.leave(`${target}/link`)
          reached.push(`${target}/link`)
          return 'read'
        },
      },
    }
    const tool = defineTool({
      ...shape,
      name: 'follow_it',
      input: z.object({}),
      effects: { readFile: () => ['/a'] },
      run: (_input, { readFile }) => readFile('/a'),
    })
    return { ...world({ tools: [tool], ports: [following], ...(rules ? { rules } : {}) }), reached }
  }
  const about = (target: string, decision: 'ask' | 'deny') => ({ ...ruleFor('readFile', decision), target })

  test('passes where the policy lets it', async () => {
    const { kernel, reached } = fetching(noRules)
    expect((await kernel.executor.execute({ tool: 'follow_it', input: {} })).ok).toBe(true)
    expect(reached).toEqual(['/a/link'])
  })

  test('is denied by the same rules', async () => {
    const { kernel, reached } = fetching([about('/a/*', 'deny')])
    expect((await kernel.executor.execute({ tool: 'follow_it', input: {} })).error?.code).toBe('DENIED')
    expect(reached).toEqual([])
  })

  test('is asked about by itself, and the run goes on from the top', async () => {
    const { kernel, reached } = fetching([about('/a/*', 'ask')])
    const call = await kernel.executor.execute({ tool: 'follow_it', input: {} })
    expect([call.state, reached]).toEqual(['waiting', []])
    const [approval] = kernel.approvals.list(false, 9)
    await kernel.answers.decide({ id: approval?.id ?? '', hash: approval?.hash ?? '', decision: 'allow' })
    await kernel.executor.live(call.callId)?.atRest()
    expect([kernel.executor.find(call.callId).state, reached]).toEqual(['done', ['/a/link']])
  })
})

describe('[undo.call] a call', () => {
  const undoable = () => {
    const values = new Map<string, unknown>([['A', 'old']])
    const { port } = spyPort('writeEnv')
    const keeping = {
      ...port,
      methods: {
        call: async (target: string, args: readonly unknown[], context: { undoWith(data: unknown): Promise<void> }) => {
          await context.undoWith(values.get(target))
          values.set(target, args[0])
        },
      },
      undo: async (target: string, data: unknown) => void values.set(target, data),
    }
    return { ...world({ tools: [setIt], ports: [keeping], rules: asking }), values }
  }

  test('is taken back once, and that is on record', async () => {
    const { kernel, values } = undoable()
    kernel.standing.create({ kind: 'writeEnv', pattern: 'A', times: 1 })
    const call = await kernel.executor.execute({ tool: 'set_it', input: {} })
    expect([call.undoable, values.get('A')]).toEqual([true, 'v'])
    const undo = await undoCall(call.callId, kernel.journal, kernel.executor)
    expect([undo.state, values.get('A')]).toEqual(['done', 'old'])
    const again = undoCall(call.callId, kernel.journal, kernel.executor)
    await expect(again).rejects.toMatchObject({ code: 'NOT_UNDOABLE' })
    kernel.journal.flush()
    const types = kernel.journal.audit.query(() => true, 20).map((record) => record.type)
    expect(types).toContain('undone')
    expect(kernel.journal.audit.verify(kernel.journal.anchor()).ok).toBe(true)
  })

  test('that left nothing to put back can not be taken back', async () => {
    const write = spyPort('writeEnv')
    const { kernel } = world({ tools: [setIt], ports: [write.port], rules: noRules })
    const call = await kernel.executor.execute({ tool: 'set_it', input: {} })
    const undo = undoCall(call.callId, kernel.journal, kernel.executor)
    await expect(undo).rejects.toMatchObject({ code: 'NOT_UNDOABLE' })
  })
})

test('[session.labels] a session takes on the labels of what it read, only ever stricter, and keeps them', async () => {
  const labelled = (name: string, trust: 'own' | 'untrusted', secrecy: 'public' | 'secret') =>
    defineTool({
      ...shape,
      name,
      input: z.object({}),
      effects: { readSystem: () => ['os'] },
      labels: { trust, secrecy },
      run: () => 1,
    })
  const tools = [labelled('mine', 'own', 'secret'), labelled('page', 'untrusted', 'public')]
  const w = world({ tools, ports: [spyPort('readSystem').port] })
  const { id } = w.kernel.sessions.open('work', undefined, undefined)
  const labels = () => w.kernel.sessions.get(id).labels
  const seen = [labels()]
  for (const tool of ['mine', 'page', 'mine']) {
    await w.kernel.executor.execute({ tool, input: {}, session: id })
    seen.push(labels())
  }
  w.kernel.journal.flush()
  w.restart()
  expect([...seen, labels()].map(({ trust, secrecy }) => `${trust} ${secrecy}`)).toEqual([
    'user public',
    'own secret',
    'untrusted secret',
    'untrusted secret',
    'untrusted secret',
  ])
})
