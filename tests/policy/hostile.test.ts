// Any text, anywhere in a rule or a call: an answer or a clean refusal.
import { describe, expect, test } from 'vitest'
import { decide } from '../../policy/decide.ts'
import { RuleError } from '../../policy/rulefile.ts'
import { defaultRules, mergeRules, parseRules } from '../../policy/rules.ts'
import { type EffectFacts, score } from '../../policy/score.ts'
import { hostileStrings } from './hostile.ts'

const example = { effect: 'sendMail', target: 'a@b.c', tool: 't', session: 's', time: '09:00', day: 'mon' }
const rule: Record<string, unknown> = {
  id: 'x',
  effect: ['sendMail'],
  tool: '*',
  target: '**',
  session: '**',
  when: { outside: false },
  label: { trustAtMost: 'user' },
  hours: { from: '08:00', to: '10:00' },
  days: ['mon'],
  decision: 'ask',
  why: 'So.',
  match: [{ ...example, trust: 'user' }],
  notMatch: [{ ...example, trust: 'user', outside: true }],
}

/** The rule with a text in place of every value, one at a time. */
function* spoiled(value: unknown, text: string): Generator<unknown> {
  yield text
  if (typeof value !== 'object' || value === null) return
  const isList = Array.isArray(value)
  for (const [key, member] of Object.entries(value))
    for (const other of spoiled(member, text))
      yield isList ? value.with(Number(key), other) : { ...value, [key]: other }
  if (!isList) yield Object.defineProperty({ ...value }, text, { value: text, enumerable: true })
}

describe('[policy.hostile] whatever text stands', () => {
  test('in any field of a rule file, it is taken or refused as a rule', () => {
    expect(parseRules('x', [rule])).toHaveLength(1)
    for (const text of hostileStrings())
      for (const value of spoiled([rule], text)) {
        try {
          for (const one of parseRules(text, value)) expect(one.source).toBe('user')
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(RuleError)
        }
      }
  })

  test('in any field of a call, there is a decision with its receipt', () => {
    const own = parseRules('x', [{ ...rule, label: undefined, match: [example], notMatch: [] }])
    const rules = mergeRules(defaultRules(), own)
    for (const text of hostileStrings()) {
      const effects: EffectFacts[] = [
        { kind: 'sendMail', target: text, firstTime: true },
        { kind: 'writeFile', target: text },
      ]
      const receipt = score(effects)
      const flow = { labels: { trust: text, secrecy: text } as never }
      const grants = [{ id: text, kind: text, pattern: text, tool: text, used: 0 }]
      const decided = decide({ tool: text, session: text, effects, receipt, rules, grants, flow, now: 0 })
      expect(decided.decision).toBe('ask')
      expect(receipt.score).toBeGreaterThan(5)
    }
  })
})
