// One SQLite file: opened with care, migrated forward, written in transactions.
import { accessSync, chmodSync, closeSync, constants, existsSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { databaseFault, errno, writeFault } from './faults.ts'
import { checkVersion, type Migration, migrate, readVersion } from './migrate.ts'

export type { Migration } from './migrate.ts'

export interface Store {
  readonly file: string
  readonly db: DatabaseSync
  /** Prepared once and kept. */
  statement(sql: string): StatementSync
  /**
   * All of `work` or nothing. Called inside another transaction it becomes part of that one: if it throws, its own
   * changes are undone, and the rest is up to the outer. `durable` survives a power cut, otherwise only a crash.
   */
  transaction<T>(work: () => T, durable?: boolean): T
  close(): void
}

const busyTimeout = 5_000

function refusePromise<T>(value: T): T {
  if (value instanceof Promise) throw new Error('A transaction can not wait: its work must not be asynchronous.')
  return value
}

class Connection implements Store {
  readonly file: string
  readonly db: DatabaseSync
  readonly #begin: string
  readonly #statements = new Map<string, StatementSync>()
  #full = false
  #depth = 0
  #owesSync = false

  constructor(file: string, db: DatabaseSync, begin: string) {
    this.file = file
    this.db = db
    this.#begin = begin
  }

  statement(sql: string): StatementSync {
    let found = this.#statements.get(sql)
    if (found === undefined) {
      found = this.db.prepare(sql)
      this.#statements.set(sql, found)
    }
    return found
  }

  transaction<T>(work: () => T, durable = false): T {
    if (this.#depth > 0) return this.#inner(work, durable)
    try {
      return this.#outer(work, durable)
    } catch (thrown) {
      throw databaseFault(thrown, this.file)
    }
  }

  close(): void {
    this.#statements.clear()
    if (this.db.isOpen) this.db.close()
  }

  // SQLite takes the new level only between transactions.
  #level(full: boolean): void {
    if (full === this.#full) return
    this.db.exec(full ? 'PRAGMA synchronous = FULL' : 'PRAGMA synchronous = NORMAL')
    this.#full = full
  }

  #outer<T>(work: () => T, durable: boolean): T {
    this.#level(durable)
    this.statement(this.#begin).run()
    this.#depth = 1
    try {
      const result = refusePromise(work())
      this.statement('COMMIT').run()
      this.#depth = 0
      if (this.#owesSync) this.#sync()
      return result
    } catch (thrown) {
      // Some failures (disk full) have already rolled back by themselves.
      if (this.db.isOpen && this.db.isTransaction) this.db.exec('ROLLBACK')
      throw thrown
    } finally {
      this.#depth = 0
      this.#owesSync = false
    }
  }

  #inner<T>(work: () => T, durable: boolean): T {
    this.statement('SAVEPOINT inner').run()
    this.#depth++
    try {
      const result = refusePromise(work())
      this.statement('RELEASE inner').run()
      if (durable && !this.#full) this.#owesSync = true
      return result
    } catch (thrown) {
      if (this.db.isTransaction) this.db.exec('ROLLBACK TO inner; RELEASE inner')
      throw thrown
    } finally {
      this.#depth--
    }
  }

  // An inner transaction wanted to be durable and the outer had begun without: any commit at FULL puts the whole
  // write-ahead log on disk, so rewriting the version as it is will do.
  #sync(): void {
    this.#level(true)
    this.db.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${readVersion(this.db)}; COMMIT`)
  }
}

function isFilled(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0
}

// Opening for writing may already change files (recovery, checkpoint on close), so the version is looked up before.
// Without a write-ahead log the main file is the whole truth, and `immutable` leaves no trace at all beside it.
function look(file: string, newest: number): void {
  const url = pathToFileURL(file)
  if (!isFilled(`${file}-wal`)) url.search = '?immutable=1'
  const db = new DatabaseSync(url, { readOnly: true, timeout: busyTimeout })
  try {
    checkVersion(file, readVersion(db), newest)
  } finally {
    db.close()
  }
}

// SQLite gives its -wal and -shm files the mode of the main one.
function makePrivate(file: string): void {
  try {
    accessSync(dirname(file), constants.W_OK)
    closeSync(openSync(file, 'wx', 0o600))
  } catch (thrown) {
    if (errno(thrown) !== 'EEXIST') throw writeFault(thrown, file)
  }
  for (const path of [file, `${file}-wal`, `${file}-shm`].filter((each) => existsSync(each))) {
    try {
      accessSync(path, constants.R_OK | constants.W_OK)
      if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
    } catch (thrown) {
      throw writeFault(thrown, path)
    }
  }
}

/** Opens a database for its one writer and brings it to the newest version. */
export function openStore(file: string, migrations: readonly Migration[]): Store {
  let db: DatabaseSync | undefined
  try {
    if (isFilled(file)) look(file, migrations.length)
    makePrivate(file)
    db = new DatabaseSync(file, { timeout: busyTimeout })
    db.exec('PRAGMA journal_mode = WAL')
    migrate(db, file, migrations)
    // A checkpoint waits for the disk: seldom enough not to be felt, often enough to keep the log at some 16 MB.
    db.exec('PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 4000')
    return new Connection(file, db, 'BEGIN IMMEDIATE')
  } catch (thrown) {
    db?.close()
    throw errno(thrown) === undefined ? databaseFault(thrown, file) : writeFault(thrown, file)
  }
}

/** Opens a database that another connection writes, to read only: for worker threads. Its transactions are snapshots. */
export function openReader(file: string): Store {
  try {
    return new Connection(file, new DatabaseSync(file, { readOnly: true, timeout: busyTimeout }), 'BEGIN')
  } catch (thrown) {
    throw databaseFault(thrown, file)
  }
}
