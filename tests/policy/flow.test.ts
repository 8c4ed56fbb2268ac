import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fresh,
  joinLabels,
  type Label,
  readLabel,
  secrecyLevels,
  spellLabel,
  trustLevels,
  unlabelled,
} from '../../policy/flow.ts'
import { hostileStrings } from './hostile.ts'

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

describe('[flow.stored-ceiling] the spelling of a label', () => {
  test('is two words, and is read back as the same label', () => {
    expect(spellLabel(unlabelled)).toBe('untrusted private')
    for (const one of all) expect(readLabel(spellLabel(one))).toEqual(one)
    for (const one of all) expect(spellLabel(one)).toMatch(/^[a-z]+ [a-z]+$/)
  })

  test('that is not the one that is written makes it a stranger’s; none at all lowers nothing', () => {
    const odd = [
      '',
      ' ',
      'user',
      'public user',
      'user,public',
      'User public',
      'user\u00a0public',
      'user public\n',
      ...hostileStrings(),
    ]
    for (const text of odd) expect(readLabel(text)).toEqual(unlabelled)
    for (const value of [null, 5, ['user public'], { trust: 'user', secrecy: 'public' }, new String('user public')])
      expect(readLabel(value)).toEqual(unlabelled)
    expect(readLabel(undefined)).toEqual(fresh)
  })

  test('never raises what it is put together with, whatever it says', () => {
    fc.assert(
      fc.property(label, fc.oneof(fc.string(), label.map(spellLabel), fc.constant(undefined)), (declared, stored) => {
        const both = joinLabels(declared, readLabel(stored))
        expect(trustLevels.indexOf(both.trust)).toBeLessThanOrEqual(trustLevels.indexOf(declared.trust))
        expect(secrecyLevels.indexOf(both.secrecy)).toBeGreaterThanOrEqual(secrecyLevels.indexOf(declared.secrecy))
      }),
    )
  })
})
