// The audit log: one chain of records, each naming the SHA-256 of the one before it. Whoever changes, drops or swaps a
// line breaks every hash after it. The file itself is handed in, and so are the places that seals need.
import { type AuditHead, type AuditRecord, GENESIS, parseRecord, type Verification } from './audit-record.ts'
import { type Evidence, gather, verifyLog } from './audit-verify.ts'
import { canonical, sha256 } from './canonical.ts'
import { redact } from './redact.ts'
import { Sealer, type SealPlaces, type SealRecord, sealIn, sealOf, sealTypes } from './seal.ts'

export { type AuditHead, type AuditRecord, GENESIS, type Verification } from './audit-record.ts'

/** Where the lines go. */
export interface AuditFile {
  /** Whole lines in one write; on the disk when it returns, if `sync`. Throws, and leaves no half line, if it can't. */
  append(lines: string, sync: boolean): void
  lastLine(): string | undefined
  /** Oldest first, from the `from`-th on. */
  lines(from?: number): Iterable<{ line: string; number: number }>
  /** Newest first. */
  newest?(): Iterable<string>
}

/** The log of one installation. Records wait in memory until `flush`; whoever acts on one flushes first. */
export class Audit {
  readonly #file: AuditFile
  readonly #now: () => number
  readonly #sealer: Sealer | undefined
  #seq: number
  /** The newest line; its hash is taken when it is first needed, which is after the start. */
  #line: string | undefined
  #hash: string | undefined
  #queued = ''
  #unsealed = 0
  /** Lines were written and not yet synced. */
  #isLoose = false
  /** How far the anchor went at the start; endless where there is none. */
  readonly #anchored: number

  /**
   * With an `anchor`, goes on from there if the file has lost it, so that the loss shows for ever. With `places`, the log
   * is sealed.
   */
  constructor(file: AuditFile, now: () => number, anchor?: AuditHead, places?: SealPlaces) {
    this.#file = file
    this.#now = now
    this.#sealer = places && new Sealer(places)
    this.#anchored = anchor?.seq ?? Number.POSITIVE_INFINITY
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

  /** How many records were added here since the newest seal. */
  get unsealed(): number {
    return this.#unsealed
  }

  /** A seal was made, and `settle` has to follow once it and the anchor are on the disk. */
  get isSettling(): boolean {
    return this.#sealer?.isSettling === true
  }

  /**
   * Whether what is kept elsewhere fits the log, as far as its seals tell. Where it does not, nobody should write there:
   * it would hide that.
   */
  isSound(): boolean {
    const sealer = this.#sealer
    if (!sealer) return true
    try {
      if (!sealer.isReady) this.#resume(sealer)
    } catch {
      return false
    }
    return sealer.fault === undefined
  }

  /** Adds a record. Strings in it are redacted; `seq`, `prev` and `at` are set here. */
  record(type: string, fields: Record<string, unknown>): number {
    if (sealTypes.has(type)) throw new RangeError(`"${type}" is a record that only the log itself makes`)
    if (this.#seq === 0 && this.#sealer) this.#sealFirst()
    this.#unsealed++
    return this.#add((seq, prev) => canonical({ ...fields, seq, prev, at: this.#now(), type }, redactText))
  }

  /** Writes what waits, in one piece. What could not be written goes on waiting. */
  flush(sync: boolean): void {
    if (this.#queued === '' && !(sync && this.#isLoose)) return
    this.#file.append(this.#queued, sync)
    this.#queued = ''
    this.#isLoose = !sync
  }

  /**
   * Adds a checkpoint over everything so far, or the record that names the first key. Does nothing where no places were
   * handed in, where the last seal is still settling, and where what is kept does not fit the log.
   */
  seal(): void {
    const sealer = this.#sealer
    if (!sealer) return
    if (!sealer.isReady) this.#resume(sealer)
    if (sealer.fault !== undefined || sealer.isSettling) return
    sealer.unlock()
    if (sealer.isToBegin) this.#begin(sealer)
    else this.#close(sealer)
  }

  /** The seal and the anchor are on the disk: the second anchor follows, and the old key is destroyed. */
  settle(): void {
    this.#sealer?.settle()
  }

  /** Checks the whole log, or from a trusted checkpoint on, against the anchor kept elsewhere and the seals' places. */
  verify(anchor?: AuditHead, trusted?: AuditHead): Verification {
    const evidence: Evidence = { anchor, trusted, ...(this.#sealer ? { kept: gather(this.#sealer.places) } : {}) }
    return verifyLog(this.#file.lines(trusted?.seq), evidence)
  }

  /** Every line, oldest first. */
  lines(): Iterable<{ line: string; number: number }> {
    return this.#file.lines()
  }

  /** Records that fit, the newest first, at most `limit`; it looks no further back than records from before `since`. */
  query(fits: (record: AuditRecord) => boolean, limit: number, since = Number.NEGATIVE_INFINITY): AuditRecord[] {
    const found: AuditRecord[] = []
    for (const line of newestOf(this.#file)) {
      const record = parseRecord(line)
      if (!record) continue
      if (record.at < since - CLOCK_SLACK_MS) break
      if (fits(record)) found.push(record)
      if (found.length >= limit) break
    }
    return found
  }

  #add(make: (seq: number, prev: string) => string): number {
    const { seq: last, hash: prev } = this.head
    const seq = last + 1
    const line = make(seq, prev)
    if (last > 0) this.#sealer?.took(prev)
    this.#queued += `${line}\n`
    this.#seq = seq
    this.#line = line
    this.#hash = undefined
    return seq
  }

  // A new log starts with its first key. Where that can't be kept, no record is refused for it: sealing begins later.
  #sealFirst(): void {
    try {
      this.seal()
    } catch {
      // Tried again when the next seal is due.
    }
  }

  #begin(sealer: Sealer): void {
    const fields = sealer.begin()
    this.#add((seq, prev) => canonical({ ...fields, seq, prev, at: this.#now(), type: 'genesis' }))
    sealer.sealed({ ...this.head, sig: '' })
    this.#unsealed = 0
  }

  #close(sealer: Sealer): void {
    const { fields, key } = sealer.close(this.head.hash)
    let sig = ''
    this.#add((seq, prev) => {
      const body = { ...fields, seq, prev, at: this.#now(), type: 'checkpoint' }
      sig = sealOf(body, key)
      return canonical({ ...body, sig })
    })
    sealer.sealed({ ...this.head, sig })
    this.#unsealed = 0
  }

  // What an earlier process left: the newest seal, and what came after it. All of it is on the disk before it counts.
  #resume(sealer: Sealer): void {
    this.flush(true)
    this.#file.append('', true)
    const found = this.#sinceSeal()
    if (found) sealer.resume(found.newest, found.leaves, this.#anchored)
    else sealer.stop()
  }

  // Nothing, where something is missing: there is nothing to vouch for then, and `verify` names it.
  #sinceSeal(): { newest: SealRecord | undefined; leaves: string[] } | undefined {
    const leaves: string[] = []
    let after = ''
    for (const line of newestOf(this.#file)) {
      const hash = sha256(line)
      const isNext = after === '' ? hash === this.head.hash : after.includes(`"prev":"${hash}"`)
      if (!isNext) return undefined
      if (after !== '') leaves.push(hash)
      const newest = sealOn(line, hash)
      if (newest) return { newest, leaves: leaves.reverse() }
      after = line
    }
    return this.#seq === 0 || after !== '' ? { newest: undefined, leaves: [] } : undefined
  }
}

/** Clocks are set back now and then: a search by time looks a day further than it must. */
const CLOCK_SLACK_MS = 24 * 3600 * 1000

function sealOn(line: string, hash: string): SealRecord | undefined {
  const record = /"type":"(?:genesis|checkpoint)"/.test(line) ? parseRecord(line) : undefined
  return record && sealIn(record, hash)
}

function newestOf(file: AuditFile): Iterable<string> {
  return file.newest?.() ?? Array.from(file.lines(), ({ line }) => line).reverse()
}

// A line that can't be read must not keep Steward from starting: it is counted, and `verify` names it.
function countLines(file: AuditFile): number {
  let count = 0
  for (const { number } of file.lines()) count = number
  return count
}

// Ids and hashes are lower-case letters and digits, and no secret's shape is; `sig=abc` is the shortest that is masked.
const plain = /^[a-z0-9]{0,64}$/
const redactText = (text: string): string => (text.length < 7 || plain.test(text) ? text : redact(text))
