// When questions are announced: quiet hours and so many an hour at most. It only ever holds an announcement back; what waits
// is listed and can be answered at any time, and nothing is let through.
import { localTime } from '../../policy/hours.ts'
import { type Attention as Limits, schedule } from '../../policy/modes.ts'
import { type Announcer, type Approval, groupOf, toApproval, viewApproval } from './approvals.ts'
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
  #timer: NodeJS.Timeout | undefined

  constructor(parts: AttentionParts) {
    this.#parts = parts
  }

  get holdsBack(): boolean {
    const { quiet, perHour } = this.#parts.limits()
    return quiet !== undefined || perHour !== undefined
  }

  /** Announces what is due, and looks again when the next one is. All it knows is in the rows. */
  look(): void {
    clearTimeout(this.#timer)
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
  }

  #announce(): number | undefined {
    const { journal, events, limits, now, zone } = this.#parts
    journal.flush()
    const at = now()
    const found = journal.store
      .statement("SELECT * FROM approvals WHERE (state = 'open' AND shown_at IS NULL) OR shown_at > ?")
      .all(at - HOUR_MS)
      .map(toApproval)
    const moment = { at, minute: localTime(at, zone()).minute }
    const { showNow, later } = schedule(found.map(waiting), moment, limits())
    if (showNow.length > 0) {
      const update = journal.store.statement('UPDATE approvals SET shown_at = ? WHERE id = ?')
      journal.later(() => {
        for (const id of showNow) update.run(at, id)
      })
      journal.flush()
      const byId = new Map(found.map((each) => [each.id, each]))
      for (const id of showNow) {
        const approval = byId.get(id)
        if (approval) events.emit('approval/requested', viewApproval(approval))
      }
    }
    return later[0]?.at
  }
}

const waiting = ({ id, card, askedAt, shownAt }: Approval) => ({
  ...{ id, askedAt, score: card.receipt.score, group: groupOf(card), urgent: card.urgent },
  ...(shownAt === null ? {} : { shownAt }),
})
