// Small texts with a file of their own, only for the user's eyes: the key that seals the audit log, and its anchor.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { damage, errno, writeFault } from './faults.ts'
import { replaceFile } from './files.ts'
import type { Paths } from './paths.ts'

export interface TextFile {
  read(): string | undefined
  /** At one stroke, and on the disk when it returns. */
  write(text: string): void
}

/** Writes as a store does; tests hand in one that fails. */
export type Replace = typeof replaceFile

/** A text in a file with mode 0600. */
export function textFile(path: string, replace: Replace = replaceFile): TextFile {
  return {
    read() {
      try {
        return readFileSync(path, 'utf8')
      } catch (thrown) {
        if (errno(thrown) === 'ENOENT') return undefined
        throw damage(path, 'it can not be read', thrown)
      }
    },
    write(text) {
      try {
        replace(path, text, true)
      } catch (thrown) {
        throw writeFault(thrown, path)
      }
    },
  }
}

/** The file with the key that seals the audit log. */
export const keyFile = (paths: Paths): string => join(paths.state, 'audit-key.json')

/**
 * Says, before a backup takes the place of the log, that the key need not fit it afterwards: sealing then begins anew,
 * and the log says so. Returns how to take that back.
 */
export function announceRestore(paths: Paths): () => void {
  const keys = textFile(keyFile(paths))
  const before = keys.read()
  keys.write(JSON.stringify({ ...parse(before ?? '{}'), restored: true }))
  return () => keys.write(before ?? '{}')
}

// A key that can't be read is none; the restore need not fail for it.
function parse(text: string): object {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
