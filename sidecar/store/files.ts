// Small writes that are either whole on disk or not there at all.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Puts a folder's list of names on disk. Windows has no such call and needs none. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Removes a file that does no harm if it stays. */
export function discard(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // Where it can't even be removed, the error that led here is the one to tell.
  }
}

/** Replaces a file at one stroke; with `durable`, not even a power cut undoes it afterwards. */
export function replaceFile(path: string, text: string, durable: boolean): void {
  const temporary = `${path}.${process.pid}-${process.hrtime.bigint()}.tmp`
  try {
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx', flush: durable })
    renameSync(temporary, path)
  } catch (thrown) {
    discard(temporary)
    throw thrown
  }
  if (durable) syncFolder(dirname(path))
}

/** A moment as part of a file name, in UTC: 20260131T070809123Z. */
export const stamp = (now = new Date()): string => now.toISOString().replaceAll(/[-:.]/g, '')
