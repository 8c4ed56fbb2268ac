// Words about time, English and Simplified Chinese, to what they mean. Pure: the clock is handed in. What is not clear is
// told with the choices; what was taken for granted is told in `notes`.
import type { Reading } from './build.ts'
import { collect } from './collect.ts'
import { impossible } from './impossible.ts'
import { isClock } from './lengths.ts'
import type { Context, Days, Piece } from './pieces.ts'
import { resolve } from './resolve.ts'
import { resolveRule } from './rules.ts'
import { type Hit, isSmall, scan } from './scan.ts'
import { tell } from './told.ts'
import type { Choice, Found, None, When, WhenOptions } from './types.ts'
import { plainly } from './words.ts'

/** Longer texts are no words about time. */
export const MAX_WHEN_CHARS = 500
const MAX_CHOICES = 8

function contextOf({ now, zone, workingHours, weekStart = 1, locale, order }: WhenOptions): Context {
  const instant = typeof now === 'number' ? Temporal.Instant.fromEpochMilliseconds(now) : now
  const at = instant.toZonedDateTimeISO(zone)
  const { start = '09:00', end = '17:00', days = [1, 2, 3, 4, 5] } = workingHours ?? {}
  const work = {
    start: Temporal.PlainTime.from(start),
    end: Temporal.PlainTime.from(end === '24:00' ? '23:59' : end),
    days,
  }
  return { now: at, today: at.toPlainDate(), work, weekStart, locale, order }
}

const no = (why: string): None => ({ kind: 'none', why })

/** What a text that is all about time means. */
export function readWhen(text: string, options: WhenOptions): When {
  const context = contextOf(options)
  if (text.length > MAX_WHEN_CHARS) return no(tell(context.locale, 'tooLong'))
  const plain = plainly(text)
  // A number alone may be anything.
  const hits = /^\s*\d{1,3}\s*$/.test(plain) ? [] : scan(plain, context)
  if (hits.length === 0) return no(impossible(plain, plain, context.locale) ?? tell(context.locale, 'noTime'))
  const rest = restOf(text, hits)
  const odd = impossible(plain, plainly(rest), context.locale)
  if (odd) return no(odd)
  if (!isSmall(plainly(rest))) return no(tell(context.locale, 'notAll', rest))
  return meaning(plain, hits, context) ?? no(tell(context.locale, 'noSense'))
}

/** The words about time in a sentence, what they mean, and the sentence without them. */
export function findWhen(text: string, options: WhenOptions): Found {
  const context = contextOf(options)
  const { locale } = context
  const none = { words: '', rest: text.trim() }
  if (text.length > MAX_WHEN_CHARS) return { when: no(tell(locale, 'tooLong')), ...none }
  const plain = unquoted(plainly(text))
  const { taken, others } = chosen(plain, scan(plain, context), context, options.isEager === true)
  const found = foundIn(text, plain, taken, context) ?? { when: no(tell(locale, 'noTime')), ...none }
  const odd = impossible(plain, unquoted(plainly(found.rest)), locale)
  const other = others && foundIn(text, plain, others.taken, context)
  const why = others && tell(locale, 'whyNamed', text.slice(others.named.from, others.named.to))
  return { ...found, ...(odd === undefined ? {} : { odd }), ...(other && why ? { other: { ...other, why } } : {}) }
}

function foundIn(text: string, plain: string, taken: readonly Hit[], context: Context) {
  const when = taken.length > 0 ? meaning(plain, taken, context) : undefined
  if (!when || when.kind === 'none') return undefined
  const words = taken.map(({ from, to }) => text.slice(from, to)).join(' ')
  const wide = taken.map((hit) => widened(plain, hit))
  return { when, words, rest: restOf(text, wide) }
}

interface Chosen {
  taken: Hit[]
  /** Another way to take them, with the name that is then a day. */
  others?: { taken: Hit[]; named: Hit }
}

/**
 * The hits that count. A holiday, a month, a quarter or a year may be a part of what something is called, so a day that is
 * said beside it counts more: "Christmas party 2026-12-18".
 */
function chosen(plain: string, hits: readonly Hit[], context: Context, isEager: boolean): Chosen {
  const take = (some: readonly Hit[]): Hit[] => {
    const groups = grouped(plain, some).flatMap((group) => usable(plain, group, context, isEager))
    return fitting(plain, groups, context)
  }
  const said = withoutAdverbs(plain, hits)
  const all = take(said)
  const named = all.filter(isNamed)
  const [first] = named
  if (!first) return { taken: all }
  const plainer = take(said.filter((hit) => !isNamed(hit)))
  const days = plainer.filter(isDated)
  if (days.length === 0) return { taken: all }
  if (days.some((hit) => !all.includes(hit))) return { taken: plainer }
  // Said in one breath they belong together: 5 May next year.
  const isApart = grouped(plain, all).some((group) => group.every(isNamed))
  if (!isApart) return { taken: all }
  const isWeekday = days.every(({ pieces }) => pieces.every(({ t }) => t !== 'date' && t !== 'days' && t !== 'instant'))
  const isRule = days.some(({ pieces }) => pieces.some(({ t }) => t === 'rule'))
  // A weekday that is not that of the named day is another day.
  const isOne = isWeekday && !isRule && meaning(plain, all, context)?.kind !== 'ambiguous'
  return isOne ? { taken: plainer, others: { taken: all, named: first } } : { taken: plainer }
}

/** A weekly sync every Tuesday is called so. */
function withoutAdverbs(plain: string, hits: readonly Hit[]): readonly Hit[] {
  const isRule = ({ pieces }: Hit): boolean => pieces.some(({ t }) => t === 'rule')
  const isAdverb = ({ from, to }: Hit): boolean => /^(?:[a-z]+ly)$/.test(plain.slice(from, to))
  return hits.some((hit) => isRule(hit) && !isAdverb(hit)) ? hits.filter((hit) => !isRule(hit) || !isAdverb(hit)) : hits
}

const isWholeMonths = ([first, last]: Days): boolean => first.day === 1 && last.add({ days: 1 }).day === 1

/** The name of a day or of a long time. */
const isNamed = ({ pieces }: Hit): boolean =>
  pieces.some(
    (piece) =>
      (piece.t === 'date' && piece.named) ||
      (piece.t === 'days' && piece.alts.every(({ value }) => isWholeMonths(value))),
  )

const isDated = ({ pieces }: Hit): boolean =>
  pieces.some(({ t }) => t === 'date' || t === 'weekday' || t === 'days' || t === 'instant' || t === 'rule')

// What stands in quotes is a name, not a time. Its place is kept.
const unquoted = (plain: string): string =>
  plain.replaceAll(/"[^"]{1,200}"|“[^”]{1,200}”|《[^》]{1,200}》|「[^」]{1,200}」/g, (quoted) =>
    '\u0000'.repeat(quoted.length),
  )

/** Hits with nothing but small words between them belong together. */
function grouped(plain: string, hits: readonly Hit[]): Hit[][] {
  const groups: Hit[][] = []
  for (const hit of hits) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group && last && isSmall(plain.slice(last.to, hit.from))) group.push(hit)
    else groups.push([hit])
  }
  return groups
}

const isLoose = (plain: string, { pieces, from }: Hit, isEnd: boolean): boolean =>
  pieces.every((piece) => piece.t === 'mark' && (piece.mark === 'to' || (isEnd && /[a-z]/.test(plain[from] ?? ''))))

/** A day and a time side by side make each other sure: 5/6 may be anything, 5/6 12-13 hardly. */
const isDayAndTime = (hits: readonly Hit[]): boolean => {
  const kinds = kindsOf(hits)
  return kinds.has('date') && kinds.has('clock')
}

const kindsOf = (hits: readonly Hit[]) => new Set(hits.flatMap(({ pieces }) => pieces.map(({ t }) => t)))

/** Where a time is wanted, "sat 7" and "12-1" are one. */
function isLikely(plain: string, hits: readonly Hit[]): boolean {
  const kinds = kindsOf(hits)
  if (kinds.has('weekday') && kinds.has('clock')) return true
  return hits.some(({ from, to }) => /^\d{1,2}(?:[:.]\d\d)? ?[-–—] ?\d{1,2}(?:[:.]\d\d)?$/.test(plain.slice(from, to)))
}

/** A group without the loose words at its ends; nothing where no word in it is surely about time. */
function usable(plain: string, group: readonly Hit[], context: Context, isEager: boolean): Hit[][] {
  let hits = [...group]
  while (hits.length > 0 && hits[0] && isLoose(plain, hits[0], false)) hits = hits.slice(1)
  for (let last = hits.at(-1); last && isLoose(plain, last, true); last = hits.at(-1)) hits = hits.slice(0, -1)
  const isSure = () => hits.some(({ isWeak }) => !isWeak) || isDayAndTime(hits) || (isEager && isLikely(plain, hits))
  while (isSure()) {
    if (meaning(plain, hits, context)) return [hits]
    // What is not sure goes first, from the end.
    const weak = hits.at(-1)?.isWeak ? -1 : hits[0]?.isWeak ? 0 : undefined
    hits = weak === 0 ? hits.slice(1) : hits.slice(0, -1)
  }
  return []
}

const STARTS = 4

/** The groups that go together: of the first ones that with which the most does, so that "Mon ami" leaves Tuesday its time. */
function fitting(plain: string, groups: readonly Hit[][], context: Context): Hit[] {
  const ways = groups.slice(0, STARTS).map((_group, at) => fittingFrom(plain, groups.slice(at), context))
  return ways.toSorted((a, b) => b.length - a.length)[0] ?? []
}

function fittingFrom(plain: string, groups: readonly Hit[][], context: Context): Hit[] {
  let taken: Hit[] = []
  for (const group of groups) {
    const more = [...taken, ...group]
    if (taken.length === 0 || meaning(plain, more, context)) taken = more
  }
  return taken
}

const leading = /(?:(?<![a-z])(?:at|on|in|the|of|around|about)|[,在于的])$/

/** With the small word that leads to it. */
function widened(plain: string, hit: Hit): Hit {
  const before = plain.slice(0, hit.from).trimEnd()
  const found = leading.exec(before)
  return found ? { ...hit, from: found.index } : hit
}

/** The text without the hits. */
function restOf(text: string, hits: readonly Hit[]): string {
  let rest = ''
  let at = 0
  for (const { from, to } of hits) {
    // Chinese has no spaces, so there is none where there was none.
    const isApart = from === 0 || /\s/u.test(text[from - 1] ?? '') || /\s/u.test(text[to] ?? ' ')
    rest += `${text.slice(at, Math.max(at, from))}${isApart ? ' ' : ''}`
    at = Math.max(at, to)
  }
  const words = (rest + text.slice(at)).replaceAll(/\s+/gu, ' ').trim()
  return words
    .replaceAll(/ (?=[,.;!?，。；！？])|(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')
    .replaceAll(/^[,，;；:：\s]+|[,，;；:：\s]+$/gu, '')
}

/** The meaning of hits together; undefined where they make no sense. */
function meaning(plain: string, hits: readonly Hit[], context: Context): When | undefined {
  const pieces = hits.flatMap((hit) => hit.pieces)
  const own = readings(pieces, context)
  if (own.readings.length === 0) return undefined
  const there = elsewhere(plain, hits, pieces, context)
  const all = [...own.readings, ...there.readings]
  const whys = [...own.whys, ...there.whys]
  const choices = distinct(current(all, context))
  const [first] = choices
  if (!first || choices.length === 1) return first
  return { kind: 'ambiguous', choices: choices.slice(0, MAX_CHOICES), why: [...new Set(whys)].join(' ') }
}

/** Without those that would be over already, where others are left; that is told. */
function current(all: readonly Reading[], { locale }: Context): Choice[] {
  const sure = all.filter(({ choice, isSoft }) => !(isSoft && 'past' in choice && choice.past))
  if (sure.length === 0 || sure.length === all.length) return all.map(({ choice }) => choice)
  const note = tell(locale, 'rolledWeek')
  return sure.map(({ choice }) => ({ ...choice, notes: [...choice.notes, note] }))
}

/** Where it is another day in the zone that was named, "tomorrow" may be counted from there. */
function elsewhere(plain: string, hits: readonly Hit[], pieces: readonly Piece[], context: Context) {
  const zone = pieces.find((piece) => piece.t === 'zone')?.alts[0]?.value.id
  const isRelative = pieces.some((piece) => piece.t === 'weekday' || (piece.t === 'date' && piece.relative))
  const today = zone === undefined ? context.today : context.now.withTimeZone(zone).toPlainDate()
  if (!isRelative || today.equals(context.today)) return { readings: [], whys: [] }
  const places = new Set(hits.map(({ from }) => from))
  const again = scan(plain, { ...context, today }).filter(({ from }) => places.has(from))
  const found = readings(
    again.flatMap((hit) => hit.pieces),
    { ...context, today },
  )
  return { readings: found.readings, whys: [...found.whys, tell(context.locale, 'whyZoneDay')] }
}

/** Several weekdays for some weeks are a rule. */
function weeksOf(pieces: readonly Piece[]): readonly Piece[] {
  const isLong = pieces.some((piece) => piece.t === 'length' && !isClock(piece.length))
  if (!isLong || pieces.some(({ t }) => t === 'rule')) return pieces
  return pieces.map((piece) =>
    piece.t === 'weekday' && piece.days.length > 1 && !piece.range
      ? { t: 'rule', rules: [{ freq: 'WEEKLY', interval: 1, days: piece.days }] }
      : piece,
  )
}

function readings(pieces: readonly Piece[], context: Context): { readings: Reading[]; whys: string[] } {
  const places = collect(weeksOf(pieces))
  if (!places) return { readings: [], whys: [] }
  try {
    return places.rule ? resolveRule(places, context) : resolve(places, context)
  } catch (error) {
    // Beyond the days that there are: the year 275760 and the like.
    if (error instanceof RangeError) return { readings: [], whys: [] }
    throw error
  }
}

function distinct(choices: readonly Choice[]): Choice[] {
  const bySaying = new Map<string, Choice>()
  for (const choice of choices) if (!bySaying.has(choice.says)) bySaying.set(choice.says, choice)
  return [...bySaying.values()]
}
