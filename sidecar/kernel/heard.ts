// What each guarded session was told, and by whom: the user's words, and what its calls brought back. It is on the disk,
// so that after a restart a stranger's text is still a stranger's.

import { type Effect, meaning } from '../../policy/effects.ts'
import { type Doubt, type GuardedCall, isDeleting } from '../../policy/guard.ts'
import { Origins } from '../../policy/origin.ts'
import { type Incoming, scalars } from '../../policy/records.ts'
import type { Runnable } from './define.ts'
import type { Journal } from './journal.ts'
import type { CallRow } from './rows.ts'
import type { Session } from './sessions.ts'

type Word = { kind: 'said'; text: string } | { kind: 'approved'; value: string } | { kind: 'heard'; incoming: Incoming }

const MAX_HEARD_CHARS = 500_000

export class Heard {
  readonly #journal: Journal
  readonly #own: () => readonly string[]
  readonly #now: () => number
  readonly #sessions = new Map<string, Origins | undefined>()

  /** `own` are the user's addresses and names. */
  constructor(parts: { journal: Journal; own: () => readonly string[]; now: () => number }) {
    this.#journal = parts.journal
    this.#own = parts.own
    this.#now = parts.now
  }

  /** The user's own words. From the first of them on the session is guarded. */
  said(session: Session, text: string): void {
    const origins = this.guard(session)
    this.#keep(session.id, { kind: 'said', text })
    origins.said(text)
  }

  /** What the user was shown and approved is known from then on; but each deletion is asked for by itself. */
  approved(session: string, kind: GuardedCall['kind'], doubts: readonly Doubt[]): void {
    const origins = this.#find(session)
    if (!origins) return
    for (const { role, value } of doubts) {
      if (role !== 'destination' && (role !== 'object' || isDeleting(kind))) continue
      origins.approved(value)
      this.#keep(session, { kind: 'approved', value })
    }
  }

  /** What the user changed in a card is the user's own. */
  typed(session: string, before: unknown, after: unknown): void {
    const origins = this.#find(session)
    if (!origins) return
    const known = new Set(scalars(before))
    for (const value of scalars(after)) {
      if (known.has(value)) continue
      origins.approved(value)
      this.#keep(session, { kind: 'approved', value })
    }
  }

  /** What a call brought back into a guarded session. What touched nothing brought nothing new. */
  heard(row: CallRow, tool: Runnable): void {
    const origins = this.#find(row.session)
    if (!origins || tool.kinds.length === 0 || row.output === undefined) return
    const incoming: Incoming = { from: row.tool, value: bounded(row.output), input: row.input, ...trustOf(tool) }
    origins.hear(incoming)
    this.#keep(row.session, { kind: 'heard', incoming })
  }

  /** The origins of a session, which is guarded from now on. */
  guard(session: Session): Origins {
    const known = this.#find(session.id)
    if (known) return known
    const origins = new Origins()
    origins.own(this.#own())
    // What it read before nobody kept apart: all of it counts as anybody's.
    if (session.labels.trust === 'untrusted' || session.labels.trust === 'known') origins.taint()
    this.#sessions.set(session.id, origins)
    return origins
  }

  #find(session: string): Origins | undefined {
    if (this.#sessions.has(session)) return this.#sessions.get(session)
    const rows = this.#journal.store
      .statement('SELECT kind, body FROM session_words WHERE session = ? ORDER BY rowid')
      .all(session)
    const origins = rows.length > 0 ? new Origins() : undefined
    origins?.own(this.#own())
    for (const row of rows) tell(origins, JSON.parse(String(row.body)) as Word)
    this.#sessions.set(session, origins)
    return origins
  }

  #keep(session: string, word: Word): void {
    const at = this.#now()
    this.#journal.later(() => {
      this.#journal.store
        .statement('INSERT INTO session_words (session, kind, body, at) VALUES (?, ?, ?, ?)')
        .run(session, word.kind, JSON.stringify(word), at)
    })
  }
}

function tell(origins: Origins | undefined, word: Word): void {
  if (word.kind === 'said') origins?.said(word.text)
  else if (word.kind === 'approved') origins?.approved(word.value)
  else origins?.hear(word.incoming)
}

const bounded = (output: unknown): unknown => {
  const text = JSON.stringify(output) ?? ''
  return text.length <= MAX_HEARD_CHARS ? output : text.slice(0, MAX_HEARD_CHARS)
}

/** A call as the guard sees it: by the heaviest thing it would do. */
export function guarded(tool: Runnable, input: unknown, effects: readonly Effect[]): GuardedCall | undefined {
  const [heaviest] = [...effects].sort((a, b) => meaning(b.kind).weight - meaning(a.kind).weight)
  if (!heaviest || typeof input !== 'object' || input === null) return undefined
  const { destination = [], object = [], payload = [] } = tool.roles
  return { kind: heaviest.kind, input: input as Record<string, unknown>, destination, object, payload }
}

/** How far a tool's output can be trusted, field by field where it says so. */
export function trustOf(tool: Runnable): Pick<Incoming, 'trust' | 'untrustedFields' | 'secrecy'> {
  const { trust, secrecy, untrustedFields = [] } = tool.labels
  const isMixed = untrustedFields.length > 0 && trust === 'metadata'
  return { trust: isMixed ? 'mixed' : trust, untrustedFields, secrecy }
}
