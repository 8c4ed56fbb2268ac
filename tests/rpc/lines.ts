// Hostile lines: everything that a wire on stdio may be sent by mistake or by malice, from a seed.
import { MAX_FRAME_BYTES } from '../../sidecar/protocol/errors.ts'
import { type MethodName, methods } from '../../sidecar/protocol/methods.ts'

type Random = () => number
type Maker = (random: Random) => Buffer

/** A small generator with a seed (mulberry32), so that every failure can be had again. */
function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const upTo = (random: Random, most: number) => Math.floor(random() * most)
function pick<T>(random: Random, from: readonly T[]): T {
  return from[upTo(random, from.length)] as T
}
const line = (text: string) => Buffer.from(`${text}\n`)
const bytes = (...values: number[]) => Buffer.from(values)

const names = Object.keys(methods) as MethodName[]
/** Changes nothing, so it may be sent as it is and with bytes turned. */
const harmless = [
  '{"jsonrpc":"2.0","id":1,"method":"tool/list","params":{}}',
  '{"jsonrpc":"2.0","id":"a","method":"tool/list","params":{"category":"system","query":"é😀"}}',
  '{"jsonrpc":"2.0","id":2,"method":"tool/describe","params":{"tool":"current_time"}}',
  '{"jsonrpc":"2.0","id":3,"method":"call/list","params":{"limit":3}}',
  '{"jsonrpc":"2.0","id":4,"method":"events/since","params":{"epoch":"x","seq":0}}',
  '{"jsonrpc":"2.0","id":5,"method":"policy/explain","params":{"tool":"current_time","input":{}}}',
  '{"jsonrpc":"2.0","method":"tool/stats","params":{}}',
  '{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}',
]
const ids = [
  '1',
  '"a"',
  'null',
  '{}',
  '[]',
  'true',
  '1e400',
  '-0',
  '1.5',
  '9'.repeat(400),
  `"${'i'.repeat(5000)}"`,
  '"\\ud800"',
]
const values = [
  ...[
    'null',
    'true',
    '0',
    '-1',
    '1e400',
    '-1e400',
    '5e-324',
    '9'.repeat(400),
    '""',
    '"x"',
    '"\\u0000"',
    '"\\ud800"',
    '[]',
  ],
  ...['{}', '[[[]]]', '{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}', '{"toString":1}'],
  ...[`"${'y'.repeat(3000)}"`, '{"then":1}', '{"length":1e9}', '[null,null]', '"2024-13-45"', '"../../etc/passwd"'],
]
const keys = [
  'tool',
  'input',
  'callId',
  'id',
  'key',
  'value',
  'limit',
  'session',
  'calls',
  'hash',
  'decision',
  '__proto__',
  'constructor',
]
const brokenUtf8 = [
  bytes(0xff),
  bytes(0xc3),
  bytes(0xed, 0xa0, 0x80),
  bytes(0xf0, 0x9f, 0x98),
  bytes(0xc0, 0x80),
  bytes(0xfe, 0xff),
]

function someObject(random: Random): string {
  const entries = Array.from({ length: upTo(random, 4) }, () => `"${pick(random, keys)}":${pick(random, values)}`)
  return `{${entries.join(',')}}`
}

/** Params that the method refuses. Whatever it would take is never sent: some methods write, and one ends the process. */
function wrongParams(random: Random, name: MethodName): string {
  for (let tries = 0; tries < 3; tries++) {
    const text = random() < 0.5 ? pick(random, values) : someObject(random)
    if (!methods[name].params().safeParse(JSON.parse(text)).success) return text
  }
  return pick(random, ['[]', 'null', '5', '"x"', '[{}]', 'true'])
}

function wrongCall(random: Random): string {
  const name = pick(random, names)
  const id = random() < 0.1 ? '' : `"id":${pick(random, ids)},`
  return `{"jsonrpc":"2.0",${id}"method":"${name}","params":${wrongParams(random, name)}}`
}

function strangeMessage(random: Random): string {
  const method = pick(random, [
    '"__proto__"',
    '"constructor"',
    '"toString"',
    '"valueOf"',
    '""',
    '1',
    'null',
    '"\\u0000"',
    '"tool/list "',
    '[]',
  ])
  const version = pick(random, ['"2.0"', '"2.0"', '"1.0"', '2.0', 'null'])
  const more = pick(random, [
    '',
    ',"result":1',
    ',"error":{}',
    ',"__proto__":{"id":1}',
    `,"params":${pick(random, values)}`,
  ])
  return `{"jsonrpc":${version},"id":${pick(random, ids)},"method":${method}${more}}`
}

function nested(random: Random): string {
  const depth = pick(random, [10, 900, 1100, 20_000, 100_000])
  const [open, close] = pick(random, [
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"":', '}]'],
  ] as const)
  const nest = open.repeat(depth) + (random() < 0.5 ? `1${close.repeat(depth)}` : '')
  return random() < 0.5 ? nest : `{"jsonrpc":"2.0","id":1,"method":"tool/describe","params":{"tool":${nest}}}`
}

function batch(random: Random): string {
  const count = pick(random, [0, 1, 3, 100, 101])
  const item = () =>
    pick(random, [wrongCall, strangeMessage, () => pick(random, harmless), () => '[]', () => '[[]]'])(random)
  return `[${Array.from({ length: count }, item).join(',')}]`
}

function mutated(random: Random): Buffer {
  const copy = line(pick(random, harmless))
  for (let n = 1 + upTo(random, 4); n > 0; n--) copy[upTo(random, copy.length)] = upTo(random, 256)
  return copy
}

function half(random: Random): Buffer {
  const whole = Buffer.from(pick(random, harmless))
  const part = whole.subarray(0, upTo(random, whole.length))
  return random() < 0.5 ? part : Buffer.concat([part, bytes(10)])
}

const broken = (random: Random): Buffer => {
  const whole = Buffer.from(pick(random, harmless))
  const at = upTo(random, whole.length)
  return Buffer.concat([whole.subarray(0, at), pick(random, brokenUtf8), whole.subarray(at), bytes(10)])
}

const noise = (random: Random): Buffer =>
  Buffer.from(Array.from({ length: upTo(random, 300) }, () => upTo(random, 256)))
const oddText = (random: Random): Buffer =>
  line(
    pick(random, [
      '\ufeff{}',
      '\ufeff',
      '\0',
      '\0\0\0',
      '\ud800',
      '{"a":"\u2028"}',
      '\r',
      '   ',
      'NaN',
      '-',
      '"',
      '\\',
      '{"a":1,}',
      "{'a':1}",
    ]),
  )
const huge = (random: Random): Buffer =>
  Buffer.concat([
    Buffer.alloc(MAX_FRAME_BYTES + 1 + upTo(random, 70_000), pick(random, ['x', '[', '"', '\\', '{"a":'])),
    bytes(10),
  ])
const cancel = (random: Random): Buffer =>
  line(
    `{"jsonrpc":"2.0","method":"$/cancelRequest","params":${pick(random, [`{"id":${pick(random, ids)}}`, ...values])}}`,
  )

const makers: readonly (readonly [weight: number, make: Maker])[] = [
  [30, (random) => line(wrongCall(random))],
  [15, (random) => line(strangeMessage(random))],
  [15, mutated],
  [10, half],
  [10, broken],
  [8, cancel],
  [5, noise],
  [5, oddText],
  [4, (random) => line(pick(random, harmless))],
  [1, (random) => line(batch(random))],
  [0.3, (random) => line(nested(random))],
  [0.02, huge],
]
const total = makers.reduce((sum, [weight]) => sum + weight, 0)

/** So many hostile pieces of input, the same for the same seed. Most are one line; some lack their newline or hold several. */
export function* hostileLines(seed: number, count: number): Iterable<Buffer> {
  const random = seeded(seed)
  for (let n = 0; n < count; n++) yield pickMaker(random)(random)
}

function pickMaker(random: Random): Maker {
  let left = random() * total
  for (const [weight, make] of makers) {
    left -= weight
    if (left < 0) return make
  }
  return noise
}
