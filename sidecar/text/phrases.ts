// The small language in which a tool says what people call it by:
//
//     (what time|what hour) is it [now] in {zones:zone}
//
// `(a|b)` is one of them, `[a|b]` one of them or nothing, `{field}` a value of the tool's input, `{field:kind}` one of
// that kind (slots.ts), and `{field=json}` a value that the phrase itself stands for. A phrase is spelled out into
// plain rows beforehand, so that matching never has to try and go back.
import { StewardError } from './errors.ts'
import { keyOf, tokenise } from './tokens.ts'

export type Item = { word: string; han: boolean } | { slot: string; kind: string } | { field: string; value: unknown }

export type Row = readonly Item[]

const MOST_ROWS = 1000
const MOST_SLOTS = 3

/** All rows of a phrase. Throws BAD_INPUT where it is no phrase. */
export function compilePhrase(phrase: string): Row[] {
  const reader = { text: phrase, at: 0 }
  const rows = choices(reader, '')
  if (reader.at < phrase.length) throw fault(phrase, `"${phrase[reader.at]}" closes nothing`)
  for (const row of rows) check(phrase, row)
  return rows
}

interface Reader {
  text: string
  at: number
}

const fault = (phrase: string, why: string) =>
  new StewardError('BAD_INPUT', `The phrase ${JSON.stringify(phrase)} is wrong: ${why}.`, 'See text/phrases.ts.')

const joined = (left: Row[], right: Row[], phrase: string): Row[] => {
  if (left.length * right.length > MOST_ROWS) throw fault(phrase, 'it stands for too many sentences')
  return left.flatMap((one) => right.map((other) => [...one, ...other]))
}

// One or more sequences with bars between them, up to the closing sign.
function choices(reader: Reader, closer: string): Row[] {
  const { text } = reader
  const all: Row[] = []
  let rows: Row[] = [[]]
  while (reader.at < text.length) {
    const sign = text[reader.at] ?? ''
    if (sign === closer || sign === ')' || sign === ']') break
    if (sign === '|' && closer !== '') {
      reader.at++
      all.push(...rows)
      rows = [[]]
    } else rows = joined(rows, part(reader, sign), text)
  }
  return [...all, ...rows]
}

function part(reader: Reader, sign: string): Row[] {
  if (sign === '(' || sign === '[') return group(reader, sign)
  if (sign === '{') return [[slot(reader)]]
  const from = reader.at
  while (reader.at < reader.text.length && !'()[]{}|'.includes(reader.text[reader.at] ?? '')) reader.at++
  if (reader.at === from) throw fault(reader.text, `"${sign}" is out of place`)
  return [words(reader.text.slice(from, reader.at))]
}

function group(reader: Reader, sign: string): Row[] {
  const closer = sign === '(' ? ')' : ']'
  reader.at++
  const rows = choices(reader, closer)
  if (reader.text[reader.at] !== closer) throw fault(reader.text, `"${sign}" is not closed`)
  reader.at++
  return sign === '[' ? [[], ...rows] : rows
}

function slot(reader: Reader): Item {
  const end = reader.text.indexOf('}', reader.at)
  if (end < 0) throw fault(reader.text, '"{" is not closed')
  const inner = reader.text.slice(reader.at + 1, end)
  reader.at = end + 1
  const [, field = '', sign = '', rest = ''] = /^(\w+)(?:([:=])(.+))?$/.exec(inner) ?? []
  if (field === '') throw fault(reader.text, `{${inner}} names no field`)
  return sign === '=' ? { field, value: JSON.parse(rest) } : { slot: field, kind: rest }
}

const words = (text: string): Row =>
  tokenise(text)
    .filter(({ kind }) => kind === 'word' || kind === 'han')
    .map(({ kind, from, to }) => ({ word: keyOf(text.slice(from, to)), han: kind === 'han' }))

function check(phrase: string, row: Row): void {
  const slots = row.filter((item) => 'slot' in item)
  if (!row.some((item) => 'word' in item)) throw fault(phrase, 'it needs a word besides its slots')
  if (slots.length > MOST_SLOTS) throw fault(phrase, `it has more than ${MOST_SLOTS} slots`)
  const spoken = row.filter((item) => !('field' in item))
  if (spoken.some((item, at) => 'slot' in item && 'slot' in (spoken[at + 1] ?? {})))
    throw fault(phrase, 'two slots need a word between them')
}

/** The kinds that phrases name for each field. */
export function namedKinds(phrases: readonly string[]): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const [, field = '', kind = ''] of phrases.flatMap((phrase) => [...phrase.matchAll(/\{(\w+):(\w+)\}/g)]))
    found[field] = [...new Set([...(found[field] ?? []), kind])]
  return found
}
