// The wire contract for other programs: one OpenRPC document and one JSON Schema, both made from the zod values.
import * as z from 'zod/mini'
import { PROTOCOL_VERSION, wireErrors } from './errors.ts'
import { events } from './events.ts'
import { methods } from './methods.ts'
import * as values from './values.ts'

type Json = Record<string, unknown>
type Reader = (schema: z.ZodMiniType, io: 'input' | 'output') => Json

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The shapes of values.ts that are worth a name; the rest is shorter where it is used. */
function namedValues(): Map<unknown, string> {
  const named = new Map<unknown, string>()
  for (const [key, value] of Object.entries(values)) {
    if (typeof value !== 'function') continue
    const schema = value()
    if (schema instanceof z.ZodMiniObject) named.set(schema, capital(key))
  }
  return named
}

/** Reads schemas into JSON Schema and puts a reference wherever a named shape appears. */
function reader(named: ReadonlyMap<unknown, string>, prefix: string): { read: Reader; shapes: () => Json } {
  const convert = (schema: z.ZodMiniType, io: 'input' | 'output') => {
    const made = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override({ zodSchema, jsonSchema, path }) {
        const name = path.length > 0 ? named.get(zodSchema) : undefined
        if (name === undefined) return
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema]
        jsonSchema.$ref = `${prefix}${name}`
      },
    })
    const { $schema: _, '~standard': __, ...rest } = made as Json
    return rest
  }
  return {
    read(schema, io) {
      const name = named.get(schema)
      return name === undefined ? convert(schema, io) : { $ref: `${prefix}${name}` }
    },
    shapes: () =>
      Object.fromEntries(
        [...named]
          .map(([schema, name]): [string, Json] => [name, convert(schema as z.ZodMiniType, 'output')])
          .sort(byKey),
      ),
  }
}

const byKey = (a: [string, unknown], b: [string, unknown]) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0)

/** OpenRPC wants an object's properties as a list, with the required ones first. */
function descriptors(schema: Json): Json[] {
  const required = new Set((schema.required ?? []) as string[])
  return Object.entries((schema.properties ?? {}) as Record<string, Json>)
    .map(([name, property]) => ({ name, required: required.has(name), schema: property }))
    .sort((a, b) => Number(b.required) - Number(a.required))
}

/** The OpenRPC 1.3 description of every method; what the server sends unasked is under `x-events`. */
export function openrpcDocument(version: string): Json {
  const { read, shapes } = reader(namedValues(), '#/components/schemas/')
  const described = Object.entries(methods).map(([name, method]) => {
    return {
      name,
      summary: method.summary,
      paramStructure: 'by-name',
      params: descriptors(read(method.params(), 'input')),
      result: { name: 'result', schema: read(method.result(), 'output') },
      'x-hand': method.hand,
    }
  })
  return {
    openrpc: '1.3.2',
    info: { title: 'Steward', version, 'x-protocolVersion': PROTOCOL_VERSION },
    methods: described,
    components: { schemas: shapes(), errors: wireErrors },
    'x-events': Object.fromEntries(Object.entries(events).map(([name, build]) => [name, read(build(), 'output')])),
  }
}

/** One JSON Schema whose `$defs` hold every shape, and the params, result or data of every method and event. */
export function wireSchema(): Json {
  const { read, shapes } = reader(namedValues(), '#/$defs/')
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Steward wire',
    $defs: shapes(),
    methods: Object.fromEntries(
      Object.entries(methods).map(([name, method]) => [
        name,
        { params: read(method.params(), 'input'), result: read(method.result(), 'output') },
      ]),
    ),
    events: Object.fromEntries(Object.entries(events).map(([name, build]) => [name, read(build(), 'output')])),
  }
}
