// Archives that somebody cut, bent or forged.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { Header, type HeaderData } from 'tar'
import { beforeAll, expect, test } from 'vitest'
import { createBackup, restoreBackup } from '../../sidecar/store/backup.ts'
import { openStore } from '../../sidecar/store/database.ts'
import type { Paths } from '../../sidecar/store/paths.ts'
import { runs, tempFolder } from './temp.ts'
import { filled, leftovers, migrations, snapshot } from './tree.ts'

let good: Buffer
let database: Buffer

beforeAll(async () => {
  const paths = filled('new')
  const store = openStore(paths.database, migrations)
  const target = join(tempFolder(), 'saved.tar.gz')
  await createBackup({ paths, store, target, version: '1.0.0' })
  store.close()
  good = readFileSync(target)
  database = readFileSync(paths.database)
})

async function attempt(to: Paths, bytes: Uint8Array): Promise<unknown> {
  const source = join(tempFolder(), 'bent.tar.gz')
  writeFileSync(source, bytes)
  try {
    await restoreBackup({ paths: to, source })
    return undefined
  } catch (thrown) {
    return thrown
  }
}

async function expectRefused(bytes: Uint8Array): Promise<void> {
  const to = filled('old')
  const before = snapshot(to)
  const error = await attempt(to, bytes)
  expect(error).toMatchObject({ code: 'STORE_DAMAGED', hint: expect.any(String) })
  expect(snapshot(to)).toEqual(before)
  expect(leftovers(to)).toEqual([])
  expect(readdirSync(to.state)).toEqual([])
}

test('an archive that was cut anywhere is refused and nothing changes', async () => {
  const lengths = fc.integer({ min: 0, max: good.length - 1 })
  await fc.assert(
    fc.asyncProperty(lengths, (length) => expectRefused(good.subarray(0, length))),
    runs(25, 300),
  )
}, 600_000)

test('a tar that was cut before it was packed is refused', async () => {
  const tar = gunzipSync(good)
  for (const length of [0, 100, 512, 1024, tar.length / 2, tar.length - 2048])
    await expectRefused(gzipSync(tar.subarray(0, length)))
})

test('an archive with one changed byte restores what was saved or nothing', async () => {
  const tar = gunzipSync(good)
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.nat(), fc.integer({ min: 1, max: 255 }), async (outside, at, change) => {
      const bytes = Buffer.from(outside ? good : tar)
      const index = at % bytes.length
      bytes[index] = (bytes[index] ?? 0) ^ change
      const to = filled('old')
      const before = snapshot(to)
      const error = await attempt(to, outside ? bytes : gzipSync(bytes))
      if (error !== undefined) {
        expect(error).toMatchObject({ code: 'STORE_DAMAGED' })
        expect(snapshot(to)).toEqual(before)
        expect(leftovers(to)).toEqual([])
      } else expect(readFileSync(join(to.data, 'notes/new.md'), 'utf8')).toBe('new')
    }),
    runs(40, 500),
  )
}, 600_000)

type Entry = Partial<HeaderData> & { path: string; body?: Buffer }

function tarEntry({ body = Buffer.alloc(0), ...data }: Entry): Buffer {
  const header = new Header({ type: 'File', mode: 0o644, size: body.length, ...data })
  header.encode()
  return Buffer.concat([header.block ?? Buffer.alloc(512), body, Buffer.alloc((512 - (body.length % 512)) % 512)])
}

/** An archive whose manifest lists every file in it rightly, whatever its name. */
function forge(extra: Entry[]): Buffer {
  const entries = [{ path: 'data/steward.db', body: database }, ...extra]
  const listed = entries.map(({ path, body = Buffer.alloc(0) }) => [
    path,
    { bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') },
  ])
  const manifest = { format: 1, version: '1', createdAt: '2026-01-01T00:00:00Z', files: Object.fromEntries(listed) }
  const all = [{ path: 'manifest.json', body: Buffer.from(JSON.stringify(manifest)) }, ...entries]
  return gzipSync(Buffer.concat([...all.map(tarEntry), Buffer.alloc(1024)]))
}

const body = Buffer.from('evil')

test('a forged archive without anything odd in it restores', async () => {
  const to = filled('old')
  expect(await attempt(to, forge([{ path: 'data/a/b.txt', body }]))).toBeUndefined()
  expect(readFileSync(join(to.data, 'a/b.txt'), 'utf8')).toBe('evil')
})

const evil: [string, Entry[]][] = [
  ['a path upwards', [{ path: '../evil', body }]],
  ['a path upwards out of a part', [{ path: 'data/../../evil', body }]],
  ['a path upwards within a part', [{ path: 'data/a/../b', body }]],
  ['an absolute path', [{ path: '/tmp/steward-evil', body }]],
  ['an absolute path after a part', [{ path: 'data//tmp/steward-evil', body }]],
  ['a file in no part', [{ path: 'state/holder.json', body }]],
  ['a file in a part named like a property', [{ path: 'constructor/x', body }]],
  ['a file in the place of a part', [{ path: 'data', body }]],
  ['a link', [{ path: 'data/link', type: 'SymbolicLink', linkpath: '/tmp' }]],
  ['a hard link', [{ path: 'data/link', type: 'Link', linkpath: 'data/steward.db' }]],
  ['a device', [{ path: 'data/device', type: 'CharacterDevice', devmaj: 1, devmin: 3 }]],
  ['a pipe', [{ path: 'data/pipe', type: 'FIFO' }]],
  [
    'a file twice',
    [
      { path: 'data/a', body },
      { path: 'data/a', body },
    ],
  ],
  [
    'a file as a folder',
    [
      { path: 'data/a', body },
      { path: 'data/a/b', body },
    ],
  ],
  ['a second manifest', [{ path: 'manifest.json', body }]],
  ['a log beside the database', [{ path: 'data/steward.db-wal', body }]],
]

test.each(evil)('[store.archive-hostile] an archive with %s is refused whole', async (_, extra) => {
  await expectRefused(forge(extra))
  expect(existsSync('/tmp/steward-evil')).toBe(false)
})

test('a lock in an archive does not replace the one that is held', async () => {
  const to = filled('old')
  writeFileSync(to.lock, '')
  expect(await attempt(to, forge([{ path: 'data/lock.db', body }]))).toBeUndefined()
  expect(readFileSync(to.lock, 'utf8')).toBe('')
})

test('a file that the manifest does not know is refused', async () => {
  const tar = gunzipSync(forge([]))
  await expectRefused(
    gzipSync(Buffer.concat([tar.subarray(0, -1024), tarEntry({ path: 'data/more', body }), Buffer.alloc(1024)])),
  )
})

test.each([
  '{',
  'null',
  '[]',
  '{"format":2,"version":"1","files":{}}',
  '{"format":1,"version":"1","files":{"data/x":1}}',
])('a manifest that says %s is refused', async (text) => {
  await expectRefused(
    gzipSync(Buffer.concat([tarEntry({ path: 'manifest.json', body: Buffer.from(text) }), Buffer.alloc(1024)])),
  )
})

test('something else than an archive is refused, and so is nothing', async () => {
  await expectRefused(Buffer.from('hello'))
  await expectRefused(gzipSync('hello'))
  await expectRefused(gzipSync(Buffer.alloc(10_240)))
  await expect(restoreBackup({ paths: filled('old'), source: '/nowhere' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
