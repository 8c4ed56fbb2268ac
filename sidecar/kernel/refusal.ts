// What to do while the disk refuses: try again now and then, say so once, and keep what has to follow a write.
import { StewardError } from '../text/errors.ts'

const RETRY_MS = 2000

export class Refusal {
  readonly #retry: () => void
  #isOn = false
  #timer: NodeJS.Timeout | undefined
  #waiting: (() => void)[] = []
  /** Told when the disk begins to refuse, and when it takes everything again. */
  onChange: (fault: StewardError | undefined) => void = () => {}

  constructor(retry: () => void) {
    this.#retry = retry
  }

  get isOn(): boolean {
    return this.#isOn
  }

  begin(fault: StewardError): void {
    this.#timer ??= setTimeout(() => this.#again(), RETRY_MS).unref()
    if (this.#isOn) return
    this.#isOn = true
    this.onChange(fault)
  }

  end(): void {
    if (!this.#isOn) return
    this.#isOn = false
    this.onChange(undefined)
    const waiting = this.#waiting
    this.#waiting = []
    for (const then of waiting) this.attempt(then)
  }

  /** Waits until the disk takes everything again. */
  wait(then: () => void): void {
    this.#waiting.push(then)
  }

  /** What is to follow may have to write something itself, and be refused. */
  attempt(then: () => void): void {
    try {
      then()
    } catch {
      this.wait(then)
    }
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #again(): void {
    this.#timer = undefined
    this.#retry()
  }
}

/** A refusal as it is told. */
export function storageError(thrown: unknown): StewardError {
  if (thrown instanceof StewardError) return thrown
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return new StewardError(
    'STORE_READ_ONLY',
    `Steward could not write its journal: ${message}`,
    'Nothing was done that is not on record. Make room on the disk, or make the data folder writable, and try again.',
    true,
  )
}
