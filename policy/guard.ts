// The flow guard: whether what a call names follows from the user. A pure look at one call; the session is handed in.
import { type EffectKind, isEffectKind, meaning } from './effects.ts'
import { rank, type Trust } from './flow.ts'
import { type Lead, leadsIn } from './leads.ts'
import type { Origin, Origins } from './origin.ts'
import { namesAndScalars } from './records.ts'
import { partsOf } from './spellings.ts'
import { isSum } from './sums.ts'
import { arranging, wishes } from './wishes.ts'

/** A call as the guard sees it: its kind, and which arguments play which part. */
export interface GuardedCall {
  kind: EffectKind
  /** Something leaves this computer; by its kind where it is not said. */
  leaves?: boolean
  input: Record<string, unknown>
  destination: readonly string[]
  object: readonly string[]
  payload: readonly string[]
}

/** One value that does not follow from the user, and where it came from. */
export interface Doubt {
  role: 'act' | 'destination' | 'object' | 'link' | 'secret'
  value: string
  trust: Trust
  from?: string
  /** In words, with the whole value. */
  says: string
}

/** Kinds that bind the user: only the user's own words are enough, and they are asked about each time. */
const BINDING = 7
const isBinding = (kind: EffectKind): boolean => meaning(kind).weight >= BINDING
/** A longer text is not looked through, but asked about. */
const LONGEST = 200_000
/** Kinds whose payload is itself what is done. */
const running: ReadonlySet<EffectKind> = new Set([
  'runCommand',
  'scriptPage',
  'loadCode',
  'createTool',
  'controlComputer',
])

/** Everything about a call that must be asked. Nothing but secrets, while the session has read nothing from strangers. */
export function doubts(call: GuardedCall, origins: Origins): Doubt[] {
  try {
    const look = new Look(call, origins)
    return origins.tainted ? [...look.names(), ...look.carries(), ...look.secrets()] : look.secrets()
  } catch {
    const says = 'it can not be looked through'
    return [{ role: 'act', value: call.kind, trust: 'untrusted', says }]
  }
}

class Look {
  readonly #kind: EffectKind
  readonly #leaves: boolean
  readonly #origins: Origins
  readonly #destinations: readonly string[]
  readonly #objects: readonly string[]
  readonly #payload: readonly string[]
  readonly #found: Doubt[] = []

  constructor({ kind, leaves = meaning(kind).leaves, ...call }: GuardedCall, origins: Origins) {
    const { input, destination, object, payload } = call
    this.#kind = kind
    this.#leaves = leaves
    this.#origins = origins
    const known = new Set([...destination, ...object, ...payload])
    const rest = Object.keys(input).filter((name) => !known.has(name))
    const valuesOf = (names: readonly string[]) =>
      names.flatMap((name) => namesAndScalars(input[name])).filter((value) => value.trim() !== '')
    const { changes } = meaning(kind)
    // Where no part is declared at all, any argument may be where it goes.
    const isUndeclared = known.size === 0 && (changes || leaves)
    const loose = valuesOf(rest)
    // An argument without a part that is an address from end to end says where something goes.
    const strays = isUndeclared ? loose : loose.filter(isPlace)
    this.#destinations = [...valuesOf(destination), ...strays]
    this.#objects = valuesOf(object)
    this.#payload = [...valuesOf(payload), ...loose.filter((value) => !strays.includes(value))]
  }

  /** What it is done to, and where it goes. */
  names(): Doubt[] {
    const { changes } = meaning(this.#kind)
    for (const value of this.#destinations)
      if (!this.#isUnchanged(value)) this.#look('destination', value, this.#needed())
    if (!changes) {
      for (const value of this.#objects) this.#look('object', value, 'known')
      return this.#found.splice(0)
    }
    const wish = wishes[this.#kind]
    if (wish && !this.#origins.said.has(wish))
      this.#doubt('act', [...this.#objects, ...this.#destinations].join(', '), { trust: 'untrusted' }, this.#unasked())
    for (const value of this.#objects) this.#look('object', value, 'trusted')
    // What goes to nobody but the user goes nowhere.
    if (this.#objects.length === 0 && this.#destinations.every((value) => this.#origins.isYou(value))) this.#making()
    return this.#found.splice(0)
  }

  /** What stands in what is sent or written. */
  carries(): Doubt[] {
    if (!meaning(this.#kind).changes) return []
    for (const value of this.#payload) {
      if (value.length > LONGEST) throw new Error('It is too long to be looked through.')
      if (this.#kind === 'changeAccount') this.#look('link', value, 'trusted')
      else if (isBinding(this.#kind) && isSum(value)) this.#sum(value, 'metadata')
      if (running.has(this.#kind)) this.#strangers('object', value)
      for (const lead of leadsIn(value, this.#leaves)) this.#lead(lead)
    }
    return this.#found.splice(0)
  }

  /** Whether it takes something secret along. */
  secrets(): Doubt[] {
    const all = [...this.#destinations, ...this.#objects, ...this.#payload]
    if (!this.#leaves || !this.#origins.carriesSecret(all)) return []
    const value = all.find((text) => this.#origins.carriesSecret([text])) ?? all.join(' ')
    return [{ role: 'secret', value, trust: 'own', says: 'it carries something secret' }]
  }

  // Something new, that goes nowhere: what it is called must not be what a stranger calls it.
  #making(): void {
    const [name] = this.#payload
    if (name === undefined || this.#kind === 'changeAccount') return
    const isStrange = (value: string) => this.#strange(value) !== undefined
    const follows = (value: string) => rank(this.#origins.trace(value).trust) >= rank('trusted')
    const isWished = this.#kind !== 'writeCalendar' || this.#origins.said.has(arranging)
    if (isStrange(name)) this.#strangers('object', name)
    else if (!this.#payload.some(follows) && (!isWished || this.#payload.some(isStrange)))
      this.#doubt('act', name, { trust: 'untrusted' }, this.#unasked())
  }

  /** How far a destination must be trusted. */
  #needed(): Trust {
    const { changes } = meaning(this.#kind)
    if (!changes) return 'known'
    if (isBinding(this.#kind)) return 'user'
    // To anybody in the service, if it says nothing but what the user said.
    return this.#isDictated() ? 'metadata' : 'trusted'
  }

  // A text and nothing but a text, in the user's own words: no number that stands for something else.
  #isDictated(): boolean {
    if (this.#kind !== 'sendMessage' || this.#payload.length === 0 || this.#objects.length > 0) return false
    return this.#payload.every((text) => /\p{L}{3}|[^\p{ASCII}]/u.test(text) && this.#origins.said.covers(text))
  }

  #lead({ what, value }: Lead): void {
    if (what === 'amount') this.#sum(value, isBinding(this.#kind) ? 'metadata' : 'known')
    else if (what === 'handle') this.#strangers('link', value)
    else this.#look('link', value, 'known')
  }

  // A sum that was worked out stands nowhere; one that a stranger wrote does.
  #sum(value: string, needed: Trust): void {
    const origin = this.#origins.traceSum(value)
    if (origin && rank(origin.trust) < rank(needed)) this.#doubt('link', value, origin)
  }

  #look(role: Doubt['role'], value: string, needed: Trust): void {
    if (!isBinding(this.#kind) && this.#origins.isApproved(this.#kind, value)) return
    for (const part of partsOf(value)) {
      const origin = this.#trace(part)
      const isEnough = rank(origin.trust) >= rank(needed)
      if (isEnough && !this.#isOnlyAWord(role, part, origin)) continue
      const says = isEnough ? `${role} ${JSON.stringify(value)} is only a word of yours` : undefined
      this.#doubt(role, value, isEnough ? { trust: 'untrusted' } : origin, says)
      return
    }
  }

  // Where the thing that is changed goes already, as a trusted source says; the thing itself is looked at besides.
  #isUnchanged(value: string): boolean {
    return this.#objects.length > 0 && this.#objects.every((thing) => this.#origins.belongs(value, thing))
  }

  // To bind the user or to delete something, the user must have named it, and not just used the word.
  #isOnlyAWord(role: Doubt['role'], part: string, { trust, from }: Origin): boolean {
    if (role === 'link' && this.#kind !== 'changeAccount') return false
    if (!isBinding(this.#kind) && !isDeleting(this.#kind)) return false
    return trust === 'user' && from === 'your words' && !this.#origins.isNamed(part)
  }

  // To read a file it is enough to know its folder and its name.
  #trace(value: string): Origin {
    const origin = this.#origins.trace(value)
    const [, folder, name] = /^(\/.+|[^/:]+)\/([^/]{2,})$/u.exec(value) ?? []
    if (origin.from !== undefined || meaning(this.#kind).changes || folder === undefined || name === undefined)
      return origin
    const parts = [this.#origins.trace(folder), this.#origins.trace(name)]
    return parts.sort((a, b) => rank(a.trust) - rank(b.trust))[0] ?? origin
  }

  #strange(value: string): Origin | undefined {
    const origin = this.#origins.trace(value)
    return origin.trust === 'untrusted' && origin.from !== undefined ? origin : undefined
  }

  // Only where a stranger wrote just this.
  #strangers(role: Doubt['role'], value: string): void {
    const origin = this.#strange(value)
    if (origin && !this.#origins.isApproved(this.#kind, value)) this.#doubt(role, value, origin)
  }

  #unasked(): string {
    return `you did not ask for anything that ${meaning(this.#kind).says}`
  }

  #doubt(role: Doubt['role'], value: string, { trust, from }: Origin, says?: string): void {
    const where = from === undefined ? 'seen nowhere before' : `from ${from}`
    this.#found.push({
      ...{ role, value, trust },
      ...(from === undefined ? {} : { from }),
      says: says ?? `${role} ${JSON.stringify(value)} is ${where}`,
    })
  }
}

// An address, a link or an account number, and nothing else.
function isPlace(value: string): boolean {
  return partsOf(value).every((part) => {
    const [lead, ...more] = leadsIn(part)
    return (
      lead !== undefined && more.length === 0 && lead.what !== 'amount' && lead.value.length >= part.trim().length - 1
    )
  })
}

/** Whether a kind takes something away. */
export const isDeleting = (kind: EffectKind | 'read'): boolean => kind === 'deleteObject' || kind === 'deleteFile'

/** What of a question that was answered with yes is known from then on: for this kind, and never where it binds or deletes. */
export function rememberable(kind: EffectKind, asked: readonly Doubt[]): string[] {
  if (isBinding(kind) || isDeleting(kind)) return []
  return asked.filter(({ role }) => role === 'destination' || role === 'object').map(({ value }) => value)
}

/** A kind by its name; what is not known is an outside tool. */
export const kindOf = (word: string): EffectKind | 'read' =>
  word === 'read' ? 'read' : isEffectKind(word) ? word : 'callMcp'
