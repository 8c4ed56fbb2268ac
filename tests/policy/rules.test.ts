import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { effectKinds } from '../../policy/effects.ts'
import { RuleError } from '../../policy/rulefile.ts'
import { candidates } from '../../policy/ruleindex.ts'
import {
  type Around,
  applies,
  conditions,
  defaultRules,
  type LoadedRule,
  mergeRules,
  parseRules,
  speaks,
} from '../../policy/rules.ts'
import { runs } from './runs.ts'

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
const around: Around = { tool: 't' }
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

  test('would pass as a file of the user, but for the word that marks the floor', () => {
    const plain = defaultRules().map(({ source: _source, floor: _floor, ...one }) => one)
    expect(parseRules('default.json', plain)).toHaveLength(plain.length)
  })

  test.each([
    ['outside-files', { kind: 'readFile', target: '/etc/hosts', outside: true }],
    ['sensitive-target', { kind: 'readEnv', target: 'GITHUB_TOKEN', sensitive: true }],
    ['set-environment', { kind: 'writeEnv', target: 'EDITOR' }],
    ['load-code', { kind: 'loadCode', target: '/x' }],
    ['money', { kind: 'pay', target: 'x' }],
    ['accounts', { kind: 'changeAccount', target: 'x' }],
    ['publishing', { kind: 'publish', target: 'x' }],
    ['booking', { kind: 'book', target: 'x' }],
    ['membership', { kind: 'changeMembership', target: 'x' }],
    ['delete-for-good', { kind: 'deleteObject', target: 'x' }],
    ['commands', { kind: 'runCommand', target: 'x' }],
    ['senses', { kind: 'listen', target: 'x' }],
    ['hands-on', { kind: 'controlComputer', target: 'x' }],
    ['new-recipient', { kind: 'sendMail', target: 'x', firstTime: true }],
    ['unknown-recipient', { kind: 'sendMail', target: 'x', outside: true }],
    ['plain-http', { kind: 'sendRequest', target: 'http://x' }],
  ] as const)('%s asks', (id, effect) => {
    const fresh = { tool: 'any', labels: { trust: 'user', secrecy: 'public' } } as const
    const speaking = defaultRules().filter((one) => applies(one, effect, fresh))
    expect(speaking.map((one) => [one.id, one.decision])).toEqual([[id, 'ask']])
  })

  test('loosen nothing: none of them allows, and none only warns', () => {
    expect(new Set(defaultRules().map(({ decision }) => decision))).toEqual(new Set(['ask', 'deny']))
  })

  test('let no rule of the user send a secret out or write into the folders of Steward', () => {
    const own = parseRules('x', [
      rule({
        id: 'secrets-stay',
        effect: ['leaves'],
        target: undefined,
        decision: 'allow',
        match: [{ effect: 'pay', target: '' }],
        notMatch: [],
      }),
      rule({
        id: 'own-folders',
        effect: ['changes'],
        target: undefined,
        decision: 'allow',
        match: [{ effect: 'pay', target: '' }],
        notMatch: [],
      }),
    ])
    const merged = mergeRules(defaultRules(), own)
    const strictest = (effect: Parameters<typeof applies>[1]) =>
      merged.some((one) => one.decision === 'deny' && applies(one, effect, around))
    expect(strictest({ kind: 'fetchUrl', target: 'https://x', secret: true })).toBe(true)
    expect(strictest({ kind: 'writeFile', target: '/c/rules', own: true })).toBe(true)
  })
})

describe("[policy.rule-file] a user's file", () => {
  test('loads, and its rules speak about what they name', () => {
    const [mine] = parseRules('rules.json', [rule()])
    expect(mine).toMatchObject({ id: 'mine', source: 'user' })
    expect(applies(mine as LoadedRule, { kind: 'writeFile', target: '/srv/x' }, around)).toBe(true)
    expect(applies(mine as LoadedRule, { kind: 'readFile', target: '/srv/x' }, around)).toBe(false)
  })

  test.each<[string, unknown, string]>([
    ['that is no list', { id: 'x' }, 'rule ?: Invalid input: expected array'],
    ['with a rule that is none', [rule(), 5], 'rule number 2: '],
    ['without an id', [rule({ id: undefined })], 'rule number 1: id: '],
    ['with an odd id', [rule({ id: 'a b' })], 'rule "a b": id: '],
    ['with a decision that is none', [rule({ decision: 'maybe' })], 'rule "mine": decision: '],
    ['without a reason', [rule({ why: '' })], 'rule "mine": why: '],
    ['without an example', [rule({ match: [] })], 'rule "mine": match: '],
    ['with an unknown field', [rule({ targets: 'x' })], 'rule "mine": targets: there is no such field'],
    ['with an unknown condition', [rule({ when: { far: true } })], 'rule "mine": when.far: there is no such field'],
    ['that calls itself the floor', [rule({ floor: true })], 'floor: only rules that come with Steward have it'],
    [
      'with a time that is none',
      [rule({ hours: { from: '25:00', to: '07:00' } })],
      'hours.from: must be a time such as',
    ],
    ['with hours that are none', [rule({ hours: { from: '07:00', to: '07:00' } })], 'hours: from and to are the same'],
    ['with a day that is none', [rule({ days: ['monday'] })], 'rule "mine": days.0: '],
    ['with a label that is none', [rule({ label: { trustAtMost: 'much' } })], 'rule "mine": label.trustAtMost: '],
    [
      'with an example that does not say what the rule asks for',
      [rule({ hours: { from: '08:00', to: '17:00' } })],
      'should match, and does not',
    ],
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
  ])('%s', (_what, more, says) => {
    expect(applies(loaded('x', 'ask', more), effect, { tool: 'send_mail' })).toBe(says)
  })

  test('for what changes says nothing about what only reads', () => {
    expect(
      applies(loaded('x', 'ask', { effect: ['changes', 'leaves'] }), { kind: 'readFile', target: 'x' }, around),
    ).toBe(false)
  })
})

describe('[policy.rule-narrow] a rule can be narrowed', () => {
  const effect = { kind: 'sendMail', target: 'ana@example.org' } as const
  const labels = { trust: 'known', secrecy: 'private' } as const
  const monday = (clock: number): Around => ({ tool: 't', local: { minute: clock * 60, day: 'mon' } })
  test.each<[string, Partial<LoadedRule>, Around, boolean | undefined]>([
    ['to a session', { session: 'work-*' }, { tool: 't', session: 'work-1' }, true],
    ['to another session', { session: 'work-*' }, { tool: 't', session: 'home' }, false],
    ['to hours of the day', { hours: { from: '08:00', to: '17:00' } }, monday(8), true],
    ['to hours that are over', { hours: { from: '08:00', to: '17:00' } }, monday(17), false],
    ['to the night, before midnight', { hours: { from: '22:00', to: '07:00' } }, monday(23), true],
    ['to the night, after midnight', { hours: { from: '22:00', to: '07:00' } }, monday(3), true],
    ['to the night, by day', { hours: { from: '22:00', to: '07:00' } }, monday(12), false],
    ['to days', { days: ['mon', 'tue'] }, monday(0), true],
    ['to other days', { days: ['sat', 'sun'] }, monday(0), false],
    ['to data that is trusted so little', { label: { trustAtMost: 'known' } }, { tool: 't', labels }, true],
    ['but not by data trusted more', { label: { trustAtMost: 'untrusted' } }, { tool: 't', labels }, false],
    ['to data that is so secret', { label: { secrecyAtLeast: 'private' } }, { tool: 't', labels }, true],
    ['but not by less secret data', { label: { secrecyAtLeast: 'secret' } }, { tool: 't', labels }, false],
    ['by what is not known: a session', { session: '*' }, around, undefined],
    ['by what is not known: the time', { days: ['mon'] }, around, undefined],
    ['by what is not known: a label', { label: { trustAtMost: 'user' } }, around, undefined],
    ['and where one part does not fit, the unknown does not matter', { tool: 'u', session: '*' }, around, false],
  ])('%s', (_what, more, where, says) => {
    expect(speaks(loaded('x', 'ask', more), effect, where)).toBe(says)
  })

  test('and where something is not known, a strict rule holds and a mild one does not', () => {
    const says = (decision: LoadedRule['decision']) =>
      applies(loaded('x', decision, { session: 'work' }), effect, around)
    expect([says('deny'), says('ask'), says('warn'), says('allow')]).toEqual([true, true, false, false])
  })

  test('and says by what, in words', () => {
    const all: Partial<LoadedRule> = {
      when: { outside: true, undoable: false },
      session: 'work',
      label: { trustAtMost: 'known', secrecyAtLeast: 'private' },
      hours: { from: '22:00', to: '07:00' },
      days: ['sat', 'sun'],
    }
    expect(conditions(loaded('x', 'ask', all))).toBe(
      'outside, not undoable, session work, trust at most known, secrecy at least private, 22:00 to 07:00, sat sun',
    )
  })
})

describe('[policy.rule-index] the index', () => {
  const patterns = ['/a/*', '/a/**', '/a/b', '*@x.org', 'ana@x.org', '**', '*', 'a?a@*', '\\*', '', '/a', '**b']
  const targets = ['/a/b', '/a/b/c', 'ana@x.org', 'bob@x.org', '*', '', '/a', 'b', '/ab']

  test('finds every rule that speaks, in the order of the list', () => {
    const anyRule = fc.record({
      target: fc.option(fc.oneof(fc.constantFrom(...patterns), fc.string()), { nil: undefined }),
      tool: fc.constantFrom(undefined, 't', 't*', '*t', 'u', '*'),
      effect: fc.option(fc.array(fc.constantFrom('changes', 'leaves', 'readFile', 'sendMail'), { minLength: 1 }), {
        nil: undefined,
      }),
    })
    const kinds = ['readFile', 'sendMail', 'fetchUrl', 'writeFile'] as const
    fc.assert(
      fc.property(
        fc.array(anyRule),
        fc.constantFrom(...kinds),
        fc.oneof(fc.constantFrom(...targets), fc.string()),
        (list, kind, target) => {
          const rules = list.map((more, at) => loaded(`r${at}`, 'ask', more))
          const wanted = rules.filter((one) => applies(one, { kind, target }, around))
          const found = candidates(rules, { kind, target }, 't').filter((one) => applies(one, { kind, target }, around))
          expect(found.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
        },
      ),
      runs(500, 20_000),
    )
  })

  test('knows every kind', () => {
    const rules = [loaded('all', 'ask')]
    for (const kind of Object.keys(effectKinds) as (keyof typeof effectKinds)[])
      expect(candidates(rules, { kind, target: 'x' }, 't')).toEqual(rules)
  })
})
