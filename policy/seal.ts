// Seals the log. A checkpoint is a record like any other, with a signature over everything before it and the public half
// of the next key; the key that signed it is then destroyed. Whoever holds today's key can't sign yesterday.
import { canonical, sha256 } from './canonical.ts'
import { isHex, isSigned, type KeyPair, newKey, sign } from './seal-keys.ts'
import { treeRoot } from './seal-tree.ts'

/** A small text kept somewhere: replaced at one stroke, and on the disk when `write` returns. */
export interface Slot {
  read(): string | undefined
  write(text: string): void
}

/** Where the key is kept, and the second place that remembers the newest seal. */
export interface SealPlaces {
  keys: Slot
  anchor: Slot
}

/** A key as it is kept. Where its private half is missing, its place can't open it now; what else is there is the place's. */
export interface KeptKey {
  public: string
  private?: string
}

/** What the key's place holds. `next` is there while a checkpoint is on its way into the log. */
export interface KeyState {
  current?: KeptKey
  next?: KeptKey
  /** The log was put back from a backup: where no key fits it, sealing begins anew. */
  restored?: true
  /** The private half is gone for good: sealing begins anew. */
  lost?: true
  /** What was lost; until the new first key is in the log, its public half is what the log must fit. */
  former?: KeptKey
}

/** The newest seal as the second place remembers it. */
export interface SealAnchor {
  seq: number
  hash: string
  sig: string
}

/** The newest seal of a log: a checkpoint, or the genesis that named the first key. */
export interface SealRecord {
  seq: number
  hash: string
  /** The public key that the next checkpoint must be signed with. */
  next: string
  sig: string
}

export const sealTypes: ReadonlySet<string> = new Set(['genesis', 'checkpoint'])

const isOpen = (key: KeptKey): key is KeyPair => key.private !== undefined

/** What a checkpoint's signature is over. The hash of the rest keeps a link of a proof short. */
export const signedText = (next: string, body: string): string => `steward checkpoint\n${next}\n${body}`

/** The hash of a checkpoint without its signature. */
export function bodyHash(record: Readonly<Record<string, unknown>>): string {
  const { sig: _, ...body } = record
  return sha256(canonical(body))
}

/** Whether a checkpoint is signed with this key. */
export function isSealed(record: Readonly<Record<string, unknown>>, key: string): boolean {
  return isHex(record.next, 64) && isSigned(signedText(record.next, bodyHash(record)), record.sig, key)
}

/** The signature that a checkpoint gets. */
export const sealOf = (body: Readonly<Record<string, unknown>>, key: KeyPair): string =>
  sign(signedText(String(body.next), bodyHash(body)), key)

/** What a record says of the seals, if it is one. */
export function sealIn(record: Readonly<Record<string, unknown>>, hash: string): SealRecord | undefined {
  const { seq, type } = record
  if (type === 'genesis') return { seq: Number(seq), hash, next: String(record.key), sig: '' }
  return type === 'checkpoint'
    ? { seq: Number(seq), hash, next: String(record.next), sig: String(record.sig) }
    : undefined
}

/** Reads what the key's place holds; throws where that can't be read. */
export function readKeys({ keys }: SealPlaces): KeyState {
  const text = keys.read()
  if (text === undefined) return {}
  const state = JSON.parse(text) as KeyState
  for (const pair of [state.current, state.next])
    if (pair !== undefined && !(isHex(pair.public, 64) && isHex(pair.private ?? pair.public, 64)))
      throw new Error('not a key')
  return state
}

/** Reads what the second place remembers; throws where that can't be read. */
export function readSealAnchor({ anchor }: SealPlaces): SealAnchor | undefined {
  const text = anchor.read()
  if (text === undefined) return undefined
  const value = JSON.parse(text) as SealAnchor
  if (!Number.isSafeInteger(value.seq) || !isHex(value.hash, 64)) throw new Error('not an anchor')
  return value
}

/**
 * The keys of one log. The order of writes is what a kill can't spoil: the new key beside the old one, the checkpoint
 * that names it, the anchors, and only then the old key goes. At each point one of the keys kept is the one that the
 * log names, and as long as both are there the anchors may be one seal behind.
 */
export class Sealer {
  readonly places: SealPlaces
  #state: KeyState = {}
  /** Hashes of the records since the newest seal, its own first and the head's left out; unknown until `resume`. */
  #leaves: string[] | undefined
  #newest: SealAnchor | undefined
  #isSettling = false
  #fault: string | undefined

  constructor(places: SealPlaces) {
    this.places = places
  }

  get isReady(): boolean {
    return this.#leaves !== undefined
  }

  /** Why sealing has stopped: what is kept does not fit the log, and going on would hide that. */
  get fault(): string | undefined {
    return this.#fault
  }

  /** A seal is in the log, or waits to be, and the anchors and the key have yet to follow. */
  get isSettling(): boolean {
    return this.#isSettling
  }

  /** Whether the next seal names the first key, of a log that has none or came from a backup. */
  get isToBegin(): boolean {
    return this.#state.current === undefined && !this.#isSettling
  }

  /** Takes note of a record that another one follows. */
  took(hash: string): void {
    this.#leaves?.push(hash)
  }

  /**
   * Finds out where the log stands: its newest seal, and the hashes from that on, the head's own left out. `anchored` is
   * how far the first anchor went when the process began.
   */
  resume(newest: SealRecord | undefined, leaves: string[], anchored: number): void {
    const state = readKeys(this.places)
    const { current, next, restored, lost } = state
    this.#state = state
    this.#leaves = leaves
    this.#newest = newest
    if (newest && newest.next === next?.public) this.#isSettling = true
    else if (newest && newest.next === current?.public)
      this.#state = lost && !current.private ? { restored: true, lost, former: current } : { current }
    else if (restored || (!newest && !current)) this.#state = restored ? { restored, ...(lost ? { lost } : {}) } : {}
    else this.#fault = 'the key does not fit the log'
    // While a seal settles the anchors may be one behind, which `verify` judges.
    if (this.#isSettling || restored) return
    if (!this.#isAnchored(newest) || anchored < (newest?.seq ?? 0)) this.#fault ??= 'the anchor does not fit the log'
  }

  /** The log itself is broken: nothing is sealed any more. */
  stop(): void {
    this.#leaves = []
    this.#fault = 'the log is broken'
  }

  /** Looks whether a key that its place could not open is there now, or lost for good. */
  unlock(): void {
    const { current } = this.#state
    if (current === undefined || current.private !== undefined) return
    const kept = readKeys(this.places)
    if (kept.current?.public !== current.public) return
    if (kept.lost) this.#state = { restored: true, lost: true, former: { public: current.public } }
    else this.#state = { current: kept.current }
  }

  /** Makes the first key, and returns what the record says that names it. */
  begin(): Record<string, unknown> {
    const next = newKey()
    const { restored, lost, former } = this.#state
    const mark = { ...(restored ? { restored } : {}), ...(lost ? { lost } : {}) }
    this.#write({ ...(former ? { current: former } : {}), next, ...mark })
    return { key: next.public, ...mark }
  }

  /** What a checkpoint over everything up to the head says, but for its signature. The next key is kept before that. */
  close(head: string): { fields: Record<string, unknown>; key: KeyPair } {
    const { current } = this.#state
    if (!current || !this.#leaves || !this.#newest) throw new Error('The log is not being sealed.')
    if (!isOpen(current)) throw new Error('The key is shut away.')
    const next = newKey()
    const root = treeRoot([...this.#leaves, head])
    this.#write({ current, next })
    return { fields: { from: this.#newest.seq, root, next: next.public }, key: current }
  }

  /** The seal is among the records. */
  sealed(newest: SealAnchor): void {
    this.#leaves = []
    this.#newest = newest
    this.#isSettling = true
  }

  /** The newest seal is on the disk and in the first anchor: remembers it in the second, and destroys the old key. */
  settle(): void {
    const { next } = this.#state
    if (!this.#isSettling || !next || !this.#newest) return
    const { seq, hash, sig } = this.#newest
    this.places.anchor.write(JSON.stringify({ seq, hash, sig }))
    this.#write({ current: next })
    this.#isSettling = false
  }

  #write(state: KeyState): void {
    this.places.keys.write(JSON.stringify(state))
    this.#state = state
  }

  #isAnchored(newest: SealRecord | undefined): boolean {
    const kept = readSealAnchor(this.places)
    return kept?.seq === newest?.seq && kept?.hash === newest?.hash
  }
}
