// The one door. Window, command line, chain step, schedule, MCP client, model: all come through `execute`, and there is
// no second way to a tool's `run`.
import { canonical } from '../../policy/canonical.ts'
import { isEffectKind, meaning } from '../../policy/effects.ts'
import { StewardError } from '../text/errors.ts'
import type { Approvals } from './approvals.ts'
import type { ContextParts } from './context.ts'
import type { Runnable } from './define.ts'
import type { Gate } from './gate.ts'
import { goneTool } from './gone.ts'
import type { GrantParts } from './grant.ts'
import { newId } from './ids.ts'
import type { Journal } from './journal.ts'
import { LiveCall } from './live.ts'
import { loadPortLog, PortLog } from './portlog.ts'
import type { Slots } from './queue.ts'
import { type Caller, type CallRow, isAtRest, newRow } from './rows.ts'
import type { Runner } from './run.ts'
import { DEFAULT_SESSION, type Sessions } from './sessions.ts'
import { Parked } from './suspend.ts'
import { type CallView, viewCall } from './view.ts'

export interface ExecuteRequest {
  tool: string
  input: unknown
  session?: string | undefined
  callId?: string | undefined
  parent?: string | undefined
  by?: Caller | undefined
  undoOf?: string | undefined
  /** False returns as soon as the call is on record. */
  wait?: boolean
  /** False fails where the user would be asked. */
  ask?: boolean
}

/** A call that took the sidecar down with it this often is not tried again. */
const MAX_ATTEMPTS = 3

export interface ExecutorParts {
  /** The tool of a name; for an undo, the one that takes back the call it belongs to. */
  toolFor: (name: string, undoOf: string | null) => Runnable | Promise<Runnable>
  /** Whether a parked call goes on by itself. */
  wakes: (row: CallRow) => boolean
  /** Told when a call sleeps until a time. */
  onDoze: () => void
  journal: Journal
  sessions: Sessions
  approvals: Approvals
  gate: Gate
  runner: Runner
  slots: Slots
  grant: GrantParts
  context: ContextParts
  now: () => number
}

export class Executor {
  readonly #parts: ExecutorParts
  readonly #live = new Map<string, LiveCall>()

  constructor(parts: ExecutorParts) {
    this.#parts = parts
  }

  /** Runs a call until it is at rest: done, failed, or waiting for somebody. */
  async execute(request: ExecuteRequest): Promise<CallView> {
    const { journal, now, toolFor } = this.#parts
    const found = toolFor(request.tool, request.undoOf ?? null)
    const tool = found instanceof Promise ? await found : found
    const parsed = tool.parse(request.input, request.session ?? DEFAULT_SESSION)
    const input = parsed instanceof Promise ? await parsed : parsed
    const existing = request.callId === undefined ? undefined : this.#known(request.callId)
    const live = existing ? await this.#same(existing, tool, input) : this.#admit(request, tool, input)
    if (request.wait === false) await journal.durable()
    else await live.atRest()
    return viewCall(live.row, now())
  }

  /** What the policy would say to a call. Nothing is kept. */
  async explain(request: Pick<ExecuteRequest, 'tool' | 'input' | 'session' | 'by'>) {
    const tool = await this.#parts.toolFor(request.tool, null)
    const input = await tool.parse(request.input, request.session ?? DEFAULT_SESSION)
    const session = this.#parts.sessions.get(request.session)
    const row = newRow({
      id: '',
      session: session.id,
      tool: tool.name,
      version: tool.version,
      input,
      ask: true,
      createdAt: 0,
    })
    row.caller = request.by ?? 'hand'
    const { gate, grant, context, journal } = this.#parts
    return gate.explain(new LiveCall(row, tool, session, new PortLog('', journal)), grant, context)
  }

  /** A call in memory, with nothing of it under way: whatever answers it can close the question in the same commit. */
  async revive(callId: string, toEnd = false): Promise<LiveCall> {
    const tool = await this.#toolToEnd(callId, toEnd)
    while (this.#live.get(callId)?.driven) await this.#live.get(callId)?.driven
    const known = this.#live.get(callId)
    if (known) return known
    const live = this.#load(this.find(callId), tool)
    this.#live.set(callId, live)
    return live
  }

  // To end a call its tool is not needed; to go on with it, it is.
  async #toolToEnd(callId: string, toEnd: boolean): Promise<Runnable> {
    const row = this.find(callId)
    try {
      return await this.toolOf(row)
    } catch (thrown) {
      if (!toEnd) throw thrown
      return goneTool(row.tool)
    }
  }

  /** Goes on with a call that an earlier process left in the middle, unless somebody did so already. */
  async takeUp(callId: string): Promise<LiveCall> {
    const tool = await this.toolOf(this.find(callId))
    const known = this.#live.get(callId)
    if (known) return known
    const live = this.#load(this.find(callId), tool)
    if (isAtRest(live.row)) return this.#parts.wakes(live.row) ? this.#doze(live) : live
    this.#live.set(callId, live)
    this.drive(live)
    return live
  }

  /** A call that is under way, or will be: one that recovery has not come to yet is taken up. */
  async underWay(callId: string): Promise<LiveCall | undefined> {
    const live = this.#live.get(callId)
    return live ?? (isAtRest(this.find(callId)) ? undefined : this.takeUp(callId))
  }

  // It sleeps until a time, and whoever asks for it waits for its end.
  #doze(live: LiveCall): LiveCall {
    live.dozing = true
    this.#live.set(live.row.id, live)
    this.#parts.onDoze()
    return live
  }

  /** A call by its id, wherever it is. */
  find(callId: string): CallRow {
    const row = this.#known(callId)
    if (!row)
      throw new StewardError(
        'NOT_FOUND',
        `There is no call ${JSON.stringify(callId.slice(0, 100))}.`,
        'List them with: steward calls',
      )
    return row
  }

  /** The tool that a call is of. */
  toolOf(row: CallRow): Runnable | Promise<Runnable> {
    return this.#parts.toolFor(row.tool, row.undoOf)
  }

  live(callId: string): LiveCall | undefined {
    return this.#live.get(callId)
  }

  /** Calls in memory. */
  all(): IterableIterator<LiveCall> {
    return this.#live.values()
  }

  /** Takes a call from wherever it is as far as it goes; one that is under way is left alone. */
  drive(live: LiveCall): void {
    live.driven ??= this.#drive(live)
  }

  // Never rejects: what goes wrong becomes the call's end.
  async #drive(live: LiveCall): Promise<void> {
    const { gate, runner, slots, grant, context } = this.#parts
    try {
      if (live.row.attempts >= MAX_ATTEMPTS) throw cutOff(live.row.attempts)
      // A call without effects has nothing to ask: it goes on in the same turn, and many of them share one commit.
      const passing = gate.pass(live, grant, context)
      if (passing) await passing
      const slot = slots.take(live.row.session)
      if (slot) await this.#queue(live, slot)
      try {
        live.check()
        const running = runner.run(live)
        if (running) await running
      } finally {
        // Before the outcome is written: the disk is slower than most tools, and a group of outcomes is one write.
        slots.free()
      }
      await runner.finish(live, 'done')
    } catch (thrown) {
      await runner.stopped(live, thrown)
    }
    live.driven = undefined
    this.forget(live)
  }

  /** What is at rest leaves memory, and those who wait for it are told. Only what goes on by itself stays. */
  forget(live: LiveCall): void {
    if (!isAtRest(live.row) || live.dozing) return
    this.#live.delete(live.row.id)
    this.#parts.journal.release(live.row.id)
    live.rested()
  }

  /** Enters a parked call again from the top. */
  async again(live: LiveCall): Promise<void> {
    live.reset()
    live.row.state = 'planned'
    live.row.approval = null
    live.row.suspension = null
    live.row.error = null
    // It came to rest, so it is none of those that take the sidecar down.
    live.row.attempts = 0
    this.#parts.journal.put(live.row)
    // Where the disk refuses, whoever answered is told, and the answer counts as soon as it is written.
    const written = this.#parts.journal.durable(true)
    this.#parts.journal.whenKept(() => this.drive(live))
    await written
  }

  #known(callId: string): CallRow | undefined {
    return this.#live.get(callId)?.row ?? this.#parts.journal.find(callId)
  }

  #admit(request: ExecuteRequest, tool: Runnable, input: unknown): LiveCall {
    const { journal, sessions, now } = this.#parts
    journal.check()
    const session = sessions.get(request.session)
    const row = newRow({
      id: request.callId ?? newId('c'),
      session: session.id,
      tool: tool.name,
      version: tool.version,
      input,
      ask: request.ask ?? true,
      createdAt: now(),
    })
    row.parent = request.parent ?? null
    row.caller = request.by ?? 'hand'
    row.undoOf = request.undoOf ?? null
    const live = new LiveCall(row, tool, session, new PortLog(row.id, journal))
    this.#live.set(row.id, live)
    journal.put(row)
    this.drive(live)
    return live
  }

  // The same id again is the same call, and nothing runs twice; another call under it is a mistake worth telling.
  async #same(row: CallRow, tool: Runnable, input: unknown): Promise<LiveCall> {
    const isSame =
      row.tool === tool.name && (canonical(row.input) === canonical(input) || this.#parts.approvals.wasEdited(row.id))
    if (!isSame)
      throw new StewardError(
        'ID_REUSED',
        `The id ${row.id} belongs to another call of ${row.tool}.`,
        'Choose a new id, or repeat the call exactly.',
      )
    return this.takeUp(row.id)
  }

  #load(row: CallRow, tool: Runnable): LiveCall {
    const { journal, sessions } = this.#parts
    const changes = (kind: string) => isEffectKind(kind) && meaning(kind).changes
    return new LiveCall(row, tool, sessions.get(row.session), loadPortLog(row.id, journal, changes))
  }

  async #queue(live: LiveCall, slot: Promise<void>): Promise<void> {
    try {
      await live.untilEnded(slot)
    } catch (thrown) {
      // It was ended while it queued: the slot it will get goes straight on.
      slot.then(() => this.#parts.slots.free())
      throw thrown instanceof Parked ? thrown : (live.ending ?? thrown)
    }
  }
}

function cutOff(times: number): StewardError {
  return new StewardError('INTERRUPTED', `It was cut off ${times} times.`, 'It is not tried again. Call the tool anew.')
}
