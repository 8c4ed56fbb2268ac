// Rules by what they can fit at all, so that thousands of them cost a decision no more than a few look-ups: by kind of
// effect, and within a kind by a text that the target or the tool must be, begin with, end with or hold.
import type { EffectKind } from './effects.ts'
import { anchors } from './pattern.ts'
import { type LoadedRule, names } from './rules.ts'

interface Numbered {
  rule: LoadedRule
  /** Its place in the list: of two that say the same, the first is named. */
  at: number
}

/** Rules by one text each, at one of these places. */
type Shelf = Record<Place, Texts>
type Place = 'exact' | 'prefix' | 'suffix' | 'within'

interface Texts {
  lengths: Set<number>
  by: Map<string, Numbered[]>
}

interface Room {
  target: Shelf
  tool: Shelf
  /** Those that nothing can be found by, and the same without their places. */
  rest: Numbered[]
  plain: LoadedRule[]
}

interface Index {
  /** Those of every kind. What nothing can be found by is in the rooms of the kinds only. */
  every: Room
  /** The others, and what each is found by. */
  others: readonly (Numbered & { key: Key | undefined })[]
  /** Filled when a kind is asked for. */
  kinds: Map<EffectKind, Room>
}

/** What a rule is found by. */
interface Key {
  on: 'target' | 'tool'
  place: Place
  text: string
  /** All three as one text. */
  id: string
}

/** What stands within a pattern is found by pieces of this length, or as a whole where it is shorter. */
const PIECE = 3
/** So many pieces of a pattern are looked at to find one that few others have. */
const MOST_PIECES = 32

// A list of rules is never changed in place; whoever has other rules has another list.
const indexes = new WeakMap<readonly LoadedRule[], Index>()

/** Every rule that may speak about a target of a kind and a tool, in the order of the list. */
export function candidates(
  rules: readonly LoadedRule[],
  { kind, target }: { kind: EffectKind; target: string },
  tool: string,
): readonly LoadedRule[] {
  let index = indexes.get(rules)
  if (!index) {
    index = build(rules)
    indexes.set(rules, index)
  }
  const room = roomOf(index, kind)
  const found: Numbered[] = []
  for (const { target: byTarget, tool: byTool } of [index.every, room]) {
    gather(byTarget, target, found)
    gather(byTool, tool, found)
  }
  if (found.length === 0) return room.plain
  return [...found, ...room.rest].sort((a, b) => a.at - b.at).map(({ rule }) => rule)
}

function gather({ exact, prefix, suffix, within }: Shelf, text: string, found: Numbered[]): void {
  const take = (texts: Texts, part: string) => {
    for (const one of texts.by.get(part) ?? []) found.push(one)
  }
  take(exact, text)
  for (const length of prefix.lengths) if (length <= text.length) take(prefix, text.slice(0, length))
  for (const length of suffix.lengths) if (length <= text.length) take(suffix, text.slice(-length))
  if (within.lengths.size > 0) for (const piece of heldPieces(within, text)) take(within, piece)
}

// Each once, however often it stands in the text.
function heldPieces({ lengths, by }: Texts, text: string): Set<string> {
  const held = new Set<string>()
  for (const length of lengths)
    for (let at = 0; at + length <= text.length; at++) {
      const piece = text.slice(at, at + length)
      if (by.has(piece)) held.add(piece)
    }
  return held
}

function build(rules: readonly LoadedRule[]): Index {
  const keys = rules.map(keysOf)
  const shared = countKeys(keys)
  const keyed = rules.map((rule, at) => ({ rule, at, key: rarest(keys[at] ?? [], shared) }))
  const isOfEvery = ({ rule, key }: { rule: LoadedRule; key: Key | undefined }) => key !== undefined && !rule.effect
  const every = newRoom()
  for (const { key, ...one } of keyed.filter(isOfEvery)) put(every, key, one)
  return { every, others: keyed.filter((one) => !isOfEvery(one)), kinds: new Map() }
}

function roomOf({ others, kinds }: Index, kind: EffectKind): Room {
  const known = kinds.get(kind)
  if (known) return known
  const room = newRoom()
  for (const { key, ...one } of others)
    if (!one.rule.effect || one.rule.effect.some((word) => names(word, kind))) put(room, key, one)
  kinds.set(kind, room)
  return room
}

const texts = (): Texts => ({ lengths: new Set(), by: new Map() })
const shelf = (): Shelf => ({ exact: texts(), prefix: texts(), suffix: texts(), within: texts() })
const newRoom = (): Room => ({ target: shelf(), tool: shelf(), rest: [], plain: [] })

function put(room: Room, key: Key | undefined, one: Numbered): void {
  if (!key) {
    room.rest.push(one)
    room.plain.push(one.rule)
    return
  }
  const { lengths, by } = room[key.on][key.place]
  lengths.add(key.text.length)
  const there = by.get(key.text)
  if (there) there.push(one)
  else by.set(key.text, [one])
}

/** How many rules could be found by each. */
function countKeys(keys: readonly (readonly Key[])[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const each of keys)
    for (const id of new Set(each.map((key) => key.id))) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** The one that the fewest rules share. */
function rarest(keys: readonly Key[], shared: ReadonlyMap<string, number>): Key | undefined {
  let best: Key | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (const key of keys) {
    const count = shared.get(key.id) ?? 0
    if (count >= fewest) continue
    best = key
    fewest = count
  }
  return best
}

/** Everything that a rule could be found by, what says the most first. */
const keysOf = ({ target, tool }: LoadedRule): Key[] => [...keysIn('target', target), ...keysIn('tool', tool)]

function keysIn(on: Key['on'], pattern: string | undefined): Key[] {
  if (pattern === undefined) return []
  const { prefix, suffix, exact, texts: held } = anchors(pattern)
  const key = (place: Place, text: string): Key => ({ on, place, text, id: `${on} ${place} ${text}` })
  if (exact) return [key('exact', prefix)]
  const ends = [...(prefix ? [key('prefix', prefix)] : []), ...(suffix ? [key('suffix', suffix)] : [])]
  return [...ends, ...pieces(held).map((text) => key('within', text))]
}

// From all over the pattern: what many share often stands at one end.
function pieces(held: readonly string[]): string[] {
  const found: string[] = []
  for (const text of held)
    for (let at = 0; at <= Math.max(0, text.length - PIECE); at++) found.push(text.slice(at, at + PIECE))
  const step = Math.ceil(found.length / MOST_PIECES)
  return step <= 1 ? found : found.filter((_, at) => at % step === 0)
}
