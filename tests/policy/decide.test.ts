import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DecideInput, type Decision, decide, type Grant } from '../../policy/decide.ts'
import type { EffectKind } from '../../policy/effects.ts'
import { fresh } from '../../policy/flow.ts'
import { literal } from '../../policy/pattern.ts'
import type { LoadedRule } from '../../policy/rules.ts'
import { type EffectFacts, score } from '../../policy/score.ts'
import { runs } from './runs.ts'

const NOW = 1000
const rule = (decision: Decision, more: Partial<LoadedRule> = {}): LoadedRule => ({
  ...{ id: decision, decision, why: `Rule says ${decision}.`, source: 'user', match: [], notMatch: [] },
  ...more,
})
const grant = (more: Partial<Grant> = {}): Grant => ({ id: 'g', kind: 'writeEnv', pattern: '**', used: 0, ...more })
const input = (more: Partial<DecideInput> = {}): DecideInput => {
  const effects: readonly EffectFacts[] = more.effects ?? [{ kind: 'writeEnv', target: 'EDITOR' }]
  return {
    tool: 't',
    receipt: score(effects),
    rules: [],
    grants: [],
    flow: { labels: fresh },
    now: NOW,
    ...more,
    effects,
  }
}
const receipt = (points: number) => ({ score: points, lines: [{ points, why: 'x' }] })

describe('[policy.order] the decision', () => {
  test.each<[string, Decision[], Decision]>([
    ['of no rule is the score’s', [], 'warn'],
    ['of a rule is the rule’s, even where it is milder than the score', ['allow'], 'allow'],
    ['of several is the strictest: ask', ['allow', 'ask', 'warn'], 'ask'],
    ['of several is the strictest: warn', ['warn', 'allow'], 'warn'],
    ['of several is the strictest: deny', ['ask', 'deny', 'allow'], 'deny'],
  ])('%s', (_what, decisions, expected) => {
    const rules = decisions.map((one) => rule(one))
    expect(decide(input({ rules })).decision).toBe(expected)
    expect(decide(input({ rules: rules.reverse() })).decision).toBe(expected)
  })

  test('of a call without effects is to allow, whatever the rules', () => {
    expect(decide(input({ effects: [], rules: [rule('deny')] }))).toEqual({
      decision: 'allow',
      why: [],
      rules: [],
      uses: [],
    })
  })

  test('of several effects is that of the strictest', () => {
    const effects: EffectFacts[] = [
      { kind: 'readFile', target: 'a' },
      { kind: 'writeFile', target: 'b' },
    ]
    const rules = [rule('allow', { effect: ['readFile'] }), rule('deny', { effect: ['writeFile'] })]
    expect(decide(input({ effects, rules }))).toMatchObject({ decision: 'deny', rules: ['allow', 'deny'] })
  })

  test.each<[number, Decision]>([
    [1, 'allow'],
    [3, 'allow'],
    [4, 'warn'],
    [5, 'warn'],
    [6, 'ask'],
    [10, 'ask'],
  ])('of the score %i alone is %s', (points, expected) => {
    const decided = decide(input({ receipt: receipt(points) }))
    expect(decided.decision).toBe(expected)
    expect(decided.why).toEqual(expected === 'allow' ? [] : [`The risk is ${points} of 10.`])
  })

  test('comes with its reasons, each once', () => {
    const effects: EffectFacts[] = ['A', 'B'].map((target) => ({ kind: 'writeEnv', target }))
    expect(decide(input({ effects, rules: [rule('ask')] })).why).toEqual(['Rule says ask.'])
  })
})

describe('[policy.order] what surrounds a call', () => {
  test.each<[string, Partial<LoadedRule>]>([
    ['its session', { session: 'work' }],
    ['the hour', { hours: { from: '08:00', to: '09:00' } }],
    ['the day', { days: ['mon'] }],
    ['its labels', { label: { secrecyAtLeast: 'secret' } }],
  ])('is looked at: %s', (_what, more) => {
    const rules = [rule('deny', more)]
    const here = {
      session: 'work',
      local: { minute: 8 * 60, day: 'mon' },
      flow: { labels: { trust: 'user', secrecy: 'secret' } },
    } as const
    const there = { session: 'home', local: { minute: 0, day: 'sun' }, flow: { labels: fresh } } as const
    expect(decide(input({ rules, ...here })).decision).toBe('deny')
    expect(decide(input({ rules, ...there })).decision).toBe('warn')
  })

  test.each([
    ['fri', 23 * 60, 'deny'],
    ['sat', 2 * 60, 'deny'],
    ['fri', 2 * 60, 'warn'],
    ['sat', 23 * 60, 'warn'],
  ] as const)('hours past midnight belong to the day on which they began: %s, minute %i', (day, minute, expected) => {
    const rules = [rule('deny', { hours: { from: '22:00', to: '07:00' }, days: ['fri'] })]
    expect(decide(input({ rules, local: { day, minute } })).decision).toBe(expected)
  })

  test('and the reasons come with the weightiest first', () => {
    const effects: EffectFacts[] = [
      { kind: 'writeEnv', target: 'A' },
      { kind: 'writeFile', target: '/b' },
    ]
    const rules = [rule('ask', { effect: ['writeEnv'] }), rule('deny', { effect: ['writeFile'] })]
    expect(decide(input({ effects, rules })).why).toEqual(['Rule says deny.', 'Rule says ask.'])
  })
})

describe('[policy.grant] a grant', () => {
  test.each<[string, Partial<Grant>, boolean]>([
    ['without limits', {}, true],
    ['for another kind', { kind: 'writeFile' }, false],
    ['for this tool', { tool: 't' }, true],
    ['for another tool', { tool: 'u' }, false],
    ['for a tool with a like name', { tool: 't*' }, false],
    ['for this target', { pattern: 'EDITOR' }, true],
    ['for targets like this', { pattern: 'ED*' }, true],
    ['for another target', { pattern: 'PAGER' }, false],
    ['that has uses left', { times: 2, used: 1 }, true],
    ['that is used up', { times: 2, used: 2 }, false],
    ['that has uses left today', { perDay: 2, usedToday: 1, used: 9 }, true],
    ['that is used up for today', { perDay: 2, usedToday: 2, used: 2 }, false],
    ['that was used more today than it allows', { perDay: 2, usedToday: 3, used: 3 }, false],
    ['whose uses of today nobody knows', { perDay: 2 }, false],
    ['without a limit by the day, however often it was used today', { usedToday: 99 }, true],
    ['that has uses left today, but not in all', { perDay: 2, usedToday: 0, times: 2, used: 2 }, false],
    ['that has uses left in all, but not today', { perDay: 2, usedToday: 2, times: 9, used: 2 }, false],
    ['that has uses left today, but is over', { perDay: 2, usedToday: 0, until: NOW }, false],
    ['that still lasts', { until: NOW + 1 }, true],
    ['that ends now', { until: NOW }, false],
    ['that is over', { until: NOW - 1 }, false],
  ])('%s: covers an asked call, or not', (_what, more, covers) => {
    const decided = decide(input({ rules: [rule('ask')], grants: [grant(more)] }))
    expect([decided.decision, decided.uses]).toEqual(covers ? ['allow', ['g']] : ['ask', []])
  })

  test('covers what the score alone would ask about', () => {
    expect(decide(input({ receipt: receipt(9), grants: [grant()] }))).toMatchObject({ decision: 'allow', uses: ['g'] })
  })

  test('never covers what a rule denies', () => {
    expect(decide(input({ rules: [rule('deny')], grants: [grant()] }))).toMatchObject({ decision: 'deny', uses: [] })
  })

  test('is not spent on what would be allowed or told anyway', () => {
    for (const decision of ['allow', 'warn'] as const)
      expect(decide(input({ rules: [rule(decision)], grants: [grant()] })).uses).toEqual([])
  })

  test('is not spent on a call that is asked about, or denied, for another effect', () => {
    const effects: EffectFacts[] = [
      { kind: 'writeEnv', target: 'EDITOR' },
      { kind: 'writeFile', target: '/a' },
    ]
    for (const other of ['ask', 'deny'] as const) {
      const rules = [rule('ask', { effect: ['writeEnv'] }), rule(other, { id: 'other', effect: ['writeFile'] })]
      expect(decide(input({ effects, rules, grants: [grant()] }))).toMatchObject({ decision: other, uses: [] })
    }
  })

  test('is spent once for one call, however many targets it has', () => {
    const effects: EffectFacts[] = ['A', 'B', 'C'].map((target) => ({ kind: 'writeEnv', target }))
    expect(decide(input({ effects, rules: [rule('ask')], grants: [grant({ times: 1 })] })).uses).toEqual(['g'])
  })
})

describe('[policy.pattern-mail] a target that is more than one plain address', () => {
  const effects = [{ kind: 'sendMail' as const, target: '"eve@evil.com"@acme.com' }]
  const target = '*@acme.com'
  const mail = grant({ kind: 'sendMail', pattern: target })

  test('is covered by no grant for a domain, and let pass by no rule for one', () => {
    expect(decide(input({ effects, rules: [rule('ask')], grants: [mail] })).decision).toBe('ask')
    for (const mild of ['allow', 'warn'] as const)
      expect(decide(input({ effects, receipt: receipt(9), rules: [rule(mild, { target })] })).decision).toBe('ask')
  })

  test('is still asked about and denied by one', () => {
    for (const strict of ['ask', 'deny'] as const)
      expect(decide(input({ effects, receipt: receipt(1), rules: [rule(strict, { target })] })).decision).toBe(strict)
  })

  test('is covered by a grant that spells it out', () => {
    const spelled = grant({ kind: 'sendMail', pattern: literal(effects[0]?.target ?? '') })
    expect(decide(input({ effects, rules: [rule('ask')], grants: [spelled] })).uses).toEqual(['g'])
  })
})

describe('[policy.pure] deciding', () => {
  const kinds: EffectKind[] = ['readFile', 'writeFile', 'writeEnv', 'sendMail']
  const target = fc.constantFrom('/a', '/b/c', 'EDITOR', '')
  const decision = fc.constantFrom<Decision>('allow', 'warn', 'ask', 'deny')
  const any = fc.record({
    effects: fc.array(fc.record({ kind: fc.constantFrom(...kinds), target, outside: fc.boolean() })),
    decisions: fc.array(fc.tuple(decision, fc.constantFrom('**', '/*', 'E*'))),
    grants: fc.array(fc.record({ kind: fc.constantFrom(...kinds), used: fc.nat(3), times: fc.nat(3) })),
    now: fc.nat(),
  })

  test('gives the same answer to the same question, and leaves what it was handed alone', () => {
    fc.assert(
      fc.property(any, ({ effects, decisions, grants, now }) => {
        const question = deepFreeze(
          input({
            ...{ effects, now },
            rules: decisions.map(([one, pattern], at) => rule(one, { id: `r${at}`, target: pattern })),
            grants: grants.map((one, at) => grant({ ...one, id: `g${at}` })),
          }),
        )
        const answer = decide(question)
        expect(decide(question)).toEqual(answer)
        expect(decide(structuredClone(question))).toEqual(answer)
        const denied = effects.some((effect) =>
          question.rules.some((one) => one.decision === 'deny' && speaks(one, effect)),
        )
        expect(answer.decision === 'deny').toBe(denied)
      }),
      runs(300, 10_000),
    )
  })
})

const speaks = (one: LoadedRule, effect: EffectFacts): boolean =>
  one.target === '**' || (one.target === '/*' ? effect.target === '/a' : effect.target === 'EDITOR')

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value)
    for (const member of Object.values(value)) deepFreeze(member)
  }
  return value
}

test('[policy.order] rules that are equally strict all give their reason, and milder ones none', () => {
  const rules = [rule('ask', { id: 'a', why: 'A.' }), rule('warn', { id: 'w' }), rule('ask', { id: 'b', why: 'B.' })]
  expect(decide(input({ rules }))).toMatchObject({ decision: 'ask', why: ['A.', 'B.'], rules: ['a', 'b'] })
})
