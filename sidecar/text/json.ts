// JSON for people: where a text stops being JSON and why, JSON Pointer (RFC 6901), and one order of keys.
import { StewardError } from './errors.ts'

const maxDepth = 512

const whitespace = /[ \t\n\r]*/y
const literal = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON strings may not hold them (RFC 8259)
const string = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y

const hints: [RegExp, string][] = [
  [/^'/, 'JSON strings take double quotes.'],
  [/^[“”„«]/, 'These are typographic quotes; JSON takes straight double quotes.'],
  [/^\/[/*]|^#/, 'JSON has no comments; take them out.'],
  [/^(True|False|None)\b/, 'These are Python words; JSON has true, false and null.'],
  [/^(undefined|NaN|-?Infinity)\b/, 'JSON has no such value; use null.'],
  [/^[+.]|^0\d/, 'A number has no plus sign, no leading zero and a digit before the point.'],
  [/^[A-Za-z_$][\w$]*\s*:/, 'Put the key in double quotes.'],
  [/^\uFEFF/, 'The text begins with a byte order mark; take it out.'],
  [/^"/, 'A string is not closed, or holds a line break or a wrong escape.'],
]

// What comes first is what a person would look for first.
function hintFor(rest: string, why: string): string {
  if (rest === '') return 'The text ends too early: something is not closed.'
  if (why.startsWith('there is more')) return 'Put several values into one list, or read them line by line.'
  if (rest.startsWith(',')) return 'Take the comma out, or put a value beside it.'
  const known = hints.find(([pattern]) => pattern.test(rest) && !(why.includes('","') && rest.startsWith('"')))
  return known?.[1] ?? 'Look at the text just before this place: a comma, a bracket or a quote may be missing.'
}

/** Where a text first fails to be JSON, or undefined where it is JSON. Needs no recursion, so that depth can't hurt it. */
export function findJsonFault(text: string): { at: number; why: string } | undefined {
  const open: ('}' | ']')[] = []
  let at = 0
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    if (!pattern.test(text)) return false
    at = pattern.lastIndex
    return true
  }
  const fault = (why: string) => ({ at, why })
  const key = (): boolean => take(string) && take(whitespace) && text[at] === ':' && ++at > 0
  for (;;) {
    take(whitespace)
    const char = text[at]
    if (char === '{' || char === '[') {
      at++
      take(whitespace)
      const closer = char === '{' ? '}' : ']'
      if (text[at] !== closer) {
        open.push(closer)
        if (char === '{' && !key()) return fault('a key in double quotes and a colon were expected')
        continue
      }
      at++
    } else if (!take(string) && !take(literal)) return fault('a value was expected')
    for (;;) {
      take(whitespace)
      const closer = open.at(-1)
      if (closer === undefined) return at < text.length ? fault('there is more text after the value') : undefined
      if (text[at] === closer) {
        at++
        open.pop()
      } else if (text[at] === ',') {
        const comma = at++
        take(whitespace)
        if (text[at] === closer) return { at: comma, why: 'there is a comma before the closing bracket' }
        if (closer === '}' && !key()) return fault('a key in double quotes and a colon were expected')
        break
      } else return fault(`"," or "${closer}" was expected`)
    }
  }
}

/** Parses JSON; a fault is told with its line and column and what to do about it. */
export function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw jsonFault(text, error)
  }
  if (depthOf(value) > maxDepth)
    throw new StewardError('TOO_LARGE', `The JSON is nested deeper than ${maxDepth} levels.`, 'Split it up first.')
  return value
}

function jsonFault(text: string, error: unknown): StewardError {
  const { at, why } = findJsonFault(text) ?? { at: 0, why: error instanceof Error ? error.message : String(error) }
  const before = text.slice(0, at)
  const line = before.split('\n').length
  const column = at - before.lastIndexOf('\n')
  const rest = text.slice(at, at + 40)
  const near = rest === '' ? 'at the end' : `near ${JSON.stringify(rest.slice(0, 20))}`
  return new StewardError('BAD_INPUT', `Not JSON: line ${line}, column ${column}, ${near}: ${why}.`, hintFor(rest, why))
}

function depthOf(value: unknown): number {
  let level = [value]
  let depth = 0
  while (level.length > 0 && depth <= maxDepth) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
    depth++
  }
  return depth
}

/** Whether a JSON text holds numbers too large to be read without loss. */
export function losesDigits(text: string): boolean {
  if (!/\d{16}/.test(text)) return false
  let loses = false
  JSON.parse(text, (_key, value) => {
    const whole = Number.isInteger(value) && !Number.isSafeInteger(value)
    if (whole || value === Infinity || value === -Infinity) loses = true
    return value
  })
  return loses
}

/** The value a JSON Pointer names (RFC 6901). */
export function pointAt(value: unknown, pointer: string): unknown {
  if (pointer !== '' && !pointer.startsWith('/'))
    throw new StewardError(
      'BAD_INPUT',
      `${JSON.stringify(pointer)} is not a JSON Pointer.`,
      'Begin it with a slash: /items/0/name',
    )
  let here = value
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    const found = typeof here === 'object' && here !== null && has(here, name)
    if (!found)
      throw new StewardError('NOT_FOUND', `There is no ${JSON.stringify(name)} at ${pointer}.`, whatIsThere(here))
    here = (here as Record<string, unknown>)[name]
  }
  return here
}

const has = (where: object, name: string): boolean =>
  Array.isArray(where) ? /^(0|[1-9]\d*)$/.test(name) && Number(name) < where.length : Object.hasOwn(where, name)

function whatIsThere(here: unknown): string {
  if (Array.isArray(here)) return `There is a list of ${here.length} there.`
  if (typeof here !== 'object' || here === null)
    return `There is ${JSON.stringify(here)?.slice(0, 40)} there, not an object.`
  return `There are: ${Object.keys(here).slice(0, 20).join(', ') || 'no keys'}.`
}

/** A copy whose objects have their keys in order, all the way down. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const pairs = Object.entries(value).map(([key, one]) => [key, sortKeys(one)] as const)
  return Object.fromEntries(pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
}
