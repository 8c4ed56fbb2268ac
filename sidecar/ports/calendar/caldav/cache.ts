// What is known of one calendar on a server: its resources as .ics files in a folder, under names made here, and beside it
// which address and etag each has. A text is written before what is known of it, so that a process that ends in between
// only has to fetch it again.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { discard, replaceFile } from '../../../store/files.ts'
import { uidOf } from './content.ts'
import type { Text } from './report.ts'

export interface Entry {
  href: string
  etag: string
  uid: string
  /** Bytes of the file: one that is not as long was cut off by something. */
  size: number
}

interface State {
  url: string
  token?: string
  ctag?: string
  /** When it was last known to be as the server has it. */
  syncedAt?: number
  /** How many resources were left out, since they are too large. */
  tooLarge?: number
  entries: Entry[]
}

const BREATH = 25

/** A name for the file of a resource; the same one each time. */
const fileName = (href: string): string => `${createHash('sha256').update(href).digest('hex').slice(0, 32)}.ics`

export class Cache {
  readonly folder: string
  readonly #stateFile: string
  readonly #entries = new Map<string, Entry>()
  #about: Omit<State, 'entries'>
  /** Addresses that were written here since a synchronisation began: what it heard of them is older. */
  readonly touched = new Set<string>()

  constructor(folder: string, url: string) {
    this.folder = folder
    this.#stateFile = `${folder}.json`
    this.#about = { url }
    const state = readState(this.#stateFile)
    if (state?.url !== url) return
    const { entries, ...about } = state
    this.#about = about
    for (const entry of entries) this.#entries.set(entry.href, entry)
  }

  get about(): Readonly<Omit<State, 'entries'>> {
    return this.#about
  }

  get size(): number {
    return this.#entries.size
  }

  entries(): IterableIterator<Entry> {
    return this.#entries.values()
  }

  entry(href: string): Entry | undefined {
    return this.#entries.get(href)
  }

  ofUid(uid: string): Entry | undefined {
    for (const entry of this.#entries.values()) if (entry.uid === uid) return entry
    return undefined
  }

  /** The text that is kept; nothing where somebody took the file away. */
  text(href: string): string | undefined {
    try {
      return readFileSync(join(this.folder, fileName(href)), 'utf8')
    } catch {
      return undefined
    }
  }

  /** Forgets what has no file of the right length, and removes files that nobody knows: what a sudden end leaves. */
  async mend(): Promise<void> {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 })
    const known = new Map([...this.#entries.values()].map((entry) => [fileName(entry.href), entry]))
    let seen = 0
    for (const name of readdirSync(this.folder)) {
      const entry = known.get(name)
      if (!entry) discard(join(this.folder, name))
      else if (statSync(join(this.folder, name)).size === entry.size) known.delete(name)
      seen += 1
      if (seen % BREATH === 0) await breathe()
    }
    for (const { href } of known.values()) this.#entries.delete(href)
    // A token tells of changes only, and not of what was lost here.
    if (known.size > 0) this.set({ token: undefined, ctag: undefined })
  }

  /** Keeps texts; what is known of them is on the disk after `save`. */
  async keep(texts: readonly Text[]): Promise<void> {
    for (const [at, text] of texts.entries()) {
      this.keepOne(text)
      if (at % BREATH === BREATH - 1) await breathe()
    }
  }

  keepOne({ href, etag, text }: Text): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 })
    replaceFile(join(this.folder, fileName(href)), text, false)
    this.#entries.set(href, { href, etag, uid: uidOf(text) ?? '', size: Buffer.byteLength(text) })
  }

  drop(href: string): void {
    if (!this.#entries.delete(href)) return
    discard(join(this.folder, fileName(href)))
  }

  set(about: { [K in 'token' | 'ctag' | 'syncedAt' | 'tooLarge']?: State[K] | undefined }): void {
    const all = Object.entries({ ...this.#about, ...about }).filter(([, value]) => value !== undefined)
    this.#about = Object.fromEntries(all) as Omit<State, 'entries'>
  }

  save(): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 })
    const state: State = { ...this.#about, entries: [...this.#entries.values()] }
    replaceFile(this.#stateFile, JSON.stringify(state), false)
  }

  remove(): void {
    this.#entries.clear()
    discard(this.#stateFile)
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function readState(file: string): State | undefined {
  if (!existsSync(file)) return undefined
  try {
    const state = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(state.entries) ? state : undefined
  } catch {
    // It is a copy: it is made again.
    return undefined
  }
}
