// Stretches of time as pairs of seconds, in order and apart from each other.

export interface Span {
  from: number
  to: number
}

/** The same time with what touches or overlaps made one. */
export function joined(spans: readonly Span[]): Span[] {
  const found: Span[] = []
  for (const { from, to } of spans.filter((span) => span.to > span.from).sort((a, b) => a.from - b.from)) {
    const last = found.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else found.push({ from, to })
  }
  return found
}

/** What of the first is in the second too; both in order and apart. */
export function common(some: readonly Span[], others: readonly Span[]): Span[] {
  const found: Span[] = []
  let [a, b] = [0, 0]
  while (a < some.length && b < others.length) {
    const [left, right] = [some[a] as Span, others[b] as Span]
    const span = { from: Math.max(left.from, right.from), to: Math.min(left.to, right.to) }
    if (span.from < span.to) found.push(span)
    if (left.to < right.to) a += 1
    else b += 1
  }
  return found
}

/** What of the first is not in the second; both in order and apart. */
export function without(some: readonly Span[], others: readonly Span[]): Span[] {
  const gaps: Span[] = []
  let at = Number.NEGATIVE_INFINITY
  for (const { from, to } of others) {
    gaps.push({ from: at, to: from })
    at = to
  }
  gaps.push({ from: at, to: Number.POSITIVE_INFINITY })
  return common(some, gaps)
}
