// The one spelling of a path, and files held open under that spelling. Looking and using are the same operation here:
// what was opened is compared with what was meant, so that a link put in the way in between gets nobody anywhere.
import { constants, existsSync, type Stats } from 'node:fs'
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { StewardError } from '../text/errors.ts'
import { badPath, foldPath, type Platform } from '../text/paths.ts'

const maxLinks = 40
const platform: Platform = process.platform

// Linux can hold a path without opening what is there (open(2)); Node has no name for the flag.
const holdOnly = 0o10000000
const openFiles = '/proc/self/fd'
const knowsPaths = platform === 'linux' && existsSync(openFiles)

function codeOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  return typeof code === 'string' ? code : ''
}

const noLink = () =>
  new StewardError('BAD_TARGET', 'The path goes through too many links.', 'Name the file itself, not a link to it.')

/** What a failed file operation means to a person. Errors of ours pass through. */
export function fileFault(error: unknown, path: string): unknown {
  if (error instanceof StewardError) return error
  const code = codeOf(error)
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new StewardError(
      'NOT_FOUND',
      `There is no ${path}.`,
      'Check the spelling; list_directory shows what is there.',
    )
  if (code === 'EACCES' || code === 'EPERM')
    return new StewardError('UNAVAILABLE', `The system does not let Steward read ${path}.`, 'Check its permissions.')
  if (code === 'EISDIR') return notAFile(path, 'a folder')
  if (code === 'ELOOP') return moved(path)
  if (code === 'ENXIO' || code === 'ENODEV') return notAFile(path, 'a device, pipe or socket')
  if (code === 'EMFILE' || code === 'ENFILE')
    return new StewardError('BUSY', 'Too many files are open.', 'Try again in a moment.', true)
  if (code === 'ENAMETOOLONG') return new StewardError('BAD_TARGET', 'A name in the path is too long.', 'Shorten it.')
  return code === ''
    ? error
    : new StewardError('UNAVAILABLE', `${path} can not be read (${code}).`, 'Try again later.', true)
}

const notAFile = (path: string, what: string) =>
  new StewardError(
    'BAD_TARGET',
    `${path} is ${what}, not a file.`,
    what === 'a folder' ? 'Use list_directory for folders.' : 'Only ordinary files can be read.',
  )

const moved = (path: string) =>
  new StewardError(
    'NOT_GRANTED',
    `${path} is no longer what was approved: something in the path was replaced by a link.`,
    'Look at the folder, then ask again with the real path.',
  )

/** The canonical path of what a caller wrote. Names that don't exist (yet) are kept below the deepest folder that does. */
export async function canonicalPath(written: string, root: string): Promise<string> {
  const why = typeof written === 'string' ? badPath(written, platform) : 'it is not text'
  if (why !== undefined)
    throw new StewardError(
      'BAD_TARGET',
      `The path can not be used: ${why}.`,
      'Give the path of a file or folder on this computer.',
    )
  const expanded = /^~(?=$|[\\/])/.test(written) ? join(homedir(), written.slice(1)) : written
  return settle(resolve(root, expanded), { left: maxLinks })
}

// A link whose end is missing is followed by hand: what is created through it later would be created there.
async function settle(path: string, links: { left: number }): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ELOOP') throw noLink()
    if (!['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(code)) throw fileFault(error, path)
  }
  const parent = dirname(path)
  if (parent === path) return path
  const folder = await settle(parent, links)
  const here = join(folder, basename(path))
  const to = await readlink(here).catch(() => undefined)
  if (to === undefined) return here
  if (links.left-- <= 0) throw noLink()
  return settle(resolve(folder, to), links)
}

const same = (a: string, b: string): boolean => foldPath(a, platform) === foldPath(b, platform)

// Where an open file really is. Linux knows; elsewhere the path is resolved again and must lead to the same file.
async function holds(handle: FileHandle, path: string, stat: Stats): Promise<boolean> {
  if (knowsPaths) {
    const at = await readlink(`${openFiles}/${handle.fd}`)
    // A file that was deleted or replaced after it was opened is still the one that was meant.
    return at === path || (stat.nlink === 0 && at === `${path} (deleted)`)
  }
  if (!same(await realpath(path), path)) return false
  const now = await lstat(path)
  return now.ino === stat.ino && now.dev === stat.dev
}

/** Opens what is at a canonical path and nowhere else, for as long as `use` takes. */
async function held<T>(path: string, flags: number, use: (handle: FileHandle, stat: Stats) => Promise<T>): Promise<T> {
  let handle: FileHandle | undefined
  try {
    handle = await open(path, flags | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    const stat = await handle.stat()
    if (!(await holds(handle, path, stat))) throw moved(path)
    return await use(handle, stat)
  } catch (error) {
    throw fileFault(error, path)
  } finally {
    await handle?.close()
  }
}

/** Opens an ordinary file for reading. Devices are turned away before they are opened: opening alone can do things. */
export async function withFile<T>(path: string, use: (handle: FileHandle, stat: Stats) => Promise<T>): Promise<T> {
  ordinary(await firstLook(path), path)
  return held(path, constants.O_RDONLY, (handle, stat) => {
    ordinary(stat, path)
    return use(handle, stat)
  })
}

async function firstLook(path: string): Promise<Stats> {
  const stat = await lstat(path).catch((error) => {
    throw fileFault(error, path)
  })
  if (stat.isSymbolicLink()) throw moved(path)
  return stat
}

function ordinary(stat: Stats, path: string): void {
  if (stat.isDirectory()) throw notAFile(path, 'a folder')
  if (!stat.isFile()) throw notAFile(path, 'a device, pipe or socket')
}

/** Opens a folder. `via` is a path to that very folder, even if its name is given to another meanwhile (on Linux). */
export async function withFolder<T>(path: string, use: (via: string) => Promise<T>): Promise<T> {
  if (!(await firstLook(path)).isDirectory())
    throw new StewardError('BAD_TARGET', `${path} is not a folder.`, 'Use read_file or get_file_info for files.')
  if (platform === 'win32') return checked(path, () => use(path))
  return held(path, constants.O_RDONLY | constants.O_DIRECTORY, async (handle) => {
    if (knowsPaths) return use(`${openFiles}/${handle.fd}`)
    return checked(path, () => use(path))
  })
}

/** What is known about a canonical path without opening it for reading. */
export async function statOf(path: string): Promise<Stats> {
  const stat = knowsPaths
    ? await held(path, holdOnly, async (_handle, found) => found)
    : await checked(path, () => lstat(path))
  if (stat.isSymbolicLink()) throw moved(path)
  return stat
}

// For what can't be done through an open file: the path must lead to itself before and after.
async function checked<T>(path: string, use: () => Promise<T>): Promise<T> {
  try {
    if (!same(await realpath(path), path)) throw moved(path)
    const result = await use()
    if (!same(await realpath(path), path)) throw moved(path)
    return result
  } catch (error) {
    throw fileFault(error, path)
  }
}
