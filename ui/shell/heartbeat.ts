// Whether the sidecar still answers: it is asked something small again and again, as long as anybody looks.

export interface HeartbeatOptions {
  /** Whether it matters now. */
  isWanted(): boolean
  /** Asks something that is answered at once. */
  ask(signal: AbortSignal): Promise<unknown>
  onHung(): void
  onAnswer(): void
  everyMs?: number
  limitMs?: number
}

const EVERY_MS = 5000
const LIMIT_MS = 4000
/** A timer that comes so much too late says that this computer, or we, stood still: not the sidecar. */
const LATE_MS = 1000

/** Begins to ask; returns a function that ends it. */
export function startHeartbeat(options: HeartbeatOptions): () => void {
  const { isWanted, ask, onHung, onAnswer, everyMs = EVERY_MS, limitMs = LIMIT_MS } = options
  let isAsking = false
  let isOver = false

  async function beat(): Promise<void> {
    if (isAsking || !isWanted()) return
    isAsking = true
    const stop = new AbortController()
    const begun = performance.now()
    const timer = setTimeout(() => {
      stop.abort()
      if (!isOver && performance.now() - begun < limitMs + LATE_MS) onHung()
    }, limitMs)
    timer.unref()
    try {
      await ask(stop.signal)
      if (!isOver && !stop.signal.aborted) onAnswer()
    } catch {
      // It is gone, or takes too long; who is gone is known by other signs.
    } finally {
      clearTimeout(timer)
      isAsking = false
    }
  }

  const interval = setInterval(() => void beat(), everyMs)
  interval.unref()
  return () => {
    isOver = true
    clearInterval(interval)
  }
}
