// A disk that is full or failing: the n-th write is refused, for every n, and later there is room again.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, callsAtOnce, expectKept, expectNothingTwice } from './client.ts'
import { type Fault, type Place, watching, watchStatements } from './disk.ts'
import { callOf } from './harness.ts'
import { expectRecorded, freshFolder, type Inside, isRefused, nothingTold, openInside, type Told } from './inside.ts'

const full = process.env.STEWARD_FULL === '1'
const seed = Number(process.env.STEWARD_SEED ?? 1)
const calls = callsAtOnce

let stop = () => {}
beforeAll(() => {
  stop = watchStatements()
})
afterAll(() => stop())

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('It hangs.')), 20_000)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

const doneOnly = (told: Told): Told => ({
  ...told,
  ended: new Map([...told.ended].filter(([, { state }]) => state === 'done')),
})

/** There is room again: what was begun goes on, and what is new goes through. */
async function goOn(inside: Inside, told: Told): Promise<void> {
  const client = new Client(inside, told)
  await inside.kernel.recover()
  await inTime(client.work(calls))
  for (const { tool } of calls) expect(await client.push(callOf(tool, `${tool}-new`))).toMatchObject({ state: 'done' })
  expectNothingTwice(inside)
  expectRecorded(inside.folder)
}

/** Refuses the n-th write to a place and the next ones after it. False where it was never reached. */
async function refuseAt(place: Place, fault: Fault, n: number, length: number): Promise<boolean> {
  const inside = openInside(freshFolder())
  const told = nothingTold()
  let count = 0
  const end = watching({
    refuse: (at) => {
      if (at === place) count++
      return at === place && count >= n && count < n + length ? fault : undefined
    },
    at: ({ place: at, when }) => {
      if (at === 'effect' && when === 'after') expectRecorded(inside.folder)
    },
  })
  const refused = await inTime(new Client(inside, told).work(calls)).catch((thrown: unknown) => thrown)
  end()
  const isReached = count >= n
  // After a failed sync nobody can say what is on the disk: it says so, and takes nothing more until the next start.
  const isOver = place === 'audit sync' && isReached
  if (refused !== undefined) expect(isOver && isRefused(refused), String(refused)).toBe(true)
  if (!isOver) {
    expectKept(inside, told)
    await goOn(inside, told)
    inside.kernel.close()
  }
  inside.abandon()
  expectRecorded(inside.folder)
  const next = openInside(inside.folder)
  expectKept(next, doneOnly(told))
  await goOn(next, isOver ? doneOnly(told) : told)
  next.kernel.close()
  next.abandon()
  return isReached
}

const faults: [Place, Fault, number][] = [
  ['audit write', 'ENOSPC', 9],
  ['audit write', 'EIO', 13],
  ['audit write', 'short', 11],
  ['audit sync', 'EIO', 7],
  ['statement', 'ENOSPC', 41],
  ['statement', 'EIO', 67],
  ['key', 'ENOSPC', 2],
]

describe('[crash.refused] a write that the disk refuses', () => {
  it.each(faults)(
    'leaves no effect without its record, and what follows goes on: %s %s',
    {
      timeout: 600_000,
    },
    async (place, fault, sparse) => {
      const stride = full ? 1 : sparse
      for (const length of full ? [1, 2, 6] : [3]) {
        let n = full ? 1 : 1 + (seed % sparse)
        while (await refuseAt(place, fault, n, length)) n += stride
        expect(n).toBeGreaterThan(stride)
      }
    },
  )

  it('is told when SQLite itself finds no room, and everything goes on when there is some', async () => {
    const inside = openInside(freshFolder())
    const { journal } = inside.kernel
    const client = new Client(inside, nothingTold())
    const { db } = journal.store
    const at = 'x'.repeat(20_000)
    expect(await client.push({ tool: 'think', callId: 'before', input: { at } })).toMatchObject({ state: 'done' })
    const pages = Number(db.prepare('PRAGMA page_count').get()?.page_count)
    db.exec(`PRAGMA max_page_count = ${pages}`)
    const view = await inside.kernel.executor.execute({ tool: 'think', callId: 'full', input: { at } })
    expect(view).toMatchObject({ error: { code: 'STORE_READ_ONLY', message: expect.stringContaining('no room') } })
    expect(() => journal.flush()).toThrow(expect.objectContaining({ code: 'STORE_READ_ONLY' }))
    db.exec('PRAGMA max_page_count = 1000000')
    expect(await client.push({ tool: 'act_once', callId: 'after', input: { at: 'a' } })).toMatchObject({
      state: 'done',
    })
    inside.abandon()
    const next = openInside(inside.folder)
    expectKept(next, client.told)
    expect(next.kernel.executor.find('full').id).toBe('full')
    next.abandon()
  })

  it('is tried again without anybody asking for it', async () => {
    const inside = openInside(freshFolder())
    const { journal } = inside.kernel
    const end = watching({ refuse: (place) => (place === 'audit write' ? 'ENOSPC' : undefined) })
    journal.record('test', {})
    await expect(journal.durable()).rejects.toMatchObject({ code: 'STORE_READ_ONLY' })
    end()
    await expect.poll(() => [...journal.audit.lines()].length, { timeout: 10_000 }).toBe(journal.audit.seq)
    inside.abandon()
  })
})

describe('[crash.unwritable] something that can never be written', () => {
  it('is told to those who wait for it, is put on record, and keeps nothing else from being written', async () => {
    const inside = openInside(freshFolder())
    const { journal } = inside.kernel
    const client = new Client(inside, nothingTold())
    let tries = 0
    journal.later(() => {
      tries++
      throw new TypeError('never')
    })
    journal.later(() => {
      journal.store.statement("INSERT INTO facts (key, value) VALUES ('beside', 'kept')").run()
    })
    await expect(journal.durable()).rejects.toMatchObject({ message: expect.stringContaining('never') })
    expect(await client.push(callOf('act_once'))).toMatchObject({ state: 'done' })
    expect(tries).toBe(2)
    expect(journal.store.statement("SELECT value FROM facts WHERE key = 'beside'").get()).toEqual({ value: 'kept' })
    const records = journal.audit.query(({ type }) => type === 'dropped', 10)
    expect(records).toMatchObject([{ error: 'never' }])
    expectKept(inside, client.told)
    inside.abandon()
  })
})
