// Rules by what they can fit at all, so that thousands of them cost a decision no more than a few look-ups: by kind of
// effect, and within a kind by the text that a target must begin or end with.
import { type EffectKind, effectKinds } from './effects.ts'
import { anchors } from './pattern.ts'
import { type LoadedRule, names } from './rules.ts'

interface Numbered {
  rule: LoadedRule
  /** Its place in the list: of two that say the same, the first is named. */
  at: number
}

interface Shelf {
  exact: Map<string, Numbered[]>
  prefix: Ends
  suffix: Ends
  rest: Numbered[]
}

/** Rules by a text of some length at one end of the target. */
interface Ends {
  lengths: number[]
  by: Map<string, Numbered[]>
}

type Index = Map<EffectKind, Shelf>

// A list of rules is never changed in place; whoever has other rules has another list.
const indexes = new WeakMap<readonly LoadedRule[], Index>()

/** Every rule that may speak about a target of a kind, in the order of the list. */
export function candidates(rules: readonly LoadedRule[], kind: EffectKind, target: string): readonly LoadedRule[] {
  let index = indexes.get(rules)
  if (!index) {
    index = build(rules)
    indexes.set(rules, index)
  }
  const shelf = index.get(kind)
  if (!shelf) return []
  const found = [...shelf.rest, ...(shelf.exact.get(target) ?? [])]
  for (const length of shelf.prefix.lengths)
    if (length <= target.length) found.push(...(shelf.prefix.by.get(target.slice(0, length)) ?? []))
  for (const length of shelf.suffix.lengths)
    if (length <= target.length) found.push(...(shelf.suffix.by.get(target.slice(-length)) ?? []))
  return found.sort((a, b) => a.at - b.at).map(({ rule }) => rule)
}

function build(rules: readonly LoadedRule[]): Index {
  const index: Index = new Map()
  const kinds = Object.keys(effectKinds) as EffectKind[]
  rules.forEach((rule, at) => {
    const ends = rule.target === undefined ? undefined : anchors(rule.target)
    for (const kind of kinds)
      if (!rule.effect || rule.effect.some((word) => names(word, kind))) place(shelfOf(index, kind), { rule, at }, ends)
  })
  return index
}

function shelfOf(index: Index, kind: EffectKind): Shelf {
  const known = index.get(kind)
  if (known) return known
  const shelf: Shelf = {
    exact: new Map(),
    prefix: { lengths: [], by: new Map() },
    suffix: { lengths: [], by: new Map() },
    rest: [],
  }
  index.set(kind, shelf)
  return shelf
}

function place(shelf: Shelf, one: Numbered, ends: ReturnType<typeof anchors> | undefined): void {
  if (ends?.exact) add(shelf.exact, ends.prefix, one)
  else if (ends?.prefix) put(shelf.prefix, ends.prefix, one)
  else if (ends?.suffix) put(shelf.suffix, ends.suffix, one)
  else shelf.rest.push(one)
}

function put(ends: Ends, text: string, one: Numbered): void {
  if (!ends.lengths.includes(text.length)) ends.lengths.push(text.length)
  add(ends.by, text, one)
}

function add(by: Map<string, Numbered[]>, text: string, one: Numbered): void {
  const there = by.get(text)
  if (there) there.push(one)
  else by.set(text, [one])
}
