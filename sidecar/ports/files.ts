// readFile: the only code that reads files and folders for tools.
import { type Dirent, realpathSync, type Stats } from 'node:fs'
import { type FileHandle, lstat, opendir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { StewardError } from '../text/errors.ts'
import { isInside, type Platform } from '../text/paths.ts'
import { isSensitivePath } from '../text/sensitive.ts'
import { canonicalPath, statOf, withFile, withFolder } from './realpath.ts'
import type { FileInfo, ListOptions, Port, PortContext } from './types.ts'

const maxRead = 16 * 1024 * 1024
const maxEntries = 20_000
const chunk = 1024 * 1024
const platform: Platform = process.platform

/** Reads files. `own` are the folders that Steward keeps for itself; they are sensitive wherever they are. */
export function filePort({ own = [] }: { own?: readonly string[] } = {}): Port {
  const kept = own.flatMap((folder) => [folder, realFolder(folder)])
  const sensitive = (path: string): boolean => isSensitivePath(path, kept, platform)
  return {
    kind: 'readFile',
    repeatable: true,
    canonical: (target, session) => canonicalPath(target, session.root),
    // Leave for a folder is leave for what is in it, but not for the keys and passwords in it.
    covers: (granted, wanted) =>
      granted === wanted || (isInside(granted, wanted, platform) && (sensitive(granted) || !sensitive(wanted))),
    facts: (target, session) => ({
      outside: ![session.root, ...session.allowed].some((folder) => isInside(folder, target, platform)),
      sensitive: sensitive(target),
    }),
    methods: {
      call: (path, [max, offset], { signal }) =>
        readBytes(path, whole(max ?? 100_000, 'max', maxRead), whole(offset ?? 0, 'offset'), signal),
      list: (path, [options], context) => list(path, checkOptions(options), context),
      info: async (path) => describe(path, await statOf(path)),
      hash: (path, _args, { signal }) => hash(path, signal),
    },
  }
}

// Targets are compared by their real paths, and a folder of ours may be reached through a link.
function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder)
  } catch {
    return folder
  }
}

function whole(value: unknown, name: string, max = Number.MAX_SAFE_INTEGER): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= max) return value as number
  throw new StewardError('BAD_INPUT', `${name} must be a whole number from 0 to ${max}.`, 'Read a long file in parts.')
}

function checkOptions(options: unknown): ListOptions {
  const { recursive, hidden, limit } = (options ?? {}) as Partial<ListOptions>
  return { recursive: recursive === true, hidden: hidden === true, limit: whole(limit ?? 1000, 'limit', maxEntries) }
}

function readBytes(path: string, max: number, offset: number, signal: AbortSignal): Promise<Uint8Array> {
  return withFile(path, async (handle) => {
    const parts: Uint8Array[] = []
    let length = 0
    // Until nothing more comes: the size that some systems' own files report is 0.
    while (length < max) {
      const part = await readPart(handle, Math.min(chunk, max - length), offset + length, signal)
      if (part.length === 0) break
      parts.push(part)
      length += part.length
    }
    return new Uint8Array(Buffer.concat(parts))
  })
}

async function readPart(handle: FileHandle, size: number, at: number, signal: AbortSignal): Promise<Uint8Array> {
  signal.throwIfAborted()
  const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(size), 0, size, at)
  return buffer.subarray(0, bytesRead)
}

function hash(path: string, signal: AbortSignal): Promise<string> {
  return withFile(path, async (handle) => {
    const { createHash } = await import('node:crypto')
    const sum = createHash('sha256')
    for (let at = 0; ; ) {
      const part = await readPart(handle, chunk, at, signal)
      if (part.length === 0) return sum.digest('hex')
      sum.update(part)
      at += part.length
    }
  })
}

function describe(path: string, stat: Stats, to?: string): FileInfo {
  const kind = stat.isFile() ? 'file' : stat.isDirectory() ? 'directory' : stat.isSymbolicLink() ? 'link' : 'other'
  const facts = { path, kind, bytes: stat.size, modified: Math.round(stat.mtimeMs), mode: stat.mode & 0o7777 } as const
  return to === undefined ? facts : { ...facts, to }
}

// Breadth first, so that a listing that is cut still shows the upper floors whole. Links are listed, never followed.
async function list(path: string, options: ListOptions, context: PortContext) {
  const entries: FileInfo[] = []
  const queue = [path]
  let cut = false
  for (let folder = queue.shift(); folder !== undefined && !cut; folder = queue.shift()) {
    const found = await listOne(folder, options, options.limit - entries.length, context.signal).catch((error) => {
      context.signal.throwIfAborted()
      if (folder === path) throw error
      context.progress(`Could not look into ${folder}`)
      return { entries: [], cut: false }
    })
    for (const entry of found.entries) {
      entries.push(entry)
      if (options.recursive && entry.kind === 'directory') queue.push(entry.path)
    }
    cut = found.cut
  }
  return { entries, cut }
}

function listOne(folder: string, options: ListOptions, room: number, signal: AbortSignal) {
  return withFolder(folder, async (via) => {
    const { names, cut } = await firstNames(via, room, options.hidden, signal)
    const entries: FileInfo[] = []
    for (const name of names) {
      signal.throwIfAborted()
      const entry = await entryOf(join(via, name), join(folder, name))
      if (entry !== undefined) entries.push(entry)
    }
    return { entries, cut }
  })
}

// What vanished between the listing and the look is left out.
async function entryOf(via: string, path: string): Promise<FileInfo | undefined> {
  const stat = await lstat(via).catch(() => undefined)
  if (stat === undefined) return undefined
  return describe(path, stat, stat.isSymbolicLink() ? await readlink(via).catch(() => undefined) : undefined)
}

// The first names in order, whatever order the disk has them in, without holding more than twice as many.
async function firstNames(via: string, room: number, hidden: boolean, signal: AbortSignal) {
  let names: string[] = []
  let cut = false
  const trim = (): void => {
    names.sort()
    cut ||= names.length > room
    names = names.slice(0, room)
  }
  for await (const entry of (await opendir(via, { bufferSize: 256 })) as AsyncIterable<Dirent>) {
    signal.throwIfAborted()
    if (hidden || !entry.name.startsWith('.')) names.push(entry.name)
    if (names.length > 2 * room + 256) trim()
  }
  trim()
  return { names, cut }
}
