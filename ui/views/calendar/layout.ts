// Where events lie beside each other. Pure.

export interface Span<T> {
  item: T
  /** In minutes, or in days; the end is exclusive. */
  from: number
  to: number
}

export interface Placed<T> extends Span<T> {
  /** Which of the columns, from the left; how many it covers; and how many there are beside each other. */
  column: number
  width: number
  columns: number
}

const byStart = (a: { from: number; to: number }, b: { from: number; to: number }) => a.from - b.from || b.to - a.to

/** Events of a day: those at the same time side by side, each as wide as there is room. */
export function sideBySide<T>(spans: readonly Span<T>[], least: number): Placed<T>[] {
  const sorted = spans.map((span) => ({ ...span, to: Math.max(span.to, span.from + least) })).sort(byStart)
  const placed: Placed<T>[] = []
  let group: Placed<T>[] = []
  let end = Number.NEGATIVE_INFINITY
  const close = () => {
    const columns = group.reduce((most, { column }) => Math.max(most, column + 1), 0)
    for (const one of group) placed.push({ ...one, columns, width: widthOf(one, group, columns) })
    group = []
  }
  for (const span of sorted) {
    if (span.from >= end) {
      close()
      end = span.to
    }
    const taken = new Set(group.filter(({ to }) => to > span.from).map(({ column }) => column))
    let column = 0
    while (taken.has(column)) column++
    group.push({ ...span, column, width: 1, columns: 1 })
    end = Math.max(end, span.to)
  }
  close()
  return placed
}

// To the right until something is there.
function widthOf<T>(one: Placed<T>, group: readonly Placed<T>[], columns: number): number {
  let width = 1
  const isFree = (column: number) =>
    group.every((other) => other.column !== column || other.to <= one.from || other.from >= one.to)
  while (one.column + width < columns && isFree(one.column + width)) width++
  return width
}

export interface Bar<T> extends Span<T> {
  /** Which row, from the top. */
  lane: number
}

/** Bars over days, each in the first row that has room for it. */
export function inLanes<T>(spans: readonly Span<T>[]): Bar<T>[] {
  const ends: number[] = []
  return [...spans].sort(byStart).map((span) => {
    const free = ends.findIndex((end) => end <= span.from)
    const lane = free < 0 ? ends.length : free
    ends[lane] = span.to
    return { ...span, lane }
  })
}

export interface Fitted<T> {
  bars: Bar<T>[]
  /** How many have no room, by day. */
  more: number[]
}

/** As many bars as there are rows; where there are more, the last row says how many. */
export function fitted<T>(bars: readonly Bar<T>[], days: number, rows: number): Fitted<T> {
  const count = Array.from({ length: days }, () => 0)
  for (const { from, to, lane } of bars)
    for (let day = from; day < to; day++) count[day] = Math.max(count[day] ?? 0, lane + 1)
  const roomOn = (day: number) => ((count[day] ?? 0) > rows ? rows - 1 : rows)
  const more = Array.from({ length: days }, () => 0)
  const shown = bars.filter(({ from, to, lane }) => {
    const days = Array.from({ length: to - from }, (_, at) => from + at)
    if (days.every((day) => lane < roomOn(day))) return true
    for (const day of days) more[day] = (more[day] ?? 0) + 1
    return false
  })
  return { bars: shown, more }
}
