// One row of a phrase against one sentence. It is held to both ends of the sentence, and only the words between two
// slots are looked for, each at its first few places: the work is bounded whatever the sentence is.
import type { Field, Fields } from './fields.ts'
import type { Row } from './phrases.ts'
import { fillSlot } from './slots.ts'
import type { Token } from './tokens.ts'

export interface Reading {
  input: Record<string, unknown>
  score: number
}

/** A row made ready: runs of words, and the slots between them. There is one run more than slots. */
export interface Pattern {
  runs: readonly (readonly string[])[]
  slots: readonly { name: string; kind: string; field: Field }[]
  fixed: Record<string, unknown>
  weight: number
}

const MOST_PLACES = 20

/** Makes a row ready for a tool that takes these fields. */
export function preparePattern(row: Row, fields: Fields): Pattern {
  const runs: string[][] = [[]]
  const slots: Pattern['slots'][number][] = []
  const fixed: Record<string, unknown> = {}
  let weight = 0
  for (const item of row)
    if ('word' in item) {
      runs.at(-1)?.push(item.word)
      // A Chinese word has about two characters.
      weight += item.han ? 0.5 : 1
    } else if ('slot' in item) {
      const field = fields[item.slot] ?? { types: [], list: false, required: false }
      slots.push({ name: item.slot, kind: item.kind, field })
      runs.push([])
    } else fixed[item.field] = item.value
  return { runs, slots, fixed, weight }
}

export const isMark = (token: Token | undefined): boolean => token?.kind === 'mark'

/** Whether anything but marks is left between two places. */
const isBare = (tokens: readonly Token[], from: number, to: number): boolean => {
  for (let at = from; at < to; at++) if (!isMark(tokens[at])) return false
  return true
}

/** Where a run of words ends that begins here. Marks before and between its words do not count. */
function runEnd(tokens: readonly Token[], from: number, words: readonly string[]): number | undefined {
  let at = from
  for (const word of words) {
    while (isMark(tokens[at])) at++
    if (tokens[at]?.key !== word) return undefined
    at++
  }
  return at
}

/** Where a run of words begins that ends the sentence. */
function runStart(tokens: readonly Token[], words: readonly string[]): number | undefined {
  let at = tokens.length
  for (const word of words.toReversed()) {
    while (isMark(tokens[at - 1])) at--
    if (tokens[at - 1]?.key !== word) return undefined
    at--
  }
  return at
}

/** What a sentence means by a pattern, or nothing. */
export function matchPattern(text: string, tokens: readonly Token[], pattern: Pattern): Reading | undefined {
  const from = runEnd(tokens, 0, pattern.runs[0] ?? [])
  if (from === undefined) return undefined
  const { fixed, weight, slots, runs } = pattern
  if (slots.length === 0)
    return isBare(tokens, from, tokens.length) ? { input: { ...fixed }, score: weight } : undefined
  const to = runStart(tokens, runs.at(-1) ?? [])
  if (to === undefined || to <= from) return undefined
  const filled = fillFrom(text, tokens, pattern, { slot: 0, from, to })
  return filled && { input: { ...filled.input, ...fixed }, score: filled.score + weight }
}

// The first way that works counts: shorter values come before longer ones.
function fillFrom(
  text: string,
  tokens: readonly Token[],
  pattern: Pattern,
  { slot, from, to }: { slot: number; from: number; to: number },
): Reading | undefined {
  const wanted = pattern.slots[slot]
  if (!wanted) return undefined
  const { name, kind, field } = wanted
  const fill = (end: number): Reading | undefined => {
    const made = isBare(tokens, from, end) ? undefined : fillSlot(text, tokens.slice(from, end), field, kind)
    return made && { input: { [name]: made.value }, score: made.weight }
  }
  if (slot === pattern.slots.length - 1) return fill(to)
  const words = pattern.runs[slot + 1] ?? []
  let places = 0
  for (let at = from + 1; at < to && places < MOST_PLACES; at++) {
    const next = tokens[at]?.key === words[0] ? runEnd(tokens, at, words) : undefined
    if (next === undefined || next >= to) continue
    places++
    const here = fill(at)
    const rest = here && fillFrom(text, tokens, pattern, { slot: slot + 1, from: next, to })
    if (rest) return { input: { ...here.input, ...rest.input }, score: here.score + rest.score }
  }
  return undefined
}
