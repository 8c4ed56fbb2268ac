// Finds, among writes that fail together, those that no disk would ever take.
import type { Store } from '../store/database.ts'
import { StewardError } from '../text/errors.ts'

export interface Write {
  /** What is told of it when it is given up. */
  what: Record<string, unknown>
  run(): void
}

/** The writes that can't be made, with the reason. Changes nothing; none, where it is the disk that refuses. */
export function findUnwritable(store: Store, writes: readonly Write[]): Map<Write, string> {
  const found = new Map<Write, string>()
  const tried = new Error('Only tried.')
  try {
    store.transaction(() => {
      for (const write of writes) tryOne(store, write, found)
      throw tried
    })
  } catch (thrown) {
    if (thrown !== tried) return new Map()
  }
  return found
}

function tryOne(store: Store, write: Write, found: Map<Write, string>): void {
  try {
    store.transaction(write.run)
  } catch (thrown) {
    if (thrown instanceof StewardError) throw thrown
    found.set(write, thrown instanceof Error ? thrown.message : String(thrown))
  }
}
