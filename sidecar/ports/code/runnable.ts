// A custom tool as the kernel runs it. Every question goes to a child; every answer is checked before it counts.
import * as z from 'zod'
import type { GrantedPorts, PlannedEffect, Preview, RunContext, Runnable } from '../../kernel/define.ts'
import { StewardError } from '../../text/errors.ts'
import type { PortKind } from '../types.ts'
import type { Service } from './child.ts'
import type { Pool } from './pool.ts'
import type { PortShape } from './wire.ts'

const ANSWER_MS = 5000

// Every port there is: a new one does not compile until it is named here, and a test asks for its types in folder.ts.
const portKinds = {
  ...{
    readFile: true,
    readEnv: true,
    writeEnv: true,
    writeVault: true,
    readSystem: true,
    askUser: true,
    loadCode: true,
    readCalendar: true,
    writeCalendar: true,
    readTasks: true,
    writeTasks: true,
    inviteAttendees: true,
    notify: true,
  },
} satisfies Record<PortKind, true>

const isPortKind = (word: string): word is PortKind => Object.hasOwn(portKinds, word)

const name = z.string().regex(/^[a-z][a-z0-9_]{1,63}$/, 'small letters, digits and _ only, 2 to 64 of them')
const kind = z.string().refine(isPortKind, 'no effect that has a port')
const words = z.array(z.string().max(200)).max(50)
const text = z.string().max(2000)
const json = z.record(z.string(), z.unknown())

const declared = z.object({
  name,
  aliases: z.array(name).max(20).default([]),
  summary: z.string().min(1).max(300),
  category: z
    .enum(['calendar', 'mail', 'browser', 'notes', 'files', 'web', 'system', 'planning', 'custom'])
    .default('custom'),
  version: z.number().int().min(1).default(1),
  kinds: z.array(kind).max(50),
  roles: z.object({ destination: words.optional(), object: words.optional(), payload: words.optional() }).default({}),
  labels: z.object({ secrecy: z.enum(['public', 'private', 'secret']) }).optional(),
  idempotent: z.boolean().default(false),
  timeoutMs: z.number().int().min(1).max(600_000).default(30_000),
  examples: z.array(z.unknown()).max(50),
  hasPrepare: z.boolean(),
  schemas: z.object({ input: json, output: json }),
})

const plan = z.array(z.object({ kind, target: z.string().max(10_000) })).max(10_000)
const card = z.object({
  title: z.string().max(500),
  body: z.string().max(1_000_000).optional(),
  format: z.enum(['text', 'diff', 'mail', 'event', 'command']).optional(),
})
const taken = z.object({ tool: z.string().max(100), input: z.unknown() }).nullable()

/** The tools that a file declared; throws BAD_INPUT where one is not as it should be. */
export function runnables(declarations: unknown, file: string, pool: Pool): Runnable[] {
  const list = z.array(declared).min(1).max(100).safeParse(declarations)
  if (list.success) return list.data.map((one) => runnable(one, file, pool))
  const why = list.error.issues.map((issue) => `${issue.path.map(String).join('.')}: ${issue.message}`).join('; ')
  throw new StewardError('BAD_INPUT', why, 'Mend the declaration of the tool.')
}

type Question = 'parse' | 'plan' | 'preview' | 'parseOutput' | 'undo'

function runnable(tool: z.output<typeof declared>, file: string, pool: Pool): Runnable {
  const ask = (session: string, op: Question, ...args: unknown[]): Promise<unknown> =>
    pool.call(session, { op, tool: tool.name, args, timeoutMs: ANSWER_MS })
  const enter = (op: 'run' | 'prepare', args: unknown[], ports: GrantedPorts, context: RunContext): Promise<unknown> =>
    pool.call(context.session.id, { op, tool: tool.name, args, service: serve(ports, context), signal: context.signal })
  return {
    ...{
      name: tool.name,
      aliases: tool.aliases,
      summary: tool.summary,
      category: tool.category,
      version: tool.version,
    },
    ...{ source: 'external', file, kinds: tool.kinds, roles: tool.roles as Runnable['roles'] },
    // What it says of its own trust counts for nothing; that it holds secrets is believed.
    labels: { trust: 'untrusted', secrecy: tool.labels?.secrecy === 'secret' ? 'secret' : 'private' },
    ...{ idempotent: tool.idempotent, timeoutMs: tool.timeoutMs, examples: tool.examples, hasPrepare: tool.hasPrepare },
    parse: (input, session) => ask(session, 'parse', input),
    prepare: (input, ports, context) => enter('prepare', [input], ports, context),
    plan: async (input, prepared, only, session) => {
      const kinds = tool.kinds.filter(only)
      const effects = checked(plan, await ask(session, 'plan', input, prepared, kinds), `${tool.name}: effects`)
      return effects.filter((effect) => kinds.includes(effect.kind)) as PlannedEffect[]
    },
    preview: async (input, prepared, session) =>
      checked(card.optional(), await ask(session, 'preview', input, prepared), `${tool.name}: preview`) as
        | Preview
        | undefined,
    run: (input, ports, context, prepared) => enter('run', [input, prepared], ports, context),
    parseOutput: (output, session) => ask(session, 'parseOutput', output),
    undo: async (input, output, session) =>
      checked(taken, await ask(session, 'undo', input, output), `${tool.name}: undo`),
    schemas: () => tool.schemas,
  }
}

function checked<T extends z.ZodType>(type: T, value: unknown, what: string): z.output<T> {
  const result = type.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const why = `${what}.${issue?.path.map(String).join('.')}: ${issue?.message}`
  throw new StewardError('BAD_OUTPUT', why, 'This is a fault in the custom tool.')
}

const ungranted = (what: string): StewardError =>
  new StewardError(
    'NOT_GRANTED',
    `The tool reached for ${what}, which it was not granted.`,
    'It must declare the effect.',
  )

type Port = ((...args: unknown[]) => unknown) & Record<string, unknown>

function serve(ports: GrantedPorts, context: RunContext): Service {
  return {
    ports: shapeOf(ports),
    session: context.session,
    ask: (of, method, args) => (of === 'context' ? asked(context, method, args) : invoke(ports, of, method, args)),
    tell: (what, args) => told(context, what, args),
  }
}

function shapeOf(ports: GrantedPorts): PortShape {
  const methods = (port: unknown): string[] => [
    ...(typeof port === 'function' ? [''] : []),
    ...Object.entries(port as object).flatMap(([key, value]) => (typeof value === 'function' ? [key] : [])),
  ]
  return Object.fromEntries(Object.keys(ports).map((of) => [of, methods(ports[of])]))
}

// The granted ports are asked first, whatever the name: they refuse, and record, what is not theirs.
function invoke(ports: GrantedPorts, of: string, method: string, args: unknown[]): unknown {
  const port = ports[of] as Port | undefined
  if (!port || !Object.hasOwn(ports, of)) throw ungranted(of)
  if (method === '' && typeof port === 'function') return port(...args)
  const own = Object.hasOwn(port, method) ? port[method] : undefined
  if (typeof own !== 'function') throw ungranted(`${of}.${method}`)
  return Reflect.apply(own, port, args)
}

function asked({ clock, random, suspend }: RunContext, method: string, args: unknown[]): unknown {
  if (method === 'now') return clock.now()
  if (method === 'zone') return clock.zone()
  if (method === 'random') return random()
  if (method === 'sleep') return clock.sleep(checked(z.number().min(0), args[0], 'clock.sleep'))
  if (method === 'suspend') return suspend(checked(text, args[0], 'suspend'), args[1])
  throw ungranted(`context.${method}`)
}

function told(context: RunContext, what: string, args: unknown[]): void {
  const [first, second, bytes] = args
  if (what === 'progress') context.progress(checked(text, first, what), checked(json.optional(), second, what))
  else if (what === 'attach' && bytes instanceof Uint8Array)
    context.attach(checked(text, first, what), checked(text, second, what), bytes)
  else throw ungranted(`context.${what}`)
}
