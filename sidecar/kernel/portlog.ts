// What a call did, by ordinal. A call that is entered again finds here what it did the first time, and gets the same
// answers instead of doing it twice.
import { canonical, sha256 } from '../../policy/canonical.ts'
import type { Mark } from '../../policy/records.ts'
import { type ErrorView, StewardError, toView } from '../text/errors.ts'
import { decode, encode } from './encode.ts'
import type { Journal } from './journal.ts'

export interface PortEntry {
  ordinal: number
  kind: string
  method: string
  target: string
  /** SHA-256 of the arguments. */
  args: string
  /** `parked`: the port itself stopped before it did anything. */
  state: 'intent' | 'parked' | 'done' | 'failed'
  /** Serialised at once: what the tool does with the value later does not reach it. */
  result: Uint8Array | null
  undo: Uint8Array | null
  /** The labels that were stored with what it read. */
  marks: readonly Mark[]
  at: number
  /** Whether it changes the world: those stay after the call ended, for undo. */
  changes: boolean
  /** Read from the disk: whether an intent without receipt was carried out is not known. */
  recovered: boolean
  saved: boolean
}

const NO_ARGS = ''

export class PortLog {
  readonly #callId: string
  readonly #journal: Journal
  readonly #entries: PortEntry[]
  #next = 0
  /** Told when the call does something else than it did the first time. */
  onDiverged: (error: StewardError) => void = () => {}

  constructor(callId: string, journal: Journal, entries: PortEntry[] = []) {
    this.#callId = callId
    this.#journal = journal
    this.#entries = entries
  }

  get entries(): readonly PortEntry[] {
    return this.#entries
  }

  /** Changes that were begun by a process that died over them: whether they were carried out is not known. */
  get doubtful(): PortEntry[] {
    return this.#entries.filter((entry) => entry?.changes && entry.recovered && entry.state === 'intent')
  }

  /** The user says that what is in doubt was not carried out. */
  clearDoubt(): void {
    for (const { ordinal } of this.doubtful) {
      delete this.#entries[ordinal]
      this.#journal.later(() => {
        this.#journal.store
          .statement('DELETE FROM port_calls WHERE call = ? AND ordinal = ?')
          .run(this.#callId, ordinal)
      })
    }
  }

  /** Starts again from the first ordinal. */
  rewind(): void {
    this.#next = 0
  }

  /** Forgets everything: what was read to prepare is frozen elsewhere, and what failed is tried anew. */
  restart(): void {
    if (this.#entries.some((entry) => entry?.saved))
      this.#journal.later(() => {
        this.#journal.store.statement('DELETE FROM port_calls WHERE call = ?').run(this.#callId)
      })
    this.#entries.length = 0
    this.#next = 0
  }

  /** Starts again after a failure that could pass: what was changed stays done, and keeps what is needed to take it back. */
  retry(): void {
    for (const [ordinal, entry] of this.#entries.entries())
      if (entry && !(entry.changes && entry.state === 'done')) delete this.#entries[ordinal]
    this.#next = 0
  }

  /** The next ordinal. Taken at once, so that what runs in parallel keeps its order. */
  reserve(): number {
    return this.#next++
  }

  /** What is recorded at an ordinal, or a new intent there. Fails the call where the record is of something else. */
  at(
    ordinal: number,
    what: { kind: string; method: string; target: string; args: readonly unknown[]; changes: boolean; now: number },
  ): PortEntry {
    const args = what.args.length === 0 ? NO_ARGS : sha256(canonical(what.args.map(spelled)))
    const entry = this.#entries[ordinal]
    if (!entry) {
      const { kind, method, target, changes, now } = what
      const made: PortEntry = {
        ordinal,
        kind,
        method,
        target,
        args,
        state: 'intent',
        result: null,
        undo: null,
        marks: [],
        at: now,
        changes,
        recovered: false,
        saved: false,
      }
      this.#entries[ordinal] = made
      return made
    }
    if (entry.kind === what.kind && entry.method === what.method && entry.target === what.target && entry.args === args)
      return entry
    throw this.#diverged(
      `step ${ordinal + 1} was ${what.kind}.${what.method} on ${what.target}; the first time it was ${spelledOut(entry)}`,
    )
  }

  /** Fails a call that comes to its end without a change that it made, or tried to make, the first time. */
  end(): void {
    const missed = this.#entries.find((entry, at) => entry?.changes && entry.state !== 'parked' && at >= this.#next)
    if (missed)
      throw this.#diverged(`it ended before step ${missed.ordinal + 1}, which the first time was ${spelledOut(missed)}`)
  }

  #diverged(how: string): StewardError {
    const error = new StewardError('DIVERGED', `Entered again, ${how}.`, 'Nothing more was done. Call the tool anew.')
    this.onDiverged(error)
    return error
  }

  /** A value that must be the same when the call is entered again. */
  value<T>(kind: string, now: number, make: () => T): T {
    const entry = this.at(this.reserve(), { kind, method: 'value', target: '', args: [], changes: false, now })
    if (entry.state === 'done') return readResult(entry) as T
    const value = make()
    this.done(entry, value)
    return value
  }

  done(entry: PortEntry, result: unknown): void {
    entry.state = 'done'
    entry.result = result === undefined ? null : encode(result)
    entry.saved = false
  }

  failed(entry: PortEntry, thrown: unknown): void {
    entry.state = 'failed'
    entry.result = encode(toView(thrown))
    entry.saved = false
  }

  /** Writes what is not written yet at the next commit. */
  save(): void {
    const unsaved = this.#entries.filter((entry) => entry && !entry.saved).map((entry) => ({ ...entry }))
    if (unsaved.length === 0) return
    for (const entry of this.#entries) if (entry) entry.saved = true
    this.#journal.later(() => {
      const put = this.#journal.store.statement(
        'INSERT OR REPLACE INTO port_calls (call, ordinal, kind, method, target, args, state, result, undo, marks, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      )
      for (const { ordinal, kind, method, target, args, state, result, undo, marks, at } of unsaved) {
        const kept = marks.length === 0 ? null : JSON.stringify(marks)
        put.run(this.#callId, ordinal, kind, method, target, args, state, result, undo, kept, at)
      }
    })
  }

  /** The call ended: only what changed the world stays. */
  settle(): void {
    const written = this.#entries.some((entry) => entry?.saved)
    this.#entries.splice(0, this.#entries.length, ...this.#entries.filter((entry) => entry?.changes))
    this.save()
    if (!written) return
    const kept = JSON.stringify(this.#entries.map((entry) => entry.ordinal))
    this.#journal.later(() => {
      this.#journal.store
        .statement('DELETE FROM port_calls WHERE call = ? AND ordinal NOT IN (SELECT value FROM json_each(?))')
        .run(this.#callId, kept)
    })
  }
}

const spelledOut = ({ kind, method, target }: PortEntry): string => `${kind}.${method} on ${target}`

// Equal arguments must have equal hashes, whichever process made them: canonical JSON, with bytes by their own hash.
function spelled(value: unknown): unknown {
  if (value instanceof Uint8Array) return { bytes: sha256(value) }
  if (Array.isArray(value)) return value.map(spelled)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, spelled(member)]))
}

/** What an entry returned, as a fresh copy. */
export const readResult = (entry: PortEntry): unknown => (entry.result ? decode(entry.result) : undefined)

/** What an entry failed with, as it was thrown. */
export function readFailure(entry: PortEntry): StewardError {
  const view = readResult(entry) as ErrorView
  return new StewardError(view.code, view.message, view.hint)
}

/** What an entry kept for undo. */
export const readUndo = (entry: PortEntry): unknown => (entry.undo ? decode(entry.undo) : undefined)

/** The log of a call from the disk. */
export function loadPortLog(callId: string, journal: Journal, changes: (kind: string) => boolean): PortLog {
  const rows = journal.store.statement('SELECT * FROM port_calls WHERE call = ? ORDER BY ordinal').all(callId)
  const entries: PortEntry[] = []
  for (const row of rows) {
    const kind = String(row.kind)
    entries[Number(row.ordinal)] = {
      ordinal: Number(row.ordinal),
      kind,
      method: String(row.method),
      target: String(row.target),
      args: String(row.args),
      state: row.state as PortEntry['state'],
      result: row.result as Uint8Array | null,
      undo: row.undo as Uint8Array | null,
      marks: row.marks === null ? [] : (JSON.parse(String(row.marks)) as Mark[]),
      at: Number(row.at),
      changes: changes(kind),
      recovered: true,
      saved: true,
    }
  }
  return new PortLog(callId, journal, entries)
}
