// A back-test: what other rules would have said to what is on record. Records go in one by one, so that a log of any length
// takes no more memory than the changes it shows.
import { type Decision, fromScore, stricter } from './decide.ts'
import { type Effect, isEffectKind } from './effects.ts'
import type { Label } from './flow.ts'
import { type LocalTime, weekdays } from './hours.ts'
import { type Rule, type RuleFact, ruleFacts } from './rulefile.ts'
import { candidates } from './ruleindex.ts'
import { type Around, type LoadedRule, speaks } from './rules.ts'
import type { EffectFacts } from './score.ts'

export interface BacktestParts {
  /** The rules in force: what they say is not counted as a change. */
  current: readonly LoadedRule[]
  /** The rules to try. */
  rules: readonly LoadedRule[]
  /** What the user's clock showed at a moment. */
  local: (at: number) => LocalTime
  /** The name of a session, where it is still known. */
  session: (id: string) => string | undefined
  /** How many changes are listed; the rest is only counted. */
  most: number
}

export interface Change {
  seq: number
  at: number
  call: string
  tool: string
  effects: Effect[]
  from: Decision
  to: Decision
  /** The rules that say so; none where the score does. */
  rules: string[]
  /** What the record does not say and a rule asks for: with it, the new decision might be another one. */
  lacks: string[]
}

export interface Backtest {
  /** Decisions looked at. */
  decisions: number
  /** What was decided, and what would have been. */
  before: Record<Decision, number>
  after: Record<Decision, number>
  changed: number
  changes: Change[]
  /** How many decisions could not be judged for sure, by what their records lack. */
  lacking: Record<string, number>
}

/** A record as the log holds it. */
export type Recorded = Readonly<Record<string, unknown>>

interface Verdict {
  says: Decision
  rules: string[]
  lacks: Set<string>
}

interface Past {
  effects: EffectFacts[]
  around: Around
  score: number
  decision: Decision
  /** Facts that none of its effects names: not recorded rather than false. */
  unknown: readonly RuleFact[]
}

const none = (): Record<Decision, number> => ({ allow: 0, warn: 0, ask: 0, deny: 0 })

/** Starts a back-test: hand every record to `take`, in order, then ask for the `report`. */
export function startBacktest(parts: BacktestParts): { take(record: Recorded): void; report(): Backtest } {
  const found: Backtest = { decisions: 0, before: none(), after: none(), changed: 0, changes: [], lacking: {} }
  // A call that was asked about is decided on again once it is answered: one question, counted once.
  const asked = new Set<string>()
  return {
    take(record) {
      const past = readRecord(record, parts)
      if (!past || isAnswered(record, past, asked)) return
      const next = judge(parts.rules, past)
      // What grants, modes and the flow guard had a say in stays, where the rules say the same as before.
      const to = next.says === judge(parts.current, past).says ? past.decision : next.says
      found.decisions++
      found.before[past.decision]++
      found.after[to]++
      for (const fact of next.lacks) found.lacking[fact] = (found.lacking[fact] ?? 0) + 1
      if (to === past.decision) return
      found.changed++
      if (found.changes.length < parts.most) found.changes.push(changeOf(record, past, to, next))
    },
    report: () => found,
  }
}

function isAnswered(record: Recorded, past: Past, asked: Set<string>): boolean {
  const call = String(record.call)
  if (record.type === 'asked') {
    asked.add(call)
    return false
  }
  return asked.delete(call) && past.decision === 'ask'
}

function changeOf(record: Recorded, past: Past, to: Decision, verdict: Verdict): Change {
  return {
    seq: Number(record.seq),
    at: Number(record.at),
    call: String(record.call),
    tool: past.around.tool,
    effects: past.effects.map(({ kind, target }) => ({ kind, target })),
    from: past.decision,
    to,
    rules: verdict.rules,
    lacks: [...verdict.lacks],
  }
}

// As `decide`, but a rule that asks for what is not on record is noted instead of guessed about.
function judge(rules: readonly LoadedRule[], past: Past): Verdict {
  const verdict: Verdict = { says: 'allow', rules: [], lacks: new Set() }
  for (const effect of past.effects) {
    let strictest: LoadedRule | undefined
    for (const rule of candidates(rules, effect, past.around.tool)) {
      if (strictest && !stricter(rule.decision, strictest.decision)) continue
      const lacks = lacking(rule, past)
      if (lacks.length === 0 && speaks(rule, effect, past.around)) strictest = rule
      else if (lacks.length > 0 && speaks(without(rule, lacks), effect, past.around) !== false)
        for (const fact of lacks) verdict.lacks.add(fact)
    }
    const says = strictest?.decision ?? fromScore(past.score)
    if (strictest && !verdict.rules.includes(strictest.id)) verdict.rules.push(strictest.id)
    if (stricter(says, verdict.says)) verdict.says = says
  }
  return verdict
}

function lacking(rule: Rule, { around, unknown }: Past): string[] {
  return [
    ...unknown.filter((fact) => rule.when?.[fact] !== undefined),
    ...(rule.session !== undefined && around.session === undefined ? ['session'] : []),
    ...(rule.label !== undefined && around.labels === undefined ? ['label'] : []),
  ]
}

function without(rule: Rule, facts: readonly string[]): Rule {
  return {
    ...rule,
    when: { ...rule.when, ...Object.fromEntries(facts.map((fact) => [fact, undefined])) },
    session: facts.includes('session') ? undefined : rule.session,
    label: facts.includes('label') ? undefined : rule.label,
  }
}

const isDecision = (value: unknown): value is Decision =>
  value === 'allow' || value === 'warn' || value === 'ask' || value === 'deny'

function readRecord(record: Recorded, parts: BacktestParts): Past | undefined {
  const { type, tool, effects, decision, score, at, session, sessionName, labels, facts } = record
  if ((type !== 'decided' && type !== 'asked') || !isDecision(decision) || !Array.isArray(effects)) return undefined
  const known = withFacts(effects, facts).filter(isEffect)
  if (typeof tool !== 'string' || typeof score !== 'number' || known.length === 0) return undefined
  const local = isLocal(record.local) ? record.local : typeof at === 'number' ? parts.local(at) : undefined
  const around: Around = { tool, local }
  if (typeof sessionName === 'string') around.session = sessionName
  else if (typeof session === 'string') around.session = parts.session(session)
  if (isLabel(labels)) around.labels = labels
  const unknown = ruleFacts.filter((fact) => !known.some((effect) => effect[fact] !== undefined))
  return { effects: known, around, score, decision, unknown }
}

// A record names the facts that hold of each effect; then the others do not.
function withFacts(effects: readonly unknown[], facts: unknown): unknown[] {
  if (!Array.isArray(facts) || facts.length !== effects.length) return [...effects]
  return effects.map((effect, at) => {
    const holding: unknown = facts[at]
    if (!Array.isArray(holding) || typeof effect !== 'object') return effect
    return { ...effect, ...Object.fromEntries(ruleFacts.map((fact) => [fact, holding.includes(fact)])) }
  })
}

const isLocal = (value: unknown): value is LocalTime =>
  typeof value === 'object' &&
  value !== null &&
  'minute' in value &&
  typeof value.minute === 'number' &&
  'day' in value &&
  weekdays.some((day) => day === value.day)

const isEffect = (value: unknown): value is EffectFacts =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  typeof value.kind === 'string' &&
  isEffectKind(value.kind) &&
  'target' in value &&
  typeof value.target === 'string'

const isLabel = (value: unknown): value is Label =>
  typeof value === 'object' && value !== null && 'trust' in value && 'secrecy' in value
