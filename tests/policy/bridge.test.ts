import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CallBytes, callHash, PolicyBridge } from '../../policy/bridge.ts'
import type { Grant } from '../../policy/decide.ts'
import { fresh } from '../../policy/flow.ts'
import { defaultRules } from '../../policy/rules.ts'
import { newLog } from './log.ts'
import { runs } from './runs.ts'

const call: CallBytes = {
  tool: 'set_env',
  version: 1,
  input: { name: 'EDITOR', value: 'vi' },
  prepared: null,
  effects: [{ kind: 'writeEnv', target: 'EDITOR' }],
}

describe('[approval.bound] the hash of a call', () => {
  test.each<[string, Partial<CallBytes>]>([
    ['tool', { tool: 'get_env' }],
    ['version', { version: 2 }],
    ['input', { input: { name: 'EDITOR', value: 'vi ' } }],
    ['input, by one member more', { input: { name: 'EDITOR', value: 'vi', x: null } }],
    ['prepared', { prepared: { diff: '' } }],
    ['kind of effect', { effects: [{ kind: 'readEnv', target: 'EDITOR' }] }],
    ['target', { effects: [{ kind: 'writeEnv', target: 'EDITOR2' }] }],
    ['number of effects', { effects: [...call.effects, ...call.effects] }],
  ])('changes with its %s', (_what, other) => {
    expect(callHash({ ...call, ...other })).not.toBe(callHash(call))
  })

  test('does not depend on the order of members, nor on what is known about a target', () => {
    const facts = { kind: 'writeEnv', target: 'EDITOR', sensitive: true } as const
    expect(callHash({ ...call, input: { value: 'vi', name: 'EDITOR' }, effects: [facts] })).toBe(callHash(call))
  })

  test('is another for any other input', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const same = callHash({ ...call, input: a }) === callHash({ ...call, input: b })
        expect(same).toBe(JSON.stringify(sorted(a)) === JSON.stringify(sorted(b)))
      }),
      runs(300, 10_000),
    )
  })
})

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .map(([key, member]) => [key, sorted(member)])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
    .concat([['object']])
}

describe('[policy.review] a review', () => {
  const bridge = (grants: Grant[] = [], seen: string[] = []) =>
    new PolicyBridge({
      audit: newLog().audit,
      rows: { grants: () => grants, seen: (kind, target) => seen.includes(`${kind} ${target}`) },
      rules: defaultRules(),
      now: () => 1000,
    })
  const effects = [{ kind: 'writeEnv', target: 'EDITOR' }] as const
  const request = { tool: 'set_env', effects, flow: { labels: fresh } }

  test('scores and decides, with the receipt', () => {
    expect(bridge().review(request)).toEqual({
      decision: 'ask',
      judged: { ...request, effects: request.effects.map((effect) => ({ ...effect, firstTime: true })) },
      why: ['Environment variables change what every later command does.'],
      rules: ['set-environment'],
      uses: [],
      doubts: [],
      receipt: {
        score: 5,
        lines: [
          { points: 4, why: 'sets environment variables' },
          { points: 1, why: 'first time: EDITOR' },
        ],
      },
    })
  })

  test('knows what was done before', () => {
    expect(bridge([], ['writeEnv EDITOR']).review(request).receipt.score).toBe(4)
  })

  test('takes a grant, and one that this very call was charged for is not used up by that', () => {
    const spent: Grant = { id: 'g', kind: 'writeEnv', pattern: 'EDITOR', times: 1, used: 1 }
    expect(bridge([{ ...spent, used: 0 }]).review(request)).toMatchObject({ decision: 'allow', uses: ['g'] })
    expect(bridge([spent]).review(request)).toMatchObject({ decision: 'ask', uses: [] })
    expect(bridge([spent]).review({ ...request, charged: ['g'] })).toMatchObject({ decision: 'allow', uses: ['g'] })
    const today: Grant = { id: 'g', kind: 'writeEnv', pattern: 'EDITOR', perDay: 1, used: 1, usedToday: 1 }
    expect(bridge([today]).review(request)).toMatchObject({ decision: 'ask', uses: [] })
    expect(bridge([today]).review({ ...request, charged: ['g'] })).toMatchObject({ decision: 'allow', uses: ['g'] })
  })

  test('changes nothing: no grant is charged and no record is made', () => {
    const grants: Grant[] = [Object.freeze({ id: 'g', kind: 'writeEnv', pattern: '**', used: 0 })]
    const one = bridge(grants)
    one.review({ ...request, charged: ['g'] })
    expect([one.audit.head.seq, one.audit.pending]).toEqual([0, false])
  })

  test('goes by the rules in force', () => {
    const one = bridge()
    one.useRules([])
    expect([one.rules, one.review(request).decision]).toEqual([[], 'warn'])
  })

  test('asks for no rows where there are no effects', () => {
    const rows = {
      grants: () => {
        throw new Error('asked')
      },
      seen: () => false,
    }
    const one = new PolicyBridge({ audit: newLog().audit, rows, rules: defaultRules(), now: () => 0 })
    expect(one.review({ ...request, effects: [] })).toMatchObject({ decision: 'allow', receipt: { score: 1 } })
  })
})
