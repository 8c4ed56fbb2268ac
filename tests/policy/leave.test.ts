import { describe, expect, test } from 'vitest'
import { type EffectKind, effectKinds, meaning } from '../../policy/effects.ts'
import { HEAVY_FROM, neverForAll, tooWide } from '../../policy/leave.ts'
import { defaultRules } from '../../policy/rules.ts'

const kinds = Object.keys(effectKinds) as EffectKind[]
const everything = [
  '*',
  '**',
  '***',
  '?*',
  '*@*',
  '**/*',
  '/**',
  'https://**',
  'https://*/**',
  '*.com',
  '*@*.org',
  '*a*',
]
const limits = [{ times: 3 }, { perDay: 1 }, { until: 1 }]

describe('[grant.wide] leave for everything', () => {
  test.each(everything)('is taken without a limit only for what weighs little: %s', (pattern) => {
    for (const kind of kinds)
      expect(tooWide({ kind, pattern }) === undefined, kind).toBe(meaning(kind).weight < HEAVY_FROM)
  })

  test.each(everything)('is taken with a limit, but never for money, accounts, code and the public: %s', (pattern) => {
    for (const kind of kinds)
      for (const limit of limits)
        expect(tooWide({ kind, pattern, ...limit }) === undefined, kind).toBe(!neverForAll.has(kind))
  })

  test('says why, and what to do instead', () => {
    expect(tooWide({ kind: 'book', pattern: '**' })).toEqual({
      why: 'Leave for book on "**", which is everything that books or commits to something, is not given without a limit.',
      hint: 'Say how often (--times N, --per-day N) or for how long (--until WHEN), or name what it is for.',
    })
    expect(tooWide({ kind: 'pay', pattern: '*', times: 1 })).toEqual({
      why: 'Leave for pay on "*", which is everything that moves money, is not given.',
      hint: 'Name what it is for: a whole target, or a good part of one.',
    })
  })

  test.each([
    'ana@acme.com',
    '*@acme.com',
    'https://acme.com/**',
    '/home/ana/**',
    'git *',
    'ls *',
    'x',
    '',
    '\\*',
    '北京*',
  ])('is not what this says: %s', (pattern) => {
    for (const kind of kinds) expect(tooWide({ kind, pattern }), kind).toBeUndefined()
  })

  test('has a limit for every kind that the floor asks about', () => {
    const floor = defaultRules().filter((rule) => rule.floor && !rule.when)
    const asked = floor.flatMap(({ effect = [] }) => effect)
    expect(asked.length).toBeGreaterThan(0)
    for (const kind of asked) expect(tooWide({ kind: kind as EffectKind, pattern: '**' }), kind).toBeDefined()
  })
})
