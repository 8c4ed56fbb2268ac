// Files of a vdir, each whole or not there: written aside, put on the disk, then given its name. Whoever calls holds the
// writers' lock.
import { createHash } from 'node:crypto'
import { lstat, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { errno, writeFault } from '../../store/faults.ts'
import { stamp } from '../../store/files.ts'
import { isThere, moveToFree } from '../../store/place.ts'
import { StewardError } from '../../text/errors.ts'

/** A step that was just done; tests end the process there. */
export type Step = (name: 'aside' | 'synced' | 'placed' | 'settled' | 'trashed') => void

const ASIDE = '.steward-'
// What every file system takes; longer or odder ones are hashed.
const plain = /^[A-Za-z0-9_](?:[A-Za-z0-9_.@+=-]{0,120}[A-Za-z0-9_])?$/
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** The names that a UID's file may have, the best first. */
export function namesFor(uid: string): string[] {
  const hash = createHash('sha256').update(uid).digest('hex').slice(0, 40)
  const own = plain.test(uid) && !reserved.test(uid) ? [`${uid}.ics`] : []
  return [...own, `${hash}.ics`, `${hash}-2.ics`]
}

/** A folder's list of names on disk. Windows has no such call and needs none. */
async function settled(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function aside(folder: string, content: string, step: Step): Promise<string> {
  const path = join(folder, `${ASIDE}${process.pid}-${process.hrtime.bigint()}.tmp`)
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    step('aside')
    await handle.sync()
  } finally {
    await handle.close()
  }
  step('synced')
  return path
}

/** What writers that were cut off left behind. Nobody else writes now, so it is of no use to anybody. */
export async function sweepAside(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const left = names.filter((name) => name.startsWith(ASIDE) && name.endsWith('.tmp'))
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })))
}

/** A new file under the first of the names that is free; no name is taken from another. */
export async function addFile(folder: string, names: readonly string[], content: string, step: Step): Promise<string> {
  const path = await aside(folder, content, step)
  try {
    for (const name of names) {
      if (!(await moveToFree(path, join(folder, name)))) continue
      step('placed')
      await settled(folder)
      step('settled')
      return name
    }
  } finally {
    await rm(path, { force: true })
  }
  throw new StewardError('CONFLICT', `There is a file in the way in ${folder}.`, 'Look at it, and move it away.')
}

/** Whether a file still is what its hash says. */
async function isStill(path: string, etag: string): Promise<boolean> {
  const stat = await lstat(path).catch(() => undefined)
  if (!stat?.isFile()) return false
  const bytes = await readFile(path).catch(() => undefined)
  return bytes !== undefined && createHash('sha256').update(bytes).digest('hex') === etag
}

const changed = (path: string) =>
  new StewardError(
    'CONFLICT',
    `${path} was changed meanwhile.`,
    'Read it again and make the change on what is there now.',
  )

/** Other content for a file, if it still has the hash it had. */
export async function replaceContent(
  folder: string,
  file: { name: string; etag: string },
  content: string,
  step: Step,
): Promise<void> {
  const to = join(folder, file.name)
  const path = await aside(folder, content, step)
  try {
    // Right before it takes its place: programs that know nothing of the lock have no more than this moment.
    if (!(await isStill(to, file.etag))) throw changed(to)
    await rename(path, to)
    step('placed')
  } finally {
    await rm(path, { force: true })
  }
  await settled(folder)
  step('settled')
}

/** Where something of that name would lie in the trash, with nothing there yet. */
async function trashName(trash: string, name: string): Promise<string> {
  await mkdir(trash, { recursive: true, mode: 0o700 })
  const at = join(trash, name)
  if (!(await isThere(at))) return at
  const dot = name.lastIndexOf('.')
  const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  return join(trash, `${stem} ${stamp()}-${process.hrtime.bigint()}${end}`)
}

/** Moves a file to the trash, if it still has the hash it had. */
export async function trashFile(
  folder: string,
  file: { name: string; etag: string },
  trash: string,
  step: Step,
): Promise<void> {
  const from = join(folder, file.name)
  const to = await trashName(trash, file.name)
  if (!(await isStill(from, file.etag))) throw changed(from)
  await rename(from, to)
  step('trashed')
  await settled(folder)
  await settled(trash)
}

/** Moves a whole folder to the trash; returns where it is. */
export async function trashFolder(from: string, trash: string, name: string): Promise<string> {
  const to = await trashName(trash, name)
  await rename(from, to)
  await settled(trash)
  return to
}

/** A copy of something that is about to go, in the trash. */
export async function trashText(trash: string, name: string, text: string, step: Step): Promise<void> {
  await mkdir(trash, { recursive: true, mode: 0o700 })
  const dot = name.lastIndexOf('.')
  await addFile(trash, [name, `${name.slice(0, dot)} ${stamp()}-${process.hrtime.bigint()}.ics`], text, step)
}

/** What the disk says as what to do; errors of ours pass. */
export const told = <T>(folder: string, doing: Promise<T>): Promise<T> =>
  doing.catch((thrown) => {
    throw errno(thrown) === undefined ? thrown : writeFault(thrown, folder)
  })
