import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { base64Decode, base64Encode, jsonParse, jsonStringify } from '../../sidecar/tools/data.ts'
import { sessionAt } from '../ports/bind.ts'
import { runTool } from './run.ts'

const session = sessionAt('/')

describe('JSON', () => {
  test('a value, or one part of it', async () => {
    expect(await runTool(jsonParse, { text: ' {"a": [1, {"b": null}]} ' }, { session })).toEqual({
      value: { a: [1, { b: null }] },
    })
    expect(await runTool(jsonParse, { text: '{"a": [1, {"b": null}]}', pointer: '/a/1/b' }, { session })).toEqual({
      value: null,
    })
  })

  test('a fault is told with its place and what to do', async () => {
    await expect(runTool(jsonParse, { text: '{\n  "a": 1,\n}' }, { session })).rejects.toEqual(
      expect.objectContaining({
        code: 'BAD_INPUT',
        message: expect.stringContaining('line 2, column 9'),
        hint: expect.stringContaining('comma'),
      }),
    )
  })

  test('numbers that lose digits come with a warning', async () => {
    expect(await runTool(jsonParse, { text: '12345678901234567890' }, { session })).toMatchObject({
      warning: expect.any(String),
    })
  })

  test('values are written on one line or indented, with keys in order on request', async () => {
    expect(await runTool(jsonStringify, { value: { b: 1, a: [2] }, sortKeys: true }, { session })).toEqual({
      text: '{\n  "a": [\n    2\n  ],\n  "b": 1\n}',
    })
    expect(await runTool(jsonStringify, { value: { b: 1, a: [2] }, indent: 0 }, { session })).toEqual({
      text: '{"b":1,"a":[2]}',
    })
    expect(await runTool(jsonStringify, { value: null }, { session })).toEqual({ text: 'null' })
    await expect(runTool(jsonStringify, {}, { session })).rejects.toThrow()
  })
})

describe('base64', () => {
  test('any text comes back, in both alphabets', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.boolean(), async (text, url) => {
        const { base64 } = (await runTool(base64Encode, { text, url }, { session })) as { base64: string }
        expect(base64).toBe(Buffer.from(text).toString(url ? 'base64url' : 'base64'))
        expect(await runTool(base64Decode, { base64 }, { session })).toEqual({
          text,
          bytes: Buffer.byteLength(text),
          utf8: true,
        })
      }),
      { seed: 5, numRuns: 200 },
    )
  })

  test('bytes that are no text are said to be none, and attached', async () => {
    const attached: unknown[] = []
    const attach = (...all: unknown[]) => void attached.push(all)
    expect(await runTool(base64Decode, { base64: '/wA' }, { session, context: { attach } })).toEqual({
      bytes: 2,
      utf8: false,
    })
    expect(attached).toEqual([['decoded.bin', 'application/octet-stream', new Uint8Array([255, 0])]])
  })

  test('line breaks do not matter, other characters do', async () => {
    expect(await runTool(base64Decode, { base64: 'aGVs\r\nbG8=\n' }, { session })).toMatchObject({ text: 'hello' })
    for (const base64 of ['a', 'aGVs!', 'a-b/', '===='])
      await expect(runTool(base64Decode, { base64 }, { session })).rejects.toEqual(
        expect.objectContaining({ code: 'BAD_INPUT' }),
      )
  })
})
