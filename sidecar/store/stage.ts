// A quiet copy of files that may change while they are read, and the list of what is in it.
import { createHash } from 'node:crypto'
import { constants, createReadStream, type Stats } from 'node:fs'
import { chmod, copyFile, lstat, mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { errno } from './faults.ts'

export interface Manifest {
  format: 1
  version: string
  createdAt: string
  /** By path within the archive, with forward slashes. */
  files: Record<string, { bytes: number; sha256: string }>
}

export const manifestName = 'manifest.json'

// The tar library reads extended headers line by line, so a line end in a long name would be lost (a file may be called that).
/** A path as it is spelled in the archive: control characters, and what looks like one already spelled, as %XX. */
export function spellPath(path: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
  return path.replaceAll(/[\x00-\x1f\x7f]|%(?=25|[01][0-9A-F]|7F)/g, (found) => {
    return `%${found.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
  })
}

/** The path that `spellPath` had spelled. */
export function readPath(spelled: string): string {
  return spelled.replaceAll(/%(25|[01][0-9A-F]|7F)/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}

// A link to a file stands for the file; a link to a folder could lead anywhere, so it is left out and reported.
async function resolveKind(path: string): Promise<Stats | undefined> {
  try {
    const own = await lstat(path)
    if (!own.isSymbolicLink()) return own
    const target = await stat(path)
    return target.isFile() ? target : undefined
  } catch (thrown) {
    if (errno(thrown) === 'ENOENT') return undefined
    throw thrown
  }
}

async function copyOne(from: string, to: string, info: Stats): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  } catch (thrown) {
    if (errno(thrown) === 'ENOENT') return false
    throw thrown
  }
  await chmod(to, info.mode & 0o100 ? 0o700 : 0o600)
  await utimes(to, info.atime, info.mtime)
  return true
}

/** Copies a tree of plain files into an existing folder. Returns what could not be taken along. */
export async function stageTree(from: string, to: string, skip: (path: string) => boolean): Promise<string[]> {
  const skipped: string[] = []
  for (const name of await readdir(from)) {
    const source = join(from, name)
    if (skip(source)) continue
    const info = await resolveKind(source)
    if (info?.isDirectory()) {
      await mkdir(join(to, name), { mode: 0o700 })
      skipped.push(...(await stageTree(source, join(to, name), skip)))
    } else if (!info?.isFile() || !(await copyOne(source, join(to, name), info))) skipped.push(source)
  }
  return skipped
}

async function hashFile(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(createReadStream(path), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      bytes += chunk.length
      hash.update(chunk)
    }
  })
  return { bytes, sha256: hash.digest('hex') }
}

async function hashTree(root: string, within: string, files: Manifest['files']): Promise<void> {
  for (const entry of await readdir(join(root, within), { withFileTypes: true })) {
    const path = `${within}/${entry.name}`
    if (entry.isDirectory()) await hashTree(root, path, files)
    else files[path] = await hashFile(join(root, path))
  }
}

/** Writes the manifest of a staged copy beside its parts. */
export async function writeManifest(root: string, parts: readonly string[], version: string): Promise<Manifest> {
  const files: Manifest['files'] = {}
  for (const part of parts) await hashTree(root, part, files)
  const manifest: Manifest = { format: 1, version, createdAt: new Date().toISOString(), files }
  await writeFile(join(root, manifestName), JSON.stringify(manifest), { mode: 0o600 })
  return manifest
}
