// Which of the records that came back the user pointed at: those that hold most of what the user said by name.
import { rank } from './flow.ts'
import { bareLink, leadsIn } from './leads.ts'
import { isDistinct, isFoundAt, isSlight } from './naming.ts'
import { type Field, type Incoming, type Item, scalars } from './records.ts'
import type { Said } from './said.ts'
import { findWhole, fold, norm } from './words.ts'

const METADATA = rank('metadata')
const MOST_MEANT = 50

/** The records that were meant. */
export function pointedAt(records: readonly Item[], said: Said): Set<Item> {
  const holders = new Map<string, number>()
  for (const record of records)
    for (const key of new Set(record.map(keyOf))) holders.set(key, (holders.get(key) ?? 0) + 1)
  const counts = new Map<string, number>()
  const holding: Counter = (what, holds) => {
    const known = counts.get(what) ?? records.filter((record) => record.some(holds)).length
    counts.set(what, known)
    return known
  }
  const weigh = (field: Field) => weight(field, records, holders.get(keyOf(field)) ?? 1, said, holding)
  const weights = records.map((record) => record.reduce((sum, field) => sum + weigh(field), 0))
  const most = weights.reduce((a, b) => Math.max(a, b), 0)
  const meant = most === 0 ? [] : records.filter((_, i) => weights[i] === most)
  // So many are none in particular.
  return new Set(meant.length > MOST_MEANT ? [] : meant)
}

/** Several records can be meant by one name; then only what they all say is meant. */
export const agree = (records: ReadonlySet<Item>, field: Field): boolean =>
  [...records].every((record) =>
    record.some((other) => other.name === field.name && norm(other.text) === norm(field.text)),
  )

/** The address that the user said is to be found there: the only one that stands there, if it goes by the name. */
export function soughtAddress({ value, input }: Incoming, said: Said): string | undefined {
  const places = scalars(input).filter((place) => /[./]/u.test(place) && said.holds(bareLink(place)))
  if (typeof value !== 'string' || places.length === 0) return undefined
  const found = leadsIn(value).filter(({ what }) => what === 'address')
  const [address, ...others] = found.map((lead) => lead.value)
  if (address === undefined || others.length > 0) return undefined
  const names = address.split('@', 1).flatMap((local) => local.split(/[^\p{L}]+/u).filter((name) => name.length > 2))
  const isSaid = (name: string, place: string) => said.words.some((words) => isFoundAt(words, name, place))
  return places.some((place) => names.some((name) => isSaid(name, place))) ? address : undefined
}

/** How many records hold something; counted once for each thing. */
type Counter = (what: string, holds: (field: Field) => boolean) => number

const keyOf = (field: Field): string => `${field.name}\n${norm(field.text)}`

function weight(field: Field, records: readonly Item[], holders: number, said: Said, count: Counter): number {
  const text = fold(field.text)
  if (text.length < 3 || text.length > 120 || isSlight(text)) return 0
  // What all of them have singles none of them out.
  if (records.length > 1 && holders === records.length) return 0
  if (!isSaidByName(text, said)) {
    const part = field.name === '' && records.length > 1 ? partWeight(text, said, count) : 0
    return part || phraseWeight(field, text, said, count)
  }
  // Whom the user names besides is a guest of this and a reader of that.
  const key = norm(text)
  if (count(`many ${key}`, (other) => other.isOneOfMany === true && norm(other.text) === key) > 0) return 1
  return isDistinct(text) || said.isProper(text) ? text.length : 0
}

// As it stands, or as people say a file's name: without its ending, the words apart.
function isSaidByName(text: string, said: Said): boolean {
  const spoken = text.replace(/\.[a-z0-9]{1,5}$/iu, '').replace(/[_-]+/gu, ' ')
  return said.holds(text) || (/ /u.test(spoken) && said.holds(spoken))
}

// "The channel starting with External": a part of one name, which no other name in the list has.
function partWeight(text: string, said: Said, count: Counter): number {
  const parts = text.split(/[_\s./-]+/u).filter((part) => part.length >= 4)
  const spoken = parts.find((part) => said.isProper(part))
  if (spoken === undefined) return 0
  const alike = count(`part ${spoken}`, (other) => findWhole(other.text.replaceAll('_', ' '), spoken) >= 0)
  return alike === 1 ? spoken.length : 0
}

// "My Dental check-up": a name of several words that only one of the records holds.
function phraseWeight(held: Field, text: string, said: Said, count: Counter): number {
  const phrase = said.phrases.find((one) => findWhole(text, one) >= 0)
  if (phrase === undefined) return 0
  // What strangers write can't take a name from what a service keeps.
  const isKept = held.rank >= METADATA
  const holding = count(`${isKept} ${phrase}`, (field) => {
    return (!isKept || field.rank >= METADATA) && findWhole(fold(field.text), phrase) >= 0
  })
  return holding === 1 ? phrase.length : 0
}
