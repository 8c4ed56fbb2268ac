import { describe, expect, test } from 'vitest'
import { lookalikes } from '../../sidecar/text/lookalike.ts'

describe('[approval.lookalike] a name', () => {
  test.each([
    ['two scripts in one word', 'p\u0430ypal.com', /mixes Latin and Cyrillic letters in "p\u0430ypal" \(U\+0430\)/],
    ['Greek among Latin', 'g\u03bf\u03bfgle.com', /mixes Latin and Greek letters.*U\+03BF/],
    ['a word all of twins', '\u0430\u0440\u0440\u04cf\u0435.com', /looks Latin and is Cyrillic/],
    ['no width', 'a\u200bb@acme.com', /invisible characters \(U\+200B\)/],
    ['a control character', 'a\u001b[31mb', /invisible characters \(U\+001B\)/],
    ['a soft hyphen', 'ac\u00adme.com', /invisible characters \(U\+00AD\)/],
    ['a tag character', 'a\u{e0041}', /invisible characters \(U\+E0041\)/],
    ['text that turns', '/home/u/\u202efdp.exe', /turn the direction of the text \(U\+202E\)/],
    ['a slash that is none', 'acme.com\u2215x.evil.com', /signs that pass for others \(U\+2215\)/],
    ['full-width letters', '\uff41cme.com', /unusual form \(U\+FF41\)/],
    ['mathematical letters', '\u{1d41a}cme.com', /unusual form \(U\+1D41A\)/],
    ['punycode', 'https://xn--pple-43d.com/', /xn--/],
  ])('with %s is told', (_, name, said) => {
    expect(lookalikes(name).join('\n')).toMatch(said)
  })

  test.each([
    'ann@acme.com',
    '/home/u/Über die Brücke/naïve.txt',
    '/home/u/Документы/report.txt',
    '/home/u/文件（一）：说明。txt',
    '日本語テキストABC.txt',
    'https://acme.com/a?b=c#d',
    'C:\\Users\\Ann\\notes.md',
    '/home/u/Σημειώσεις/λίστα.md',
  ])('that is what it looks like is left alone: %s', (name) => {
    expect(lookalikes(name)).toEqual([])
  })

  test('is never cut in what is said of it', () => {
    const name = `${'x'.repeat(10_000)}\u200b`
    expect(lookalikes(name)[0]).toContain('x'.repeat(10_000))
  })
})
