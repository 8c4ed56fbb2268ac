import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tokenise } from '../../sidecar/text/tokens.ts'

const shown = (text: string) =>
  tokenise(text).map(({ from, to, kind }) => `${kind === 'mark' ? '!' : ''}${text.slice(from, to)}`)

describe('[intent.phrases] words of a sentence', () => {
  test.each([
    ['what time is it?', ['what', 'time', 'is', 'it', '!?']],
    ['what’s up', ['what’s', 'up']],
    ['read ~/a.txt.', ['read', '~/a.txt', '!.']],
    ['ls .', ['ls', '.']],
    ['读取README.md的内容', ['读', '取', 'README.md', '的', '内', '容']],
    ['say "a b" now', ['say', '"a b"', 'now']],
    ["it's 'so' so", ["it's", "'so'", 'so']],
    ['“你 好”！', ['“你 好”', '!！']],
    ['A=b', ['A', '=', 'b']],
    ['an open " quote', ['an', 'open', '!"', 'quote']],
  ])('%s', (text, words) => expect(shown(text)).toEqual(words))

  test('[intent.bounded] they stand in order, overlap nowhere, and leave out nothing but spaces', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        let at = 0
        for (const { from, to } of tokenise(text)) {
          expect(text.slice(at, from).trim()).toBe('')
          expect(to).toBeGreaterThan(from)
          at = to
        }
        expect(text.slice(at).trim()).toBe('')
      }),
      { seed: 1, numRuns: process.env.STEWARD_FULL === '1' ? 20_000 : 500 },
    )
  })
})
