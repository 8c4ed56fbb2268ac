import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { basename, dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBackup, restoreBackup } from '../../sidecar/store/backup.ts'
import { openStore } from '../../sidecar/store/database.ts'
import { takeLock } from '../../sidecar/store/lock.ts'
import { openLog } from '../../sidecar/store/log.ts'
import type { Paths } from '../../sidecar/store/paths.ts'
import { readRestored } from '../../sidecar/store/restored.ts'
import { runs, tempFolder, tempPaths } from './temp.ts'
import { filled, insert, leftovers, migrations, snapshot, write } from './tree.ts'

async function save(paths: Paths): Promise<string> {
  const store = openStore(paths.database, migrations)
  const target = join(tempFolder(), 'saved.tar.gz')
  await createBackup({ paths, store, target, version: '1.0.0' })
  store.close()
  return target
}

test('[store.backup] a backup restores everything into another installation, and keeps what was there', async () => {
  const from = filled('new')
  const to = filled('old')
  const lock = takeLock(to, { pid: process.pid, kind: 'cli', since: Date.now(), version: '1.0.0' })
  const before = snapshot(to)
  const source = await save(from)
  const report = await restoreBackup({ paths: to, source, newestVersion: 1 })
  expect(report.entries).toBe(6)
  const wanted = snapshot(from)
  const got = snapshot(to)
  // A copied database has its own change counter, so it is compared by its rows.
  for (const each of [wanted, got]) delete each['data/steward.db']
  expect(readRestored(to)).toMatchObject({ file: basename(source) })
  delete got['data/restored.json']
  expect(got).toEqual(wanted)
  const store = openStore(to.database, migrations)
  expect(store.statement('SELECT text FROM item').all()).toEqual([expect.objectContaining({ text: 'new' })])
  store.close()
  const aside = { ...to, data: report.movedAside, config: report.configMovedAside }
  expect(readdirSync(aside.data).sort()).toEqual(['attachments', 'audit', 'notes', 'steward.db'])
  expect(readFileSync(join(aside.data, 'notes/old.md'), 'utf8')).toBe('old')
  expect(readFileSync(join(aside.config, 'config.jsonc'), 'utf8')).toContain('old')
  expect(Object.keys(before)).toContain('data/notes/old.md')
  expect(() => takeLock(to, { pid: 1, kind: 'cli', since: 0, version: '1' })).toThrow('in use')
  lock.release()
})

test('[store.backup] a backup made while a writer keeps writing is one moment of it, and the writer is not disturbed', async () => {
  const from = tempPaths()
  const store = openStore(from.database, migrations)
  const log = openLog(from.audit, { segmentBytes: 4000 })
  let count = 0
  const tick = (): void => {
    count++
    log.append(`${count} ${'x'.repeat(count % 90)}\n`, false)
    insert(store, String(count))
  }
  while (count < 2000) tick()
  const target = join(tempFolder(), 'saved.tar.gz')
  let over = false
  const backup = createBackup({ paths: from, store, target, version: '1.0.0' }).finally(() => {
    over = true
  })
  while (!over) {
    tick()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await backup
  expect(count).toBeGreaterThan(2000)
  expect(store.statement('SELECT count(*) AS n FROM item').get()?.n).toBe(count)
  store.close()
  log.close()
  const to = tempPaths()
  await restoreBackup({ paths: to, source: target })
  const restored = openStore(to.database, migrations)
  const rows = restored.statement('SELECT id, text FROM item ORDER BY id').all()
  expect(rows.length).toBeGreaterThanOrEqual(2000)
  expect(rows.every(({ id, text }, index) => id === index + 1 && text === String(id))).toBe(true)
  restored.close()
  const lines = openLog(to.audit)
  expect(lines.torn).toBeUndefined()
  const found = [...lines.lines()].map(({ line }) => Number.parseInt(line, 10))
  expect(found.length).toBeGreaterThanOrEqual(rows.length)
  expect(found.every((number, index) => number === index + 1)).toBe(true)
  lines.close()
})

test('file names and contents of every kind survive the round trip', async () => {
  const name = fc
    .oneof(
      fc
        .string({ unit: 'binary', minLength: 1, maxLength: 60 })
        .map((text) => text.toWellFormed().replaceAll(/[/\0]/g, '_')),
      fc.constantFrom(
        '@x',
        '__proto__',
        '10:30.md',
        'a\\b',
        'a\nb',
        `\n${'l'.repeat(200)}`,
        '%0A',
        '%25',
        '%\n',
        '\x7f',
        ' ',
        '-rf',
        'é'.normalize('NFD'),
        'n'.repeat(250),
      ),
    )
    .filter((text) => text !== '.' && text !== '..' && Buffer.byteLength(text) <= 255)
  const files = fc.uniqueArray(fc.tuple(fc.array(name, { minLength: 1, maxLength: 4 }), fc.uint8Array()), {
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(files, async (list) => {
      const from = tempPaths()
      for (const [steps, bytes] of list) {
        const path = join(from.data, 'own', ...steps)
        try {
          mkdirSync(dirname(path), { recursive: true })
          writeFileSync(path, bytes)
        } catch {
          // One name as a file and as a folder: the first stays.
        }
      }
      const source = await save(from)
      const to = tempPaths()
      await restoreBackup({ paths: to, source })
      const [wanted, got] = [snapshot(from), snapshot(to)]
      for (const each of [wanted, got]) delete each['data/steward.db']
      delete got['data/restored.json']
      expect(got).toEqual(wanted)
    }),
    runs(15, 300),
  )
}, 600_000)

test('the archive is private, complete in its list, and leaves nothing else behind', async () => {
  const paths = filled('word')
  const store = openStore(paths.database, migrations)
  const target = join(tempFolder(), 'saved.tar.gz')
  const report = await createBackup({ paths, store, target, version: '1.0.0' })
  store.close()
  expect(report).toEqual({ file: target, bytes: statSync(target).size, entries: 6, skipped: [] })
  expect(statSync(target).mode & 0o777).toBe(0o600)
  expect(readdirSync(dirname(target))).toEqual(['saved.tar.gz'])
  expect(readdirSync(paths.state)).toEqual([])
})

test('locks, logs of the database and old copies stay out; linked files come in; linked folders are reported', async () => {
  const paths = filled('word')
  const lock = takeLock(paths, { pid: process.pid, kind: 'cli', since: 0, version: '1' })
  write(`${paths.database}.v0.bak`, 'old copy')
  write(join(paths.data, 'restore-20260101T000000000Z', 'x'), 'leftover')
  const outside = tempFolder()
  write(join(outside, 'dotfile'), 'linked')
  symlinkSync(join(outside, 'dotfile'), join(paths.config, 'linked.jsonc'))
  symlinkSync(outside, join(paths.data, 'elsewhere'))
  const server = createServer().listen(join(paths.data, 'sock'))
  await new Promise((resolve) => server.once('listening', resolve))
  const store = openStore(paths.database, migrations)
  insert(store, 'still in the log of the database')
  const target = join(tempFolder(), 'saved.tar.gz')
  const report = await createBackup({ paths, store, target, version: '1.0.0' })
  server.close()
  store.close()
  lock.release()
  expect(report.skipped.sort()).toEqual([join(paths.data, 'elsewhere'), join(paths.data, 'sock')])
  const to = tempPaths()
  await restoreBackup({ paths: to, source: target })
  expect(readdirSync(to.data).sort()).toEqual(['attachments', 'audit', 'notes', 'restored.json', 'steward.db'])
  expect(readFileSync(join(to.config, 'linked.jsonc'), 'utf8')).toBe('linked')
  const restored = openStore(to.database, migrations)
  expect(restored.statement('SELECT count(*) AS n FROM item').get()?.n).toBe(2)
  restored.close()
})

test('restored files are private and keep their time and whether they can be run', async () => {
  const from = filled('word')
  chmodSync(join(from.tools, 'word.ts'), 0o755)
  const to = tempPaths()
  await restoreBackup({ paths: to, source: await save(from) })
  expect(statSync(join(to.tools, 'word.ts')).mode & 0o777).toBe(0o700)
  expect(statSync(to.configFile).mode & 0o777).toBe(0o600)
  expect(statSync(join(to.data, 'notes')).mode & 0o777).toBe(0o700)
  expect(Math.trunc(statSync(to.configFile).mtimeMs / 1000)).toBe(Math.trunc(statSync(from.configFile).mtimeMs / 1000))
})

test.each([
  ['an existing file', 'CONFLICT', () => join(tempFolder(), 'there')],
  ['a folder that is not there', 'NOT_FOUND', () => join(tempFolder(), 'no', 'x.tar.gz')],
])('%s as target is refused', async (_, code, choose) => {
  const paths = filled('word')
  const target = choose()
  if (code === 'CONFLICT') writeFileSync(target, 'mine')
  const store = openStore(paths.database, migrations)
  await expect(createBackup({ paths, store, target, version: '1' })).rejects.toMatchObject({ code })
  if (code === 'CONFLICT') expect(readFileSync(target, 'utf8')).toBe('mine')
  const inside = createBackup({ paths, store, target: join(paths.data, 'x.tar.gz'), version: '1' })
  await expect(inside).rejects.toMatchObject({ code: 'BAD_TARGET' })
  store.close()
})

test('a backup of a newer database is refused before anything moves', async () => {
  const from = filled('new')
  const newer = openStore(from.database, [...migrations, { version: 2, sql: 'CREATE TABLE later (a)' }])
  const source = join(tempFolder(), 'saved.tar.gz')
  await createBackup({ paths: from, store: newer, target: source, version: '2.0.0' })
  newer.close()
  const to = filled('old')
  const before = snapshot(to)
  await expect(restoreBackup({ paths: to, source, newestVersion: 1 })).rejects.toMatchObject({ code: 'STORE_TOO_NEW' })
  expect(snapshot(to)).toEqual(before)
  expect(leftovers(to)).toEqual([])
})

test('an unsound database in a backup is refused before anything moves', async () => {
  const from = filled('new')
  const store = openStore(from.database, migrations)
  for (let i = 0; i < 500; i++) insert(store, 'x'.repeat(100))
  store.close()
  const bytes = readFileSync(from.database)
  bytes.fill(0xff, 9000, 12_000)
  writeFileSync(from.database, bytes)
  const source = await save(from)
  const to = filled('old')
  const before = snapshot(to)
  await expect(restoreBackup({ paths: to, source })).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
  expect(snapshot(to)).toEqual(before)
  expect(leftovers(to)).toEqual([])
  expect(existsSync(join(to.state, 'restore.json'))).toBe(false)
})
