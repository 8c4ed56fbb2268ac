// A kill at every write, sync, statement and effect, of a first life and of the recovery after it. In one process: what is
// on the disk at such a point is copied away, and another kernel is started on the copy.
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, callsAtOnce, expectKept, expectWhole } from './client.ts'
import { type Boundary, synced, watching, watchStatements } from './disk.ts'
import { copyOf, expectRecorded, freshFolder, type Inside, nothingTold, openInside, type Told } from './inside.ts'

const full = process.env.STEWARD_FULL === '1'
const seed = Number(process.env.STEWARD_SEED ?? 1)
const sample = full ? Number.POSITIVE_INFINITY : 12

interface Kill extends Boundary {
  folder: string
  told: Told
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
      kills.push({ ...boundary, folder, told: copyOf(told) })
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
function cutPower(folder: string, from: string): void {
  const audit = path.join(folder, 'audit')
  for (const name of fs.readdirSync(audit)) {
    const file = path.join(audit, name)
    const size = synced.get(path.join(from, 'audit', name)) ?? 0
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

async function firstLife(count: number, order = callsAtOnce) {
  const inside = openInside(freshFolder())
  const told = nothingTold()
  const client = new Client(inside, told)
  const found = await killsDuring(inside, told, () => client.work(order), seed, count)
  expectWhole(inside, told)
  inside.abandon()
  return { ...found, folder: inside.folder }
}

describe('[crash.boundaries] a kill at a write, a sync, a statement or an effect', () => {
  it('loses nothing, repeats nothing, and leaves a log that verifies', { timeout: 600_000 }, async () => {
    const { kills, points } = await firstLife(1)
    console.log(points, kills.length)
    for (const kill of kills) await live(kill, goOn)
  })
})
void sample, full, cutPower
