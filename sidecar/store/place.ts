// A file gets a name that nobody else has: a link never replaces.
import { link, lstat, rename, rm } from 'node:fs/promises'
import { errno } from './faults.ts'

const noLinks = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP'])

/** Moves a file to a name, if that is free. */
export async function moveToFree(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    await rm(from)
    return true
  } catch (thrown) {
    if (errno(thrown) === 'EEXIST') return false
    if (!noLinks.has(String(errno(thrown)))) throw thrown
  }
  // A disk without links: the look and the move are two steps there.
  if (await isThere(to)) return false
  await rename(from, to)
  return true
}

/** Whether anything has this name. */
export const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (thrown) => {
      if (errno(thrown) === 'ENOENT') return false
      throw thrown
    },
  )
