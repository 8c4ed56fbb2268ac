// Text into other text. Nothing here touches the world.
import * as z from 'zod'
import { defineTool, type Tool } from '../kernel/define.ts'
import { decodeStrict } from '../text/decode.ts'
import { StewardError } from '../text/errors.ts'
import { losesDigits, parseJson, pointAt, sortKeys } from '../text/json.ts'

// What comes out is as trustworthy as what went in, and no tool can know that: the strictest label it is.
const labels = { trust: 'untrusted', secrecy: 'private' } as const

export const jsonParse = defineTool({
  name: 'json_parse',
  summary: 'Reads JSON and returns the value, or one part of it. A fault is told with line, column and a hint.',
  category: 'web',
  input: z.object({
    text: z.string().max(10_000_000),
    pointer: z.string().max(10_000).optional().describe('JSON Pointer to one part, such as /items/0/name'),
  }),
  output: z.object({ value: z.unknown(), warning: z.string().optional() }),
  effects: {},
  labels,
  examples: [{ text: '{"a": [1, 2]}' }, { text: '{"a": [1, 2]}', pointer: '/a/1' }],
  run({ text, pointer }) {
    const value = pointAt(parseJson(text), pointer ?? '')
    return losesDigits(text) ? { value, warning: 'Some numbers are too large to be exact.' } : { value }
  },
})

export const jsonStringify = defineTool({
  name: 'json_stringify',
  summary: 'Writes a value as JSON, indented and with sorted keys if you like.',
  category: 'web',
  input: z.object({
    value: z.unknown(),
    indent: z.number().int().min(0).max(8).default(2).describe('0 puts it on one line'),
    sortKeys: z.boolean().default(false),
  }),
  output: z.object({ text: z.string() }),
  effects: {},
  labels,
  examples: [
    { value: { b: 1, a: 2 }, sortKeys: true },
    { value: [1, 2], indent: 0 },
  ],
  run({ value, indent, sortKeys: sorted }) {
    const text: string | undefined = JSON.stringify(sorted ? sortKeys(value) : value, null, indent)
    if (text === undefined)
      throw new StewardError('BAD_INPUT', 'There is no value.', 'Give one as "value"; null is one.')
    return { text }
  },
})

export const base64Encode = defineTool({
  name: 'base64_encode',
  summary: 'Encodes text as base64 or base64url.',
  category: 'web',
  input: z.object({
    text: z.string().max(10_000_000),
    url: z.boolean().default(false).describe('base64url, no padding'),
  }),
  output: z.object({ base64: z.string() }),
  effects: {},
  labels,
  examples: [{ text: 'Grüße' }, { text: '??>', url: true }],
  run: ({ text, url }) => ({
    base64: new TextEncoder().encode(text).toBase64({ alphabet: url ? 'base64url' : 'base64', omitPadding: url }),
  }),
})

const fromBase64 = (base64: string): Uint8Array => {
  try {
    return Uint8Array.fromBase64(base64, { alphabet: /[-_]/.test(base64) ? 'base64url' : 'base64' })
  } catch {
    throw new StewardError('BAD_INPUT', 'This is not base64.', 'It takes A-Z, a-z, 0-9, + and / (or - and _), then =.')
  }
}

export const base64Decode = defineTool({
  name: 'base64_decode',
  summary: 'Decodes base64 or base64url to text. What is not text comes as an attachment.',
  category: 'web',
  input: z.object({ base64: z.string().max(14_000_000) }),
  output: z.object({
    bytes: z.number(),
    utf8: z.boolean(),
    text: z.string().optional().describe('Only if it is UTF-8'),
  }),
  effects: {},
  labels,
  examples: [{ base64: 'R3LDvMOfZQ==' }, { base64: '_w' }],
  run({ base64 }, _ports, { attach }) {
    const bytes = fromBase64(base64)
    const text = decodeStrict(bytes)
    if (text === undefined) attach('decoded.bin', 'application/octet-stream', bytes)
    return { bytes: bytes.length, utf8: text !== undefined, ...(text === undefined ? {} : { text }) }
  },
})

export const dataTools: readonly Tool[] = [jsonParse, jsonStringify, base64Encode, base64Decode]
