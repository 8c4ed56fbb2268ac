import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonical, sha256 } from '../../policy/canonical.ts'
import { runs } from './runs.ts'

const fromBits = (hex: string): number => Buffer.from(hex, 'hex').readDoubleBE()

describe('[audit.canonical] the canonical spelling', () => {
  // Appendix B of RFC 8785: the bits of a double, and how it is written.
  test.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('of the number %s is %s', (bits, text) => {
    expect(canonical(fromBits(bits))).toBe(text)
  })

  test.each([['7fffffffffffffff'], ['7ff0000000000000'], ['fff0000000000000']])('refuses the number %s', (bits) => {
    expect(() => canonical({ x: [fromBits(bits)] })).toThrow('no place in JSON')
  })

  test.each([[10n], [Symbol('x')]])('refuses %s', (value) => {
    expect(() => canonical({ value })).toThrow('no place in JSON')
  })

  // Section 3.2.3 of RFC 8785: by UTF-16 code units, so that a surrogate pair comes before U+FB33.
  test('orders keys by UTF-16 code units', () => {
    const value = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\u{1f600}': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    }
    expect(Object.values(JSON.parse(`[${canonical(value).match(/"[^"]*"(?=[,}])/g)}]`))).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ])
  })

  // The example of section 3.2.2.
  test('writes the example of the RFC as the RFC does', () => {
    const value = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    }
    expect(canonical(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  test('is one and the same for any order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), fc.nat(), (value, turn) => {
        const entries = Object.entries(value)
        const at = turn % (entries.length || 1)
        const turned = Object.fromEntries([...entries.slice(at), ...entries.slice(0, at)].reverse())
        expect(canonical(turned)).toBe(canonical(value))
      }),
      runs(500, 20_000),
    )
  })

  test('comes back as itself, and says the value and nothing else', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = canonical(value)
        expect(canonical(JSON.parse(text))).toBe(text)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
      runs(1000, 50_000),
    )
  })

  test('is one line of text, whatever the strings in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(canonical({ [text]: text })).not.toMatch(/[\n\r]/)
        expect(canonical(text).isWellFormed()).toBe(true)
      }),
      runs(500, 20_000),
    )
  })

  test('agrees with JSON about what is no value, also in the holes of a list', () => {
    const holed: unknown[] = [1, undefined, () => 1]
    holed[5] = 2
    for (const value of [holed, { a: undefined, b: () => 1, c: new Date(0) }, [[]], {}, undefined])
      expect(canonical(value)).toBe(JSON.stringify(value) ?? 'null')
  })

  test('keeps a key called __proto__ as a key', () => {
    expect(canonical(JSON.parse('{"b":1,"__proto__":{"x":1}}'))).toBe('{"__proto__":{"x":1},"b":1}')
  })

  test('ends at 500 levels, instead of running out of stack', () => {
    const nested = (levels: number): unknown => Array.from({ length: levels }).reduce((inner) => [inner], 1)
    expect(canonical(nested(500))).toHaveLength(1001)
    expect(() => canonical(nested(502))).toThrow('levels deep')
    expect(() => canonical(nested(100_000))).toThrow('levels deep')
    const circle: { self?: unknown } = {}
    circle.self = circle
    expect(() => canonical(circle)).toThrow('levels deep')
  })
})

test('the hash is SHA-256 of the text in UTF-8, in hex', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(sha256('é€')).toBe(createHash('sha256').update(Buffer.from('é€', 'utf8')).digest('hex'))
  expect(sha256(new Uint8Array([0x61, 0x62, 0x63]))).toBe(sha256('abc'))
})
