// Types of D-Bus, as their signatures spell them, and the values that stand for them here.
// https://dbus.freedesktop.org/doc/dbus-specification.html#type-system

/** What came over the bus does not keep to the specification, or goes beyond what we take. */
export class Malformed extends Error {}

export interface Variant {
  type: string
  value: Value
}

/** `ay` is bytes, other arrays and structs are lists, dictionaries are maps; 64 bits are a bigint. */
export type Value = number | bigint | boolean | string | Buffer | Value[] | Map<Value, Value> | Variant

export type Type =
  | { code: Basic | 'v' }
  | { code: 'a'; of: Type }
  | { code: '('; of: readonly Type[] }
  | { code: '{'; of: readonly [Type, Type] }

const basics = ['y', 'b', 'n', 'q', 'i', 'u', 'x', 't', 'd', 's', 'o', 'g', 'h'] as const
type Basic = (typeof basics)[number]

const isBasic = (code: string | undefined): code is Basic => basics.some((each) => each === code)

const longest = 255
const deepest = 32

/** A value with its type, for where any type may stand. */
export const variant = (type: string, value: Value): Variant => ({ type, value })

/** The complete types that a signature lists. */
export function parseSignature(text: string): Type[] {
  if (text.length > longest) throw new Malformed('A signature is too long.')
  const types: Type[] = []
  let at = 0
  while (at < text.length) {
    const [type, next] = parseType(text, at, 0, 0)
    types.push(type)
    at = next
  }
  return types
}

/** The one type that a variant holds. */
export function parseSingle(text: string): Type {
  const [type, ...more] = parseSignature(text)
  if (type === undefined || more.length > 0) throw new Malformed('A variant holds one value.')
  return type
}

function parseType(text: string, at: number, arrays: number, structs: number): [Type, number] {
  const code = text[at]
  if (isBasic(code) || code === 'v') return [{ code }, at + 1]
  if (code === '(' && structs < deepest) return parseStruct(text, at + 1, arrays, structs + 1)
  if (code !== 'a' || arrays >= deepest) throw new Malformed('A signature makes no sense.')
  if (text[at + 1] === '{') return parseDictionary(text, at + 2, arrays + 1, structs + 1)
  const [of, next] = parseType(text, at + 1, arrays + 1, structs)
  return [{ code, of }, next]
}

function parseStruct(text: string, from: number, arrays: number, structs: number): [Type, number] {
  const of: Type[] = []
  let at = from
  while (text[at] !== ')') {
    const [type, next] = parseType(text, at, arrays, structs)
    of.push(type)
    at = next
  }
  if (of.length === 0) throw new Malformed('A struct is empty.')
  return [{ code: '(', of }, at + 1]
}

function parseDictionary(text: string, from: number, arrays: number, structs: number): [Type, number] {
  if (!isBasic(text[from]) || structs > deepest) throw new Malformed('The key of a dictionary is a plain value.')
  const [key] = parseType(text, from, arrays, structs)
  const [value, next] = parseType(text, from + 1, arrays, structs)
  if (text[next] !== '}') throw new Malformed('An entry of a dictionary has a key and a value.')
  return [{ code: 'a', of: { code: '{', of: [key, value] } }, next + 1]
}

/** The boundary that a value of this type begins at. */
export function alignmentOf({ code }: Type): number {
  if ('ygv'.includes(code)) return 1
  if ('nq'.includes(code)) return 2
  return 'xtd({'.includes(code) ? 8 : 4
}

/** Whether a text is the path of an object. */
export const isPath = (text: string): boolean => /^\/$|^(?:\/[A-Za-z0-9_]+)+$/.test(text)
