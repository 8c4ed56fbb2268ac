// Suggestions: leave that the user might give in advance, because the same was allowed by hand again and again. They are only
// ever offered; a grant is made by the user's own hand.
import { canonical, sha256 } from '../../policy/canonical.ts'
import { type Effect, type EffectKind, isEffectKind, meaning } from '../../policy/effects.ts'
import { tooWide } from '../../policy/leave.ts'
import { literal, matches } from '../../policy/pattern.ts'
import { StewardError } from '../text/errors.ts'
import { lookalikes } from '../text/lookalike.ts'
import { dayAround } from './daily.ts'
import type { Journal } from './journal.ts'
import type { Standing } from './standing.ts'

export interface Suggestion {
  id: string
  tool: string
  kind: EffectKind
  pattern: string
  /** How often in all: for what is done now and then. */
  times?: number
  /** How often a day: for what was allowed more than once on one day. */
  perDay?: number
  until: number
  /** How often it was allowed by hand lately. */
  given: number
  text: string
}

export interface SuggestParts {
  journal: Journal
  standing: Standing
  isSensitive: (effect: Effect, session: string) => boolean
  now: () => number
  zone: () => string
}

const DAYS = 30
const DAY_MS = 86_400_000
const AGAIN = 3
/** The least that is offered, in all or a day. */
const LEAST_TIMES = 5
/** Kinds that bind the user are asked about every time. */
const BINDING = 7
/** How many answers are looked at, the newest first. */
const LOOKED_AT = 500

// Everybody has an address there: no common sender stands behind the domain.
const publicMail =
  /@(?:(?:gmail|googlemail|outlook|hotmail|live|msn|yahoo|icloud|me|aol|proton|protonmail|gmx|web|mail|zoho|fastmail|qq|163|126|yandex)\.[a-z.]+|t-online\.de|pm\.me)$/

interface Tally {
  tool: string
  kind: EffectKind
  pattern: string
  where: string
  wide: boolean
  given: number
  /** How many of them on each day of the user's calendar, by its first moment. */
  days: Map<number, number>
  denied: boolean
  targets: Set<string>
}

export class Suggestions {
  readonly #parts: SuggestParts

  constructor(parts: SuggestParts) {
    this.#parts = parts
  }

  /** What could be granted now, the most often allowed first. */
  list(): Suggestion[] {
    const { now } = this.#parts
    const found = this.#tallies().filter((tally) => this.#isFit(tally))
    const wide = found.filter((tally) => tally.wide)
    const within = (one: Tally) =>
      wide.some(({ tool, kind, targets }) => tool === one.tool && kind === one.kind && one.targets.isSubsetOf(targets))
    return found
      .filter((tally) => tally.wide || !within(tally))
      .sort((a, b) => b.given - a.given)
      .map((tally) => suggestion(tally, now()))
  }

  /** Does not offer this one again. */
  dismiss(id: string): void {
    const { journal, now } = this.#parts
    if (!this.list().some((one) => one.id === id))
      throw new StewardError('NOT_FOUND', `There is no suggestion ${id}.`, 'List them with: steward grants suggest')
    journal.later(() => {
      journal.store.statement('INSERT OR IGNORE INTO dismissed_suggestions (id, at) VALUES (?, ?)').run(id, now())
    })
  }

  #isFit(tally: Tally): boolean {
    const { journal, standing, now } = this.#parts
    // Whatever is offered has an end.
    if (tooWide({ kind: tally.kind, pattern: tally.pattern, until: now() })) return false
    if (tally.denied || tally.given < AGAIN || (tally.wide && tally.targets.size < 2)) return false
    const grants = standing
      .list(false)
      .filter(({ kind, tool }) => kind === tally.kind && (tool === undefined || tool === tally.tool))
    const how = meaning(tally.kind).target
    if ([...tally.targets].every((target) => grants.some(({ pattern }) => matches(pattern, target, how)))) return false
    return !journal.store.statement('SELECT 1 FROM dismissed_suggestions WHERE id = ?').get(idOf(tally))
  }

  #tallies(): Tally[] {
    const { journal, now } = this.#parts
    journal.flush()
    const rows = journal.store
      .statement(
        `SELECT state, card ->> 'tool' AS tool, card ->> 'session' AS session, card -> 'leave' AS leave, card -> 'effects' AS effects,
           card -> 'doubts' IS NOT NULL AS doubted, answered_at
         FROM approvals WHERE state IN ('allowed', 'denied') AND answered_at > ? ORDER BY rowid DESC LIMIT ?`,
      )
      .all(now() - DAYS * DAY_MS, LOOKED_AT)
    const tallies = new Map<string, Tally>()
    for (const row of rows) this.#count(row, tallies)
    return [...tallies.values()]
  }

  #count(row: Record<string, unknown>, tallies: Map<string, Tally>): void {
    const denied = row.state === 'denied'
    const shown = row.leave === null ? parse<Effect[]>(row.effects) : [parse<Effect>(row.leave)]
    const bars = (effect: Effect) => isBarred(effect) || this.#parts.isSensitive(effect, String(row.session))
    // A no always counts; a yes only where nothing about the whole call speaks against it.
    if (!denied && (row.doubted === 1 || shown.some(bars))) return
    const day = dayAround(Number(row.answered_at), this.#parts.zone()).from
    const counted = new Set<string>()
    for (const { kind, target } of weighty(shown))
      for (const place of places(kind, target)) {
        const key = canonical([row.tool, kind, place.pattern])
        const tally = tallies.get(key) ?? newTally(String(row.tool), kind, place)
        tallies.set(key, tally)
        tally.targets.add(target)
        if (denied) tally.denied = true
        else if (!counted.has(key)) note(tally, day)
        counted.add(key)
      }
  }
}

const parse = <T>(cell: unknown): T => JSON.parse(String(cell)) as T

const isBarred = ({ kind, target }: Effect): boolean =>
  !isEffectKind(kind) || meaning(kind).weight >= BINDING || lookalikes(target).length > 0

/** What a question was about: what changes or leaves, and where nothing does, all of it. */
function weighty(effects: Effect[]): Effect[] {
  const known = effects.filter(({ kind }) => isEffectKind(kind))
  const heavy = known.filter(({ kind }) => meaning(kind).changes || meaning(kind).leaves)
  return heavy.length > 0 ? heavy : known
}

interface Place {
  pattern: string
  where: string
  wide: boolean
}

const newTally = (tool: string, kind: EffectKind, place: Place): Tally => ({
  ...{ tool, kind, ...place },
  given: 0,
  days: new Map(),
  denied: false,
  targets: new Set(),
})

function note(tally: Tally, day: number): void {
  tally.given++
  tally.days.set(day, (tally.days.get(day) ?? 0) + 1)
}

function places(kind: EffectKind, target: string): Place[] {
  const wider = widerPlace(meaning(kind).target, target)
  return [{ pattern: literal(target), where: target, wide: false }, ...(wider ? [{ ...wider, wide: true }] : [])]
}

// Never wider than a person would say it: one domain, one site, files of one sort in one folder.
function widerPlace(how: 'path' | 'url' | 'mail' | 'name', target: string): Omit<Place, 'wide'> | undefined {
  if (how === 'mail') {
    const domain = /^[^@\s]+(@[\w.-]+\.[a-z]{2,})$/.exec(target)?.[1]
    return domain === undefined || publicMail.test(domain) ? undefined : { pattern: `*${domain}`, where: domain }
  }
  if (how === 'url') {
    const origin = /^https:\/\/[^/?#\s@]+(?=\/)/.exec(target)?.[0]
    return origin === undefined ? undefined : { pattern: `${literal(origin)}/**`, where: origin }
  }
  if (how === 'path') {
    const [, folder, ending] = /^(.*[/\\])[^/\\.][^/\\]*(\.\w+)$/.exec(target) ?? []
    return folder === undefined || ending === undefined
      ? undefined
      : { pattern: `${literal(folder)}*${ending}`, where: `${ending} files in ${folder}` }
  }
  return undefined
}

const idOf = ({ tool, kind, pattern }: Tally): string => sha256(canonical([tool, kind, pattern])).slice(0, 12)

function suggestion(tally: Tally, now: number): Suggestion {
  const { tool, kind, pattern, given, where } = tally
  const busiest = Math.max(...tally.days.values())
  // Once a day at the most is seldom: then a limit by the day would be wider than it looks.
  const limit = busiest > 1 ? { perDay: Math.max(LEAST_TIMES, busiest) } : { times: Math.max(LEAST_TIMES, given) }
  const often =
    limit.perDay === undefined ? `Allow up to ${limit.times} times more in` : `Allow up to ${limit.perDay} a day for`
  const text = `You allowed this ${given} times in ${DAYS} days: ${tool} ${meaning(kind).says}, for ${where}. ${often} the next ${DAYS} days?`
  return { id: idOf(tally), tool, kind, pattern, ...limit, until: now + DAYS * DAY_MS, given, text }
}
