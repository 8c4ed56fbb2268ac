// What a run gets besides its ports: a clock, chance, progress, and the means to wait. All of it is journaled.
import type { RunContext } from './define.ts'
import type { LiveCall } from './live.ts'

/** Up to this long a sleep stays in memory; beyond it the call is parked and its slot freed. */
const NAP_MS = 1000

export interface ContextParts {
  now: () => number
  zone: () => string
  progress: (live: LiveCall, title: string, metadata?: Record<string, unknown>) => void
  suspend: (live: LiveCall, place: string, reason: string, data: unknown, wakeAt?: number) => unknown
  attach: (live: LiveCall, name: string, mime: string, bytes: Uint8Array) => void
}

/** The context of one entry into `run`. */
export function runContext(live: LiveCall, parts: ContextParts): RunContext {
  const now = () => live.log.value('clock', parts.now(), parts.now)
  const wait = (reason: string, data: unknown, wakeAt?: number) => {
    const ordinal = live.log.reserve()
    live.log.at(ordinal, { kind: 'suspend', method: reason, target: '', args: [], changes: false, now: parts.now() })
    return parts.suspend(live, `${ordinal}.0`, reason, data, wakeAt)
  }
  return {
    get signal() {
      return live.signal
    },
    session: { id: live.session.id, root: live.session.root, allowed: live.session.allowed },
    clock: {
      now,
      zone: () => live.log.value('zone', parts.now(), parts.zone),
      sleep: async (ms) => {
        const until = now() + ms
        if (ms > NAP_MS) wait('time', { until }, until)
        else await nap(ms, live)
      },
    },
    random: () => live.log.value('random', parts.now(), Math.random),
    progress: (title, metadata) => parts.progress(live, title, metadata),
    suspend: async (reason, data) => wait(reason, data),
    attach: (name, mime, bytes) => parts.attach(live, name, mime, bytes),
  }
}

function nap(ms: number, live: LiveCall): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    live.signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(live.signal.reason)
    })
  })
}
