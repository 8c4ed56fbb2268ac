// The time, and waiting for it. Their own family: the lightest tools should be there the soonest.
import * as z from 'zod'
import { defineTool, type Tool } from '../kernel/define.ts'
import { timeIn } from '../text/time.ts'

export const currentTime = defineTool({
  name: 'current_time',
  summary: 'The date and time now, in your zone or in the zones you name.',
  category: 'system',
  input: z.object({
    zones: z.array(z.string()).min(1).max(50).optional().describe('IANA names, such as Europe/Berlin'),
  }),
  output: z.object({
    times: z.array(
      z.object({
        zone: z.string(),
        iso: z.string().describe('RFC 9557'),
        date: z.string(),
        time: z.string(),
        weekday: z.string(),
        offset: z.string(),
      }),
    ),
    epochMs: z.number(),
  }),
  effects: {},
  labels: { trust: 'own', secrecy: 'public' },
  examples: [{}, { zones: ['UTC', 'Asia/Tokyo'] }],
  run({ zones }, _ports, { clock }) {
    const now = clock.now()
    return { times: (zones ?? [clock.zone()]).map((zone) => timeIn(zone, now)), epochMs: now }
  },
})

export const sleep = defineTool({
  name: 'sleep',
  summary: 'Waits, up to a day. A long wait survives a restart.',
  category: 'system',
  input: z.object({ ms: z.number().int().min(0).max(86_400_000).describe('Milliseconds') }),
  output: z.object({ sleptMs: z.number() }),
  effects: {},
  labels: { trust: 'own', secrecy: 'public' },
  examples: [{ ms: 10 }],
  async run({ ms }, _ports, { clock, signal }) {
    signal.throwIfAborted()
    const from = clock.now()
    await clock.sleep(ms)
    return { sleptMs: clock.now() - from }
  },
})

export const timeTools: readonly Tool[] = [currentTime, sleep]
