import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { CatalogEntry } from '../../sidecar/kernel/define.ts'
import { defineTool, type Runnable } from '../../sidecar/kernel/define.ts'
import { exportTools } from '../../sidecar/kernel/export.ts'
import { Registry } from '../../sidecar/kernel/registry.ts'
import { fromSpec } from '../../sidecar/kernel/runnable.ts'
import { world } from './harness.ts'

const spec = (name: string, answer = name) =>
  defineTool({
    ...{ name, summary: `Says ${answer}.`, category: 'system', input: z.object({ n: z.number().default(1) }) },
    ...{ output: z.string(), effects: {}, examples: [{}] },
    run: ({ n }) => {
      if (n < 0) throw new Error('below nothing')
      return answer
    },
  })
const external = (name: string, file = '/tools/mine.ts'): Runnable => ({
  ...fromSpec(spec(name, 'outside')),
  source: 'external',
  file,
})
const settings = { disabled: [] as string[], replace: [] as string[] }
const entry = (name: string, more: Partial<CatalogEntry> = {}): CatalogEntry => ({
  ...{ name, aliases: [`${name}_too`], summary: `Says ${name}.`, category: 'system', effects: [] },
  ...more,
})
const registry = (given: Partial<typeof settings> = {}) => {
  const now = { ...settings, ...given }
  return new Registry({
    catalog: [entry('built', { family: 'all' }), entry('stub', { needs: 'an account', how: 'Open one.' })],
    families: { all: async () => [spec('built')] },
    settings: { disabled: () => now.disabled, replaceable: () => now.replace, flag: () => false },
  })
}

describe('[registry.no-silent-replace] a tool from outside', () => {
  test.each(['built', 'built_too', 'undo'])('does not take the place of %s', async (name) => {
    const tools = registry()
    expect(() => tools.addExternal([external('fine'), external(name)])).toThrow(
      expect.objectContaining({ code: 'CONFLICT' }),
    )
    expect(await tools.get('built')).toMatchObject({ source: 'built-in' })
    expect(() => tools.get('fine')).toThrow(expect.objectContaining({ code: 'UNKNOWN_TOOL' }))
  })

  test('replaces a built-in one where the user has said so, and gives it back', async () => {
    const tools = registry({ replace: ['built'] })
    tools.addExternal([external('built')])
    expect(await tools.get('built_too')).toMatchObject({ source: 'external' })
    expect(tools.list().find((tool) => tool.name === 'built')).toMatchObject({ source: 'external' })
    tools.removeExternal(['built'])
    expect(await tools.get('built')).toMatchObject({ source: 'built-in' })
  })

  test('takes the place of a stub, but not of a tool from another file', async () => {
    const tools = registry()
    tools.addExternal([external('stub')])
    expect(await tools.get('stub')).toMatchObject({ source: 'external' })
    expect(() => tools.addExternal([external('stub', '/tools/other.ts')])).toThrow('already')
  })
})

describe('[registry.disable] a tool that is switched off', () => {
  test('says so and how to switch it on, by its name and its alias, and is listed as off', () => {
    const tools = registry({ disabled: ['built'] })
    for (const name of ['built', 'built_too'])
      expect(() => tools.get(name)).toThrow(
        expect.objectContaining({ code: 'TOOL_DISABLED', hint: expect.stringContaining('steward') }),
      )
    expect(tools.list().map((tool) => [tool.name, tool.enabled])).toEqual([
      ['built', false],
      ['stub', true],
    ])
  })
})

test('[registry.stats] calls and failures are counted, with times, and kept at an orderly end', async () => {
  const w = world({ tools: [spec('built')], ports: [] })
  for (const n of [1, 2, -1]) await w.kernel.executor.execute({ tool: 'built', input: { n } })
  const counted = { tool: 'built', calls: 3, failures: 1 }
  const stats = w.kernel.stats.of('built')
  expect(stats).toMatchObject(counted)
  expect(stats.p95Ms).toBeGreaterThanOrEqual(stats.p50Ms)
  w.kernel.close()
  expect(w.restart().stats.of('built')).toMatchObject(counted)
})

describe('[registry.export] the tools in the format of', () => {
  const hints = () => ({ changes: false, leaves: false })
  const one = (format: Parameters<typeof exportTools>[0]) =>
    JSON.parse(JSON.stringify(exportTools(format, [fromSpec(spec('built'))], hints)))
  const schema = { type: 'object', properties: { n: { type: 'number', default: 1 } } }

  test('OpenAI', () => {
    const [tool] = one('openai')
    expect(tool).toMatchObject({ type: 'function', function: { name: 'built', description: 'Says built.' } })
    expect(tool.function.parameters).toMatchObject(schema)
  })

  test('MCP', () => {
    expect(one('mcp')).toMatchObject([{ name: 'built', description: 'Says built.', inputSchema: schema }])
  })

  test('the AI SDK', () => {
    expect(one('ai-sdk')).toMatchObject({ built: { description: 'Says built.', inputSchema: { jsonSchema: schema } } })
  })

  test('JSON Schema', () => {
    expect(JSON.stringify(one('json-schema'))).toContain('"built"')
  })
})
