// The decision: a pure function of what will happen, what the rules say and what was granted.
import type { Label } from './flow.ts'
import { matches } from './pattern.ts'
import { applies, type LoadedRule, type RuleDecision } from './rules.ts'
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
  const byScore = fromScore(input.receipt.score)
  const why: string[] = []
  const rules = new Set<string>()
  const uses = new Set<string>()
  let decision: Decision = 'allow'
  let scoreSpoke = false
  for (const effect of input.effects) {
    const matching = input.rules.filter((rule) => applies(rule, effect, input.tool))
    const strictest = matching.reduce<LoadedRule | undefined>(
      (most, rule) => (most && strictness[most.decision] >= strictness[rule.decision] ? most : rule),
      undefined,
    )
    let here: Decision = strictest?.decision ?? byScore
    if (here === 'ask') {
      const grant = input.grants.find((one) => covers(one, effect, input))
      if (grant) {
        here = 'allow'
        uses.add(grant.id)
      }
    }
    if (strictest) rules.add(strictest.id)
    if (strictest && here === strictest.decision && here !== 'allow' && !why.includes(strictest.why))
      why.push(strictest.why)
    if (!strictest && here === byScore && here !== 'allow') scoreSpoke = true
    if (strictness[here] > strictness[decision]) decision = here
  }
  if (scoreSpoke) why.push(`The risk is ${input.receipt.score} of 10.`)
  // A grant is not spent on a call that must be asked about for another reason.
  return { decision, why, rules: [...rules], uses: decision === 'allow' || decision === 'warn' ? [...uses] : [] }
}

function fromScore(score: number): Decision {
  if (score >= ASK_FROM) return 'ask'
  return score >= WARN_FROM ? 'warn' : 'allow'
}

function covers(grant: Grant, effect: EffectFacts, input: DecideInput): boolean {
  if (grant.kind !== effect.kind) return false
  if (grant.tool !== undefined && grant.tool !== input.tool) return false
  if (grant.until !== undefined && grant.until <= input.now) return false
  if (grant.times !== undefined && grant.used >= grant.times) return false
  return matches(grant.pattern, effect.target)
}
