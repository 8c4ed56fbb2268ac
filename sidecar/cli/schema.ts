// JSON Schemas, as far as the command line reads them: which types a field takes, and that in a person's words.
import { safeJson } from './visible.ts'

export type Schema = Record<string, unknown>

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A schema may hold itself; so deep is deep enough. */
const DEEPEST = 4

/** Follows a reference inside the same document. */
export function resolved(schema: Schema, whole: Schema): Schema {
  const ref = schema.$ref
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return schema
  let at: unknown = whole
  for (const part of ref.slice(2).split('/')) at = isSchema(at) ? at[part] : undefined
  return isSchema(at) ? at : schema
}

function union(schema: Schema): Schema[] | undefined {
  const inner = schema.anyOf ?? schema.oneOf
  return Array.isArray(inner) ? inner.filter(isSchema) : undefined
}

/** The types a schema allows; empty means any. */
export function types(schema: Schema, whole: Schema, depth = 0): string[] {
  const own = resolved(schema, whole)
  if (typeof own.type === 'string') return [own.type]
  if (Array.isArray(own.type)) return own.type.map(String)
  const inner = union(own)
  if (inner) return depth > DEEPEST ? [] : inner.flatMap((each) => types(each, whole, depth + 1))
  if ('const' in own) return [typeof own.const]
  return Array.isArray(own.enum) ? own.enum.map((each) => typeof each) : []
}

const words: Readonly<Record<string, string>> = { string: 'text', integer: 'whole number', boolean: 'true/false' }

const either = (kinds: readonly string[]): string => [...new Set(kinds)].join(' or ')

function list(own: Schema, whole: Schema, depth: number): string {
  if (!isSchema(own.items)) return 'list'
  const kind = kindOf(own.items, whole, depth + 1)
  return `list of ${kind.includes(' or ') ? `(${kind})` : kind}`
}

/** What a field takes: `text or null`, `list of text`, `"day" or "week"`. */
export function kindOf(schema: Schema, whole: Schema, depth = 0): string {
  const own = resolved(schema, whole)
  if ('const' in own) return safeJson(own.const)
  if (Array.isArray(own.enum)) return either(own.enum.map((each) => safeJson(each)))
  if (depth > DEEPEST) return 'value'
  const inner = union(own)
  if (inner?.length) return either(inner.map((each) => kindOf(each, whole, depth + 1)))
  const named = types(own, whole)
  if (named.length === 0) return 'anything'
  return either(named.map((type) => (type === 'array' ? list(own, whole, depth) : (words[type] ?? type))))
}
