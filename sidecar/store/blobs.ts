// Bytes too large or too binary for a row, one file each.
import { closeSync, fsyncSync, mkdirSync, openSync, readSync, renameSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { StewardError } from '../text/errors.ts'

export interface BlobStore {
  /** On the disk, whole, when it returns. */
  write(id: string, bytes: Uint8Array): void
  read(id: string, offset: number, length: number): { bytes: Uint8Array; end: boolean }
}

/** Blobs in a folder of their own. Ids are ours, and still checked: they become file names. */
export function openBlobs(folder: string): BlobStore {
  const fileOf = (id: string) => {
    if (!/^[\w:-][\w.:-]{0,90}$/.test(id) || id.includes('..')) throw missing(id)
    return join(folder, id.replaceAll(':', '%3A'))
  }
  return {
    write(id, bytes) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const file = fileOf(id)
      const fd = openSync(`${file}.part`, 'w', 0o600)
      try {
        for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at)
        fsyncSync(fd)
      } finally {
        closeSync(fd)
      }
      renameSync(`${file}.part`, file)
    },
    read(id, offset, length) {
      const file = fileOf(id)
      const size = statSync(file, { throwIfNoEntry: false })?.size
      if (size === undefined) throw missing(id)
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - offset)))
      const fd = openSync(file, 'r')
      try {
        const read = readSync(fd, bytes, 0, bytes.length, offset)
        return { bytes: bytes.subarray(0, read), end: offset + read >= size }
      } finally {
        closeSync(fd)
      }
    },
  }
}

const missing = (id: string) =>
  new StewardError(
    'NOT_FOUND',
    `There is no attachment ${JSON.stringify(id.slice(0, 100))}.`,
    'A call lists its attachments.',
  )
