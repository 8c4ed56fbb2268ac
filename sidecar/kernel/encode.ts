// Values as bytes for the journal: plain ones as JSON, the rest (bytes, dates, maps) in V8's own format.

const JSON_MARK = 0x6a
const V8_MARK = 0x76

// Loaded when first needed: most calls keep nothing but numbers and texts.
const v8 = () => process.getBuiltinModule('node:v8')

/** Bytes that `decode` turns back into an equal value. */
export function encode(value: unknown): Uint8Array {
  if (typeof value !== 'object' || value === null) {
    const text = JSON.stringify(value)
    if (text !== undefined) return mark(JSON_MARK, Buffer.from(text))
  }
  return mark(V8_MARK, v8().serialize(value))
}

/** The value, as a fresh copy. */
export function decode(bytes: Uint8Array): unknown {
  const body = bytes.subarray(1)
  return bytes[0] === JSON_MARK ? JSON.parse(Buffer.from(body).toString()) : v8().deserialize(body)
}

function mark(kind: number, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(body.length + 1)
  bytes[0] = kind
  bytes.set(body, 1)
  return bytes
}
