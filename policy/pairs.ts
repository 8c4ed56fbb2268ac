// What a trusted source lists together: which values belong to which thing.
import type { Item } from './records.ts'
import { norm } from './words.ts'

const MAX_PAIRS = 100_000
const MAX_FIELDS = 40

/** Values of one record, remembered by what the record goes by. */
export class Pairs {
  readonly #known = new Set<string>()

  add(record: Item, isId: (text: string) => boolean): void {
    if (record.length > MAX_FIELDS) return
    const texts = [...new Set(record.map((field) => norm(field.text)))].filter((text) => text.length <= 200)
    for (const id of texts.filter(isId))
      for (const text of texts) if (this.#known.size < MAX_PAIRS) this.#known.add(`${id}\n${text}`)
  }

  has(id: string, text: string): boolean {
    return this.#known.has(`${norm(id)}\n${norm(text)}`)
  }
}
