// A tool's input from the words of a command line.
import { StewardError } from '../text/errors.ts'
import { UsageError } from './exit.ts'
import { isSchema, resolved, type Schema, types } from './schema.ts'
import type { Client, Run } from './types.ts'

function tryJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** One value by what the schema says of its field: text stays text, and all else is JSON where it parses. */
function fieldValue(text: string, field: Schema | undefined, whole: Schema): unknown {
  if (!field) return text
  const allowed = types(field, whole)
  if (allowed.includes('string')) return text
  const parsed = tryJson(text)
  if (!allowed.includes('array')) return parsed ? parsed.value : text
  return Array.isArray(parsed?.value) ? parsed.value : [itemOf(text, field, whole)]
}

function itemOf(text: string, field: Schema, whole: Schema): unknown {
  const items = resolved(field, whole).items
  return isSchema(items) ? fieldValue(text, items, whole) : text
}

const pair = /^([^=:]+)(:?=)([\s\S]*)$/

/** `key=value` and `key:=json` words as an object. A key that comes again makes a list. */
export function fromPairs(words: readonly string[], schema: unknown): Record<string, unknown> {
  const whole = isSchema(schema) ? schema : {}
  const fields = isSchema(whole.properties) ? whole.properties : {}
  const made = new Map<string, unknown>()
  for (const word of words) {
    const [, key = '', sign, text = ''] = pair.exec(word) ?? []
    if (sign === undefined)
      throw new UsageError(
        `"${word}" is neither key=value nor JSON.`,
        'For example: steward call read_file path=notes.txt',
      )
    const own = Object.hasOwn(fields, key) ? fields[key] : undefined
    const field = isSchema(own) ? own : undefined
    const forced = sign === ':=' ? tryJson(text) : undefined
    if (sign === ':=' && !forced)
      throw new UsageError(`What follows ${key}:= is not JSON.`, `Text goes after a plain "=": ${key}=…`)
    const value = forced ? forced.value : fieldValue(text, field, whole)
    const before = made.get(key)
    made.set(key, before === undefined ? value : [before, value].flat())
  }
  // Defines own fields whatever their names: a key "__proto__" is a field like any other.
  return Object.fromEntries(made)
}

/** JSON, or why not. */
export function fromJson(text: string, where: string): unknown {
  const parsed = tryJson(text)
  if (parsed) return parsed.value
  throw new UsageError(
    `The input ${where} is not JSON.`,
    `Quote it for your shell: '{"path": "notes.txt"}', or write key=value.`,
  )
}

const longest = 16 * 1024 * 1024

async function fromStdin(stdin: NodeJS.ReadStream): Promise<unknown> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of stdin) {
    const buffer = Buffer.from(piece)
    bytes += buffer.length
    if (bytes > longest)
      throw new StewardError('TOO_LARGE', 'The input on stdin is larger than 16 MB.', 'Give the tool a file instead.')
    pieces.push(buffer)
  }
  const text = Buffer.concat(pieces).toString('utf8').trim()
  return text === '' ? {} : fromJson(text, 'on stdin')
}

/** The input of a tool, however it was given. */
export async function readInput(run: Run, client: Client, tool: string, words: readonly string[]): Promise<unknown> {
  const [first] = words
  if (first === undefined) return {}
  if (words.length === 1 && first === '-') return fromStdin(run.host.stdin)
  if (/^\s*[[{"]/.test(first)) return fromJson(words.join(' '), 'on the command line')
  return fromPairs(words, (await client.call('tool/describe', { tool })).input)
}
