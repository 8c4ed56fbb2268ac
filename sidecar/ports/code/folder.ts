// The user's tools folder: which files are in it, and what became of those that were loaded.
import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { StewardError } from '../../text/errors.ts'
import type { CodeFile } from '../types.ts'

/** The largest file that is taken for a tool. */
export const MAX_TOOL_BYTES = 1024 * 1024

const isTool = (name: string): boolean => /^[^.].*\.(ts|mjs)$/.test(name) && !name.endsWith('.d.ts')

/** The tool files directly in a folder, compared with those known by path and SHA-256. Links are not followed. */
export function scanTools(folder: string, known: ReadonlyMap<string, string>): CodeFile[] {
  const found = names(folder).flatMap((name): CodeFile[] => {
    const path = join(folder, name)
    const read = readTool(path)
    return read ? [{ path, sha256: read.sha256, state: stateOf(known.get(path), read.sha256) }] : []
  })
  const there = new Set(found.map((file) => file.path))
  const gone = [...known].filter(([path]) => !there.has(path))
  return [...found, ...gone.map(([path, sha256]): CodeFile => ({ path, sha256, state: 'gone' }))]
}

const stateOf = (before: string | undefined, now: string): CodeFile['state'] =>
  before === undefined ? 'new' : before === now ? 'same' : 'changed'

function names(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile() && isTool(entry.name))
      .map((entry) => entry.name)
      .sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new StewardError('BAD_TARGET', `The tools folder ${folder} can't be read.`, 'Check its permissions.')
  }
}

/** A tool file's text and hash, read in one go; undefined where it is a link, no file, too large or unreadable. */
export function readTool(path: string): { text: string; sha256: string } | undefined {
  let fd: number | undefined
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    const stat = fstatSync(fd)
    if (!stat.isFile() || stat.size > MAX_TOOL_BYTES) return undefined
    const bytes = readFileSync(fd)
    return { text: bytes.toString('utf8'), sha256: createHash('sha256').update(bytes).digest('hex') }
  } catch {
    return undefined
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** Whether a path is directly in the folder, links resolved. */
export function isInFolder(path: string, folder: string): boolean {
  try {
    return realpathSync(join(path, '..')) === realpathSync(folder)
  } catch {
    return false
  }
}
