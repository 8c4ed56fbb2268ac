// Steps five to seven: run with the granted ports, check and bound what comes back, put the outcome on record.
import { meaning } from '../../policy/effects.ts'
import { type ErrorView, StewardError, toView } from '../text/errors.ts'
import { type ContextParts, runContext } from './context.ts'
import type { Events } from './events.ts'
import { type GrantParts, grantPorts, undoSteps } from './grant.ts'
import type { Heard } from './heard.ts'
import type { Journal } from './journal.ts'
import { marksOf, resultLabels } from './labels.ts'
import { inTime, type LiveCall, OutcomeUnknown } from './live.ts'
import { type Blobs, keepOutput } from './output.ts'
import type { CallState } from './rows.ts'
import type { Sessions } from './sessions.ts'
import type { Standing } from './standing.ts'
import { type Stats, ticks } from './stats.ts'
import { Parked, type Suspensions } from './suspend.ts'
import { viewCall } from './view.ts'

/** How long what was aborted may take to stop. */
const GRACE_MS = 200
const TRIES = 3
const BACKOFF_MS = 200

export interface RunnerParts {
  journal: Journal
  sessions: Sessions
  standing: Standing
  heard: Heard
  suspensions: Suspensions
  stats: Stats
  events: Events
  blobs: Blobs
  grant: GrantParts
  context: ContextParts
  now: () => number
  timeout: (tool: string) => number | undefined
  /** Told when a call goes to sleep until a time. */
  onDoze: () => void
}

export class Runner {
  readonly #parts: RunnerParts

  constructor(parts: RunnerParts) {
    this.#parts = parts
  }

  /** Runs a call that may run, up to its output. Throws or rejects with whatever stopped it. */
  run(live: LiveCall): Promise<void> | undefined {
    const { row, tool } = live
    row.state = 'running'
    row.startedAt ??= this.#parts.now()
    row.attempts++
    live.began = ticks()
    if (tool.kinds.length > 0) return this.#runOnRecord(live)
    const output = this.#enter(live)
    return output instanceof Promise ? output.then((value) => this.#keep(live, value)) : this.#keep(live, output)
  }

  // What may touch the world is on the disk as running before it is entered.
  async #runOnRecord(live: LiveCall): Promise<void> {
    const { journal } = this.#parts
    journal.put(live.row)
    await journal.durable(changesWorld(live))
    live.check()
    await this.#keep(live, await this.#enter(live))
  }

  #keep(live: LiveCall, output: unknown): Promise<void> | undefined {
    live.check()
    // What a tool began and did not wait for is still its own: the call is not done before that is.
    if (live.inFlight.size > 0) return this.#settle(live).then(() => this.#keep(live, output))
    live.log.end()
    const parsed = live.tool.parseOutput(output, live.row.session)
    if (parsed instanceof Promise) return parsed.then((value) => keepOutput(live, this.#parts.blobs, value))
    keepOutput(live, this.#parts.blobs, parsed)
    return undefined
  }

  /** Parks or ends a call that was stopped. */
  async stopped(live: LiveCall, thrown: unknown): Promise<void> {
    const why = live.ending ?? thrown
    await settled(live, why instanceof Parked ? Number.POSITIVE_INFINITY : GRACE_MS)
    if (why instanceof Parked) return this.#park(live, why)
    const doubtful = [...live.unsettled, ...live.log.doubtful.map(({ kind, target }) => `${kind} ${target}`)]
    if (why instanceof OutcomeUnknown || doubtful.length > 0) {
      const what = why instanceof OutcomeUnknown ? why.what : doubtful.join(', ')
      const how = 'Look whether it happened, then say so with: steward calls settle'
      live.row.error = toView(
        new StewardError('INTERRUPTED', `It is not known whether this was carried out: ${what}.`, how),
      )
      return this.finish(live, 'unknown')
    }
    live.row.error = withDeeds(toView(why), live)
    return this.finish(live, 'failed')
  }

  #enter(live: LiveCall): unknown {
    const { row } = live
    this.#parts.events.emit('call/started', { callId: row.id, tool: row.tool, session: row.session })
    const entered = this.#runOnce(live)
    return entered instanceof Promise ? entered.catch((thrown) => this.#again(live, thrown, 1)) : entered
  }

  #runOnce(live: LiveCall): unknown {
    const { row, tool } = live
    const ports = grantPorts(live, row.effects, tool.kinds, this.#parts.grant)
    const result = tool.run(row.input, ports, runContext(live, this.#parts.context), row.prepared)
    if (!(result instanceof Promise)) return result
    return inTime(live, this.#parts.timeout(tool.name) ?? tool.timeoutMs, result)
  }

  async #settle(live: LiveCall): Promise<void> {
    const { tool } = live
    await inTime(live, this.#parts.timeout(tool.name) ?? tool.timeoutMs, Promise.allSettled(live.inFlight))
  }

  // Only what says that it may be tried again, and only after a failure that could pass.
  async #again(live: LiveCall, thrown: unknown, tries: number): Promise<unknown> {
    const mayPass = thrown instanceof StewardError && thrown.retryable && live.tool.idempotent && !live.ending
    if (!mayPass || tries >= TRIES) throw thrown
    await new Promise((resolve) => setTimeout(resolve, BACKOFF_MS * 2 ** tries * (0.5 + Math.random())))
    live.log.retry()
    try {
      return await this.#runOnce(live)
    } catch (next) {
      return this.#again(live, next, tries + 1)
    }
  }

  async #park(live: LiveCall, parked: Parked): Promise<void> {
    const { journal, suspensions, events } = this.#parts
    const { row } = live
    live.log.save()
    row.state = parked.on === 'approval' ? 'waiting' : 'suspended'
    if (parked.on === 'approval') row.approval = parked.id
    else row.suspension = parked.id
    journal.put(row)
    const tell = () => {
      const view = suspensions.find(parked.id)
      live.dozing = view.wakeAt !== undefined
      events.emit('suspension/opened', view)
      if (live.dozing) this.#parts.onDoze()
    }
    if (parked.on === 'suspension') journal.whenKept(tell)
    await this.#written(live)
  }

  /** Puts the end of a call on record, and tells it once it is there. */
  async finish(live: LiveCall, state: CallState): Promise<void> {
    const { journal, sessions, standing, heard, stats, events, now } = this.#parts
    const { row, tool } = live
    row.state = state
    row.finishedAt = now()
    row.startedAt ??= row.finishedAt
    const acted = changesWorld(live)
    if (state === 'done') {
      row.labels = resultLabels(live)
      // What touched nothing brought nothing in: its output is as good as its input was.
      if (tool.kinds.length > 0) sessions.taint(row.session, row.labels)
      heard.heard(row, tool, marksOf(live))
      standing.remember(row.effects)
      if (row.undoOf !== null) this.#markUndone(row.undoOf, row.id)
    } else if (state === 'failed' && row.attempts > 0 && !live.ending && tool.kinds.length > 0) {
      // What it says of its failure came from where its output would have come from.
      sessions.taint(row.session, { trust: 'untrusted', secrecy: tool.labels.secrecy })
      heard.failed(row, tool)
    }
    row.undoable = row.undoOf === null && acted && (await this.#canBeTakenBack(live))
    live.close()
    // What is unknown may be tried again, and must find all that it did.
    if (state === 'unknown') live.log.save()
    else live.log.settle()
    this.#record(live)
    stats.count(row.tool, ticks() - live.began, state !== 'done', row.finishedAt)
    journal.put(row)
    await this.#written(live, acted)
    events.emit('call/finished', viewCall(row, row.finishedAt))
  }

  // Also where it failed in the end: what it did before that is done.
  async #canBeTakenBack(live: LiveCall): Promise<boolean> {
    if (undoSteps(live.log.entries).length > 0) return true
    const { row, tool } = live
    return row.state === 'done' && (await tool.undo(row.input, row.output, row.session)) !== null
  }

  #markUndone(callId: string, by: string): void {
    const { journal } = this.#parts
    journal.later(() => {
      journal.store.statement('UPDATE calls SET undone_by = ? WHERE id = ?').run(by, callId)
    })
    journal.record('undone', { call: callId, by })
  }

  #record(live: LiveCall): void {
    const { row, tool } = live
    const fields = {
      call: row.id,
      tool: row.tool,
      session: row.session,
      state: row.state,
      ...(row.error ? { error: row.error.code } : {}),
    }
    // A call without effects has one record; one with effects had its decision recorded before it ran.
    if (tool.kinds.length === 0)
      this.#parts.journal.record('call', { ...fields, effects: [], decision: 'allow', score: 1 })
    else this.#parts.journal.record('outcome', { ...fields, ms: (row.finishedAt ?? 0) - (row.startedAt ?? 0) })
  }

  // What already happened is told even where the disk refuses the record of its end; the next start finds it in doubt.
  async #written(live: LiveCall, sync = false): Promise<void> {
    try {
      await this.#parts.journal.durable(sync)
    } catch (thrown) {
      live.row.error ??= toView(thrown)
      if (live.row.state === 'done') live.row.state = 'unknown'
    }
  }
}

const changesWorld = (live: LiveCall): boolean => live.row.effects.some((effect) => meaning(effect.kind).changes)

async function settled(live: LiveCall, graceMs: number): Promise<void> {
  if (live.inFlight.size === 0) return
  const all = Promise.allSettled(live.inFlight)
  if (graceMs === Number.POSITIVE_INFINITY) await all
  else await Promise.race([all, new Promise((resolve) => setTimeout(resolve, graceMs))])
}

// Whoever hears that it failed must hear what it did all the same.
function withDeeds(error: ErrorView, live: LiveCall): ErrorView {
  const deeds = live.log.entries.filter((entry) => entry?.changes && entry.state === 'done')
  if (deeds.length === 0) return error
  const done = `Before that it had done: ${deeds.map(({ kind, target }) => `${kind} ${target}`).join(', ')}.`
  const back = undoSteps(live.log.entries).length > 0 ? ` Take it back with: steward undo ${live.row.id}` : ''
  return { ...error, hint: `${done}${back}${error.hint === undefined ? '' : ` ${error.hint}`}` }
}
