// RRULE as it is written: parts in their order, checked, and with UNTIL in the form that the start asks for.
import { StewardError } from '../errors.ts'
import { Budget } from '../ical/budget.ts'
import { basicDate, basicWall, DAY, dateText, dayOf } from '../ical/days.ts'
import { expand } from '../ical/expand.ts'
import { type Rule, readRule } from '../ical/rule.ts'
import { readMoment, type When } from '../ical/values.ts'
import { toUtc, toWall, type Zone } from '../ical/zone.ts'

export type RuleParts = Map<string, string>

const known = new Set(
  'FREQ INTERVAL COUNT UNTIL BYSECOND BYMINUTE BYHOUR BYDAY BYMONTHDAY BYYEARDAY BYWEEKNO BYMONTH BYSETPOS WKST RSCALE SKIP'.split(
    ' ',
  ),
)

const refused = (why: string, hint: string): StewardError => new StewardError('BAD_INPUT', why, hint)
const EXAMPLE = 'A rule looks like FREQ=WEEKLY;BYDAY=MO;COUNT=10.'

/** The parts of a rule in capitals. */
export function rulePartsOf(text: string): RuleParts {
  const parts: RuleParts = new Map()
  for (const part of text.toUpperCase().split(';')) {
    const at = part.indexOf('=')
    if (at > 0) parts.set(part.slice(0, at).trim(), part.slice(at + 1).trim())
  }
  return parts
}

export const ruleText = (parts: RuleParts): string => [...parts].map(([name, value]) => `${name}=${value}`).join(';')

/** The rule as numbers; a rule of ours is always one. */
export function ruleOf(text: string): Rule {
  const rule = readRule(text)
  if (!rule) throw refused('The rule is not understood.', EXAMPLE)
  return rule
}

/** UNTIL at a wall time of the start's clock: a date for dates, UTC in a zone, bare otherwise (RFC 5545, 3.3.10). */
export function untilText(start: When, zone: Zone | undefined, wall: number): string {
  if (start.date) return basicDate(dayOf(wall))
  return zone ? `${basicWall(toUtc(zone, wall))}Z` : basicWall(wall)
}

function untilFor(value: string, start: When, zone: Zone | undefined): string {
  const until = readMoment(value)
  if (!until) throw refused(`The rule ends at ${JSON.stringify(value.slice(0, 40))}, which is no time.`, EXAMPLE)
  // A day as the end of something with times means all of it.
  if (until.date) return untilText(start, zone, start.date ? until.wall : until.wall + DAY - 1)
  return untilText(start, zone, until.utc && zone ? toWall(zone, until.wall) : until.wall)
}

/** A rule as it is to be written beside this start. The start must be one of its own times. */
export function ruleFor(text: string, start: When, zone: Zone | undefined): string {
  const parts = rulePartsOf(text.trim().replace(/^RRULE:/i, ''))
  for (const [name, value] of parts)
    if (!known.has(name) || !/^[A-Z0-9,+:-]+$/.test(value))
      throw refused(`The rule has ${JSON.stringify(`${name}=${value}`.slice(0, 60))}, which means nothing.`, EXAMPLE)
  for (const name of ['COUNT', 'INTERVAL'])
    if (parts.has(name) && !/^[1-9]\d{0,5}$/.test(parts.get(name) ?? ''))
      throw refused(
        `The rule has ${name}=${(parts.get(name) ?? '').slice(0, 20)}, which is no number of times.`,
        EXAMPLE,
      )
  if (/^(?:SECONDLY|MINUTELY)$/.test(parts.get('FREQ') ?? ''))
    throw refused('Nothing happens every minute or every second.', 'Repeat it hourly at most.')
  if (parts.has('COUNT') && parts.has('UNTIL')) throw refused('The rule has two ends.', 'Give COUNT or UNTIL.')
  const until = parts.get('UNTIL')
  if (until !== undefined) parts.set('UNTIL', untilFor(until, start, zone))
  const made = ruleText(parts)
  checkFirst(ruleOf(made), start, zone)
  return made
}

// Programs differ on a start that the rule does not have: some show it, some do not, and COUNT is another for each.
function checkFirst(rule: Rule, start: When, zone: Zone | undefined): void {
  const until = rule.until ? lastWall(rule.until, zone) : Number.POSITIVE_INFINITY
  const found = firstFrom(rule, start.wall, until)
  if (found === start.wall || (start.date && found !== undefined && dayOf(found) === dayOf(start.wall))) return
  throw refused(
    'The start is not one of the times of the rule.',
    found === undefined
      ? 'The rule has no time at all from that start on; give another rule or start.'
      : `The first time of the rule is on ${dateText(dayOf(found))}; start there, or give another rule.`,
  )
}

const lastWall = (until: When, zone: Zone | undefined): number =>
  until.utc && zone ? toWall(zone, until.wall) : until.wall

function firstFrom(rule: Rule, start: number, until: number): number | undefined {
  // Few rules leave out more than these; leap days and fifth weekdays of a month come within them.
  for (const days of [0, 40, 400, 3000, 15_000]) {
    const [found] = expand({ ...rule, count: 1 }, start, { from: start, to: start + days * DAY, until }, new Budget())
    if (found !== undefined) return found
  }
  return undefined
}
