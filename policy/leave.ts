// How wide leave may be that is given in advance. A slip of the hand must not give away what can't be got back.
import { type EffectKind, meaning } from './effects.ts'
import { anchors } from './pattern.ts'

/** Leave that somebody asks for. */
export interface WantedLeave {
  kind: EffectKind
  pattern: string
  times?: number | undefined
  perDay?: number | undefined
  until?: number | undefined
}

/** From this weight on, leave for everything must have an end. */
export const HEAVY_FROM = 5

/** Never for everything, whatever the limits: each of these can cost more than any number of times is worth. */
export const neverForAll: ReadonlySet<EffectKind> = new Set(['pay', 'changeAccount', 'loadCode', 'publish'])

/** Why such leave is too wide to be given, and what to do instead; nothing where it is not. */
export function tooWide({
  kind,
  pattern,
  times,
  perDay,
  until,
}: WantedLeave): { why: string; hint: string } | undefined {
  if (namesSomething(pattern)) return undefined
  const all = `Leave for ${kind} on ${JSON.stringify(pattern)}, which is everything that ${meaning(kind).says}`
  if (neverForAll.has(kind))
    return { why: `${all}, is not given.`, hint: 'Name what it is for: a whole target, or a good part of one.' }
  if (meaning(kind).weight < HEAVY_FROM || [times, perDay, until].some((limit) => limit !== undefined)) return undefined
  return {
    why: `${all}, is not given without a limit.`,
    hint: 'Say how often (--times N, --per-day N) or for how long (--until WHEN), or name what it is for.',
  }
}

// A scheme, the end of a host, the end of a file's name or a single letter is no name.
function namesSomething(pattern: string): boolean {
  const { exact, texts } = anchors(pattern)
  const names = texts.map((text) => text.replace(/^\w*:\/\//, '').replace(/^\.\w+\/?$/, ''))
  return exact || names.some((name) => (name.match(/[\p{L}\p{N}]/gu)?.length ?? 0) > 1)
}
