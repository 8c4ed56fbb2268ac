import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../sidecar/kernel/define.ts'
import { undoCall } from '../../sidecar/kernel/undo.ts'
import type { Port } from '../../sidecar/ports/types.ts'
import { StewardError } from '../../sidecar/text/errors.ts'
import { noRules, reaches, registryOf, ruleFor, spyPort, world } from './harness.ts'

const shape = { summary: 'x', category: 'system' as const, input: z.object({}), output: z.unknown(), examples: [{}] }
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Variables in memory, with undo: what `writeEnv` is, without the rest. */
function variables(before: Record<string, string>) {
  const values = new Map(Object.entries(before))
  const port: Port = {
    kind: 'writeEnv',
    repeatable: true,
    canonical: (target) => target,
    methods: {
      call: async (name, [value], context) => {
        await context.undoWith({ before: values.get(name) ?? null })
        values.set(name, String(value))
        return { before: null }
      },
    },
    undo: async (name, data) => {
      const { before: old } = data as { before: string | null }
      if (old === null) values.delete(name)
      else values.set(name, old)
    },
  }
  return { port, values }
}

describe('[call.whole] a call', () => {
  test('is not done before what it began and did not wait for', async () => {
    const { port, done } = spyPort('writeEnv')
    const slow: Port = { ...port, methods: { call: async (target) => later(150).then(() => done.push(target)) } }
    const hasty = defineTool({
      ...shape,
      name: 'hasty',
      effects: { writeEnv: () => ['A'] },
      async run(_input, { writeEnv }) {
        void writeEnv('A', 'x')
      },
    })
    const { kernel } = world({ tools: [hasty], ports: [slow], rules: [ruleFor('writeEnv', 'allow')] })
    expect((await kernel.executor.execute({ tool: 'hasty', input: {} })).state).toBe('done')
    expect(done).toEqual(['A'])
  })

  test('that failed after it acted says so, and can be taken back', async () => {
    const { port, values } = variables({ A: 'old' })
    const clumsy = defineTool({
      ...shape,
      name: 'clumsy',
      effects: { writeEnv: () => ['A'] },
      async run(_input, { writeEnv }) {
        await writeEnv('A', 'new')
        throw new StewardError('NOT_FOUND', 'the rest is missing')
      },
    })
    const { kernel } = world({ tools: [clumsy], ports: [port], rules: [ruleFor('writeEnv', 'allow')] })
    const call = await kernel.executor.execute({ tool: 'clumsy', input: {} })
    expect(call).toMatchObject({
      state: 'failed',
      undoable: true,
      error: { code: 'NOT_FOUND', hint: expect.stringContaining('writeEnv A') },
    })
    expect(values.get('A')).toBe('new')
    expect((await undoCall(call.callId, kernel.journal, kernel.executor)).state).toBe('done')
    expect(values.get('A')).toBe('old')
  })

  test('that was tried again can still be taken back to what was there first', async () => {
    const { port, values } = variables({ A: 'old' })
    let left = 1
    const read = spyPort('readSystem', {
      answer: () => {
        if (left-- > 0) throw new StewardError('UNAVAILABLE', 'down', undefined, true)
      },
    })
    const twice = defineTool({
      ...shape,
      name: 'twice',
      idempotent: true,
      effects: { writeEnv: () => ['A'], readSystem: () => ['os'] },
      async run(_input, { writeEnv, readSystem }) {
        await writeEnv('A', 'new')
        await readSystem('os')
      },
    })
    const { kernel } = world({ tools: [twice], ports: [port, read.port], rules: [ruleFor('writeEnv', 'allow')] })
    const call = await kernel.executor.execute({ tool: 'twice', input: {} })
    expect(call.state).toBe('done')
    await undoCall(call.callId, kernel.journal, kernel.executor)
    expect(values.get('A')).toBe('old')
  })

  test('that parks while an effect is about to begin is in no doubt about it', async () => {
    const { port, done } = spyPort('writeEnv')
    const race = defineTool({
      ...shape,
      name: 'race',
      effects: { writeEnv: () => ['A'] },
      run: (_input, { writeEnv }, { suspend }) => Promise.all([writeEnv('A', 'x'), suspend('why', {})]),
    })
    const w = world({ tools: [race], ports: [port], rules: [ruleFor('writeEnv', 'allow')] })
    const call = await w.kernel.executor.execute({ tool: 'race', input: {} })
    expect(call.state).toBe('suspended')
    const kernel = w.restart()
    await kernel.answers.resume(call.suspensionId ?? '', 'go')
    await reaches(kernel, call.callId, 'done')
    expect(done).toEqual(['A'])
  })
})

test('[grant.leave] leave for a target found on the way is charged to its grant', async () => {
  const { port } = spyPort('fetchUrl')
  const wanders: Port = {
    ...port,
    methods: { call: async (_target, _args, context) => context.leave('https://other') },
  }
  const go = defineTool({
    ...shape,
    name: 'go',
    effects: { fetchUrl: () => ['https://here'] } as never,
    run: (_input, ports) => (ports as unknown as { fetchUrl(url: string): unknown }).fetchUrl('https://here'),
  })
  const rules = [...noRules, { ...ruleFor('fetchUrl', 'ask'), target: 'https://other', match: [], notMatch: [] }]
  const { kernel } = world({ tools: [go], ports: [wanders], rules })
  kernel.standing.create({ kind: 'fetchUrl', pattern: 'https://other', times: 1 })
  expect((await kernel.executor.execute({ tool: 'go', input: {} })).state).toBe('done')
  expect((await kernel.executor.execute({ tool: 'go', input: {} })).state).toBe('waiting')
})

describe('[call.gone-tool] a parked call whose tool is gone', () => {
  const ask = defineTool({
    ...shape,
    name: 'ask',
    effects: {},
    run: (_input, _ports, { suspend }) => suspend('why', {}),
  })
  const set = defineTool({ ...shape, name: 'set', effects: { writeEnv: () => ['A'] }, run: () => 1 })

  test('can be denied and cancelled all the same', async () => {
    const w = world({ tools: [ask, set], ports: [spyPort('writeEnv').port] })
    const parked = await w.kernel.executor.execute({ tool: 'ask', input: {} })
    const waiting = await w.kernel.executor.execute({ tool: 'set', input: {} })
    w.forget()
    const kernel = w.restart()
    const [card] = kernel.approvals.list(false, 1)
    await expect(
      kernel.answers.decide({ id: card?.id ?? '', hash: card?.hash ?? '', decision: 'allow' }),
    ).rejects.toMatchObject({ code: 'UNKNOWN_TOOL' })
    await kernel.answers.decide({ id: card?.id ?? '', hash: card?.hash ?? '', decision: 'deny' })
    expect(kernel.executor.find(waiting.callId)).toMatchObject({ state: 'failed', error: { code: 'DENIED' } })
    expect((await kernel.answers.cancel(parked.callId)).error?.code).toBe('CANCELLED')
  })
})

test('[approval.code] an approval is for the very code that was there when it was asked', async () => {
  const { port, done } = spyPort('writeEnv')
  const set = defineTool({
    ...shape,
    name: 'set',
    effects: { writeEnv: () => ['A'] },
    run: (_input, { writeEnv }) => writeEnv('A', 'x'),
  })
  const w = world({ tools: [set], ports: [port] })
  const built = await registryOf([set]).get('set')
  const external = (code: string) => ({ ...built, name: 'mine', source: 'external' as const, file: 'mine.ts', code })
  w.kernel.registry.addExternal([external('one')])
  await w.kernel.executor.execute({ tool: 'mine', input: {} })
  const [card] = w.kernel.approvals.list(false, 1)
  w.kernel.registry.addExternal([external('two')])
  const { approval, call } = await w.kernel.answers.decide({
    id: card?.id ?? '',
    hash: card?.hash ?? '',
    decision: 'allow',
  })
  expect(approval).toMatchObject({ state: 'open' })
  expect(approval.hash).not.toBe(card?.hash)
  expect(call.state).toBe('waiting')
  expect(done).toEqual([])
})

test('[approval.secret] a secret argument is on no card, and runs as it was given', async () => {
  const given: unknown[] = []
  const { port } = spyPort('writeEnv', { answer: (_target, args) => void given.push(args[0]) })
  const keep = defineTool({
    ...shape,
    name: 'keep',
    input: z.object({ name: z.string(), value: z.string() }),
    examples: [],
    effects: { writeEnv: ({ name }) => [name] },
    secrets: () => ['value'],
    run: ({ name, value }, { writeEnv }) => writeEnv(name, value),
  })
  const w = world({ tools: [keep], ports: [port] })
  const call = await w.kernel.executor.execute({ tool: 'keep', input: { name: 'K', value: 'hunter2' } })
  const [card] = w.kernel.approvals.list(false, 1)
  expect(JSON.stringify(card)).not.toContain('hunter2')
  await w.kernel.answers.decide({ id: card?.id ?? '', hash: card?.hash ?? '', decision: 'allow' })
  await reaches(w.kernel, call.callId, 'done')
  expect(given).toEqual(['hunter2'])
})

test('[approval.bytes] a card that was changed on the disk is refused', async () => {
  const { port, done } = spyPort('writeEnv')
  const set = defineTool({
    ...shape,
    name: 'set',
    input: z.object({ name: z.string() }),
    examples: [],
    effects: { writeEnv: ({ name }) => [name] },
    run: ({ name }, { writeEnv }) => writeEnv(name, 'x'),
  })
  const w = world({ tools: [set], ports: [port] })
  await w.kernel.executor.execute({ tool: 'set', input: { name: 'EVIL' } })
  w.kernel.journal.store.db.exec("UPDATE approvals SET card = replace(card, 'EVIL', 'GOOD')")
  const [card] = w.kernel.approvals.list(false, 1)
  await expect(
    w.kernel.answers.decide({ id: card?.id ?? '', hash: card?.hash ?? '', decision: 'allow' }),
  ).rejects.toThrow()
  expect(done).toEqual([])
})
