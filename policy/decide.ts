// The decision: a pure function of what will happen, what the rules say and what was granted.
import { meaning } from './effects.ts'
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
  /** How often on one day of the user's calendar. */
  perDay?: number | undefined
  /** How often today. Where it is not known, a limit by the day lets nothing pass. */
  usedToday?: number | undefined
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
    const { says, whys, by } = judge(input, effect)
    for (const id of by) rules.add(id)
    const grant = says === 'ask' ? input.grants.find((one) => covers(one, effect, input)) : undefined
    if (grant) {
      uses.add(grant.id)
      continue
    }
    for (const why of whys) if (says !== 'allow' && stricter(says, reasons.get(why) ?? 'allow')) reasons.set(why, says)
    if (stricter(says, decision)) decision = says
  }
  const why = [...reasons].sort(([, a], [, b]) => strictness[b] - strictness[a]).map(([text]) => text)
  // A grant is not spent on a call that must be asked about for another reason.
  return { decision, why, rules: [...rules], uses: decision === 'allow' || decision === 'warn' ? [...uses] : [] }
}

/** Whether one decision is stricter than another. */
export const stricter = (one: Decision, other: Decision): boolean => strictness[one] > strictness[other]

// A mode, else the strictest rules, else the score of the whole call. Rules that are equally strict all give their reason.
function judge(input: DecideInput, effect: EffectFacts): { says: Decision; whys: string[]; by: string[] } {
  const mode = forbidden(input.modes, effect)
  if (mode !== undefined) return { says: 'deny', whys: [mode], by: [] }
  const around = { tool: input.tool, session: input.session, local: input.local, labels: input.flow.labels }
  let strictest: LoadedRule[] = []
  let says: Decision = 'allow'
  for (const rule of candidates(input.rules, effect, input.tool)) {
    if (stricter(says, rule.decision) || !applies(rule, effect, around)) continue
    if (stricter(rule.decision, says)) strictest = []
    says = rule.decision
    strictest.push(rule)
  }
  if (strictest.length > 0)
    return { says, whys: strictest.map((rule) => rule.why), by: strictest.map((rule) => rule.id) }
  const { score } = input.receipt
  return { says: fromScore(score), whys: [`The risk is ${score} of 10.`], by: [] }
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
  if (grant.perDay !== undefined && (grant.usedToday ?? Infinity) >= grant.perDay) return false
  // A secret is not meant by a pattern that happens to fit it; it must be named.
  if (effect.sensitive && grant.pattern !== literal(effect.target)) return false
  return matches(grant.pattern, effect.target, meaning(effect.kind).target)
}
