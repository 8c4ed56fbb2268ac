import { describe, expect, test } from 'vitest'
import { applies, defaultRules, type LoadedRule, mergeRules, parseRules, RuleError } from '../../policy/rules.ts'

const rule = (more: Record<string, unknown> = {}) => ({
  id: 'mine',
  effect: ['writeFile'],
  target: '/srv/**',
  decision: 'deny',
  why: 'The server is not ours.',
  match: [{ effect: 'writeFile', target: '/srv/a' }],
  notMatch: [{ effect: 'writeFile', target: '/home/a' }],
  ...more,
})
const loaded = (id: string, decision: LoadedRule['decision'], more: Partial<LoadedRule> = {}): LoadedRule => ({
  ...{ id, decision, why: `because of ${id}`, source: 'user', match: [], notMatch: [] },
  ...more,
})

describe('[policy.default-rules] the default rules', () => {
  test('load, with every example coming out as it says', () => {
    const rules = defaultRules()
    expect(rules.length).toBeGreaterThan(0)
    expect(rules.every((one) => one.source === 'default' && one.match.length > 0)).toBe(true)
  })

  test('would pass as a file of the user', () => {
    const plain = defaultRules().map(({ source: _source, ...one }) => one)
    expect(parseRules('default.json', plain)).toHaveLength(plain.length)
  })

  test.each([
    ['outside-files', { kind: 'readFile', target: '/etc/hosts', outside: true }],
    ['sensitive-target', { kind: 'readEnv', target: 'GITHUB_TOKEN', sensitive: true }],
    ['set-environment', { kind: 'writeEnv', target: 'EDITOR' }],
    ['load-code', { kind: 'loadCode', target: '/x' }],
  ] as const)('%s asks', (id, effect) => {
    const speaking = defaultRules().filter((one) => applies(one, effect, 'any'))
    expect(speaking.map((one) => [one.id, one.decision])).toEqual([[id, 'ask']])
  })
})

describe("[policy.rule-file] a user's file", () => {
  test('loads, and its rules speak about what they name', () => {
    const [mine] = parseRules('rules.json', [rule()])
    expect(mine).toMatchObject({ id: 'mine', source: 'user' })
    expect(applies(mine as LoadedRule, { kind: 'writeFile', target: '/srv/x' }, 't')).toBe(true)
    expect(applies(mine as LoadedRule, { kind: 'readFile', target: '/srv/x' }, 't')).toBe(false)
  })

  test.each<[string, unknown, string]>([
    ['that is no list', { id: 'x' }, 'rule ?: Invalid input: expected array'],
    ['with a rule that is none', [rule(), 5], 'rule number 2: '],
    ['without an id', [rule({ id: undefined })], 'rule number 1: id: '],
    ['with an odd id', [rule({ id: 'a b' })], 'rule "a b": id: '],
    ['with a decision that is none', [rule({ decision: 'maybe' })], 'rule "mine": decision: '],
    ['without a reason', [rule({ why: '' })], 'rule "mine": why: '],
    ['without an example', [rule({ match: [] })], 'rule "mine": match: '],
    ['with an unknown field', [rule({ targets: 'x' })], 'rule "mine": '],
    ['with an unknown effect', [rule({ effect: ['writeFiles'] })], 'rule "mine": effect.0: '],
    [
      'with an unknown effect in an example',
      [rule({ notMatch: [{ effect: 'x', target: '' }] })],
      'notMatch.0.effect: ',
    ],
    ['with an id twice', [rule(), rule()], 'rule "mine": another rule has the same id'],
    [
      'with an example that does not match',
      [rule({ match: [{ effect: 'writeFile', target: '/home/a' }] })],
      'rule "mine": the example {"effect":"writeFile","target":"/home/a"} should match, and does not',
    ],
    [
      'with a counter-example that matches',
      [rule({ notMatch: [{ effect: 'writeFile', target: '/srv/b' }] })],
      'rule "mine": the example {"effect":"writeFile","target":"/srv/b"} should not match, and does',
    ],
  ])('%s is refused whole, with the rule and the reason', (_what, value, says) => {
    expect(() => parseRules('rules.json', value)).toThrow(RuleError)
    expect(() => parseRules('rules.json', value)).toThrow('rules.json: ')
    expect(() => parseRules('rules.json', value)).toThrow(says)
  })
})

describe('[policy.rule-merge] rules together', () => {
  test("a user's rule with a default's id replaces it", () => {
    const merged = mergeRules([loaded('a', 'ask'), loaded('b', 'ask')], [loaded('a', 'allow')])
    expect(merged.map((one) => [one.id, one.decision])).toEqual([
      ['b', 'ask'],
      ['a', 'allow'],
    ])
  })

  test('the floor stays, whatever the user writes', () => {
    const merged = mergeRules([loaded('a', 'deny', { floor: true })], [loaded('a', 'allow')])
    expect(merged.map((one) => one.decision)).toEqual(['deny', 'allow'])
  })
})

describe('[policy.rule-applies] a rule', () => {
  const effect = { kind: 'sendMail', target: 'ana@example.org' } as const
  test.each<[string, Partial<LoadedRule>, boolean]>([
    ['without conditions speaks about everything', {}, true],
    ['for its kind', { effect: ['readFile', 'sendMail'] }, true],
    ['not for another kind', { effect: ['readFile'] }, false],
    ['for all that leaves', { effect: ['leaves'] }, true],
    ['for all that changes', { effect: ['changes'] }, true],
    ['for its tool', { tool: 'send_*' }, true],
    ['not for another tool', { tool: 'read_*' }, false],
    ['for its target', { target: '*@example.org' }, true],
    ['not for another target', { target: '*@example.com' }, false],
    ['not when it must be outside', { when: { outside: true } }, false],
    ['when it must not be sensitive', { when: { sensitive: false } }, true],
    ['only where all conditions hold', { effect: ['sendMail'], target: 'bob@*' }, false],
  ])('%s', (_what, more, speaks) => {
    expect(applies(loaded('x', 'ask', more), effect, 'send_mail')).toBe(speaks)
  })

  test('for what changes says nothing about what only reads', () => {
    expect(applies(loaded('x', 'ask', { effect: ['changes', 'leaves'] }), { kind: 'readFile', target: 'x' }, 't')).toBe(
      false,
    )
  })
})
