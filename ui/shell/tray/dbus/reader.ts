// Bytes to values. The bytes are anybody's: whatever is not exactly as specified throws Malformed, no length is believed
// before it was compared with what is there, and nothing nests deeper than the specification allows.
import { alignmentOf, isPath, Malformed, parseSignature, parseSingle, type Type, type Value } from './signature.ts'

const deepest = 64
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export class Reader {
  readonly #bytes: Buffer
  readonly #view: DataView
  readonly #little: boolean
  #at: number

  constructor(bytes: Buffer, little: boolean, at = 0) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    this.#little = little
    this.#at = at
  }

  get left(): number {
    return this.#bytes.length - this.#at
  }

  /** Moves to the next boundary; what is skipped must be zero. */
  align(boundary: number): void {
    const from = this.#take(-this.#at & (boundary - 1))
    if (this.#bytes.subarray(from, this.#at).some((byte) => byte !== 0)) throw new Malformed('Padding is not empty.')
  }

  /** The next value, if it is one of this type. */
  read(type: Type, depth = 0): Value {
    if (depth > deepest) throw new Malformed('Values nest too deeply.')
    this.align(alignmentOf(type))
    if (type.code === 'a') return this.#readArray(type.of, depth)
    if (type.code === '(' || type.code === '{') return type.of.map((part) => this.read(part, depth + 1))
    if (type.code === 'v') return this.#readVariant(depth)
    if (type.code === 's' || type.code === 'o' || type.code === 'g') return this.#readText(type.code)
    return this.#readNumber(type.code)
  }

  #take(count: number): number {
    if (count > this.left) throw new Malformed('A message ends too early.')
    const at = this.#at
    this.#at += count
    return at
  }

  #readNumber(code: 'y' | 'b' | 'n' | 'q' | 'i' | 'u' | 'h' | 'x' | 't' | 'd'): Value {
    if (code === 'y') return this.#view.getUint8(this.#take(1))
    if (code === 'n') return this.#view.getInt16(this.#take(2), this.#little)
    if (code === 'q') return this.#view.getUint16(this.#take(2), this.#little)
    if (code === 'i') return this.#view.getInt32(this.#take(4), this.#little)
    if (code === 'x') return this.#view.getBigInt64(this.#take(8), this.#little)
    if (code === 't') return this.#view.getBigUint64(this.#take(8), this.#little)
    if (code === 'd') return this.#view.getFloat64(this.#take(8), this.#little)
    const value = this.#view.getUint32(this.#take(4), this.#little)
    if (code !== 'b') return value
    if (value > 1) throw new Malformed('A truth is neither 0 nor 1.')
    return value === 1
  }

  #readText(code: 's' | 'o' | 'g'): string {
    const length = code === 'g' ? this.#view.getUint8(this.#take(1)) : Number(this.#readNumber('u'))
    const from = this.#take(length + 1)
    const bytes = this.#bytes.subarray(from, from + length)
    if (this.#bytes[from + length] !== 0 || bytes.includes(0)) throw new Malformed('A text does not end where it says.')
    const text = decode(bytes)
    if (code === 'o' && !isPath(text)) throw new Malformed('A path makes no sense.')
    if (code === 'g') parseSignature(text)
    return text
  }

  #readArray(of: Type, depth: number): Value {
    const length = Number(this.#readNumber('u'))
    this.align(alignmentOf(of))
    const from = this.#take(length)
    if (of.code === 'y') return Buffer.from(this.#bytes.subarray(from, from + length))
    // Its elements must fill it exactly, so that they are read from no more than is its own.
    const inner = new Reader(this.#bytes.subarray(0, from + length), this.#little, from)
    const values: Value[] = []
    while (inner.left > 0) values.push(inner.read(of, depth + 1))
    return of.code === '{' ? new Map(values as [Value, Value][]) : values
  }

  #readVariant(depth: number): Value {
    const type = this.#readText('g')
    return { type, value: this.read(parseSingle(type), depth + 1) }
  }
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new Malformed('A text is no UTF-8.')
  }
}

/** All the values of a signature; nothing may be left. */
export function unmarshal(signature: string, bytes: Buffer, little = true): Value[] {
  const reader = new Reader(bytes, little)
  const values = parseSignature(signature).map((type) => reader.read(type))
  if (reader.left > 0) throw new Malformed('There is more than the signature says.')
  return values
}
