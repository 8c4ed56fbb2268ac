// Every text that was heard, with its rank and where it came from, kept so that a value is found in a megabyte at once.
import { addGrams, gramsOf, mayHold } from './grams.ts'
import { bareLink } from './leads.ts'
import { findWhole, lowered } from './words.ts'

export interface Place {
  rank: number
  from: string
}

export interface Source extends Place {
  text: string
  low: string
  /** What the text can not hold need not be looked for. */
  grams: Uint32Array
}

const MAX_TEXT = 2_000_000
const BLOCK = 32_000
/** No value that is looked for as a whole is longer. */
export const LONGEST_VALUE = 1000

/** Texts from one place go together, in blocks: of a long one only the block that can hold a value is looked through. */
export class Texts {
  readonly #sources: Source[] = []
  /** The block of each place that still takes text. */
  readonly #open = new Map<string, Source>()
  #size = 0

  /** Keeps a folded text. Bounded: beyond that what is not found is unknown, and unknown is untrusted. */
  keep(text: string, rank: number, from: string): void {
    this.#size += text.length
    if (this.#size > MAX_TEXT) return
    const key = `${rank} ${from}`
    for (const piece of pieces(text)) {
      let source = this.#open.get(key)
      if (!source || source.text.length + piece.length > 2 * BLOCK) {
        source = { text: '', low: '', grams: gramsOf(''), rank, from }
        this.#open.set(key, source)
        this.#sources.push(source)
      }
      const low = lowered(piece)
      source.text += `\n${piece}`
      source.low += `\n${low}`
      addGrams(source.grams, low)
    }
  }

  /** The most trusted place in which a folded value stands, if it is better than the one that is known. */
  best(value: string, known: Place | undefined, counts: (source: Source) => boolean): Place | undefined {
    let best = known
    const low = lowered(value)
    const link = bareLink(value)
    for (const source of this.#sources) {
      if (best && best.rank >= source.rank) continue
      if (stands(source, low, link) && counts(source)) best = source
    }
    return best
  }
}

function stands(source: Source, low: string, link: string): boolean {
  if (!mayHold(source.grams, link)) return false
  if (findWhole(source.text, low, 0, source.low) >= 0) return true
  return link !== low && link.includes('.') && findWhole(source.text, link, 0, source.low) >= 0
}

// Cut between words, each with the end of the one before: no value falls between two.
function* pieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = start + BLOCK >= text.length ? text.length : wordEnd(text, start + BLOCK)
    yield text.slice(start, end)
    if (end === text.length) return
    start = Math.max(wordEnd(text, end - LONGEST_VALUE), start + 1)
  }
}

function wordEnd(text: string, near: number): number {
  const found = text.indexOf(' ', near)
  return found < 0 || found - near > LONGEST_VALUE ? near : found
}
