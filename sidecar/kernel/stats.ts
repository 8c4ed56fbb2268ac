// How each tool fares: calls, failures, and the times they took, in buckets that grow by a quarter.
import type { Journal } from './journal.ts'

export interface ToolStats {
  tool: string
  calls: number
  failures: number
  p50Ms: number
  p95Ms: number
  lastAt?: number
}

interface Tally {
  calls: number
  failures: number
  lastAt: number
  buckets: number[]
  saved: boolean
}

const GROWTH = Math.log(1.25)
const SMALLEST_MS = 0.02
const SAVE_EVERY_MS = 1000

const bucketOf = (ms: number): number =>
  Math.max(0, Math.round(Math.log(Math.max(ms, SMALLEST_MS) / SMALLEST_MS) / GROWTH))
const middleOf = (bucket: number): number => Math.round(SMALLEST_MS * Math.exp(bucket * GROWTH) * 100) / 100

/** Milliseconds of a clock that nobody sets. Not `performance`: loading that takes longer than it is worth. */
export function ticks(): number {
  const [seconds, nanos] = process.hrtime()
  return seconds * 1e3 + nanos / 1e6
}

export class Stats {
  readonly #journal: Journal
  readonly #tallies = new Map<string, Tally>()
  #timer: NodeJS.Timeout | undefined

  constructor(journal: Journal) {
    this.#journal = journal
  }

  /** Counts one finished call. */
  count(tool: string, ms: number, failed: boolean, at: number): void {
    const tally = this.#tally(tool)
    tally.calls++
    if (failed) tally.failures++
    tally.lastAt = at
    const bucket = bucketOf(ms)
    tally.buckets[bucket] = (tally.buckets[bucket] ?? 0) + 1
    tally.saved = false
    // Figures, not records: a kill may cost the last second of them, and every call is spared a write.
    this.#timer ??= setTimeout(() => this.save(), SAVE_EVERY_MS).unref()
  }

  /** Writes what changed. */
  save(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const [tool, tally] of this.#tallies) if (!tally.saved) this.#journal.later(() => this.#save(tool, tally))
  }

  /** One tool's figures. */
  of(tool: string): ToolStats {
    const { calls, failures, lastAt, buckets } = this.#tally(tool)
    const figures = { tool, calls, failures, p50Ms: share(buckets, calls, 0.5), p95Ms: share(buckets, calls, 0.95) }
    return lastAt === 0 ? figures : { ...figures, lastAt }
  }

  /** Every tool that was ever called. */
  all(): ToolStats[] {
    this.save()
    this.#journal.flush()
    const rows = this.#journal.store.statement('SELECT tool FROM tool_stats ORDER BY tool').all()
    return rows.map((row) => this.of(String(row.tool)))
  }

  #tally(tool: string): Tally {
    const known = this.#tallies.get(tool)
    if (known) return known
    const row = this.#journal.store.statement('SELECT * FROM tool_stats WHERE tool = ?').get(tool)
    const tally: Tally = row
      ? {
          calls: Number(row.calls),
          failures: Number(row.failures),
          lastAt: Number(row.last_at),
          buckets: JSON.parse(String(row.buckets)) as number[],
          saved: true,
        }
      : { calls: 0, failures: 0, lastAt: 0, buckets: [], saved: true }
    this.#tallies.set(tool, tally)
    return tally
  }

  #save(tool: string, tally: Tally): void {
    tally.saved = true
    this.#journal.store
      .statement('INSERT OR REPLACE INTO tool_stats (tool, calls, failures, last_at, buckets) VALUES (?, ?, ?, ?, ?)')
      .run(tool, tally.calls, tally.failures, tally.lastAt, JSON.stringify(Array.from(tally.buckets, (n) => n ?? 0)))
  }
}

function share(buckets: readonly number[], calls: number, part: number): number {
  let left = calls * part
  for (let bucket = 0; bucket < buckets.length; bucket++) {
    left -= buckets[bucket] ?? 0
    if (left <= 0 && calls > 0) return middleOf(bucket)
  }
  return 0
}
