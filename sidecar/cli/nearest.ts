// "Did you mean": the word in a list that is fewest slips of the finger away.

function distance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      // Two neighbours swapped are one slip.
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1)
      row.push(best)
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}

/** The nearest of the words, unless none is near. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const typed = word.slice(0, 40).toLowerCase()
  const begun = typed.length > 1 ? words.find((candidate) => candidate.startsWith(typed)) : undefined
  if (begun) return begun
  let found: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const candidate of words) {
    const slips = distance(typed, candidate.toLowerCase())
    if (slips < least && slips <= Math.max(2, Math.floor(candidate.length / 2))) {
      found = candidate
      least = slips
    }
  }
  return found
}
