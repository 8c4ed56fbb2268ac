// What a rule is about, in words.
import type { RuleView } from '../../state/policy.ts'
import { visible } from '../parts/value.tsx'
import { said } from '../text/said.ts'
import { isKey, locale, t } from '../text/t.ts'
import { effectWords } from '../text/words.ts'

export type Tone = 'good' | 'info' | 'warn' | 'bad'
export const tones: Record<RuleView['decision'], Tone> = { allow: 'good', warn: 'info', ask: 'warn', deny: 'bad' }
/** From the mildest to the strictest. */
export const decisions = ['allow', 'warn', 'ask', 'deny'] as const

/** The effects that a rule speaks about. */
export function whatOf({ effect }: RuleView): string {
  if (effect === undefined) return t('policy.fits.any')
  const words = effect.split(', ').map((kind) => {
    const key = `policy.fits.${kind}`
    return isKey(key) ? t(key) : visible(effectWords(kind))
  })
  return t('policy.fits.effect', { what: either(words) })
}

/** What else must hold for it. */
export function conditionsOf({ when }: RuleView): string {
  if (when === undefined) return ''
  const parts = when.split(', ').map((part) => {
    const key = `policy.fact.${part}`
    return isKey(key) ? t(key) : visible(said(part))
  })
  return parts.join(t('form.and'))
}

/** One or another of several. */
export const either = (words: readonly string[]): string =>
  new Intl.ListFormat(locale.value, { type: 'disjunction' }).format(words)

/** Whether a rule is meant by some words. */
export function fits(rule: RuleView, query: string): boolean {
  const { id, effect, tool, target, why, decision } = rule
  const text = [id, effect, tool, target, why, whatOf(rule), conditionsOf(rule), t(`policy.decision.${decision}`)]
    .join(' ')
    .toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
