// A result taken apart: which records it holds, which fields they have, and how far each field can be trusted.
import { structured } from './blocktext.ts'
import { fresh, joinAll, joinLabels, type Label, rank, type Secrecy, type Trust } from './flow.ts'

/** Labels that were stored with something that was read: with these texts, or, where none are named, with all of it. */
export interface Mark {
  label: Label
  texts?: readonly string[]
}

/** What one call brought back. */
export interface Incoming {
  from: string
  value: unknown
  /** `mixed`: the named fields are anybody's text, the rest is kept by the service. `echo`: the call's own doing. */
  trust: Trust | 'mixed' | 'echo'
  untrustedFields: readonly string[]
  secrecy: Secrecy
  /** The input of the call that brought it. */
  input: unknown
  /** It was fetched from somewhere outside: a page is a text, however it is laid out. */
  fromOutside?: boolean
  /** What was stored with it. It only ever lowers. */
  marks?: readonly Mark[]
}

export interface Field {
  name: string
  text: string
  rank: number
  secrecy: Secrecy
  /** One of several in its field: a guest, a reader. */
  isOneOfMany?: boolean
}

/** One thing in a result: an item of a list, or the whole of it. */
export type Item = Field[]

/** Deeper than this nothing is looked at; whoever hands it in is told. */
const MAX_DEPTH = 200

/** Every text and number in a value. Throws where it is nested beyond measure. */
export function scalars(value: unknown, depth = 0): string[] {
  if (value === null || value === undefined || typeof value === 'boolean') return []
  if (typeof value !== 'object') return [String(value)]
  if (depth > MAX_DEPTH) throw new Error('It is nested too deeply to be looked through.')
  return Object.values(value).flatMap((member) => scalars(member, depth + 1))
}

/** The same, and the names that are data and no part of a form: {"john@x.com": "r"}, {"general": true}. */
export function namesAndScalars(value: unknown, depth = 0): string[] {
  if (typeof value !== 'object' || value === null) return scalars(value)
  if (depth > MAX_DEPTH) throw new Error('It is nested too deeply to be looked through.')
  if (Array.isArray(value)) return value.flatMap((member) => namesAndScalars(member, depth + 1))
  return Object.entries(value).flatMap(([key, member]) => [
    ...(isData(key) || typeof member === 'boolean' ? [key] : []),
    ...namesAndScalars(member, depth + 1),
  ])
}

// A name that no form would give to a field.
const isData = (key: string): boolean => /[^\p{L}\p{N}_ -]|^\p{N}|\p{L} \p{Lu}/u.test(key)

// {"john@x.com": "r"}: the field is the one that holds the map.
const isAddressed = (key: string): boolean => /[@.\s]/u.test(key)

/** A result as records: the items of a list, or the one thing it is. */
export function recordsOf(incoming: Incoming): Item[] {
  const read = typeof incoming.value === 'string' && !incoming.fromOutside ? structured(incoming.value) : undefined
  const value = read ? read.value : incoming.value
  const walk = new Walk(incoming, labeller(incoming), read?.isBlock === true)
  return itemsOf(value).map(({ key, item }) => [
    ...(key === undefined ? [] : walk.key(key)),
    ...walk.fields(item, '', { isAnybodys: false, depth: 0, unwraps: 2 }),
  ])
}

interface Entry {
  /** What it is listed under, where it has no place in the record itself. */
  key?: string
  item: unknown
}

const isMap = (each: unknown): each is Record<string, unknown> =>
  typeof each === 'object' && each !== null && !Array.isArray(each)

// A list, also where it is wrapped ({"total": 2, "messages": […]}) or spelled as a map of records.
function itemsOf(value: unknown, depth = 0): Entry[] {
  if (Array.isArray(value)) return value.map((item) => ({ item }))
  if (!isMap(value)) return [{ item: value }]
  const entries = Object.entries(value)
  const lists = entries.filter(([, member]) => Array.isArray(member) && member.some(isMap))
  if (lists.length > 0) {
    const rest = Object.fromEntries(entries.filter(([, member]) => !lists.some(([, list]) => list === member)))
    const items = lists.flatMap(([name, list]) => (list as unknown[]).map((each) => ({ item: { [name]: each } })))
    return Object.keys(rest).length === 0 ? items : [...items, { item: rest }]
  }
  // {"data": {"messages": […]}}
  const [only] = entries
  if (entries.length === 1 && only && isMap(only[1]) && depth < 5) {
    const inner = itemsOf(only[1], depth + 1)
    return inner.length > 1 ? inner.map((each) => ({ ...each, item: { [only[0]]: each.item } })) : [{ item: value }]
  }
  const isMapOfRecords = entries.length > 1 && entries.every(([, member]) => isMap(member))
  return isMapOfRecords ? entries.map(([key, item]) => ({ key, item })) : [{ item: value }]
}

interface Where {
  isAnybodys: boolean
  depth: number
  /** How many more texts within texts are taken apart. */
  unwraps: number
}

/** A text that a service keeps and nobody writes freely is short and on one line. */
const LONGEST_KEPT = 300

// One result, field by field. What stands in a field that is anybody's is anybody's, however deep.
class Walk {
  readonly #incoming: Incoming
  readonly #label: Labeller
  readonly #isBlock: boolean
  readonly #anybodys: ReadonlySet<string>

  constructor(incoming: Incoming, label: Labeller, isBlock: boolean) {
    this.#incoming = incoming
    this.#label = label
    this.#isBlock = isBlock
    this.#anybodys = new Set(incoming.untrustedFields.map(plainName))
  }

  key(text: string): Field[] {
    const isKept = /^[^\s]*[\p{N}@][^\s]*$/u.test(text)
    return [this.#field('key', text, !isKept)]
  }

  fields(value: unknown, name: string, where: Where): Field[] {
    if (value === null || value === undefined || typeof value === 'boolean') return []
    if (where.depth > MAX_DEPTH) throw new Error('It is nested too deeply to be looked through.')
    const isAnybodys = where.isAnybodys || this.#isAnybodys(name)
    const inside = { ...where, isAnybodys, depth: where.depth + 1 }
    if (typeof value !== 'object') return this.#text(String(value), name, inside)
    if (Array.isArray(value)) return value.flatMap((member) => oneOfMany(this.fields(member, name, inside), name))
    return this.#members(value as Record<string, unknown>, name, inside)
  }

  #members(value: Record<string, unknown>, name: string, where: Where): Field[] {
    const keys = Object.keys(value)
    // Block text has no quotes: what follows a stranger's text may be more of it, unless a program put it in order.
    const mayRunOn = this.#isBlock && keys.some((key, i) => i > 0 && (keys[i - 1] ?? '') > key)
    let isAnybodys = where.isAnybodys
    return keys.flatMap((key) => {
      const isName = isData(key) || (this.#incoming.trust === 'trusted' && value[key] !== null)
      const own = isName ? oneOfMany([this.#field(name, key, isAnybodys)], name) : []
      const isTheirs = isAnybodys || this.#isAnybodys(key)
      const found = this.fields(value[key], isAddressed(key) ? name : key, { ...where, isAnybodys: isTheirs })
      if (mayRunOn && isTheirs) isAnybodys = true
      return [...own, ...found]
    })
  }

  #text(text: string, name: string, where: Where): Field[] {
    const isSorted = this.#incoming.untrustedFields.length > 0 || this.#incoming.trust === 'mixed'
    if (!isSorted || where.isAnybodys) return [this.#field(name, text, where.isAnybodys)]
    const inner = where.unwraps > 0 && /^\s*[[{]/u.test(text) ? structured(text) : undefined
    if (inner) return this.fields(inner.value, name, { ...where, unwraps: where.unwraps - 1 })
    // A text that can't be taken apart may hold any of the fields.
    const isWhole = name === '' && typeof this.#incoming.value === 'string' && this.#incoming.value === text
    return [this.#field(name, text, isWhole || text.length > LONGEST_KEPT || /[\r\n]/u.test(text.trim()))]
  }

  // "dc:title" and "@body" too.
  #isAnybodys(name: string): boolean {
    return [name, ...name.split(/[.:/@$]/u)].some((part) => this.#anybodys.has(plainName(part)))
  }

  #field(name: string, text: string, isAnybodys: boolean): Field {
    return { name, text, ...this.#label(text, isAnybodys) }
  }
}

const oneOfMany = (fields: Field[], name: string): Field[] =>
  name === '' ? fields : fields.map((field) => ({ ...field, isOneOfMany: true }))

// "Sent by", "sent_by" and "sentBy" are one field.
const plainName = (name: string): string => name.replace(/[\s_-]/gu, '').toLowerCase()

type Labeller = (text: string, isAnybodys: boolean) => Pick<Field, 'rank' | 'secrecy'>

function labeller(incoming: Incoming): Labeller {
  const stored = storedWith(incoming.marks ?? [])
  return (text, isAnybodys) => {
    const { trust, secrecy } = stored(text)
    return {
      rank: Math.min(rankOf(isAnybodys, incoming), rank(trust)),
      secrecy: joinLabels({ trust, secrecy }, { trust, secrecy: incoming.secrecy }).secrecy,
    }
  }
}

// A text that is not, as a whole, what a port named may be made of anything that was read: it has the lowest label of all.
function storedWith(marks: readonly Mark[]): (text: string) => Label {
  const all = joinAll(marks.map((mark) => mark.label))
  const named = new Map<string, Label>()
  for (const { label, texts = [] } of marks)
    for (const text of texts) {
      const { trust, secrecy } = named.get(text) ?? { trust: 'untrusted', secrecy: 'public' }
      // It stands in the more trusted of two places; it is as secret as the more secret of them.
      named.set(text, {
        trust: rank(trust) > rank(label.trust) ? trust : label.trust,
        secrecy: joinLabels({ ...fresh, secrecy }, label).secrecy,
      })
    }
  return (text) => named.get(text) ?? all
}

function rankOf(isAnybodys: boolean, { trust, untrustedFields }: Incoming): number {
  if (trust === 'echo') return rank('own')
  if (trust === 'mixed') return isAnybodys ? rank('untrusted') : rank('metadata')
  if (trust === 'known') return isAnybodys || untrustedFields.length === 0 ? rank('known') : rank('metadata')
  // What is vouched for as a whole is not where it names fields that are anybody's.
  return isAnybodys ? rank('untrusted') : rank(trust)
}

/** Whether all of it is vouched for: one part that was stored with less, or a field that is anybody's, and it is not. */
export function isVouchedFor({ trust, untrustedFields, marks = [] }: Incoming): boolean {
  const levels = [trust, ...marks.map((mark) => mark.label.trust)]
  return (
    untrustedFields.length === 0 && levels.every((level) => level === 'trusted' || level === 'own' || level === 'user')
  )
}
