// A call while it is in memory: its row, its tool, its port log, and the means to end it from outside.

import { StewardError } from '../text/errors.ts'
import type { Runnable } from './define.ts'
import type { PortLog } from './portlog.ts'
import { type CallRow, isAtRest } from './rows.ts'
import type { Session } from './sessions.ts'
import type { Parked } from './suspend.ts'

/** A changing effect was begun, and whether it was carried out can't be told. */
export class OutcomeUnknown {
  readonly what: string
  constructor(what: string) {
    this.what = what
  }
}

// One for all: every call ends, and a fresh error for each would cost more than the rest of its end.
const over = new StewardError('NOT_GRANTED', 'The call has ended, and what it was granted with it.')

export type Ending = Parked | StewardError | OutcomeUnknown

export class LiveCall {
  readonly row: CallRow
  readonly tool: Runnable
  readonly session: Session
  log: PortLog
  /** Port calls under way. */
  readonly inFlight = new Set<Promise<unknown>>()
  /** Changing effects that were begun and have no receipt yet. */
  readonly unsettled = new Set<string>()
  /** Parked, but goes on by itself. */
  dozing = false
  /** Under way. Until it is over, not even an end that can be seen already is on the disk. */
  driven: Promise<void> | undefined
  began = 0
  #controller: AbortController | undefined
  #ending: Ending | undefined
  #interrupt: ((ending: Ending) => void) | undefined
  #rest: (() => void)[] = []

  constructor(row: CallRow, tool: Runnable, session: Session, log: PortLog) {
    this.row = row
    this.tool = tool
    this.session = session
    this.log = log
    // It holds even where the tool swallows what was thrown.
    log.onDiverged = (error) => this.end(error)
  }

  /** Why it must not go on, if anything said so. It holds even where the tool swallows what was thrown. */
  get ending(): Ending | undefined {
    return this.#ending
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#ending && !this.#controller.signal.aborted) this.#controller.abort(this.#ending)
    return this.#controller.signal
  }

  /** Forgets the last run, before the call is entered again. */
  reset(): void {
    this.dozing = false
    this.#controller = undefined
    this.#ending = undefined
    this.#interrupt = undefined
    this.inFlight.clear()
    this.unsettled.clear()
    this.log.rewind()
  }

  /** Ends the run: the first reason counts. */
  end(ending: Ending): void {
    if (this.#ending) return
    this.#ending = ending
    this.#controller?.abort(ending)
    this.#interrupt?.(ending)
  }

  /** The call is over: a port that was kept does nothing any more. */
  close(): void {
    this.#ending ??= over
    this.#controller?.abort(this.#ending)
  }

  /** Throws where the run was ended. */
  check(): void {
    if (this.#ending) throw this.#ending
  }

  /** The run's result, or a rejection as soon as the run is ended from outside. */
  untilEnded<T>(run: Promise<T>): Promise<T> {
    run.catch(() => {})
    return new Promise((resolve, reject) => {
      this.#interrupt = reject
      if (this.#ending) reject(this.#ending)
      run.then(resolve, reject)
    })
  }

  /** Resolves when nothing more happens to it by itself. */
  atRest(): Promise<void> | undefined {
    if (isAtRest(this.row) && !this.dozing && !this.driven) return undefined
    return new Promise((resolve) => this.#rest.push(resolve))
  }

  /** Tells those who wait for it. */
  rested(): void {
    const waiting = this.#rest
    this.#rest = []
    for (const resolve of waiting) resolve()
  }
}

/** The result of a run or a preparation, unless it takes too long or is ended from outside. */
export async function inTime<T>(live: LiveCall, ms: number, result: Promise<T>): Promise<T> {
  const hint = 'Try it with less at once, or give the tool more time under timeouts in the settings.'
  const late = () => live.end(new StewardError('TIMEOUT', `${live.tool.name} took longer than ${ms} ms.`, hint, true))
  const timer = setTimeout(late, ms)
  try {
    return await live.untilEnded(result)
  } finally {
    clearTimeout(timer)
  }
}
