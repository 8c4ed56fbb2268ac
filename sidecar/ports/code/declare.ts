// A tool of a custom file: what it says of itself to the parent, and the functions that answer for it. Runs in the child.
import * as z from 'zod'
import { StewardError } from '../../text/errors.ts'
import type { Operation } from './wire.ts'

type Fn = (...args: unknown[]) => unknown
type Spec = Record<string, unknown> & { input: z.ZodType; output: z.ZodType; effects: Record<string, Fn>; run: Fn }

const bad = (why: string): StewardError =>
  new StewardError('BAD_INPUT', why, 'Write it as the built-in tools are written.')

/** The tools of a module's default export, by name. */
export function toolsOf(exported: unknown): Map<string, Spec> {
  const list: unknown[] = Array.isArray(exported) ? exported : [exported]
  if (exported === undefined || list.length === 0) throw bad('It has no default export of a tool or a list of tools.')
  const tools = new Map<string, Spec>()
  for (const one of list) {
    const spec = specOf(one)
    const name = String(spec.name)
    if (tools.has(name)) throw bad(`It has two tools of the name ${name}.`)
    tools.set(name, spec)
  }
  return tools
}

function specOf(value: unknown): Spec {
  if (typeof value !== 'object' || value === null) throw bad('Its default export is not a tool.')
  const spec = value as Record<string, unknown>
  const name = typeof spec.name === 'string' ? spec.name : 'a tool without a name'
  if (!(spec.input instanceof z.ZodType)) throw bad(`${name}: input is not a schema.`)
  if (!(spec.output instanceof z.ZodType)) throw bad(`${name}: output is not a schema.`)
  if (typeof spec.run !== 'function') throw bad(`${name}: run is not a function.`)
  if (typeof spec.effects !== 'object' || spec.effects === null)
    throw bad(`${name}: effects must be written out, {} where there are none.`)
  for (const [kind, plan] of Object.entries(spec.effects))
    if (typeof plan !== 'function') throw bad(`${name}: effects.${kind} is not a function.`)
  return spec as Spec
}

/** The declaration of one tool as plain data; its examples are tried on the way. */
export async function declaration(spec: Spec): Promise<Record<string, unknown>> {
  const examples = Array.isArray(spec.examples) ? spec.examples : []
  for (const [i, example] of examples.entries()) {
    const tried = await spec.input.safeParseAsync(example)
    if (!tried.success)
      throw bad(`${String(spec.name)}: example ${i + 1} does not fit its input: ${reasons(tried.error)}`)
  }
  const { name, aliases, summary, category, version, roles, labels, idempotent, timeoutMs } = spec
  return {
    ...{ name, aliases, summary, category, version, roles, labels, idempotent, timeoutMs, examples },
    kinds: Object.keys(spec.effects),
    hasPrepare: typeof spec.prepare === 'function',
    schemas: { input: schema(spec.input, 'input'), output: schema(spec.output, 'output') },
  }
}

const schema = (type: z.ZodType, io: 'input' | 'output'): unknown =>
  z.toJSONSchema(type, { io, unrepresentable: 'any' })

const reasons = (error: z.ZodError): string =>
  error.issues.map((issue) => `${issue.path.map(String).join('.') || 'value'}: ${issue.message}`).join('; ')

async function parsed(
  type: z.ZodType,
  value: unknown,
  code: 'BAD_INPUT' | 'BAD_OUTPUT',
  hint: string,
): Promise<unknown> {
  const result = await type.safeParseAsync(value)
  if (!result.success) throw new StewardError(code, reasons(result.error), hint)
  return result.data
}

const optional = (fn: unknown, otherwise: unknown, args: unknown[]): unknown =>
  typeof fn === 'function' ? (fn as Fn)(...args) : otherwise

/** Carries out one operation of a tool. */
export async function perform(
  spec: Spec,
  op: Operation,
  args: unknown[],
  ports: object,
  context: object,
): Promise<unknown> {
  const [input, second, kinds] = args
  const own = spec as unknown as { run: Fn; prepare?: Fn }
  if (op === 'parse')
    return parsed(spec.input, input, 'BAD_INPUT', 'Mend the input; `steward tools` shows what it takes.')
  if (op === 'parseOutput')
    return parsed(spec.output, input, 'BAD_OUTPUT', 'The custom tool must return what its output schema says.')
  if (op === 'plan') return planned(spec, input, second, kinds)
  if (op === 'preview') return optional(spec.preview, undefined, [input, second])
  if (op === 'undo') return optional(spec.undo, null, [input, second])
  if (op === 'prepare') return own.prepare?.(input, ports, context)
  return own.run(input, ports, context, second)
}

function planned(spec: Spec, input: unknown, prepared: unknown, kinds: unknown): { kind: string; target: string }[] {
  const wanted = Array.isArray(kinds) ? kinds.map(String) : []
  return wanted.flatMap((kind) => {
    const targets = spec.effects[kind]?.(input, prepared)
    if (!Array.isArray(targets)) throw bad(`effects.${kind} did not return a list of targets.`)
    return targets.map((target) => ({ kind, target: target as string }))
  })
}
