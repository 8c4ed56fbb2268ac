// Target patterns of rules and grants: `*` stands for anything within a segment, `**` for anything at all, `?` for one
// character within a segment, and a backslash takes the meaning from what follows it. No regular expressions: a hostile
// pattern costs at most pattern × target, never more.

interface Compiled {
  /** What the target must begin with: everything before the first wildcard. */
  prefix: string
  /** The rest, one step for one character or wildcard; empty where the pattern has no wildcard. */
  steps: readonly Step[]
  /** The longest text in the rest that stands for itself: without it, there is no need to try. */
  needs: string
}

/** A wildcard, or the character itself (as `=x`, so that it is never taken for a wildcard). */
type Step = '*' | '**' | '?' | `=${string}`

const compiled = new Map<string, Compiled>()

/** Whether a canonical target fits a pattern. The whole target must fit. */
export function matches(pattern: string, target: string): boolean {
  let found = compiled.get(pattern)
  if (!found) {
    found = compile(pattern)
    if (compiled.size > 40_000) compiled.clear()
    compiled.set(pattern, found)
  }
  const { prefix, steps, needs } = found
  if (steps.length === 0) return target === prefix
  if (!target.startsWith(prefix) || !target.includes(needs, prefix.length)) return false
  return (steps.length === 1 && steps[0] === '**') || walk(steps, target.slice(prefix.length))
}

/** The pattern that fits one target and no other. */
export const literal = (target: string): string => target.replace(/[*?\\]/g, '\\$&')

/** The text that every fitting target begins and ends with, and whether that is the whole of it. */
export function anchors(pattern: string): { prefix: string; suffix: string; exact: boolean } {
  const { prefix, steps } = compile(pattern)
  const wild = steps.findLastIndex((step) => !step.startsWith('='))
  const tail = steps.slice(wild + 1).map((step) => step.slice(1))
  return { prefix, suffix: tail.join(''), exact: steps.length === 0 }
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
  return { prefix: head.map((step) => step.slice(1)).join(''), steps: rest, needs: longestText(rest) }
}

function longestText(steps: readonly Step[]): string {
  let longest = ''
  let text = ''
  for (const step of steps) {
    text = step.startsWith('=') ? text + step.slice(1) : ''
    if (text.length > longest.length) longest = text
  }
  return longest
}

// Takes all ways through the pattern at once: `open[i]` says that the first i steps can have taken what was read so far.
function walk(steps: readonly Step[], text: string): boolean {
  const open = new Uint8Array(steps.length + 1)
  open[0] = 1
  skipStars(steps, open)
  for (const character of text) {
    for (let at = steps.length; at >= 0; at--) {
      const stays = open[at] === 1 && isStar(steps[at]) && takes(steps[at], character)
      const comes = at > 0 && open[at - 1] === 1 && !isStar(steps[at - 1]) && takes(steps[at - 1], character)
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

function takes(step: Step | undefined, character: string): boolean {
  if (step === '**') return true
  if (step === '*' || step === '?') return character !== '/'
  return step !== undefined && step.length === character.length + 1 && step.endsWith(character)
}
