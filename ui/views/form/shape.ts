// What control a JSON Schema asks for. Pure, so that it can be tested without a page.

export interface Schema {
  type?: string | string[]
  title?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  default?: unknown
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
  minLength?: number
  minItems?: number
  maxItems?: number
  maxLength?: number
  format?: string
}

export type Control = 'text' | 'long' | 'number' | 'switch' | 'choice' | 'choices' | 'lines' | 'group' | 'json'

const LONG_FROM = 500
const longNames = /^(text|body|content|question|message|note|data|json|code|script|html|markdown)$/i

/** The schema behind a union with null, which is how an optional value may be written. */
export function core(schema: Schema): Schema {
  const variants = (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== 'null')
  return variants?.length === 1 && variants[0] ? { ...schema, ...variants[0] } : schema
}

/** Whether nothing is a value of its own: null, which is not the same as leaving it out. */
export const isNullable = (schema: Schema): boolean =>
  (schema.anyOf ?? schema.oneOf)?.some(({ type }) => type === 'null') === true ||
  (Array.isArray(schema.type) && schema.type.includes('null'))

// One text or several of them.
const isOneOrMany = ({ anyOf, oneOf }: Schema): boolean => {
  const variants = (anyOf ?? oneOf ?? []).filter(({ type }) => type !== 'null')
  const lists = variants.filter(({ type, items }) => type === 'array' && core(items ?? {}).type === 'string')
  return lists.length === 1 && variants.length === 2 && variants.some(({ type }) => type === 'string')
}

/** The control for one field. */
export function controlFor(name: string, schema: Schema): Control {
  const real = core(schema)
  if (isOneOrMany(real)) return 'lines'
  if (optionsOf(real)) return 'choice'
  if (real.type === 'boolean') return 'switch'
  if (real.type === 'integer' || real.type === 'number') return 'number'
  if (real.type === 'string') return longNames.test(name) || (real.maxLength ?? 0) > LONG_FROM ? 'long' : 'text'
  if (real.type === 'array' && real.items) return forArray(core(real.items))
  return real.type === 'object' && real.properties && Object.keys(real.properties).length > 0 ? 'group' : 'json'
}

const forArray = (items: Schema): Control => (optionsOf(items) ? 'choices' : items.type === 'string' ? 'lines' : 'json')

/** The values that a field may have, where they are counted. */
export function optionsOf(schema: Schema): unknown[] | undefined {
  if (schema.enum) return schema.enum
  const variants = schema.anyOf ?? schema.oneOf
  return variants?.every((one) => 'const' in one) ? variants.map((one) => one.const) : undefined
}

/** The value without what was left empty: a default is the sidecar's to fill in. Null is a value, and so is "" beside it. */
export function withoutEmpty(value: Readonly<Record<string, unknown>>, schema: Schema = {}): Record<string, unknown> {
  const isKept = (name: string, each: unknown) =>
    each !== undefined && (each !== '' || isNullable(schema.properties?.[name] ?? {}))
  return Object.fromEntries(Object.entries(value).filter(([name, each]) => isKept(name, each)))
}

/** A name that code would use, as words: `maxBytes` is "Max bytes". */
export function words(name: string): string {
  const apart = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
  return apart.charAt(0).toUpperCase() + apart.slice(1)
}
