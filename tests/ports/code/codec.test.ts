import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_MESSAGE, pack, unpacker } from '../../../sidecar/ports/code/codec.ts'

const through = (value: unknown): unknown => {
  const out: unknown[] = []
  unpacker((message) => out.push(message))(pack(value))
  expect(out).toHaveLength(1)
  return out[0]
}

const frame = (json: string, blob = Buffer.alloc(0)): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(Buffer.byteLength(json), 0)
  head.writeUInt32BE(blob.length, 4)
  return Buffer.concat([head, Buffer.from(json), blob])
}

const received = (bytes: Buffer): unknown => {
  const out: unknown[] = []
  unpacker((message) => out.push(message))(bytes)
  return out[0]
}

describe('values between Steward and a custom tool', () => {
  it('arrive as they were sent', () => {
    const leaf = fc.oneof(
      fc.string(),
      fc.double().map((n) => (Object.is(n, -0) ? 0 : n)),
      fc.boolean(),
      fc.constantFrom(null, undefined, Number.NaN),
      fc.bigInt(),
      fc.date(),
      fc.uint8Array(),
    )
    const key = fc.oneof(fc.string(), fc.constantFrom('$', 'v', 'toString', '1')).filter((word) => word !== '__proto__')
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.array(tie('value')),
        fc.dictionary(key, tie('value'), { noNullPrototype: true }),
      ),
    }))
    fc.assert(
      fc.property(value, (one) => {
        expect(through(one)).toStrictEqual(one)
      }),
      {
        numRuns: process.env.STEWARD_FULL ? 20_000 : 500,
        seed: 7,
      },
    )
  })

  it('arrive however the pipe cuts them', () => {
    const sent = [{ a: Uint8Array.from([1, 2, 3]) }, 'two', { three: [undefined, 4n] }]
    const bytes = Buffer.concat(sent.map(pack))
    for (const size of [1, 3, 8, 9, 1000]) {
      const out: unknown[] = []
      const feed = unpacker((message) => out.push(message))
      for (let at = 0; at < bytes.length; at += size) feed(bytes.subarray(at, at + size))
      expect(out).toEqual(sent)
    }
  })

  it.each([
    ['a function', { a: [() => 1] }, 'a[0]: a function'],
    ['a promise', { later: Promise.resolve() }, 'later: a Promise'],
    ['a map', new Map(), 'value: a Map'],
    ['a symbol', Symbol('x'), 'value: a symbol'],
  ])('refuse %s and say where it is', (_what, value, said) => {
    expect(() => pack(value)).toThrow(said)
  })

  it('refuse what holds itself', () => {
    const cyclic: Record<string, unknown> = {}
    cyclic.self = cyclic
    expect(() => pack(cyclic)).toThrow('holds itself')
  })

  it('refuse more than 16 MB', () => {
    expect(() => pack('x'.repeat(MAX_MESSAGE))).toThrow('16 MB')
    expect(() => pack(new Uint8Array(MAX_MESSAGE))).toThrow('16 MB')
  })

  it('never carry a prototype', () => {
    const plain = received(frame('{"__proto__":{"polluted":1},"a":{"__proto__":[1]}}'))
    expect(plain).toEqual({ a: {} })
    expect(Object.getPrototypeOf(plain)).toBe(Object.prototype)
    const tagged = received(frame('{"$":"object","v":[["__proto__",{"polluted":1}],["$",1]]}'))
    expect(Object.keys(tagged as object)).toEqual(['$'])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it.each([
    ['no JSON', frame('nonsense')],
    ['an unknown tag', frame('{"$":"evil"}')],
    ['a tag that is no word', frame('{"$":{}}')],
    ['bytes that are not there', frame('{"$":"bytes","v":5}', Buffer.alloc(4))],
    ['the same bytes twice', frame('[{"$":"bytes","v":4},{"$":"bytes","v":4}]', Buffer.alloc(4))],
    ['bytes of a negative size', frame('{"$":"bytes","v":-1}', Buffer.alloc(4))],
    ['a number that takes for ever to read', frame(`{"$":"bigint","v":"${'9'.repeat(100_000)}"}`)],
    ['endless nesting', frame('['.repeat(100_000) + ']'.repeat(100_000))],
    ['a broken object', frame('{"$":"object","v":[[1,2]]}')],
    ['a frame over 16 MB', Buffer.from('ffffffff00000000', 'hex')],
  ])('are refused as a whole where they hold %s', (_what, bytes) => {
    expect(() => received(bytes)).toThrow()
  })
})
