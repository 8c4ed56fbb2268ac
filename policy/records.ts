// A result taken apart: which records it holds, which fields they have, and how far each field can be trusted.
import { rank, type Secrecy, type Trust } from './flow.ts'

/** What one call brought back. */
export interface Incoming {
  from: string
  value: unknown
  /** `mixed`: the named fields are anybody's text, the rest is kept by the service. `echo`: the call's own doing. */
  trust: Trust | 'mixed' | 'echo'
  untrustedFields: readonly string[]
  secrecy: Secrecy
  /** The input of the call that brought it. */
  input: unknown
}

export interface Field {
  name: string
  text: string
  rank: number
}

/** One thing in a result: an item of a list, or the whole of it. */
export type Item = Field[]

/** Every text and number in a value. */
export function scalars(value: unknown): string[] {
  if (value === null || value === undefined || typeof value === 'boolean') return []
  if (typeof value !== 'object') return [String(value)]
  return Object.values(value).flatMap(scalars)
}

/** A result as records: the items of a list, or the one thing it is. */
export function recordsOf(incoming: Incoming): Item[] {
  const { value } = incoming
  const items = typeof value === 'string' ? parseText(value) : Array.isArray(value) ? value : [value]
  return items.map((item) => fieldsOf(item, '', incoming))
}

function fieldsOf(value: unknown, name: string, incoming: Incoming): Field[] {
  if (value === null || value === undefined || typeof value === 'boolean') return []
  if (typeof value !== 'object') return [{ name, text: String(value), rank: rankOf(name, incoming) }]
  if (Array.isArray(value)) return value.flatMap((item) => fieldsOf(item, name, incoming))
  return Object.entries(value).flatMap(([key, member]) => {
    // Keys that are data: {"john@x.com": "r"}.
    const own = /[@.\s]/u.test(key) ? [{ name, text: key, rank: rankOf(name, incoming) }] : []
    return [...own, ...fieldsOf(member, own.length > 0 ? name : key, incoming)]
  })
}

function rankOf(name: string, { trust, untrustedFields }: Incoming): number {
  if (trust === 'echo') return rank('own')
  const isAnybodys = untrustedFields.includes(name)
  if (trust === 'mixed') return isAnybodys ? rank('untrusted') : rank('metadata')
  if (trust === 'known') return isAnybodys || untrustedFields.length === 0 ? rank('known') : rank('metadata')
  return rank(trust)
}

// A list of records as text: "- id: 5", its further keys at one indentation. Whatever is deeper belongs to the field
// before it, so that nobody can write a field into the text of another.
function parseText(text: string): unknown[] {
  const lines = text.split('\n')
  const start = /^(\s*)- ([\p{L}_][\w ]*):(?: (.*))?$/u
  if (!lines.some((line) => start.test(line))) return [text]
  const records: Record<string, string>[] = []
  let indent = -1
  let key = ''
  for (const line of lines) {
    const begin = start.exec(line)
    const isBegin = begin !== null && (indent < 0 || (begin[1]?.length ?? 0) + 2 === indent)
    if (isBegin) {
      indent = (begin[1]?.length ?? 0) + 2
      key = begin[2] ?? ''
      records.push({ [key]: unquote(begin[3] ?? '') })
      continue
    }
    const record = records.at(-1)
    if (!record) continue
    const field = /^(\s*)([\p{L}_][\w ]*):(?: (.*))?$/u.exec(line)
    if (field && (field[1]?.length ?? 0) === indent) {
      key = field[2] ?? ''
      record[key] = unquote(field[3] ?? '')
    } else record[key] = `${record[key] ?? ''}\n${line.trim().replace(/^- /, '')}`
  }
  return records
}

const unquote = (text: string): string => text.replace(/^(['"])(.*)\1$/u, '$2')
