// Exchanges the contents of folders so that a kill at any moment can be repaired: what is to be done is written down first,
// and every step can be seen to be done. The folders themselves stay, and with them the lock inside.
import nodeFs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { damage, errno, writeFault } from './faults.ts'
import { replaceFile, stamp, syncFolder } from './files.ts'

/** What the exchange does to files; tests hand in functions that fail. */
export type SwapFs = Pick<typeof nodeFs, 'renameSync' | 'mkdirSync' | 'rmSync'>

export interface Part {
  folder: string
  /** Where the new contents wait. */
  staged: string
  /** Where the present contents go. */
  aside: string
  out: string[]
  in: string[]
}

/**
 * Forward: `out` moves the present contents aside, `in` the new ones in, `done` clears up. Back: `revoke` moves the new
 * ones out again, `return` the old ones in, `unpack` clears up; that is also where it stands while unpacking goes on.
 */
type Phase = 'unpack' | 'out' | 'in' | 'done' | 'revoke' | 'return'

type Place = 'folder' | 'staged' | 'aside'

interface Journal {
  phase: Phase
  parts: Part[]
}

const roomName = /^(before-)?restore-\d{8}T\d{9}Z$/

/** Whether a name within a folder is one that an exchange made there. */
export const isRoom = (name: string): boolean => roomName.test(name)

const exists = (path: string): boolean => nodeFs.lstatSync(path, { throwIfNoEntry: false }) !== undefined

const isEmpty = (path: string): boolean =>
  nodeFs.lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true && nodeFs.readdirSync(path).length === 0

/** Makes a folder for new contents: beside, or inside where beside is another volume or not ours to write. */
export function makeRoom(folder: string): Part {
  const time = stamp()
  const inside = join(folder, `restore-${time}`)
  const beside = `${folder}-restore-${time}`
  nodeFs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  nodeFs.mkdirSync(inside, { mode: 0o700 })
  try {
    // Only a rename tells: two mounts of one disk have the same device number.
    nodeFs.renameSync(inside, beside)
    return { folder, staged: beside, aside: `${folder}-before-restore-${time}`, out: [], in: [] }
  } catch {
    return { folder, staged: inside, aside: join(folder, `before-restore-${time}`), out: [], in: [] }
  }
}

// Where the way back begins when a phase has failed.
const turned = {
  unpack: 'unpack',
  out: 'return',
  in: 'revoke',
  done: 'done',
  revoke: 'revoke',
  return: 'return',
} as const

export class Swap {
  readonly #file: string
  readonly #fs: SwapFs
  readonly #parts: Part[]
  #phase: Phase = 'unpack'

  /** `file` is where the exchange is written down. */
  constructor(file: string, parts: Part[], fs: SwapFs = nodeFs) {
    this.#file = file
    this.#parts = parts
    this.#fs = fs
  }

  /** From here on, leftovers of an unpacking that never came to its end are known. */
  announce(): void {
    this.#note('unpack')
  }

  /** Moves the present contents aside, but for the names to keep, and the new ones in. Failing, it puts all back. */
  run(keep: (name: string) => boolean): void {
    const stays = (name: string): boolean => keep(name) || isRoom(name)
    for (const part of this.#parts) {
      part.out = nodeFs.readdirSync(part.folder).filter((name) => !stays(name))
      part.in = nodeFs.readdirSync(part.staged).filter((name) => !stays(name))
    }
    try {
      this.#note('out')
      this.carryOn('out')
    } catch (thrown) {
      // All is in its place by then; what could not be cleared up goes at the next start.
      if (this.#phase === 'done') return
      this.#turnBack()
      throw writeFault(thrown, this.#parts[0]?.folder ?? this.#file)
    }
  }

  /** Goes on from a phase to the end. Each phase may be entered again after a kill, but only before the next one began. */
  carryOn(from: Phase): void {
    this.#phase = from
    const next = this.#step(from)
    if (next === undefined) return
    for (const folder of this.#parts.flatMap((part) => [part.folder, part.staged, part.aside]).filter(exists))
      syncFolder(folder)
    this.#note(next)
    this.carryOn(next)
  }

  /** Clears away what was unpacked; what can't be goes at the next start. */
  abandon(): void {
    try {
      this.carryOn('unpack')
    } catch {
      // The note is still there.
    }
  }

  #turnBack(): void {
    try {
      const phase = turned[this.#phase]
      this.#note(phase)
      this.carryOn(phase)
    } catch {
      // The note is still there, and the next start goes on from it.
    }
  }

  #step(phase: Phase): Phase | undefined {
    switch (phase) {
      case 'out':
        for (const { aside } of this.#parts) this.#fs.mkdirSync(aside, { recursive: true, mode: 0o700 })
        this.#moveAll('out', 'folder', 'aside')
        return 'in'
      case 'in':
        this.#moveAll('in', 'staged', 'folder')
        return 'done'
      case 'revoke':
        this.#moveAll('in', 'folder', 'staged')
        return 'return'
      case 'return':
        this.#moveAll('out', 'aside', 'folder')
        for (const { aside } of this.#parts.filter((part) => isEmpty(part.aside))) nodeFs.rmdirSync(aside)
        return 'unpack'
      default:
        this.#clear()
        return undefined
    }
  }

  // The note goes last, so that a kill on the way leads here again.
  #clear(): void {
    for (const { staged } of this.#parts) this.#fs.rmSync(staged, { recursive: true, force: true })
    this.#fs.rmSync(this.#file, { force: true })
    syncFolder(dirname(this.#file))
  }

  #note(phase: Phase): void {
    const journal: Journal = { phase, parts: this.#parts }
    replaceFile(this.#file, JSON.stringify(journal), true)
    this.#phase = phase
  }

  #moveAll(names: 'out' | 'in', from: Place, to: Place): void {
    for (const part of this.#parts) {
      for (const name of part[names])
        this.#move(join(part[from], name), join(part[to], name), to === 'folder' ? part.aside : undefined)
    }
  }

  // A name that has arrived was moved before a kill, and one that is nowhere is nobody's. What somebody put in the way
  // since then is no part of the exchange and goes aside.
  #move(from: string, to: string, aside: string | undefined): void {
    if (!exists(from)) return
    if (exists(to)) {
      if (aside === undefined) return
      // A start makes the folders it needs before it looks for an unfinished exchange.
      if (isEmpty(to)) nodeFs.rmdirSync(to)
      else this.#fs.renameSync(to, join(aside, `${basename(to)}.${stamp()}`))
    }
    this.#fs.renameSync(from, to)
  }
}

function readJournal(file: string): Journal | undefined {
  try {
    return JSON.parse(nodeFs.readFileSync(file, 'utf8'))
  } catch (thrown) {
    if (errno(thrown) === 'ENOENT') return undefined
    throw damage(
      file,
      `the note about an unfinished restore can not be read; ${basename(file)} must be repaired by hand`,
    )
  }
}

/** Completes an exchange that was cut off, or the way back of one that had failed or not begun. */
export function finishSwap(file: string, fs?: SwapFs): 'nothing' | 'completed' | 'undone' {
  const journal = readJournal(file)
  if (journal === undefined) return 'nothing'
  try {
    new Swap(file, journal.parts, fs).carryOn(journal.phase)
  } catch (thrown) {
    throw writeFault(thrown, journal.parts[0]?.folder ?? file)
  }
  return ['out', 'in', 'done'].includes(journal.phase) ? 'completed' : 'undone'
}
