// Approvals: questions to the user, as rows. They survive a restart, never expire into a denial, and are bound to the
// exact bytes of the call they show.
import type { Effect } from '../../policy/effects.ts'
import type { Doubt } from '../../policy/guard.ts'
import type { Receipt } from '../../policy/score.ts'
import { StewardError } from '../text/errors.ts'
import type { Preview } from './define.ts'
import type { Events } from './events.ts'
import { newId } from './ids.ts'
import type { Journal } from './journal.ts'

export type ApprovalState = 'open' | 'allowed' | 'denied' | 'withdrawn' | 'replaced'

/** What is shown and can't change afterwards. */
export interface Card {
  tool: string
  session: string
  input: unknown
  effects: Effect[]
  /** The effect asked for in the middle of a run; left out when the whole call is asked about. */
  leave?: Effect
  receipt: Receipt
  why: string[]
  preview: Preview
  leaves: boolean
  undoable: boolean
  /** Values that do not follow from the user, and where they came from. */
  doubts?: Doubt[]
}

export interface ApprovalView extends Omit<Card, 'leave'> {
  id: string
  callId: string
  state: ApprovalState
  hash: string
  askedAt: number
  answeredAt?: number
  reason?: string
}

export interface Approval {
  id: string
  call: string
  state: ApprovalState
  hash: string
  card: Card
  askedAt: number
  answeredAt: number | null
  reason: string | null
}

export class Approvals {
  readonly #journal: Journal
  readonly #events: Events
  readonly #now: () => number

  constructor(parts: { journal: Journal; events: Events; now: () => number }) {
    this.#journal = parts.journal
    this.#events = parts.events
    this.#now = parts.now
  }

  /** Stores a question, unless it is asked already. It is announced once it is on the disk. */
  open(call: string, hash: string, card: Card): Approval {
    const asked = this.#journal.store
      .statement("SELECT * FROM approvals WHERE call = ? AND hash = ? AND state = 'open'")
      .get(call, hash)
    if (asked) return toApproval(asked)
    const approval: Approval = {
      id: newId('a'),
      call,
      state: 'open',
      hash,
      card,
      askedAt: this.#now(),
      answeredAt: null,
      reason: null,
    }
    this.#journal.later(() => {
      this.#journal.store
        .statement("INSERT INTO approvals (id, call, state, hash, card, asked_at) VALUES (?, ?, 'open', ?, ?, ?)")
        .run(approval.id, call, hash, JSON.stringify(card), approval.askedAt)
    })
    this.#journal.durable().then(
      () => this.#events.emit('approval/requested', viewApproval(approval)),
      () => {},
    )
    return approval
  }

  find(id: string): Approval {
    this.#journal.flush()
    const row = this.#journal.store.statement('SELECT * FROM approvals WHERE id = ?').get(id)
    if (!row)
      throw new StewardError('NOT_FOUND', `There is no approval ${id}.`, 'List the open ones with: steward approvals')
    return toApproval(row)
  }

  /** The open question with this id, if the answer is to exactly what it shows. */
  answerable(id: string, hash: string): Approval {
    const approval = this.find(id)
    if (approval.state !== 'open')
      throw new StewardError(
        'STALE_APPROVAL',
        `Approval ${id} was ${approval.state} already.`,
        'The first answer counts. Nothing more is needed.',
      )
    if (approval.hash !== hash)
      throw new StewardError(
        'STALE_APPROVAL',
        'The answer is to other bytes than this approval shows.',
        'Look at the approval again, and answer that.',
      )
    return approval
  }

  /** Closes a question in the same commit as whatever follows from it. */
  close(approval: Approval, state: ApprovalState, reason?: string): void {
    approval.state = state
    approval.answeredAt = this.#now()
    approval.reason = reason ?? null
    const { id, answeredAt } = approval
    this.#journal.later(() => {
      this.#journal.store
        .statement('UPDATE approvals SET state = ?, answered_at = ?, reason = ? WHERE id = ?')
        .run(state, answeredAt, reason ?? null, id)
    })
    this.#journal.record(`approval.${state}`, {
      call: approval.call,
      approval: id,
      hash: approval.hash,
      tool: approval.card.tool,
    })
    this.#journal.durable(true).then(
      () => this.#events.emit('approval/resolved', viewApproval(approval)),
      () => {},
    )
  }

  /** Whether the user allowed exactly these bytes of this call. */
  isAllowed(call: string, hash: string): boolean {
    return (
      this.#journal.store
        .statement("SELECT 1 FROM approvals WHERE call = ? AND hash = ? AND state = 'allowed'")
        .get(call, hash) !== undefined
    )
  }

  /** Whether the user changed what was asked for. */
  wasEdited(call: string): boolean {
    return (
      this.#journal.store.statement("SELECT 1 FROM approvals WHERE call = ? AND state = 'replaced'").get(call) !==
      undefined
    )
  }

  list(all: boolean, limit: number): ApprovalView[] {
    this.#journal.flush()
    const rows = all
      ? this.#journal.store.statement('SELECT * FROM approvals ORDER BY rowid DESC LIMIT ?').all(limit)
      : this.#journal.store.statement("SELECT * FROM approvals WHERE state = 'open' ORDER BY rowid LIMIT ?").all(limit)
    return rows.map((row) => viewApproval(toApproval(row)))
  }
}

/** What a client is told of a question. */
export function viewApproval(approval: Approval): ApprovalView {
  const { leave, ...card } = approval.card
  return {
    id: approval.id,
    callId: approval.call,
    state: approval.state,
    hash: approval.hash,
    askedAt: approval.askedAt,
    ...card,
    effects: leave ? [leave] : card.effects,
    ...(approval.answeredAt === null ? {} : { answeredAt: approval.answeredAt }),
    ...(approval.reason === null ? {} : { reason: approval.reason }),
  }
}

function toApproval(row: Record<string, unknown>): Approval {
  return {
    id: String(row.id),
    call: String(row.call),
    state: row.state as ApprovalState,
    hash: String(row.hash),
    card: JSON.parse(String(row.card)) as Card,
    askedAt: Number(row.asked_at),
    answeredAt: row.answered_at as number | null,
    reason: row.reason as string | null,
  }
}
