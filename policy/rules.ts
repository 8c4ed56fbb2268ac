// Rules are data with a reason and with examples. A file whose examples do not come out as they say is refused whole.
import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'
import { type EffectKind, effectKinds, isEffectKind, meaning } from './effects.ts'
import { matches } from './pattern.ts'
import defaults from './rules/default.json' with { type: 'json' }
import type { EffectFacts } from './score.ts'

export type RuleDecision = 'allow' | 'warn' | 'ask' | 'deny'

interface Example {
  effect: string
  target: string
  tool?: string | undefined
  outside?: boolean | undefined
  sensitive?: boolean | undefined
}

export interface Rule {
  id: string
  /** Kinds of effect; `changes` and `leaves` stand for all that do. Left out: every kind. */
  effect?: string[] | undefined
  tool?: string | undefined
  target?: string | undefined
  when?: { outside?: boolean | undefined; sensitive?: boolean | undefined } | undefined
  decision: RuleDecision
  why: string
  /** A default that no rule of the user's may replace. */
  floor?: boolean | undefined
  match: Example[]
  notMatch: Example[]
}

export interface LoadedRule extends Rule {
  source: 'default' | 'user'
}

/** A rule file that can't be taken, with the place and the reason. */
export class RuleError extends Error {
  readonly file: string
  readonly rule: string
  constructor(file: string, rule: string, why: string) {
    super(`${file}: rule ${rule}: ${why}`)
    this.name = 'RuleError'
    this.file = file
    this.rule = rule
  }
}

const example = () =>
  z.strictObject({
    effect: z.enum(Object.keys(effectKinds)),
    target: z.string(),
    tool: z.optional(z.string()),
    outside: z.optional(z.boolean()),
    sensitive: z.optional(z.boolean()),
  })
const ruleFile = () =>
  z.array(
    z.strictObject({
      id: z.string().check(z.regex(/^[\w.-]{1,80}$/)),
      effect: z.optional(z.array(z.enum(['changes', 'leaves', ...Object.keys(effectKinds)]))),
      tool: z.optional(z.string()),
      target: z.optional(z.string().check(z.maxLength(4000))),
      when: z.optional(z.strictObject({ outside: z.optional(z.boolean()), sensitive: z.optional(z.boolean()) })),
      decision: z.enum(['allow', 'warn', 'ask', 'deny']),
      why: z.string().check(z.minLength(1)),
      floor: z.optional(z.boolean()),
      match: z.array(example()).check(z.minLength(1)),
      notMatch: z.array(example()),
    }),
  )

/** The rules that come with Steward, their examples checked. */
export const defaultRules = (): LoadedRule[] =>
  checked('default.json', defaults as Rule[]).map((rule) => ({ ...rule, source: 'default' as const }))

/** A user's rule file: parsed, and its examples checked. */
export function parseRules(file: string, value: unknown): LoadedRule[] {
  const parsed = ruleFile().safeParse(value, { error: en().localeError })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const [index, ...rest] = issue?.path ?? []
    const where = rest.length === 0 ? '' : `${rest.join('.')}: `
    throw new RuleError(file, nameOf(value, index), `${where}${issue?.message}`)
  }
  return checked(file, parsed.data).map((rule) => ({ ...rule, source: 'user' as const }))
}

// By its id where it has one that can be read, else by its place in the list.
function nameOf(value: unknown, index: PropertyKey | undefined): string {
  if (!Array.isArray(value) || typeof index !== 'number') return '?'
  const id: unknown = value[index]?.id
  return typeof id === 'string' ? JSON.stringify(id.slice(0, 80)) : `number ${index + 1}`
}

/** Defaults and the user's own together: one with a default's id replaces it, unless that one is the floor. */
export function mergeRules(base: readonly LoadedRule[], own: readonly LoadedRule[]): LoadedRule[] {
  const replaced = new Set(own.map((rule) => rule.id))
  return [...base.filter((rule) => rule.floor || !replaced.has(rule.id)), ...own]
}

/** Whether a rule speaks about this effect of this tool. */
export function applies(rule: Rule, effect: EffectFacts, tool: string): boolean {
  if (rule.tool !== undefined && !matches(rule.tool, tool)) return false
  if (rule.effect && !rule.effect.some((word) => names(word, effect.kind))) return false
  if (rule.when?.outside !== undefined && rule.when.outside !== (effect.outside ?? false)) return false
  if (rule.when?.sensitive !== undefined && rule.when.sensitive !== (effect.sensitive ?? false)) return false
  return rule.target === undefined || matches(rule.target, effect.target)
}

function names(word: string, kind: EffectKind): boolean {
  if (word === 'changes') return meaning(kind).changes
  if (word === 'leaves') return meaning(kind).leaves
  return word === kind
}

function checked(file: string, rules: readonly Rule[]): readonly Rule[] {
  const ids = new Set<string>()
  for (const rule of rules) {
    if (ids.has(rule.id)) throw new RuleError(file, JSON.stringify(rule.id), 'another rule has the same id')
    ids.add(rule.id)
    const wrong = rule.match.find((one) => !fits(rule, one)) ?? rule.notMatch.find((one) => fits(rule, one))
    if (wrong) {
      const should = rule.match.includes(wrong) ? 'should match, and does not' : 'should not match, and does'
      throw new RuleError(file, JSON.stringify(rule.id), `the example ${JSON.stringify(wrong)} ${should}`)
    }
  }
  return rules
}

function fits(rule: Rule, one: Example): boolean {
  if (!isEffectKind(one.effect)) return false
  const facts: EffectFacts = { kind: one.effect, target: one.target }
  if (one.outside !== undefined) facts.outside = one.outside
  if (one.sensitive !== undefined) facts.sensitive = one.sensitive
  return applies(rule, facts, one.tool ?? '')
}
