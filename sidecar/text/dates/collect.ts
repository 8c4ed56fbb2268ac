// Puts pieces in their places: what happens when, from when to when, how often, in which zone.
import type { Piece } from './pieces.ts'
import type { Bound } from './types.ts'

type Of<T extends Piece['t']> = Extract<Piece, { t: T }>

/** One end of a stretch, or the whole of a moment. */
export interface Side {
  date?: Of<'date'>
  weekday?: Of<'weekday'>
  days?: Of<'days'>
  clock?: Of<'clock'>
  part?: Of<'part'>
  instant?: Of<'instant'>
}

export interface Places {
  main: Side
  end: Side
  /** The first and last day of a rule. */
  start: Side
  until: Side
  rule?: Of<'rule'>
  zone?: Of<'zone'>
  length?: Of<'length'>
  count?: Of<'count'>
  bound?: Bound
  isAllDay: boolean
}

type SideName = 'main' | 'end' | 'start' | 'until'

export const isEmpty = (side: Side): boolean => Object.keys(side).length === 0
const isDated = (side: Side): boolean => Boolean(side.date || side.weekday || side.days)

/** The pieces in their places; undefined where two want the same place. */
export function collect(pieces: readonly Piece[]): Places | undefined {
  const places: Places = { main: {}, end: {}, start: {}, until: {}, isAllDay: false }
  const hasRule = pieces.some(({ t }) => t === 'rule')
  let at: SideName = 'main'
  for (const piece of pieces) {
    if (piece.t === 'mark') {
      const turned = turn(piece.mark, at, places, hasRule)
      if (turned === undefined) return undefined
      at = turned
    } else if (!put(piece, at, places, hasRule)) return undefined
  }
  shareDay(places)
  endAtNoon(places)
  if (hasRule) endRule(places)
  // "from … to …" is a stretch, not a limit.
  if (places.bound === 'from' && (!isEmpty(places.end) || places.length || places.main.weekday?.range))
    delete places.bound
  return places
}

/** "3 to 5pm on Friday": a day that is said last is that of both ends. Before the time it is that of the end. */
function shareDay({ main, end }: Places): void {
  const [first] = Object.keys(end)
  if (first !== 'clock' || !main.clock || isDated(main)) return
  for (const key of ['date', 'weekday', 'days'] as const) {
    if (end[key]) Object.assign(main, { [key]: end[key] })
    delete end[key]
  }
}

/** From ten to noon: noon by itself is a time. */
function endAtNoon({ main, end }: Places): void {
  if (!main.clock || end.clock || end.part?.part !== 'noon') return
  end.clock = { t: 'clock', clocks: [{ h: 12, m: 0, exact: true }] }
  delete end.part
}

/** A rule to a day ends with it: every Tuesday 15:00 to 1 March. */
function endRule(places: Places): void {
  const { end, until } = places
  if (!isDated(end) || end.clock || end.part || !isEmpty(until)) return
  places.until = end
  places.end = {}
}

type Mark = Of<'mark'>['mark']

/** Where the pieces after a mark go; undefined where the mark makes no sense there. */
function turn(mark: Mark, at: SideName, places: Places, hasRule: boolean): SideName | undefined {
  const { main, start } = places
  if (mark === 'allday') {
    places.isAllDay = true
    return at
  }
  if (mark === 'to') {
    if (hasRule && at === 'start' && isDated(start) && !main.clock) return 'until'
    return isEmpty(main) && !(hasRule && main.clock) ? undefined : 'end'
  }
  if (mark === 'from' && hasRule) return 'start'
  if (mark === 'until' && hasRule) return 'until'
  if (mark === 'until' && !isEmpty(main)) return 'end'
  if (places.bound !== undefined || hasRule) return undefined
  places.bound = mark
  return at
}

function put(piece: Exclude<Piece, { t: 'mark' }>, at: SideName, places: Places, hasRule: boolean): boolean {
  if (piece.t === 'rule') return set(places, 'rule', piece)
  if (piece.t === 'zone') return set(places, 'zone', piece)
  if (piece.t === 'length') return set(places, 'length', piece)
  if (piece.t === 'count') return set(places, 'count', piece)
  // The time of a rule is its own, wherever it is said.
  const isTime = piece.t === 'clock' || piece.t === 'part'
  const side = places[hasRule && isTime && at !== 'end' ? 'main' : at]
  if (piece.t === 'date') return set(side, 'date', piece)
  if (piece.t === 'weekday') return set(side, 'weekday', piece)
  if (piece.t === 'days') return set(side, 'days', piece)
  if (piece.t === 'clock') return set(side, 'clock', piece)
  if (piece.t === 'part') return set(side, 'part', piece)
  return set(side, 'instant', piece)
}

function set<T extends object, K extends keyof T>(places: T, key: K, piece: NonNullable<T[K]>): boolean {
  const before = places[key]
  if (before !== undefined)
    return key === 'part' && (before as { part?: string }).part === (piece as { part?: string }).part
  places[key] = piece
  return true
}
