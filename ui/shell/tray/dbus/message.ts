// Messages of the bus: a header of fields, and a body. One that is too long is passed over, and not kept.
import { Reader, unmarshal } from './reader.ts'
import { Malformed, parseSingle, type Value, variant } from './signature.ts'
import { marshal } from './writer.ts'

export type Kind = 'call' | 'return' | 'error' | 'signal'
const kinds: readonly Kind[] = ['call', 'return', 'error', 'signal']

/** The fields of a header, by their number. */
const fieldTypes = {
  path: [1, 'o'],
  interface: [2, 's'],
  member: [3, 's'],
  errorName: [4, 's'],
  replyTo: [5, 'u'],
  destination: [6, 's'],
  sender: [7, 's'],
  signature: [8, 'g'],
} as const
type FieldName = keyof typeof fieldTypes

export interface Fields {
  path?: string
  interface?: string
  member?: string
  errorName?: string
  replyTo?: number
  destination?: string
  sender?: string
  signature?: string
}

export interface Outgoing extends Fields {
  kind: Kind
  body?: readonly Value[]
}

export interface Incoming extends Fields {
  /** Left out for kinds that are not known yet. */
  kind?: Kind
  serial: number
  wantsReply: boolean
  /** Throws Malformed where it is not what its signature says. */
  body(): Value[]
}

const fixed = 16
const longestHeader = 64 * 1024
/** What the specification allows, and what we read. */
const longestEver = 128 * 1024 * 1024
const longestRead = 1024 * 1024

const fieldList = parseSingle('a(yv)')
const names = Object.keys(fieldTypes) as FieldName[]

/** The bytes of a message. */
export function encode(message: Outgoing, serial: number): Buffer {
  const body = marshal(message.signature ?? '', message.body ?? [])
  const fields = names.flatMap((name) => {
    const value = message[name]
    return value === undefined ? [] : [[fieldTypes[name][0], variant(fieldTypes[name][1], value)]]
  })
  const kind = kinds.indexOf(message.kind) + 1
  const head = marshal('yyyyuua(yv)', ['l'.charCodeAt(0), kind, 0, 1, body.length, serial, fields])
  return Buffer.concat([head, Buffer.alloc(-head.length & 7), body])
}

function decode(bytes: Buffer): Incoming {
  const little = isLittle(bytes)
  const number = (at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const reader = new Reader(bytes, little, 12)
  const given = reader.read(fieldList) as [number, { type: string; value: never }][]
  reader.align(8)
  const fields: Fields = {}
  for (const [code, { type, value }] of given) {
    const name = names.find((each) => fieldTypes[each][0] === code)
    if (name === undefined) continue
    if (type !== fieldTypes[name][1]) throw new Malformed('A field of a header has a wrong type.')
    fields[name] = value
  }
  const kind = kinds[(bytes[1] ?? 0) - 1]
  const serial = number(8)
  if (bytes[1] === 0 || serial === 0) throw new Malformed('A message has no kind or no number.')
  const body = bytes.subarray(bytes.length - reader.left)
  return {
    ...fields,
    ...(kind === undefined ? {} : { kind }),
    serial,
    wantsReply: ((bytes[2] ?? 0) & 1) === 0,
    body: () => unmarshal(fields.signature ?? '', body, little),
  }
}

function isLittle(bytes: Buffer): boolean {
  if (bytes[0] !== 0x6c && bytes[0] !== 0x42) throw new Malformed('A message begins with no byte order.')
  if (bytes[3] !== 1) throw new Malformed('This is another version of the protocol.')
  return bytes[0] === 0x6c
}

/** Cuts what arrives into messages. Throws Malformed where they can't be told apart any more. */
export class Framer {
  #chunks: Buffer[] = []
  #length = 0
  #wanted = fixed
  #toSkip = 0

  push(chunk: Buffer): Incoming[] {
    const skipped = Math.min(this.#toSkip, chunk.length)
    this.#toSkip -= skipped
    this.#chunks.push(chunk.subarray(skipped))
    this.#length += chunk.length - skipped
    const messages: Incoming[] = []
    while (this.#length >= this.#wanted && this.#toSkip === 0) {
      const [only, ...more] = this.#chunks
      const bytes = only !== undefined && more.length === 0 ? only : Buffer.concat(this.#chunks)
      const size = sizeOf(bytes)
      if (size > longestRead) this.#toSkip = Math.max(0, size - bytes.length)
      else if (bytes.length >= size) messages.push(decode(bytes.subarray(0, size)))
      else {
        this.#keep(bytes, size)
        break
      }
      this.#keep(bytes.subarray(Math.min(size, bytes.length)), fixed)
    }
    return messages
  }

  #keep(bytes: Buffer, wanted: number): void {
    this.#chunks = [bytes]
    this.#length = bytes.length
    this.#wanted = wanted
  }
}

function sizeOf(bytes: Buffer): number {
  const little = isLittle(bytes)
  const [body, fields] = [4, 12].map((at) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)))
  const head = fixed + ((fields ?? 0) + 7) - (((fields ?? 0) + 7) % 8)
  if (head > longestHeader || head + (body ?? 0) > longestEver)
    throw new Malformed('A message is longer than any may be.')
  return head + (body ?? 0)
}
