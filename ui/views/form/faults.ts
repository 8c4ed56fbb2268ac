// What is wrong with a form before it is sent, and what the sidecar found wrong with a field of it. Pure.
import { controlFor, core, isNullable, type Schema } from './shape.ts'

export interface Fault {
  says: 'needed' | 'least' | 'most' | 'whole' | 'longest' | 'json' | 'told'
  n?: number
  /** What the sidecar said of it. */
  told?: string
}
/** By the path of the field. */
export type Faults = Readonly<Record<string, Fault>>
type Fields = Readonly<Record<string, unknown>>

/** Stands for a text that is no JSON yet. */
export class Unfinished {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Every field that is missing or out of bounds. */
export function faultsOf(schema: Schema, value: Fields, path = ''): Faults {
  const found = Object.entries(schema.properties ?? {}).map(([name, field]): Faults => {
    const given = value[name]
    const here = path === '' ? name : `${path}.${name}`
    const isNeeded = schema.required?.includes(name) === true && core(field).default === undefined
    if (given === undefined || (given === '' && !takesNothing(field)))
      return isNeeded ? { [here]: { says: 'needed' } } : {}
    if (controlFor(name, field) === 'group' && isFields(given)) return faultsOf(core(field), given, here)
    const fault = boundOf(core(field), given)
    return fault ? { [here]: fault } : {}
  })
  return Object.assign({}, ...found)
}

/** Whether an empty text is a value: where null is the way to say none, it is. */
export const takesNothing = (field: Schema): boolean => isNullable(field) && core(field).type === 'string'

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Unfinished)

function boundOf(schema: Schema, given: unknown): Fault | undefined {
  if (given instanceof Unfinished) return { says: 'json' }
  if (typeof given === 'string' && schema.maxLength !== undefined && given.length > schema.maxLength)
    return { says: 'longest', n: schema.maxLength }
  if (typeof given !== 'number') return undefined
  if (schema.type === 'integer' && !Number.isInteger(given)) return { says: 'whole' }
  if (schema.minimum !== undefined && given < schema.minimum) return { says: 'least', n: schema.minimum }
  return schema.maximum !== undefined && given > schema.maximum ? { says: 'most', n: schema.maximum } : undefined
}

/** The fields that an error of the sidecar names; none where it is about something else. */
export function toldOf(schema: Schema, message: string): Faults {
  const found: Record<string, Fault> = {}
  for (const part of message.replace(/^[\w.-]+: /, '').split('; ')) {
    const [, path, told] = /^([\w.]+): (.+)$/s.exec(part) ?? []
    const top = path?.split('.')[0]
    if (path === undefined || told === undefined || top === undefined || !schema.properties?.[top]) return {}
    found[fieldOf(schema, path)] = { says: 'told', told }
  }
  return found
}

// A fault deep in a list is shown at the list.
function fieldOf(schema: Schema, path: string): string {
  const [first = '', ...rest] = path.split('.')
  const field = schema.properties?.[first]
  const isGroup = field !== undefined && rest.length > 0 && controlFor(first, field) === 'group'
  return isGroup ? `${first}.${fieldOf(core(field), rest.join('.'))}` : first
}
