// When questions are announced: quiet hours and so many an hour at most. It only ever holds an announcement back; what waits
// is listed and can be answered at any time, and nothing is let through.
import { type Attention as Limits, schedule, type Waiting } from '../../policy/modes.ts'
import { type Announcer, type Card, groupOf, toApproval, viewApproval } from './approvals.ts'
import type { Events } from './events.ts'
import type { Journal } from './journal.ts'

export interface AttentionParts {
  journal: Journal
  events: Events
  limits: () => Limits
  now: () => number
  zone: () => string
}

const HOUR_MS = 3_600_000
const RETRY_MS = 60_000
const LONGEST_TIMER_MS = 2 ** 31 - 1

export class Attention implements Announcer {
  readonly #parts: AttentionParts
  /** What the cards of those looked at last say. A card never changes, so it is read once. */
  #told = new Map<string, Told>()
  #isDue = false
  #timer: NodeJS.Timeout | undefined

  constructor(parts: AttentionParts) {
    this.#parts = parts
  }

  get holdsBack(): boolean {
    const { quiet, perHour } = this.#parts.limits()
    return quiet !== undefined || perHour !== undefined
  }

  // Questions that came with one commit are one look: hundreds of looks at hundreds of questions would hold up everything.
  lookSoon(): void {
    if (this.#isDue) return
    this.#isDue = true
    queueMicrotask(() => {
      if (this.#isDue) this.look()
    })
  }

  /** Announces what is due, and looks again when the next one is. All it knows is in the rows. */
  look(): void {
    clearTimeout(this.#timer)
    this.#isDue = false
    const { now } = this.#parts
    let next: number | undefined
    try {
      next = this.#announce()
    } catch {
      // The disk refused to note what was shown, so nothing was.
      next = now() + RETRY_MS
    }
    if (next === undefined) return
    const ms = Math.min(LONGEST_TIMER_MS, Math.max(0, next - now()))
    this.#timer = setTimeout(() => this.look(), ms).unref()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#isDue = false
  }

  #announce(): number | undefined {
    const { journal, events, limits, now, zone } = this.#parts
    journal.flush()
    const at = now()
    const found = journal.store
      .statement(
        "SELECT id, asked_at, shown_at FROM approvals WHERE (state = 'open' AND shown_at IS NULL) OR shown_at > ?",
      )
      .all(at - HOUR_MS)
    const { showNow, later } = schedule(this.#waiting(found), { at, zone: zone() }, limits())
    if (showNow.length > 0) {
      const update = journal.store.statement('UPDATE approvals SET shown_at = ? WHERE id = ?')
      journal.later(() => {
        for (const id of showNow) update.run(at, id)
      })
      journal.flush()
      const whole = journal.store.statement('SELECT * FROM approvals WHERE id = ?')
      for (const id of showNow) {
        const row = whole.get(id)
        if (row) events.emit('approval/requested', viewApproval(toApproval(row)))
      }
    }
    return later[0]?.at
  }
  #waiting(rows: readonly Record<string, unknown>[]): Waiting[] {
    const card = this.#parts.journal.store.statement('SELECT card FROM approvals WHERE id = ?')
    const told = new Map<string, Told>()
    const waiting = rows.map((row) => {
      const id = String(row.id)
      const says = this.#told.get(id) ?? tell(JSON.parse(String(card.get(id)?.card)) as Card)
      told.set(id, says)
      const shown = row.shown_at === null ? {} : { shownAt: Number(row.shown_at) }
      return { id, askedAt: Number(row.asked_at), ...says, ...shown }
    })
    this.#told = told
    return waiting
  }
}

type Told = Pick<Waiting, 'score' | 'group' | 'urgent'>

const tell = (card: Card): Told => ({ score: card.receipt.score, group: groupOf(card), urgent: card.urgent })
