// This computer, the time, and the environment.
import * as z from 'zod'
import { defineTool, type Tool } from '../kernel/define.ts'
import { StewardError, toView } from '../text/errors.ts'
import { isSecretName } from '../text/sensitive.ts'
import { timeIn } from '../text/time.ts'

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

const variable = z.string().min(1).max(255)
const list = (names: string | string[] | undefined): string[] => [...new Set(names === undefined ? [] : [names].flat())]
const hidden = (name: string, reveal: boolean): boolean => !reveal && isSecretName(name)

export const getEnv = defineTool({
  name: 'get_env',
  summary: 'Reads environment variables, or lists their names. What looks like a secret is only read with reveal.',
  category: 'system',
  input: z.object({
    names: z
      .union([variable, z.array(variable).min(1).max(100)])
      .optional()
      .describe('Without it, all names are listed'),
    reveal: z.boolean().default(false).describe('Also read values of names that look like secrets'),
  }),
  output: z.object({
    names: z.array(z.string()).optional(),
    values: z.record(z.string(), z.string()).optional().describe('What is not set is not in it'),
    hidden: z.array(z.string()).optional().describe('Not read: they look like secrets'),
  }),
  effects: {
    readEnv: ({ names, reveal }) => (names === undefined ? ['*'] : list(names).filter((name) => !hidden(name, reveal))),
  },
  roles: { object: ['names'] },
  labels: { trust: 'own', secrecy: 'private' },
  examples: [{}, { names: 'LANG' }, { names: ['GITHUB_TOKEN'], reveal: true }],
  async run({ names, reveal }, { readEnv }) {
    if (names === undefined) return { names: await readEnv.names('*') }
    const values: [string, string][] = []
    for (const name of list(names).filter((one) => !hidden(one, reveal))) {
      const value = await readEnv(name)
      if (value !== undefined) values.push([name, value])
    }
    const kept = list(names).filter((name) => hidden(name, reveal))
    return { values: Object.fromEntries(values), ...(kept.length > 0 ? { hidden: kept } : {}) }
  },
})

export const setEnv = defineTool({
  name: 'set_env',
  summary: 'Sets or removes an environment variable for the tools and commands that Steward runs.',
  category: 'system',
  input: z.object({ name: variable, value: z.string().max(32_000).nullable().describe('null removes the variable') }),
  output: z.object({ name: z.string(), existed: z.boolean(), changed: z.boolean() }),
  effects: { writeEnv: ({ name }) => [name] },
  roles: { object: ['name'], payload: ['value'] },
  preview: ({ name, value }) => ({
    title: value === null ? `Remove ${name}` : `Set ${name}`,
    body: value === null ? name : `${name}=${isSecretName(name) ? `(hidden, ${value.length} characters)` : value}`,
  }),
  labels: { trust: 'own', secrecy: 'private' },
  idempotent: true,
  examples: [
    { name: 'LANG', value: 'de_DE.UTF-8' },
    { name: 'LANG', value: null },
  ],
  async run({ name, value }, { writeEnv }) {
    const { before } = await writeEnv(name, value)
    return { name, existed: before !== null, changed: before !== value }
  },
})

export const systemTools: readonly Tool[] = [getSystemInfo, currentTime, sleep, getEnv, setEnv]
