import { matchesGlob } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { globMatcher } from '../../sidecar/text/glob.ts'

describe('glob patterns', () => {
  test.each([
    ['*.ts', 'a.ts', true],
    ['*.ts', 'deep/er/a.ts', true],
    ['*.ts', 'a.tsx', false],
    ['./*.ts', 'a.ts', true],
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/x/a.ts', false],
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/x/y/a.ts', true],
    ['**/b/**/c', 'a/b/x/b/y/c', true],
    ['**', 'a/b', true],
    ['a/**', 'a', false],
    ['a/**', 'a/b/c', true],
    ['**/*', 'a/b', true],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['a?c', 'a😀c', true],
    ['[a-c]x', 'bx', true],
    ['[!a-c]x', 'bx', false],
    ['[^a-c]x', 'dx', true],
    ['[]]', ']', true],
    ['*.{ts,js}', 'a.js', true],
    ['{a,b{c,d}}.md', 'bd.md', true],
    ['{a,b{c,d}}.md', 'b.md', false],
    ['{src,test}/**', 'test/a/b', true],
    ['\\*.ts', '*.ts', true],
    ['\\*.ts', 'a.ts', false],
    ['a*b*c', 'a--b--c', true],
    ['a*b*c', 'a--c--b', false],
    ['README', 'README', true],
    ['README', 'readme', false],
  ])('%s fits %s: %s', (pattern, path, expected) => {
    expect(globMatcher(pattern)(path)).toBe(expected)
  })

  test.each(['[a', '{a,b', 'x'.repeat(1001), '{a,b}'.repeat(20)])(
    'what can not be read is refused: case %#',
    (pattern) => {
      expect(() => globMatcher(pattern)).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
    },
  )

  test('it agrees with the one in Node on patterns with a slash', () => {
    const piece = fc.constantFrom('a', 'b', '*', '?', 'ab', '*a')
    const part = fc.oneof(
      fc.constant('**'),
      fc.array(piece, { minLength: 1, maxLength: 3 }).map((list) => list.join('').replaceAll('**', '*')),
    )
    const pattern = fc.array(part, { minLength: 2, maxLength: 4 }).map((list) => list.join('/'))
    const path = fc
      .array(fc.stringMatching(/^[ab]{1,4}$/), { minLength: 1, maxLength: 4 })
      .map((list) => list.join('/'))
    fc.assert(
      fc.property(pattern, path, (shape, name) => {
        expect(globMatcher(shape)(name)).toBe(matchesGlob(name, shape))
      }),
      { seed: 7, numRuns: process.env.STEWARD_FULL === '1' ? 20_000 : 1000 },
    )
  })

  test('a hostile pattern ends', () => {
    expect(globMatcher(`${'a*'.repeat(100)}b`)('a'.repeat(4000))).toBe(false)
    expect(globMatcher(`${'**/a/'.repeat(100)}b`)(`${'a/'.repeat(1000)}c`)).toBe(false)
  })
})
