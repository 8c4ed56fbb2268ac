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

  /** With an `anchor`, goes on from there if the file has lost it, so that the loss shows for ever. */
  constructor(file: AuditFile, now: () => number, anchor?: AuditHead) {
    this.#file = file
    this.#now = now
    this.#line = file.lastLine()
    this.#seq = this.#line === undefined ? 0 : (parseRecord(this.#line)?.seq ?? countLines(file))
    if (!anchor || anchor.seq < this.#seq) return
    this.#seq = anchor.seq
    this.#hash = anchor.hash
  }

  /** The newest record, flushed or not. */
  get head(): AuditHead {
    this.#hash ??= this.#line === undefined ? GENESIS : sha256(this.#line)
    return { seq: this.#seq, hash: this.#hash }
  }

  /** The number of the newest record, flushed or not. */
  get seq(): number {
    return this.#seq
  }

  get pending(): boolean {
    return this.#queued !== ''
  }

  /** Adds a record. Strings in it are redacted; `seq`, `prev` and `at` are set here. */
  record(type: string, fields: Record<string, unknown>): number {
    const { seq: last, hash: prev } = this.head
    const seq = last + 1
    const line = canonical({ ...fields, seq, prev, at: this.#now(), type }, redactText)
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

/** A place in the chain: a record, its hash, and the line it stands on. */
interface Place extends AuditHead {
  line: number
}

/** Checks a chain of lines from its first record on. */
export function verifyLines(lines: Iterable<{ line: string; number: number }>, anchor?: AuditHead): Verification {
  let before: Place = { seq: 0, hash: GENESIS, line: 0 }
  let head = before
  let odd: Place | undefined
  for (const { line, number } of lines) {
    const record = parseRecord(line)
    if (odd) return unfollowed(before, head, odd, record?.prev)
    if (!record) return broken(head, number, 'is not a record')
    if (record.seq !== head.seq + 1) return broken(head, number, 'is missing or out of order')
    if (!isCanonical(record, line)) return broken(head, number, 'is not in canonical form')
    const here = { seq: record.seq, hash: sha256(line), line: number }
    if (record.prev !== head.hash) {
      odd = here
      continue
    }
    before = head
    head = here
    if (anchor?.seq === head.seq && anchor.hash !== head.hash)
      return broken(before, number, 'was changed: it differs from the anchor')
  }
  if (odd) return unfollowed(before, head, odd, anchor?.seq === odd.seq ? anchor.hash : undefined)
  if (anchor && anchor.seq > head.seq)
    return broken(head, head.line + 1, `is missing: the log once held ${anchor.seq} records`)
  return { ok: true, records: head.seq, head: head.hash }
}

const broken = (good: AuditHead, line: number, why: string): Verification => ({
  ...{ ok: false, records: good.seq, head: good.hash },
  firstBad: { line, seq: good.seq + 1, why },
})

// Either it was changed or the one before it: where the record after it (or the anchor) still vouches for it, the other.
function unfollowed(before: Place, head: Place, odd: Place, vouched: string | undefined): Verification {
  if (vouched === odd.hash && head.seq > 0)
    return broken(before, head.line, 'was changed: the next record follows another one')
  return broken(head, odd.line, `was changed: it does not follow record ${head.seq}`)
}

// What JSON can read and canonical JSON can't say (1e999, a thousand brackets) was never written here.
function isCanonical(record: AuditRecord, line: string): boolean {
  try {
    return canonical(record) === line
  } catch {
    return false
  }
}

// A line that can't be read must not keep Steward from starting: it is counted, and `verify` names it.
function countLines(file: AuditFile): number {
  let count = 0
  for (const { number } of file.lines()) count = number
  return count
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

// Ids and hashes are lower-case letters and digits, and no secret's shape is; `sig=abc` is the shortest that is masked.
const plain = /^[a-z0-9]{0,64}$/
const redactText = (text: string): string => (text.length < 7 || plain.test(text) ? text : redact(text))
