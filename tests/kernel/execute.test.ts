import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../sidecar/kernel/define.ts'
import { StewardError } from '../../sidecar/text/errors.ts'
import { reaches, ruleFor, spyPort, world } from './harness.ts'

const shape = { summary: 'x', category: 'system' as const, examples: [{}] }
const echo = defineTool({
  ...shape,
  name: 'echo',
  aliases: ['say'],
  input: z.object({ text: z.string().default('hi'), times: z.number().int().default(1) }),
  output: z.object({ text: z.string() }),
  effects: {},
  run: ({ text, times }) => ({ text: text.repeat(times) }),
})
const setIt = defineTool({
  ...shape,
  name: 'set_it',
  input: z.object({ name: z.string().default('A') }),
  output: z.object({ done: z.boolean() }),
  effects: { writeEnv: ({ name }) => [name] },
  async run({ name }, { writeEnv }) {
    await writeEnv(name, 'v')
    return { done: true }
  },
})
const hang = defineTool({
  ...shape,
  name: 'hang',
  timeoutMs: 150,
  input: z.object({}),
  output: z.unknown(),
  effects: { readSystem: () => ['os'] },
  run: (_input, { readSystem }) => readSystem('os'),
})
const hanging = () => spyPort('readSystem', { answer: () => new Promise(() => {}) })

describe('a call through the door', () => {
  test('[call.result] comes back with everything a result promises', async () => {
    const { kernel } = world({ tools: [echo], ports: [] })
    const call = await kernel.executor.execute({ tool: 'echo', input: { text: 'a', times: 3 } })
    expect(call).toMatchObject({
      tool: 'echo',
      ok: true,
      state: 'done',
      output: { text: 'aaa' },
      decision: 'allow',
      attachments: [],
    })
    expect(call.receipt.score).toBe(1)
    expect(call.callId).toMatch(/^c/)
  })

  test('[registry.alias] answers to an alias and shows its main name', async () => {
    const { kernel } = world({ tools: [echo], ports: [] })
    expect((await kernel.executor.execute({ tool: 'say', input: {} })).tool).toBe('echo')
  })

  test('[error.bad-input] with the wrong input fails with path, reason and an example', async () => {
    const { kernel } = world({ tools: [echo], ports: [] })
    const wrong = kernel.executor.execute({ tool: 'echo', input: { times: 'x' } })
    await expect(wrong).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringContaining('times:'),
      hint: expect.stringContaining('{}'),
    })
  })

  test('[error.unknown-tool] of a tool that is not there names the nearest', async () => {
    const { kernel } = world({ tools: [echo], ports: [] })
    await expect((async () => kernel.executor.execute({ tool: 'ecko', input: {} }))()).rejects.toMatchObject({
      code: 'UNKNOWN_TOOL',
      hint: 'Did you mean echo?',
    })
  })

  test('[call.bad-output] that returns what it did not promise fails', async () => {
    const liar = defineTool({ ...echo, name: 'liar', effects: {}, run: () => ({ text: 5 }) as never })
    const { kernel } = world({ tools: [liar], ports: [] })
    expect((await kernel.executor.execute({ tool: 'liar', input: {} })).error?.code).toBe('BAD_OUTPUT')
  })

  test('[call.idempotent-id] with the same id again is the same call, and runs once', async () => {
    const { port, done } = spyPort('writeEnv')
    const { kernel } = world({ tools: [setIt, echo], ports: [port], rules: [ruleFor('writeEnv', 'allow')] })
    const one = { tool: 'set_it', input: {}, callId: 'mine' }
    const calls = await Promise.all([kernel.executor.execute(one), kernel.executor.execute(one)])
    calls.push(await kernel.executor.execute(one))
    expect(new Set(calls.map((call) => call.callId))).toEqual(new Set(['mine']))
    expect(calls.every((call) => call.ok)).toBe(true)
    expect(done).toEqual(['A'])
    await expect(kernel.executor.execute({ ...one, input: { name: 'B' } })).rejects.toMatchObject({ code: 'ID_REUSED' })
    await expect(kernel.executor.execute({ tool: 'echo', input: {}, callId: 'mine' })).rejects.toMatchObject({
      code: 'ID_REUSED',
    })
  })

  test('[call.no-wait] that is not waited for is on record at once and finishes by itself', async () => {
    const { kernel } = world({
      tools: [setIt],
      ports: [spyPort('writeEnv').port],
      rules: [ruleFor('writeEnv', 'allow')],
    })
    const call = await kernel.executor.execute({ tool: 'set_it', input: {}, wait: false })
    await reaches(kernel, call.callId, 'done')
  })

  test('[call.long-output] with a long output refers to a file that holds all of it', async () => {
    const { kernel } = world({ tools: [echo], ports: [] })
    const call = await kernel.executor.execute({ tool: 'echo', input: { text: 'x', times: 400_000 } })
    expect(call.output).toBeUndefined()
    const { bytes, end } = kernel.blobs.read(call.outputRef ?? '', 0, 1_000_000)
    expect(end).toBe(true)
    expect(JSON.parse(Buffer.from(bytes).toString()).text).toHaveLength(400_000)
  })
})

describe('a decision', () => {
  test('[policy.deny] of deny stops the call before its port', async () => {
    const { port, done } = spyPort('writeEnv')
    const { kernel } = world({ tools: [setIt], ports: [port], rules: [ruleFor('writeEnv', 'deny', 'Never.')] })
    expect((await kernel.executor.execute({ tool: 'set_it', input: {} })).error).toMatchObject({
      code: 'DENIED',
      message: 'Never.',
    })
    expect(done).toEqual([])
  })

  test('[policy.warn] of warn goes on and tells the user', async () => {
    const { kernel } = world({
      tools: [setIt],
      ports: [spyPort('writeEnv').port],
      rules: [ruleFor('writeEnv', 'warn')],
    })
    const told: string[] = []
    kernel.events.listen((event) => told.push(event.event))
    expect((await kernel.executor.execute({ tool: 'set_it', input: {} })).ok).toBe(true)
    expect(told).toContain('notice/show')
  })

  test('[policy.ask-nobody] of ask with nobody to ask refuses', async () => {
    const { port, done } = spyPort('writeEnv')
    const { kernel } = world({ tools: [setIt], ports: [port] })
    expect((await kernel.executor.execute({ tool: 'set_it', input: {}, ask: false })).error?.code).toBe(
      'NEEDS_APPROVAL',
    )
    expect(done).toEqual([])
  })

  test('[audit.before-effect] is on the disk before the port is called', async () => {
    const seen: number[] = []
    const { port } = spyPort('writeEnv', {
      answer: () => void seen.push(w.kernel.journal.audit.pending ? 0 : w.kernel.journal.audit.verify().records),
    })
    const w = world({ tools: [setIt], ports: [port], rules: [ruleFor('writeEnv', 'allow')] })
    await w.kernel.executor.execute({ tool: 'set_it', input: {} })
    expect(seen).toEqual([1])
  })
})

describe('time and number', () => {
  test('[call.timeout] a call that takes too long fails with TIMEOUT, and its port is told to stop', async () => {
    let aborted = false
    const { port } = spyPort('readSystem')
    const stubborn = {
      ...port,
      methods: {
        call: (_t: string, _a: readonly unknown[], { signal }: { signal: AbortSignal }) =>
          new Promise(() =>
            signal.addEventListener('abort', () => {
              aborted = true
            }),
          ),
      },
    }
    const { kernel } = world({ tools: [hang], ports: [stubborn] })
    expect((await kernel.executor.execute({ tool: 'hang', input: {} })).error?.code).toBe('TIMEOUT')
    expect(aborted).toBe(true)
  })

  test('[call.cancel] a cancelled call ends at once and frees its slot', async () => {
    const { kernel } = world({
      tools: [{ ...hang, timeoutMs: 60_000 }, setIt],
      ports: [hanging().port, spyPort('writeEnv').port],
      concurrency: 1,
      rules: [],
    })
    const call = await kernel.executor.execute({ tool: 'hang', input: {}, wait: false })
    const queued = await kernel.executor.execute({ tool: 'hang', input: {}, wait: false })
    await reaches(kernel, call.callId, 'running')
    expect((await kernel.answers.cancel(queued.callId)).error?.code).toBe('CANCELLED')
    expect((await kernel.answers.cancel(call.callId)).error?.code).toBe('CANCELLED')
    expect((await kernel.executor.execute({ tool: 'set_it', input: {} })).ok).toBe(true)
    expect(kernel.slots.running).toBe(0)
  })

  test('[call.concurrency] no more than so many run at once, and sessions take turns', async () => {
    const order: string[] = []
    let most = 0
    let now = 0
    const { port } = spyPort('readSystem', {
      answer: async () => {
        most = Math.max(most, ++now)
        await new Promise((resolve) => setTimeout(resolve, 5))
        now--
      },
    })
    const { kernel } = world({ tools: [hang], ports: [port], concurrency: 2 })
    const [a, b] = [
      kernel.sessions.open('a', undefined, undefined).id,
      kernel.sessions.open('b', undefined, undefined).id,
    ]
    const run = (session: string) =>
      kernel.executor.execute({ tool: 'hang', input: {}, session }).then(() => order.push(session))
    const calls = [...Array.from({ length: 8 }, () => run(a)), ...Array.from({ length: 3 }, () => run(b))]
    await Promise.all(calls)
    expect(most).toBe(2)
    // The three of b do not wait for all eight of a.
    expect(order.lastIndexOf(b)).toBeLessThan(order.lastIndexOf(a))
  })

  test('[call.retry] only a tool that says it is idempotent is tried again', async () => {
    const flaky = (times: number) => {
      let left = times
      return spyPort('readSystem', {
        answer: () => {
          if (left-- > 0) throw new StewardError('UNAVAILABLE', 'down', undefined, true)
          return 'up'
        },
      })
    }
    const patient = world({ tools: [{ ...hang, idempotent: true, timeoutMs: 10_000 }], ports: [flaky(2).port] })
    expect((await patient.kernel.executor.execute({ tool: 'hang', input: {} })).output).toBe('up')
    const plain = world({ tools: [hang], ports: [flaky(1).port] })
    expect((await plain.kernel.executor.execute({ tool: 'hang', input: {} })).error?.code).toBe('UNAVAILABLE')
  })
})

describe('[stop.latch] STOP', () => {
  test('aborts what runs, refuses what comes, survives a restart and is lifted by hand', async () => {
    const write = spyPort('writeEnv')
    const w = world({
      tools: [{ ...hang, timeoutMs: 60_000 }, setIt, echo],
      ports: [hanging().port, write.port],
      rules: [],
    })
    const call = await w.kernel.executor.execute({ tool: 'hang', input: {}, wait: false })
    await reaches(w.kernel, call.callId, 'running')
    expect(await w.kernel.answers.stop('enough')).toBe(1)
    await reaches(w.kernel, call.callId, 'failed')
    expect(w.kernel.executor.find(call.callId).error?.code).toBe('STOPPED')
    const kernel = w.restart()
    expect((await kernel.executor.execute({ tool: 'set_it', input: {} })).error?.code).toBe('STOPPED')
    expect(write.done).toEqual([])
    expect((await kernel.executor.execute({ tool: 'echo', input: {} })).error?.code).toBe('STOPPED')
    kernel.release()
    expect((await kernel.executor.execute({ tool: 'set_it', input: {} })).ok).toBe(true)
  })

  test('set between decision and port commits nothing', async () => {
    const { port, done } = spyPort('writeEnv', {
      canonical: (target) => {
        if (kernel.slots.running > 0) kernel.latch.set('now')
        return target
      },
    })
    const { kernel } = world({ tools: [setIt], ports: [port], rules: [ruleFor('writeEnv', 'allow')] })
    expect((await kernel.executor.execute({ tool: 'set_it', input: {} })).error?.code).toBe('STOPPED')
    expect(done).toEqual([])
  })
})

test('[call.progress] progress is told at most ten times a second, and the last always', async () => {
  const chatty = defineTool({
    ...shape,
    name: 'chatty',
    input: z.object({}),
    output: z.unknown(),
    effects: {},
    async run(_input, _ports, { progress, clock }) {
      for (let i = 1; i <= 50; i++) progress(`step ${i}`)
      await clock.sleep(250)
    },
  })
  const { kernel } = world({ tools: [chatty], ports: [] })
  const titles: unknown[] = []
  kernel.events.listen(
    (event) => event.event === 'call/progress' && titles.push((event.data as { title: string }).title),
  )
  await kernel.executor.execute({ tool: 'chatty', input: {} })
  expect(titles).toEqual(['step 1', 'step 50'])
})
