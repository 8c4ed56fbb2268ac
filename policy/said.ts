// What the user said, and what of it is only shown: text that was pasted is whoever's wrote it.
import { properPhrases } from './naming.ts'
import { findWhole, fold, lowered, norm, quotedParts } from './words.ts'

/** A message of the user's, taken apart. */
export interface Spoken {
  own: string
  pasted: string[]
}

const fences: readonly RegExp[] = [
  /```[\s\S]*?(?:```|$)/gu,
  /~~~[\s\S]*?(?:~~~|$)/gu,
  /"""[\s\S]*?(?:"""|$)/gu,
  /'''[\s\S]*?(?:'''|$)/gu,
  /<(quote|blockquote|email|mail|message|document|doc|paste|pasted|text|content|context|data|input)\b[^>]*>[\s\S]*?(?:<\/\1>|$)/giu,
  /^(?:[ \t]*>.*(?:\n|$))+/gmu,
]
// From here on it is somebody's mail: nobody can say where it ends.
const forwarded: readonly RegExp[] = [
  /^[ \t]*-{2,}\s*(?:original message|forwarded message|forwarded by|ursprüngliche nachricht|weitergeleitete nachricht|message transféré|转发|原始邮件).*$/imu,
  /^[ \t]*(?:begin forwarded message|anfang der weitergeleiteten nachricht)\s*:/imu,
  /^[ \t]*(?:on .{5,120} wrote|am .{5,120} schrieb.{0,80}|le .{5,120} a écrit)\s*:\s*$/imu,
  /^[ \t]*(?:from|von|de|发件人)\s*[:：].*\n(?:[ \t]*\S.*\n){0,6}?[ \t]*(?:subject|betreff|objet|sent|date|gesendet|主题)\s*[:：]/imu,
]

/** What the user says, and what the user only shows. A phrase in plain quotation marks stays the user's. */
export function takeApart(text: string): Spoken {
  const pasted: string[] = []
  let own = text
  for (const fence of fences)
    own = own.replace(fence, (found) => {
      pasted.push(found)
      return '\n'
    })
  const starts = forwarded.map((shape) => own.search(shape)).filter((at) => at >= 0)
  if (starts.length > 0) {
    const start = Math.min(...starts)
    pasted.push(own.slice(start))
    own = own.slice(0, start)
  }
  return { own, pasted }
}

/** The user's own words in one session. They only grow. */
export class Said {
  readonly words: string[] = []
  readonly phrases: string[] = []
  readonly #single = new Set<string>()
  readonly #low: string[] = []
  readonly #quoted = new Set<string>()

  add(own: string): void {
    const folded = fold(own)
    this.words.push(folded)
    this.#low.push(lowered(folded))
    const quoted = quotedParts(own)
    for (const part of quoted) this.#quoted.add(lowered(part))
    this.phrases.push(...quoted, ...properPhrases(folded))
    for (const [word] of norm(own).matchAll(/\p{L}+/gu)) this.#single.add(word)
  }

  /** Whether it stands there as a whole. */
  holds(text: string): boolean {
    return this.words.some((words, i) => findWhole(words, text, 0, this.#low[i]) >= 0)
  }

  /** Named as a thing, and not just a word of the sentence: in quotes, or with a capital. */
  isProper(text: string): boolean {
    if (this.#quoted.has(lowered(text))) return true
    return this.words.some((words, i) => {
      const first = words[findWhole(words, text, 0, this.#low[i])]
      return first !== undefined && first !== first.toLowerCase()
    })
  }

  /** Whether the user said something of this shape. */
  has(shape: RegExp): boolean {
    return this.words.some((words) => shape.test(words))
  }

  /** Whether a text says nothing but what the user said: every word of it was used, and there is no long number in it. */
  covers(text: string): boolean {
    const said = norm(text)
    const words = said.match(/\p{L}+/gu) ?? []
    const numbers = said.match(/\d[\d.,-]*/gu) ?? []
    return (
      words.every((word) => (word.length < 3 && /^\p{ASCII}+$/u.test(word)) || this.#single.has(word)) &&
      numbers.every((number) => number.length <= 2 || this.holds(number.replace(/[.,-]+$/u, '')))
    )
  }
}
