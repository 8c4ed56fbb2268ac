// Glob patterns, without regular expressions: a hostile pattern costs at most pattern × name, never more.
import { StewardError } from './errors.ts'

type Token =
  | { is: 'char'; char: string }
  | { is: 'any' }
  | { is: 'star' }
  | { is: 'class'; not: boolean; has: string[][] }

const maxAlternatives = 256

const bad = (pattern: string, why: string): StewardError =>
  new StewardError(
    'BAD_INPUT',
    `The pattern ${JSON.stringify(pattern)} can not be read: ${why}.`,
    'Use *, **, ?, [a-z] and {a,b}, for example "**/*.{ts,js}".',
  )

/** Turns `{a,b}` into its alternatives; braces nest. */
function braces(pattern: string, whole: string): string[] {
  const open = findOpen(pattern)
  if (open < 0) return [pattern]
  const { parts, end } = alternatives(pattern, open, whole)
  const tails = braces(pattern.slice(end + 1), whole)
  const all = parts
    .flatMap((part) => braces(part, whole))
    .flatMap((part) => tails.map((tail) => pattern.slice(0, open) + part + tail))
  if (all.length > maxAlternatives) throw bad(whole, `it has more than ${maxAlternatives} alternatives`)
  return all
}

function findOpen(pattern: string): number {
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++
    else if (pattern[at] === '{') return at
  }
  return -1
}

function alternatives(pattern: string, open: number, whole: string): { parts: string[]; end: number } {
  const parts: string[] = []
  let depth = 0
  let from = open + 1
  for (let at = open; at < pattern.length; at++) {
    const char = pattern[at]
    if (char === '\\') at++
    else if (char === '{') depth++
    else if (char === ',' && depth === 1) {
      parts.push(pattern.slice(from, at))
      from = at + 1
    } else if (char === '}' && --depth === 0) return { parts: [...parts, pattern.slice(from, at)], end: at }
  }
  throw bad(whole, 'a { is not closed')
}

function tokens(segment: string, whole: string): Token[] {
  const list: Token[] = []
  const chars = [...segment]
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at] as string
    if (char === '*') {
      if (list.at(-1)?.is !== 'star') list.push({ is: 'star' })
    } else if (char === '?') list.push({ is: 'any' })
    else if (char === '[') {
      const end = chars.indexOf(']', at + 2)
      if (end < 0) throw bad(whole, 'a [ is not closed')
      list.push(charClass(chars.slice(at + 1, end)))
      at = end
    } else if (char === '\\' && at + 1 < chars.length) list.push({ is: 'char', char: chars[++at] as string })
    else list.push({ is: 'char', char })
  }
  return list
}

function charClass(inside: string[]): Token {
  const not = inside[0] === '!' || inside[0] === '^'
  const chars = not ? inside.slice(1) : inside
  const has: string[][] = []
  for (let at = 0; at < chars.length; at++) {
    const first = chars[at] as string
    if (chars[at + 1] === '-' && at + 2 < chars.length) {
      has.push([first, chars[at + 2] as string])
      at += 2
    } else has.push([first, first])
  }
  return { is: 'class', not, has }
}

function fits(token: Token | undefined, char: string): boolean {
  if (token === undefined || token.is === 'star') return false
  if (token.is === 'any') return true
  if (token.is === 'char') return token.char === char
  return token.has.some(([low = '', high = '']) => low <= char && char <= high) !== token.not
}

// Only the last star is ever tried again, which is enough for one segment and keeps the cost at pattern × name.
function segmentMatches(list: Token[], name: string): boolean {
  const chars = [...name]
  let at = 0
  let token = 0
  let star = -1
  let mark = 0
  while (at < chars.length) {
    if (fits(list[token], chars[at] as string)) {
      at++
      token++
    } else if (list[token]?.is === 'star') {
      star = token++
      mark = at
    } else if (star >= 0) {
      token = star + 1
      at = ++mark
    } else return false
  }
  while (list[token]?.is === 'star') token++
  return token === list.length
}

type Segment = Token[] | '**'

// The same idea one level up: of the ** only the last is ever tried again.
function pathMatches(segments: Segment[], names: string[]): boolean {
  let at = 0
  let segment = 0
  let deep = -1
  let mark = 0
  while (at < names.length) {
    const now = segments[segment]
    if (now === '**') {
      deep = segment++
      mark = at
    } else if (now !== undefined && segmentMatches(now, names[at] as string)) {
      at++
      segment++
    } else if (deep >= 0) {
      segment = deep + 1
      at = ++mark
    } else return false
  }
  while (segments[segment] === '**') segment++
  return segment === segments.length
}

/** A test for relative paths with forward slashes. A pattern without a slash is held against the last name alone. */
export function globMatcher(pattern: string): (path: string) => boolean {
  if (pattern.length > 1000) throw bad(`${pattern.slice(0, 40)}…`, 'it is longer than 1000 characters')
  const shapes = braces(pattern, pattern).map((shape) => ({
    byName: !shape.includes('/'),
    segments: shape
      .replace(/^\.?\//, '')
      // At the end it stands for what is below, not for the folder itself.
      .replace(/(^|\/)\*\*$/, '$1**/*')
      .split('/')
      .map((part): Segment => (part === '**' ? '**' : tokens(part, pattern))),
  }))
  return (path) => {
    const names = path.split('/')
    return shapes.some(({ byName, segments }) => pathMatches(segments, byName ? names.slice(-1) : names))
  }
}
