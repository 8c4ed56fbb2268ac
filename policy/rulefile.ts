// The shape of a rule file.
import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'
import { effectKinds } from './effects.ts'
import { type Secrecy, secrecyLevels, type Trust, trustLevels } from './flow.ts'
import { clockShape, type Hours, minuteOf, type Weekday, weekdays } from './hours.ts'

export type RuleDecision = 'allow' | 'warn' | 'ask' | 'deny'

/** What is known about a target that a rule can ask for. */
export const ruleFacts = ['outside', 'sensitive', 'secret', 'own', 'firstTime', 'undoable', 'sandboxed'] as const
export type RuleFact = (typeof ruleFacts)[number]

export interface Rule {
  id: string
  /** Kinds of effect; `changes` and `leaves` stand for all that do. Left out: every kind. */
  effect?: string[] | undefined
  tool?: string | undefined
  target?: string | undefined
  /** The session's name. */
  session?: string | undefined
  when?: { [fact in RuleFact]?: boolean | undefined } | undefined
  /** What the session has taken in: trusted at most so far, secret at least so much. */
  label?: { trustAtMost?: Trust | undefined; secrecyAtLeast?: Secrecy | undefined } | undefined
  hours?: Hours | undefined
  days?: Weekday[] | undefined
  decision: RuleDecision
  why: string
  /** A default that no rule of the user's may replace. */
  floor?: boolean | undefined
  match: Example[]
  notMatch: Example[]
}

/** One effect, with as much of what surrounds it as matters. */
export interface Example extends Partial<Record<RuleFact, boolean | undefined>> {
  effect: string
  target: string
  tool?: string | undefined
  session?: string | undefined
  trust?: Trust | undefined
  secrecy?: Secrecy | undefined
  /** "07:30", and the day it is then. */
  time?: string | undefined
  day?: Weekday | undefined
}

/** A rule file that can't be taken, with the place and the reason. */
export class RuleError extends Error {
  readonly file: string
  readonly rule: string
  readonly why: string
  /** Where in the value: the rule's index, and the way to the field. */
  readonly path: readonly (string | number)[]
  constructor(file: string, rule: string, why: string, path: readonly (string | number)[]) {
    super(`${file}: rule ${rule}: ${why}`)
    this.name = 'RuleError'
    this.file = file
    this.rule = rule
    this.why = why
    this.path = path
  }
}

const MOST_RULES = 20_000

const flags = () => Object.fromEntries(ruleFacts.map((fact) => [fact, z.optional(z.boolean())]))
const clock = () => z.string().check(z.regex(clockShape, 'must be a time such as "07:30"'))
const pattern = () => z.optional(z.string().check(z.maxLength(4000)))

const example = () =>
  z.strictObject({
    effect: z.enum(Object.keys(effectKinds)),
    target: z.string(),
    tool: z.optional(z.string()),
    session: z.optional(z.string()),
    trust: z.optional(z.enum(trustLevels)),
    secrecy: z.optional(z.enum(secrecyLevels)),
    time: z.optional(clock()),
    day: z.optional(z.enum(weekdays)),
    ...flags(),
  })

const rule = () =>
  z.strictObject({
    id: z.string().check(z.regex(/^[\w.-]{1,80}$/)),
    effect: z.optional(z.array(z.enum(['changes', 'leaves', ...Object.keys(effectKinds)])).check(z.minLength(1))),
    tool: pattern(),
    target: pattern(),
    session: pattern(),
    when: z.optional(z.strictObject(flags())),
    label: z.optional(
      z.strictObject({
        trustAtMost: z.optional(z.enum(trustLevels)),
        secrecyAtLeast: z.optional(z.enum(secrecyLevels)),
      }),
    ),
    hours: z.optional(
      z
        .strictObject({ from: clock(), to: clock() })
        .check(z.refine(({ from, to }) => minuteOf(from) !== minuteOf(to), 'from and to are the same time')),
    ),
    days: z.optional(z.array(z.enum(weekdays)).check(z.minLength(1))),
    decision: z.enum(['allow', 'warn', 'ask', 'deny']),
    why: z.string().check(z.minLength(1), z.maxLength(1000)),
    match: z.array(example()).check(z.minLength(1)),
    notMatch: z.array(example()),
  })

let schema: z.ZodMiniType<Rule[]> | undefined

/** The rules in a parsed value, as far as their shape goes. */
export function shapeOf(file: string, value: unknown): readonly Rule[] {
  schema ??= z.array(rule()).check(z.maxLength(MOST_RULES)) as unknown as z.ZodMiniType<Rule[]>
  const parsed = schema.safeParse(value, { error: en().localeError })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const keys = issue?.code === 'unrecognized_keys' ? issue.keys : []
  const path = [...(issue?.path ?? []), ...keys.slice(0, 1)] as (string | number)[]
  const inside = path.slice(1).join('.')
  throw new RuleError(file, nameOf(value, path[0]), reason(issue?.message ?? 'is no rule', inside, keys), path)
}

function reason(message: string, inside: string, unknown: readonly string[]): string {
  if (inside === 'floor' && unknown.length > 0) return 'floor: only rules that come with Steward have it'
  if (unknown.length > 0) return `${inside}: there is no such field`
  return inside === '' ? message : `${inside}: ${message}`
}

// By its id where it has one that can be read, else by its place in the list.
function nameOf(value: unknown, index: string | number | undefined): string {
  if (!Array.isArray(value) || typeof index !== 'number') return '?'
  const id: unknown = value[index]?.id
  return typeof id === 'string' ? JSON.stringify(id.slice(0, 80)) : `number ${index + 1}`
}
