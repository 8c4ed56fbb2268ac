// At most so many calls run at once. Sessions take turns, so that one that asks for a thousand does not starve the next.

export class Slots {
  readonly #queues = new Map<string, (() => void)[]>()
  #limit: number
  #taken = 0
  #waiting = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get running(): number {
    return this.#taken
  }

  get queued(): number {
    return this.#waiting
  }

  set limit(limit: number) {
    this.#limit = limit
    this.#admit()
  }

  /** Takes a slot at once and returns nothing, or returns the promise of one. */
  take(session: string): Promise<void> | undefined {
    if (this.#taken < this.#limit) {
      this.#taken++
      return undefined
    }
    return new Promise((resolve) => {
      const queue = this.#queues.get(session)
      if (queue) queue.push(resolve)
      else this.#queues.set(session, [resolve])
      this.#waiting++
    })
  }

  /** Gives a slot back; the next session in turn gets it. */
  free(): void {
    this.#taken--
    this.#admit()
  }

  #admit(): void {
    while (this.#taken < this.#limit && this.#waiting > 0) {
      const [session, queue] = this.#queues.entries().next().value as [string, (() => void)[]]
      // Back to the end of the round, if it still wants something.
      this.#queues.delete(session)
      const next = queue.shift()
      if (queue.length > 0) this.#queues.set(session, queue)
      this.#waiting--
      this.#taken++
      next?.()
    }
  }
}
