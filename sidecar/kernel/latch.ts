// STOP: one latch on disk. Set, no effect is committed any more, whatever asks for it; only the user lifts it.
import { StewardError } from '../text/errors.ts'
import type { Events } from './events.ts'
import type { Journal } from './journal.ts'

export class Latch {
  readonly #journal: Journal
  readonly #events: Events
  #reason: string | undefined

  constructor(journal: Journal, events: Events) {
    this.#journal = journal
    this.#events = events
    const row = journal.store.statement("SELECT value FROM facts WHERE key = 'stop'").get()
    if (row) this.#reason = String(row.value)
  }

  get stopped(): boolean {
    return this.#reason !== undefined
  }

  get reason(): string | undefined {
    return this.#reason
  }

  /** Throws STOPPED while it is set. */
  check(): void {
    if (this.#reason === undefined) return
    throw new StewardError(
      'STOPPED',
      this.#reason === '' ? 'STOP is set.' : `STOP is set: ${this.#reason}`,
      'Lift it with: steward release',
    )
  }

  /** Sets it. It holds from this line on, before it is even on the disk. */
  set(reason: string): void {
    this.#reason = reason
    this.#journal.later(() => {
      this.#journal.store.statement("INSERT OR REPLACE INTO facts (key, value) VALUES ('stop', ?)").run(reason)
    })
    this.#journal.record('stop.set', { reason })
    this.#tell()
  }

  release(): void {
    this.#journal.later(() => {
      this.#journal.store.statement("DELETE FROM facts WHERE key = 'stop'").run()
    })
    this.#journal.record('stop.released', {})
    this.#journal.flush()
    this.#reason = undefined
    this.#tell()
  }

  #tell(): void {
    this.#events.emit('health/changed', {
      stopped: this.stopped,
      ...(this.#reason ? { reason: this.#reason } : {}),
    })
  }
}
