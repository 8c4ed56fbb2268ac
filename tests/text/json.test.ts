import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findJsonFault, losesDigits, parseJson, pointAt, sortKeys } from '../../sidecar/text/json.ts'

const runs = process.env.STEWARD_FULL === '1' ? 50_000 : 2000

function faultOf(text: string): { message: string; hint?: string } {
  try {
    parseJson(text)
  } catch (error) {
    return error as { message: string; hint?: string }
  }
  throw new Error('there was no fault')
}

const parses = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('where JSON goes wrong', () => {
  test.each([
    ['{"a": 1,\n "b": }', 'line 2, column 7', /quote may be missing/],
    ["{'a': 1}", 'line 1, column 2', /double quotes/],
    ['{a: 1}', 'line 1, column 2', /key in double quotes/],
    ['[1, 2,]', 'line 1, column 6', /comma out/],
    ['{"a": 1,}', 'line 1, column 8', /comma out/],
    ['[1 2]', 'line 1, column 4', /comma/],
    ['{"a": 1 "b": 2}', 'line 1, column 9', /comma/],
    ['{"a": True}', 'line 1, column 7', /Python/],
    ['{"a": NaN}', 'line 1, column 7', /no such value/],
    ['// x\n{}', 'line 1, column 1', /comments/],
    ['{"a": [1, 2', 'line 1, column 12, at the end', /ends too early/],
    ['', 'line 1, column 1, at the end', /ends too early/],
    ['{} {}', 'line 1, column 4', /several values/],
    ['["a\nb"]', 'line 1, column 2', /line break/],
    ['["\\x"]', 'line 1, column 2', /escape/],
    ['[+1]', 'line 1, column 2', /plus sign/],
    ['{“a”: 1}', 'line 1, column 2', /typographic/],
    ['\ufeff{}', 'line 1, column 1', /byte order mark/],
  ])('%j: %s', (text, place, hint) => {
    const fault = faultOf(text)
    expect(fault.message).toContain(place)
    expect(fault.hint).toMatch(hint)
  })

  test('the scanner finds a fault exactly where the parser does', () => {
    const scrap = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '1',
      '-',
      '0',
      '.5',
      'e3',
      'true',
      'null',
      ' ',
      '\n',
      '\\',
      'x',
    )
    const text = fc.oneof(
      fc.array(scrap, { maxLength: 12 }).map((list) => list.join('')),
      fc
        .tuple(fc.json(), fc.nat(), scrap)
        .map(([json, at, bit]) => json.slice(0, at % (json.length + 1)) + bit + json.slice(at % (json.length + 1))),
    )
    fc.assert(
      fc.property(text, (one) => {
        expect(findJsonFault(one) === undefined).toBe(parses(one))
      }),
      { seed: 11, numRuns: runs },
    )
  })

  test('depth and length do not hurt it', () => {
    expect(findJsonFault('['.repeat(200_000))?.at).toBe(200_000)
    expect(findJsonFault(`["${'a'.repeat(5_000_000)}"`)?.at).toBe(5_000_003)
    expect(() => parseJson('['.repeat(5000) + ']'.repeat(5000))).toThrow(expect.objectContaining({ code: 'TOO_LARGE' }))
    expect(parseJson('['.repeat(500) + ']'.repeat(500))).toBeInstanceOf(Array)
  })
})

describe('JSON Pointer', () => {
  // The examples of RFC 6901, section 5.
  const document = {
    foo: ['bar', 'baz'],
    '': 0,
    'a/b': 1,
    'c%d': 2,
    'e^f': 3,
    'g|h': 4,
    'i\\j': 5,
    'k"l': 6,
    ' ': 7,
    'm~n': 8,
  }
  test.each([
    ['', document],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/e^f', 3],
    ['/g|h', 4],
    ['/i\\j', 5],
    ['/k"l', 6],
    ['/ ', 7],
    ['/m~0n', 8],
  ])('%j', (pointer, expected) => {
    expect(pointAt(document, pointer)).toEqual(expected)
  })

  test.each(['/foo/2', '/foo/-', '/foo/01', '/foo/length', '/nothing', '/constructor', '/__proto__', '/foo/0/x'])(
    '%s is not there',
    (pointer) => {
      expect(() => pointAt(document, pointer)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
    },
  )

  test('what does not begin with a slash is refused', () => {
    expect(() => pointAt(document, 'foo')).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
  })
})

test('numbers that lose digits are noticed, and digits in texts are not numbers', () => {
  expect(losesDigits('[12345678901234567890]')).toBe(true)
  expect(losesDigits('[1e400, 1234567890123456]')).toBe(true)
  expect(losesDigits('["12345678901234567890", 9007199254740991]')).toBe(false)
})

test('keys are sorted all the way down, and __proto__ stays a key', () => {
  expect(JSON.stringify(sortKeys(JSON.parse('{"b":[{"d":1,"c":2}],"__proto__":{"x":1},"a":null}')))).toBe(
    '{"__proto__":{"x":1},"a":null,"b":[{"c":2,"d":1}]}',
  )
})
