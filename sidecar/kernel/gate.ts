// Steps three and four of a call: what will it do, and may it? Nothing here acts on the world, but for the reads that a
// tool needs before the user can be asked.
import { callHash, type PolicyBridge, type Review, type ReviewRequest } from '../../policy/bridge.ts'
import { type Effect, type EffectKind, leavesComputer, meaning } from '../../policy/effects.ts'
import { joinAll } from '../../policy/flow.ts'
import { type Doubt, doubts, type GuardedCall } from '../../policy/guard.ts'
import type { EffectFacts } from '../../policy/score.ts'
import type { Port } from '../ports/types.ts'
import { StewardError } from '../text/errors.ts'
import type { Approvals } from './approvals.ts'
import { type ContextParts, runContext } from './context.ts'
import { isUndo, type PlannedEffect, shownInput } from './define.ts'
import type { Events } from './events.ts'
import { type GrantParts, grantPorts } from './grant.ts'
import { guarded, type Heard } from './heard.ts'
import type { Journal } from './journal.ts'
import { marksOf } from './labels.ts'
import type { Latch } from './latch.ts'
import { inTime, type LiveCall } from './live.ts'
import { readsOnly } from './registry.ts'
import { aroundOf, canBeTakenBack, denied, titleOf } from './said.ts'
import type { Standing } from './standing.ts'
import { Parked } from './suspend.ts'

export interface GateParts {
  bridge: PolicyBridge
  approvals: Approvals
  standing: Standing
  journal: Journal
  latch: Latch
  heard: Heard
  /** What the user's clock shows, and the modes that are on. */
  around: () => Pick<ReviewRequest, 'local' | 'modes'>
  events: Events
  ports: ReadonlyMap<EffectKind, Port>
}

export class Gate {
  readonly #parts: GateParts

  constructor(parts: GateParts) {
    this.#parts = parts
  }

  /** Plans the call and puts it to the policy. Returns where it may run; throws Parked where the user must be asked. */
  pass(live: LiveCall, grant: GrantParts, context: ContextParts): Promise<void> | undefined {
    this.#parts.latch.check()
    if (live.tool.kinds.length > 0) return this.#pass(live, grant, context)
    live.row.decision = 'allow'
    return undefined
  }

  async #pass(live: LiveCall, grant: GrantParts, context: ContextParts): Promise<void> {
    if (live.tool.hasPrepare && live.row.prepared === undefined) await this.#prepare(live, grant, context)
    const effects = await this.#plan(live, () => true)
    await this.#review(live, effects)
  }

  /** What the policy would say. Nothing is kept, and nothing but reads that need no asking is done. */
  async explain(
    live: LiveCall,
    grant: GrantParts,
    context: ContextParts,
  ): Promise<Review & { effects: Effect[]; hash: string }> {
    const { bridge } = this.#parts
    const review = (effects: Effect[], isFirst = false) => {
      const asked = this.#doubted(live, effects, isFirst)
      return bridge.review(this.#request(live, effects, asked))
    }
    if (live.tool.hasPrepare) {
      const reads = await this.#plan(live, readsOnly)
      const first = review(reads, true)
      if (first.decision === 'ask' || first.decision === 'deny')
        return { ...first, effects: reads, hash: this.#hash(live, reads) }
      await this.#freeze(live, reads, grant, context)
    }
    const effects = await this.#plan(live, () => true)
    return { ...review(effects), effects, hash: this.#hash(live, effects) }
  }

  /** Asks about a target that became known in the middle of a run. */
  async leave(live: LiveCall, effect: Effect): Promise<void> {
    const { bridge, approvals, journal } = this.#parts
    const charged = this.#parts.standing.chargedTo(live.row.id)
    // Where it leads was not in the input: it is a destination that the tool came upon.
    const found = {
      kind: effect.kind,
      input: { target: effect.target },
      destination: ['target'],
      object: [],
      payload: [],
    }
    const review = bridge.review({ ...this.#request(live, [effect], this.#doubts(live, found)), charged })
    const hash = this.#hash(live, [...live.row.effects, ...live.row.extra, effect])
    const allowed =
      review.decision === 'allow' ||
      review.decision === 'warn' ||
      (review.decision === 'ask' && approvals.isAllowed(live.row.id, hash))
    this.#record(live, 'decided', [effect], { ...review, decision: allowed ? 'allow' : review.decision })
    if (allowed) {
      this.#parts.standing.charge(live.row.id, review.uses, charged)
      this.#parts.standing.remember([effect])
      live.row.extra.push(effect)
      journal.put(live.row)
      await journal.durable(meaning(effect.kind).changes)
      return
    }
    if (review.decision === 'deny') throw denied(review)
    const parked = await this.#ask(live, [...live.row.effects, ...live.row.extra], review, hash, effect)
    live.end(parked)
    throw parked
  }

  async #prepare(live: LiveCall, grant: GrantParts, context: ContextParts): Promise<void> {
    const reads = await this.#plan(live, readsOnly)
    await this.#review(live, reads, true)
    // Counted while it lasts: code that takes the sidecar down may do so here too.
    live.row.attempts++
    this.#parts.journal.put(live.row)
    await this.#parts.journal.durable()
    await this.#freeze(live, reads, grant, context)
    live.row.attempts--
  }

  async #freeze(live: LiveCall, reads: Effect[], grant: GrantParts, context: ContextParts): Promise<void> {
    const ports = grantPorts(live, reads, live.tool.kinds.filter(readsOnly), grant)
    const preparing = live.tool.prepare(live.row.input, ports, runContext(live, context))
    const prepared = await inTime(live, live.tool.timeoutMs, Promise.resolve(preparing))
    live.check()
    // Frozen as JSON: what is hashed, shown and run later is this and nothing else.
    live.row.prepared = prepared === undefined ? null : JSON.parse(JSON.stringify(prepared))
    const marks = marksOf(live)
    live.row.preparedLabels = marks.length === 0 ? null : joinAll(marks.map((mark) => mark.label))
    live.log.restart()
  }

  async #plan(live: LiveCall, only: (kind: EffectKind) => boolean): Promise<Effect[]> {
    const planned = live.tool.plan(live.row.input, live.row.prepared, only, live.row.session)
    const list: PlannedEffect[] = planned instanceof Promise ? await planned : planned
    const effects: Effect[] = []
    for (const { kind, target } of list) {
      const port = this.#parts.ports.get(kind)
      if (!port)
        throw new StewardError(
          'NOT_CONFIGURED',
          `${live.tool.name} needs the port ${kind}, which is not there.`,
          'Run: steward doctor',
        )
      const spelled = port.canonical(target, live.session)
      effects.push({ kind, target: typeof spelled === 'string' ? spelled : await spelled })
    }
    return effects
  }

  async #review(live: LiveCall, effects: Effect[], isFirst = false): Promise<void> {
    const { bridge, approvals, standing } = this.#parts
    const { row } = live
    if (row.hash !== null) approvals.checkInput(row.id, shownInput(live.tool, row.input))
    // Reviewed before, it may be charged already.
    const charged = row.decision === null ? [] : standing.chargedTo(row.id)
    const asked = this.#doubted(live, effects, isFirst)
    const review = bridge.review({ ...this.#request(live, effects, asked), charged })
    row.effects = effects
    row.receipt = review.receipt
    row.decision = review.decision
    if (review.decision === 'deny') {
      this.#record(live, 'decided', effects, review)
      throw denied(review)
    }
    if (review.decision === 'ask') {
      const hash = this.#hash(live, effects)
      row.hash = hash
      // Taking back is only ever done by the user's own hand, which is the answer already.
      if (!isUndo(live.tool) && !approvals.isAllowed(row.id, hash)) throw await this.#ask(live, effects, review, hash)
    }
    // What the user allowed by itself costs no grant: those that came with the answer are for later calls.
    const isPaid = row.hash !== null && approvals.isAllowed(row.id, row.hash) && row.hash === this.#hash(live, effects)
    if (!isPaid) standing.charge(row.id, review.uses, charged)
    this.#record(live, 'decided', effects, review, isPaid ? { hash: row.hash } : {})
    if (review.decision === 'warn') this.#warn(live, review)
  }

  async #ask(live: LiveCall, effects: Effect[], review: Review, hash: string, leave?: Effect): Promise<Parked> {
    const { row, tool } = live
    if (!row.ask) {
      this.#record(live, 'decided', leave ? [leave] : effects, { ...review, decision: 'deny' })
      throw new StewardError(
        'NEEDS_APPROVAL',
        `${tool.name} needs your approval: ${review.why.join(' ')}`,
        'Call it where you can be asked, or give a grant first: steward grants create',
      )
    }
    const shown = leave ? [leave] : effects
    const preview = (leave ? undefined : await tool.preview(row.input, row.prepared, row.session)) ?? {
      title: titleOf(tool.name, shown),
    }
    const approval = this.#parts.approvals.open(row.id, hash, {
      tool: tool.name,
      session: row.session,
      input: shownInput(tool, row.input),
      effects,
      ...(leave ? { leave } : {}),
      receipt: review.receipt,
      why: review.why,
      preview,
      leaves: this.#facts(live, shown).some(leavesComputer),
      undoable: canBeTakenBack(this.#facts(live, shown)),
      ...(tool.code === undefined ? {} : { code: tool.code }),
      ...(review.doubts.length > 0 ? { doubts: [...review.doubts] } : {}),
      ...(row.caller === 'hand' ? { urgent: true } : {}),
    })
    row.approval = approval.id
    this.#record(live, 'asked', shown, review, { approval: approval.id, hash })
    return new Parked('approval', approval.id)
  }

  #request(live: LiveCall, effects: readonly Effect[], asked: readonly Doubt[]): ReviewRequest {
    const { local, modes } = this.#parts.around()
    const carriesSecret = asked.some((doubt) => doubt.role === 'secret')
    const facts = this.#facts(live, effects).map((effect) =>
      carriesSecret && leavesComputer(effect) ? { ...effect, secret: true } : effect,
    )
    return {
      tool: live.tool.name,
      effects: facts,
      flow: live.session,
      doubts: asked,
      session: live.session.name,
      local,
      // Taking back is the user's own hand; no mode holds it.
      modes: isUndo(live.tool) ? undefined : modes,
    }
  }

  // What is only looked up here before the real question is not asked about by itself: that question comes, with all doubts.
  #doubted(live: LiveCall, effects: readonly Effect[], isFirst: boolean): Doubt[] {
    const facts = this.#facts(live, effects)
    const goesOn = isFirst && live.tool.kinds.some((kind) => meaning(kind).changes) && !facts.some(leavesComputer)
    return goesOn ? [] : this.#doubts(live, guarded(live.tool, live.row.input, facts))
  }

  // The user's own hand needs no guard; whoever acts on what it reads does.
  #doubts(live: LiveCall, call: GuardedCall | undefined): Doubt[] {
    if (live.row.caller === 'hand' || !call) return []
    return doubts(call, this.#parts.heard.guard(live.session))
  }

  #facts(live: LiveCall, effects: readonly Effect[]): EffectFacts[] {
    return effects.map((effect) => {
      const port = this.#parts.ports.get(effect.kind)
      return { ...effect, ...port?.facts?.(effect.target, live.session), undoable: port?.undo !== undefined }
    })
  }

  #hash(live: LiveCall, effects: Effect[]): string {
    const { input, prepared } = live.row
    const { name: tool, version, code } = live.tool
    return callHash({ tool, version, input, prepared, effects, code })
  }

  #record(
    live: LiveCall,
    type: string,
    effects: readonly Effect[],
    review: Review,
    more: Record<string, unknown> = {},
  ): void {
    this.#parts.journal.record(type, {
      call: live.row.id,
      tool: live.tool.name,
      session: live.row.session,
      effects,
      decision: review.decision,
      score: review.receipt.score,
      rules: review.rules,
      ...aroundOf(review),
      ...more,
    })
  }

  #warn(live: LiveCall, review: Review): void {
    const text = `${titleOf(live.tool.name, live.row.effects)} (risk ${review.receipt.score} of 10)`
    this.#parts.events.emit('notice/show', { level: 'warn', text, callId: live.row.id })
  }
}
