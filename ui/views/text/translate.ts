// Sentences into another language: looked up whole, or by their pattern, or sentence by sentence. Pure.

/**
 * Whole sentences, and sentences with gaps. In what a pattern becomes, {1} is what stood in the first gap, and {*1} the
 * same translated; where that is not known, the pattern does not count.
 */
export interface Phrases {
  exact: Readonly<Record<string, string>>
  patterns: readonly (readonly [RegExp, string])[]
}

/** Beyond this nothing is a sentence of ours. */
const LONGEST = 3000
const DEEPEST = 3

/** A text in the other language. What is not known stays as it is. */
export const translate = (text: string, phrases: Phrases): string => find(text, phrases, 0) ?? text

function find(text: string, phrases: Phrases, depth: number): string | undefined {
  if (text.length > LONGEST || depth > DEEPEST) return undefined
  return (
    whole(text, phrases, depth) ??
    inParts(text, /(?<=[.!?]) (?=\p{Lu})/u, '', phrases, depth) ??
    inParts(text, ', ', '、', phrases, depth)
  )
}

function whole(text: string, phrases: Phrases, depth: number): string | undefined {
  if (Object.hasOwn(phrases.exact, text)) return phrases.exact[text]
  for (const [pattern, to] of phrases.patterns) {
    const found = pattern.exec(text)
    const filled = found ? fill(to, found, phrases, depth) : undefined
    if (filled !== undefined) return filled
  }
  return undefined
}

function fill(to: string, found: RegExpExecArray, phrases: Phrases, depth: number): string | undefined {
  let isKnown = true
  const text = to.replace(/\{(\*?)(\d)\}/g, (_, inner: string, at: string) => {
    const part = found[Number(at)] ?? ''
    if (inner === '') return part
    const translated = find(part, phrases, depth + 1)
    isKnown &&= translated !== undefined
    return translated ?? part
  })
  return isKnown ? text : undefined
}

// All of it or nothing: half a translation is harder to read than none.
function inParts(text: string, at: string | RegExp, glue: string, phrases: Phrases, depth: number): string | undefined {
  const parts = text.split(at)
  if (parts.length < 2) return undefined
  const translated = parts.map((part) => whole(part, phrases, depth + 1))
  return translated.includes(undefined) ? undefined : translated.join(glue)
}
