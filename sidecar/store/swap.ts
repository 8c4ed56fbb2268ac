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

interface Journal {
  phase: 'unpack' | 'forward' | 'back'
  parts: Part[]
}

const roomName = /^(before-)?restore-\d{8}T\d{9}Z$/

/** Whether a name within a folder is one that an exchange made there. */
export const isRoom = (name: string): boolean => roomName.test(name)

const exists = (path: string): boolean => nodeFs.lstatSync(path, { throwIfNoEntry: false }) !== undefined

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

export class Swap {
  readonly #file: string
  readonly #fs: SwapFs
  readonly #parts: Part[]

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
    this.#note('forward')
    try {
      this.forward()
    } catch (thrown) {
      this.#note('back')
      this.back()
      throw writeFault(thrown, this.#parts[0]?.folder ?? this.#file)
    }
  }

  /** All that goes out does so before anything comes in: a name in `aside` is out, a name gone from `staged` is in. */
  forward(): void {
    for (const { folder, aside, out } of this.#parts) {
      this.#fs.mkdirSync(aside, { recursive: true, mode: 0o700 })
      for (const name of out) if (!exists(join(aside, name))) this.#move(join(folder, name), join(aside, name))
    }
    this.#sync()
    for (const { folder, staged, in: names } of this.#parts)
      for (const name of names) this.#move(join(staged, name), join(folder, name))
    this.#sync()
    this.drop()
  }

  back(): void {
    for (const { folder, staged, in: names } of this.#parts)
      for (const name of names) if (!exists(join(staged, name))) this.#move(join(folder, name), join(staged, name))
    for (const { folder, aside, out } of this.#parts)
      for (const name of out) this.#move(join(aside, name), join(folder, name))
    this.#sync()
    for (const { aside } of this.#parts) if (exists(aside)) nodeFs.rmdirSync(aside)
    this.drop()
  }

  /** Removes what was unpacked and has no place any more, then the note about it. */
  drop(): void {
    for (const { staged } of this.#parts) this.#fs.rmSync(staged, { recursive: true, force: true })
    this.#fs.rmSync(this.#file, { force: true })
    syncFolder(dirname(this.#file))
  }

  #note(phase: Journal['phase']): void {
    const journal: Journal = { phase, parts: this.#parts }
    replaceFile(this.#file, JSON.stringify(journal), true)
  }

  // A name that is not there was moved already.
  #move(from: string, to: string): void {
    try {
      this.#fs.renameSync(from, to)
    } catch (thrown) {
      if (errno(thrown) !== 'ENOENT' || exists(from)) throw thrown
    }
  }

  #sync(): void {
    const folders = this.#parts.flatMap(({ folder, staged, aside }) => [folder, staged, aside])
    for (const folder of folders.filter(exists)) syncFolder(folder)
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

/** Completes an exchange that was cut off, or clears away one that had not begun. */
export function finishSwap(file: string): 'nothing' | 'completed' | 'undone' {
  const journal = readJournal(file)
  if (journal === undefined) return 'nothing'
  const swap = new Swap(file, journal.parts)
  try {
    if (journal.phase === 'forward') swap.forward()
    else if (journal.phase === 'back') swap.back()
    else swap.drop()
  } catch (thrown) {
    throw writeFault(thrown, journal.parts[0]?.folder ?? file)
  }
  return journal.phase === 'forward' ? 'completed' : 'undone'
}
