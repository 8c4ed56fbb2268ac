// A calendar file as a tree in which every line still has its own bytes: one event is changed, and all else is written
// back as it was read. node-ical's parser is not used for this: it keeps one value of each property, drops what it does not
// know, merges what has the same UID and can not write. Its table of Windows zones is used (windows.ts).
import { StewardError } from '../errors.ts'

export interface Property {
  kind: 'property'
  /** In capitals. */
  name: string
  /** What stands between the name and the colon, unfolded, with its leading semicolon; `params.ts` reads it. */
  params: string
  /** Unfolded, still escaped. */
  value: string
  /** As it was read, folds and line end included; undefined for what was made here. */
  raw: string | undefined
}

/** A line that is none: kept as it is, and told in the notes. */
export interface Junk {
  kind: 'junk'
  raw: string
}

export interface Component {
  kind: 'component'
  name: string
  items: Item[]
  begin: string | undefined
  end: string | undefined
}

export type Item = Property | Junk | Component

export interface Calendar {
  /** What stands at the top level: mostly one VCALENDAR. */
  items: Item[]
  /** What was not understood, for people; at most a hundred lines of it. */
  notes: string[]
  /** The line end that the file uses, for new lines in it. */
  newline: string
}

/** More characters than that are no calendar that we read in one go. */
export const LONGEST_CALENDAR = 32 * 1024 * 1024
/** A line takes some 100 bytes besides its text, so a file of short ones is cut off earlier. */
const MOST_LINES = 2_000_000
const DEEPEST = 12
const MOST_NOTES = 100

class Reader {
  readonly items: Item[] = []
  readonly notes: string[] = []
  private readonly open: Component[] = []
  private taken = 0
  private line = 0

  private get into(): Item[] {
    return this.open.at(-1)?.items ?? this.items
  }

  private note(says: string): void {
    if (this.notes.length < MOST_NOTES) this.notes.push(`Line ${this.line}: ${says}`)
  }

  /** One content line: unfolded, and as it stands in the file from physical line `at` on. */
  take(text: string, raw: string, at: number): void {
    this.line = at
    this.taken += 1
    if (this.taken > MOST_LINES)
      throw new StewardError(
        'TOO_LARGE',
        `The calendar has more than ${MOST_LINES} lines.`,
        'Split the file, or export a shorter time.',
      )
    const property = text.trim() === '' ? undefined : splitLine(text, raw)
    if (!property) {
      if (text.trim() !== '' && text !== '\u001a') this.note('this is no property; it was skipped')
      this.into.push({ kind: 'junk', raw })
    } else if (property.name === 'BEGIN') this.begin(property.value.trim().toUpperCase(), raw)
    else if (property.name === 'END') this.end(property.value.trim().toUpperCase(), raw)
    else this.into.push(property)
  }

  private begin(name: string, raw: string): void {
    if (this.open.length >= DEEPEST)
      throw new StewardError(
        'BAD_INPUT',
        `Line ${this.line} of the calendar nests components more than ${DEEPEST} deep.`,
        'No calendar program writes such a file. Export it again.',
      )
    const made: Component = { kind: 'component', name, items: [], begin: raw, end: '' }
    this.into.push(made)
    this.open.push(made)
  }

  private end(name: string, raw: string): void {
    const at = this.open.findLastIndex((each) => each.name === name)
    if (at === -1) {
      this.note(`END:${name.slice(0, 40)} ends nothing`)
      this.into.push({ kind: 'junk', raw })
      return
    }
    if (at < this.open.length - 1) this.note(`END:${name} comes before the end of ${this.open.at(-1)?.name}`)
    const ended = this.open[at]
    if (ended) ended.end = raw
    this.open.length = at
  }

  /** What is still open ends with the file. */
  finish(): void {
    if (this.open.length > 0) this.note(`the file ends inside ${this.open.at(-1)?.name.slice(0, 40)}`)
  }
}

const nameOf = /^[A-Za-z0-9_-]+(?=[:;])/

function splitLine(text: string, raw: string): Property | undefined {
  const name = nameOf.exec(text)?.[0]
  if (name === undefined) return undefined
  const colon = text[name.length] === ':' ? name.length : colonAfter(text, name.length)
  if (colon === -1) return undefined
  const params = text.slice(name.length, colon)
  return { kind: 'property', name: name.toUpperCase(), params, value: text.slice(colon + 1), raw }
}

/** The first colon outside of quotes; where a quote is never closed, the first one at all. */
function colonAfter(text: string, from: number): number {
  let quoted = false
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) quoted = !quoted
    else if (code === 0x3a && !quoted) return at
  }
  return text.indexOf(':', from)
}

/** Reads any calendar file. What can't be understood is kept and noted, never thrown away. */
export function parseCalendar(text: string): Calendar {
  if (text.length > LONGEST_CALENDAR)
    throw new StewardError(
      'TOO_LARGE',
      `The calendar has ${text.length} characters; at most ${LONGEST_CALENDAR} are read.`,
      'Split the file, or export a shorter time.',
    )
  const reader = new Reader()
  const ends = new LineEnds(text)
  let at = 0
  // A byte order mark is kept with nobody.
  if (text.charCodeAt(0) === 0xfeff) {
    reader.items.push({ kind: 'junk', raw: '\ufeff' })
    at = 1
  }
  let number = 1
  while (at < text.length) {
    const begun = at
    const first = number
    ends.find(at)
    let content = text.slice(at, ends.stop)
    at = ends.next
    number += 1
    let parts: string[] | undefined
    for (let code = text.charCodeAt(at); code === 0x20 || code === 0x09; code = text.charCodeAt(at)) {
      ends.find(at)
      parts ??= [content]
      parts.push(text.slice(at + 1, ends.stop))
      at = ends.next
      number += 1
    }
    if (parts) content = parts.join('')
    reader.take(content, text.slice(begun, at), first)
  }
  reader.finish()
  return { items: reader.items, notes: reader.notes, newline: newlineOf(text) }
}

/** Finds line ends: CRLF, LF, CR, and CR CR LF, which some mail gateways make. */
class LineEnds {
  /** Where the content of the line stops, and where the next line starts. */
  stop = 0
  next = 0
  private readonly text: string
  private cr = -1
  constructor(text: string) {
    this.text = text
  }
  find(at: number): void {
    const { text } = this
    const lf = text.indexOf('\n', at)
    if (this.cr < at) {
      const found = text.indexOf('\r', at)
      this.cr = found === -1 ? Number.POSITIVE_INFINITY : found
    }
    if (this.cr < (lf === -1 ? text.length : lf)) {
      this.stop = this.cr
      let next = this.cr + 1
      while (text.charCodeAt(next) === 0x0d) next += 1
      this.next = text.charCodeAt(next) === 0x0a ? next + 1 : next
    } else {
      this.stop = lf === -1 ? text.length : lf
      this.next = lf === -1 ? text.length : lf + 1
    }
  }
}

function newlineOf(text: string): string {
  const lf = text.indexOf('\n')
  if (lf === -1) return text.includes('\r') ? '\r' : '\r\n'
  return text[lf - 1] === '\r' ? '\r\n' : '\n'
}
