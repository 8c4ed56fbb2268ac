// After a start: every call that was under way goes on, or is told to be in doubt. What waited still waits.
import { isEffectKind, meaning } from '../../policy/effects.ts'
import { toView } from '../text/errors.ts'
import type { Events } from './events.ts'
import type { Executor } from './execute.ts'
import type { Journal } from './journal.ts'
import { loadPortLog } from './portlog.ts'
import type { CallRow } from './rows.ts'
import type { Suspensions } from './suspend.ts'
import { viewCall } from './view.ts'

const LONGEST_TIMER_MS = 2 ** 31 - 1
const RETRY_MS = 2000

export interface RecoverParts {
  journal: Journal
  events: Events
  now: () => number
}

/** Takes up what the last process left. */
export async function recover(executor: Executor, parts: RecoverParts): Promise<number> {
  const { journal } = parts
  const rows = journal.open(['planned', 'running'])
  for (const { id } of rows) {
    try {
      await executor.takeUp(id)
    } catch (thrown) {
      giveUp(executor.find(id), thrown, parts)
    }
  }
  return rows.length
}

/** Ends a call that can't go on: its tool is gone. */
export function giveUp(row: CallRow, thrown: unknown, { journal, events, now }: RecoverParts): void {
  const log = loadPortLog(row.id, journal, (kind) => isEffectKind(kind) && meaning(kind).changes)
  row.state = log.doubtful.length > 0 ? 'unknown' : 'failed'
  row.error = toView(thrown)
  row.finishedAt = now()
  journal.put(row)
  journal.record('outcome', {
    call: row.id,
    tool: row.tool,
    session: row.session,
    state: row.state,
    error: row.error.code,
  })
  journal.whenKept(() => events.emit('call/finished', viewCall(row, now())))
}

/** Wakes calls that sleep until a time, across restarts. */
export class Waker {
  readonly #suspensions: Suspensions
  readonly #now: () => number
  readonly #mayWake: () => boolean
  readonly #wake: (id: string) => Promise<unknown>
  #timer: NodeJS.Timeout | undefined

  /** While `mayWake` says no, whatever is due stays parked; `schedule` is called when it says yes again. */
  constructor(
    suspensions: Suspensions,
    now: () => number,
    mayWake: () => boolean,
    wake: (id: string) => Promise<unknown>,
  ) {
    this.#suspensions = suspensions
    this.#now = now
    this.#mayWake = mayWake
    this.#wake = wake
  }

  /** Looks which is next. Called at the start and whenever one was added. */
  schedule(): void {
    clearTimeout(this.#timer)
    const next = this.#next()
    if (!next) return
    const ms = Math.min(LONGEST_TIMER_MS, Math.max(0, next.wakeAt - this.#now()))
    this.#timer = setTimeout(() => this.#due(next), ms)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  // Where the disk refuses what has to be written first, it is looked up later.
  #next(): { id: string; wakeAt: number } | undefined {
    try {
      return this.#suspensions.nextWake()
    } catch {
      this.#timer = setTimeout(() => this.schedule(), RETRY_MS)
      return undefined
    }
  }

  async #due(next: { id: string; wakeAt: number }): Promise<void> {
    if (!this.#mayWake()) return
    // The clock may have been set back, or the wait was longer than a timer can be.
    if (next.wakeAt <= this.#now()) await this.#wake(next.id).catch(() => {})
    this.schedule()
  }
}
