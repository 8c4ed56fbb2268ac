import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fromCells } from '../../sidecar/kernel/rows.ts'
import { migrations } from '../../sidecar/kernel/schema.ts'
import { openStore } from '../../sidecar/store/database.ts'

const earlier = migrations.slice(0, -1).map((one) => one.version)

test.each(earlier)('[store.migrate] what a database of version %i holds is all there in the newest', (version) => {
  const folder = mkdtempSync(join(tmpdir(), 'steward-schema-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'steward.db')
  const old = openStore(file, migrations.slice(0, version))
  old.db.exec(`
    INSERT INTO calls (id, session, tool, version, state, ask, input, effects, created_at)
      VALUES ('c1', 'default', 'set_env', 1, 'waiting', 1, '{"name":"A"}', '[{"kind":"writeEnv","target":"A"}]', 5);
    INSERT INTO approvals (id, call, state, hash, card, asked_at) VALUES ('a1', 'c1', 'open', 'h', '{}', 6);
    INSERT INTO grants (id, kind, pattern, created_at) VALUES ('g1', 'writeEnv', 'A', 7);
    INSERT INTO grant_uses (grant_id, call) VALUES ('g1', 'c0');
    INSERT INTO suspensions (id, call, place, tool, session, reason, data, state, opened_at)
      VALUES ('s1', 'c1', '0.0', 'set_env', 'default', 'question', '{}', 'open', 8);
  `)
  old.close()
  const store = openStore(file, migrations)
  const row = store.db.prepare('SELECT * FROM calls').get()
  expect(row && fromCells(row)).toMatchObject({ id: 'c1', state: 'waiting', caller: 'hand', input: { name: 'A' } })
  for (const [table, id] of Object.entries({ approvals: 'a1', grants: 'g1', suspensions: 's1' }))
    expect(store.db.prepare(`SELECT id FROM ${table}`).all()).toEqual([expect.objectContaining({ id })])
  // When it was used is not known: not on any day that counts.
  expect(store.db.prepare('SELECT * FROM grant_uses').all()).toEqual([{ grant_id: 'g1', call: 'c0', at: 0 }])
  expect(store.db.prepare('PRAGMA user_version').get()).toEqual({ user_version: migrations.length })
  store.close()
})
