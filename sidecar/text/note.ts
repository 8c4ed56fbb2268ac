// A note as text: Markdown with frontmatter, under a name that people can read and every system can hold.
import { deviceName } from './paths.ts'

export interface Note {
  title: string
  text: string
  /** RFC 3339, with the offset of the user's zone. */
  created: string
  tags: readonly string[]
  /** Where it came from. */
  source: string
}

export interface NoteHead {
  id?: string
  title?: string
  created?: string
  tags: string[]
}

const longestTitle = 80
const longestTag = 100
const mostTags = 100
/** Most file systems hold 255 bytes; the number and the ending need room too. */
const longestName = 200

/** The title of a note that was given none: its first words. */
export function firstWords(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/^[\s#>*+-]+/u, '').trim())
  const line = lines.find((one) => one !== '') ?? ''
  const bare = line.replaceAll(tagShape, ' ').replaceAll(/\s+/g, ' ').trim()
  return shorten(bare === '' ? line : bare, longestTitle) || 'Note'
}

// At the end of a word, where there is one near; writing without spaces is cut where it must be.
function shorten(text: string, most: number): string {
  // A letter may be many characters long; a text of any length is looked at only as far as it can matter.
  const near = text.slice(0, most * 5)
  const letters = [...new Intl.Segmenter().segment(near)].map(({ segment }) => segment)
  if (letters.length <= most && near.length === text.length) return text
  const cut = letters.slice(0, most).join('').toWellFormed()
  const space = cut.lastIndexOf(' ')
  return (space > most / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.–—-]+$/u, '')
}

/** A file name for a title: readable in any language, and one that Windows and Obsidian take too. */
export function noteFile(title: string): string {
  const plain = title
    .normalize('NFC')
    .toWellFormed()
    .replaceAll(/[\\/:*?"<>|#^[\]]|[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\uFFFD]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
  const name = withinBytes(shorten(plain.trim(), longestTitle), longestName).replace(/^[. ]+|[. ]+$/g, '')
  if (name === '') return 'Note.md'
  return deviceName.test(name) ? `${name.replace('.', ' ')} note.md` : `${name}.md`
}

function withinBytes(text: string, most: number): string {
  const bytes = new TextEncoder().encode(text)
  return bytes.length <= most ? text : new TextDecoder().decode(bytes.subarray(0, most)).replace(/\uFFFD$/, '')
}

// As Obsidian reads them: letters, digits, _ - / after a space, and not digits alone.
const tagShape = /(?<=^|\s)#(?=[\p{N}_/-]*[\p{L}_\p{M}\p{So}])[\p{L}\p{N}\p{M}\p{So}_/-]+/gu

/** The #tags in a text, code left out, and those that were given, each once. */
export function tagsOf(text: string, given: readonly string[] = []): string[] {
  const prose = text.replaceAll(/^(```|~~~)[\s\S]*?(^\1|(?![\s\S]))/gm, ' ').replaceAll(/`[^`\n]*`/g, ' ')
  const found = [...prose.matchAll(tagShape)].map(([tag]) => tag.slice(1))
  const spelled = given.map((tag) => tag.trim().replace(/^#+/, '').replaceAll(/\s+/g, '-'))
  const once = new Map<string, string>()
  for (const tag of [...spelled, ...found].map((one) => one.replace(/\/+$/, '')))
    if (tag !== '' && tag.length <= longestTag && !once.has(tag.toLowerCase())) once.set(tag.toLowerCase(), tag)
  return [...once.values()].slice(0, mostTags)
}

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= most

/** Whether a value that anybody may have made is a note. */
export function isNote(value: unknown): value is Note {
  const { title, text, created, tags, source } = (value ?? {}) as Partial<Record<keyof Note, unknown>>
  return (
    isText(title, 500) &&
    isText(text, 1_000_000) &&
    isText(created, 50) &&
    !Number.isNaN(Date.parse(created)) &&
    isText(source, 2000) &&
    Array.isArray(tags) &&
    tags.length <= 1000 &&
    tags.every((tag) => isText(tag, 200))
  )
}

/** The whole file. Every text in the frontmatter is quoted as in JSON, which YAML reads the same. */
export function writeNote(note: Note, more: Readonly<Record<string, string>> = {}): string {
  const fields: Record<string, unknown> = {
    title: note.title,
    created: note.created,
    ...more,
    source: note.source,
    tags: note.tags,
  }
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${yaml(value)}\n`)
  return `---\n${lines.join('')}---\n\n${note.text.replaceAll('\r\n', '\n').trim()}\n`
}

// JSON leaves three characters bare that YAML takes for the end of a line.
const yaml = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(yaml).join(', ')}]`
    : JSON.stringify(value).replaceAll(
        /[\u0085\u2028\u2029]/g,
        (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )

/** What the beginning of a note says about it. Notes that other programs wrote may say less. */
export function readHead(text: string): NoteHead {
  const block = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)/.exec(text)?.[1] ?? ''
  const head: NoteHead = { tags: [] }
  for (const [, key, value = ''] of block.matchAll(/^(id|title|created|tags):[ \t]*(.*)$/gm)) {
    if (key === 'tags') head.tags = listIn(value, block)
    else head[key as 'id' | 'title' | 'created'] = scalar(value)
  }
  return head
}

function listIn(value: string, block: string): string[] {
  const inline = /^\[(.*)\]\s*$/.exec(value)?.[1]
  const parts =
    inline === undefined
      ? [...(/^tags:[ \t]*\r?\n((?:[ \t]*- .*(?:\r?\n|$))*)/m.exec(block)?.[1] ?? '').matchAll(/- (.*)/g)].map(
          (m) => m[1],
        )
      : inline.match(/"(?:[^"\\]|\\.)*"|[^,]+/g)
  return (parts ?? []).map((part) => scalar(part ?? '')).filter((tag) => tag !== '')
}

function scalar(value: string): string {
  const bare = value.trim()
  if (!bare.startsWith('"')) return bare.replace(/^'(.*)'$/, '$1')
  try {
    return String(JSON.parse(bare))
  } catch {
    return bare
  }
}
