// A disk that is full or failing: the n-th write is refused, for every n, and later there is room again.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, expectKept, expectNothingTwice } from './client.ts'
import { type Fault, type Place, watching, watchStatements } from './disk.ts'
import { expectRecorded, freshFolder, nothingTold, openInside } from './inside.ts'

const full = process.env.STEWARD_FULL === '1'
const seed = Number(process.env.STEWARD_SEED ?? 1)
let stop = () => {}
beforeAll(() => {
  stop = watchStatements()
})
afterAll(() => stop())

const unhandled: unknown[] = []
process.on('unhandledRejection', (reason) => unhandled.push(reason))

/** Refuses the n-th write to a place and the next few after it. False where it was never reached. */
async function refuseAt(place: Place, fault: Fault, n: number, length: number): Promise<boolean> {
  const inside = openInside(freshFolder())
  const told = nothingTold()
  let count = 0
  const end = watching({
    refuse: (at) => {
      if (at !== place) return undefined
      count++
      return count >= n && count < n + length ? fault : undefined
    },
    at: ({ place: at, when }) => {
      if (at === 'effect' && when === 'after') expectRecorded(inside.folder)
    },
  })
  const client = new Client(inside, told)
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error('it hangs')), 5000).unref())
  let error: unknown
  try {
    await Promise.race([client.work(), late])
  } catch (thrown) {
    error = thrown
  }
  end()
  const states = [...told.ended]
    .map(([id, v]) => `${id}:${v.state}${v.error ? `(${v.error.code})` : ''}`)
    .filter((s) => !s.endsWith(':done'))
    .join(' ')
  console.log(
    place,
    fault,
    n,
    length,
    error instanceof Error ? `${error.message} ${(error as any).hint ?? ''}` : (error ?? 'ok'),
    states,
    unhandled.splice(0).map((u) => (u as Error).stack),
  )
  try {
    expectNothingTwice(inside)
    expectRecorded(inside.folder)
    expectKept(inside, told)
  } catch (e) {
    console.log('  BAD', (e as Error).message.slice(0, 300))
  }
  try {
    inside.abandon()
  } catch {}
  return count >= n
}

describe('x', () => {
  for (const [place, fault] of [
    ['audit write', 'ENOSPC'],
    ['audit sync', 'EIO'],
    ['statement', 'ENOSPC'],
    ['key', 'EIO'],
  ] as const)
    it(`${place} ${fault}`, { timeout: 900_000 }, async () => {
      for (const length of [1, 6])
        for (let n = 1; n < 1000; n += place === 'statement' ? 5 : 2)
          if (!(await refuseAt(place, fault, n, length))) break
    })
})
void full, seed, expect
