// The audit log: one chain of records, each naming the SHA-256 of the one before it. Whoever changes, drops or swaps a
// line breaks every hash after it. The file itself is handed in.
import { canonical, sha256 } from './canonical.ts'
import { redact } from './redact.ts'

/** Where the lines go. */
export interface AuditFile {
  /** Whole lines in one write; on the disk when it returns, if `sync`. Throws, and leaves no half line, if it can't. */
  append(lines: string, sync: boolean): void
  lastLine(): string | undefined
  lines(): Iterable<{ line: string; number: number }>
}

export interface AuditHead {
  seq: number
  hash: string
}

export interface AuditRecord {
  seq: number
  prev: string
  at: number
  type: string
  [field: string]: unknown
}

export interface Verification {
  ok: boolean
  records: number
  head: string
  firstBad?: { line: number; seq?: number; why: string }
}

export const GENESIS = '0'.repeat(64)

/** The log of one installation. Records wait in memory until `flush`; whoever acts on one flushes first. */
export class Audit {
  readonly #file: AuditFile
  readonly #now: () => number
  #seq: number
  /** The newest line; its hash is taken when it is first needed, which is after the start. */
  #line: string | undefined
  #hash: string | undefined
  #queued = ''

  constructor(file: AuditFile, now: () => number) {
    this.#file = file
    this.#now = now
    this.#line = file.lastLine()
    this.#seq = this.#line === undefined ? 0 : seqOf(this.#line)
  }

  /** The newest record, flushed or not. */
  get head(): AuditHead {
    this.#hash ??= this.#line === undefined ? GENESIS : sha256(this.#line)
    return { seq: this.#seq, hash: this.#hash }
  }

  get pending(): boolean {
    return this.#queued !== ''
  }

  /** Adds a record. Strings in it are redacted; `seq`, `prev` and `at` are set here. */
  record(type: string, fields: Record<string, unknown>): number {
    const { seq: last, hash: prev } = this.head
    const seq = last + 1
    const line = canonical({ ...(redactAll(fields) as object), seq, prev, at: this.#now(), type })
    this.#queued += `${line}\n`
    this.#seq = seq
    this.#line = line
    this.#hash = undefined
    return seq
  }

  /** Writes what waits, in one piece. What could not be written goes on waiting. */
  flush(sync: boolean): void {
    if (this.#queued === '') return
    this.#file.append(this.#queued, sync)
    this.#queued = ''
  }

  /** Checks the whole chain, and that it still holds the `anchor` kept in another place. */
  verify(anchor?: AuditHead): Verification {
    return verifyLines(this.#file.lines(), anchor)
  }

  /** Records from the newest on, filtered, at most `limit`. */
  query(fits: (record: AuditRecord) => boolean, limit: number): AuditRecord[] {
    const found: AuditRecord[] = []
    for (const { line } of this.#file.lines()) {
      const record = parseRecord(line)
      if (!record || !fits(record)) continue
      found.push(record)
      if (found.length > limit) found.shift()
    }
    return found.reverse()
  }
}

/** Checks a chain of lines from its first record on. */
export function verifyLines(lines: Iterable<{ line: string; number: number }>, anchor?: AuditHead): Verification {
  let head: AuditHead = { seq: 0, hash: GENESIS }
  let anchored = anchor === undefined || anchor.seq === 0
  for (const { line, number } of lines) {
    const record = parseRecord(line)
    const why = fault(record, line, head)
    if (why !== undefined || !record) {
      const firstBad = { line: number, why: why ?? 'not a record', ...(record ? { seq: record.seq } : {}) }
      return { ok: false, records: head.seq, head: head.hash, firstBad }
    }
    head = { seq: record.seq, hash: sha256(line) }
    if (anchor?.seq === head.seq) {
      if (anchor.hash !== head.hash)
        return {
          ok: false,
          records: head.seq,
          head: head.hash,
          firstBad: { line: number, seq: head.seq, why: 'differs from the anchor' },
        }
      anchored = true
    }
  }
  if (!anchored)
    return {
      ok: false,
      records: head.seq,
      head: head.hash,
      firstBad: {
        line: head.seq + 1,
        seq: head.seq + 1,
        why: `the log ends at ${head.seq}, but it once held ${anchor?.seq} records`,
      },
    }
  return { ok: true, records: head.seq, head: head.hash }
}

function fault(record: AuditRecord | undefined, line: string, head: AuditHead): string | undefined {
  if (!record) return 'not a record'
  if (record.seq !== head.seq + 1) return `record ${head.seq + 1} is missing or out of order`
  if (record.prev !== head.hash) return `does not follow record ${head.seq}, which was changed or replaced`
  if (canonical(record) !== line) return 'is not in canonical form'
  return undefined
}

function seqOf(line: string): number {
  const record = parseRecord(line)
  if (!record) throw new Error('The last line of the audit log is not a record.')
  return record.seq
}

function parseRecord(line: string): AuditRecord | undefined {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value !== 'object' || value === null) return undefined
    const record = value as AuditRecord
    return Number.isSafeInteger(record.seq) && typeof record.prev === 'string' ? record : undefined
  } catch {
    return undefined
  }
}

function redactAll(value: unknown): unknown {
  if (typeof value === 'string') return value.length > 12 ? redact(value) : value
  if (Array.isArray(value)) return value.map(redactAll)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, redactAll(member)]))
}
