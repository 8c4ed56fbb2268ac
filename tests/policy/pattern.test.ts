import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { literal, matches } from '../../policy/pattern.ts'
import { runs } from './runs.ts'

describe('[policy.pattern] a pattern', () => {
  test.each([
    ['**', '', true],
    ['**', '/a/b', true],
    ['*', '', true],
    ['*', 'a', true],
    ['*', 'a/b', false],
    ['', '', true],
    ['', 'a', false],
    ['/home/ana/**', '/home/ana/notes/a.md', true],
    ['/home/ana/**', '/home/ana/', true],
    ['/home/ana/**', '/home/ana', false],
    ['/home/ana/**', '/home/anabel/a', false],
    ['/home/*/notes/*.md', '/home/ana/notes/a.md', true],
    ['/home/*/notes/*.md', '/home/ana/x/notes/a.md', false],
    ['/home/*/notes/*.md', '/home/ana/notes/b/a.md', false],
    ['**/secret', 'secret', false],
    ['**/secret', '/a/b/secret', true],
    ['**/secret', '/a/b/secrets', false],
    ['*@example.org', 'ana@example.org', true],
    ['*@example.org', 'ana@example.org.evil.net', false],
    ['*@example.org', 'ana@exampleXorg', false],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['a?c', 'a/c', false],
    ['a?c', 'a\u{1F600}c', true],
    ['a??c', 'a\u{1F600}c', false],
    ['a*', 'a\nb', true],
    ['***', 'a/b', true],
    ['*a*a', 'aa', true],
    ['*a*a', 'a', false],
    ['GIT_*', 'GIT_DIR', true],
    ['GIT_*', 'git_dir', false],
  ])('%j against %j: %s', (pattern, target, fits) => {
    expect(matches(pattern, target)).toBe(fits)
  })

  test.each([
    ['a\\*b', 'a*b', true],
    ['a\\*b', 'axb', false],
    ['a\\*b', 'a\\*b', false],
    ['a\\?b', 'a?b', true],
    ['a\\?b', 'axb', false],
    ['a\\\\*', 'a\\b', true],
    ['a\\\\*', 'ab', false],
    ['\\**', '*anything', true],
    ['\\**', 'anything', false],
    ['a\\', 'a\\', true],
    ['\\a', 'a', true],
  ])('with a backslash, %j against %j: %s', (pattern, target, fits) => {
    expect(matches(pattern, target)).toBe(fits)
  })

  test.each(['a.c', 'a+c', '^a', 'a$', '(a|b)', '[ab]', 'a{2}', '\u{1F600}'])(
    '%j has no other special characters',
    (text) => {
      expect(matches(text, text)).toBe(true)
      expect(['abc', 'aac', 'a', 'b', 'aa', 'ab'].some((other) => matches(text, other))).toBe(false)
    },
  )

  test('says the same as a plain reading of its rules', () => {
    const piece = fc.constantFrom('a', 'b', '/', '*', '**', '?', '\\*', '\\\\')
    const target = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*', '\\', '\n'), maxLength: 8 })
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), target, (pieces, text) => {
        // Two single stars side by side would be read as a double one.
        fc.pre(!pieces.some((one, at) => one === '*' && pieces[at + 1]?.startsWith('*')))
        expect(matches(pieces.join(''), text)).toBe(plainly(pieces, text))
      }),
      runs(2000, 50_000),
    )
  })
})

describe('[policy.pattern-mail] a pattern that lets mail pass', () => {
  test.each([
    ['*@acme.com', 'bob@acme.com', true],
    ['*@acme.com', "o'brien+x@acme.com", true],
    ['*@acme.com', '"eve@evil.com"@acme.com', false],
    ['**@acme.com', '"eve@evil.com"@acme.com', false],
    ['*@acme.com', 'x@evil.com,y@acme.com', false],
    ['**', 'x@evil.com,y@acme.com', false],
    ['*@acme.com', 'x@evil.com y@acme.com', false],
    ['*@acme.com', 'x@evil.com\n@acme.com', false],
    ['*@acme.com', '<eve@evil.com> @acme.com', false],
    ['*@acme.com', 'eve\uff20evil.com@acme.com', false],
    ['*', '\uff20', false],
    ['bob@*', 'bob@acme.com', true],
    ['bob@*', 'bob@acme.com;eve@evil.com', false],
    ['bob*', 'bob@evil.com', false],
    ['*acme.com', 'bob@acme.com', false],
    ['bob?acme.com', 'bob@acme.com', false],
    ['**', 'bob@acme.com', true],
    ['"a b"@acme.com', '"a b"@acme.com', true],
  ])('%j against %j: %s', (pattern, target, fits) => {
    expect(matches(pattern, target, 'mail')).toBe(fits)
  })

  test('fits nothing that it would not fit as it stands, and nothing that is more than one address', () => {
    const piece = fc.constantFrom('a', 'b', '@', '*', '**', '?', '@a.b', '"', ',')
    const unit = fc.constantFrom('a', 'b', '.', '@', '"', ',', ' ', '\n', ';', '<', '\uff20')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.string({ unit, maxLength: 8 }), (pieces, target) => {
        const pattern = pieces.join('')
        if (!matches(pattern, target, 'mail')) return
        expect(matches(pattern, target)).toBe(true)
        if (/[*?]/.test(pattern)) expect(target).toMatch(/^[ab.]*@?[ab.]*$/)
        // A single star took no `@`: each of those in the target is one of the pattern’s own.
        if (/[*?]/.test(pattern) && !pattern.includes('**'))
          expect(target.split('@').length).toBe(pattern.split('@').length)
      }),
      runs(3000, 50_000),
    )
  })
})

// Tries every way, which only short texts can afford.
function plainly([first, ...rest]: string[], text: string): boolean {
  if (first === undefined) return text === ''
  if (first === '*' || first === '**') {
    for (let taken = 0; taken <= text.length; taken++)
      if ((first === '**' || !text.slice(0, taken).includes('/')) && plainly(rest, text.slice(taken))) return true
    return false
  }
  if (first === '?') return text !== '' && text[0] !== '/' && plainly(rest, text.slice(1))
  return text.startsWith(first.slice(-1)) && plainly(rest, text.slice(1))
}

describe('[policy.pattern-literal] the pattern of one target', () => {
  const hostile = fc.oneof(
    fc.string({
      unit: fc.constantFrom('*', '?', '\\', '/', '.', '\n', '[', '(', '+', '$', '^', 'a', '\ud800', '\udc00'),
    }),
    fc.string({ unit: 'binary' }),
  )

  test('fits that target', () => {
    fc.assert(
      fc.property(hostile, (target) => matches(literal(target), target)),
      runs(1000, 50_000),
    )
  })

  test('fits nothing else, however near', () => {
    const near = fc.tuple(hostile, fc.nat(), hostile).map(([target, at, put]) => {
      const cut = at % (target.length + 1)
      return [target, target.slice(0, cut) + put + target.slice(cut + (at % 3))] as const
    })
    fc.assert(
      fc.property(fc.oneof(near, fc.tuple(hostile, hostile)), ([target, other]) => {
        expect(matches(literal(target), other)).toBe(target === other)
      }),
      runs(2000, 50_000),
    )
  })
})

describe('[policy.pattern-cost] a hostile pattern', () => {
  // Taken one way after the other, each of these would outlast the test by far.
  test.each([
    [`${'**a'.repeat(30)}b`, 'a'.repeat(4000)],
    [`${'*a'.repeat(30)}b`, 'a'.repeat(4000)],
    [`${'**/*'.repeat(30)}b`, 'a/'.repeat(2000)],
    ['*'.repeat(4000), `${'/a'.repeat(2000)}`],
    [`${'?*'.repeat(100)}/`, 'a'.repeat(4000)],
  ])('ends, case %#', (pattern, target) => {
    expect(matches(pattern, target)).toBe(pattern === '*'.repeat(4000))
  })
})
