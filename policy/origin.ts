// Where a value came from: the most trusted place in which it stands, exactly. Nothing here tries to recognise an attack;
// what a stranger wrote is a stranger's, however it reads.

import type { AddressBook } from './contacts.ts'
import type { EffectKind } from './effects.ts'
import { rank, type Trust, trustLevels } from './flow.ts'
import { accountKey, accountsIn, bareLink, isIdentifier, leadsIn } from './leads.ts'
import { isPlainWord, isPointedAt, isSlight } from './naming.ts'
import { Pairs } from './pairs.ts'
import { agree, pointedAt, soughtAddress } from './pointing.ts'
import { type Field, type Incoming, type Item, isVouchedFor, recordsOf, scalars } from './records.ts'
import { Said, takeApart } from './said.ts'
import { Secrets } from './secrets.ts'
import { spellingsOf } from './spellings.ts'
import { sumOf, sumsIn } from './sums.ts'
import { LONGEST_VALUE, type Place, Texts } from './texts.ts'
import { fold, norm, wordsOf } from './words.ts'

export interface Origin {
  trust: Trust
  /** In words: "your words", "search_emails.sender". Left out where the value was never seen. */
  from?: string
}

const UNTRUSTED = rank('untrusted')
const METADATA = rank('metadata')
const TRUSTED = rank('trusted')
const OWN = rank('own')
const USER = rank('user')
const MAX_SUMS = 500_000
const MAX_MADE = 64

/** What one session has heard, and from whom. It only grows. */
export class Origins {
  readonly #said = new Said()
  readonly #exact = new Map<string, Place>()
  readonly #texts = new Texts()
  /** Numbers as values, each with the most trusted place in which it stands. */
  readonly #sums = new Map<number, Place>()
  readonly #secrets = new Secrets()
  readonly #pairs = new Pairs()
  /** What the user approved, for one kind of effect each. */
  readonly #approved = new Set<string>()
  /** Fields that some tool says are anybody's. */
  readonly #anybodys = new Set<string>()
  readonly #isContact: AddressBook
  #tainted = false
  #lowest: Trust = 'user'

  /** Whom the user put into the address book is asked for at each look. */
  constructor(isContact: AddressBook = () => false) {
    this.#isContact = isContact
  }

  /** Whether anything was read that nobody vouched for. From then on what is unknown counts as untrusted. */
  get tainted(): boolean {
    return this.#tainted
  }

  /** The user's own words. */
  get said(): Said {
    return this.#said
  }

  /** The user's own addresses and names. */
  own(values: readonly string[]): void {
    for (const value of values) {
      this.#add(value, OWN, 'you', true)
      this.#put(`you ${norm(value)}`, { rank: OWN, from: 'you' })
    }
  }

  /** Whether it is the user's own address or name, also where it is spelled with the name. */
  isYou(value: string): boolean {
    return spellingsOf(value).some((spelling) => this.#exact.has(`you ${norm(spelling)}`))
  }

  /** What the user said. What was pasted, or is shown in it as somebody's text, is not the user's word. */
  say(text: string, pasted = false): void {
    const spoken = pasted ? { own: '', pasted: [text] } : takeApart(text)
    if (spoken.own.trim() !== '') {
      this.#said.add(spoken.own)
      this.#keep(spoken.own, USER, 'your words')
    }
    for (const value of spoken.pasted) this.hear({ ...strange, value })
  }

  /** Something was read that nobody kept apart. */
  taint(): void {
    this.#tainted = true
    this.#lowest = 'untrusted'
  }

  /** A value that the user typed. */
  typed(value: string): void {
    this.#add(value, USER, 'your hand', true)
    for (const sum of sumsIn(value)) this.#count(sum, { rank: USER, from: 'your hand' })
  }

  /** A value that the user was shown and approved, for this kind of effect. */
  approve(kind: EffectKind, value: string): void {
    this.#approved.add(`${kind}\n${norm(value)}`)
  }

  /** Whether the user approved this value for this kind of effect. */
  isApproved(kind: EffectKind, value: string): boolean {
    return this.#approved.has(`${kind}\n${norm(value)}`)
  }

  /** What a call brought back. Where it can't be looked through, it is anybody's. */
  hear(incoming: Incoming): void {
    try {
      if (incoming.trust === 'echo') this.#echo(incoming)
      else this.#listen(incoming)
    } catch {
      this.taint()
    }
  }

  #listen(incoming: Incoming): void {
    const isVouched = isVouchedFor(incoming)
    for (const name of incoming.untrustedFields) this.#anybodys.add(name.toLowerCase())
    const records = recordsOf(incoming)
    // Where nothing came back, nothing was heard.
    if (!isVouched && records.flat().some((field) => field.text.trim() !== '')) this.#tainted = true
    for (const field of records.flat()) {
      if (field.secrecy === 'secret') this.#secrets.add(field.name, field.text, (value) => this.#isUsers(value))
      if (field.rank < rank(this.#lowest)) this.#lowest = trustLevels[field.rank] ?? 'untrusted'
    }
    if (isVouched) {
      this.#vouch(incoming)
      for (const record of records) this.#pairs.add(record, isIdentifier)
    }
    const sought = incoming.trust === 'untrusted' ? soughtAddress(incoming, this.#said) : undefined
    if (sought !== undefined) this.#add(sought, TRUSTED, incoming.from, true)
    const named = pointedAt(records, this.#said)
    const isSearched = records.length === 1 && this.#wasSearchedFor(incoming.input)
    for (const record of records)
      for (const field of record) this.#take(field, incoming, named.has(record) && agree(named, field), isSearched)
  }

  #take(field: Field, incoming: Incoming, isMeant: boolean, isSearched: boolean): void {
    const from = field.name === '' ? incoming.from : `${incoming.from}.${field.name}`
    // Of what a service keeps it is the whole that counts; in a text that is vouched for, all that stands in it.
    this.#add(field.text, field.rank, from, field.rank === METADATA)
    const isListed = field.name === '' && field.text.length <= 64 && !incoming.fromOutside
    // A stranger's text was pointed at as a whole, and nothing that stands in it; what a known sender wrote, all of it.
    if (isMeant && (field.rank > UNTRUSTED || isListed))
      this.#add(field.text, TRUSTED, from, field.rank !== rank('known'))
    // The one thing that was found for the user's own words: what it goes by, and nobody's address.
    else if (isSearched && field.rank >= METADATA && isIdentifier(field.text))
      this.#add(field.text, TRUSTED, from, true)
  }

  /** The most trusted place of a value, in any of its spellings. */
  trace(value: string): Origin {
    const best = this.#best(value)
    if (best) return { trust: trustLevels[best.rank] ?? 'untrusted', from: best.from }
    return { trust: this.#tainted ? 'untrusted' : 'user' }
  }

  #best(value: string): Place | undefined {
    let best: Place | undefined
    const better = (place: Place | undefined) => {
      if (place && (!best || place.rank > best.rank)) best = place
    }
    for (const spelling of spellingsOf(value)) {
      const key = norm(spelling)
      better(this.#exact.get(key))
      better(this.#exact.get(bareLink(spelling)))
      if ((!best || best.rank < TRUSTED) && this.#isContact(key)) better({ rank: TRUSTED, from: 'your contacts' })
      const folded = fold(spelling)
      const isNothing = (place: Place) => place.rank === USER && isSlight(folded)
      best = this.#texts.best(folded, best, (place) => !isNothing(place) || this.#isMeant(folded))
    }
    const [account] = accountsIn(fold(value))
    if (account !== undefined && account === accountKey(value)) better(this.#exact.get(`number ${account}`))
    return best
  }

  // "1." in a list of wishes does not name the file 1.
  #isMeant(value: string): boolean {
    return this.#said.words.some((words) => isPointedAt(words, value))
  }

  /** Whether a trusted source says that a value is of this thing already. */
  belongs(value: string, thing: string): boolean {
    return this.#pairs.has(thing, value)
  }

  /** Whether the user named it as a thing; a plain word of a sentence does not name anything. */
  isNamed(value: string): boolean {
    const folded = fold(value).replace(/^[#@]/u, '')
    return this.#said.words.some((words) => !isPlainWord(words, folded))
  }

  /** Where a number stands, however it is written. Nowhere, where it was worked out. */
  traceSum(value: string): Origin | undefined {
    const places = [sumOf(value), ...sumsIn(fold(value), true)].flatMap((sum) => this.#sums.get(sum) ?? [])
    const [best] = places.sort((a, b) => b.rank - a.rank)
    if (best) return { trust: trustLevels[best.rank] ?? 'untrusted', from: best.from }
    return this.#sums.size < MAX_SUMS ? undefined : { trust: 'untrusted' }
  }

  /** How far a text can be trusted that is written down: one that stands nowhere may be made of anything that was heard. */
  trustIn(text: string): Trust {
    const { trust, from } = this.trace(text)
    return from === undefined || rank(trust) < rank(this.#lowest) ? this.#lowest : trust
  }

  /** Whether texts that go out together carry something out of what is secret. */
  carriesSecret(texts: readonly string[]): boolean {
    return this.#secrets.isIn(texts)
  }

  #isUsers(text: string): boolean {
    const place = this.#best(text)
    return place !== undefined && place.rank >= OWN
  }

  #wasSearchedFor(input: unknown): boolean {
    return scalars(input).some((text) => / /u.test(text.trim()) && this.#said.holds(fold(text)))
  }

  // What a trusted source answers about exists; that is all it says of it, and nothing of where it leads.
  #vouch({ input, value, from }: Incoming): void {
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return
    for (const scalar of scalars(input))
      if (leadsIn(scalar).length === 0) this.#add(scalar, METADATA, `${from} knows it`, true)
  }

  // What a call made is its own: what it goes by, if that was never heard before. The rest of what it returns may be anybody's.
  #echo({ value, input, from }: Incoming): void {
    const given = new Set(scalars(input).map(norm))
    const own: Incoming = { from, value, trust: 'own', untrustedFields: [], secrecy: 'private', input }
    const records = recordsOf(own)
    for (const field of records.flat()) {
      if (this.#anybodys.has(field.name.toLowerCase())) continue
      const whole = field.text.trim()
      for (const part of wordsOf(whole)) {
        if (given.has(norm(part)) || part.length > MAX_MADE) continue
        if (this.#wasHeard(part) && !(isSlight(part) && this.#isNumberOf(field, records))) continue
        if (isIdentifier(part)) this.#add(part, OWN, `made by ${from}`, true)
        // A link to what was made may be handed on; nothing is sent there for it.
        else if (part === whole && leadsIn(part).some(({ what }) => what === 'link'))
          this.#add(part, METADATA, `made by ${from}`, true)
      }
    }
  }

  // The new file may have the number that some mail has: where it is the one id of the one thing that came back.
  #isNumberOf({ name, text }: Field, records: readonly Item[]): boolean {
    const isOnly = records.length === 1 && records[0]?.filter((field) => field.name === name).length === 1
    return isOnly && /^_?(?:\p{L}+_)?(?:id|number|nr)_?$/iu.test(name) && this.#exact.get(norm(text))?.rank === METADATA
  }

  // A small number stands in any text; of those it is the whole that counts.
  #wasHeard(value: string): boolean {
    return isSlight(value) ? this.#exact.has(norm(value)) : this.#best(value) !== undefined
  }

  #add(value: string, trustRank: number, from: string, exact: boolean): void {
    const place = { rank: trustRank, from }
    if (value.length <= LONGEST_VALUE) for (const spelling of spellingsOf(value)) this.#put(norm(spelling), place)
    if (!exact) this.#keep(value, trustRank, from)
    else if (value.length <= LONGEST_VALUE) this.#numbers(fold(value), place)
  }

  #put(key: string, place: Place): void {
    const known = this.#exact.get(key)
    if (key !== '' && (!known || known.rank < place.rank)) this.#exact.set(key, place)
  }

  #keep(text: string, trustRank: number, from: string): void {
    const folded = fold(text)
    this.#texts.keep(folded, trustRank, from)
    this.#numbers(folded, { rank: trustRank, from })
  }

  #numbers(folded: string, place: Place): void {
    for (const account of accountsIn(folded)) this.#put(`number ${account}`, place)
    for (const sum of sumsIn(folded, place.rank < METADATA)) this.#count(sum, place)
  }

  #count(sum: number, place: Place): void {
    const known = this.#sums.get(sum)
    if (known ? known.rank < place.rank : this.#sums.size < MAX_SUMS) this.#sums.set(sum, place)
  }
}

const strange: Omit<Incoming, 'value'> = {
  ...{ from: 'what you pasted', trust: 'untrusted', untrustedFields: [], secrecy: 'private', input: undefined },
  fromOutside: true,
}
