// A zone out of the file's own VTIMEZONE: its observances begin where DTSTART, RRULE and RDATE say.
import { Budget } from './budget.ts'
import type { Component } from './document.ts'
import { expand } from './expand.ts'
import { properties, property } from './params.ts'
import { type Rule, readRule } from './rule.ts'
import { offsetSeconds, readList, readWhen } from './values.ts'
import { type Changes, type Zone, zoneOf } from './zone.ts'

interface Observance {
  start: number
  from: number
  to: number
  rules: Rule[]
  /** Further onsets, on the clock before the change. */
  dates: number[]
}

const MOST_ONSETS = 20_000

function readObservance(component: Component): Observance | undefined {
  const at = property(component, 'DTSTART')
  const start = at && readWhen(at)
  const to = property(component, 'TZOFFSETTO')?.value
  if (!start || to === undefined) return undefined
  const from = offsetSeconds(property(component, 'TZOFFSETFROM')?.value ?? to)
  const rules = properties(component, 'RRULE').flatMap(({ value }) => readRule(value) ?? [])
  const dates = properties(component, 'RDATE').flatMap((each) =>
    readList(each).map(({ start: date }) => (date.utc ? date.wall + from : date.wall)),
  )
  return { start: start.utc ? start.wall + from : start.wall, from, to: offsetSeconds(to), rules, dates }
}

/** All onsets up to a second of UTC. */
function onsets(observance: Observance, until: number): number[] {
  const { start, from, rules, dates } = observance
  const walls = new Set([start, ...dates])
  for (const rule of rules) {
    const last = rule.until
      ? rule.until.wall + (rule.until.utc ? from : rule.until.date ? 86_399 : 0)
      : Number.POSITIVE_INFINITY
    const bounds = { from: start, to: Math.min(until + from, last), until: last }
    for (const wall of expand(rule, start, bounds, new Budget())) {
      walls.add(wall)
      if (walls.size > MOST_ONSETS) break
    }
  }
  return [...walls].map((wall) => wall - from).filter((utc) => utc <= until)
}

function changesOf(observances: readonly Observance[], until: number): Changes {
  const all = observances
    .flatMap((each) => onsets(each, until).map((utc) => ({ utc, from: each.from, to: each.to })))
    .sort((a, b) => a.utc - b.utc)
  const first = all[0] ?? observances.toSorted((a, b) => a.start - b.start)[0]
  return { times: all.map(({ utc }) => utc), offsets: all.map(({ to }) => to), before: first?.from ?? 0 }
}

/** The zone that a VTIMEZONE describes; undefined where it describes none. */
export function ownZone(component: Component, id: string): Zone | undefined {
  const observances = component.items.flatMap((item) =>
    item.kind === 'component' && (item.name === 'STANDARD' || item.name === 'DAYLIGHT')
      ? (readObservance(item) ?? [])
      : [],
  )
  if (observances.length === 0) return undefined
  return zoneOf(id, (utc) => changesOf(observances, utc))
}
