// Values to bytes, in little endian.
import { alignmentOf, isPath, Malformed, parseSignature, parseSingle, type Type, type Value } from './signature.ts'

const fault = (type: Type) => new Malformed(`A value does not fit the type ${type.code}.`)

function partOf(values: readonly Value[], at: number, type: Type): Value {
  const value = values[at]
  if (value === undefined) throw fault(type)
  return value
}

type Sized = 'y' | 'b' | 'n' | 'q' | 'i' | 'u' | 'h' | 'x' | 't' | 'd'
const sizes: Readonly<Record<Sized, 1 | 2 | 4 | 8>> = { y: 1, b: 4, n: 2, q: 2, i: 4, u: 4, h: 4, x: 8, t: 8, d: 8 }
const isSized = (code: string): code is Sized => Object.hasOwn(sizes, code)

export class Writer {
  #bytes = Buffer.alloc(256)
  #length = 0

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  align(boundary: number): void {
    this.#take(-this.#length & (boundary - 1))
  }

  /** Writes one value. What does not fit its type is a fault of ours, and throws. */
  write(type: Type, value: Value): void {
    this.align(alignmentOf(type))
    if (isSized(type.code)) this.#writeNumber(type, type.code, value)
    else if (type.code === 'a') this.#writeArray(type.of, value)
    else if (type.code === '(' || type.code === '{') this.#writeParts(type, type.of, value)
    else if (type.code === 'v') this.#writeVariant(type, value)
    else this.#writeText(type, value)
  }

  /** Space for so many bytes, and where it begins. */
  #take(count: number): number {
    const at = this.#length
    this.#length += count
    if (this.#length > this.#bytes.length) {
      const larger = Buffer.alloc(this.#length * 2)
      this.#bytes.copy(larger, 0, 0, at)
      this.#bytes = larger
    }
    return at
  }

  #writeNumber(type: Type, code: Sized, given: Value): void {
    const value = typeof given === 'boolean' && code === 'b' ? Number(given) : given
    const at = this.#take(sizes[code])
    if (code === 'x' || code === 't') {
      if (typeof value !== 'bigint') throw fault(type)
      if (code === 'x') this.#bytes.writeBigInt64LE(value, at)
      else this.#bytes.writeBigUInt64LE(value, at)
    } else if (typeof value !== 'number') throw fault(type)
    else if (code === 'd') this.#bytes.writeDoubleLE(value, at)
    else if (code === 'n' || code === 'i') this.#bytes.writeIntLE(value, at, sizes[code])
    else this.#bytes.writeUIntLE(value, at, sizes[code])
  }

  #writeText(type: Type, value: Value): void {
    if (typeof value !== 'string' || value.includes('\0') || (type.code === 'o' && !isPath(value))) throw fault(type)
    if (type.code === 'g') parseSignature(value)
    const bytes = Buffer.from(`${value}\0`)
    this.#writeNumber(type, type.code === 'g' ? 'y' : 'u', bytes.length - 1)
    this.#writeBytes(bytes)
  }

  #writeBytes(bytes: Buffer): void {
    // Taken first: that may make another buffer.
    const at = this.#take(bytes.length)
    bytes.copy(this.#bytes, at)
  }

  #writeArray(of: Type, value: Value): void {
    const at = this.#take(4)
    this.align(alignmentOf(of))
    const begin = this.#length
    if (of.code === 'y' && Buffer.isBuffer(value)) this.#writeBytes(value)
    else if (value instanceof Map || Array.isArray(value)) for (const each of value) this.write(of, each)
    else throw fault({ code: 'a', of })
    this.#bytes.writeUInt32LE(this.#length - begin, at)
  }

  #writeParts(type: Type, of: readonly Type[], value: Value): void {
    if (!Array.isArray(value) || value.length !== of.length) throw fault(type)
    of.forEach((part, index) => {
      this.write(part, partOf(value, index, part))
    })
  }

  #writeVariant(type: Type, value: Value): void {
    if (typeof value !== 'object' || !('type' in value)) throw fault(type)
    this.write({ code: 'g' }, value.type)
    this.write(parseSingle(value.type), value.value)
  }
}

/** The values of a signature, one after the other. */
export function marshal(signature: string, values: readonly Value[]): Buffer {
  const types = parseSignature(signature)
  if (types.length !== values.length) throw new Malformed('There are more or fewer values than the signature says.')
  const writer = new Writer()
  types.forEach((type, index) => {
    writer.write(type, partOf(values, index, type))
  })
  return writer.bytes
}
