// The reading half of both ends: frames are handed over one by one, never for long without giving the loop a turn,
// and not at all while the other side does not take what it is sent.
import type { Readable } from 'node:stream'
import { createSplitter, type Frame } from './frames.ts'

export interface ReaderOptions {
  input: Readable
  onFrame(frame: Frame): void
  /** While true nothing is read. */
  blocked(): boolean
  /** Called once, after the last frame. */
  onEnd(): void
}

export interface Reader {
  /** Says that `blocked` may have changed. */
  wake(): void
  /** Hands over nothing more. */
  stop(): void
}

const SLICE_MS = 10

/** Reads frames until the input ends. */
export function readFrames({ input, onFrame, blocked, onEnd }: ReaderOptions): Reader {
  const splitter = createSplitter()
  let frames: Frame[] = []
  let next = 0
  let over = false
  let stopped = false
  let turn: NodeJS.Immediate | undefined

  function work(): void {
    turn = undefined
    const until = Date.now() + SLICE_MS
    while (!stopped && next < frames.length) {
      if (blocked()) {
        input.pause()
        return
      }
      const frame = frames[next++]
      if (frame !== undefined) onFrame(frame)
      if (Date.now() > until) {
        input.pause()
        turn = setImmediate(work)
        return
      }
    }
    if (!stopped) rest()
  }

  function rest(): void {
    frames = []
    next = 0
    if (over) {
      stopped = true
      onEnd()
    } else if (blocked()) input.pause()
    else if (input.isPaused()) input.resume()
  }

  function add(more: Frame[]): void {
    frames = next < frames.length ? frames.slice(next).concat(more) : more
    next = 0
    if (turn === undefined) work()
  }

  function end(): void {
    if (over || stopped) return
    over = true
    add(splitter.end())
  }

  input.on('data', (chunk: Buffer) => {
    if (!stopped) add(splitter.push(chunk))
  })
  input.on('end', end)
  input.on('close', end)
  input.on('error', end)

  return {
    wake() {
      if (turn === undefined && !stopped) work()
    },
    stop() {
      stopped = true
      frames = []
      if (turn !== undefined) clearImmediate(turn)
    },
  }
}
