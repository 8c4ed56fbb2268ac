// What the gate says of a call: on the card, in the refusal, on record.
import type { Review } from '../../policy/bridge.ts'
import { type Effect, meaning } from '../../policy/effects.ts'
import { ruleFacts } from '../../policy/rulefile.ts'
import type { EffectFacts } from '../../policy/score.ts'
import { StewardError } from '../text/errors.ts'

/** All that a rule could have asked for, so that other rules can be tried on it later. Of the facts, those that hold. */
export function aroundOf({ judged }: Review): Record<string, unknown> {
  return {
    sessionName: judged.session,
    labels: judged.flow.labels,
    local: judged.local,
    facts: judged.effects.map((effect) => ruleFacts.filter((fact) => effect[fact])),
  }
}

/** What a denied call fails with. */
export function denied(review: Review): StewardError {
  return new StewardError(
    'DENIED',
    review.why.join(' ') || 'The policy says no.',
    'See which rule with: steward policy explain',
  )
}

/** What a call does, in a line. */
export function titleOf(tool: string, effects: readonly Effect[]): string {
  const says = [...new Set(effects.map((effect) => meaning(effect.kind).says))]
  return `${tool} ${says.join(', ')}: ${[...new Set(effects.map((effect) => effect.target))].join(', ')}`
}

/** Whether all that it changes can be taken back. */
export function canBeTakenBack(effects: readonly EffectFacts[]): boolean {
  const changing = effects.filter((effect) => meaning(effect.kind).changes)
  return changing.length > 0 && changing.every((effect) => effect.undoable)
}
