// One sidecar per data folder. The lock is an exclusive transaction on a tiny SQLite file: the system drops it with the
// process, however that ends. Nothing but SQLite may open the file, since closing any handle on it would drop the lock.
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { StewardError } from '../text/errors.ts'
import { databaseFault, errno, isBusy, writeFault } from './faults.ts'
import { discard, replaceFile } from './files.ts'
import type { Paths } from './paths.ts'

export interface Holder {
  pid: number
  /** serve, cli, terminal, … */
  kind: string
  since: number
  socket?: string
  version: string
}

export interface Lock {
  /** Throws where the lock's file was removed or replaced behind our back. */
  check(): void
  /** Tells others something new about the holder: its socket, say. */
  update(holder: Holder): void
  release(): void
}

export class LockedError extends StewardError {
  readonly holder: Holder | undefined
  constructor(folder: string, holder?: Holder) {
    const since = holder && new Date(holder.since).toISOString()
    const who = holder ? `steward ${holder.kind} (process ${holder.pid}, since ${since})` : 'another Steward'
    const end = holder ? `end process ${holder.pid}` : 'end it'
    super('LOCKED', `${folder} is in use by ${who}.`, `Use that one, or ${end} and try again.`, true)
    this.holder = holder
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (thrown) {
    return errno(thrown) === 'EPERM'
  }
}

function isHolder(value: unknown): value is Holder {
  const { pid, kind, since, socket, version } = (value ?? {}) as Partial<Record<keyof Holder, unknown>>
  const socketFits = socket === undefined || typeof socket === 'string'
  return (
    Number.isInteger(pid) &&
    Number(pid) > 0 &&
    typeof kind === 'string' &&
    isTime(since) &&
    socketFits &&
    typeof version === 'string'
  )
}

const isTime = (value: unknown): boolean => typeof value === 'number' && !Number.isNaN(new Date(value).getTime())

/** Who says it holds the data folder. What a process left behind when it died does not count. */
export function readHolder(paths: Paths): Holder | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(paths.holder, 'utf8'))
    return isHolder(value) && isAlive(value.pid) ? value : undefined
  } catch {
    return undefined
  }
}

// A lock whose object nobody keeps must not be dropped by the garbage collector.
const held = new Set<DatabaseSync>()

function tryLock(file: string): DatabaseSync | undefined {
  const db = new DatabaseSync(file, { timeout: 10 })
  try {
    // No journal file: nothing is ever written here.
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return db
  } catch (thrown) {
    db.close()
    if (isBusy(thrown)) return undefined
    throw databaseFault(thrown, file)
  }
}

function makeFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (thrown) {
    if (errno(thrown) !== 'EEXIST') throw writeFault(thrown, file)
  }
}

const patience = 500
const pause = 10

// Two that start together can refuse each other, and a winner needs a moment to write its name: so a refusal counts
// only once the holder is known or the patience is over.
function lock(paths: Paths): DatabaseSync {
  for (let waited = 0; ; waited += pause) {
    const db = tryLock(paths.lock)
    if (db !== undefined) return db
    const holder = readHolder(paths)
    if (holder !== undefined || waited >= patience) throw new LockedError(paths.data, holder)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
  }
}

/** Takes the data folder for this process, or throws a LockedError that says who has it. */
export function takeLock(paths: Paths, holder: Holder): Lock {
  makeFile(paths.lock)
  const db = lock(paths)
  held.add(db)
  const release = (): void => {
    if (!held.delete(db)) return
    // The name goes first: once the lock is free, the file may be somebody else's.
    discard(paths.holder)
    db.close()
  }
  const update = (next: Holder): void => {
    if (!held.has(db)) throw new StewardError('INTERNAL', 'The lock was released already.')
    try {
      replaceFile(paths.holder, `${JSON.stringify(next)}\n`, false)
    } catch (thrown) {
      throw writeFault(thrown, paths.holder)
    }
  }
  try {
    update(holder)
  } catch (thrown) {
    release()
    throw thrown
  }
  const own = statSync(paths.lock).ino
  // Without its file the lock keeps nobody out: another may be writing by now.
  const check = (): void => {
    if (statSync(paths.lock, { throwIfNoEntry: false })?.ino !== own)
      throw new LockedError(paths.data, readHolder(paths))
  }
  return { update, release, check }
}
