// One writer at a time, over all processes of Steward: an exclusive transaction on a tiny SQLite file, which the system drops
// with the process however that ends. Other programs do not know of it; against them each write looks once more, right
// before it takes its place.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseFault, isBusy, writeFault } from '../../store/faults.ts'
import { StewardError } from '../../text/errors.ts'

const LONGEST_WAIT = 10_000
const BETWEEN = 15

/** Does something while no other writer does; one after the other, in the order in which they came. */
export type Alone = <T>(doing: () => Promise<T>, signal: AbortSignal) => Promise<T>

/** The lock of a file. */
export function aloneWith(file: string): Alone {
  let last: Promise<unknown> = Promise.resolve()
  return (doing, signal) => {
    const mine = last.then(async () => {
      signal.throwIfAborted()
      const release = await taken(file, signal)
      try {
        return await doing()
      } finally {
        release()
      }
    })
    last = mine.catch(() => undefined)
    return mine
  }
}

async function taken(file: string, signal: AbortSignal): Promise<() => void> {
  const ends = performance.now() + LONGEST_WAIT
  const database = opened(file)
  for (;;) {
    try {
      database.exec('BEGIN EXCLUSIVE')
      return () => database.close()
    } catch (thrown) {
      if (!isBusy(thrown) || signal.aborted || performance.now() > ends) {
        database.close()
        signal.throwIfAborted()
        throw isBusy(thrown)
          ? new StewardError('BUSY', 'Another Steward writes to the calendars.', 'Try again in a moment.', true)
          : databaseFault(thrown, file)
      }
    }
    await sleep(BETWEEN)
  }
}

function opened(file: string): DatabaseSync {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  } catch (thrown) {
    throw writeFault(thrown, file)
  }
  try {
    return new DatabaseSync(file, { timeout: 0 })
  } catch (thrown) {
    throw databaseFault(thrown, file)
  }
}
