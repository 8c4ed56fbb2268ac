// Backup into one archive while everything goes on, and restore by an exchange that a kill can't spoil.
import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { createGzip } from 'node:zlib'
import type { WriteEntry } from 'tar'
import { StewardError } from '../text/errors.ts'
import { openReader, type Store } from './database.ts'
import { damage, databaseFault, writeFault } from './faults.ts'
import { syncFolder } from './files.ts'
import { cutToLines, listSegments, nameSegment } from './lines.ts'
import { checkVersion, readVersion } from './migrate.ts'
import type { Paths } from './paths.ts'
import { noteRestored, restoredFile } from './restored.ts'
import { manifestName, spellPath, stageTree, writeManifest } from './stage.ts'
import { finishSwap, isRoom, makeRoom, type Part, Swap, type SwapFs } from './swap.ts'
import { unpack } from './unpack.ts'

const parts = ['data', 'config'] as const
const stagingName = 'backup-'

const isLock = (name: string): boolean => name.startsWith('lock.db')

function journalFile(paths: Paths): string {
  return join(paths.state, 'restore.json')
}

// The lock is no data, the database comes by itself, and copies of older databases are nobody's loss.
function isSkipped(paths: Paths, path: string): boolean {
  const name = basename(path)
  const top = dirname(path)
  if (
    path === paths.database ||
    path === restoredFile(paths) ||
    /\.db-(wal|shm|journal)$|\.db\.v\d+\.bak(\.tmp)?$/.test(name)
  )
    return true
  return (top === paths.data && isLock(name)) || ((top === paths.data || top === paths.config) && isRoom(name))
}

function checkTarget(paths: Paths, target: string): void {
  if (existsSync(target)) throw new StewardError('CONFLICT', `${target} is there already.`, 'Choose another name.')
  if (!statSync(dirname(target), { throwIfNoEntry: false })?.isDirectory())
    throw new StewardError('NOT_FOUND', `${dirname(target)} is not a folder.`, 'Make it first, or choose another.')
  if (parts.some((part) => target.startsWith(paths[part] + sep)))
    throw new StewardError('BAD_TARGET', `${target} lies in what is to be saved.`, 'Choose a place outside.')
}

// A connection of its own, all in one step: a snapshot that no writer can make begin again.
async function copyDatabase(file: string, target: string): Promise<void> {
  const reader = openReader(file)
  try {
    await backup(reader.db, target, { rate: 2 ** 31 - 1 })
  } catch (thrown) {
    throw databaseFault(thrown, file)
  } finally {
    reader.close()
  }
}

async function pack(staging: string, file: string): Promise<void> {
  const { create } = await import('tar')
  const onWriteEntry = (entry: WriteEntry): void => {
    entry.path = spellPath(entry.path)
  }
  const archive = create({ cwd: staging, portable: true, onWriteEntry }, [manifestName, ...parts])
  await pipeline(Readable.from(archive), createGzip(), createWriteStream(file, { flags: 'wx', mode: 0o600 }))
  const handle = await open(file, 'r+')
  await handle.sync().finally(() => handle.close())
}

async function stageAll(paths: Paths, store: Store, staging: string): Promise<string[]> {
  for (const part of parts) await mkdir(join(staging, part), { mode: 0o700 })
  // The database first: what its rows point to is then surely among the files that follow.
  await copyDatabase(store.file, join(staging, 'data', basename(paths.database)))
  const skipped: string[] = []
  for (const part of parts)
    skipped.push(...(await stageTree(paths[part], join(staging, part), (path) => isSkipped(paths, path))))
  const audit = join(staging, 'data', relative(paths.data, paths.audit))
  const newest = listSegments(audit).at(-1)
  if (newest !== undefined) cutToLines(join(audit, nameSegment(newest)))
  return skipped
}

export interface BackupReport {
  file: string
  bytes: number
  entries: number
  /** Links to folders, sockets and the like, and files that went away meanwhile. */
  skipped: string[]
}

/** Saves data and config into one new .tar.gz while the sidecar goes on working. */
export async function createBackup(options: {
  paths: Paths
  store: Store
  target: string
  version: string
}): Promise<BackupReport> {
  const { paths, store, version } = options
  const target = resolve(options.target)
  checkTarget(paths, target)
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}.partial`)
  let staging: string | undefined
  try {
    staging = await mkdtemp(join(paths.state, stagingName))
    const skipped = await stageAll(paths, store, staging)
    const manifest = await writeManifest(staging, parts, version)
    await pack(staging, temporary)
    checkTarget(paths, target)
    renameSync(temporary, target)
    syncFolder(dirname(target))
    return { file: target, bytes: statSync(target).size, entries: Object.keys(manifest.files).length, skipped }
  } catch (thrown) {
    throw writeFault(thrown, target)
  } finally {
    await rm(temporary, { force: true })
    if (staging !== undefined) await rm(staging, { recursive: true, force: true })
  }
}

function checkDatabase(file: string, source: string, newest: number): void {
  if (!existsSync(file)) throw damage(source, 'there is no database in it')
  if (existsSync(`${file}-wal`) || existsSync(`${file}-journal`)) throw damage(source, 'its database is not by itself')
  const url = pathToFileURL(file)
  // Leaves no -wal or -shm beside the unpacked file.
  url.search = '?immutable=1'
  const db = new DatabaseSync(url, { readOnly: true })
  try {
    checkVersion(source, readVersion(db), newest)
    const row = db.prepare('PRAGMA integrity_check(1)').get()
    if (row?.integrity_check !== 'ok') throw damage(source, `its database is not sound (${row?.integrity_check})`)
  } catch (thrown) {
    throw databaseFault(thrown, source)
  } finally {
    db.close()
  }
}

export interface RestoreReport {
  /** Where the data lies that was there before. */
  movedAside: string
  configMovedAside: string
  entries: number
}

/**
 * Puts a backup in the place of what is there, which is kept aside. The caller holds the lock and has closed the store
 * and the log. Any failure leaves everything as it was.
 */
export async function restoreBackup(options: {
  paths: Paths
  source: string
  /** The newest database version that this Steward can open. */
  newestVersion?: number
  fs?: SwapFs
}): Promise<RestoreReport> {
  const { paths, source, newestVersion = Number.MAX_SAFE_INTEGER } = options
  if (!statSync(source, { throwIfNoEntry: false })?.isFile())
    throw new StewardError('NOT_FOUND', `${source} is not a file.`, 'Name a backup made by `steward backup`.')
  try {
    finishRestore(paths)
    const [data, config] = [makeRoom(paths.data), makeRoom(paths.config)]
    const swap = new Swap(journalFile(paths), [data, config], options.fs)
    const entries = await fillRooms(swap, source, data, config, (staged) => {
      checkDatabase(join(staged, basename(paths.database)), source, newestVersion)
      // It comes in with the rest, so that it is there exactly where the backup is.
      noteRestored(staged, source)
    })
    swap.run(isLock)
    return { movedAside: data.aside, configMovedAside: config.aside, entries }
  } catch (thrown) {
    throw writeFault(thrown, paths.data)
  }
}

async function fillRooms(
  swap: Swap,
  source: string,
  data: Part,
  config: Part,
  check: (staged: string) => void,
): Promise<number> {
  try {
    swap.announce()
    const entries = await unpack(source, { data: data.staged, config: config.staged })
    check(data.staged)
    return entries
  } catch (thrown) {
    swap.abandon()
    throw thrown
  }
}

/** Completes or undoes a restore that was cut off, and clears leftovers. For each start, once the lock is held. */
export function finishRestore(paths: Paths, fs?: SwapFs): 'nothing' | 'completed' | 'undone' {
  for (const name of readdirSync(paths.state))
    if (name.startsWith(stagingName)) rmSync(join(paths.state, name), { recursive: true, force: true })
  return finishSwap(journalFile(paths), fs)
}
