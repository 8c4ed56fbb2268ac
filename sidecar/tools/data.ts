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
  phrases: [
    '(parse|read|check|validate) [this|the] json {text:json}',
    'json parse {text:json}',
    'is {text:json} valid json',
    '(解析|读取|检查|校验|验证)[一下][这段|这个]JSON{text:json}',
  ],
  sentences: [
    ['parse json {"a": 1}', { text: '{"a": 1}' }],
    ['解析JSON [1, 2]', { text: '[1, 2]' }],
  ],
  words: ['validate', '解析'],
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
  phrases: [
    '(format|pretty print|prettify|indent|stringify|beautify) [this|the] [json] {value:json}',
    'json stringify {value:json}',
    '(minify|compact) [this|the] [json] {value:json} {indent=0}',
    '(sort the keys of|sort keys of|sort) [this|the] [json] {value:json} {sortKeys=true}',
    '(格式化|美化)[一下][这段|这个][JSON]{value:json}',
    '压缩[一下][这段|这个][JSON]{value:json} {indent=0}',
  ],
  sentences: [
    ['pretty print {"b":1,"a":2}', { value: { b: 1, a: 2 } }],
    ['格式化JSON {"a":1}', { value: { a: 1 } }],
  ],
  words: ['format', 'pretty', 'indent', '格式化'],
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
  phrases: [
    '(base64 encode|base64encode|encode in base64|encode as base64|encode to base64|base64 of) {text}',
    '(encode|convert|turn) {text} (in|as|to|into|with) base64',
    '(base64url encode|base64url of) {text} {url=true}',
    '[用]Base64编码{text}',
    '(把|将){text}(编码成|编码为|转成|转换成|转为|用)Base64[编码]',
    '{text}的Base64[编码][是什么]',
  ],
  sentences: [
    ['base64 encode hello world', { text: 'hello world' }],
    ['把“你好”编码成base64', { text: '你好' }],
  ],
  words: ['编码'],
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
  phrases: [
    '(base64 decode|base64decode|decode base64|decode from base64|decode the base64) {base64:base64}',
    'decode {base64:base64} (from|as|with) base64',
    '(Base64解码|解码Base64|用Base64解码){base64:base64}',
    '(把|将){base64:base64}[用|从]Base64解码',
  ],
  sentences: [
    ['decode base64 R3LDvMOfZQ==', { base64: 'R3LDvMOfZQ==' }],
    ['base64解码 aGVsbG8=', { base64: 'aGVsbG8=' }],
  ],
  words: ['解码'],
  run({ base64 }, _ports, { attach }) {
    const bytes = fromBase64(base64)
    const text = decodeStrict(bytes)
    if (text === undefined) attach('decoded.bin', 'application/octet-stream', bytes)
    return { bytes: bytes.length, utf8: text !== undefined, ...(text === undefined ? {} : { text }) }
  },
})

export const dataTools: readonly Tool[] = [jsonParse, jsonStringify, base64Encode, base64Decode]
