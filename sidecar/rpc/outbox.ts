// The writing half of both ends: frames are joined and written once a turn. What the reader does not take waits here;
// answers always, events only so far.
import type { Writable } from 'node:stream'

export interface OutboxOptions {
  output: Writable
  /** The reader took what it was sent. */
  onDrain(): void
  /** The reader is gone. */
  onGone(): void
}

const PIECE = 1024 * 1024
const MOST_FRAMES = 2000
const MOST_CHARACTERS = 8 * 1024 * 1024
const CLOSE_MS = 1000

export class Outbox {
  readonly #output: Writable
  readonly #onDrain: () => void
  readonly #onGone: () => void
  #queue: string[] = []
  #characters = 0
  #scheduled = false
  #blocked = false
  #ended = false
  #gone = false
  #closed: (() => void) | undefined

  constructor({ output, onDrain, onGone }: OutboxOptions) {
    this.#output = output
    this.#onDrain = onDrain
    this.#onGone = onGone
    output.on('drain', () => this.#drained())
    output.on('error', () => this.#lost())
    output.on('close', () => this.#lost())
  }

  /** The reader is behind. */
  get blocked(): boolean {
    return this.#blocked
  }

  /** Sends a frame that must arrive. */
  send(frame: string): void {
    if (this.#ended || this.#gone) return
    this.#queue.push(frame)
    this.#characters += frame.length
    if (this.#blocked) return
    if (this.#characters >= PIECE) this.#flush()
    else this.#schedule()
  }

  /** Sends a frame that a reader who is far behind does not get. */
  offer(frame: string): boolean {
    if (this.#full && !this.#blocked) this.#flush()
    if (this.#full || this.#gone) return false
    this.send(frame)
    return true
  }

  /** Writes what is left and ends the output. A reader who takes nothing is not waited for long. */
  close(): Promise<void> {
    if (this.#gone) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#output.destroy(), CLOSE_MS)
      this.#closed = () => {
        clearTimeout(timer)
        resolve()
      }
      // A turn later, so that the answer of the handler that closes still gets out.
      this.#schedule()
    })
  }

  get #full(): boolean {
    return this.#queue.length >= MOST_FRAMES || this.#characters >= MOST_CHARACTERS
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#flush()
    })
  }

  #flush(): void {
    while (!this.#blocked && !this.#gone && this.#queue.length > 0) {
      const piece = this.#take()
      if (!this.#output.write(`${piece.join('\n')}\n`)) this.#blocked = true
    }
    if (this.#closed === undefined || this.#queue.length > 0 || this.#ended || this.#gone) return
    this.#ended = true
    this.#output.end(() => this.#lost())
  }

  // In pieces: all that a slow reader let pile up could be longer than a string may be.
  #take(): string[] {
    let count = this.#queue.length
    let characters = this.#characters
    if (characters > PIECE) {
      count = 0
      characters = 0
      while (count < this.#queue.length && characters < PIECE) characters += this.#queue[count++]?.length ?? 0
    }
    const rest = this.#queue.slice(count)
    const piece = rest.length === 0 ? this.#queue : this.#queue.slice(0, count)
    this.#queue = rest
    this.#characters -= characters
    return piece
  }

  #drained(): void {
    this.#blocked = false
    this.#flush()
    if (!this.#blocked && !this.#gone) this.#onDrain()
  }

  #lost(): void {
    if (this.#gone) return
    this.#gone = true
    this.#queue = []
    this.#closed?.()
    this.#onGone()
  }
}
