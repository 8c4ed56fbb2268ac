// Rows that ports need, on the store: the environment that Steward was told to set, and the code that the user let in.

import type { ApprovedCode } from './ports/code/port.ts'
import type { EnvOverlay } from './ports/env.ts'
import type { Store } from './store/database.ts'

/** Variables set through Steward; they outlive it, and nothing but Steward sees them. */
export function envOverlay(store: Store): EnvOverlay {
  const all = (): Map<string, string | null> =>
    new Map(
      store
        .statement('SELECT name, value FROM environment')
        .all()
        .map((row) => [String(row.name), row.value as string | null]),
    )
  return {
    get: (name) => all().get(name),
    names: () => [...all().keys()],
    set: (name, value) =>
      store.transaction(() => {
        if (value === undefined) store.statement('DELETE FROM environment WHERE name = ?').run(name)
        else store.statement('INSERT OR REPLACE INTO environment (name, value) VALUES (?, ?)').run(name, value)
      }, true),
  }
}

/** Tool files by path and the hash they were approved with. */
export function approvedCode(store: Store, now: () => number): ApprovedCode {
  return {
    all: () =>
      new Map(
        store
          .statement('SELECT path, sha256 FROM code_files')
          .all()
          .map((row) => [String(row.path), String(row.sha256)]),
      ),
    keep: (path, sha256) =>
      store.transaction(() => {
        store
          .statement('INSERT OR REPLACE INTO code_files (path, sha256, approved_at) VALUES (?, ?, ?)')
          .run(path, sha256, now())
      }, true),
    drop: (path) =>
      store.transaction(() => {
        store.statement('DELETE FROM code_files WHERE path = ?').run(path)
      }, true),
  }
}
