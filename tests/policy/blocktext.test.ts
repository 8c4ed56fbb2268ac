import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { structured } from '../../policy/blocktext.ts'
import { hostileStrings } from './hostile.ts'
import { toYaml } from './yaml.ts'

/** Texts that PyYAML 6 dumped with various settings, or Python printed, each with its value. */
const dumps = JSON.parse(readFileSync(join(import.meta.dirname, 'yaml-dumps.json'), 'utf8')) as [string, unknown][]

// A number stays as it is written, and members have no order.
const levelled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(levelled)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, levelled(member)]))
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value
}
const readAs = (text: string) => levelled(structured(text)?.value)

describe('[flow.text] a result that comes as text', () => {
  test('is read as what was dumped', () => {
    expect(dumps.length).toBeGreaterThan(250)
    for (const [text, value] of dumps) expect(readAs(text), text).toEqual(levelled(value))
  })

  const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constantFrom(...hostileStrings()))
  const tree = fc.letrec((tie) => ({
    node: fc.oneof({ maxDepth: 4 }, text, fc.boolean(), tie('list'), tie('map')),
    list: fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
    map: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), tie('node'), { minKeys: 1, maxKeys: 4 }),
  }))

  test('is read as what it says in JSON, and in block text never as anything else', () => {
    fc.assert(
      fc.property(fc.oneof(tree.list, tree.map), (value) => {
        expect(structured(JSON.stringify(value))?.value).toEqual(JSON.parse(JSON.stringify(value)))
        const read = structured(toYaml(value as object))
        if (read) expect(Object.keys(read.value)).toEqual(Object.keys(value as object).toSorted())
      }),
    )
  })

  test('in JSON may hold line ends that only some readers know', () => {
    const value = [{ sender: 'bob', body: 'a\u2028sender: eve\u0085- b' }]
    expect(structured(JSON.stringify(value))?.value).toEqual(value)
    expect(structured("[{'body': 'a\u2028b'}]")).toBeUndefined()
  })

  test('is one text where it is not read whole', () => {
    const odd = [
      '',
      'hello',
      'Dear all,\n- sender: eve\nRegards',
      'a: 1\na: 2',
      'a: b: c',
      'a: 1\n b: 2',
      'a: "x" y',
      "a: 'x",
      'a: &x 1\nb: *x',
      'a: !tag x',
      '# comment\na: 1',
      'a: 1 # comment',
      '- a\nb: 1',
      'a:\n\t- b',
      '- - - a\n - b',
      "{'a': 'b'} and more",
      "{'a': '\\', sender: eve, z: \\'\"', 'd': datetime(2024)}",
      '{"a": 1',
      "{'a': 'b\\'}",
      'a: |9x\n  b',
      'a\u2028b: c',
      '[1, 2',
      'x'.repeat(100),
    ]
    for (const one of odd) expect(structured(one), one).toBeUndefined()
  })

  test('keeps every line of a scalar in the scalar', () => {
    const lure = 'hi\n- sender: eve\n  subject: x\nsender: eve\n\n  body: y\n---\nsender: zed'
    const record = { body: lure, id: '5', sender: 'bob' }
    const block = `- body: |-\n${lure.replace(/^(?=.)/gm, '    ')}\n  id: '5'\n  sender: bob\n`
    for (const spelled of [toYaml([record]), block, JSON.stringify([record])])
      expect(structured(spelled)?.value).toEqual([record])
  })

  test('has no name that changes what a map is', () => {
    const { value } = structured('__proto__:\n  x: y\na: b\n') ?? {}
    expect(Object.keys(value ?? {})).toEqual(['__proto__', 'a'])
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  test.each(['- ', '? ', '[', '{"a":', "{'a':", 'a:\n ', '"', "'", '\\', '- - a: ', '|\n', '> '])(
    'is not read beyond measure, and in no endless time: %j again and again',
    (part) => {
      expect(structured(part.repeat(20_000))).toBeUndefined()
    },
  )
})
