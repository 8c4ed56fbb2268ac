// What is secret, and whether a text carries some of it, in whatever spelling and over however many fields.
import { plain } from './words.ts'

const GRAM = 6
const MAX_SECRETS = 20_000
/** So much of a long number gives it away. */
const WINDOW = 8
const SENTENCE = 16
const named = /pass|pwd|secret|token|key|pin|code|credential|auth|cvv|cvc|密码|口令/iu

/** The secrets of one session. */
export class Secrets {
  /** By their first letters, so that a text is looked through once. */
  readonly #byStart = new Map<string, Set<string>>()
  #count = 0

  /** A field of a secret result. `isOpen`: whether a value is no secret, since the user says or is called it. */
  add(name: string, text: string, isOpen: (value: string) => boolean): void {
    for (const part of partsOf(text)) {
      const secret = plain(part)
      if (secret.length < GRAM || secret.length > 1000 || !isTelling(name, part, secret) || isOpen(part)) continue
      this.#keep(secret)
      if (secret.length >= 12) for (const piece of windows(secret)) this.#keep(piece)
    }
  }

  /** Whether the texts, one after the other, carry something secret. */
  isIn(texts: readonly string[]): boolean {
    if (this.#count === 0) return false
    const spelled = texts.map(plain)
    return this.#holds(spelled.join('')) || (spelled.length > 1 && this.#holds(spelled.toReversed().join('')))
  }

  #holds(text: string): boolean {
    for (let at = 0; at + GRAM <= text.length; at++)
      for (const secret of this.#byStart.get(text.slice(at, at + GRAM)) ?? [])
        if (text.startsWith(secret, at)) return true
    return false
  }

  #keep(secret: string): void {
    if (++this.#count > MAX_SECRETS) return
    const start = secret.slice(0, GRAM)
    const known = this.#byStart.get(start) ?? new Set()
    known.add(secret)
    this.#byStart.set(start, known)
  }
}

function windows(secret: string): string[] {
  const all = Array.from({ length: secret.length - WINDOW + 1 }, (_, at) => secret.slice(at, at + WINDOW))
  return all.filter((piece) => (piece.match(/\d/gu)?.length ?? 0) >= 5)
}

// Of a long text each line, and in it what looks like a key.
function partsOf(text: string): string[] {
  if (text.length <= 200) return [text]
  const keys = text.split(/[\s=:,;"'<>()[\]{}]+/u).filter((word) => /\d/u.test(word))
  return [...text.split('\n').filter((line) => plain(line).length >= SENTENCE), ...keys]
}

// A name or a town alone gives nothing away, and would be asked about in every letter.
const isTelling = (name: string, part: string, secret: string): boolean =>
  /\d/u.test(secret) || name === '' || named.test(name) || (secret.length >= SENTENCE && /\S\s+\S+\s+\S/u.test(part))
