// VTIMEZONE for a zone of IANA, from the changes that Temporal knows: a rule where the zone has one, single dates where not.
// The same zone has the same text in every event, so that many can be put into one file.
import { basicWall, civil, DAY, dayOf, weekday } from '../ical/days.ts'
import type { Component } from '../ical/document.ts'
import { newComponent, newProperty } from '../ical/write.ts'
import { ianaZone, utcZone, type Zone } from '../ical/zone.ts'

/** A change of the clock: when, on the clock before it, and the offsets on both sides. */
interface Change {
  utc: number
  wall: number
  from: number
  to: number
}

/** Changes that one observance describes: a rule from the first on, or single dates. */
interface Group {
  from: number
  to: number
  walls: number[]
  rule?: string
  /** Goes on for ever. */
  open: boolean
}

const BASE = 0 // 1970
const EARLIEST = -4_000_000_000 // 1843
/** Rules that hold up to here hold for ever. */
const LATEST = 4_733_510_400 // 2120
const ALWAYS = 4_102_444_800 // 2100
const dayNames = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

function changesOf(name: string, first: number): { before: number; changes: Change[] } {
  const at = (utc: number) => Temporal.Instant.fromEpochMilliseconds(utc * 1000).toZonedDateTimeISO(name)
  const seconds = (time: Temporal.ZonedDateTime) => Math.round(time.offsetNanoseconds / 1e9)
  let reached = at(first)
  let from = seconds(reached)
  const before = from
  const changes: Change[] = []
  for (;;) {
    const next = reached.getTimeZoneTransition('next')
    if (!next || next.epochMilliseconds / 1000 > LATEST) return { before, changes }
    const utc = Math.floor(next.epochMilliseconds / 1000)
    const to = seconds(next)
    // A change of the name alone is none here.
    if (to !== from) changes.push({ utc, wall: utc + from, from, to })
    reached = next
    from = to
  }
}

/** Every rule of a year that a change could follow, the plainest first. */
function rulesFor(wall: number): string[] {
  const { year, month, day } = civil(dayOf(wall))
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const name = dayNames[weekday(dayOf(wall))]
  const head = `FREQ=YEARLY;BYMONTH=${month}`
  const made: string[] = []
  if (day > length - 7) made.push(`${head};BYDAY=-1${name}`)
  if (day <= 28) made.push(`${head};BYDAY=${Math.ceil(day / 7)}${name}`)
  // The first such weekday on or after a day.
  for (let least = Math.max(1, day - 6); least <= Math.min(day, length - 6); least++)
    made.push(`${head};BYMONTHDAY=${[0, 1, 2, 3, 4, 5, 6].map((more) => least + more).join(',')};BYDAY=${name}`)
  made.push(`${head};BYMONTHDAY=${day}`)
  return made
}

const yearOf = (wall: number): number => civil(dayOf(wall)).year
const clockOf = (wall: number): number => wall - dayOf(wall) * DAY

/** Runs of years in which one rule holds; what is in none of them is told date by date. */
function grouped(changes: readonly Change[]): Group[] {
  const kinds = new Map<string, Change[]>()
  for (const change of changes) {
    const key = `${change.from} ${change.to}`
    kinds.set(key, [...(kinds.get(key) ?? []), change])
  }
  return [...kinds.values()].flatMap((same) => {
    const { from, to } = same[0] as Change
    const single: number[] = []
    const groups: Group[] = []
    for (let at = 0; at < same.length; ) {
      const run = longestRun(same, at)
      const walls = same.slice(at, at + run.count).map(({ wall }) => wall)
      const open = run.count > 1 && (walls.at(-1) ?? 0) > ALWAYS
      if (open || run.count > 3) groups.push({ from, to, walls, rule: run.rule, open })
      else single.push(...walls)
      at += run.count
    }
    return single.length === 0 ? groups : [...groups, { from, to, walls: single, open: false }]
  })
}

function longestRun(changes: readonly Change[], at: number): { count: number; rule: string } {
  const first = changes[at] as Change
  let best = { count: 1, rule: '' }
  for (const rule of rulesFor(first.wall)) {
    let count = 1
    while (follows(changes[at + count - 1], changes[at + count], rule)) count += 1
    if (count > best.count) best = { count, rule }
  }
  return best
}

function follows(last: Change | undefined, next: Change | undefined, rule: string): boolean {
  if (!last || !next || yearOf(next.wall) !== yearOf(last.wall) + 1) return false
  return clockOf(next.wall) === clockOf(last.wall) && rulesFor(next.wall).includes(rule)
}

function offsetText(seconds: number): string {
  const size = Math.abs(seconds)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const rest = size % 60 === 0 ? '' : two(size % 60)
  return `${seconds < 0 ? '-' : '+'}${two(size / 3600)}${two((size / 60) % 60)}${rest}`
}

// Which side of a change is the usual time is not told by offsets alone; the later one is called DAYLIGHT.
function observance({ from, to, walls, rule, open }: Group): Component {
  const until = `UNTIL=${basicWall((walls.at(-1) ?? 0) - from)}Z`
  const [first = 0] = walls
  return newComponent(to > from ? 'DAYLIGHT' : 'STANDARD', [
    newProperty('DTSTART', basicWall(first)),
    newProperty('TZOFFSETFROM', offsetText(from)),
    newProperty('TZOFFSETTO', offsetText(to)),
    newProperty('TZNAME', offsetText(to).replace(/00$/, '')),
    // Some readers take only the first date of a list, and only those of RDATE where there is one.
    ...(rule === undefined
      ? walls.slice(walls.length > 1 ? 0 : 1).map((wall) => newProperty('RDATE', basicWall(wall)))
      : [newProperty('RRULE', open ? rule : `${rule};${until}`)]),
  ])
}

const made = new Map<string, Component>()

/**
 * The VTIMEZONE of a zone, by the name under which it is written. It holds from 1970 on, and for earlier times from the
 * beginning. None for UTC and for names that are not known.
 */
export function zoneComponent(name: string, earliest = Number.POSITIVE_INFINITY): Component | undefined {
  const zone: Zone | undefined = ianaZone(name)
  if (!zone || zone === utcZone) return undefined
  const first = earliest - 2 * DAY < BASE ? EARLIEST : BASE
  const key = `${name} ${first}`
  let found = made.get(key)
  if (!found) {
    if (made.size > 500) made.clear()
    found = makeZone(name, first)
    made.set(key, found)
  }
  return found
}

function makeZone(name: string, first: number): Component {
  const { before, changes } = changesOf(name, first)
  const base: Group = { from: before, to: before, walls: [first + before], open: false }
  const groups = [base, ...grouped(changes)].sort((a, b) => (a.walls[0] ?? 0) - (b.walls[0] ?? 0))
  return newComponent('VTIMEZONE', [newProperty('TZID', name), ...groups.map(observance)])
}
