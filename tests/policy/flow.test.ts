import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fresh, joinLabels, type Label, secrecyLevels, trustLevels, unlabelled } from '../../policy/flow.ts'

const all: Label[] = trustLevels.flatMap((trust) => secrecyLevels.map((secrecy) => ({ trust, secrecy })))
const label = fc.constantFrom(...all)

describe('[flow.labels] labels that are put together', () => {
  test.each<[Label, Label, Label]>([
    [fresh, unlabelled, unlabelled],
    [fresh, { trust: 'own', secrecy: 'secret' }, { trust: 'own', secrecy: 'secret' }],
    [
      { trust: 'untrusted', secrecy: 'public' },
      { trust: 'user', secrecy: 'secret' },
      { trust: 'untrusted', secrecy: 'secret' },
    ],
    [
      { trust: 'known', secrecy: 'private' },
      { trust: 'metadata', secrecy: 'public' },
      { trust: 'known', secrecy: 'private' },
    ],
  ])('%o and %o are %o', (a, b, both) => {
    expect(joinLabels(a, b)).toEqual(both)
  })

  test('only grow: never more trusted than either, never less secret', () => {
    fc.assert(
      fc.property(label, label, (a, b) => {
        const both = joinLabels(a, b)
        for (const one of [a, b]) {
          expect(trustLevels.indexOf(both.trust)).toBeLessThanOrEqual(trustLevels.indexOf(one.trust))
          expect(secrecyLevels.indexOf(both.secrecy)).toBeGreaterThanOrEqual(secrecyLevels.indexOf(one.secrecy))
        }
      }),
    )
  })

  test('come out the same in any order and grouping', () => {
    fc.assert(
      fc.property(label, label, label, (a, b, c) => {
        expect(joinLabels(a, b)).toEqual(joinLabels(b, a))
        expect(joinLabels(joinLabels(a, b), c)).toEqual(joinLabels(a, joinLabels(b, c)))
        expect(joinLabels(a, a)).toEqual(a)
        expect(joinLabels(fresh, a)).toEqual(a)
      }),
    )
  })

  test('come out strict where a level is not known', () => {
    const odd = { trust: 'blessed', secrecy: 'harmless' } as unknown as Label
    expect(joinLabels(odd, fresh)).toEqual({ trust: 'untrusted', secrecy: 'secret' })
  })

  test('are untrusted and private where nothing is said', () => {
    expect(unlabelled).toEqual({ trust: 'untrusted', secrecy: 'private' })
  })
})
