// Reads XML as it comes in, so that no answer of a server has to be held whole or holds up the loop. It knows elements, text
// and namespaces, and nothing else: a document type is refused, so there are no entities but XML's own five.

export interface Element {
  /** With one of the prefixes below, whatever the server calls it; `?:` for foreign ones. */
  name: string
  attributes: Record<string, string>
  text: string
  children: Element[]
}

const prefixes: Readonly<Record<string, string>> = {
  'DAV:': 'd',
  'urn:ietf:params:xml:ns:caldav': 'c',
  'http://calendarserver.org/ns/': 'cs',
  'http://apple.com/ns/ical/': 'ca',
}

const DEEPEST = 24
const LONGEST_TAG = 16_384

/** What is not XML, or more of it than anybody needs. */
export class XmlFault extends Error {}

interface Open {
  element: Element
  raw: string
  spaces: Readonly<Record<string, string>>
}

export interface XmlLimits {
  /** Characters of text in one element; the rest of it is dropped, and `isCut` says so. */
  text: number
  /** Elements inside of one that is handed over. */
  elements: number
}

/** Hands over every element of one name when it ends; those outside are not kept. */
export class XmlReader {
  /** The element that stands around everything. */
  root: Element | undefined
  readonly #stack: Open[] = []
  readonly #wanted: string
  readonly #take: (element: Element) => void
  readonly #limits: XmlLimits
  #rest = ''
  #count = 0

  constructor(wanted: string, limits: XmlLimits, take: (element: Element) => void) {
    this.#wanted = wanted
    this.#limits = limits
    this.#take = take
  }

  write(chunk: string): void {
    const text = this.#rest + chunk
    let at = 0
    for (;;) {
      const next = this.#step(text, at)
      if (next === undefined) break
      at = next
    }
    this.#rest = text.slice(at)
    // Text may be cut in two anywhere; a tag or a CDATA section is waited for, up to a point.
    if (this.#rest.length > this.#limits.text * 2 + LONGEST_TAG) throw new XmlFault('a part of it has no end')
  }

  end(): void {
    if (this.#rest.trim() !== '' || this.#stack.length > 0 || !this.root) throw new XmlFault('it is not whole')
  }

  // One piece from `at`: where the next one begins, or nothing where more has to come first.
  #step(text: string, at: number): number | undefined {
    if (at >= text.length) return undefined
    if (text[at] !== '<') return this.#text(text, at)
    if (text.startsWith('<![CDATA[', at)) {
      const stop = text.indexOf(']]>', at)
      if (stop === -1) return undefined
      this.#say(text.slice(at + 9, stop))
      return stop + 3
    }
    if (text.startsWith('<!--', at)) return after(text, '-->', at)
    if (text.startsWith('<?', at)) return after(text, '?>', at)
    // Which of them it is may be in the next chunk.
    if (text.length - at < 9 && ['<![CDATA[', '<!--'].some((word) => word.startsWith(text.slice(at)))) return undefined
    if (text.startsWith('<!', at)) throw new XmlFault('it has a document type')
    const stop = tagEnd(text, at)
    if (stop === undefined) {
      if (text.length - at > LONGEST_TAG) throw new XmlFault('a tag has no end')
      return undefined
    }
    const tag = text.slice(at + 1, stop)
    if (tag.startsWith('/')) this.#close(tag.slice(1).trim())
    else this.#open(tag)
    return stop + 1
  }

  #text(text: string, at: number): number | undefined {
    const tag = text.indexOf('<', at)
    let stop = tag === -1 ? text.length : tag
    if (tag === -1) {
      // An entity may be cut in two here.
      const entity = text.lastIndexOf('&')
      if (entity >= at && text.length - entity < 12 && !text.includes(';', entity)) stop = entity
    }
    if (stop === at) return undefined
    this.#say(unescaped(text.slice(at, stop)))
    return stop
  }

  #say(text: string): void {
    const top = this.#stack.at(-1)?.element
    if (!top) return
    top.text += text
    if (top.text.length <= this.#limits.text) return
    top.text = top.text.slice(0, this.#limits.text + 1)
  }

  #open(tag: string): void {
    const isEmpty = tag.endsWith('/')
    const [, raw = '', rest = ''] = /^([^\s/]+)([\s\S]*)$/.exec(isEmpty ? tag.slice(0, -1) : tag) ?? []
    if (raw === '') throw new XmlFault('a tag has no name')
    if (this.#stack.length >= DEEPEST) throw new XmlFault('it is nested too deep')
    const parent = this.#stack.at(-1)
    const attributes = attributesOf(rest)
    const spaces = spacesOf(attributes, parent?.spaces ?? {})
    const element: Element = { name: named(raw, spaces), attributes, text: '', children: [] }
    if (parent) this.#keep(parent.element, element)
    else if (this.root) throw new XmlFault('it has two roots')
    else this.root = element
    this.#stack.push({ element, raw, spaces })
    if (isEmpty) this.#close(raw)
  }

  #keep(parent: Element, element: Element): void {
    this.#count += 1
    if (this.#count > this.#limits.elements) throw new XmlFault('it has too many parts')
    parent.children.push(element)
  }

  #close(raw: string): void {
    const top = this.#stack.pop()
    if (top?.raw !== raw) throw new XmlFault('its tags do not match')
    if (top.element.name !== this.#wanted) return
    // Handed over, and forgotten: memory does not grow with the answer.
    this.#stack.at(-1)?.element.children.pop()
    this.#count = 0
    this.#take(top.element)
  }
}

function after(text: string, word: string, at: number): number | undefined {
  const found = text.indexOf(word, at)
  return found === -1 ? undefined : found + word.length
}

function tagEnd(text: string, at: number): number | undefined {
  let quote = ''
  for (let index = at; index < text.length && index - at <= LONGEST_TAG; index++) {
    const char = text[index] ?? ''
    if (quote !== '') {
      if (char === quote) quote = ''
    } else if (char === '"' || char === "'") quote = char
    else if (char === '>') return index
  }
  return undefined
}

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null)
  for (const [, name = '', double, single] of text.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    found[name] = unescaped(double ?? single ?? '')
  return found
}

function spacesOf(
  attributes: Record<string, string>,
  outer: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const own = Object.entries(attributes).filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
  if (own.length === 0) return outer
  const made: Record<string, string> = Object.assign(Object.create(null), outer)
  for (const [name, uri] of own) made[name === 'xmlns' ? '' : name.slice(6)] = uri
  return made
}

function named(raw: string, spaces: Readonly<Record<string, string>>): string {
  const colon = raw.indexOf(':')
  const uri = spaces[colon === -1 ? '' : raw.slice(0, colon)] ?? ''
  return `${Object.hasOwn(prefixes, uri) ? prefixes[uri] : '?'}:${raw.slice(colon + 1)}`
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function unescaped(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return Object.hasOwn(entities, name) ? (entities[name] ?? whole) : whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** Text as it may stand between tags. */
export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The first element of a name, right inside. */
export const child = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((one) => one.name === name)

/** All of them. */
export const childrenOf = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((one) => one.name === name) ?? []
