import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openReader, openStore, type Store } from '../../sidecar/store/database.ts'
import { runs, tempFolder } from './temp.ts'

const migrations = [
  {
    version: 1,
    sql: `CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
          CREATE TABLE link (note INTEGER NOT NULL REFERENCES note (id))`,
  },
]

const newFile = (): string => join(tempFolder(), 'steward.db')
const add = (store: Store, text: string): unknown => store.statement('INSERT INTO note (text) VALUES (?)').run(text)
const texts = (store: Store): unknown[] => {
  const rows = store.statement('SELECT text FROM note ORDER BY id').all()
  return rows.map((row) => row.text)
}

test('[store.transaction] a transaction is all or nothing, and one inside another undoes only itself', () => {
  const store = openStore(newFile(), migrations)
  expect(() =>
    store.transaction(() => {
      add(store, 'lost')
      throw new Error('no')
    }),
  ).toThrow('no')
  store.transaction(() => {
    add(store, 'outer')
    const inner = (): void =>
      store.transaction(() => {
        add(store, 'inner')
        throw new Error('no')
      })
    expect(inner).toThrow('no')
    expect(store.transaction(() => add(store, 'second'), true)).toBeDefined()
  })
  expect(texts(store)).toEqual(['outer', 'second'])
  expect(store.db.isTransaction).toBe(false)
  store.close()
})

test('any tree of transactions leaves what a plain model leaves', () => {
  type Tree = { text: string; fails: boolean; durable: boolean; inner: Tree[] }
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.record({
      text: fc.string({ maxLength: 3 }),
      fails: fc.boolean(),
      durable: fc.boolean(),
      inner: fc.oneof({ depthSize: 'small' }, fc.constant<Tree[]>([]), fc.array(tie('tree'), { maxLength: 3 })),
    }),
  }))
  const store = openStore(newFile(), migrations)
  const model = (node: Tree): string[] => (node.fails ? [] : [node.text, ...node.inner.flatMap(model)])
  const run = (node: Tree): void => {
    try {
      store.transaction(() => {
        add(store, node.text)
        for (const each of node.inner) run(each)
        if (node.fails) throw new RangeError('planned')
      }, node.durable)
    } catch (thrown) {
      if (!(thrown instanceof RangeError)) throw thrown
    }
  }
  fc.assert(
    fc.property(tree, (node) => {
      store.db.exec('DELETE FROM note')
      run(node)
      expect(texts(store)).toEqual(model(node))
    }),
    runs(100, 2000),
  )
  store.close()
})

test('work that would wait is refused and undone', () => {
  const store = openStore(newFile(), migrations)
  expect(() => store.transaction(async () => add(store, 'late'))).toThrow('can not wait')
  expect(texts(store)).toEqual([])
  store.close()
})

test('a durable transaction commits at FULL and an ordinary one at NORMAL', () => {
  const store = openStore(newFile(), migrations)
  const level = (): unknown => store.db.prepare('PRAGMA synchronous').get()?.synchronous
  expect(store.transaction(level, true)).toBe(2)
  expect(store.transaction(level)).toBe(1)
  expect(store.transaction(level, true)).toBe(2)
  store.close()
})

test('references are enforced', () => {
  const store = openStore(newFile(), migrations)
  expect(() => store.transaction(() => store.statement('INSERT INTO link VALUES (9)').run())).toThrow('FOREIGN KEY')
  store.close()
})

test('a statement is prepared once', () => {
  const store = openStore(newFile(), migrations)
  expect(store.statement('SELECT 1')).toBe(store.statement('SELECT 1'))
  store.close()
})

test('a reader sees what is committed, one state for one transaction, and can not write', () => {
  const file = newFile()
  const store = openStore(file, migrations)
  add(store, 'a')
  const reader = openReader(file)
  reader.transaction(() => {
    expect(texts(reader)).toEqual(['a'])
    add(store, 'b')
    expect(texts(reader)).toEqual(['a'])
  })
  expect(texts(reader)).toEqual(['a', 'b'])
  expect(() => reader.transaction(() => add(reader, 'c'))).toThrow(expect.objectContaining({ code: 'STORE_READ_ONLY' }))
  reader.close()
  store.close()
})

test('a second writer waits, and is told after a while', () => {
  const file = newFile()
  const store = openStore(file, migrations)
  const other = new DatabaseSync(file)
  other.exec('BEGIN IMMEDIATE')
  store.db.exec('PRAGMA busy_timeout = 20')
  expect(() => store.transaction(() => add(store, 'a'))).toThrow(
    expect.objectContaining({ code: 'BUSY', retryable: true }),
  )
  other.exec('ROLLBACK')
  store.transaction(() => add(store, 'a'))
  expect(texts(store)).toEqual(['a'])
  other.close()
  store.close()
})
