// Between which instants an event can have occurrences, without working them out. It may say too much, never too little:
// a month of ten thousand files then looks into few of them.
import { DAY } from '../../text/ical/days.ts'
import type { Component } from '../../text/ical/document.ts'
import { type Clock, type Entry, endOf, momentOf, readEntry } from '../../text/ical/event.ts'
import { inside, param, property } from '../../text/ical/params.ts'
import type { Rule } from '../../text/ical/rule.ts'
import { type Period, readDuration } from '../../text/ical/values.ts'

/** Seconds since 1970. */
export interface Range {
  from: number
  to: number
}

export const never: Range = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY }
export const always: Range = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

// The viewer's clock is not known yet: it is up to 14 hours off, and the change of clocks comes on top.
const MARGIN = 2 * DAY
const WEEK = 7 * DAY

/** Both and what is between them. */
export const spanning = (a: Range, b: Range): Range => ({ from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) })

/** Whether something of the one may be in the other. */
export const touches = (a: Range, b: Range): boolean => a.from <= b.to && a.to >= b.from

// A month or a year may lack the day, up to eight years long; others lack none.
const units: Partial<Record<Rule['freq'], number>> = {
  DAILY: DAY,
  WEEKLY: WEEK,
  MONTHLY: 31 * DAY * 8,
  YEARLY: 366 * DAY * 8,
}

/** A rule that picks days or times apart may pass over any number of its periods. */
function isPlain(rule: Rule): boolean {
  const { seconds, minutes, hours, monthDays, yearDays, weeks, months, positions, days, scale, freq } = rule
  const picks = [seconds, minutes, hours, monthDays, yearDays, weeks, months, positions]
  return scale === undefined && picks.every(({ length }) => length === 0) && (days.length === 0 || freq === 'WEEKLY')
}

/** The last start that a rule can have. */
function lastStart(rule: Rule, entry: Entry, clock: Clock): number {
  const { until, count, interval, freq } = rule
  if (until) return momentOf(until, clock, entry.zone).utc + DAY
  const unit = units[freq]
  if (count === undefined || unit === undefined || !isPlain(rule)) return Number.POSITIVE_INFINITY
  return entry.start.utc + (count + 1) * interval * unit
}

function dateRange(period: Period, entry: Entry, clock: Clock, length: number): Range {
  const start = momentOf(period.start, clock, entry.zone).utc
  const end = period.end ? momentOf(period.end, clock, entry.zone).utc : start
  const duration = period.duration ? period.duration.days * DAY + period.duration.seconds : 0
  return { from: start - DAY, to: Math.max(end, start + duration, start + length) + DAY }
}

function entryRange(entry: Entry, clock: Clock): Range {
  // A change for this and all following moves what the rule says, by any amount.
  if (entry.thisAndFuture) return always
  const end = endOf(entry.start, entry.length, entry.zone).utc
  const length = Math.max(0, end - entry.start.utc)
  let range: Range = { from: entry.start.utc, to: Math.max(end, entry.start.utc) }
  for (const rule of entry.rules)
    range = spanning(range, { from: range.from, to: lastStart(rule, entry, clock) + length })
  for (const period of entry.dates) range = spanning(range, dateRange(period, entry, clock, length))
  return { from: range.from - MARGIN, to: range.to + MARGIN }
}

/** The range of one VEVENT or VTODO; undefined where it has no time. */
export function rangeOf(component: Component, clock: Clock): Range | undefined {
  const entry = readEntry(component, clock)
  if (!entry) return undefined
  const range = entryRange(entry, clock)
  // What is no number is no bound.
  return Number.isNaN(range.from) || Number.isNaN(range.to) ? always : range
}

/** How far alarms lie from the times that their event has; `always` where one names its own time, none without alarms. */
export function alarmReach(component: Component): Range | undefined {
  const alarms = inside(component, 'VALARM')
  if (alarms.length === 0) return undefined
  let reach: Range = { from: 0, to: 0 }
  for (const alarm of alarms) {
    const trigger = property(alarm, 'TRIGGER')
    const length = trigger && param(trigger, 'VALUE') !== 'DATE-TIME' ? readDuration(trigger.value) : undefined
    if (!length) return always
    const repeat = readDuration(property(alarm, 'DURATION')?.value ?? '')
    const times = Math.max(0, Number(property(alarm, 'REPEAT')?.value ?? 0) || 0)
    const seconds = length.days * DAY + length.seconds
    const further = repeat ? (repeat.days * DAY + repeat.seconds) * times : 0
    reach = spanning(reach, { from: seconds - DAY, to: seconds + further + DAY })
  }
  return reach
}
