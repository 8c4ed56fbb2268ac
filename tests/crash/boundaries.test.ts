// A kill at every write, sync, statement and effect, of a first life and of the recovery after it. In one process: what is
// on the disk at such a point is copied away, and another kernel is started on the copy.
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, expectKept, expectWhole } from './client.ts'
import { type Boundary, synced, watching, watchStatements } from './disk.ts'
import { callOf } from './harness.ts'
import { copyOf, expectRecorded, freshFolder, type Inside, nothingTold, openInside, type Told } from './inside.ts'

const full = process.env.STEWARD_FULL === '1'
const seed = Number(process.env.STEWARD_SEED ?? 1)

interface Kill extends Boundary {
  folder: string
  told: Told
  /** How much of each file of the log was on the disk for good. */
  synced: Map<string, number>
}

let stop = () => {}
beforeAll(() => {
  stop = watchStatements()
})
afterAll(() => stop())

/** Copies what a kill would leave at every `stride`-th point while `work` is done, from the `first` on. */
async function killsDuring(inside: Inside, told: Told, work: () => Promise<void>, first: number, stride: number) {
  const kills: Kill[] = []
  const keep = freshFolder()
  let points = 0
  const end = watching({
    at(boundary) {
      if (points++ % stride !== first % stride) return
      const folder = path.join(keep, String(points))
      fs.cpSync(inside.folder, folder, { recursive: true, filter: (name) => !name.endsWith('-shm') })
      kills.push({ ...boundary, folder, told: copyOf(told), synced: new Map(synced) })
    },
  })
  try {
    await work()
  } finally {
    end()
  }
  return { kills, points }
}

/** A power cut takes what was never synced. */
function cutPower({ folder, synced: kept }: Kill, from: string): void {
  for (const name of fs.readdirSync(path.join(folder, 'audit'))) {
    const file = path.join(folder, 'audit', name)
    const size = kept.get(path.join(from, 'audit', name)) ?? 0
    if (fs.statSync(file).size > size) fs.truncateSync(file, size)
  }
}

/** Starts on what is left, and holds it to every promise. */
async function live(kill: Kill, during: (inside: Inside, client: Client) => Promise<void>): Promise<void> {
  expectRecorded(kill.folder)
  const inside = openInside(kill.folder)
  try {
    expectKept(inside, kill.told)
    await during(inside, new Client(inside, kill.told))
    expectWhole(inside, kill.told)
    expectKept(inside, kill.told)
    inside.kernel.close()
  } finally {
    inside.abandon()
  }
  expectRecorded(kill.folder)
  fs.rmSync(kill.folder, { recursive: true })
}

async function goOn({ kernel }: Inside, client: Client): Promise<void> {
  await kernel.recover()
  await client.work()
}

async function firstLife(stride: number) {
  const inside = openInside(freshFolder())
  const told = nothingTold()
  const client = new Client(inside, told)
  const found = await killsDuring(inside, told, () => client.work(), seed, stride)
  expectWhole(inside, told)
  inside.abandon()
  return { ...found, folder: inside.folder }
}

describe('[crash.boundaries] a kill at a write, a sync, a statement or an effect', () => {
  let count = 0

  it('loses nothing, repeats nothing, and leaves a log that verifies', { timeout: 600_000 }, async () => {
    const { kills } = await firstLife(full ? 1 : 45)
    for (const kill of kills) await live(kill, goOn)
    count += kills.length
  })

  it('does so too while the next start takes up what was left', { timeout: 600_000 }, async () => {
    const { kills } = await firstLife(full ? 21 : 211)
    for (const kill of kills)
      await live(kill, async (inside, client) => {
        const work = () => goOn(inside, client)
        const { kills: again } = await killsDuring(inside, kill.told, work, seed, full ? 11 : 61)
        for (const one of again) await live(one, goOn)
        count += again.length
      })
  })

  it('leaves, when the power is cut, the record of everything that was done', { timeout: 600_000 }, async () => {
    const { kills, folder } = await firstLife(full ? 3 : 61)
    for (const kill of kills) {
      cutPower(kill, folder)
      expectRecorded(kill.folder)
      // What was not synced was promised to nobody but those who asked for no more than a kill.
      await live({ ...kill, told: nothingTold() }, goOn)
    }
    count += kills.length
  })

  it('finds the record synced even where somebody looked at the journal just after it was made', async () => {
    const inside = openInside(freshFolder())
    let safe = false
    const end = watching({
      at({ place, when }) {
        if (place !== 'effect' || when !== 'before') return
        const file = path.join(inside.folder, 'audit/audit-000001.jsonl')
        const onDisk = fs.readFileSync(file).subarray(0, synced.get(file) ?? 0)
        safe = onDisk.includes('act_once/1')
      },
    })
    const client = new Client(inside, nothingTold())
    await client.push(callOf('think'))
    const done = client.push(callOf('act_once'))
    for (let turn = 0; turn < 100; turn++) {
      await undefined
      inside.kernel.journal.flush()
    }
    await done
    end()
    inside.abandon()
    expect(safe).toBe(true)
  })

  it('was tried often enough', () => {
    expect(count).toBeGreaterThanOrEqual(full ? 1000 : 30)
  })
})
