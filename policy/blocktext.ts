// Results that come as text: JSON, what Python prints, and block text (the YAML that tools print). Read whole and strictly, or
// not at all: what stands in a scalar stays in it, so that nobody can write a field into the text of another.
import { folded, MAX_DEPTH, plainValue, readFlow, unescaped, unread } from './blocktext-flow.ts'

interface Line {
  indent: number
  text: string
}

/** A text that spells a list or a map. */
export interface Structured {
  value: object
  /** Block text, which has no quotes around most of it. */
  isBlock: boolean
}

const MAX_CHARS = 4_000_000

/** What a text spells, where it is a list or a map from its first letter to its last. */
export function structured(text: string): Structured | undefined {
  if (text.length > MAX_CHARS) return undefined
  const trimmed = text.trim()
  const isFlow = /^[[{]/u.test(trimmed)
  const json = isFlow ? fromJson(trimmed) : undefined
  if (json !== undefined) return { value: json as object, isBlock: false }
  // Line ends that only some readers take for such (JSON takes none of them): nobody can say where a line is over.
  if (/[\u0085\u2028\u2029]/u.test(text)) return undefined
  if (isFlow) {
    const value =
      attempt(() => readFlow(trimmed, 'python')) ??
      // A backslash means one thing to Python and another to YAML: then it is nobody's.
      (trimmed.includes("\\'") ? undefined : attempt(() => readFlow(trimmed, 'yaml'))) ??
      fromLines(trimmed)
    return typeof value === 'object' && value !== null ? { value, isBlock: false } : undefined
  }
  const value = attempt(() => readBlock(text))
  return typeof value === 'object' && value !== null ? { value, isBlock: true } : undefined
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// One JSON to a line.
function fromLines(text: string): unknown {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length < 2 || !lines.every((line) => line.startsWith('{'))) return undefined
  const values = lines.map(fromJson)
  return values.includes(undefined) ? undefined : values
}

function attempt(read: () => unknown): unknown {
  try {
    return read()
  } catch (thrown) {
    if (thrown === unread) return undefined
    throw thrown
  }
}

function readBlock(text: string): unknown {
  const lines = text
    .replace(/^---\n/u, '')
    .split(/\r?\n/u)
    .map(lineOf)
  while (lines.at(-1)?.text === '') lines.pop()
  while (lines[0]?.text === '') lines.shift()
  const [first] = lines
  if (!first) return undefined
  const reader = new BlockReader(lines)
  const value = reader.collection(first.indent)
  if (!reader.isDone) throw unread
  return value
}

const lineOf = (line: string): Line => {
  const text = line.replace(/^ +/u, '')
  return { indent: line.length - text.length, text: text.trimEnd() === '' ? '' : text }
}

// A plain key has no ": " in it, and does not begin like anything else.
const keyShape =
  /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|(?:[^\s,[\]{}#&*!|>'"%@`?:-]|[?:-](?=\S))(?:[^\s:#]|:(?=\S)|(?<=\S)#|[ \t]+(?=[^\s:#]|:\S))*)[ \t]*:(?:[ \t]+(.*))?$/u
const isItem = (text: string): boolean => text === '-' || text.startsWith('- ')
const isOpening = (text: string): boolean => isItem(text) || text.startsWith('? ') || keyShape.test(text)

class BlockReader {
  readonly #lines: Line[]
  #at = 0
  #depth = 0

  constructor(lines: Line[]) {
    this.#lines = lines
  }

  get isDone(): boolean {
    return this.#at >= this.#lines.length
  }

  collection(indent: number): unknown {
    if (++this.#depth > MAX_DEPTH) throw unread
    const value = isItem(this.#here().text) ? this.#list(indent) : this.#map(indent)
    this.#depth--
    return value
  }

  #here(): Line {
    const line = this.#lines[this.#at]
    if (!line || line.text === '' || line.text.startsWith('\t')) throw unread
    return line
  }

  #list(indent: number): unknown[] {
    const items: unknown[] = []
    while (!this.isDone && this.#here().indent === indent && isItem(this.#here().text)) {
      const { text } = this.#here()
      const rest = text.slice(1).trimStart()
      items.push(this.#after(rest, indent, indent + text.length - rest.length))
    }
    this.#closes(indent)
    return items
  }

  #map(indent: number): Record<string, unknown> {
    const entries = new Map<string, unknown>()
    while (!this.isDone && this.#here().indent === indent && !isItem(this.#here().text)) {
      const isLong = this.#here().text.startsWith('? ')
      const [key, value] = isLong ? this.#longEntry(indent) : this.#entry(indent)
      if (entries.has(key)) throw unread
      entries.set(key, value)
    }
    this.#closes(indent)
    return Object.fromEntries(entries)
  }

  #entry(indent: number): [string, unknown] {
    const [, written, rest = ''] = keyShape.exec(this.#here().text) ?? []
    if (written === undefined) throw unread
    this.#at++
    return [keyOf(written), this.#value(rest, indent, true)]
  }

  // A key that is too long for one line stands behind a question mark, its value on a line of its own.
  #longEntry(indent: number): [string, unknown] {
    const written = this.#here().text.slice(2)
    this.#at++
    const key = this.#value(written, indent, false)
    const { indent: depth, text } = this.#here()
    if (typeof key !== 'string' || depth !== indent || !/^:(?: |$)/u.test(text)) throw unread
    const rest = text.slice(1).trimStart()
    return [key, this.#after(rest, indent, indent + text.length - rest.length)]
  }

  // "- key: value": the map begins where the key stands.
  #after(rest: string, indent: number, inner: number): unknown {
    if (isOpening(rest)) {
      this.#lines[this.#at] = { indent: inner, text: rest }
      return this.collection(inner)
    }
    this.#at++
    return this.#value(rest, indent, false)
  }

  // Whatever is left over must belong to something further out.
  #closes(indent: number): void {
    if (!this.isDone && this.#here().indent > indent) throw unread
  }

  #value(rest: string, indent: number, inMap: boolean): unknown {
    const written = rest.trimEnd()
    if (written === '') return this.#below(indent, inMap)
    if (/^[|>]/u.test(written)) return this.#block(written, indent)
    if (/^["']/u.test(written)) return this.#quoted(rest, indent)
    const text = this.#deeper(written, indent)
    if (/^[[{]/u.test(written)) return readFlow(text.join('\n'), 'yaml')
    return plainText(text)
  }

  // Under a key: something deeper, a list at the same depth, or nothing.
  #below(indent: number, inMap: boolean): unknown {
    const next = this.#lines[this.#at]
    if (!next) return null
    const { indent: depth, text } = this.#here()
    if (inMap && depth === indent && isItem(text)) return this.collection(depth)
    if (depth <= indent) return null
    if (isOpening(text)) return this.collection(depth)
    this.#at++
    return this.#value(text, indent, inMap)
  }

  // The first line, and every one after it that is deeper or empty.
  #deeper(first: string, indent: number): string[] {
    const parts = [first]
    for (; !this.isDone; this.#at++) {
      const line = this.#lines[this.#at] as Line
      if (line.text !== '' && line.indent <= indent) break
      parts.push(line.text.trim())
    }
    while (parts.at(-1) === '') parts.pop()
    return parts
  }

  #quoted(first: string, indent: number): string {
    const quote = first[0] ?? ''
    const parts: string[] = []
    for (let text = first.slice(1); ; ) {
      const end = closingAt(text, quote)
      if (end >= 0) {
        if (text.slice(end + 1).trim() !== '') throw unread
        parts.push(text.slice(0, end))
        break
      }
      parts.push(text)
      const line = this.#lines[this.#at++]
      if (!line || (line.text !== '' && line.indent <= indent)) throw unread
      text = line.text
    }
    const text = folded(parts, quote === '"')
    return quote === '"' ? unescaped(text) : text.replaceAll("''", "'")
  }

  #block(header: string, indent: number): string {
    const [, style, one = '', two = ''] = /^([|>])([+-]|[1-9])?([+-]|[1-9])?$/u.exec(header) ?? []
    if (style === undefined) throw unread
    const said = Number(/[1-9]/u.exec(one + two)?.[0] ?? 0)
    let depth = said > 0 ? Math.max(indent, 0) + said : 0
    const lines: string[] = []
    for (; !this.isDone; this.#at++) {
      const line = this.#lines[this.#at] as Line
      if (line.text === '') {
        lines.push('')
        continue
      }
      if (line.indent <= indent) break
      if (depth === 0) depth = line.indent
      if (line.indent < depth) throw unread
      lines.push(' '.repeat(line.indent - depth) + line.text)
    }
    while (lines.at(-1) === '') lines.pop()
    return style === '|' ? lines.join('\n') : folded(lines, false)
  }
}

const keyOf = (written: string): string => {
  if (written.startsWith('"')) return unescaped(written.slice(1, -1))
  return written.startsWith("'") ? written.slice(1, -1).replaceAll("''", "'") : written
}

// Text without quotes has no ": " and no " #" in it, and begins like nothing else.
function plainText(parts: readonly string[]): unknown {
  if (/^(?:[,\]}#&*!|>%@`]|[-?:](?:\s|$))/u.test(parts[0] ?? '')) throw unread
  if (parts.some((part) => /:(?:\s|$)|\s#|^#/u.test(part))) throw unread
  const text = folded(parts, false)
  return parts.length > 1 ? text : plainValue(text)
}

function closingAt(text: string, quote: string): number {
  for (let i = 0; i < text.length; i++) {
    if (quote === '"' && text[i] === '\\') i++
    else if (text[i] === quote) {
      if (quote === "'" && text[i + 1] === "'") i++
      else return i
    }
  }
  return -1
}
