// What every tool keeps to that says how people ask for it.
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { Tool } from '../../sidecar/kernel/define.ts'
import { fieldsOf } from '../../sidecar/text/fields.ts'
import { createMatcher } from '../../sidecar/text/intents.ts'
import { compilePhrase, namedKinds } from '../../sidecar/text/phrases.ts'
import { slotKinds } from '../../sidecar/text/slots.ts'
import { families } from '../../sidecar/tools/index.ts'
import { spoken } from '../../sidecar/tools/phrases.gen.ts'

const tools: Tool[] = (await Promise.all(Object.values(families).map((load) => load()))).flat()
const understand = createMatcher(spoken)

const han = /\p{Script=Han}/u

describe.each(tools.map((tool) => [tool.name, tool] as const))('[intent.contract] %s', (_name, tool) => {
  const { phrases = [], sentences = [] } = tool
  const fields = fieldsOf(z.toJSONSchema(tool.input, { io: 'input', unrepresentable: 'any' }))

  test('can be asked for in English and in Chinese, and shows how', () => {
    for (const texts of [phrases, sentences.map(([sentence]) => sentence)]) {
      expect(texts.some((text: string) => han.test(text))).toBe(true)
      expect(texts.some((text: string) => !han.test(text))).toBe(true)
    }
  })

  test('names only fields that it has, and gives all that it needs', () => {
    for (const row of phrases.flatMap(compilePhrase)) {
      const named = row.flatMap((item) => ('slot' in item ? [item.slot] : 'field' in item ? [item.field] : []))
      expect(named.filter((name) => !Object.hasOwn(fields, name))).toEqual([])
      expect(new Set(named).size).toBe(named.length)
      for (const [name, field] of Object.entries(fields)) if (field.required) expect(named).toContain(name)
    }
  })

  test('names only kinds of value that there are', () => {
    const kinds = Object.values(namedKinds(phrases)).flat()
    expect(kinds.filter((kind) => !slotKinds.includes(kind))).toEqual([])
  })

  test('has fixed values that fit its input', () => {
    const shape = (tool.input as z.ZodObject).shape
    for (const item of phrases.flatMap(compilePhrase).flat())
      if ('field' in item) expect(z.safeParse(shape[item.field] as z.ZodType, item.value).success).toBe(true)
  })

  test('understands its own sentences as valid input', () => {
    for (const [sentence, input] of sentences) {
      expect(understand(sentence)).toMatchObject([{ tool: tool.name, input }])
      expect(tool.input.safeParse(input).success).toBe(true)
    }
  })
})

describe('[intent.contract] a phrase that is wrong is refused', () => {
  test.each(['read (a|b', 'read [a', 'read {path', 'read )', 'a | b', '{path}', 'set {a} {b}', 'x {a b}', 'x {}'])(
    '%s',
    (phrase) => expect(() => compilePhrase(phrase)).toThrow(expect.objectContaining({ code: 'BAD_INPUT' })),
  )

  test('one that stands for too many sentences', () => {
    expect(() => compilePhrase('a [b|c|d] '.repeat(12))).toThrow('too many')
  })
})
