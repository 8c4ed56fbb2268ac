// Stands between a kernel and its disk, in one process: every write, sync, statement and effect of it passes here, is
// counted, and can be made to fail. What is on the disk at such a point is what a kill there would leave.
import fs from 'node:fs'
import { type SQLInputValue, StatementSync } from 'node:sqlite'
import type { Slot } from '../../policy/seal.ts'
import type { LogFs } from '../../sidecar/store/log.ts'
import { watchers } from './kill.ts'

export type Place = 'audit write' | 'audit sync' | 'statement' | 'key' | 'effect'
export interface Boundary {
  place: Place
  when: 'before' | 'torn' | 'after'
}
export type Fault = 'ENOSPC' | 'EIO' | 'short'

export interface Watch {
  /** Told at every point where a kill could hit. */
  at?(boundary: Boundary): void
  /** Whether this write is refused, and how. */
  refuse?(place: Place): Fault | undefined
}

const none: Watch = {}
let watch = none

/** Watches one kernel at a time; a call of what it returns ends that. */
export function watching(by: Watch): () => void {
  watch = by
  return () => {
    watch = none
  }
}

const at = (place: Place, when: Boundary['when']) => watch.at?.({ place, when })
const failure = (code: string) => Object.assign(new Error(`${code}: refused by the test`), { code })

/** How far each file of the log is safe from a power cut, by path. */
export const synced = new Map<string, number>()
const paths = new Map<number, string>()

function write(handle: number, bytes: Buffer, offset: number, length: number): number {
  at('audit write', 'before')
  const fault = watch.refuse?.('audit write')
  const half = Math.ceil(length / 2)
  // A short write is no failure by itself: the rest is tried again, and that is what fails.
  if (fault === 'short' && length > 1) return fs.writeSync(handle, bytes, offset, half)
  if (fault !== undefined) {
    fs.writeSync(handle, bytes, offset, half)
    throw failure(fault === 'short' ? 'ENOSPC' : fault)
  }
  const torn = length > 1 && watch.at ? fs.writeSync(handle, bytes, offset, half) : 0
  if (torn > 0) at('audit write', 'torn')
  const done = torn + fs.writeSync(handle, bytes, offset + torn, length - torn)
  at('audit write', 'after')
  return done
}

/** The file layer of the audit log. */
export const logFs: LogFs = {
  ...fs,
  openSync: (...given) => {
    const handle = fs.openSync(...given)
    paths.set(handle, String(given[0]))
    return handle
  },
  writeSync: write as typeof fs.writeSync,
  fdatasyncSync(handle) {
    at('audit sync', 'before')
    if (watch.refuse?.('audit sync')) throw failure('EIO')
    fs.fdatasyncSync(handle)
    synced.set(paths.get(handle) ?? '', fs.fstatSync(handle).size)
    at('audit sync', 'after')
  },
}

/** A slot of the seals. */
export function watchSlot(slot: Slot): Slot {
  return {
    read: () => slot.read(),
    write(text) {
      at('key', 'before')
      const fault = watch.refuse?.('key')
      if (fault) throw failure(fault === 'short' ? 'ENOSPC' : fault)
      slot.write(text)
      at('key', 'after')
    },
  }
}

// As https://sqlite.org/rescode.html numbers them.
const sqliteCode = { ENOSPC: 13, short: 13, EIO: 10 } as const
const run: (...values: SQLInputValue[]) => ReturnType<StatementSync['run']> = StatementSync.prototype.run

/** Puts the watch in front of every statement that writes. */
export function watchStatements(): () => void {
  StatementSync.prototype.run = function (this: StatementSync, ...values: SQLInputValue[]) {
    at('statement', 'before')
    const fault = watch.refuse?.('statement')
    if (fault) throw Object.assign(new Error('refused by the test'), { errcode: sqliteCode[fault] })
    const result = run.apply(this, values)
    at('statement', 'after')
    return result
  } as typeof StatementSync.prototype.run
  const effects = (point: string) => {
    if (point === 'before-effect' || point === 'after-effect')
      at('effect', point === 'before-effect' ? 'before' : 'after')
  }
  watchers.add(effects)
  return () => {
    StatementSync.prototype.run = run as typeof StatementSync.prototype.run
    watchers.delete(effects)
  }
}
