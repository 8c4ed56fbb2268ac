// Modes that the user sets: plan and drafts-only say that something does not run; quiet hours and the attention budget only
// say when a question is shown. Neither of those two ever lets anything through.
import { type EffectKind, leavesComputer, meaning } from './effects.ts'
import { endOf, type Hours } from './hours.ts'

/** What is forbidden for the time being. */
export interface Modes {
  plan?: boolean | undefined
  draftsOnly?: boolean | undefined
}

/** Why a mode forbids an effect, or nothing where none does. */
export function forbidden(
  modes: Modes | undefined,
  effect: { kind: EffectKind; leaves?: boolean },
): string | undefined {
  const { changes, says } = meaning(effect.kind)
  const leaves = leavesComputer(effect) && (changes || meaning(effect.kind).leaves)
  if (modes?.plan && changes) return `Plan mode is on: nothing is changed, and this ${says}.`
  if (modes?.draftsOnly && leaves) return `Drafts-only mode is on: nothing leaves this computer, and this ${says}.`
  return undefined
}

/** A question that waits, as far as it matters when it is shown. */
export interface Waiting {
  id: string
  /** The risk, 1 to 10. */
  score: number
  askedAt: number
  /** Somebody waits for the answer right now: not held back by quiet hours, and first in line. */
  urgent?: boolean | undefined
  /** Questions of one group are shown together and count as one. */
  group?: string | undefined
  /** When it was shown. It is not scheduled again, and counts for an hour, answered or not. */
  shownAt?: number | undefined
}

export interface Attention {
  quiet?: Hours | undefined
  /** How many questions an hour at most; none means any number. */
  perHour?: number | undefined
}

/** A moment, and the zone of the user's clock. */
export interface Moment {
  at: number
  zone: string
}

export interface Schedule {
  showNow: string[]
  /** In the order they will come. */
  later: { id: string; at: number }[]
}

const HOUR = 3_600_000

/** When each question is shown: what waits for somebody first, then by risk, then by age. None is left out. */
export function schedule(questions: readonly Waiting[], now: Moment, settings: Attention): Schedule {
  const shown = new Map<string, number>()
  for (const one of questions)
    if (one.shownAt !== undefined && one.shownAt > now.at - HOUR)
      shown.set(groupOf(one), Math.max(one.shownAt, shown.get(groupOf(one)) ?? 0))
  const times = [...shown.values()].sort((a, b) => a - b)
  const { perHour = Number.POSITIVE_INFINITY } = settings
  const waiting = groups(questions.filter((one) => one.shownAt === undefined))
  const [urgent, others] = [waiting.filter(isUrgent), waiting.filter((group) => !isUrgent(group))]
  const placed = [
    ...place(urgent, times, Math.max(1, perHour), now.at, (at) => at),
    ...place(others, times, Math.max(1, perHour), now.at, quietly(settings.quiet, now.zone)),
  ]
  const later = placed.filter((one) => one.at > now.at).sort((a, b) => a.at - b.at)
  return { showNow: placed.filter((one) => one.at <= now.at).map(({ id }) => id), later }
}

const isUrgent = (group: readonly Waiting[]): boolean => group.some((one) => one.urgent)

/** From a moment to the next at which it is not quiet. */
const quietly =
  (quiet: Hours | undefined, zone: string) =>
  (at: number): number =>
    quiet ? endOf(quiet, at, zone) : at

const groupOf = (one: Waiting): string => (one.group === undefined ? `id ${one.id}` : `group ${one.group}`)

function groups(questions: readonly Waiting[]): Waiting[][] {
  const found = new Map<string, Waiting[]>()
  for (const one of questions.toSorted(byWeight)) {
    const group = found.get(groupOf(one))
    if (group) group.push(one)
    else found.set(groupOf(one), [one])
  }
  return [...found.values()]
}

const byWeight = (a: Waiting, b: Waiting): number =>
  Number(b.urgent ?? false) - Number(a.urgent ?? false) ||
  b.score - a.score ||
  a.askedAt - b.askedAt ||
  (a.id < b.id ? -1 : 1)

// Each at the first moment at which no hour around it is full and it is not quiet. Those in line before it are placed already,
// so that a later one never takes the place of an earlier one, and the search goes on from where the last one ended.
function place(
  waiting: readonly (readonly Waiting[])[],
  times: number[],
  most: number,
  from: number,
  awake: (at: number) => number,
): { id: string; at: number }[] {
  const placed: { id: string; at: number }[] = []
  let at = awake(from)
  let room = roomAt(times, at, most)
  for (const group of waiting) {
    while (room.left === 0) {
      at = awake(room.start + HOUR)
      room = roomAt(times, at, most)
    }
    times.splice(after(times, at), 0, at)
    for (const { id } of group) placed.push({ id, at })
    room = room.left > 1 ? { ...room, left: room.left - 1 } : roomAt(times, at, most)
  }
  return placed
}

interface Room {
  left: number
  /** The first in the fullest hour that holds the moment: while that hour lasts, there is no more room than this. */
  start: number
}

/** How many more fit at a moment. */
function roomAt(times: readonly number[], at: number, most: number): Room {
  let room: Room = { left: most, start: at }
  let first = after(times, at - HOUR)
  let end = first
  for (; first < times.length; first++) {
    const start = times[first] ?? 0
    // Of the hours that hold it, the last one begins with the moment itself.
    const begins = Math.min(start, at)
    while (end < times.length && (times[end] ?? 0) < begins + HOUR) end++
    const left = Math.max(0, most - (end - first))
    if (left <= room.left) room = { left, start }
    if (start > at) break
  }
  return room
}

/** How many of the times, which are in order, are not later than a moment. */
function after(times: readonly number[], at: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low
}
