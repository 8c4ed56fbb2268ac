// The .ics files of one folder. Each look lists the folder anew and reads only what changed; one bad file is told and does
// no harm to the others. Everything here is synchronous: it runs in a thread of its own.
import { closeSync, constants, fstatSync, lstatSync, opendirSync, openSync, readSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { errno } from '../../store/faults.ts'
import { calendarText } from '../../text/ical/bytes.ts'
import { type Calendar, LONGEST_CALENDAR } from '../../text/ical/document.ts'
import { type Part, readParsed } from './parsed.ts'
import type { Trees } from './trees.ts'

/** One file: what is known of it without its tree. */
export interface Filed {
  name: string
  /** Changes with the file. */
  key: string
  parts: Part[]
  reports: boolean
  complaint?: string
  notes: string[]
}

export const MOST_FILES = 200_000
const MOST_NAMED = 3
// A file that was changed just before it was read may be changed again within the same tick of the disk's clock.
const SETTLES = 50

const keyOf = ({ mtimeMs, ctimeMs, size, ino }: Stats): string => `${mtimeMs} ${ctimeMs} ${size} ${ino}`

/** A reason not to read what is there. */
class Unread extends Error {}

function refusal(stat: Stats): string | undefined {
  if (stat.isSymbolicLink()) return 'it is a link'
  if (stat.isDirectory()) return 'it is a folder'
  if (!stat.isFile()) return 'it is no ordinary file'
  if (stat.size > LONGEST_CALENDAR) return `it has ${stat.size} bytes; at most ${LONGEST_CALENDAR} are read`
  return undefined
}

/** The bytes of an ordinary file of bearable size; no link is followed, and nothing that is no file is waited for. */
export function readBytes(path: string): { bytes: Buffer; key: string } {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  try {
    const stat = fstatSync(fd)
    const why = refusal(stat)
    if (why !== undefined) throw new Unread(why)
    const bytes = Buffer.allocUnsafe(stat.size)
    let at = 0
    for (let got = -1; at < bytes.length && got !== 0; at += got) got = readSync(fd, bytes, at, bytes.length - at, at)
    return { bytes: bytes.subarray(0, at), key: keyOf(stat) }
  } finally {
    closeSync(fd)
  }
}

const says = (thrown: unknown): string => {
  const code = errno(thrown)
  if (code === 'EACCES' || code === 'EPERM') return 'the system does not let Steward read it'
  if (code === 'ELOOP') return 'it is a link'
  return code === undefined ? (thrown as Error).message : `it can not be read (${code})`
}

export class Shelf {
  readonly folder: string
  private readonly trees: Trees
  private files = new Map<string, Filed>()
  private racing = new Set<string>()
  /** What is wrong with the folder as a whole. */
  private trouble: string | undefined
  private unread = 0

  constructor(folder: string, trees: Trees) {
    this.folder = folder
    this.trees = trees
  }

  /**
   * Looks what changed, and reads it, for as long as there is time: small files first, so that a huge one holds up no other.
   * For one UID only what is new and what holds it is looked at: whoever writes thousands would look at thousands each time.
   */
  look(isLate: () => boolean, uid?: string): void {
    const before = this.files
    const racing = this.racing
    this.files = new Map()
    this.racing = new Set()
    this.unread = 0
    const changed: { name: string; stat: Stats }[] = []
    for (const name of this.names()) {
      const known = racing.has(name) ? undefined : before.get(name)
      if (known && uid !== undefined && !known.parts.some((part) => part.uid === uid)) {
        this.files.set(name, known)
        continue
      }
      const stat = lstatSync(join(this.folder, name), { throwIfNoEntry: false })
      if (!stat) continue
      if (known?.key === keyOf(stat)) this.files.set(name, known)
      else changed.push({ name, stat })
    }
    changed.sort((a, b) => a.stat.size - b.stat.size)
    for (const { name, stat } of changed)
      if (isLate()) this.unread += 1
      else this.files.set(name, this.read(name, stat))
    for (const name of before.keys()) if (!this.files.has(name)) this.trees.drop(join(this.folder, name))
  }

  all(): Iterable<Filed> {
    return this.files.values()
  }

  /** The files in which a UID is, in the order of their names. */
  holding(uid: string): Filed[] {
    const found = [...this.files.values()].filter(({ parts }) => parts.some((part) => part.uid === uid))
    return found.sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** The tree of a file; undefined where it is gone or can no longer be read. */
  tree({ name }: Filed): Calendar | undefined {
    const path = join(this.folder, name)
    const kept = this.trees.get(path)
    if (kept) return kept
    try {
      const { calendar, cost } = readParsed(calendarText(readBytes(path).bytes))
      this.trees.put(path, calendar, cost)
      return calendar
    } catch {
      return undefined
    }
  }

  /** What to tell of this folder, if anything. */
  get fault(): string | undefined {
    const bad = [...this.files.values()].flatMap(({ name, complaint }) => (complaint ? [`${name}: ${complaint}`] : []))
    const odd = [...this.files.values()].flatMap(({ name, notes }) => (notes[0] ? [`${name}: ${notes[0]}`] : []))
    const told = [
      ...(this.trouble === undefined ? [] : [this.trouble]),
      ...(this.unread === 0 ? [] : [`${this.unread} files are still being read.`]),
      ...listed(bad, 'could not be read in full'),
      ...listed(odd, 'could not be understood in full'),
    ]
    return told.length === 0 ? undefined : told.join(' ')
  }

  private names(): string[] {
    this.trouble = undefined
    const names: string[] = []
    try {
      const folder = opendirSync(this.folder, { bufferSize: 1024 })
      try {
        for (let entry = folder.readSync(); entry; entry = folder.readSync()) {
          if (!entry.name.endsWith('.ics') || entry.name.startsWith('.')) continue
          if (names.length >= MOST_FILES) {
            this.trouble = `It has more than ${MOST_FILES} files; the others are not read.`
            break
          }
          names.push(entry.name)
        }
      } finally {
        folder.closeSync()
      }
    } catch (thrown) {
      // A calendar that nothing was written to yet has no folder.
      if (errno(thrown) !== 'ENOENT') this.trouble = `Its folder can not be read (${errno(thrown) ?? 'fault'}).`
    }
    return names
  }

  private read(name: string, stat: Stats): Filed {
    const path = join(this.folder, name)
    try {
      const why = refusal(stat)
      if (why !== undefined) throw new Unread(why)
      const { bytes, key } = readBytes(path)
      if (Math.abs(Date.now() - Number.parseFloat(key)) < SETTLES) this.racing.add(name)
      const { calendar, cost, ...filed } = readParsed(calendarText(bytes))
      this.trees.put(path, calendar, cost)
      return { name, key, ...filed }
    } catch (thrown) {
      this.trees.drop(path)
      return { name, key: keyOf(stat), complaint: says(thrown), parts: [], reports: false, notes: [] }
    }
  }
}

/** Some of the files with what is wrong with them, and how many there are. */
export function listed(all: readonly string[], what: string): string[] {
  if (all.length === 0) return []
  const more = all.length > MOST_NAMED ? '; …' : ''
  return [`${all.length} ${all.length === 1 ? 'file' : 'files'} ${what}: ${all.slice(0, MOST_NAMED).join('; ')}${more}`]
}
