// The PolicyBridge: what the kernel talks to. It scores, decides and records; the rows and the file are handed in.
import type { Audit } from './audit.ts'
import { canonical, sha256 } from './canonical.ts'
import { type Decided, decide, type Flow, type Grant } from './decide.ts'
import type { Effect, EffectKind } from './effects.ts'
import type { Doubt } from './guard.ts'
import type { LocalTime } from './hours.ts'
import type { Modes } from './modes.ts'
import type { LoadedRule } from './rules.ts'
import { type EffectFacts, type Receipt, score } from './score.ts'

/** The rows that a decision depends on. */
export interface PolicyRows {
  grants(): readonly Grant[]
  /** Whether an effect of this kind was ever carried out on this target. */
  seen(kind: EffectKind, target: string): boolean
}

export interface Review extends Decided {
  receipt: Receipt
  doubts: readonly Doubt[]
  /** What was judged, with all that rules can ask for: for the record. */
  judged: ReviewRequest
}

export interface ReviewRequest {
  tool: string
  effects: readonly EffectFacts[]
  flow: Flow
  /** Values in it that do not follow from the user. They must be asked about, and no grant covers them. */
  doubts?: readonly Doubt[]
  /** The name of the session, what the user's clock shows, and the modes that are on. */
  session?: string | undefined
  local?: LocalTime | undefined
  modes?: Modes | undefined
  /** Grants that this very call was charged for already: entered again, it is not charged twice. */
  charged?: readonly string[]
}

/** What an approval is bound to: exactly these bytes, and no others. */
export interface CallBytes {
  tool: string
  version: number
  input: unknown
  prepared: unknown
  effects: readonly Effect[]
  /** Hash of the code that would run, where it is not Steward's own. */
  code?: string | undefined
}

/** SHA-256 of the canonical call. */
export const callHash = (call: CallBytes): string =>
  sha256(
    canonical({
      tool: call.tool,
      version: call.version,
      input: call.input,
      prepared: call.prepared,
      effects: call.effects.map(({ kind, target }) => ({ kind, target })),
      code: call.code,
    }),
  )

export class PolicyBridge {
  readonly audit: Audit
  readonly #rows: PolicyRows
  readonly #now: () => number
  #rules: readonly LoadedRule[]

  constructor(parts: { audit: Audit; rows: PolicyRows; rules: readonly LoadedRule[]; now: () => number }) {
    this.audit = parts.audit
    this.#rows = parts.rows
    this.#rules = parts.rules
    this.#now = parts.now
  }

  get rules(): readonly LoadedRule[] {
    return this.#rules
  }

  /** Puts other rules in force. */
  useRules(rules: readonly LoadedRule[]): void {
    this.#rules = rules
  }

  /** Scores a call and decides about it. Changes nothing. */
  review(request: ReviewRequest): Review {
    const effects = request.effects.map((effect) => ({
      ...effect,
      firstTime: !this.#rows.seen(effect.kind, effect.target),
    }))
    const doubts = request.doubts ?? []
    const receipt = score(effects, { untrusted: doubts.length > 0 })
    const charged = new Set(request.charged)
    const grants = (effects.length === 0 ? [] : this.#rows.grants()).map((grant) =>
      // Paid for, on whatever day that was.
      charged.has(grant.id) ? { ...grant, used: grant.used - 1, usedToday: 0 } : grant,
    )
    const decided = decide({ ...request, effects, receipt, rules: this.#rules, grants, now: this.#now() })
    const reviewed = { ...decided, receipt, doubts, judged: { ...request, effects } }
    if (doubts.length === 0 || decided.decision === 'deny') return reviewed
    return {
      ...reviewed,
      decision: 'ask',
      why: [...doubts.map((doubt) => doubt.says), ...decided.why],
      uses: [],
    }
  }
}
