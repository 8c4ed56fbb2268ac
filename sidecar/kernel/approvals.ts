// Approvals: questions to the user, as rows. They survive a restart, never expire into a denial, and are bound to the
// exact bytes of the call they show.
import { canonical, sha256 } from '../../policy/canonical.ts'
import type { Effect } from '../../policy/effects.ts'
import type { Doubt } from '../../policy/guard.ts'
import type { Receipt } from '../../policy/score.ts'
import { StewardError } from '../text/errors.ts'
import { lookalikes } from '../text/lookalike.ts'
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
  /** Hash of the code that would run, where it is not Steward's own. */
  code?: string
  /** The user called it by hand, and waits for it. */
  urgent?: boolean
}

export interface ApprovalView extends Omit<Card, 'leave'> {
  id: string
  callId: string
  state: ApprovalState
  hash: string
  /** The same for those that can be answered as one batch. */
  group: string
  askedAt: number
  answeredAt?: number
  answeredBy?: string
  reason?: string
}

export interface Approval {
  id: string
  call: string
  state: ApprovalState
  hash: string
  card: Card
  askedAt: number
  /** When it was announced; nothing while it is held back. */
  shownAt: number | null
  answeredAt: number | null
  answeredBy: string | null
  reason: string | null
}

/** What an answer says beside yes or no. */
export interface Answered {
  reason?: string | undefined
  /** Which client it came from. */
  by?: string | undefined
}

/** Says when questions are announced. */
export interface Announcer {
  /** Whether a question may have to wait before it is announced. */
  readonly holdsBack: boolean
  /** Announces what is due, once for all that ask for it in one turn. */
  lookSoon(): void
}

export class Approvals {
  readonly #journal: Journal
  readonly #events: Events
  readonly #announcer: Announcer
  readonly #now: () => number
  /** Answered, and not on the disk yet. */
  readonly #unwritten = new Map<string, Approval>()

  constructor(parts: { journal: Journal; events: Events; announcer: Announcer; now: () => number }) {
    this.#journal = parts.journal
    this.#events = parts.events
    this.#announcer = parts.announcer
    this.#now = parts.now
  }

  /** Stores a question, unless it is asked already. It is announced once it is on the disk. */
  open(call: string, hash: string, card: Card): Approval {
    const asked = this.#journal.store
      .statement("SELECT * FROM approvals WHERE call = ? AND hash = ? AND state = 'open'")
      .get(call, hash)
    if (asked) return toApproval(asked)
    const { holdsBack } = this.#announcer
    const askedAt = this.#now()
    const approval: Approval = {
      id: newId('a'),
      call,
      state: 'open',
      hash,
      card: { ...card, why: [...card.why, ...shownEffects(card).flatMap(({ target }) => lookalikes(target))] },
      askedAt,
      shownAt: holdsBack ? null : askedAt,
      answeredAt: null,
      answeredBy: null,
      reason: null,
    }
    this.#journal.later(() => {
      this.#journal.store
        .statement(
          "INSERT INTO approvals (id, call, state, hash, card, asked_at, shown_at) VALUES (?, ?, 'open', ?, ?, ?, ?)",
        )
        .run(approval.id, call, hash, JSON.stringify(approval.card), askedAt, approval.shownAt)
    })
    this.#journal.whenKept(() => {
      if (holdsBack) this.#announcer.lookSoon()
      else this.#events.emit('approval/requested', viewApproval(approval))
    })
    return approval
  }

  find(id: string): Approval {
    const answered = this.#unwritten.get(id)
    if (answered) return answered
    const look = () => this.#journal.store.statement('SELECT * FROM approvals WHERE id = ?').get(id)
    let row = look()
    if (!row) {
      this.#journal.flush()
      row = look()
    }
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
        `Approval ${id} was ${approval.state} already${approval.answeredBy === null ? '' : `, by ${approval.answeredBy}`}.`,
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
  close(approval: Approval, state: ApprovalState, { reason, by }: Answered = {}): void {
    approval.state = state
    approval.answeredAt = this.#now()
    approval.answeredBy = by ?? null
    approval.reason = reason ?? null
    const { id, answeredAt } = approval
    this.#unwritten.set(id, approval)
    this.#journal.later(() => {
      this.#journal.store
        .statement('UPDATE approvals SET state = ?, answered_at = ?, answered_by = ?, reason = ? WHERE id = ?')
        .run(state, answeredAt, by ?? null, reason ?? null, id)
    })
    this.#journal.record(`approval.${state}`, {
      call: approval.call,
      approval: id,
      hash: approval.hash,
      tool: approval.card.tool,
    })
    this.#journal.whenKept(() => {
      this.#unwritten.delete(id)
      this.#events.emit('approval/resolved', viewApproval(approval))
    }, true)
  }

  /** Whether the user allowed exactly these bytes of this call. */
  isAllowed(call: string, hash: string): boolean {
    return (
      this.#journal.store
        .statement("SELECT 1 FROM approvals WHERE call = ? AND hash = ? AND state = 'allowed'")
        .get(call, hash) !== undefined
    )
  }

  /** Throws where the last answer to a call was a yes to another input than the one that would run now. */
  checkInput(call: string, input: unknown): void {
    const row = this.#journal.store
      .statement('SELECT state, card FROM approvals WHERE call = ? ORDER BY rowid DESC LIMIT 1')
      .get(call)
    if (row?.state !== 'allowed') return
    const { input: shown } = JSON.parse(String(row.card)) as Card
    if (canonical(shown) !== canonical(input)) throw changedMeanwhile()
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

/** For a call whose rows are not what the user was shown. */
export const changedMeanwhile = (): StewardError =>
  new StewardError(
    'STALE_APPROVAL',
    'The call is no longer what this approval shows: somebody changed it where it is stored.',
    'It is not run. Deny it, and call the tool anew.',
  )

/** What a question is about. */
export const shownEffects = ({ leave, effects }: Card): Effect[] => (leave ? [leave] : effects)

/** Alike are questions of one session about the same tool and kinds, whatever the targets. */
export function groupOf(card: Card): string {
  const kinds = [...new Set(shownEffects(card).map(({ kind }) => kind))].sort()
  return sha256(canonical({ tool: card.tool, session: card.session, kinds })).slice(0, 16)
}

/** What a client is told of a question. */
export function viewApproval(approval: Approval): ApprovalView {
  const { leave: _, ...card } = approval.card
  return {
    id: approval.id,
    callId: approval.call,
    state: approval.state,
    hash: approval.hash,
    group: groupOf(approval.card),
    askedAt: approval.askedAt,
    ...card,
    effects: shownEffects(approval.card),
    ...(approval.answeredAt === null ? {} : { answeredAt: approval.answeredAt }),
    ...(approval.answeredBy === null ? {} : { answeredBy: approval.answeredBy }),
    ...(approval.reason === null ? {} : { reason: approval.reason }),
  }
}

/** The row as it came from the database. */
export function toApproval(row: Record<string, unknown>): Approval {
  return {
    id: String(row.id),
    call: String(row.call),
    state: row.state as ApprovalState,
    hash: String(row.hash),
    card: JSON.parse(String(row.card)) as Card,
    askedAt: Number(row.asked_at),
    shownAt: row.shown_at as number | null,
    answeredAt: row.answered_at as number | null,
    answeredBy: row.answered_by as string | null,
    reason: row.reason as string | null,
  }
}
