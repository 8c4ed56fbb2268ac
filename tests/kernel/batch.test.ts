import { expect, test } from 'vitest'
import * as z from 'zod'
import { toolApi } from '../../sidecar/api/tool.ts'
import type { ApiParts } from '../../sidecar/api/types.ts'
import { defineTool } from '../../sidecar/kernel/define.ts'
import { ruleFor, spyPort, world } from './harness.ts'

const shape = { summary: 'x', category: 'system' as const, output: z.unknown(), examples: [{}] }
const tools = [
  defineTool({ ...shape, name: 'fine', input: z.object({ n: z.number().default(1) }), effects: {}, run: ({ n }) => n }),
  defineTool({
    ...shape,
    name: 'set_it',
    input: z.object({}),
    effects: { writeEnv: () => ['A'] },
    run: (_input, { writeEnv }) => writeEnv('A', 'v'),
  }),
]

test('[call.batch] in a batch, what fails or waits does not touch the others, and each answer is in its place', async () => {
  const { kernel } = world({ tools, ports: [spyPort('writeEnv').port], rules: [ruleFor('writeEnv', 'ask')] })
  const api = toolApi({ kernel, ready: () => undefined } as ApiParts)
  const { calls } = await api['tool/batch'](
    {
      calls: [
        { tool: 'fine', input: { n: 1 } },
        { tool: 'nowhere', input: {} },
        { tool: 'fine', input: { n: 'x' } },
        { tool: 'set_it', input: {} },
        { tool: 'fine', input: { n: 2 } },
      ],
      ask: true,
    } as never,
    {} as never,
  )
  expect(calls.map((call) => call.output ?? call.error?.code ?? call.state)).toEqual([
    1,
    'UNKNOWN_TOOL',
    'BAD_INPUT',
    'waiting',
    2,
  ])
})
