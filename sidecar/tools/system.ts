// About this computer.
import * as z from 'zod'
import { defineTool, type Tool } from '../kernel/define.ts'
import { StewardError, toView } from '../text/errors.ts'

const part = z.enum(['os', 'cpu', 'memory', 'disks', 'battery', 'network', 'load', 'time'])

export const getSystemInfo = defineTool({
  name: 'get_system_info',
  summary: 'What this computer is and how it is doing: system, processor, memory, disks, battery, network, load.',
  category: 'system',
  input: z.object({ parts: z.array(part).min(1).default(part.options).describe('Which parts; all by default') }),
  output: z.object({
    parts: z.partialRecord(part, z.record(z.string(), z.unknown())),
    failed: z.array(z.object({ part, why: z.string() })).describe('Parts that this computer did not tell'),
  }),
  effects: { readSystem: ({ parts }) => parts },
  labels: { trust: 'own', secrecy: 'private' },
  idempotent: true,
  examples: [{}, { parts: ['memory', 'disks'] }],
  async run({ parts: wanted }, { readSystem }) {
    const parts: Partial<Record<z.output<typeof part>, Record<string, unknown>>> = {}
    const failed: { part: z.output<typeof part>; why: string }[] = []
    const read = async (one: z.output<typeof part>) => {
      try {
        parts[one] = await readSystem(one)
      } catch (error) {
        if (!(error instanceof StewardError && error.code === 'UNAVAILABLE')) throw error
        failed.push({ part: one, why: toView(error).message })
      }
    }
    await Promise.all([...new Set(wanted)].map(read))
    return { parts, failed }
  },
})

export const systemTools: readonly Tool[] = [getSystemInfo]
