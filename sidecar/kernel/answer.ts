// What the user's hand does to calls: answers questions, lets parked calls go on, cancels, settles, stops.
import { callHash } from '../../policy/bridge.ts'
import { canonical } from '../../policy/canonical.ts'
import { literal } from '../../policy/pattern.ts'
import { type ErrorView, StewardError, toView } from '../text/errors.ts'
import {
  type Approval,
  type Approvals,
  type ApprovalView,
  changedMeanwhile,
  shownEffects,
  viewApproval,
} from './approvals.ts'
import { type Preview, shownInput, unshownInput } from './define.ts'
import type { Events } from './events.ts'
import type { Executor } from './execute.ts'
import type { Heard } from './heard.ts'
import type { Journal } from './journal.ts'
import type { Latch } from './latch.ts'
import type { LiveCall } from './live.ts'
import { giveUp } from './recover.ts'
import { isAtRest, isParked } from './rows.ts'
import type { Runner } from './run.ts'
import type { GrantLimits, Standing } from './standing.ts'
import type { Suspensions, SuspensionView } from './suspend.ts'
import { type CallView, viewCall } from './view.ts'

export interface AnswerParts {
  executor: Executor
  runner: Runner
  approvals: Approvals
  suspensions: Suspensions
  standing: Standing
  heard: Heard
  journal: Journal
  events: Events
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
  grant?: GrantLimits | undefined
  /** Which client it came from. */
  by?: string | undefined
}

export interface Decided {
  approval: ApprovalView
  call: CallView
}

/** What became of one answer among several. */
export type Answered = { id: string } & (Decided | { error: ErrorView })

export class Answers {
  readonly #parts: AnswerParts

  constructor(parts: AnswerParts) {
    this.#parts = parts
  }

  /** Answers an approval. The first answer wins, and only for the bytes that were shown. */
  async decide(answer: ApprovalAnswer): Promise<Decided> {
    const { approvals, executor, latch, now } = this.#parts
    const { call } = approvals.answerable(answer.id, answer.hash)
    // A yes that nothing may come of would use the question up.
    if (answer.decision === 'allow') latch.check()
    const live = await executor.revive(call, answer.decision === 'deny')
    // Built-in tools answer at once: no turn passes in which the second answer could overtake the first.
    const made = answer.decision === 'allow' ? previewOf(live) : undefined
    const preview = made instanceof Promise ? await made : made
    // Looked at again: somebody may have been quicker.
    const approval = approvals.answerable(answer.id, answer.hash)
    if (answer.decision === 'allow') latch.check()
    if (answer.input !== undefined) return this.#edit(approval, live, answer)
    if (answer.decision === 'deny') {
      approvals.close(approval, 'denied', answer)
      const why = answer.reason === undefined ? 'You said no.' : `You said no: ${answer.reason}`
      await this.#end(live, new StewardError('DENIED', why, 'Nothing was done.'))
    } else {
      if (answer.grant && approval.card.doubts) throw noGrant()
      if (!this.#isAsShown(approval, live, preview)) return this.#askAnew(approval, live, 'withdrawn', answer.by)
      approvals.close(approval, 'allowed', answer)
      this.#remember(approval)
      if (answer.grant) this.#grant(approval, answer.grant)
      await executor.again(live)
    }
    return { approval: viewApproval(approval), call: viewCall(live.row, now()) }
  }

  /** Answers several in one commit. One that is refused does not touch the others. */
  decideMany(answers: readonly ApprovalAnswer[]): Promise<Answered[]> {
    return Promise.all(
      answers.map(async (answer) => {
        try {
          return { id: answer.id, ...(await this.decide(answer)) }
        } catch (thrown) {
          return { id: answer.id, error: toView(thrown) }
        }
      }),
    )
  }

  /** Lets a parked call go on with an answer. */
  async resume(id: string, answer: unknown): Promise<CallView> {
    const { suspensions, executor, now } = this.#parts
    const open = suspensions.answerable(id)
    const checked = this.#parts.checkAnswer(open, answer)
    const live = await executor.revive(open.callId)
    suspensions.close(id, 'answered', checked)
    await executor.again(live)
    return viewCall(live.row, now())
  }

  /** Lets a call go on that slept until now. One that can't go on is ended, or it would be due for ever. */
  async wake(id: string): Promise<void> {
    const { suspensions, executor } = this.#parts
    try {
      await this.resume(id, null)
    } catch (thrown) {
      // A full disk passes: it is woken again.
      if (thrown instanceof StewardError && thrown.code === 'STORE_READ_ONLY') return
      const found = suspensions.find(id)
      if (found.state !== 'open') return
      suspensions.close(id, 'cancelled')
      giveUp(executor.find(found.callId), thrown, this.#parts)
      const live = executor.live(found.callId)
      if (!live) return
      live.dozing = false
      executor.forget(live)
    }
  }

  /** Ends a parked call. */
  async drop(id: string): Promise<CallView> {
    const { suspensions, executor, now } = this.#parts
    const live = await executor.revive(suspensions.answerable(id).callId, true)
    suspensions.close(id, 'cancelled')
    await this.#end(live, cancelled())
    return viewCall(live.row, now())
  }

  /** Cancels a call, whatever state it is in. A finished one stays as it is. */
  async cancel(callId: string): Promise<CallView> {
    const { executor, approvals, suspensions, journal, now } = this.#parts
    const running = await executor.underWay(callId)
    if (running && !isAtRest(running.row)) running.end(cancelled())
    await running?.driven
    if (isParked(executor.find(callId))) {
      const live = await executor.revive(callId, true)
      const { state, approval, suspension } = live.row
      if (state === 'waiting' && approval !== null) approvals.close(approvals.find(approval), 'withdrawn')
      if (state === 'suspended' && suspension !== null) suspensions.close(suspension, 'cancelled')
      if (isParked(live.row)) await this.#end(live, cancelled())
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
      const live = await executor.revive(callId)
      live.row.error = null
      live.log.clearDoubt()
      await executor.again(live)
      return viewCall(live.row, now())
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
      if (isAtRest(live.row)) continue
      live.end(new StewardError('STOPPED', 'STOP was set while it ran.', 'Lift STOP with: steward release'))
      aborted++
    }
    await journal.durable(true)
    return aborted
  }

  // What was shown and approved has the user's word from now on.
  #remember({ card }: Approval): void {
    const kind = (card.leave ?? card.effects[0])?.kind
    if (card.doubts && kind) this.#parts.heard.approved(card.session, kind, card.doubts)
  }

  // The rows must still be what was shown. False where only the tool is another one since.
  #isAsShown({ card, hash }: Approval, { row, tool }: LiveCall, preview: Preview | undefined): boolean {
    const { input, prepared } = row
    const effects = card.leave ? [...card.effects, card.leave] : card.effects
    const hashOf = (version: number, code: string | undefined) =>
      callHash({ tool: tool.name, version, input, prepared, effects, code })
    // What was shown must be what is there, too.
    if (canonical(card.input) !== canonical(shownInput(tool, input))) throw changedMeanwhile()
    if (!card.leave && canonical(card.effects) !== canonical(row.effects)) throw changedMeanwhile()
    if (hashOf(tool.version, tool.code) === hash) {
      if (preview && !card.leave && canonical(card.preview) !== canonical(preview)) throw changedMeanwhile()
      return true
    }
    if (hashOf(row.version, card.code) !== hash) throw changedMeanwhile()
    return false
  }

  async #edit(approval: Approval, live: LiveCall, answer: ApprovalAnswer): Promise<Decided> {
    const { approvals } = this.#parts
    if (approval.card.leave)
      throw new StewardError(
        'CONFLICT',
        'This asks about something found in the middle of a run; its input can not be edited.',
        'Allow or deny it.',
      )
    const parsed = await live.tool.parse(unshownInput(live.tool, live.row.input, answer.input), live.row.session)
    // An input that can't be prepared is the editor's to mend: the question stays as it is.
    if (live.tool.hasPrepare) await this.#tryOut(live, parsed)
    // Whoever was quicker meanwhile has won.
    const open = approvals.answerable(approval.id, approval.hash)
    this.#parts.heard.typed(live.row.session, live.row.input, parsed)
    live.row.input = parsed
    return this.#askAnew(open, live, 'replaced', answer.by)
  }

  async #tryOut({ row, tool }: LiveCall, input: unknown): Promise<void> {
    await this.#parts.executor.explain({ tool: tool.name, input, session: row.session, by: row.caller })
  }

  // Planned, scored and hashed from the start; what comes of it is another question, or none.
  async #askAnew(
    approval: Approval,
    live: LiveCall,
    state: 'replaced' | 'withdrawn',
    by: string | undefined,
  ): Promise<Decided> {
    const { approvals, executor, now } = this.#parts
    approvals.close(approval, state, { by })
    live.row.version = live.tool.version
    live.row.prepared = undefined
    await executor.again(live)
    await live.atRest()
    const next = live.row.approval === null ? approval : approvals.find(live.row.approval)
    return { approval: viewApproval(next), call: viewCall(live.row, now()) }
  }

  #grant(approval: Approval, limits: GrantLimits): void {
    const { tool } = approval.card
    for (const { kind, target } of shownEffects(approval.card))
      this.#parts.standing.create({ kind, pattern: literal(target), tool, ...limits })
  }

  async #end(live: LiveCall, error: StewardError): Promise<void> {
    const { executor, runner } = this.#parts
    live.reset()
    live.end(error)
    await runner.stopped(live, error)
    executor.forget(live)
  }
}

// Made anew, to be compared with what the card shows. Outside code may word it otherwise each time.
const previewOf = ({ tool, row }: LiveCall): Preview | undefined | Promise<Preview | undefined> =>
  tool.source === 'built-in' ? tool.preview(row.input, row.prepared, row.session) : undefined

const cancelled = (): StewardError => new StewardError('CANCELLED', 'The call was cancelled.', 'Nothing more was done.')

const noGrant = (): StewardError =>
  new StewardError(
    'CONFLICT',
    'This follows from text that nobody vouched for, and no grant covers that.',
    'Allow it once, by itself.',
  )
