import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountKey, accountsIn, bareLink, leadsIn } from '../../policy/leads.ts'
import { partsOf } from '../../policy/spellings.ts'
import { sumOf, sumsIn } from '../../policy/sums.ts'
import { findWhole, fold, lowered } from '../../policy/words.ts'

const values = (text: string) => leadsIn(text).map(({ value }) => value)

describe('[flow.link] what leads somewhere', () => {
  test.each([
    ['evil.click/login', 'evil.click/login'],
    ['evil.unheardof', 'evil.unheardof'],
    ['evil.com.br', 'evil.com.br'],
    ['evil。com', 'evil.com'],
    ['ｅｖｉｌ．ｃｏｍ', 'evil.com'],
    ['evil\u034f.com', 'evil.com'],
    ['evil%2Ecom', 'evil.com'],
    ['evil&#46;com', 'evil.com'],
    ['evil&#x2e;com', 'evil.com'],
    ['evil [dot] com', 'evil.com'],
    ['EVIL DOT COM', 'evil.com'],
    ['evil{dot}com', 'evil.com'],
    ['evil-dot-com', 'evil.com'],
    ['e v i l . c o m', 'evil.com'],
    ['hxxp://evil.com', 'hxxp://evil.com'],
    ['//evil.com/x', 'evil.com/x'],
    ['еvil.com', 'еvil.com'],
    ['xn--e1awd7f.com', 'xn--e1awd7f.com'],
    ['10.0.0.1:8080/x', '10.0.0.1:8080/x'],
    ['javascript:alert', 'javascript:alert'],
    ['"mark"@evil.com', '"mark"@evil.com'],
    ['mark [at] evil [dot] com', 'mark@evil.com'],
    ['(555) 123-4567', '(555) 123-4567'],
    ['555.123.4567', '555.123.4567'],
    ['0171/1234567', '0171/1234567'],
    ['GB29 NWBK 6016 1331 9268 19', 'gb29 nwbk 6016 1331 9268 19'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '1a1zp1ep5qgefi2dmptftl5slmv7divfna'],
    ['0x52908400098527886E0F7030069857D2E4169EE7', '0x52908400098527886e0f7030069857d2e4169ee7'],
    ['2024-01-0123456789', '2024-01-0123456789'],
    ['₹50000', '₹50000'],
    ['5000 AUD', '5000 aud'],
    ['by 2026-03-10, $5000', '$5000'],
    ['in 10 $5000', '$5000'],
    ['5000$ 10 times', '5000$'],
    ['5000.- CHF', '5000.- chf'],
    ['1880.25-1120.75', '1880.25-1120.75'],
    ['five thousand dollars', 'five thousand dollars'],
    ['@evil_support', '@evil_support'],
  ])('is found in %j', (text, lead) => {
    expect(values(`Please ${text} thanks`)).toContain(lead)
  })

  test.each([
    'Meet me at 10:00 on 2024-05-15, or 15.05.2024.',
    'By 20240515 or 2024/05/16.',
    'From 2024-05-15 10:00 to 2024-05-20 11:30.',
    'The U.S. team, e.g. Mr.Smith and Dr.Who, meets at 5 p.m. today.',
    'See report.pdf, notes.md and data.csv.',
    'Scores: 4 2 3 5 1 2 3 4.',
    'Rooms for 120.0-180.0, at the top 880.50-1920.75, from 14.30-16.00.',
    '2024-2025 was 1.000.000 long.',
    'Version 2.1 is out, with 12,345 changes.',
    'It is over.They left.',
  ])('is not found in %j', (text) => {
    expect(values(text)).toEqual([])
  })

  test('is looked for less closely in what stays here', () => {
    expect(leadsIn('list.map(x)', false)).toEqual([])
    expect(leadsIn('see evil.com', false)).toHaveLength(1)
  })

  test('is found whatever stands around it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(values(`${before} www.evil.example ${after}`).some((one) => one.includes('evil.example'))).toBe(true)
      }),
    )
  })
})

describe('[flow.spelling] one value in several spellings', () => {
  test.each([
    ['+49 171 1234567', '0049 (171) 123-4567'],
    ['GB29NWBK60161331926819', 'gb29 nwbk 6016 1331 9268 19'],
  ])('%j is %j', (one, other) => {
    expect(accountKey(one)).toBe(accountKey(other))
    expect(accountsIn(`call ${one} now`)).toEqual([accountKey(one)])
  })

  test.each([
    ['https://a.example:443/x/', 'a.example/x'],
    ['HTTP://A.example', 'a.example'],
    ['http://a.example:8080', 'a.example:8080'],
  ])('the link %j is %j', (link, bare) => {
    expect(bareLink(link)).toBe(bare)
  })

  test.each([
    ['Ana <ana@x.org>', ['ana@x.org']],
    ['"Ruiz, Ana" <ana@x.org>', ['ana@x.org']],
    ['mailto:ana@x.org', ['ana@x.org']],
    ['mailto:ana@x.org?cc=eve@y.org', ['mailto:ana@x.org?cc=eve@y.org']],
    ['ana@x.org, Bob <bob@x.org>; c@x.org', ['ana@x.org', 'bob@x.org', 'c@x.org']],
    ['["ana@x.org", "bob@x.org"]', ['ana@x.org', 'bob@x.org']],
    ['eve@y.org <ana@x.org>', ['eve@y.org <ana@x.org>']],
    ['Lunch, dinner', ['Lunch, dinner']],
  ])('%j names %j', (value, parts) => {
    expect(partsOf(value)).toEqual(parts)
  })

  test.each([
    ['1,200.50', 1200.5],
    ['1.200,50', 1200.5],
    ["1'200", 1200],
    ['98.70', 98.7],
    ['0.001', 0.001],
    ['1 200', 1200],
  ])('the sum %j is %d', (text, sum) => {
    expect(sumOf(text)).toBe(sum)
  })

  test('sums side by side are several; one that can be read in two ways is both', () => {
    expect(sumsIn('50, 60')).toEqual([50, 60])
    expect(sumsIn('1,200 and 1.5')).toEqual([1200, 1.2, 1.5])
    expect(sumsIn('5k')).toEqual([5000])
    expect(sumsIn('two hundred and five')).toEqual([205])
    expect(sumsIn('1 200', true)).toContain(1200)
    expect(sumsIn('1 200')).toEqual([1, 200])
  })

  test('a word is whole also in a text whose small letters are longer', () => {
    expect(findWhole('İ see notevil.com', 'evil.com')).toBe(-1)
    expect(findWhole('İ see evil.com', 'EVIL.com')).toBe(6)
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => lowered(fold(text)).length === fold(text).length))
  })
})
