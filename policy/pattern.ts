// Target patterns of rules and grants: `*` stands for anything within a segment, `**` for anything at all, `?` for one
// character within a segment, and a backslash takes the meaning from what follows it. No regular expressions: a hostile
// pattern costs at most pattern × target, never more.
import type { EffectMeaning } from './effects.ts'

interface Compiled {
  /** What the target must begin with: everything before the first wildcard. */
  prefix: string
  /** The rest, one step for one character or wildcard; empty where the pattern has no wildcard. */
  steps: readonly Step[]
  /** The longest text in the rest that stands for itself: without it, there is no need to try. */
  needs: string
  /** The texts of the rest where all of its wildcards are `**`: then it is enough to find them one after the other. */
  chain: readonly string[] | undefined
}

/** A wildcard, or the character itself (as `=x`, so that it is never taken for a wildcard). */
type Step = '*' | '**' | '?' | `=${string}`

const compiled = new Map<string, Compiled>()

/**
 * Whether a canonical target fits a pattern. The whole target must fit. Where the pattern lets something pass, `how` says what
 * sort of target it is: in mail `*` and `?` stop at an `@`, and what is not one plain address fits only where it is spelled out.
 */
export function matches(pattern: string, target: string, how?: EffectMeaning['target']): boolean {
  let found = compiled.get(pattern)
  if (!found) {
    found = compile(pattern)
    if (compiled.size > 40_000) compiled.clear()
    compiled.set(pattern, found)
  }
  const { prefix, steps, needs, chain } = found
  if (steps.length === 0) return target === prefix
  if (!target.startsWith(prefix) || !target.includes(needs, prefix.length)) return false
  if (how === 'mail' && isOdd(target)) return false
  if (chain) return holds(chain, steps.at(-1) !== '**', target, prefix.length)
  return walk(steps, target.slice(prefix.length), how === 'mail' ? '/@' : '/')
}

// Quotes, lists, comments, routes, a second `@`: what such a thing begins or ends with is not where the mail goes.
const isOdd = (address: string): boolean =>
  /[\uff20\ufe6b]/.test(address) || /["`,;:<>()\\\s\p{C}]|@.*@/u.test(address.normalize('NFKC'))

/** The pattern that fits one target and no other. */
export const literal = (target: string): string => target.replace(/[*?\\]/g, '\\$&')

export interface Anchors {
  /** What every fitting target begins with, and ends with. */
  prefix: string
  suffix: string
  /** All texts that every fitting target holds, in their order: those two and what stands between wildcards. */
  texts: string[]
  /** There is no wildcard. */
  exact: boolean
}

/** The texts that every target that fits must hold. */
export function anchors(pattern: string): Anchors {
  const { prefix, steps } = compile(pattern)
  const inner = texts(steps)
  const endsPlain = steps.at(-1)?.startsWith('=') ?? false
  return {
    ...{ prefix, suffix: endsPlain ? (inner.at(-1) ?? '') : '', exact: steps.length === 0 },
    texts: prefix === '' ? inner : [prefix, ...inner],
  }
}

function compile(pattern: string): Compiled {
  const steps: Step[] = []
  const characters = [...pattern]
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? ''
    if (character === '\\' && at + 1 < characters.length) steps.push(`=${characters[++at]}`)
    else if (character === '*' && characters[at + 1] === '*') {
      steps.push('**')
      at++
    } else if (character === '*' || character === '?') steps.push(character)
    else steps.push(`=${character}`)
  }
  const wild = steps.findIndex((step) => !step.startsWith('='))
  const head = wild < 0 ? steps : steps.slice(0, wild)
  const rest = wild < 0 ? [] : steps.slice(wild)
  const found = texts(rest)
  // A lone surrogate must not be found in the middle of a pair.
  const isChain = rest.every((step) => (step.startsWith('=') ? step.isWellFormed() : step === '**'))
  return {
    ...{ prefix: head.map((step) => step.slice(1)).join(''), steps: rest },
    ...{ needs: longest(found), chain: isChain ? found : undefined },
  }
}

// Whether texts stand one after the other from a place on, and where it is asked for, the last of them at the very end.
function holds(chain: readonly string[], toEnd: boolean, target: string, from: number): boolean {
  let at = from
  for (const [i, text] of chain.entries()) {
    if (toEnd && i === chain.length - 1) return target.length - text.length >= at && target.endsWith(text)
    at = target.indexOf(text, at)
    if (at < 0) return false
    at += text.length
  }
  return true
}

// What stands for itself, one text for each run of characters between wildcards.
function texts(steps: readonly Step[]): string[] {
  const found: string[] = []
  let text = ''
  for (const step of steps) {
    if (step.startsWith('=')) text += step.slice(1)
    else if (text !== '') {
      found.push(text)
      text = ''
    }
  }
  return text === '' ? found : [...found, text]
}

const longest = (found: readonly string[]): string => found.reduce((a, b) => (b.length > a.length ? b : a), '')

// Takes all ways through the pattern at once: `open[i]` says that the first i steps can have taken what was read so far.
function walk(steps: readonly Step[], text: string, stops: string): boolean {
  const open = new Uint8Array(steps.length + 1)
  open[0] = 1
  skipStars(steps, open)
  for (const character of text) {
    for (let at = steps.length; at >= 0; at--) {
      const stays = open[at] === 1 && isStar(steps[at]) && takes(steps[at], character, stops)
      const comes = at > 0 && open[at - 1] === 1 && !isStar(steps[at - 1]) && takes(steps[at - 1], character, stops)
      open[at] = stays || comes ? 1 : 0
    }
    skipStars(steps, open)
  }
  return open[steps.length] === 1
}

// A star may also stand for nothing.
function skipStars(steps: readonly Step[], open: Uint8Array): void {
  for (let at = 0; at < steps.length; at++) if (open[at] === 1 && isStar(steps[at])) open[at + 1] = 1
}

const isStar = (step: Step | undefined): boolean => step === '*' || step === '**'

function takes(step: Step | undefined, character: string, stops: string): boolean {
  if (step === '**') return true
  if (step === '*' || step === '?') return !stops.includes(character)
  return step !== undefined && step.length === character.length + 1 && step.endsWith(character)
}
