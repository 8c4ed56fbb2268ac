// Target patterns of rules and grants: `*` stands for anything within a segment, `**` for anything at all, and a
// backslash takes the meaning from what follows it.

const compiled = new Map<string, RegExp>()

/** Whether a canonical target fits a pattern. The whole target must fit. */
export function matches(pattern: string, target: string): boolean {
  if (pattern === '**' || pattern === target) return true
  let regex = compiled.get(pattern)
  if (!regex) {
    regex = new RegExp(
      `^${pattern
        .split(/(\*\*|\*|\?)/)
        .map(piece)
        .join('')}$`,
      'su',
    )
    if (compiled.size > 10_000) compiled.clear()
    compiled.set(pattern, regex)
  }
  return regex.test(target)
}

/** The pattern that fits one target and no other. */
export const literal = (target: string): string => target.replace(/[*?\\]/g, '\\$&')

function piece(text: string): string {
  if (text === '**') return '.*'
  if (text === '*') return '[^/]*'
  if (text === '?') return '[^/]'
  if (text.startsWith('\\') && text.length > 1) return quote(text.slice(1))
  return quote(text)
}

function quote(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
