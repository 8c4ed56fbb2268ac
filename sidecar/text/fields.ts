// What a tool takes, read from the JSON Schema of its input: just enough to fill it from words.

export interface Field {
  /** JSON types that a value, or one item of a list, may have; none means any. */
  types: readonly string[]
  list: boolean
  required: boolean
  options?: readonly string[]
}

export type Fields = Readonly<Record<string, Field>>

type Schema = Record<string, unknown>

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null

const typesOf = (schema: Schema): string[] => {
  if (Array.isArray(schema.anyOf)) return schema.anyOf.filter(isSchema).flatMap(typesOf)
  if (Array.isArray(schema.type)) return schema.type.map(String)
  return typeof schema.type === 'string' ? [schema.type] : []
}

function fieldOf(schema: Schema, required: boolean): Field {
  const types = [...new Set(typesOf(schema))]
  const list = types.includes('array') && !types.includes('string')
  const inner = list && isSchema(schema.items) ? schema.items : schema
  const options = Array.isArray(inner.enum) ? inner.enum.map(String) : undefined
  return { types: list ? typesOf(inner) : types, list, required, ...(options ? { options } : {}) }
}

/** The fields of an input by their names. */
export function fieldsOf(schema: unknown): Fields {
  if (!isSchema(schema) || !isSchema(schema.properties)) return {}
  const required = Array.isArray(schema.required) ? schema.required.map(String) : []
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]) => [
      name,
      fieldOf(isSchema(field) ? field : {}, required.includes(name)),
    ]),
  )
}

/** Names of the fields that must be given and are not. */
export const missingIn = (fields: Fields, input: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(fields).flatMap(([name, field]) => (field.required && !Object.hasOwn(input, name) ? [name] : []))
