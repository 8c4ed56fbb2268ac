import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { type Migration, openStore, type Store } from '../../sidecar/store/database.ts'
import { finish, says, start, tempFolder } from './temp.ts'

const migrations: Migration[] = [
  { version: 1, sql: 'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)' },
  { version: 2, sql: "ALTER TABLE note ADD COLUMN kind TEXT NOT NULL DEFAULT 'plain'" },
  {
    version: 3,
    sql: `CREATE TABLE link (note INTEGER NOT NULL REFERENCES note (id));
          INSERT INTO link SELECT id FROM note`,
  },
  {
    version: 4,
    sql: `CREATE TABLE fresh (id INTEGER PRIMARY KEY, text TEXT NOT NULL, kind TEXT NOT NULL DEFAULT 'plain') STRICT;
          INSERT INTO fresh SELECT id, text, kind FROM note;
          DROP TABLE note;
          ALTER TABLE fresh RENAME TO note`,
  },
]

const newFile = (): string => join(tempFolder(), 'steward.db')
const version = (store: Store): unknown => store.db.prepare('PRAGMA user_version').get()?.user_version
const texts = (store: Store): unknown[] =>
  store
    .statement('SELECT text FROM note ORDER BY id')
    .all()
    .map((row) => row.text)
const add = (store: Store, text: string): unknown => store.statement('INSERT INTO note (text) VALUES (?)').run(text)
const digest = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

test.each([0, 1, 2, 3, 4])('[store.migrate] a database of version %i comes to the newest with its rows', (from) => {
  const file = newFile()
  const old = openStore(file, migrations.slice(0, from))
  if (from > 0) add(old, 'kept')
  old.close()
  const store = openStore(file, migrations)
  expect(version(store)).toBe(4)
  expect(texts(store)).toEqual(from > 0 ? ['kept'] : [])
  expect(existsSync(`${file}.v${from}.bak`)).toBe(from > 0 && from < 4)
  store.close()
})

test('the copy that is kept before a migration is whole, private and of the old version', () => {
  const file = newFile()
  const old = openStore(file, migrations.slice(0, 2))
  add(old, 'kept')
  old.close()
  openStore(file, migrations).close()
  const copy = openStore(`${file}.v2.bak`, migrations.slice(0, 2))
  expect(texts(copy)).toEqual(['kept'])
  expect(statSync(`${file}.v2.bak`).mode & 0o777).toBe(0o600)
  copy.close()
})

test('a migration that fails changes nothing, and those before it stay', () => {
  const file = newFile()
  const broken = [
    ...migrations.slice(0, 2),
    { version: 3, sql: 'CREATE TABLE half (a); INSERT INTO nowhere VALUES (1)' },
  ]
  expect(() => openStore(file, broken)).toThrow('nowhere')
  const store = openStore(file, migrations.slice(0, 2))
  expect(version(store)).toBe(2)
  expect(store.db.prepare("SELECT name FROM sqlite_schema WHERE name = 'half'").get()).toBeUndefined()
  store.close()
})

test('a migration that leaves rows pointing nowhere is refused', () => {
  const file = newFile()
  const store = openStore(file, migrations.slice(0, 3))
  add(store, 'a')
  store.statement('INSERT INTO link VALUES (1)').run()
  store.close()
  const orphaning = [...migrations.slice(0, 3), { version: 4, sql: 'DELETE FROM note' }]
  expect(() => openStore(file, orphaning)).toThrow('refer to nothing')
  const again = openStore(file, migrations.slice(0, 3))
  expect(texts(again)).toEqual(['a'])
  again.close()
})

test.each([[[2]], [[1, 3]], [[1, 1]], [[2, 1]]])('a list numbered %j is refused', (numbers) => {
  const list = numbers.map((number) => ({ version: number, sql: 'SELECT 1' }))
  expect(() => openStore(newFile(), list)).toThrow('calls itself')
})

test('[store.migrate] a kill in the middle of a migration leaves the old version, and the next start completes it', async () => {
  const file = newFile()
  const old = openStore(file, migrations.slice(0, 1))
  add(old, 'kept')
  old.close()
  // The third migration never ends by itself; enough of it spills over into the log on disk.
  const endless = `CREATE TABLE filler AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
    SELECT i, randomblob(1000) AS b FROM n`
  const list = [...migrations.slice(0, 2), { version: 3, sql: endless }]
  const child = start(`import { openStore } from 'store/database.ts'; openStore(input.file, input.list)`, {
    file,
    list,
  })
  const ended = finish(child)
  await expect
    .poll(() => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0, { timeout: 30_000 })
    .toBeGreaterThan(5e6)
  child.kill('SIGKILL')
  expect((await ended).signal).toBe('SIGKILL')
  const store = openStore(file, migrations)
  expect(version(store)).toBe(4)
  expect(texts(store)).toEqual(['kept'])
  expect(store.db.prepare('PRAGMA integrity_check').get()?.integrity_check).toBe('ok')
  store.close()
})

test('a half-made copy from a killed start is replaced', () => {
  const file = newFile()
  openStore(file, migrations.slice(0, 1)).close()
  writeFileSync(`${file}.v1.bak.tmp`, 'half')
  openStore(file, migrations).close()
  expect(readdirSync(dirname(file)).sort()).toEqual(['steward.db', 'steward.db.v1.bak'])
})

test('[store.too-new] a newer database is refused and not one byte of it changes', () => {
  const file = newFile()
  openStore(file, migrations).close()
  const before = digest(file)
  expect(() => openStore(file, migrations.slice(0, 3))).toThrow(expect.objectContaining({ code: 'STORE_TOO_NEW' }))
  expect(digest(file)).toBe(before)
  expect(readdirSync(dirname(file))).toEqual(['steward.db'])
})

test('a newer version that still lies in the log of a killed process is seen, and the log left alone', async () => {
  const file = newFile()
  const code = `import { openStore } from 'store/database.ts'
    const store = openStore(input.file, input.migrations)
    console.log('open')
    setInterval(() => store, 1000)`
  const child = start(code, { file, migrations })
  await says(child, 'open')
  const ended = finish(child)
  child.kill('SIGKILL')
  await ended
  const before = [digest(file), digest(`${file}-wal`)]
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(0)
  expect(() => openStore(file, migrations.slice(0, 3))).toThrow(expect.objectContaining({ code: 'STORE_TOO_NEW' }))
  expect([digest(file), digest(`${file}-wal`)]).toEqual(before)
  const store = openStore(file, migrations)
  expect(version(store)).toBe(4)
  store.close()
})

test.each([2, 50, 100, 5000])(
  '[store.damaged] %i bytes that are no database are called damaged and left alone',
  (length) => {
    const file = newFile()
    writeFileSync(file, 'x'.repeat(length))
    const error = { code: 'STORE_DAMAGED', hint: expect.stringContaining('steward restore') }
    expect(() => openStore(file, migrations)).toThrow(expect.objectContaining(error))
    expect(readFileSync(file, 'utf8')).toBe('x'.repeat(length))
  },
)

test('a database that was cut short is called damaged', () => {
  const file = newFile()
  const store = openStore(file, migrations)
  for (let i = 0; i < 200; i++) store.statement('INSERT INTO note VALUES (NULL, ?, ?)').run('x'.repeat(100), '')
  store.close()
  truncateSync(file, 8192)
  expect(() => openStore(file, migrations)).toThrow(expect.objectContaining({ code: 'STORE_DAMAGED' }))
})

test('[store.read-only] a folder or a file that may not be written is refused', async () => {
  const file = newFile()
  openStore(file, migrations).close()
  const uid = process.getuid?.() === 0 ? { uid: 65534 } : {}
  const code = `import { openStore } from 'store/database.ts'
    try { openStore(input.file, input.migrations); console.log('open') } catch (error) { console.log(error.code) }`
  chmodSync(file, 0o444)
  chmodSync(dirname(file), 0o777)
  expect((await finish(start(code, { file, migrations }, uid))).output).toBe('STORE_READ_ONLY\n')
  chmodSync(file, 0o666)
  chmodSync(dirname(file), 0o555)
  expect((await finish(start(code, { file, migrations }, uid))).output).toBe('STORE_READ_ONLY\n')
  chmodSync(dirname(file), 0o700)
  mkdirSync(`${file}.d`)
  expect(() => openStore(`${file}.d`, migrations)).toThrow(expect.objectContaining({ code: 'STORE_READ_ONLY' }))
})

test('[store.private] all files of the database are private, also those that once were not', () => {
  const file = newFile()
  openStore(file, migrations).close()
  chmodSync(file, 0o644)
  const store = openStore(file, migrations)
  store.transaction(() => store.statement('INSERT INTO note VALUES (NULL, ?, ?)').run('a', ''))
  for (const end of ['', '-wal', '-shm']) expect([end, statSync(file + end).mode & 0o777]).toEqual([end, 0o600])
  store.close()
})
