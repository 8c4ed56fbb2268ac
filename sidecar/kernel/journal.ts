// The journal of calls, written behind and committed in groups: one turn of the loop, one append to the audit log, one
// transaction. Nobody acts on a record, and nobody is told of one, before the group that holds it is on the disk.
import { type Audit, type AuditHead, GENESIS } from '../../policy/audit.ts'
import type { Store } from '../store/database.ts'
import { StewardError } from '../text/errors.ts'
import { type CallFilter, queryCalls } from './query.ts'
import { Refusal, storageError } from './refusal.ts'
import { type CallRow, fromCells, insertCells, insertSql, updateCells, updateSql } from './rows.ts'
import { findUnwritable } from './unwritable.ts'

interface Group {
  done: Promise<void>
  resolve(): void
  reject(reason: unknown): void
}

/** The head of the audit log is kept here too: with every effect, and at least once in so many records. */
const ANCHOR_EVERY = 1000

/** The log is sealed after so many records, but not more often than that, and where anything is new after a minute. */
const SEAL_EVERY = 256
const SEAL_PAUSE_S = 1
const SEAL_AFTER_MS = 60_000

export class Journal {
  readonly store: Store
  readonly audit: Audit
  readonly #mayWrite: () => void
  readonly #stored = new Set<string>()
  /** Let go before it was written. */
  readonly #released = new Set<string>()
  #dirty = new Map<string, CallRow>()
  #work: (() => void)[] = []
  #group: Group | undefined
  #sync = false
  #anchored = 0
  #isUsed = false
  #sealDue = false
  #sealedAt = Number.NEGATIVE_INFINITY
  #sealTimer: NodeJS.Timeout | undefined
  /** What the disk refused is tried again, even where nothing new comes. */
  readonly refusal = new Refusal(() => void this.#schedule())

  /** `mayWrite` throws where the folder is no longer ours alone; it is looked at before whatever must last. */
  constructor(store: Store, audit: Audit, mayWrite: () => void = () => {}) {
    this.store = store
    this.audit = audit
    this.#mayWrite = mayWrite
    this.#anchored = readAnchor(store).seq
  }

  /** Keeps a call's row as it is at the next commit. */
  put(row: CallRow): void {
    this.#dirty.set(row.id, row)
    this.#schedule()
  }

  /** Does other writes in the same transaction as the rows of this turn. */
  later(work: () => void): void {
    this.#work.push(work)
    this.#schedule()
  }

  /** Adds an audit record; it is on the disk when `durable` resolves. */
  record(type: string, fields: Record<string, unknown>): void {
    this.audit.record(type, fields)
    this.#isUsed = true
    this.#sealTimer ??= setTimeout(() => this.#sealLater(), SEAL_AFTER_MS).unref()
    this.#schedule()
  }

  /** Seals the audit log now, if anything in it is new, and writes everything. */
  seal(): void {
    this.#sealDue = true
    this.flush()
    if (this.audit.unsealed === 0) return
    // The first round only settled what was begun before.
    this.#sealDue = true
    this.flush()
  }

  /** Resolves once everything put so far is written; with `sync`, also safe from a power cut. */
  durable(sync = false): Promise<void> {
    if (sync) this.#sync = true
    return this.#schedule().done
  }

  /** Writes everything now. Throws, and keeps it for the next try, if the disk refuses. */
  flush(): void {
    const group = this.#group
    this.#group = undefined
    try {
      this.#commit()
      group?.resolve()
      this.refusal.end()
    } catch (thrown) {
      const error = storageError(thrown)
      group?.reject(error)
      this.refusal.begin(error)
      throw error
    }
  }

  /** Throws while the disk refuses what waits already: nothing new is begun then, and memory does not grow. */
  check(): void {
    if (this.refusal.isOn) this.flush()
  }

  /** Calls back once everything put so far is written, however long the disk refuses it. */
  whenKept(then: () => void, sync = false): void {
    this.durable(sync).then(
      () => this.refusal.attempt(then),
      () => this.refusal.wait(then),
    )
  }

  /** Writes everything for the last time, with the head of the audit log. */
  close(): void {
    clearTimeout(this.#sealTimer)
    this.refusal.stop()
    // Who recorded nothing has nothing to add to the anchor, and leaves it as it found it.
    if (this.#isUsed && this.audit.seq > this.#anchored) {
      this.#sync = true
      this.later(() => {
        if (this.audit.isSound()) this.#setAnchor()
      })
    }
    this.seal()
  }

  /** A call by its id, with whatever is not written yet. */
  find(id: string): CallRow | undefined {
    const unwritten = this.#dirty.get(id)
    if (unwritten) return unwritten
    const cells = this.store.statement('SELECT * FROM calls WHERE id = ?').get(id)
    if (!cells) return undefined
    this.#stored.add(id)
    return fromCells(cells)
  }

  /** Forgets that a finished call is known, so that memory does not grow with the journal. */
  release(id: string): void {
    // Of one that the disk refused it must stay known whether it has a row already.
    if (this.#dirty.has(id)) this.#released.add(id)
    else this.#stored.delete(id)
  }

  /** Calls, newest first. */
  list(filter: CallFilter): CallRow[] {
    this.flush()
    return queryCalls(this.store, filter)
  }

  /** Calls that were under way or parked, oldest first. */
  open(states: readonly string[]): CallRow[] {
    this.flush()
    const marks = states.map(() => '?').join(', ')
    const rows = this.store.statement(`SELECT * FROM calls WHERE state IN (${marks}) ORDER BY rowid`).all(...states)
    for (const row of rows) this.#stored.add(String(row.id))
    return rows.map(fromCells)
  }

  /** How many calls are in a state. */
  count(state: string): number {
    this.flush()
    return Number(this.store.statement('SELECT count(*) AS n FROM calls WHERE state = ?').get(state)?.n)
  }

  /** Where the audit log stood when it was last anchored: at nothing, if never. */
  anchor(): AuditHead {
    return readAnchor(this.store)
  }

  #schedule(): Group {
    if (this.#group) return this.#group
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    promise.catch(() => {})
    const group = { done: promise, resolve, reject }
    this.#group = group
    setImmediate(() => {
      if (this.#group !== group) return
      try {
        this.flush()
      } catch {
        // Whoever waits for this group has been told.
      }
    })
    return group
  }

  #commit(): void {
    this.#sealIfDue()
    const audited = this.audit.pending
    const isSettling = this.audit.isSettling
    if (this.#dirty.size === 0 && this.#work.length === 0 && !audited && !isSettling) return
    const sync = this.#sync || isSettling
    if (sync) this.#mayWrite()
    const isFar = audited && (sync || this.audit.seq - this.#anchored >= ANCHOR_EVERY)
    const anchors = (isSettling || isFar) && this.audit.isSound()
    // First the record, then the rows: what the journal knows of, the audit log knows of too. What is anchored must
    // outlive a power cut, which would look like somebody's hand otherwise.
    this.audit.flush(sync || anchors)
    try {
      this.store.transaction(() => {
        for (const row of this.#dirty.values()) this.#write(row)
        for (const work of this.#work) work()
        if (anchors) this.#setAnchor()
      }, sync)
    } catch (thrown) {
      if (!(thrown instanceof StewardError)) this.#dropUnwritable()
      throw thrown
    }
    if (anchors) this.#anchored = this.audit.seq
    for (const id of this.#dirty.keys()) this.#stored.add(id)
    for (const id of this.#released) this.#stored.delete(id)
    this.#released.clear()
    this.#dirty = new Map()
    this.#work = []
    this.#sync = false
    if (isSettling) ignoring(() => this.audit.settle())
  }

  // What no disk would ever take must not keep all that comes after it from being written. Those who wait for this group
  // are told that it failed; the rest of it goes with the next.
  #dropUnwritable(): void {
    const rows = [...this.#dirty].map(([call, row]) => ({ what: { call }, run: () => this.#write(row) }))
    const work = this.#work.map((run) => ({ what: {}, run }))
    const found = findUnwritable(this.store, [...rows, ...work])
    for (const row of rows) if (found.has(row)) this.#dirty.delete(row.what.call)
    this.#work = work.filter((one) => !found.has(one)).map(({ run }) => run)
    for (const [{ what }, error] of found) this.record('dropped', { ...what, error })
  }

  #sealLater(): void {
    this.#sealTimer = undefined
    this.#sealDue = true
    this.#schedule()
  }

  // A seal that can't be made keeps nothing from being done: the next one covers what this one would have.
  #sealIfDue(): void {
    const isFull = this.audit.unsealed >= SEAL_EVERY && process.uptime() - this.#sealedAt >= SEAL_PAUSE_S
    if (!isFull && !this.#sealDue) return
    this.#sealDue = false
    if (this.audit.unsealed === 0) return
    this.#sealedAt = process.uptime()
    ignoring(() => this.audit.seal())
  }

  #write(row: CallRow): void {
    if (this.#stored.has(row.id)) this.store.statement(updateSql).run(...updateCells(row))
    else this.store.statement(insertSql).run(...insertCells(row))
  }

  #setAnchor(): void {
    this.store
      .statement(
        "INSERT INTO facts (key, value) VALUES ('audit', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
      )
      .run(JSON.stringify(this.audit.head))
  }
}

/** The head of the audit log as the database remembers it: nothing, if it was never anchored. */
export function readAnchor(store: Store): AuditHead {
  const row = store.statement("SELECT value FROM facts WHERE key = 'audit'").get()
  return row ? (JSON.parse(String(row.value)) as AuditHead) : { seq: 0, hash: GENESIS }
}

function ignoring(action: () => void): void {
  try {
    action()
  } catch {
    // What it would have written down is tried again with the next one.
  }
}
