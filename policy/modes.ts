// Modes that the user sets: plan and drafts-only say that something does not run; quiet hours and the attention budget only
// say when a question is shown. Neither of those two ever lets anything through.
import { type EffectKind, meaning } from './effects.ts'
import { DAY_MINUTES, type Hours, isWithin, minuteOf } from './hours.ts'

/** What is forbidden for the time being. */
export interface Modes {
  plan?: boolean | undefined
  draftsOnly?: boolean | undefined
}

/** Why a mode forbids a kind of effect, or nothing where none does. */
export function forbidden(modes: Modes | undefined, kind: EffectKind): string | undefined {
  const { changes, leaves, says } = meaning(kind)
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

/** A moment, with the minute of the day that the user's clock shows at it. */
export interface Moment {
  at: number
  minute: number
}

export interface Schedule {
  showNow: string[]
  /** In the order they will come. Asked again at the first of these times: a change of the clock may move them. */
  later: { id: string; at: number }[]
}

const HOUR = 3_600_000
const MINUTE = 60_000

/** When each question is shown: what waits for somebody first, then by risk, then by age. None is left out. */
export function schedule(questions: readonly Waiting[], now: Moment, settings: Attention): Schedule {
  const shown = new Map<string, number>()
  for (const one of questions)
    if (one.shownAt !== undefined && one.shownAt > now.at - HOUR)
      shown.set(groupOf(one), Math.max(one.shownAt, shown.get(groupOf(one)) ?? 0))
  const times = [...shown.values()].sort((a, b) => a - b)
  const result: Schedule = { showNow: [], later: [] }
  for (const group of groups(questions.filter((one) => one.shownAt === undefined))) {
    const at = nextTime(times, group.some((one) => one.urgent) ? undefined : settings.quiet, settings.perHour, now)
    times.push(at)
    times.sort((a, b) => a - b)
    for (const { id } of group) {
      if (at <= now.at) result.showNow.push(id)
      else result.later.push({ id, at })
    }
  }
  result.later.sort((a, b) => a.at - b.at)
  return result
}

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

// The first moment at which the hour before it has room and it is not quiet. Those in line before it are placed already, so
// that a later one never takes the place of an earlier one.
function nextTime(
  times: readonly number[],
  quiet: Hours | undefined,
  perHour: number | undefined,
  now: Moment,
): number {
  let at = afterQuiet(now.at, quiet, now)
  if (perHour === undefined) return at
  for (;;) {
    const crowded = crowdAround(times, at, Math.max(1, perHour))
    if (crowded === undefined) return at
    at = afterQuiet(crowded + HOUR, quiet, now)
  }
}

/** Where some hour that holds this moment is full already, the earliest time in it. */
function crowdAround(times: readonly number[], at: number, most: number): number | undefined {
  for (let first = 0; first + most <= times.length; first++) {
    const start = times[first] ?? 0
    const end = times[first + most - 1] ?? 0
    if (end - start < HOUR && at > end - HOUR && at < start + HOUR) return start
  }
  return undefined
}

function afterQuiet(at: number, quiet: Hours | undefined, now: Moment): number {
  if (!quiet) return at
  const minute = (now.minute + Math.floor((at - now.at) / MINUTE)) % DAY_MINUTES
  if (!isWithin(quiet, minute)) return at
  return at + ((minuteOf(quiet.to) - minute + DAY_MINUTES) % DAY_MINUTES) * MINUTE
}
