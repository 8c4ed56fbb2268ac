import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Decision, decide, fromScore, stricter } from '../../policy/decide.ts'
import { type EffectKind, effectKinds, meaning } from '../../policy/effects.ts'
import { fresh } from '../../policy/flow.ts'
import { defaultRules } from '../../policy/rules.ts'
import { type EffectFacts, nothingTouched, score } from '../../policy/score.ts'
import { runs } from './runs.ts'
import { many, one, scoreCases } from './score-cases.ts'

const kinds = Object.keys(effectKinds) as EffectKind[]

const rules = defaultRules()
const decisionOn = (effects: readonly EffectFacts[], receipt = score(effects)): Decision =>
  decide({ tool: 't', effects, receipt, rules, grants: [], flow: { labels: fresh }, now: 0 }).decision

describe('[policy.score] a careful person would agree that', () => {
  test.each(scoreCases)('$says', ({ effects, score: points, decision }) => {
    const receipt = score(effects)
    expect([receipt.score, decisionOn(effects)], JSON.stringify(receipt.lines)).toEqual([points, decision])
  })

  test('the cases speak about every kind of the outside world', () => {
    const spoken = new Set(scoreCases.flatMap(({ effects }) => effects.map(({ kind }) => kind)))
    const leaving = kinds.filter((kind) => meaning(kind).leaves)
    expect(leaving.filter((kind) => !spoken.has(kind))).toEqual([])
    expect(scoreCases.length).toBeGreaterThanOrEqual(60)
  })

  test('a case that scores more is never decided more mildly by the score', () => {
    for (let points = 1; points < 10; points++) {
      const [low, high] = [points, points + 1].map((sum) => fromScore(sum)) as [Decision, Decision]
      expect(stricter(low, high)).toBe(false)
    }
  })

  test('what follows from text that nobody vouched for weighs more, if it changes or leaves anything', () => {
    expect(score(one('sendMail'), { untrusted: true }).score).toBe(7)
    expect(score(one('readFile'), { untrusted: true }).score).toBe(1)
  })

  const undoable = { undoable: true }
  test('one deed that can not be taken back spoils the rebate for all', () => {
    expect(score([...one('writeFile', undoable), ...one('writeEnv')]).lines).not.toContainEqual(
      expect.objectContaining({ why: 'can be taken back' }),
    )
  })
})

const facts = fc.record(
  {
    kind: fc.constantFrom(...kinds),
    target: fc.string(),
    outside: fc.boolean(),
    sensitive: fc.boolean(),
    sandboxed: fc.boolean(),
    firstTime: fc.boolean(),
    undoable: fc.boolean(),
    secret: fc.boolean(),
    own: fc.boolean(),
    attachments: fc.integer(),
    count: fc.double(),
  },
  { requiredKeys: ['kind', 'target'] },
) as fc.Arbitrary<EffectFacts>
const effects = fc.array(facts, { maxLength: 150, size: 'max' })

describe('[policy.receipt] a receipt', () => {
  test('has a line for every point: together they are the score, kept between 1 and 10', () => {
    fc.assert(
      fc.property(effects, fc.boolean(), (list, untrusted) => {
        const { score: points, lines } = score(list, { untrusted })
        const sum = lines.reduce((total, line) => total + line.points, 0)
        expect(points).toBe(Math.min(10, Math.max(1, sum)))
        expect(lines.every((line) => line.points !== 0 && line.why !== '')).toBe(true)
      }),
      runs(300, 10_000),
    )
  })

  test('is the same for the same effects in any order, and never lower for a secret or an outside target', () => {
    fc.assert(
      fc.property(effects, fc.nat(), (list, pick) => {
        expect(score([...list].reverse()).score).toBe(score(list).score)
        for (const worse of [{ sensitive: true }, { outside: true }, { secret: true }]) {
          const other = list.map((effect, at) => (at === pick % (list.length || 1) ? { ...effect, ...worse } : effect))
          expect(score(other).score).toBeGreaterThanOrEqual(score(list).score)
        }
      }),
      runs(300, 10_000),
    )
  })

  test('begins with the heaviest kind, in words', () => {
    const { lines } = score([...one('readFile'), ...one('pay'), ...one('writeFile')])
    expect(lines.slice(0, 2)).toEqual([
      { points: 8, why: 'moves money' },
      { points: 1, why: 'also writes files' },
    ])
  })

  test('names the new targets, but not all of very many', () => {
    const { lines } = score(many('writeFile', 5, { firstTime: true }))
    expect(lines).toContainEqual({ points: 1, why: 'first time: x0, x1, x2 and 2 more' })
  })

  test('says of a path that it is outside, and of an address that nobody vouched for it', () => {
    const whys = (kind: EffectKind) => score(one(kind, { outside: true })).lines.map((line) => line.why)
    expect(whys('readFile')).toContain('outside the folders of this session')
    expect(whys('sendMail')).toContain('nobody vouched for it')
  })

  test('of nothing is 1, with its line', () => {
    expect(score([])).toEqual(nothingTouched)
    expect(nothingTouched.lines).toHaveLength(1)
  })
})

test('[policy.effects] every kind weighs between 1 and 10, and says what it does', () => {
  for (const kind of kinds) {
    const { weight, says, changes, leaves } = meaning(kind)
    expect(weight, kind).toBeGreaterThanOrEqual(1)
    expect(weight, kind).toBeLessThanOrEqual(10)
    expect(says, kind).toMatch(/^[a-z]/)
    // What reads weighs little, what leaves and changes weighs much.
    if (kind.startsWith('read')) expect([weight <= 2, changes, leaves], kind).toEqual([true, false, false])
    if (changes && leaves) expect(weight, kind).toBeGreaterThanOrEqual(4)
  }
})
