// How risky a call is, 1 to 10, as an itemised sum. Every point has its line: what the user sees is what was counted.
import { type Effect, type EffectKind, meaning } from './effects.ts'

/** An effect together with what is known about its target. */
export interface EffectFacts extends Effect {
  /** Outside the folders of the session, or an address nobody vouched for. */
  outside?: boolean
  /** A secret, or a place where secrets are kept. */
  sensitive?: boolean
  /** It lies on a server, although its kind may as well be at home here. */
  leaves?: boolean
  /** Carried out where it can reach nothing else. */
  sandboxed?: boolean
  /** Never done to this target before. */
  firstTime?: boolean
  /** Can be taken back afterwards. */
  undoable?: boolean
  /** What it carries holds a secret. */
  secret?: boolean
  /** In the folders that Steward keeps for itself. */
  own?: boolean
  /** Files that go with it. */
  attachments?: number
  /** How many things stand behind the one target: the files of a folder, the messages of a search. */
  count?: number
}

export interface ReceiptLine {
  points: number
  why: string
}

export interface Receipt {
  score: number
  lines: ReceiptLine[]
}

/** What a call that touches nothing gets. */
export const nothingTouched: Receipt = {
  score: 1,
  lines: [{ points: 1, why: 'touches nothing outside itself' }],
}

const BULK = 10
const CROWD = 100

/** The score of all effects of a call together. */
export function score(effects: readonly EffectFacts[], more: { untrusted?: boolean } = {}): Receipt {
  if (effects.length === 0) return nothingTouched
  const lines: ReceiptLine[] = []
  const add = (points: number, why: string) => lines.push({ points, why })
  const kinds = [...new Set(effects.map((effect) => effect.kind))].sort(byWeight)
  const heaviest = kinds[0]
  if (heaviest === undefined) return nothingTouched
  add(meaning(heaviest).weight, meaning(heaviest).says)
  const alsoChanges = kinds.slice(1).filter((kind) => meaning(kind).changes)
  if (alsoChanges.length > 0) add(1, `also ${alsoChanges.map((kind) => meaning(kind).says).join(', ')}`)

  const heavy = effects.filter((effect) => meaning(effect.kind).changes || meaning(effect.kind).leaves)
  if (effects.some((effect) => effect.sensitive))
    add(3, 'something sensitive: a secret, where secrets are kept, or what decides which programs run')
  if (effects.some((effect) => effect.secret)) add(3, 'carries a secret')
  const outside = effects.find((effect) => effect.outside)
  if (outside)
    add(2, meaning(outside.kind).target === 'path' ? 'outside the folders of this session' : 'nobody vouched for it')
  if (heavy.some((effect) => effect.firstTime))
    add(1, `first time: ${names(heavy.filter((effect) => effect.firstTime))}`)
  const attachments = effects.reduce((sum, effect) => sum + amount(effect.attachments, 0), 0)
  if (attachments > 0) add(1, attachments === 1 ? 'an attachment' : `${attachments} attachments`)
  const things = heavy.reduce((sum, effect) => sum + amount(effect.count, 1), 0)
  if (things > CROWD) add(3, `${things} targets at once`)
  else if (things > BULK) add(2, `${things} targets at once`)
  if (more.untrusted && heavy.length > 0) add(2, 'follows from text that nobody vouched for')

  const changing = effects.filter((effect) => meaning(effect.kind).changes)
  if (changing.length > 0 && changing.every((effect) => effect.undoable)) add(-1, 'can be taken back')
  if (changing.length > 0 && changing.every((effect) => effect.sandboxed)) add(-2, 'runs in a sandbox')
  const sum = lines.reduce((total, line) => total + line.points, 0)
  return { score: Math.max(1, Math.min(10, sum)), lines }
}

// A number that is none counts as nothing known.
const amount = (count: number | undefined, usual: number): number =>
  count !== undefined && count > usual ? Math.ceil(count) : usual

const byWeight = (a: EffectKind, b: EffectKind) => meaning(b).weight - meaning(a).weight || (a < b ? -1 : 1)

function names(effects: readonly EffectFacts[]): string {
  const targets = [...new Set(effects.map((effect) => effect.target))]
  return targets.length <= 3 ? targets.join(', ') : `${targets.slice(0, 3).join(', ')} and ${targets.length - 3} more`
}
