// What a person means by a word or two: an id, the start of one, or words of a title. One thing, or nothing is done.
import { StewardError } from '../text/errors.ts'
import { UsageError } from './exit.ts'
import { visible } from './visible.ts'

export interface Kind<T> {
  /** What it is called: `task`. */
  name: string
  /** How all of them are seen. */
  see: string
  ids(item: T): readonly string[]
  title(item: T): string
  /** Two that are the same thing have the same key. */
  key(item: T): string
  /** One line of the list from which to choose. */
  line(item: T): string
}

const shortest = 4
const shown = 10

function distinct<T>(items: readonly T[], { key }: Kind<T>): T[] {
  const byKey = new Map<string, T>()
  for (const item of items) if (!byKey.has(key(item))) byKey.set(key(item), item)
  return [...byKey.values()]
}

/** All that the text may mean: exactly one id, else the starts of ids, else titles, whole ones first. */
export function meant<T>(text: string, items: readonly T[], kind: Kind<T>): T[] {
  const plain = text.trim().toLowerCase()
  const words = plain.split(/\s+/)
  const steps: ((item: T) => boolean)[] = [
    (item) => kind.ids(item).includes(text.trim()),
    (item) => plain.length >= shortest && kind.ids(item).some((id) => id.toLowerCase().startsWith(plain)),
    (item) => kind.title(item).toLowerCase() === plain,
    (item) => words.every((word) => kind.title(item).toLowerCase().includes(word)),
  ]
  for (const step of steps) {
    const found = distinct(items.filter(step), kind)
    if (found.length > 0) return found
  }
  return []
}

/** The one that is meant. Where there are several they are listed. */
export function oneOf<T>(text: string, items: readonly T[], kind: Kind<T>): T {
  const found = meant(text, items, kind)
  const [first] = found
  if (!first)
    throw new StewardError('NOT_FOUND', `No ${kind.name} fits "${visible(text)}".`, `See them with: ${kind.see}`)
  if (found.length === 1) return first
  const lines = found.slice(0, shown).map((item) => `  ${kind.line(item)}`)
  const more = found.length > shown ? [`  and ${found.length - shown} more`] : []
  throw new UsageError(
    `"${visible(text)}" fits ${found.length} ${kind.name}s, so nothing was done.`,
    ['Say which, by its id:', ...lines, ...more].join('\n'),
  )
}
