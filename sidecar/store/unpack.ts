// Unpacks a backup. Only plain files and folders of the known parts come out, each checked against the manifest.
import { createHash, type Hash } from 'node:crypto'
import { closeSync, createReadStream, fsyncSync, mkdirSync, openSync, utimesSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { ReadEntry } from 'tar'
import { StewardError } from '../text/errors.ts'
import { errno, writeFault } from './faults.ts'
import { syncFolder } from './files.ts'
import { type Manifest, manifestName, readPath } from './stage.ts'

const largestManifest = 256 * 1024 * 1024

// One spelling per path, none that leads out. Backslash and colon are letters like any other, but for Windows.
function isPlain(path: string): boolean {
  const steps = path.split('/')
  const foreign = process.platform === 'win32' ? /[\\:\0]/ : /\0/
  return !foreign.test(path) && steps.every((step) => step !== '' && step !== '.' && step !== '..')
}

function isManifest(value: unknown): value is Manifest {
  const { format, version, files } = (value ?? {}) as Partial<Record<keyof Manifest, unknown>>
  if (format !== 1 || typeof version !== 'string' || typeof files !== 'object' || files === null) return false
  return Object.values(files).every((each) => Number.isInteger(each?.bytes) && typeof each?.sha256 === 'string')
}

function damagedArchive(source: string, why: string): StewardError {
  return new StewardError('STORE_DAMAGED', `${source} is damaged: ${why}.`, 'Use another backup. Nothing was changed.')
}

class Unpacker {
  readonly #source: string
  readonly #roots: Readonly<Record<string, string>>
  #manifest: Manifest | undefined
  readonly #seen = new Set<string>()
  readonly #folders = new Set<string>()
  #open: number | undefined

  constructor(source: string, roots: Readonly<Record<string, string>>) {
    this.#source = source
    this.#roots = roots
  }

  take(entry: ReadEntry): void {
    if (this.#manifest === undefined) {
      this.#takeManifest(entry)
      return
    }
    const path = readPath(entry.path.replace(/\/$/, ''))
    const place = this.#place(path)
    if (entry.type === 'Directory') {
      this.#makeFolder(place)
      entry.resume()
    } else if (entry.type === 'File' || entry.type === 'OldFile') this.#takeFile(entry, path, place)
    else throw this.#damage(`${entry.path} is neither a file nor a folder`)
  }

  /** The number of files, once all of them are there. */
  finish(): number {
    if (this.#manifest === undefined) throw this.#damage('it is not a backup of Steward')
    const missing = Object.keys(this.#manifest.files).find((path) => !this.#seen.has(path))
    if (missing !== undefined) throw this.#damage(`${missing} is missing or cut short`)
    for (const folder of this.#folders) syncFolder(folder)
    return this.#seen.size
  }

  close(): void {
    if (this.#open !== undefined) closeSync(this.#open)
    this.#open = undefined
  }

  #makeFolder(path: string): void {
    if (this.#folders.has(path)) return
    mkdirSync(path, { recursive: true, mode: 0o700 })
    this.#folders.add(path)
  }

  #damage(why: string): StewardError {
    return damagedArchive(this.#source, why)
  }

  #place(path: string): string {
    const [part = '', ...rest] = path.split('/')
    const root = Object.hasOwn(this.#roots, part) ? this.#roots[part] : undefined
    if (root === undefined || !isPlain(path)) throw this.#damage(`${path} does not belong in it`)
    return join(root, ...rest)
  }

  #takeManifest(entry: ReadEntry): void {
    if (entry.path !== manifestName || entry.type !== 'File' || entry.size > largestManifest)
      throw this.#damage('it is not a backup of Steward')
    const chunks: Buffer[] = []
    entry.on('data', (chunk) => chunks.push(chunk))
    entry.on('end', () => {
      const value: unknown = parse(Buffer.concat(chunks).toString('utf8'))
      if (!isManifest(value)) throw this.#damage('its list of files can not be read, or is of a newer kind')
      this.#manifest = value
    })
  }

  #takeFile(entry: ReadEntry, path: string, place: string): void {
    const files = this.#manifest?.files ?? {}
    const expected = Object.hasOwn(files, path) ? files[path] : undefined
    if (expected === undefined || this.#seen.has(path)) throw this.#damage(`${path} does not belong in it`)
    this.#makeFolder(dirname(place))
    const handle = openSync(place, 'wx', (entry.mode ?? 0) & 0o100 ? 0o700 : 0o600)
    this.#open = handle
    const hash = createHash('sha256')
    entry.on('data', (chunk) => writeWhole(handle, chunk, hash))
    entry.on('end', () => {
      fsyncSync(handle)
      this.close()
      if (entry.mtime) utimesSync(place, entry.mtime, entry.mtime)
      const fits = entry.size === expected.bytes && hash.digest('hex') === expected.sha256
      if (!fits) throw this.#damage(`${path} is not what was saved`)
      this.#seen.add(path)
    })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function writeWhole(handle: number, chunk: Buffer, hash: Hash): void {
  hash.update(chunk)
  for (let done = 0; done < chunk.length; ) done += writeSync(handle, chunk, done)
}

// These come from what is in the archive, the others from the disk it goes to.
const shapes = new Set(['EEXIST', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'EINVAL'])

function explain(thrown: unknown, source: string, target: string): unknown {
  const code = errno(thrown)
  if (thrown instanceof StewardError) return thrown
  return code === undefined || shapes.has(code)
    ? damagedArchive(source, 'it is cut short or was changed')
    : writeFault(thrown, target)
}

/** Unpacks the parts of an archive, each into its own folder. Anything odd about it is STORE_DAMAGED. */
export async function unpack(source: string, roots: Readonly<Record<string, string>>): Promise<number> {
  const { Parser } = await import('tar')
  const unpacker = new Unpacker(source, roots)
  const parser = new Parser({ strict: true, maxDecompressionRatio: Number.POSITIVE_INFINITY })
  let failed: unknown
  parser.on('error', (thrown: unknown) => {
    failed ??= thrown
  })
  // Files are written as their bytes come by, so the parser is never ahead of the disk.
  parser.on('entry', (entry) => unpacker.take(entry))
  const feed = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of chunks) {
      parser.write(chunk)
      if (failed !== undefined) throw failed
    }
    parser.end()
    if (failed !== undefined) throw failed
  }
  try {
    await pipeline(createReadStream(source), createGunzip(), feed)
    return unpacker.finish()
  } catch (thrown) {
    throw explain(thrown, source, Object.values(roots)[0] ?? source)
  } finally {
    unpacker.close()
  }
}
