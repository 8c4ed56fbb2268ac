// Canonical JSON (RFC 8785): one spelling for one value, so that a hash of it means the value and nothing else.

const MAX_DEPTH = 500

type TextMap = (text: string) => string

/**
 * The canonical spelling. `undefined` members are left out, as JSON does; what JSON can't say is refused.
 * `map` is put to every text in it, names aside.
 */
export function canonical(value: unknown, map?: TextMap): string {
  try {
    return JSON.stringify(ordered(value, 0, map)) ?? 'null'
  } catch (thrown) {
    if (thrown !== unorderable) throw thrown
    return write(value, 0, map)
  }
}

// Objects keep the order in which their members were added, but for names that are whole numbers, and one that is special.
const unorderable = Symbol('unorderable')
const isUnorderable = (name: string): boolean => (name >= '0' && name < ':') || name === '__proto__'

// A copy that JSON.stringify spells canonically: several times faster than putting the text together piece by piece.
function ordered(value: unknown, depth: number, map: TextMap | undefined): unknown {
  if (typeof value === 'string') return map ? map(value) : value
  if (value === null || typeof value !== 'object') return checked(value)
  if (depth > MAX_DEPTH) throw new RangeError(`nested more than ${MAX_DEPTH} levels deep`)
  if (Array.isArray(value)) return Array.from(value, (item) => ordered(item ?? null, depth + 1, map))
  if ('toJSON' in value && typeof value.toJSON === 'function') return ordered(value.toJSON(), depth + 1, map)
  const copy: Record<string, unknown> = {}
  // The default sort compares UTF-16 code units, which is the order that RFC 8785 asks for.
  for (const name of Object.keys(value).sort()) {
    if (isUnorderable(name)) throw unorderable
    const member = (value as Record<string, unknown>)[name]
    if (member !== undefined && typeof member !== 'function') copy[name] = ordered(member, depth + 1, map)
  }
  return copy
}

// Loading node:crypto takes as long as a third of starting Node; whoever only starts must not pay for it.
let hash: ((algorithm: string, data: string | Uint8Array, encoding: 'hex') => string) | undefined

/** SHA-256 in hex. */
export function sha256(data: string | Uint8Array): string {
  hash ??= process.getBuiltinModule('node:crypto').hash
  return hash('sha256', data, 'hex')
}

function write(value: unknown, depth: number, map: TextMap | undefined): string {
  if (typeof value === 'string') return JSON.stringify(map ? map(value) : value)
  if (value === null || typeof value !== 'object') return primitive(value)
  if (depth > MAX_DEPTH) throw new RangeError(`nested more than ${MAX_DEPTH} levels deep`)
  // Array.from sees the holes that map skips.
  if (Array.isArray(value)) return `[${Array.from(value, (item) => write(item ?? null, depth + 1, map)).join(',')}]`
  if ('toJSON' in value && typeof value.toJSON === 'function') return write(value.toJSON(), depth + 1, map)
  let out = ''
  for (const key of Object.keys(value).sort()) {
    const member = (value as Record<string, unknown>)[key]
    if (member === undefined || typeof member === 'function') continue
    out += `${out === '' ? '' : ','}${JSON.stringify(key)}:${write(member, depth + 1, map)}`
  }
  return `{${out}}`
}

function checked(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`${value} has no place in JSON`)
  if (typeof value === 'bigint' || typeof value === 'symbol')
    throw new TypeError(`a ${typeof value} has no place in JSON`)
  return value
}

const primitive = (value: unknown): string => JSON.stringify(checked(value)) ?? 'null'
