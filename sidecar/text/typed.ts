// A call typed out: a tool's name, then nothing, JSON, or key=value words.
import type { Field, Fields } from './fields.ts'
import { parseJson } from './json.ts'

/** The first word and the rest, where that could be a call typed out. */
export function typedParts(text: string): { name: string; rest: string } | undefined {
  const [, name = '', rest = ''] = /^\s*(\w{1,64})(?:\s+(\S[\s\S]*))?\s*$/u.exec(text) ?? []
  if (name === '') return undefined
  const isTyped = rest === '' || rest.startsWith('{') || pairs(rest) !== undefined
  return isTyped ? { name, rest: rest.trim() } : undefined
}

/** The input that was typed after the name of a tool with these fields. */
export function typedInput(rest: string, fields: Fields): Record<string, unknown> {
  if (rest.startsWith('{')) {
    const value = parseJson(rest)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  }
  const made = new Map<string, unknown>()
  for (const { key, json, text } of pairs(rest) ?? []) {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined
    const value = json ? parseJson(text) : fieldValue(text, field)
    made.set(key, made.has(key) ? [made.get(key), value].flat() : value)
  }
  // Defines own fields whatever their names are.
  return Object.fromEntries(made)
}

interface Pair {
  key: string
  json: boolean
  text: string
}

/** `key=value key:=json key="two words"`, or nothing where some word is no pair. */
function pairs(text: string): Pair[] | undefined {
  const found: Pair[] = []
  const start = /\s*(\w{1,64})(:?)=/uy
  let at = 0
  while (at < text.length) {
    start.lastIndex = at
    const [, key, colon] = start.exec(text) ?? []
    if (key === undefined) return undefined
    const { value, end } = (colon === ':' ? jsonAt : valueAt)(text, start.lastIndex)
    found.push({ key, json: colon === ':', text: value })
    at = end
    while (/\s/u.test(text[at] ?? '')) at++
  }
  return found
}

// Up to the next space; quotes hold words together.
function valueAt(text: string, from: number): { value: string; end: number } {
  const quote = text[from] ?? ''
  const close = quote === '"' || quote === "'" ? text.indexOf(quote, from + 1) : -1
  if (close > 0 && /^(?:\s|$)/u.test(text.slice(close + 1, close + 2)))
    return { value: text.slice(from + 1, close), end: close + 1 }
  let end = from
  while (end < text.length && !/\s/u.test(text[end] ?? '')) end++
  return { value: text.slice(from, end), end }
}

// Up to the first space that stands in no string, list or object.
function jsonAt(text: string, from: number): { value: string; end: number } {
  let depth = 0
  let isString = false
  let end = from
  for (; end < text.length; end++) {
    const sign = text[end] ?? ''
    if (isString && sign === '\\') end++
    else if (sign === '"') isString = !isString
    else if (isString) continue
    else if (sign === '[' || sign === '{') depth++
    else if (sign === ']' || sign === '}') depth--
    else if (depth <= 0 && /\s/u.test(sign)) break
  }
  return { value: text.slice(from, end), end }
}

function fieldValue(text: string, field: Field | undefined): unknown {
  if (!field) return text
  const one = field.types.includes('string') ? text : jsonOr(text)
  return field.list && !Array.isArray(one) ? [one] : one
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A call as it could be typed. */
export function spellCall(tool: string, input: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(input).map(([key, value]) => {
    if (typeof value !== 'string') return `${key}:=${JSON.stringify(value)}`
    return /^[^\s"']+$/u.test(value) ? `${key}=${value}` : `${key}:=${JSON.stringify(value)}`
  })
  return [tool, ...words].join(' ')
}
