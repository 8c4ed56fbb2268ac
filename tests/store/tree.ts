// A filled data folder, and what is in it at a glance.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openStore, type Store } from '../../sidecar/store/database.ts'
import { openLog } from '../../sidecar/store/log.ts'
import type { Paths } from '../../sidecar/store/paths.ts'
import { tempPaths } from './temp.ts'

export const migrations = [{ version: 1, sql: 'CREATE TABLE item (id INTEGER PRIMARY KEY, text TEXT NOT NULL)' }]

export function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

export function insert(store: Store, text: string): void {
  store.transaction(() => store.statement('INSERT INTO item (text) VALUES (?)').run(text))
}

/** A data folder whose every file says `word`. The store is closed. */
export function filled(word: string): Paths {
  const paths = tempPaths()
  fill(paths, word)
  return paths
}

export function fill(paths: Paths, word: string): void {
  const store = openStore(paths.database, migrations)
  insert(store, word)
  store.close()
  const log = openLog(paths.audit)
  log.append(`"${word}"\n`, true)
  log.close()
  write(join(paths.attachments, 'ab', 'one.bin'), `${word} one`)
  write(join(paths.data, 'notes', `${word}.md`), word)
  write(paths.configFile, `{ "word": "${word}" }`)
  write(join(paths.tools, `${word}.ts`), word)
}

function describe(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 12)
}

function walk(folder: string, within: string, found: Record<string, string>): void {
  for (const entry of readdirSync(join(folder, within), { withFileTypes: true })) {
    const path = join(within, entry.name)
    if (entry.isDirectory()) {
      found[`${path}/`] = ''
      walk(folder, path, found)
    } else found[path] = describe(join(folder, path))
  }
}

/** Every file and folder of data and config with a hash, but for the lock. */
export function snapshot(paths: Paths): Record<string, string> {
  const found: Record<string, string> = {}
  const home = dirname(paths.data)
  for (const part of ['data', 'config']) if (existsSync(join(home, part))) walk(home, part, found)
  delete found['data/lock.db']
  return found
}

/** What lies beside data, config and state. */
export const leftovers = (paths: Paths): string[] =>
  readdirSync(dirname(paths.data)).filter((name) => !['data', 'config', 'state'].includes(name))
