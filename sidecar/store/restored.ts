// A backup that was put back leaves a note among the data, for whoever opens them next to put on record.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { discard, replaceFile } from './files.ts'
import type { Paths } from './paths.ts'

/** What was put back, and when. */
export interface Restored {
  id: string
  at: number
  file: string
}

const noteName = 'restored.json'

/** Where the note is. */
export const restoredFile = (paths: Paths): string => join(paths.data, noteName)

/** Leaves the note in the folder that is to become the data. */
export function noteRestored(folder: string, source: string): void {
  const note: Restored = { id: crypto.randomUUID(), at: Date.now(), file: basename(source) }
  replaceFile(join(folder, noteName), JSON.stringify(note), true)
}

/** The note that a restore left, if there is one. */
export function readRestored(paths: Paths): Restored | undefined {
  try {
    return JSON.parse(readFileSync(restoredFile(paths), 'utf8'))
  } catch {
    return undefined
  }
}

/** The note is on record, and goes. */
export const forgetRestored = (paths: Paths): void => discard(restoredFile(paths))
