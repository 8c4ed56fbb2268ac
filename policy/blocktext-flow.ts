// Lists and maps between brackets, as YAML writes them within a line and as Python prints its own: read whole, or not at all.

/** How single quotes and bare words are to be read. */
export type Dialect = 'yaml' | 'python'

/** Thrown where a text is not what the reader reads. */
export const unread = Symbol('unread')
export const MAX_DEPTH = 64

/** The value that a text between brackets spells. Throws `unread` where it is anything else, or anything follows. */
export function readFlow(text: string, dialect: Dialect): unknown {
  const reader = new FlowReader(text, dialect)
  const value = reader.value(0)
  reader.end()
  return value
}

class FlowReader {
  readonly #text: string
  readonly #dialect: Dialect
  #at = 0

  constructor(text: string, dialect: Dialect) {
    this.#text = text
    this.#dialect = dialect
  }

  end(): void {
    this.#skip()
    if (this.#at < this.#text.length) throw unread
  }

  value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw unread
    this.#skip()
    const char = this.#text[this.#at]
    if (char === '[' || char === '(') return this.#list(depth)
    if (char === '{') return this.#map(depth)
    if (char === '"' || char === "'") return this.#quoted(char)
    return bareValue(this.#bare(), this.#dialect)
  }

  #list(depth: number): unknown[] {
    const opening = this.#text[this.#at]
    // Only Python has round ones.
    if (opening === '(' && this.#dialect !== 'python') throw unread
    const closing = opening === '(' ? ')' : ']'
    const items: unknown[] = []
    this.#at++
    for (;;) {
      if (this.#takes(closing)) return items
      if (items.length > 0) this.#must(',')
      if (this.#takes(closing)) return items
      items.push(this.value(depth + 1))
    }
  }

  #map(depth: number): Record<string, unknown> {
    const entries = new Map<string, unknown>()
    this.#at++
    for (;;) {
      if (this.#takes('}')) return Object.fromEntries(entries)
      if (entries.size > 0) this.#must(',')
      if (this.#takes('}')) return Object.fromEntries(entries)
      this.#skip()
      const char = this.#text[this.#at]
      const key = char === '"' || char === "'" ? this.#quoted(char) : this.#bare()
      this.#must(':')
      if (entries.has(key)) throw unread
      entries.set(key, this.value(depth + 1))
    }
  }

  #quoted(quote: string): string {
    const isYamlSingle = quote === "'" && this.#dialect === 'yaml'
    const start = ++this.#at
    for (; this.#at < this.#text.length; this.#at++) {
      const char = this.#text[this.#at]
      if (char === '\n' && this.#dialect === 'python') throw unread
      if (char === '\\' && !isYamlSingle) this.#at++
      else if (char === quote) {
        if (isYamlSingle && this.#text[this.#at + 1] === quote) this.#at++
        else break
      }
    }
    if (this.#text[this.#at] !== quote) throw unread
    const inner = folded(this.#text.slice(start, this.#at++).split('\n'), quote === '"')
    return isYamlSingle ? inner.replaceAll("''", "'") : unescaped(inner)
  }

  #bare(): string {
    const shape =
      this.#dialect === 'python'
        ? /[\w.+-]+/uy
        : /(?:[^\s,[\]{}"'#&*!|>%@`:?-]|[?-](?=[^\s,[\]{}]))(?:[^,[\]{}\n:#]|:(?=[^\s,[\]{}]))*/uy
    shape.lastIndex = this.#at
    const found = shape.exec(this.#text)?.[0]
    if (found === undefined) throw unread
    this.#at += found.length
    return found.trim()
  }

  #skip(): void {
    while (/\s/u.test(this.#text[this.#at] ?? '')) this.#at++
  }

  #takes(char: string): boolean {
    this.#skip()
    if (this.#text[this.#at] !== char) return false
    this.#at++
    return true
  }

  #must(char: string): void {
    if (!this.#takes(char)) throw unread
  }
}

function bareValue(text: string, dialect: Dialect): unknown {
  if (dialect === 'yaml') return plainValue(text)
  if (text === 'None' || text === 'null') return null
  if (text === 'True' || text === 'true') return true
  if (text === 'False' || text === 'false') return false
  if (/^[-+]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/iu.test(text)) return text
  throw unread
}

/** What a word without quotes stands for. Numbers and dates stay as they are written. */
export function plainValue(text: string): unknown {
  if (text === 'null' || text === '~' || text === '') return null
  return text === 'true' ? true : text === 'false' ? false : text
}

const escapes: Readonly<Record<string, string>> = {
  ...{ n: '\n', t: '\t', r: '\r', '0': '\0', a: '\x07', b: '\b', e: '\x1b', f: '\f', v: '\v' },
  ...{ N: '\x85', _: '\xa0', L: '\u2028', P: '\u2029', '"': '"', "'": "'", '\\': '\\', '/': '/', ' ': ' ' },
}

/** A text with its backslashes taken at their word. Throws `unread` for one that means nothing. */
export function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([\s\S]|$))/gu,
    (_, x?: string, u?: string, long?: string, char?: string) => {
      const hex = x ?? u ?? long
      if (hex === undefined) {
        const meant = escapes[char ?? '']
        if (meant === undefined) throw unread
        return meant
      }
      const point = Number.parseInt(hex, 16)
      if (point > 0x10ffff) throw unread
      return String.fromCodePoint(point)
    },
  )
}

/** Lines as one: a line end is a space, an empty line is a line end; in double quotes a backslash at the end joins without either. */
export function folded(parts: readonly string[], isDouble: boolean): string {
  let out = parts[0] ?? ''
  let blank = 0
  parts.slice(1).forEach((part, i) => {
    const isLast = i === parts.length - 2
    const text = isLast ? part.trimStart() : part.trim()
    if (text === '' && !isLast) blank++
    else {
      const isJoined = isDouble && blank === 0 && /(?<!\\)(?:\\\\)*\\\s*$/u.test(out)
      if (isJoined) out = out.trimEnd().slice(0, -1) + text
      else out = out.trimEnd() + (blank > 0 ? '\n'.repeat(blank) : ' ') + text
      blank = 0
    }
  })
  return out
}
