// The decision: a pure function of what will happen, what the rules say and what was granted.
import type { Label } from './flow.ts'
import type { LocalTime } from './hours.ts'
import { forbidden, type Modes } from './modes.ts'
import { literal, matches } from './pattern.ts'
import type { RuleDecision } from './rulefile.ts'
import { candidates } from './ruleindex.ts'
import { applies, type LoadedRule } from './rules.ts'
import type { EffectFacts, Receipt } from './score.ts'

export type Decision = RuleDecision

/** Leave that the user gave in advance. */
export interface Grant {
  id: string
  kind: string
  pattern: string
  tool?: string | undefined
  /** How often in all; none means without end. */
  times?: number | undefined
  used: number
  until?: number | undefined
}

/** What the session has taken in so far. */
export interface Flow {
  labels: Label
}

export interface DecideInput {
  tool: string
  effects: readonly EffectFacts[]
  receipt: Receipt
  rules: readonly LoadedRule[]
  grants: readonly Grant[]
  flow: Flow
  now: number
  /** The name of the session. */
  session?: string | undefined
  /** What the user's clock shows. */
  local?: LocalTime | undefined
  modes?: Modes | undefined
}

export interface Decided {
  decision: Decision
  /** Reasons in words, the weightiest first. */
  why: string[]
  /** Rules that had a say. */
  rules: string[]
  /** Grants that are used up by one if the call runs. */
  uses: string[]
}

/** From this score on the user is told; from this one on the user is asked. */
export const WARN_FROM = 4
export const ASK_FROM = 6

const strictness: Record<Decision, number> = { allow: 0, warn: 1, ask: 2, deny: 3 }

/** What is to be done with a call, and why. */
export function decide(input: DecideInput): Decided {
  const reasons = new Map<string, Decision>()
  const rules = new Set<string>()
  const uses = new Set<string>()
  let decision: Decision = 'allow'
  for (const effect of input.effects) {
    const { says, why, rule } = judge(input, effect)
    if (rule !== undefined) rules.add(rule)
    const grant = says === 'ask' ? input.grants.find((one) => covers(one, effect, input)) : undefined
    if (grant) {
      uses.add(grant.id)
      continue
    }
    if (says !== 'allow' && stricter(says, reasons.get(why) ?? 'allow')) reasons.set(why, says)
    if (stricter(says, decision)) decision = says
  }
  const why = [...reasons].sort(([, a], [, b]) => strictness[b] - strictness[a]).map(([text]) => text)
  // A grant is not spent on a call that must be asked about for another reason.
  return { decision, why, rules: [...rules], uses: decision === 'allow' || decision === 'warn' ? [...uses] : [] }
}

/** Whether one decision is stricter than another. */
export const stricter = (one: Decision, other: Decision): boolean => strictness[one] > strictness[other]

// A mode, else the strictest rule, else the score of the whole call.
function judge(input: DecideInput, effect: EffectFacts): { says: Decision; why: string; rule?: string } {
  const mode = forbidden(input.modes, effect.kind)
  if (mode !== undefined) return { says: 'deny', why: mode }
  const around = { tool: input.tool, session: input.session, local: input.local, labels: input.flow.labels }
  let strictest: LoadedRule | undefined
  for (const rule of candidates(input.rules, effect, input.tool))
    if ((!strictest || stricter(rule.decision, strictest.decision)) && applies(rule, effect, around)) strictest = rule
  if (strictest) return { says: strictest.decision, why: strictest.why, rule: strictest.id }
  const { score } = input.receipt
  return { says: fromScore(score), why: `The risk is ${score} of 10.` }
}

/** What the score alone says. */
export function fromScore(score: number): Decision {
  if (score >= ASK_FROM) return 'ask'
  return score >= WARN_FROM ? 'warn' : 'allow'
}

function covers(grant: Grant, effect: EffectFacts, input: DecideInput): boolean {
  if (grant.kind !== effect.kind) return false
  if (grant.tool !== undefined && grant.tool !== input.tool) return false
  if (grant.until !== undefined && grant.until <= input.now) return false
  if (grant.times !== undefined && grant.used >= grant.times) return false
  // A secret is not meant by a pattern that happens to fit it; it must be named.
  if (effect.sensitive && grant.pattern !== literal(effect.target)) return false
  return matches(grant.pattern, effect.target)
}
