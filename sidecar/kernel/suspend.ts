// Parking: a call that must wait leaves its stack and becomes a row. When the row is answered the call is entered again
// from the top, and this place in it returns the answer.
import type { Store } from '../store/database.ts'
import { StewardError } from '../text/errors.ts'
import type { Events } from './events.ts'
import { newId } from './ids.ts'
import type { Journal } from './journal.ts'

/** Thrown through a tool's stack to leave it. Not an error: nothing went wrong. */
export class Parked {
  readonly parked = true
  readonly on: 'approval' | 'suspension'
  readonly id: string
  constructor(on: 'approval' | 'suspension', id: string) {
    this.on = on
    this.id = id
  }
}

export interface SuspensionView {
  id: string
  callId: string
  tool: string
  session: string
  reason: string
  data: unknown
  state: 'open' | 'answered' | 'cancelled'
  openedAt: number
  wakeAt?: number
}

export interface SuspensionRequest {
  callId: string
  tool: string
  session: string
  /** Where in the call: the ordinal of the port call, and which wait within it. */
  place: string
  reason: string
  data: unknown
  wakeAt?: number
}

export class Suspensions {
  readonly #store: Store
  readonly #journal: Journal
  readonly #events: Events
  readonly #now: () => number

  constructor(parts: { journal: Journal; events: Events; now: () => number }) {
    this.#journal = parts.journal
    this.#store = parts.journal.store
    this.#events = parts.events
    this.#now = parts.now
  }

  /** The answer for a place in a call, or a new suspension there. */
  at(request: SuspensionRequest): { answer: unknown } | { parked: Parked } {
    const row = this.#store
      .statement('SELECT id, state, answer FROM suspensions WHERE call = ? AND place = ?')
      .get(request.callId, request.place)
    if (row?.state === 'answered') return { answer: JSON.parse(String(row.answer ?? 'null')) }
    if (row) return { parked: new Parked('suspension', String(row.id)) }
    return { parked: new Parked('suspension', this.#open(request)) }
  }

  find(id: string): SuspensionView {
    this.#journal.flush()
    const row = this.#store.statement('SELECT * FROM suspensions WHERE id = ?').get(id)
    if (!row)
      throw new StewardError('NOT_FOUND', `There is no suspension ${id}.`, 'List what is parked with: steward waiting')
    return toView(row)
  }

  list(all: boolean, limit: number): SuspensionView[] {
    this.#journal.flush()
    const rows = all
      ? this.#store.statement('SELECT * FROM suspensions ORDER BY rowid DESC LIMIT ?').all(limit)
      : this.#store.statement("SELECT * FROM suspensions WHERE state = 'open' ORDER BY rowid LIMIT ?").all(limit)
    return rows.map(toView)
  }

  /** The open one with this id. The first answer wins; a second is told so. */
  answerable(id: string): SuspensionView {
    const view = this.find(id)
    if (view.state === 'open') return view
    throw new StewardError('STALE_APPROVAL', `Suspension ${id} was ${view.state} already.`, 'Nothing more is needed.')
  }

  /** Closes one, with its answer, in the same commit as whatever follows from it. */
  close(id: string, state: 'answered' | 'cancelled', answer?: unknown): void {
    const view = this.answerable(id)
    const text = answer === undefined ? null : JSON.stringify(answer)
    this.#journal.later(() => {
      this.#store.statement('UPDATE suspensions SET state = ?, answer = ? WHERE id = ?').run(state, text, id)
    })
    this.#journal.record(`suspension.${state}`, { call: view.callId, suspension: id })
    this.#journal.whenKept(() => this.#events.emit('suspension/closed', { ...view, state }), true)
  }

  /** The next one that goes on by itself, if any. */
  nextWake(): { id: string; wakeAt: number } | undefined {
    this.#journal.flush()
    const row = this.#store
      .statement(
        "SELECT id, wake_at FROM suspensions WHERE state = 'open' AND wake_at IS NOT NULL ORDER BY wake_at LIMIT 1",
      )
      .get()
    return row ? { id: String(row.id), wakeAt: Number(row.wake_at) } : undefined
  }

  #open(request: SuspensionRequest): string {
    const id = newId('s')
    const openedAt = this.#now()
    const { callId, place, tool, session, reason, data, wakeAt } = request
    this.#journal.later(() => {
      this.#store
        .statement(
          `INSERT INTO suspensions (id, call, place, tool, session, reason, data, state, opened_at, wake_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, 'open', ?, ?)`,
        )
        .run(id, callId, place, tool, session, reason, JSON.stringify(data ?? null), openedAt, wakeAt ?? null)
    })
    this.#journal.record('suspension.opened', { call: callId, suspension: id, reason })
    return id
  }
}

function toView(row: Record<string, unknown>): SuspensionView {
  return {
    id: String(row.id),
    callId: String(row.call),
    tool: String(row.tool),
    session: String(row.session),
    reason: String(row.reason),
    data: JSON.parse(String(row.data)),
    state: row.state as SuspensionView['state'],
    openedAt: Number(row.opened_at),
    ...(row.wake_at === null ? {} : { wakeAt: Number(row.wake_at) }),
  }
}
