// What each guarded session was told, and by whom: the user's words, and what its calls brought back. It is on the disk,
// so that after a restart a stranger's text is still a stranger's.

import { type AddressBook, addressBook, type Contact } from '../../policy/contacts.ts'
import { type EffectKind, isEffectKind, meaning } from '../../policy/effects.ts'
import { rank, type Trust } from '../../policy/flow.ts'
import { type Doubt, type GuardedCall, rememberable } from '../../policy/guard.ts'
import { Origins } from '../../policy/origin.ts'
import { type Incoming, type Mark, namesAndScalars, scalars } from '../../policy/records.ts'
import type { EffectFacts } from '../../policy/score.ts'
import type { Runnable } from './define.ts'
import type { Journal } from './journal.ts'
import type { CallRow } from './rows.ts'
import type { Session } from './sessions.ts'

type Word =
  | { kind: 'said'; text: string; pasted?: boolean }
  | { kind: 'approved'; value: string; effect: EffectKind }
  | { kind: 'typed'; value: string }
  | { kind: 'heard'; incoming: Incoming }

const MAX_HEARD_CHARS = 500_000

export class Heard {
  readonly #journal: Journal
  readonly #own: () => readonly string[]
  readonly #isContact: AddressBook
  readonly #now: () => number
  readonly #sessions = new Map<string, Origins | undefined>()

  /** `own` are the user's addresses and names; `contacts` whom the user put into the address book, as it is at each look. */
  constructor(parts: {
    journal: Journal
    own: () => readonly string[]
    contacts: () => readonly Contact[]
    now: () => number
  }) {
    this.#journal = parts.journal
    this.#own = parts.own
    this.#isContact = addressBook(parts.contacts)
    this.#now = parts.now
  }

  /** The user's own words, or what the user pasted. From the first of them on the session is guarded. */
  said(session: Session, text: string, pasted = false): void {
    const origins = this.guard(session)
    this.#keep(session.id, { kind: 'said', text, ...(pasted ? { pasted } : {}) })
    origins.say(text, pasted)
  }

  /** What the user was shown and approved is known from then on, for this kind of effect. */
  approved(session: string, kind: GuardedCall['kind'], doubts: readonly Doubt[]): void {
    const origins = this.#find(session)
    if (!origins) return
    for (const value of rememberable(kind, doubts)) {
      origins.approve(kind, value)
      this.#keep(session, { kind: 'approved', value, effect: kind })
    }
  }

  /** What the user changed in a card is the user's own. */
  typed(session: string, before: unknown, after: unknown): void {
    const origins = this.#find(session)
    if (!origins) return
    const known = new Set(namesAndScalars(before))
    for (const value of namesAndScalars(after)) {
      if (known.has(value)) continue
      origins.typed(value)
      this.#keep(session, { kind: 'typed', value })
    }
  }

  /** What a call brought back into a guarded session. What touched nothing brought nothing new. */
  heard(row: CallRow, tool: Runnable, marks: readonly Mark[]): void {
    const origins = this.#find(row.session)
    if (!origins || tool.kinds.length === 0 || row.output === undefined) return
    const stored = marks.length === 0 ? {} : { marks }
    this.#hear(row, origins, { value: bounded(row.output), ...trustOf(tool), fromOutside: fetches(tool), ...stored })
  }

  /** What a call failed with: whoever wrote it, nobody vouched for it. */
  failed(row: CallRow, tool: Runnable): void {
    const origins = this.#find(row.session)
    if (!origins || tool.kinds.length === 0 || !row.error) return
    const { secrecy } = tool.labels
    const value = bounded({ message: row.error.message, hint: row.error.hint ?? null })
    this.#hear(row, origins, { value, trust: 'untrusted', untrustedFields: [], secrecy, fromOutside: true })
  }

  #hear(row: CallRow, origins: Origins, heard: Omit<Incoming, 'from' | 'input'>): void {
    const incoming: Incoming = { from: row.tool, input: row.input, ...heard }
    origins.hear(incoming)
    this.#keep(row.session, { kind: 'heard', incoming })
  }

  /** How far what a call was handed can be trusted. Where nobody guards the session, its labels say all that is known. */
  trustIn(session: string, input: unknown): Trust {
    const origins = this.#find(session)
    if (!origins) return 'user'
    const lower = (a: Trust, b: Trust): Trust => (rank(b) < rank(a) ? b : a)
    const texts = scalars(input).filter((text) => text.trim() !== '')
    return texts.map((text) => origins.trustIn(text)).reduce(lower, 'user')
  }

  /** The origins of a session, which is guarded from now on. */
  guard(session: Session): Origins {
    const known = this.#find(session.id)
    if (known) return known
    const origins = this.#origins()
    // What it read before nobody kept apart: all of it counts as anybody's.
    if (session.labels.trust === 'untrusted' || session.labels.trust === 'known') origins.taint()
    this.#sessions.set(session.id, origins)
    return origins
  }

  #origins(): Origins {
    const origins = new Origins(this.#isContact)
    origins.own(this.#own())
    return origins
  }

  #find(session: string): Origins | undefined {
    if (this.#sessions.has(session)) return this.#sessions.get(session)
    const rows = this.#journal.store
      .statement('SELECT kind, body FROM session_words WHERE session = ? ORDER BY rowid')
      .all(session)
    const origins = rows.length > 0 ? this.#origins() : undefined
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
  if (word.kind === 'said') origins?.say(word.text, word.pasted)
  else if (word.kind === 'typed') origins?.typed(word.value)
  else if (word.kind === 'heard') origins?.hear(word.incoming)
  // What was approved before there were kinds is asked about once more.
  else if (isEffectKind(word.effect ?? '')) origins?.approve(word.effect, word.value)
}

// A page is a text, however it is laid out; a list from a service is a list.
const fetches = (tool: Runnable): boolean => tool.kinds.some((kind) => meaning(kind).leaves && !meaning(kind).changes)

const bounded = (output: unknown): unknown => {
  const text = JSON.stringify(output) ?? ''
  return text.length <= MAX_HEARD_CHARS ? output : text.slice(0, MAX_HEARD_CHARS)
}

/** A call as the guard sees it: by the heaviest thing it would do. */
export function guarded(tool: Runnable, input: unknown, effects: readonly EffectFacts[]): GuardedCall | undefined {
  const [heaviest] = [...effects].sort((a, b) => meaning(b.kind).weight - meaning(a.kind).weight)
  if (!heaviest || typeof input !== 'object' || input === null) return undefined
  const { destination = [], object = [], payload = [] } = tool.roles
  const leaves = effects.some((effect) => effect.leaves === true)
  const call = { kind: heaviest.kind, input: input as Record<string, unknown>, destination, object, payload }
  return leaves ? { ...call, leaves } : call
}

/** How far a tool's output can be trusted, field by field where it says so. */
export function trustOf(tool: Runnable): Pick<Incoming, 'trust' | 'untrustedFields' | 'secrecy'> {
  const { trust, secrecy, untrustedFields = [] } = tool.labels
  const isMixed = untrustedFields.length > 0 && trust === 'metadata'
  return { trust: isMixed ? 'mixed' : trust, untrustedFields, secrecy }
}
