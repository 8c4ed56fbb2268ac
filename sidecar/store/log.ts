// An append-only file of lines in segments. What `append` returned from is whole; what it threw on has left no trace, or,
// where even taking it back failed, is the last thing this log ever took.
import nodeFs from 'node:fs'
import { join } from 'node:path'
import { StewardError } from '../text/errors.ts'
import { readNewest } from './backward.ts'
import { writeFault } from './faults.ts'
import { stamp, syncFolder } from './files.ts'
import {
  copyRange,
  type LogLine,
  lineStart,
  listSegments,
  longestLine,
  nameSegment,
  readLast,
  readLines,
} from './lines.ts'

/** What the log does to its files; tests hand in functions that fail. */
export type LogFs = Pick<
  typeof nodeFs,
  'openSync' | 'writeSync' | 'fsyncSync' | 'fdatasyncSync' | 'ftruncateSync' | 'closeSync'
>

export interface LogOptions {
  /** A segment that has grown past this is followed by a new one. */
  segmentBytes?: number
  fs?: LogFs
}

export interface LineLog {
  readonly folder: string
  /** Of all segments together. */
  readonly bytes: number
  /** The partial last line that was found at opening, cut off and kept. */
  readonly torn: { bytes: number; keptAs: string } | undefined
  /**
   * Adds whole lines, each ending in a newline, all of them or none. With `sync` they, and all before them, are on disk
   * when it returns; even where there are none.
   */
  append(text: string, sync: boolean): void
  lastLine(): string | undefined
  /** Every line from the `from`-th (counted from 1) on, oldest first. */
  lines(from?: number): Generator<LogLine>
  /** Every line, newest first. */
  newest(): Generator<string>
  close(): void
}

function checkText(text: string): void {
  if (!text.endsWith('\n')) throw new Error('Only whole lines can be added to the log.')
  // A UTF-16 unit takes at most three bytes, so short texts need no closer look.
  if (text.length * 3 <= longestLine) return
  if (text.split('\n').every((line) => Buffer.byteLength(line) <= longestLine)) return
  throw new StewardError('TOO_LARGE', `A line of the log would be longer than ${longestLine} bytes.`, 'Shorten it.')
}

class Segments implements LineLog {
  readonly folder: string
  torn: LineLog['torn']
  readonly #fs: LogFs
  readonly #limit: number
  #handle: number
  #number: number
  #size: number
  #before: number
  #last: string | undefined
  #broken = false

  constructor(folder: string, options: LogOptions) {
    this.folder = folder
    this.#fs = options.fs ?? nodeFs
    this.#limit = options.segmentBytes ?? 64 * 1024 * 1024
    const numbers = listSegments(folder)
    this.#number = numbers.at(-1) ?? 1
    const older = numbers.slice(0, -1)
    this.#before = older.reduce((sum, number) => sum + nodeFs.statSync(this.#path(number)).size, 0)
    this.#handle = this.#open(this.#number)
    try {
      this.#size = this.#cutTorn()
      this.#last = this.#findLast(older)
    } catch (thrown) {
      this.#fs.closeSync(this.#handle)
      throw thrown
    }
  }

  get bytes(): number {
    return this.#before + this.#size
  }

  append(text: string, sync: boolean): void {
    if (text === '' && !sync) return
    if (text !== '') checkText(text)
    if (this.#broken) throw this.#refusal()
    if (this.#size > this.#limit) this.#next()
    const bytes = Buffer.from(text)
    try {
      for (let done = 0; done < bytes.length; )
        done += this.#fs.writeSync(this.#handle, bytes, done, bytes.length - done)
      if (sync) this.#sync()
    } catch (thrown) {
      this.#takeBack()
      throw writeFault(thrown, this.#path(this.#number))
    }
    if (text === '') return
    this.#size += bytes.length
    this.#last = text.slice(text.lastIndexOf('\n', text.length - 2) + 1, -1)
  }

  lastLine(): string | undefined {
    return this.#last
  }

  lines(from?: number): Generator<LogLine> {
    return readLines(this.folder, from)
  }

  newest(): Generator<string> {
    return readNewest(this.folder)
  }

  close(): void {
    if (this.#handle < 0) return
    const handle = this.#handle
    this.#handle = -1
    this.#broken = true
    this.#fs.closeSync(handle)
  }

  #path(number: number): string {
    return join(this.folder, nameSegment(number))
  }

  #open(number: number): number {
    const handle = this.#fs.openSync(this.#path(number), 'a+', 0o600)
    try {
      const { size, mode } = nodeFs.fstatSync(handle)
      if (process.platform !== 'win32' && (mode & 0o077) !== 0) nodeFs.fchmodSync(handle, 0o600)
      if (size === 0) syncFolder(this.folder)
      return handle
    } catch (thrown) {
      this.#fs.closeSync(handle)
      throw thrown
    }
  }

  #refusal(): StewardError {
    const message = `${this.#path(this.#number)} takes no more lines since a write to it failed or it was closed.`
    return new StewardError('STORE_READ_ONLY', message, 'Check the disk, then start Steward again.')
  }

  // After a failed sync nobody can say which earlier bytes are on disk, and a second try may wrongly succeed.
  #sync(): void {
    try {
      this.#fs.fdatasyncSync(this.#handle)
    } catch (thrown) {
      this.#broken = true
      throw thrown
    }
  }

  #takeBack(): void {
    try {
      this.#fs.ftruncateSync(this.#handle, this.#size)
    } catch {
      this.#broken = true
    }
  }

  // The full segment is on disk before the next one exists, so only the newest can ever be torn.
  #next(): void {
    const full = this.#handle
    try {
      this.#sync()
      this.#handle = this.#open(this.#number + 1)
    } catch (thrown) {
      throw writeFault(thrown, this.#path(this.#number + 1))
    }
    this.#before += this.#size
    this.#number++
    this.#size = 0
    try {
      this.#fs.closeSync(full)
    } catch {
      // It is on disk already; the handle is gone either way.
    }
  }

  #cutTorn(): number {
    const { size } = nodeFs.fstatSync(this.#handle)
    const start = lineStart(this.#handle, size)
    if (start === size) return size
    const keptAs = join(this.folder, `torn-${stamp()}.txt`)
    copyRange(this.#handle, start, size, keptAs)
    syncFolder(this.folder)
    this.#fs.ftruncateSync(this.#handle, start)
    this.torn = { bytes: size - start, keptAs }
    return start
  }

  // The newest segment is empty when the process died right after making it.
  #findLast(older: number[]): string | undefined {
    if (this.#size > 0) return readLast(this.#handle, this.#size, this.#path(this.#number))
    for (const file of older.toReversed().map((number) => this.#path(number))) {
      const handle = nodeFs.openSync(file, 'r')
      try {
        const last = readLast(handle, nodeFs.fstatSync(handle).size, file)
        if (last !== undefined) return last
      } finally {
        nodeFs.closeSync(handle)
      }
    }
    return undefined
  }
}

/** Opens the log in `folder` for its one writer; a partial last line is moved to a file of its own. */
export function openLog(folder: string, options: LogOptions = {}): LineLog {
  try {
    nodeFs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    return new Segments(folder, options)
  } catch (thrown) {
    throw writeFault(thrown, folder)
  }
}
