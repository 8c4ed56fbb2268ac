import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Decision, decide } from '../../policy/decide.ts'
import { fresh } from '../../policy/flow.ts'
import { candidates } from '../../policy/ruleindex.ts'
import { applies, type LoadedRule } from '../../policy/rules.ts'
import { score } from '../../policy/score.ts'
import { runs } from './runs.ts'

const loaded = (id: string, decision: Decision, more: Partial<LoadedRule> = {}): LoadedRule => ({
  ...{ id, decision, why: `Because of ${id}.`, source: 'user', match: [], notMatch: [] },
  ...more,
})

describe('[policy.rule-index] rules that are found by what stands in the middle', () => {
  // Few letters, so that much is shared and much is nearly the same.
  const piece = fc.constantFrom(
    'a',
    'b',
    'ab',
    'aba',
    'bab',
    'abab',
    '/',
    '@',
    '*',
    '**',
    '?',
    '\\*',
    '\u{1F600}',
    '\ud83d',
  )
  const pattern = fc.array(piece, { minLength: 1, maxLength: 7 }).map((pieces) => pieces.join(''))
  const target = fc.string({
    unit: fc.constantFrom('a', 'b', '/', '@', '*', '\u{1F600}', '\ud83d', ','),
    maxLength: 12,
  })
  const rule = fc.record({
    target: fc.option(pattern, { nil: undefined }),
    tool: fc.option(pattern, { nil: undefined, freq: 3 }),
    effect: fc.constantFrom<string[] | undefined>(undefined, ['sendMail'], ['leaves'], ['readFile', 'changes']),
    decision: fc.constantFrom<Decision>('allow', 'warn', 'ask', 'deny'),
  })
  const kind = fc.constantFrom('readFile', 'sendMail', 'fetchUrl')

  test('lead to the same decision, for the same reasons, as all rules tried one by one', () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 30 }), kind, target, target, (list, kind, target, tool) => {
        const rules = list.map(({ decision, ...more }, at) => loaded(`r${at}`, decision, more))
        const effects = [{ kind, target }]
        const asked = { tool, effects, receipt: score(effects), grants: [], flow: { labels: fresh }, now: 0 }
        const speaking = rules.filter((one) => applies(one, { kind, target }, { tool, labels: fresh }))
        const found = candidates(rules, { kind, target }, tool)
        expect(found.filter((one) => speaking.includes(one))).toEqual(speaking)
        // Only those that speak, without any pattern to find them by: what the index can't get wrong.
        const bare = speaking.map(({ target: _, tool: __, ...more }) => more)
        expect(decide({ ...asked, rules })).toEqual(decide({ ...asked, rules: bare }))
      }),
      runs(300, 10_000),
    )
  })

  test('are few of many for one target', () => {
    const rules = Array.from({ length: 10_000 }, (_, at) => loaded(`r${at}`, 'ask', { target: `**-${at}-**` }))
    const found = candidates(rules, { kind: 'readFile', target: '/home/ana/p-4711-x/a.md' }, 't')
    expect(found.map(({ id }) => id)).toContain('r4711')
    expect(found.length).toBeLessThan(200)
  })

  test('are each found once, however often the text stands there', () => {
    const rules = [loaded('one', 'ask', { target: '**aba**' })]
    expect(candidates(rules, { kind: 'readFile', target: 'abababa' }, 't')).toEqual(rules)
  })
})
