import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ASK_FROM, WARN_FROM } from '../../policy/decide.ts'
import { type EffectKind, effectKinds, meaning } from '../../policy/effects.ts'
import { type EffectFacts, nothingTouched, score } from '../../policy/score.ts'
import { runs } from './runs.ts'

type Facts = Omit<EffectFacts, 'kind' | 'target'>

const one = (kind: EffectKind, facts: Facts = {}): EffectFacts[] => [{ kind, target: 'x', ...facts }]
const many = (kind: EffectKind, count: number, facts: Facts = {}): EffectFacts[] =>
  Array.from({ length: count }, (_, at) => ({ kind, target: `x${at}`, ...facts }))
const band = (points: number) => (points >= ASK_FROM ? 'ask' : points >= WARN_FROM ? 'warn' : 'allow')

describe('[policy.score] a careful person would agree that', () => {
  const first = { firstTime: true }
  const undoable = { undoable: true }
  test.each<[string, EffectFacts[], number, string]>([
    ['a call that touches nothing is harmless', [], 1, 'allow'],
    ['reading a note of the session is harmless', one('readFile'), 1, 'allow'],
    ['reading a thousand of them is, too', many('readFile', 1000), 1, 'allow'],
    ['the first read of a file is nothing special', one('readFile', first), 1, 'allow'],
    ['reading outside costs more', one('readFile', { outside: true }), 3, 'allow'],
    ['reading a key outside is asked about', one('readFile', { outside: true, sensitive: true }), 6, 'ask'],
    ['looking at an ordinary variable is harmless', one('readEnv'), 2, 'allow'],
    ['reading a secret variable is told', one('readEnv', { sensitive: true }), 5, 'warn'],
    ['fetching a page for the first time just happens', one('fetchUrl', first), 3, 'allow'],
    ['writing a file that can be restored just happens', one('writeFile', undoable), 3, 'allow'],
    ['writing over a file for good is told', one('writeFile'), 4, 'warn'],
    ['writing many files is asked about', many('writeFile', 11), 6, 'ask'],
    ['deleting what was never touched is asked about', one('deleteFile', first), 6, 'ask'],
    ['deleting into the trash is told', one('deleteFile', undoable), 4, 'warn'],
    ['deleting hundreds into the trash is asked about', many('deleteFile', 200, undoable), 7, 'ask'],
    ['a note of a known file just happens', one('writeVault', undoable), 1, 'allow'],
    ['mail to somebody known is told', one('sendMail'), 5, 'warn'],
    ['the first mail to somebody is asked about', one('sendMail', first), 6, 'ask'],
    ['mail to a stranger is asked about', one('sendMail', { ...first, outside: true }), 8, 'ask'],
    ['mail to a crowd is asked about', many('sendMail', 101), 8, 'ask'],
    ['a command is asked about', one('runCommand'), 6, 'ask'],
    ['a command in a sandbox is told', one('runCommand', { sandboxed: true }), 4, 'warn'],
    ['paying is asked about', one('pay'), 8, 'ask'],
    ['paying a stranger for the first time is as bad as it gets', one('pay', { ...first, outside: true }), 10, 'ask'],
    ['reading and then sending weighs as sending', [...one('readFile'), ...one('sendMail')], 5, 'warn'],
    ['sending and deleting weighs more than either', [...one('deleteFile'), ...one('sendMail')], 6, 'ask'],
  ])('%s', (_case, effects, points, says) => {
    const receipt = score(effects)
    expect([receipt.score, band(receipt.score)], JSON.stringify(receipt.lines)).toEqual([points, says])
  })

  test('what follows from text that nobody vouched for weighs more, if it changes or leaves anything', () => {
    expect(score(one('sendMail'), { untrusted: true }).score).toBe(7)
    expect(score(one('readFile'), { untrusted: true }).score).toBe(1)
  })

  test('one deed that can not be taken back spoils the rebate for all', () => {
    expect(score([...one('writeFile', undoable), ...one('writeEnv')]).lines).not.toContainEqual(
      expect.objectContaining({ why: 'can be taken back' }),
    )
  })
})

const kinds = Object.keys(effectKinds) as EffectKind[]
const facts = fc.record(
  {
    kind: fc.constantFrom(...kinds),
    target: fc.string(),
    outside: fc.boolean(),
    sensitive: fc.boolean(),
    sandboxed: fc.boolean(),
    firstTime: fc.boolean(),
    undoable: fc.boolean(),
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
        for (const worse of [{ sensitive: true }, { outside: true }]) {
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
