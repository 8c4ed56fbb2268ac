// Rules by what they can fit at all, so that thousands of them cost a decision no more than a few look-ups: by kind of
// effect, and within a kind by the text that the target, or else the tool, must begin or end with.
import { type EffectKind, effectKinds } from './effects.ts'
import { anchors } from './pattern.ts'
import { type LoadedRule, names } from './rules.ts'

interface Numbered {
  rule: LoadedRule
  /** Its place in the list: of two that say the same, the first is named. */
  at: number
}

interface Shelf {
  target: Anchored
  tool: Anchored
  /** Those that nothing can be found by, and the same without their places. */
  rest: Numbered[]
  plain: LoadedRule[]
}

interface Anchored {
  exact: Map<string, Numbered[]>
  prefix: Ends
  suffix: Ends
}

/** Rules by a text of some length at one end. */
interface Ends {
  lengths: Set<number>
  by: Map<string, Numbered[]>
}

type Index = Map<EffectKind, Shelf>

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
  const shelf = index.get(kind)
  if (!shelf) return []
  const found: Numbered[] = []
  gather(shelf.target, target, found)
  gather(shelf.tool, tool, found)
  if (found.length === 0) return shelf.plain
  return [...found, ...shelf.rest].sort((a, b) => a.at - b.at).map(({ rule }) => rule)
}

function gather({ exact, prefix, suffix }: Anchored, text: string, found: Numbered[]): void {
  for (const one of exact.get(text) ?? []) found.push(one)
  for (const length of prefix.lengths)
    if (length <= text.length) for (const one of prefix.by.get(text.slice(0, length)) ?? []) found.push(one)
  for (const length of suffix.lengths)
    if (length <= text.length) for (const one of suffix.by.get(text.slice(-length)) ?? []) found.push(one)
}

function build(rules: readonly LoadedRule[]): Index {
  const index: Index = new Map()
  const kinds = Object.keys(effectKinds) as EffectKind[]
  for (const kind of kinds) index.set(kind, { target: anchored(), tool: anchored(), rest: [], plain: [] })
  rules.forEach((rule, at) => {
    for (const kind of kinds) {
      const shelf = index.get(kind)
      if (!shelf || (rule.effect && !rule.effect.some((word) => names(word, kind)))) continue
      const one = { rule, at }
      if (place(shelf.target, rule.target, one) || place(shelf.tool, rule.tool, one)) continue
      shelf.rest.push(one)
      shelf.plain.push(rule)
    }
  })
  return index
}

const anchored = (): Anchored => ({
  exact: new Map(),
  prefix: { lengths: new Set(), by: new Map() },
  suffix: { lengths: new Set(), by: new Map() },
})

/** Whether the pattern says enough to find the rule by it. */
function place(shelf: Anchored, pattern: string | undefined, one: Numbered): boolean {
  if (pattern === undefined) return false
  const { exact, prefix, suffix } = anchors(pattern)
  if (exact) add(shelf.exact, prefix, one)
  else if (prefix) put(shelf.prefix, prefix, one)
  else if (suffix) put(shelf.suffix, suffix, one)
  return exact || prefix !== '' || suffix !== ''
}

function put(ends: Ends, text: string, one: Numbered): void {
  ends.lengths.add(text.length)
  add(ends.by, text, one)
}

function add(by: Map<string, Numbered[]>, text: string, one: Numbered): void {
  const there = by.get(text)
  if (there) there.push(one)
  else by.set(text, [one])
}
