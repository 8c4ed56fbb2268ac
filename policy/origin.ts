// Where a value came from: the most trusted place in which it stands, exactly. Nothing here tries to recognise an attack;
// what a stranger wrote is a stranger's, however it reads.

import { rank, type Trust, trustLevels } from './flow.ts'
import { addGrams, gramsOf, mayHold } from './grams.ts'
import { type Field, type Incoming, type Item, recordsOf, scalars } from './records.ts'
import { bareLink, findWhole, fold, norm, quotedParts, sumOf, sumsIn } from './words.ts'

export interface Origin {
  trust: Trust
  /** In words: "your words", "search_emails.sender". Left out where the value was never seen. */
  from?: string
}

interface Place {
  rank: number
  from: string
}

interface Source extends Place {
  text: string
  low: string
  /** What the text can not hold need not be looked for. */
  grams: Uint32Array
}

const METADATA = rank('metadata')
const TRUSTED = rank('trusted')
const MAX_TEXT = 2_000_000
const BLOCK = 32_000
/** No value that is looked for as a whole is longer. */
const LONGEST_VALUE = 1000

/** What one session has heard, and from whom. It only grows. */
export class Origins {
  readonly #words: string[] = []
  readonly #phrases: string[] = []
  readonly #exact = new Map<string, Place>()
  readonly #texts: Source[] = []
  /** The block of each place that still takes text. */
  readonly #open = new Map<string, Source>()
  readonly #secrets = new Set<string>()
  #tainted = false
  #size = 0

  /** Whether anything was read that nobody vouched for. From then on what is unknown counts as untrusted. */
  get tainted(): boolean {
    return this.#tainted
  }

  /** The user's own addresses and names. */
  own(values: readonly string[]): void {
    for (const value of values) this.#add(value, rank('own'), 'you', true)
  }

  /** What the user said. */
  said(text: string): void {
    const folded = fold(text)
    this.#words.push(folded)
    this.#phrases.push(...quotedParts(text), ...properPhrases(folded))
    this.#keep(folded, rank('user'), 'your words')
  }

  /** Something was read that nobody kept apart. */
  taint(): void {
    this.#tainted = true
  }

  /** Whether the user said something of this shape. */
  heardFromUser(shape: RegExp): boolean {
    return this.#words.some((words) => shape.test(words))
  }

  /** Whether the user said this number, however it was written. */
  saidSum(value: string): boolean {
    return this.#words.some((words) => sumsIn(words).includes(sumOf(value)))
  }

  /** A value that the user was shown and approved. */
  approved(value: string): void {
    this.#add(value, rank('user'), 'your approval', true)
  }

  /** What a call brought back. */
  hear(incoming: Incoming): void {
    if (incoming.trust === 'echo') this.#echo(incoming)
    else this.#listen(incoming)
  }

  #listen(incoming: Incoming): void {
    const records = recordsOf(incoming)
    if (incoming.secrecy === 'secret') for (const field of records.flat()) this.#secrets.add(norm(field.text))
    if (incoming.trust === 'trusted' || incoming.trust === 'own' || incoming.trust === 'user') this.#vouched(incoming)
    else this.#tainted = true
    const named = this.#named(records)
    for (const record of records)
      for (const field of record) {
        const isNamed = (field.rank > rank('untrusted') || isListed(field)) && named.has(record) && agree(named, field)
        const from = field.name === '' ? incoming.from : `${incoming.from}.${field.name}`
        this.#add(field.text, field.rank, from, field.rank >= METADATA)
        // A stranger's text was pointed at as a whole, and nothing that stands in it; what a known sender wrote, all of it.
        if (isNamed) this.#add(field.text, TRUSTED, from, field.rank !== rank('known'))
      }
  }

  /** The most trusted place of a value. */
  trace(value: string): Origin {
    const folded = fold(value)
    const key = norm(value)
    let best: Place | undefined = this.#exact.get(key) ?? this.#exact.get(bareLink(value))
    for (const source of this.#texts) {
      if (best && best.rank >= source.rank) continue
      if (this.#standsIn(source, folded)) best = source
    }
    if (best) return { trust: trustLevels[best.rank] ?? 'untrusted', from: best.from }
    return { trust: this.#tainted ? 'untrusted' : 'user' }
  }

  /** Whether a text carries something out of what is secret. */
  isSecret(text: string): boolean {
    const spelled = norm(text)
    return [...this.#secrets].some((secret) => secret.length >= 4 && spelled.includes(secret))
  }

  #standsIn(source: Source, value: string): boolean {
    const wanted = value.toLowerCase()
    const link = bareLink(value)
    if (!mayHold(source.grams, link)) return false
    const at = findWhole(source.text, value, 0, source.low)
    if (at < 0) {
      return link !== wanted && link.includes('.') && findWhole(source.text, link, 0, source.low) >= 0
    }
    // "1." in a list of wishes does not name the file 1.
    return source.rank !== rank('user') || !isSlight(value) || isPointedAt(source.text, value)
  }

  // What a trusted source answers about exists; that is all it says of it.
  #vouched({ input, value, from }: Incoming): void {
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return
    for (const scalar of scalars(input)) this.#add(scalar, METADATA, `${from} knows it`, true)
  }

  #echo({ value, input, from }: Incoming): void {
    const given = new Set(scalars(input).map(norm))
    for (const field of recordsOf({ from, value, trust: 'own', untrustedFields: [], secrecy: 'private', input }).flat())
      if (!given.has(norm(field.text)) && field.text.length <= 64)
        this.#add(field.text, rank('own'), `made by ${from}`, true)
  }

  // The records that the user pointed at: those that hold most of what the user said by name.
  #named(records: readonly Item[]): Set<Item> {
    const holders = new Map<string, number>()
    for (const record of records)
      for (const key of new Set(record.map(keyOf))) holders.set(key, (holders.get(key) ?? 0) + 1)
    const weigh = (field: Field) => this.#weight(field, records, holders.get(keyOf(field)) ?? 1)
    const weights = records.map((record) => record.reduce((sum, field) => sum + weigh(field), 0))
    const most = weights.reduce((a, b) => Math.max(a, b), 0)
    return new Set(most === 0 ? [] : records.filter((_, i) => weights[i] === most))
  }

  #weight(field: Field, records: readonly Item[], holders: number): number {
    const text = fold(field.text)
    if (text.length < 3 || text.length > 120 || isSlight(text)) return 0
    // What all of them have singles none of them out.
    if (records.length > 1 && holders === records.length) return 0
    if (!this.#saidByName(text)) return this.#partWeight(text, field, records) || this.#phraseWeight(text, records)
    return isDistinct(text) || this.#words.some((words) => isProper(words, text)) ? text.length : 0
  }

  // As it stands, or as people say a file's name: without its ending, the words apart.
  #saidByName(text: string): boolean {
    const spoken = text.replace(/\.[a-z0-9]{1,5}$/iu, '').replace(/[_-]+/gu, ' ')
    return this.#words.some(
      (words) => findWhole(words, text) >= 0 || (/ /u.test(spoken) && findWhole(words, spoken) >= 0),
    )
  }

  // "The channel starting with External": a part of one name, which no other name in the list has.
  #partWeight(text: string, field: Field, records: readonly Item[]): number {
    if (field.name !== '' || records.length < 2) return 0
    const parts = text.split(/[_\s./-]+/u).filter((part) => part.length >= 4)
    const said = parts.find((part) => this.#words.some((words) => isProper(words, part)))
    if (said === undefined) return 0
    const alike = records.filter((record) =>
      record.some((other) => findWhole(other.text.replaceAll('_', ' '), said) >= 0),
    )
    return alike.length === 1 ? said.length : 0
  }

  // "My Dental check-up": a name of several words that only one of the records holds.
  #phraseWeight(text: string, records: readonly Item[]): number {
    const phrase = this.#phrases.find((one) => findWhole(text, one) >= 0)
    if (phrase === undefined) return 0
    const holding = records.filter((record) => record.some((field) => findWhole(fold(field.text), phrase) >= 0))
    return holding.length === 1 ? phrase.length : 0
  }

  #add(value: string, trustRank: number, from: string, exact: boolean): void {
    const key = value.length > LONGEST_VALUE ? '' : norm(value)
    if (key === '') {
      if (!exact) this.#keep(fold(value), trustRank, from)
      return
    }
    const known = this.#exact.get(key)
    if (!known || known.rank < trustRank) this.#exact.set(key, { rank: trustRank, from })
    if (!exact) this.#keep(fold(value), trustRank, from)
  }

  // Texts from one place go together, in blocks: a list of a thousand mails is not looked through a thousand times, and of
  // a long text only the block that can hold a value.
  #keep(text: string, trustRank: number, from: string): void {
    this.#size += text.length
    // Bounded: beyond this what is not found is unknown, and unknown is untrusted.
    if (this.#size > MAX_TEXT) return
    const key = `${trustRank} ${from}`
    for (const piece of pieces(text)) {
      let source = this.#open.get(key)
      if (!source || source.text.length + piece.length > 2 * BLOCK) {
        source = { text: '', low: '', grams: gramsOf(''), rank: trustRank, from }
        this.#open.set(key, source)
        this.#texts.push(source)
      }
      const low = piece.toLowerCase()
      source.text += `\n${piece}`
      source.low += `\n${low}`
      addGrams(source.grams, low)
    }
  }
}

// Cut between words, each with the end of the one before: no value falls between two.
function* pieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = start + BLOCK >= text.length ? text.length : wordEnd(text, start + BLOCK)
    yield text.slice(start, end)
    if (end === text.length) return
    start = Math.max(wordEnd(text, end - LONGEST_VALUE), start + 1)
  }
}

function wordEnd(text: string, near: number): number {
  const found = text.indexOf(' ', near)
  return found < 0 || found - near > LONGEST_VALUE ? near : found
}

const keyOf = (field: Field): string => `${field.name}\n${norm(field.text)}`

const isSlight = (value: string): boolean => value.length <= 2 || /^\d{1,4}$/.test(value)

// Several records can be meant by one name; then only what they all say is meant.
const agree = (records: ReadonlySet<Item>, field: Field): boolean =>
  [...records].every((record) =>
    record.some((other) => other.name === field.name && norm(other.text) === norm(field.text)),
  )

// A short name in a plain list: it can be pointed at, whoever made it.
const isListed = (field: Field): boolean => field.name === '' && field.text.length <= 64

const isDistinct = (text: string): boolean => /[\s@._/-]/u.test(text)

// Words that go together under a capital within a sentence: "Dental check-up", "New York office".
function properPhrases(words: string): string[] {
  const found = words.matchAll(
    /(?<=[\p{Ll}\p{N},;:] )\p{Lu}[\p{L}\p{N}-]*(?: \p{Lu}[\p{L}\p{N}-]*| [\p{Ll}\p{N}]+-[\p{Ll}\p{N}]+)+/gu,
  )
  return [...found].map(([phrase]) => phrase)
}

// Named as a thing, and not just a word of the sentence: in quotes, or with a capital within the sentence.
function isProper(words: string, text: string): boolean {
  if (quotedParts(words).some((part) => part.toLowerCase() === text.toLowerCase())) return true
  const at = findWhole(words, text)
  if (at < 0) return false
  const first = words[at]
  return first !== undefined && first !== first.toLowerCase()
}

const pointers =
  /(?:\b(?:id|ids|nr|no|number|file|mail|email|e-mail|event|item|message|task|transaction|invoice|order|ticket|note|record|row)\b\.?:?|#|编号|第)\s*$/iu

function isPointedAt(words: string, value: string): boolean {
  if (quotedParts(words).some((part) => part === value)) return true
  for (let at = findWhole(words, value); at >= 0; at = findWhole(words, value, at + 1))
    if (pointers.test(words.slice(Math.max(0, at - 20), at))) return true
  return false
}
