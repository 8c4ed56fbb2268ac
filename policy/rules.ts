// Rules are data with a reason and with examples. A file whose examples do not come out as they say is refused whole.
import { type EffectKind, type EffectMeaning, isEffectKind, meaning } from './effects.ts'
import { type Label, rank, type Secrecy, secrecyLevels } from './flow.ts'
import { dayBegun, isWithin, type LocalTime, minuteOf } from './hours.ts'
import { matches } from './pattern.ts'
import { type Example, type Rule, RuleError, ruleFacts, shapeOf } from './rulefile.ts'
import defaults from './rules/default.json' with { type: 'json' }
import floor from './rules/floor.json' with { type: 'json' }
import type { EffectFacts } from './score.ts'

export interface LoadedRule extends Rule {
  source: 'default' | 'user'
}

/** What surrounds an effect. What is left out is not known. */
export interface Around {
  tool: string
  session?: string | undefined
  local?: LocalTime | undefined
  labels?: Label | undefined
}

/** The rules that come with Steward, their examples checked. */
export const defaultRules = (): LoadedRule[] =>
  checkExamples('default.json', [...floor, ...defaults] as Rule[]).map((rule) => ({ ...rule, source: 'default' }))

/** A user's rule file: parsed, and its examples checked. Throws a RuleError that says where and why. */
export const parseRules = (file: string, value: unknown): LoadedRule[] =>
  checkExamples(file, shapeOf(file, value)).map((rule) => ({ ...rule, source: 'user' }))

/** Defaults and the user's own together: one with a default's id replaces it, unless that one is the floor. */
export function mergeRules(base: readonly LoadedRule[], own: readonly LoadedRule[]): LoadedRule[] {
  const replaced = new Set(own.map((rule) => rule.id))
  return [...base.filter((rule) => rule.floor || !replaced.has(rule.id)), ...own]
}

/** Whether a rule speaks about an effect. Where something it asks for is not known, a strict rule does and a mild one does not. */
export const applies = (rule: Rule, effect: EffectFacts, around: Around): boolean =>
  speaks(rule, effect, around) ?? (rule.decision === 'ask' || rule.decision === 'deny')

/** The same, but undefined where something that the rule asks for is not known. */
export function speaks(rule: Rule, effect: EffectFacts, around: Around): boolean | undefined {
  // What fails most often comes first.
  if (rule.target !== undefined && !matches(rule.target, effect.target, readAs(rule, effect.kind))) return false
  if (rule.tool !== undefined && !matches(rule.tool, around.tool)) return false
  if (rule.effect && !rule.effect.some((word) => names(word, effect.kind))) return false
  for (const fact of rule.when ? ruleFacts : []) {
    const wanted = rule.when?.[fact]
    if (wanted !== undefined && wanted !== (effect[fact] ?? false)) return false
  }
  return everyPart([inSession(rule, around), inTime(rule, around), isLabelled(rule, around)])
}

// A rule that asks or denies is read widely, and one that lets something pass narrowly.
const readAs = ({ decision }: Rule, kind: EffectKind): EffectMeaning['target'] | undefined =>
  decision === 'ask' || decision === 'deny' ? undefined : meaning(kind).target

const everyPart = (parts: readonly (boolean | undefined)[]): boolean | undefined =>
  parts.includes(false) ? false : parts.includes(undefined) ? undefined : true

function inSession({ session }: Rule, around: Around): boolean | undefined {
  if (session === undefined) return true
  return around.session === undefined ? undefined : matches(session, around.session)
}

function inTime({ hours, days }: Rule, { local }: Around): boolean | undefined {
  if (!hours && !days) return true
  if (!local) return undefined
  if (hours && !isWithin(hours, local.minute)) return false
  // Hours that go past midnight belong to the day on which they began.
  return !days || days.includes(hours ? dayBegun(hours, local) : local.day)
}

function isLabelled({ label }: Rule, { labels }: Around): boolean | undefined {
  if (!label || (label.trustAtMost === undefined && label.secrecyAtLeast === undefined)) return true
  if (!labels) return undefined
  if (label.trustAtMost !== undefined && rank(labels.trust) > rank(label.trustAtMost)) return false
  return label.secrecyAtLeast === undefined || secrecyRank(labels.secrecy) >= secrecyRank(label.secrecyAtLeast)
}

// A level that nobody knows counts as the strictest.
const secrecyRank = (secrecy: Secrecy): number => secrecyLevels.indexOf(secrecy) >>> 0

/** Whether a word of a rule stands for a kind of effect. */
export function names(word: string, kind: EffectKind): boolean {
  if (word === 'changes') return meaning(kind).changes
  if (word === 'leaves') return meaning(kind).leaves
  return word === kind
}

/** What a rule asks for besides effect, tool and target, in words. */
export function conditions({ session, when, label, hours, days }: Rule): string {
  const facts = ruleFacts.flatMap((fact) => {
    const wanted = when?.[fact]
    return wanted === undefined ? [] : [wanted ? fact : `not ${fact}`]
  })
  return [
    ...facts,
    ...(session === undefined ? [] : [`session ${session}`]),
    ...(label?.trustAtMost === undefined ? [] : [`trust at most ${label.trustAtMost}`]),
    ...(label?.secrecyAtLeast === undefined ? [] : [`secrecy at least ${label.secrecyAtLeast}`]),
    ...(hours ? [`${hours.from} to ${hours.to}`] : []),
    ...(days ? [days.join(' ')] : []),
  ].join(', ')
}

// Every example must come out as it says, and no id be there twice.
function checkExamples(file: string, rules: readonly Rule[]): readonly Rule[] {
  const ids = new Set<string>()
  for (const [at, one] of rules.entries()) {
    const refuse = (why: string, ...more: (string | number)[]) =>
      new RuleError(file, JSON.stringify(one.id), why, [at, ...more])
    if (ids.has(one.id)) throw refuse('another rule has the same id', 'id')
    ids.add(one.id)
    const misses = one.match.findIndex((example) => !fits(one, example))
    if (misses >= 0) throw refuse(`${told(one.match[misses])} should match, and does not`, 'match', misses)
    const hits = one.notMatch.findIndex((example) => fits(one, example))
    if (hits >= 0) throw refuse(`${told(one.notMatch[hits])} should not match, and does`, 'notMatch', hits)
  }
  return rules
}

const told = (one: Example | undefined): string => `the example ${JSON.stringify(one)}`

// What an example does not say is not known, and a rule that asks for it does not match it.
function fits(
  rule: Rule,
  { effect: kind, target, tool = '', session, trust, secrecy, time, day, ...facts }: Example,
): boolean {
  if (!isEffectKind(kind)) return false
  const effect = { ...facts, kind, target } as EffectFacts
  const labels: Label | undefined =
    trust === undefined && secrecy === undefined ? undefined : { trust: trust ?? 'user', secrecy: secrecy ?? 'public' }
  const around: Around = { tool, session, labels }
  if ((rule.hours && time === undefined) || (rule.days && day === undefined)) return false
  if (time !== undefined || day !== undefined) around.local = { minute: minuteOf(time ?? '00:00'), day: day ?? 'mon' }
  return speaks(rule, effect, around) === true
}
