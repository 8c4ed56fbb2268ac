// Brings a database from the version it has to the newest, one transaction a step, never back.
import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { StewardError } from '../text/errors.ts'
import { syncFolder } from './files.ts'

export interface Migration {
  version: number
  sql: string
}

/** The version a database says it has; 0 is a new one. */
export function readVersion(db: DatabaseSync): number {
  const row = db.prepare('PRAGMA user_version').get()
  return Number(row?.user_version ?? 0)
}

/** Refuses what a newer Steward wrote. */
export function checkVersion(file: string, found: number, newest: number): void {
  if (found <= newest) return
  const message = `${file} has version ${found}; this Steward knows versions up to ${newest}.`
  throw new StewardError('STORE_TOO_NEW', message, 'Install the newer Steward that wrote it. Nothing was changed.')
}

function checkList(migrations: readonly Migration[]): void {
  for (const [index, { version }] of migrations.entries()) {
    if (version !== index + 1) throw new Error(`Migration ${index + 1} of the list calls itself ${version}.`)
  }
}

// The finished name appears only when the copy is whole: a kill leaves at most a .tmp, which the next try replaces.
function keepCopy(db: DatabaseSync, file: string, version: number): void {
  const copy = `${file}.v${version}.bak`
  const temporary = `${copy}.tmp`
  rmSync(temporary, { force: true })
  const handle = openSync(temporary, 'wx', 0o600)
  try {
    db.prepare('VACUUM INTO ?').run(temporary)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  chmodSync(temporary, 0o600)
  renameSync(temporary, copy)
  syncFolder(dirname(file))
}

function step(db: DatabaseSync, { version, sql }: Migration): void {
  db.exec('BEGIN IMMEDIATE')
  try {
    db.exec(sql)
    const orphan = db.prepare('PRAGMA foreign_key_check').get()
    if (orphan !== undefined)
      throw new Error(`Migration ${version} leaves rows in ${orphan.table} that refer to nothing.`)
    db.exec(`PRAGMA user_version = ${version}; COMMIT`)
  } catch (thrown) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw thrown
  }
}

/** Carries out the migrations that the database has not seen; an older one is copied beside itself first. */
export function migrate(db: DatabaseSync, file: string, migrations: readonly Migration[]): void {
  checkList(migrations)
  const found = readVersion(db)
  checkVersion(file, found, migrations.length)
  if (found === migrations.length) return
  if (found > 0) keepCopy(db, file, found)
  // A table can be rebuilt only while nobody watches its references (https://sqlite.org/lang_altertable.html).
  db.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF')
  for (const migration of migrations.slice(found)) step(db, migration)
}
