// A restore that is cut off or fails at each single step.
import fs, { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createBackup, finishRestore, restoreBackup } from '../../sidecar/store/backup.ts'
import { openStore } from '../../sidecar/store/database.ts'
import { takeLock } from '../../sidecar/store/lock.ts'
import { makeFolders, type Paths, resolvePaths } from '../../sidecar/store/paths.ts'
import type { SwapFs } from '../../sidecar/store/swap.ts'
import { finish, start, tempFolder } from './temp.ts'
import { fill, filled, leftovers, migrations, snapshot } from './tree.ts'

async function save(): Promise<string> {
  const paths = filled('new')
  const store = openStore(paths.database, migrations)
  const target = join(tempFolder(), 'saved.tar.gz')
  await createBackup({ paths, store, target, version: '1.0.0' })
  store.close()
  return target
}

const killingFs = `import fs from 'node:fs'
  let left = input.nth
  const step = (real) => (...args) => { if (--left === 0) process.kill(process.pid, 'SIGKILL'); return real(...args) }
  const killing = { renameSync: step(fs.renameSync), mkdirSync: step(fs.mkdirSync), rmSync: step(fs.rmSync) }`

const restoreAndDie = `import { restoreBackup } from 'store/backup.ts'
  import { takeLock } from 'store/lock.ts'
  ${killingFs}
  takeLock(input.paths, { pid: process.pid, kind: 'cli', since: Date.now(), version: '1' })
  await restoreBackup({ paths: input.paths, source: input.source, fs: killing })`

const word = (paths: Paths): string => {
  const store = openStore(paths.database, migrations)
  const row = store.statement('SELECT text FROM item').get()
  store.close()
  return String(row?.text)
}

function expectWhole(paths: Paths, expected: string): void {
  expect(word(paths)).toBe(expected)
  // Where the backup is, there is the note of it.
  const note = expected === 'new' ? ['restored.json'] : []
  expect(readdirSync(paths.data).sort()).toEqual(['attachments', 'audit', 'lock.db', 'notes', ...note, 'steward.db'])
  expect(readdirSync(join(paths.data, 'notes'))).toEqual([`${expected}.md`])
  expect(readdirSync(paths.tools)).toEqual([`${expected}.ts`])
  expect(readFileSync(paths.configFile, 'utf8')).toContain(expected)
  expect(readFileSync(join(paths.audit, 'audit-000001.jsonl'), 'utf8')).toContain(expected)
  expect(existsSync(join(paths.state, 'restore.json'))).toBe(false)
  expect(leftovers(paths).filter((name) => !name.includes('-before-restore-'))).toEqual([])
}

function expectKept(paths: Paths): void {
  const aside = leftovers(paths).find((name) => name.startsWith('data-before-restore-')) ?? ''
  expect(readFileSync(join(dirname(paths.data), aside, 'notes/old.md'), 'utf8')).toBe('old')
}

test('[store.restore-crash] killed at each step of a restore, the next start completes it with nothing lost', async () => {
  const source = await save()
  let steps = 0
  for (let killed = true; killed; steps++) {
    const paths = filled('old')
    const { signal } = await finish(start(restoreAndDie, { paths, source, nth: steps + 1 }))
    killed = signal === 'SIGKILL'
    // As a start does it.
    makeFolders(paths)
    const lock = takeLock(paths, { pid: process.pid, kind: 'serve', since: Date.now(), version: '1' })
    const expected = killed ? 'completed' : 'nothing'
    expect([steps, finishRestore(paths)]).toEqual([steps, expected])
    expectWhole(paths, 'new')
    expectKept(paths)
    expect(finishRestore(paths)).toBe('nothing')
    lock.release()
  }
  // Two folders aside, four and three names out, four and three in, two rooms and the note: fewer would mean a blind test.
  expect(steps).toBeGreaterThan(15)
})

/** The real functions, but those calls fail whose number is chosen. */
function failing(fails: (call: number) => boolean): SwapFs & { calls: number } {
  const counter = { calls: 0 }
  const wrap =
    <A extends unknown[], R>(real: (...args: A) => R) =>
    (...args: A): R => {
      counter.calls++
      if (fails(counter.calls)) throw Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'rename' })
      return real(...args)
    }
  const rename = wrap(fs.renameSync)
  const remove = wrap(fs.rmSync)
  const make = wrap(fs.mkdirSync as (path: fs.PathLike, options: fs.MakeDirectoryOptions) => string | undefined)
  return Object.assign(counter, { renameSync: rename, rmSync: remove, mkdirSync: make as typeof fs.mkdirSync })
}

test('cut off again at each step of completing it, the start after that completes it', async () => {
  const source = await save()
  const stride = process.env.STEWARD_FULL === '1' ? 1 : 3
  for (let nth = 1; nth <= 13; nth += stride) {
    const paths = filled('old')
    await finish(start(restoreAndDie, { paths, source, nth: 6 }))
    expect(() =>
      finishRestore(
        paths,
        failing((call) => call >= nth),
      ),
    ).toThrow('can not be written')
    expect(finishRestore(paths)).toBe('completed')
    expectWhole(paths, 'new')
    expectKept(paths)
  }
})

test('whichever step fails, everything is as it was', async () => {
  const source = await save()
  let failures = 0
  for (let nth = 1; ; nth++) {
    const paths = filled('old')
    takeLock(paths, { pid: process.pid, kind: 'cli', since: 0, version: '1' }).release()
    const before = snapshot(paths)
    const fake = failing((call) => call === nth)
    const result = await restoreBackup({ paths, source, fs: fake }).catch((error: unknown) => error)
    if (fake.calls < nth) break
    // Only the clearing up is left: that is no reason to go back.
    if (!(result instanceof Error)) {
      expect(finishRestore(paths)).toBe('completed')
      expectWhole(paths, 'new')
      continue
    }
    failures++
    expect([nth, result]).toEqual([nth, expect.objectContaining({ code: 'STORE_READ_ONLY' })])
    expect(snapshot(paths)).toEqual(before)
    expectWhole(paths, 'old')
    expect(leftovers(paths)).toEqual([])
  }
  expect(failures).toBeGreaterThan(12)
})

test('what somebody puts in the way of an unfinished restore is kept aside', async () => {
  const source = await save()
  const paths = filled('old')
  await finish(start(restoreAndDie, { paths, source, nth: 12 }))
  fs.writeFileSync(paths.configFile, 'stray')
  expect(finishRestore(paths)).toBe('completed')
  expectWhole(paths, 'new')
  const aside = join(dirname(paths.data), leftovers(paths).find((name) => name.startsWith('config-before')) ?? '')
  const kept = readdirSync(aside).filter((name) => name.startsWith('config.jsonc'))
  expect(kept.map((name) => readFileSync(join(aside, name), 'utf8')).sort()).toEqual(['stray', '{ "word": "old" }'])
})

test('when even putting back fails at any step, or is killed there, the next start puts back', async () => {
  const source = await save()
  for (const first of [5, 12]) {
    for (let nth = 1; ; nth++) {
      const paths = filled('old')
      takeLock(paths, { pid: process.pid, kind: 'cli', since: 0, version: '1' }).release()
      const before = snapshot(paths)
      // From then on nothing works any more, as after a kill.
      const fake = failing((call) => call === first || call >= first + nth)
      await expect(restoreBackup({ paths, source, fs: fake })).rejects.toMatchObject({ code: 'STORE_READ_ONLY' })
      makeFolders(paths)
      const cleared = finishRestore(paths)
      expect(snapshot(paths)).toEqual(before)
      expectWhole(paths, 'old')
      expect(leftovers(paths)).toEqual([])
      if (cleared === 'nothing') break
      expect(cleared).toBe('undone')
    }
  }
})

test('killed while unpacking, the next start clears away and nothing has changed', async () => {
  const source = await save()
  const paths = filled('old')
  takeLock(paths, { pid: process.pid, kind: 'cli', since: 0, version: '1' }).release()
  const before = snapshot(paths)
  const code = `import fs from 'node:fs'
    import { restoreBackup } from 'store/backup.ts'
    fs.watch(input.home, (_, name) => { if (name.startsWith('data-restore-')) process.kill(process.pid, 'SIGKILL') })
    import('node:zlib').then(({ Gunzip }) => { Gunzip.prototype._transform = () => process.kill(process.pid, 'SIGKILL') })
    await restoreBackup(input)`
  const { signal } = await finish(start(code, { paths, source, home: dirname(paths.data) }))
  expect(signal).toBe('SIGKILL')
  expect(snapshot(paths)).toEqual(before)
  expect(finishRestore(paths)).toBe('undone')
  expectWhole(paths, 'old')
})

test('leftovers of a killed backup are cleared at the next start', () => {
  const paths = filled('old')
  mkdirSync(join(paths.state, 'backup-x', 'data'), { recursive: true })
  expect(finishRestore(paths)).toBe('nothing')
  expect(readdirSync(paths.state)).toEqual([])
})

test('a note about a restore that can not be read stops the start instead of guessing', () => {
  const paths = filled('old')
  fs.writeFileSync(join(paths.state, 'restore.json'), '{')
  expect(() => finishRestore(paths)).toThrow(expect.objectContaining({ code: 'STORE_DAMAGED' }))
})

test('where nothing can be made beside the folders, the rooms are inside and stay out of the next backup', async () => {
  const source = await save()
  const home = tempFolder()
  const paths = resolvePaths({ STEWARD_HOME: home })
  makeFolders(paths)
  fill(paths, 'old')
  const root = process.getuid?.() === 0
  const give = (path: string): void => {
    if (fs.statSync(path).isDirectory()) for (const name of readdirSync(path)) give(join(path, name))
    chownSync(path, 65534, 65534)
  }
  if (root) for (const folder of [paths.data, paths.config, paths.state, dirname(source)]) give(folder)
  chmodSync(home, 0o555)
  const code = `import { restoreBackup } from 'store/backup.ts'
    console.log(JSON.stringify(await restoreBackup(input)))`
  const { output } = await finish(start(code, { paths, source }, root ? { uid: 65534 } : {}))
  chmodSync(home, 0o700)
  const report = JSON.parse(output)
  expect(dirname(report.movedAside)).toBe(paths.data)
  expect(readFileSync(join(report.movedAside, 'notes/old.md'), 'utf8')).toBe('old')
  expect(word(paths)).toBe('new')
  const store = openStore(paths.database, migrations)
  const again = await createBackup({ paths, store, target: join(tempFolder(), 'x.tar.gz'), version: '1' })
  store.close()
  expect(again.entries).toBe(6)
})
