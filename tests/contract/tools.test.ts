// What every tool must keep to, whatever it does.
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { isEffectKind, meaning } from '../../policy/effects.ts'
import type { Tool } from '../../sidecar/kernel/define.ts'
import { families, loadStubs } from '../../sidecar/tools/index.ts'
import { runContext, sessionAt } from '../ports/bind.ts'
import { aliases, toolNames } from './names.ts'

const tools: Tool[] = (await Promise.all(Object.values(families).map((load) => load()))).flat()
const stubs = await loadStubs()
const all = [...tools, ...stubs]
const rows = tools.map((tool) => [tool.name, tool] as const)

const maxSchemaChars = 4000
const maxSummaryChars = 200

// What `prepare` could have read, for the tools that have one.
const event = { uid: 'a1@steward', text: 'BEGIN:VCALENDAR', etag: '1', name: 'a1.ics', calendar: 'personal' }
const found = { ...event, title: 'Lunch', scope: 'all', recurring: false, was: 'then', schedules: false }
const written = { says: '', told: [], conflicts: [], invites: [], writes: [{ uid: event.uid, text: '', base: '1' }] }
const prepared: Record<string, unknown> = {
  calendar_create: {
    ...{ calendar: 'personal', title: 'Lunch', says: 'tomorrow', told: [], count: 1, invites: [], uninvited: [] },
    event: { uid: event.uid, text: event.text, start: '2026-11-17', end: '2026-11-18', conflicts: [] },
  },
  calendar_update: { ...found, ...written },
  calendar_delete: { ...found, ...written },
  create_task: { calendar: 'personal', title: 'Milk', says: '', notes: [], task: { uid: event.uid, text: event.text } },
  update_task: { ...event, title: 'Milk', now: event.text, says: '', notes: [] },
  set_reminder: { uid: event.uid, title: 'Call', text: event.text, says: 'soon', notes: [] },
  cancel_reminder: { ...event, title: 'Call' },
  reload_tools: { folder: '/tools', files: [{ path: '/tools/a.ts', state: 'new', target: '/tools/a.ts#1' }] },
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const inner of Object.values(value)) freeze(inner)
  return value
}

const plan = (tool: Tool, input: unknown): unknown =>
  Object.entries(tool.effects as Record<string, (input: unknown, prepared: unknown) => string[]>).map(
    ([kind, targets]) => [kind, targets(input, freeze(prepared[tool.name]))],
  )

const inputsOf = (tool: Tool): unknown[] => tool.examples.map((example: unknown) => freeze(tool.input.parse(example)))

describe('[tool.names] all names together', () => {
  test('every promised tool is listed, and nothing else', () => {
    expect(all.map(({ name }) => name).sort()).toEqual(toolNames)
  })

  test('every alias leads to its tool', () => {
    const found = all.flatMap(({ name, aliases: others = [] }) => others.map((alias) => [alias, name]))
    expect(Object.fromEntries(found.sort())).toEqual(aliases)
  })

  test('no name is given twice, and all are spelled alike', () => {
    const names = all.flatMap(({ name, aliases: others = [] }) => [name, ...others])
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name) || name.length > 40)).toEqual([])
  })
})

describe.each(rows)('%s', (_name, tool) => {
  test('says what it does in few words', () => {
    expect(tool.summary).toMatch(/^[A-Z].*\.$/)
    expect(tool.summary.length).toBeLessThanOrEqual(maxSummaryChars)
  })

  test('[tool.declared] declares only known kinds of effects', () => {
    expect(Object.keys(tool.effects).filter((kind) => !isEffectKind(kind))).toEqual([])
  })

  test('[tool.examples] has examples, and they are valid', () => {
    expect(tool.examples.length).toBeGreaterThan(0)
    expect(inputsOf(tool)).toHaveLength(tool.examples.length)
  })

  test('has an input that is an object, and schemas that fit into a prompt', () => {
    const input = z.toJSONSchema(tool.input, { io: 'input' })
    const output = z.toJSONSchema(tool.output)
    expect([input.type, output.type]).toEqual(['object', 'object'])
    expect(JSON.stringify([input, output]).length).toBeLessThan(maxSchemaChars)
  })

  test('[tool.plan-pure] plans the same effects for the same input, and leaves the input alone', () => {
    for (const input of inputsOf(tool)) {
      const first = plan(tool, input)
      expect(plan(tool, input)).toEqual(first)
      for (const [, targets] of first as [string, string[]][])
        expect(targets.every((target) => typeof target === 'string' && target !== '')).toBe(true)
    }
  })

  test('[tool.plan-pure] plans without time, chance, network or environment', () => {
    const forbidden = ['Date', 'Math', 'fetch', 'process', 'performance', 'crypto', 'setTimeout'] as const
    const kept = forbidden.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)
    const planned: unknown[] = []
    const inputs = inputsOf(tool)
    try {
      for (const name of forbidden)
        Object.defineProperty(globalThis, name, {
          configurable: true,
          get: () => {
            throw new Error(`plan reached for ${name}`)
          },
        })
      for (const input of inputs) planned.push(plan(tool, input))
    } finally {
      for (const [name, descriptor] of kept) if (descriptor) Object.defineProperty(globalThis, name, descriptor)
    }
    expect(planned).toHaveLength(inputs.length)
  })

  test('[tool.card] shows a card for each example that has one', () => {
    for (const input of inputsOf(tool)) {
      const preview = tool.preview?.(input, prepared[tool.name])
      if (preview) expect(preview.title).toMatch(/\S/)
    }
  })

  if (tool.prepare !== undefined)
    test('prepares nothing when it is granted nothing, and plans its reads from the input alone', async () => {
      expect(Object.keys(prepared)).toContain(tool.name)
      for (const input of inputsOf(tool)) {
        await expect((async () => tool.prepare?.(input, {} as never, runContext(sessionAt('/'))))()).rejects.toThrow()
        for (const [kind, targets] of Object.entries(tool.effects as Record<string, (input: unknown) => string[]>))
          if (isEffectKind(kind) && !meaning(kind).changes) expect(targets(input)).toBeInstanceOf(Array)
      }
    })

  if (Object.keys(tool.effects).length > 0)
    test('[enforce.empty-grant] does nothing but fail when it is granted nothing', async () => {
      for (const input of inputsOf(tool)) {
        if ((plan(tool, input) as [string, string[]][]).every(([, targets]) => targets.length === 0)) continue
        await expect(
          (async () => tool.run(input, {}, runContext(sessionAt('/')), prepared[tool.name]))(),
        ).rejects.toThrow()
      }
    })

  if (Object.keys(tool.effects).length === 0)
    test('[useful.at-once] keeps its promise on its own examples, without any port', async () => {
      for (const input of inputsOf(tool)) {
        const output = await tool.run(input, {}, runContext(sessionAt('/')), prepared[tool.name])
        expect(tool.output.safeParse(output)).toMatchObject({ success: true })
      }
    })

  test('[tool.abort] is stopped by a signal, where it waits or uses a port', async () => {
    const reason = new Error('enough')
    const signal = AbortSignal.abort(reason)
    const stop = async () => {
      throw reason
    }
    const port = Object.assign(() => stop(), {
      list: stop,
      info: stop,
      hash: stop,
      names: stop,
      resource: stop,
      free: stop,
    })
    const ports = Object.fromEntries(Object.keys(tool.effects).map((kind) => [kind, port]))
    const waits = tool.name === 'sleep' || Object.keys(tool.effects).length > 0
    for (const input of inputsOf(tool)) {
      const outcome = await (async () =>
        tool.run(input, ports, runContext(sessionAt('/'), { signal }), prepared[tool.name]))().catch((error) => error)
      if (waits) expect(outcome).toBe(reason)
    }
  })
})

describe.each(stubs.map((stub) => [stub.name, stub] as const))('the stub %s', (_name, stub) => {
  test('[useful.stub] says what it will do, what it needs and what to do about it', () => {
    expect(stub.summary).toMatch(/^[A-Z].*\.$/)
    expect(stub.summary.length).toBeLessThanOrEqual(maxSummaryChars)
    expect(stub.needs.length).toBeGreaterThan(10)
    expect(stub.how).toMatch(/^[A-Z].*\.$/)
    expect(stub.effects.length).toBeGreaterThan(0)
    expect(stub.effects.filter((kind) => !isEffectKind(kind))).toEqual([])
  })
})
