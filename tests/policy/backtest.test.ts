import { describe, expect, test } from 'vitest'
import { type BacktestParts, type Recorded, startBacktest } from '../../policy/backtest.ts'
import type { Decision } from '../../policy/decide.ts'
import { localTime } from '../../policy/hours.ts'
import type { LoadedRule } from '../../policy/rules.ts'
import { hostileStrings } from './hostile.ts'

const rule = (id: string, decision: Decision, more: Partial<LoadedRule> = {}): LoadedRule => ({
  ...{ id, decision, why: id, source: 'user', match: [], notMatch: [] },
  ...more,
})
let seq = 0
const record = (decision: Decision, more: Record<string, unknown> = {}): Recorded => ({
  ...{ seq: ++seq, at: Date.UTC(2026, 0, 5, 9), type: 'decided', call: `c${seq}`, tool: 'send_mail', session: 's1' },
  ...{ effects: [{ kind: 'sendMail', target: 'ana@example.org' }], decision, score: 5 },
  ...more,
})
const run = (records: readonly Recorded[], more: Partial<BacktestParts> = {}) => {
  const test = startBacktest({
    ...{ current: [], rules: [], local: (at) => localTime(at, 'UTC'), session: () => 'work', most: 100 },
    ...more,
  })
  for (const one of records) test.take(one)
  return test.report()
}

describe('[policy.backtest] a back-test', () => {
  test('counts what was decided and what would have been, and names each change by its record', () => {
    seq = 0
    const records = [
      record('warn'),
      record('warn', { effects: [{ kind: 'sendMail', target: 'bob@example.org' }] }),
      record('ask', { score: 7 }),
    ]
    const rules = [rule('no-bob', 'deny', { target: 'bob@*' }), rule('ana', 'allow', { target: 'ana@*' })]
    expect(run(records, { rules })).toEqual({
      decisions: 3,
      before: { allow: 0, warn: 2, ask: 1, deny: 0 },
      after: { allow: 2, warn: 0, ask: 0, deny: 1 },
      changed: 3,
      changes: [
        expect.objectContaining({ seq: 1, from: 'warn', to: 'allow', rules: ['ana'], lacks: [] }),
        expect.objectContaining({ seq: 2, from: 'warn', to: 'deny', rules: ['no-bob'], tool: 'send_mail' }),
        expect.objectContaining({ seq: 3, from: 'ask', to: 'allow' }),
      ],
      lacking: {},
    })
  })

  test('changes nothing where the rules are the ones in force, whatever grants had a say', () => {
    const rules = [rule('ask-all', 'ask')]
    const report = run([record('allow'), record('deny')], { current: rules, rules: [...rules] })
    expect([report.changed, report.after]).toEqual([0, { allow: 1, warn: 0, ask: 0, deny: 1 }])
  })

  test('counts a question and the decision after its answer once', () => {
    const asked = record('ask', { type: 'asked', call: 'c' })
    const decided = record('ask', { call: 'c' })
    expect(run([asked, decided, record('ask', { call: 'd' })]).decisions).toBe(2)
  })

  test('looks at nothing else on record', () => {
    const others = ['call', 'outcome', 'session.opened', 'settings.changed'].map((type) => record('allow', { type }))
    expect(run([...others, {}, { type: 'decided' }, record('allow', { effects: 5 })]).decisions).toBe(0)
  })

  test('knows the session and the hour', () => {
    const rules = [rule('work', 'deny', { session: 'work', hours: { from: '09:00', to: '10:00' }, days: ['mon'] })]
    expect(run([record('warn')], { rules }).after.deny).toBe(1)
    expect(run([record('warn')], { rules, session: () => 'home' }).after.deny).toBe(0)
  })

  test('says what the records lack, and does not guess', () => {
    const rules = [
      rule('far', 'deny', { when: { outside: true } }),
      rule('secret', 'deny', { label: { secrecyAtLeast: 'secret' } }),
      rule('where', 'deny', { session: 'work' }),
      rule('elsewhere', 'deny', { target: '/x', when: { sensitive: true } }),
    ]
    const report = run([record('warn'), record('warn')], { rules, session: () => undefined })
    expect([report.changed, report.lacking]).toEqual([0, { outside: 2, label: 2, session: 2 }])
  })

  test('goes by the facts and labels that a record does hold', () => {
    const rules = [
      rule('far', 'deny', { when: { outside: true } }),
      rule('secret', 'ask', { label: { secrecyAtLeast: 'secret' } }),
    ]
    const far = record('warn', { effects: [{ kind: 'sendMail', target: 'x', outside: true }] })
    const near = record('warn', {
      effects: [{ kind: 'sendMail', target: 'x', outside: false }],
      labels: { trust: 'user', secrecy: 'secret' },
    })
    const report = run([far, near], { rules })
    expect([report.after.deny, report.after.ask, report.lacking]).toEqual([1, 1, {}])
  })

  test('goes by the session’s name, the hour and the facts as they were recorded', () => {
    const rules = [
      rule('old', 'deny', { session: 'gone' }),
      rule('late', 'ask', { hours: { from: '23:00', to: '23:30' }, days: ['sun'] }),
      rule('far', 'deny', { when: { outside: true } }),
      rule('near', 'ask', { when: { outside: false, firstTime: true } }),
    ]
    const verdict = (more: Record<string, unknown>, only: string) => {
      const report = run([record('warn', more)], {
        rules: rules.filter(({ id }) => id === only),
        session: () => undefined,
      })
      return [report.changes[0]?.to, report.lacking]
    }
    expect(verdict({ sessionName: 'gone' }, 'old')).toEqual(['deny', {}])
    expect(verdict({ local: { minute: 1385, day: 'sun' } }, 'late')).toEqual(['ask', {}])
    expect(verdict({ facts: [['outside']] }, 'far')).toEqual(['deny', {}])
    expect(verdict({ facts: [['firstTime']] }, 'far')).toEqual([undefined, {}])
    expect(verdict({ facts: [['firstTime']] }, 'near')).toEqual(['ask', {}])
    expect(verdict({ facts: [] }, 'far')).toEqual([undefined, { outside: 1 }])
    expect(verdict({ facts: ['outside'], local: { minute: 'x', day: 5 } }, 'far')).toEqual([undefined, { outside: 1 }])
  })

  test('lists only so many changes, and counts the rest', () => {
    const records = Array.from({ length: 10 }, () => record('warn'))
    const report = run(records, { rules: [rule('no', 'deny')], most: 3 })
    expect([report.changed, report.changes.length]).toEqual([10, 3])
  })

  test('takes any text in any field of a record', () => {
    for (const text of hostileStrings()) {
      const odd = { type: 'decided', call: text, tool: text, session: text, decision: text, score: text, effects: text }
      const report = run([odd, record('warn', { tool: text, effects: [{ kind: 'sendMail', target: text }] })])
      expect(report.decisions).toBe(1)
    }
  })
})
