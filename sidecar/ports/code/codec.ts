// How values travel between Steward and the process of a custom tool: frames of JSON with the raw bytes behind it, so that
// bytes, undefined, bigint and dates survive. What comes from the child is hostile until it is decoded here: sizes, depth and
// tags are checked, `__proto__` is left out, and no byte can be claimed twice.
import { StewardError } from '../../text/errors.ts'

/** The most that one message may hold. */
export const MAX_MESSAGE = 16 * 1024 * 1024
const MAX_DEPTH = 100
const HEAD = 8

type Bytes = Uint8Array<ArrayBufferLike>

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** One value as a frame; throws BAD_OUTPUT naming what can't travel, TOO_LARGE when it is too much. */
export function pack(value: unknown): Buffer {
  const blobs: Bytes[] = []
  const json = Buffer.from(JSON.stringify(tagged(value, blobs, '', 0)))
  const size = blobs.reduce((sum, blob) => sum + blob.byteLength, 0)
  if (json.length + size > MAX_MESSAGE)
    throw new StewardError('TOO_LARGE', 'It is larger than the 16 MB that may pass at once.', 'Pass it on in parts.')
  const head = Buffer.alloc(HEAD)
  head.writeUInt32BE(json.length, 0)
  head.writeUInt32BE(size, 4)
  return Buffer.concat([head, json, ...blobs])
}

function tagged(value: unknown, blobs: Bytes[], at: string, depth: number): unknown {
  if (depth > MAX_DEPTH) throw unfit(at.slice(0, 80), 'it is nested too deeply, or holds itself')
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : { $: 'number', v: String(value) }
  if (value === undefined) return { $: 'undefined' }
  if (typeof value === 'bigint') return { $: 'bigint', v: String(value) }
  if (typeof value !== 'object') throw unfit(at, `a ${typeof value} can't be passed on`)
  if (value instanceof Date) return { $: 'date', v: value.getTime() }
  if (value instanceof Uint8Array) {
    blobs.push(value)
    return { $: 'bytes', v: value.byteLength }
  }
  if (Array.isArray(value)) return Array.from(value, (one, i) => tagged(one, blobs, `${at}[${i}]`, depth + 1))
  if (!isPlain(value)) throw unfit(at, `a ${nameOf(value)} can't be passed on`)
  const pairs = Object.entries(value)
    .filter(([key]) => key !== '__proto__')
    .map(([key, one]) => [key, tagged(one, blobs, at ? `${at}.${key}` : key, depth + 1)] as const)
  return pairs.some(([key]) => key === '$') ? { $: 'object', v: pairs } : Object.fromEntries(pairs)
}

const unfit = (at: string, why: string): StewardError =>
  new StewardError('BAD_OUTPUT', `${at || 'value'}: ${why}.`, 'A custom tool passes on plain data only.')

const nameOf = (value: object): string => {
  const name: unknown = value.constructor?.name
  return typeof name === 'string' && name !== '' ? name.slice(0, 40) : 'object of a class'
}

/** Collects chunks and hands over each whole message, decoded. Throws where they are not frames. */
export function unpacker(deliver: (message: unknown) => void): (chunk: Bytes) => void {
  let held: Bytes[] = []
  let length = 0
  let wanted = HEAD
  return (chunk) => {
    held.push(chunk)
    length += chunk.byteLength
    while (length >= wanted) {
      const all = held.length === 1 ? view(held[0] as Bytes) : Buffer.concat(held)
      const [json, blob] = [all.readUInt32BE(0), all.readUInt32BE(4)]
      if (json + blob > MAX_MESSAGE) throw new RangeError('a message over 16 MB')
      const whole = HEAD + json + blob
      held = [all]
      if (length < whole) {
        wanted = whole
        return
      }
      held = [all.subarray(whole)]
      length -= whole
      wanted = HEAD
      deliver(unpack(all.subarray(HEAD, HEAD + json), all.subarray(HEAD + json, whole)))
    }
  }
}

const view = (bytes: Bytes): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function unpack(json: Buffer, blob: Buffer): unknown {
  let cursor = 0
  // Bytes are handed out once and in order: a small frame can't unfold into a large value.
  const take = (size: unknown): Uint8Array => {
    if (!Number.isSafeInteger(size) || (size as number) < 0) throw new TypeError('bytes of no size')
    const end = cursor + (size as number)
    if (end > blob.length) throw new TypeError('bytes that are not there')
    const bytes = new Uint8Array(blob.subarray(cursor, end))
    cursor = end
    return bytes
  }
  return restored(JSON.parse(json.toString('utf8')), take, 0)
}

type Take = (size: unknown) => Uint8Array

function restored(value: unknown, take: Take, depth: number): unknown {
  if (depth > MAX_DEPTH * 2) throw new TypeError('nested too deeply')
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => restored(one, take, depth + 1))
  if (Object.hasOwn(value, '$')) return special(value as { $: unknown; v?: unknown }, take, depth)
  return built(Object.entries(value), take, depth)
}

function built(pairs: readonly unknown[], take: Take, depth: number): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  for (const pair of pairs) {
    if (!Array.isArray(pair) || typeof pair[0] !== 'string') throw new TypeError('a broken object')
    const one = restored(pair[1], take, depth + 1)
    if (pair[0] !== '__proto__') object[pair[0]] = one
  }
  return object
}

function special({ $: tag, v }: { $: unknown; v?: unknown }, take: Take, depth: number): unknown {
  if (tag === 'undefined') return undefined
  if (tag === 'bytes') return take(v)
  if (tag === 'date' && (typeof v === 'number' || v === null)) return new Date(v ?? Number.NaN)
  if (tag === 'number' && typeof v === 'string') return Number(v)
  // Longer ones take quadratic time to read.
  if (tag === 'bigint' && typeof v === 'string' && /^-?\d{1,1000}$/.test(v)) return BigInt(v)
  if (tag === 'object' && Array.isArray(v)) return built(v, take, depth)
  throw new TypeError('an unknown tag')
}
