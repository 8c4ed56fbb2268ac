// What the user's hand does to calls: answers questions, lets parked calls go on, cancels, settles, stops.
import { literal } from '../../policy/pattern.ts'
import { StewardError } from '../text/errors.ts'
import { type Approval, type Approvals, type ApprovalView, viewApproval } from './approvals.ts'
import type { Executor } from './execute.ts'
import type { Journal } from './journal.ts'
import type { Latch } from './latch.ts'
import { isAtRest, isFinished } from './rows.ts'
import type { Runner } from './run.ts'
import type { Standing } from './standing.ts'
import type { Suspensions, SuspensionView } from './suspend.ts'
import { type CallView, viewCall } from './view.ts'

export interface AnswerParts {
  executor: Executor
  runner: Runner
  approvals: Approvals
  suspensions: Suspensions
  standing: Standing
  journal: Journal
  latch: Latch
  /** Checks an answer before the parked call is woken for it; throws BAD_INPUT. */
  checkAnswer: (suspension: SuspensionView, answer: unknown) => unknown
  now: () => number
}

export interface ApprovalAnswer {
  id: string
  hash: string
  decision: 'allow' | 'deny'
  reason?: string | undefined
  input?: unknown
  grant?: { times?: number | undefined; until?: number | undefined } | undefined
}

export class Answers {
  readonly #parts: AnswerParts

  constructor(parts: AnswerParts) {
    this.#parts = parts
  }

  /** Answers an approval. The first answer wins, and only for the bytes that were shown. */
  async decide(answer: ApprovalAnswer): Promise<{ approval: ApprovalView; call: CallView }> {
    const { approvals, executor, now } = this.#parts
    const approval = approvals.answerable(answer.id, answer.hash)
    if (answer.input !== undefined) return this.#edit(approval, answer.input)
    if (answer.decision === 'deny') {
      approvals.close(approval, 'denied', answer.reason)
      const why = answer.reason === undefined ? 'You said no.' : `You said no: ${answer.reason}`
      await this.#end(approval.call, new StewardError('DENIED', why, 'Nothing was done.'))
    } else {
      approvals.close(approval, 'allowed', answer.reason)
      if (answer.grant) this.#grant(approval, answer.grant)
      await executor.again(await executor.revive(executor.find(approval.call)))
    }
    return { approval: viewApproval(approval), call: viewCall(executor.find(approval.call), now()) }
  }

  /** Lets a parked call go on with an answer. */
  async resume(id: string, answer: unknown): Promise<CallView> {
    const { suspensions, executor, now } = this.#parts
    const open = suspensions.find(id)
    const checked = open.state === 'open' ? this.#parts.checkAnswer(open, answer) : answer
    const closed = suspensions.close(id, 'answered', checked)
    const row = executor.find(closed.callId)
    await executor.again(await executor.revive(row))
    return viewCall(row, now())
  }

  /** Ends a parked call. */
  async drop(id: string): Promise<CallView> {
    const closed = this.#parts.suspensions.close(id, 'cancelled')
    await this.#end(closed.callId, cancelled())
    return viewCall(this.#parts.executor.find(closed.callId), this.#parts.now())
  }

  /** Cancels a call, whatever state it is in. A finished one stays as it is. */
  async cancel(callId: string): Promise<CallView> {
    const { executor, approvals, suspensions, journal, now } = this.#parts
    const row = executor.find(callId)
    const live = executor.live(callId)
    if (row.state === 'waiting' && row.approval !== null) {
      approvals.close(approvals.find(row.approval), 'withdrawn')
      await this.#end(callId, cancelled())
    } else if (row.state === 'suspended' && row.suspension !== null) {
      suspensions.close(row.suspension, 'cancelled')
      await this.#end(callId, cancelled())
    } else if (live && !isFinished(row)) {
      live.end(cancelled())
      await live.atRest()
    }
    await journal.durable()
    return viewCall(executor.find(callId), now())
  }

  /** The user says what became of a call whose outcome is unknown. */
  async settle(callId: string, as: 'done' | 'failed' | 'retry'): Promise<CallView> {
    const { executor, journal, now } = this.#parts
    const row = executor.find(callId)
    if (row.state !== 'unknown')
      throw new StewardError(
        'CONFLICT',
        `Call ${callId} is ${row.state}; only an unknown one can be settled.`,
        'See it with: steward calls show',
      )
    journal.record('settled', { call: callId, tool: row.tool, as })
    if (as === 'retry') {
      const live = await executor.revive(row)
      row.error = null
      live.log.restart()
      await executor.again(live)
      return viewCall(row, now())
    }
    row.state = as
    if (as === 'done') row.error = null
    journal.put(row)
    await journal.durable(true)
    return viewCall(row, now())
  }

  /** STOP: nothing is committed from here on, and what runs is ended. */
  async stop(reason: string): Promise<number> {
    const { latch, executor, journal } = this.#parts
    latch.set(reason)
    let aborted = 0
    for (const live of executor.all()) {
      if (live.tool.kinds.length === 0 || isAtRest(live.row)) continue
      live.end(new StewardError('STOPPED', 'STOP was set while it ran.', 'Lift STOP with: steward release'))
      aborted++
    }
    await journal.durable(true)
    return aborted
  }

  async #edit(approval: Approval, input: unknown): Promise<{ approval: ApprovalView; call: CallView }> {
    const { approvals, executor, now } = this.#parts
    if (approval.card.leave)
      throw new StewardError(
        'CONFLICT',
        'This asks about something found in the middle of a run; its input can not be edited.',
        'Allow or deny it.',
      )
    const live = await executor.revive(executor.find(approval.call))
    const parsed = await live.tool.parse(input)
    approvals.close(approval, 'replaced')
    live.row.input = parsed
    live.row.prepared = undefined
    await executor.again(live)
    await live.atRest()
    const next = live.row.approval === null ? approval : approvals.find(live.row.approval)
    return { approval: viewApproval(next), call: viewCall(live.row, now()) }
  }

  #grant(approval: Approval, limits: { times?: number | undefined; until?: number | undefined }): void {
    const { tool, effects, leave } = approval.card
    for (const { kind, target } of leave ? [leave] : effects)
      this.#parts.standing.create({ kind, pattern: literal(target), tool, ...limits })
  }

  async #end(callId: string, error: StewardError): Promise<void> {
    const { executor, runner } = this.#parts
    const live = await executor.revive(executor.find(callId))
    live.reset()
    live.end(error)
    await runner.stopped(live, error)
    executor.forget(live)
  }
}

const cancelled = (): StewardError => new StewardError('CANCELLED', 'The call was cancelled.', 'Nothing more was done.')
