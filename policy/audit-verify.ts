// Checks a log: its chain, its seals, and what other places remember of it. The first record that is wrong is named.
import { type AuditHead, type AuditRecord, GENESIS, parseRecord, type Verification } from './audit-record.ts'
import { canonical, sha256 } from './canonical.ts'
import {
  isSealed,
  readKeys,
  readSealAnchor,
  type SealAnchor,
  type SealPlaces,
  type SealRecord,
  sealIn,
} from './seal.ts'
import { isHex } from './seal-keys.ts'
import { treeRoot } from './seal-tree.ts'

/** What the places of the seals hold, without what is secret in it. */
export interface Kept {
  current?: string | undefined
  next?: string | undefined
  restored: boolean
  anchor?: SealAnchor | undefined
  /** A place that can't be read. */
  unreadable?: 'key' | 'anchor'
}

/** What a log is compared with. */
export interface Evidence {
  /** The head as the database remembers it. */
  anchor?: AuditHead | undefined
  /** A checkpoint that was verified before: the lines start with it. */
  trusted?: AuditHead | undefined
  kept?: Kept | undefined
}

/** Reads the places of the seals. */
export function gather(places: SealPlaces): Kept {
  let unreadable: 'key' | 'anchor' = 'key'
  try {
    const { current, next, restored } = readKeys(places)
    unreadable = 'anchor'
    return {
      ...{ current: current?.public, next: next?.public },
      restored: restored === true,
      anchor: readSealAnchor(places),
    }
  } catch {
    return { restored: false, unreadable }
  }
}

/** A place in the chain: a record, its hash, and the line it stands on. */
interface Place extends AuditHead {
  line: number
}

interface SealPlace extends SealRecord {
  line: number
}

/** The seals as far as the log was read. */
class Seals {
  first: string | undefined
  newest: SealPlace | undefined
  before: SealPlace | undefined
  checkpoints = 0
  restarts = 0
  /** A record says that the log was put back from a backup. */
  isRestored = false
  /** Every key that a seal named, with the line after which it was in force. */
  readonly keys = new Map<string, number>()
  #leaves: string[] = []

  /** Takes the next record of the chain; says what is wrong with it. */
  take(record: AuditRecord, hash: string, line: number): string | undefined {
    const wrong = this.#fault(record)
    if (wrong !== undefined) return wrong
    const seal = sealIn(record, hash)
    if (record.type === 'restored' || record.restored === true) this.isRestored = true
    if (seal) this.start({ ...seal, line }, record.type === 'genesis')
    else if (this.newest) this.#leaves.push(hash)
    return undefined
  }

  start(seal: SealPlace, isGenesis: boolean): void {
    if (!isGenesis) this.checkpoints++
    else if (this.newest) this.restarts++
    else this.first = seal.next
    this.before = this.newest
    this.newest = seal
    this.#leaves = [seal.hash]
    this.keys.set(seal.next, seal.line)
  }

  #fault(record: AuditRecord): string | undefined {
    if (record.type === 'genesis') {
      if (!isHex(record.key, 64)) return 'names no key'
      return this.newest && record.restored !== true ? 'begins a log that has begun' : undefined
    }
    if (record.type !== 'checkpoint') return undefined
    if (!this.newest) return 'closes what no key was named for'
    if (record.from !== this.newest.seq) return 'is not the checkpoint that follows the one before it'
    if (record.root !== treeRoot(this.#leaves)) return 'was changed: its root is not that of the records before it'
    return isSealed(record, this.newest.next) ? undefined : 'is not signed with the key that was in force'
  }
}

/** Checks a chain of lines from its first record, or from the trusted checkpoint, on. */
export function verifyLog(lines: Iterable<{ line: string; number: number }>, evidence: Evidence): Verification {
  const { trusted, kept } = evidence
  // After a restore, the anchor belongs to the log that was there before, until the first seal: looked at in the end.
  const second = kept?.restored ? undefined : kept?.anchor
  let formerly: Place | undefined
  const anchors = [evidence.anchor, second].filter((each) => each !== undefined)
  const seals = new Seals()
  let before: Place = { seq: 0, hash: GENESIS, line: 0 }
  let head = before
  let odd: Place | undefined
  for (const { line, number } of lines) {
    const record = parseRecord(line)
    if (trusted && head.seq === 0) {
      const start = trustedStart(record, line, number, trusted)
      if (!start) return untrusted(trusted, number)
      seals.start(start, false)
      head = { seq: trusted.seq, hash: trusted.hash, line: number }
      continue
    }
    if (odd) return unfollowed(before, head, odd, record?.prev)
    if (!record) return broken(head, number, 'is not a record')
    if (record.seq !== head.seq + 1) return broken(head, number, 'is missing or out of order')
    if (!isCanonical(record, line)) return broken(head, number, 'is not in canonical form')
    const here = { seq: record.seq, hash: sha256(line), line: number }
    if (record.prev !== head.hash) {
      odd = here
      continue
    }
    const wrong = seals.take(record, here.hash, number)
    if (wrong !== undefined) return broken(head, number, wrong)
    before = head
    head = here
    if (!second && kept?.anchor?.seq === here.seq && kept.anchor.hash !== here.hash) formerly = here
    if (anchors.some(({ seq, hash }) => seq === here.seq && hash !== here.hash))
      return broken(before, number, 'was changed: it differs from the anchor')
  }
  if (odd) return unfollowed(before, head, odd, anchors.find(({ seq }) => seq === odd.seq)?.hash)
  if (trusted && head.seq === 0) return untrusted(trusted, trusted.seq)
  // The mark of a restore excuses nothing by itself: whoever can write it could hide a roll-back with it.
  const restored = kept?.restored === true && seals.isRestored
  if (formerly && !restored)
    return broken(before, formerly.line, 'differs from the anchor, and no restore is on record')
  return atEnd(head, seals, kept ? { ...evidence, kept: { ...kept, restored } } : evidence)
}

// Everything in the log is sound. Now: is it all that there was?
function atEnd(head: Place, seals: Seals, { anchor, kept }: Evidence): Verification {
  const lost = (why: string) => broken(head, head.line + 1, why)
  if (anchor && anchor.seq > head.seq) return lost(`is missing: the log once held ${anchor.seq} records`)
  const { newest } = seals
  const fault = kept && keptFault(head, seals, kept, anchor)
  if (fault) return fault
  const whole = { ok: true, records: head.seq, head: head.hash }
  if (!newest) return whole
  const { first: key, checkpoints, restarts } = seals
  const { seq, hash } = newest
  return { ...whole, sealed: { ...(key === undefined ? {} : { key }), checkpoints, seq, hash, restarts } }
}

function keptFault(head: Place, seals: Seals, kept: Kept, anchor: AuditHead | undefined): Verification | undefined {
  const { newest, before } = seals
  const lost = (why: string) => broken(head, head.line + 1, why)
  const at = (place: SealPlace, why: string): Verification => ({
    ...broken(head, place.line, why),
    ...{ records: place.seq - 1, firstBad: { line: place.line, seq: place.seq, why } },
  })
  if (kept.unreadable) return lost(`can not be told: what is kept as the ${kept.unreadable} can not be read`)
  if (!newest) {
    if (kept.restored || (kept.current === undefined && kept.anchor === undefined)) return undefined
    return lost('is missing: the log was sealed once, and holds no seal')
  }
  const isSettled = newest.next === kept.current
  if (!isSettled && newest.next !== kept.next) {
    if (kept.restored) return undefined
    if (kept.current === undefined) return lost('can not be told: the key is gone')
    // A key that the log has left behind was put back; one that it does not know belongs to what it has lost.
    const isOld = seals.keys.has(kept.current)
    return isOld ? at(newest, 'is sealed, and the key is older') : lost('is missing: the key belongs to a later seal')
  }
  // As long as both keys are there, a seal was cut off, and what comes after it may not have come.
  const isSeal = (seal: SealPlace | undefined) =>
    seal !== undefined &&
    seal.seq === kept.anchor?.seq &&
    seal.hash === kept.anchor.hash &&
    seal.sig === kept.anchor.sig
  if (kept.anchor && kept.anchor.seq > head.seq) return lost(`is missing: the log once held ${kept.anchor.seq} records`)
  const isFirst = before === undefined && (kept.anchor?.seq ?? 0) < newest.seq
  if (!isSeal(newest) && (isSettled || !(isSeal(before) || isFirst || kept.restored)))
    return at(newest, 'is sealed, and the anchor is older or gone')
  if (isSettled && !kept.restored && anchor && anchor.seq < newest.seq)
    return at(newest, 'is sealed, and the database is older')
  return undefined
}

function trustedStart(
  record: AuditRecord | undefined,
  line: string,
  number: number,
  trusted: AuditHead,
): SealPlace | undefined {
  const hash = sha256(line)
  const seal = record?.seq === trusted.seq && hash === trusted.hash ? sealIn(record, hash) : undefined
  return seal && { ...seal, line: number }
}

const untrusted = ({ seq }: AuditHead, line: number): Verification => ({
  ...{ ok: false, records: 0, head: GENESIS },
  firstBad: { line, seq, why: 'is not the checkpoint that was trusted' },
})

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
    // Names that stand in order come out of JSON as they went in, and need no sorting.
    return (isOrdered(record, 0) ? JSON.stringify(record) : canonical(record)) === line
  } catch {
    return false
  }
}

function isOrdered(value: object, depth: number): boolean {
  if (depth > 100) return false
  const isList = Array.isArray(value)
  let before = ''
  for (const [name, member] of Object.entries(value)) {
    // JavaScript has an order of its own for names that are numbers.
    if (!isList && (name < before || (name >= '0' && name < ':'))) return false
    if (typeof member === 'object' && member !== null && !isOrdered(member, depth + 1)) return false
    before = name
  }
  return true
}
