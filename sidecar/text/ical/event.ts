// A VEVENT or VTODO as numbers: when it begins and ends, how it repeats, what it stands in for.
import { DAY, dayOf } from './days.ts'
import type { Component } from './document.ts'
import { properties, property, textOf } from './params.ts'
import { type Rule, readRule } from './rule.ts'
import { type Duration, type Period, readDuration, readList, readWhen, type When } from './values.ts'
import { toUtc, toWall, utcZone, type Zone } from './zone.ts'
import type { FindZone } from './zones.ts'

/** How times are read: which zones there are, and whose clock counts for times that name none. */
export interface Clock {
  find: FindZone
  viewer: Zone
  /** Notes on what was not understood. */
  note(says: string): void
}

export interface Moment {
  /** Seconds since 1970. Dates and floating times are on the viewer's clock. */
  utc: number
  wall: number
  date: boolean
}

/** How long each occurrence is: in seconds that pass, in seconds on the clock, or as DURATION has it. */
export type Length = { exact: number } | { clock: number } | Duration

export interface Entry {
  component: Component
  uid: string
  start: Moment
  zone: Zone
  floating: boolean
  length: Length
  rules: Rule[]
  exceptRules: Rule[]
  dates: Period[]
  exceptDates: When[]
  recurrenceId: When | undefined
  thisAndFuture: boolean
  sequence: number
}

/** The zone that a time is in. */
export function zoneFor(when: When, clock: Clock): Zone {
  if (when.zone === undefined || when.date) return when.utc ? utcZone : clock.viewer
  const found = clock.find(when.zone)
  if (when.utc) return found ?? utcZone
  if (!found) clock.note(`The time zone ${JSON.stringify(when.zone.slice(0, 80))} is not known; your own is used.`)
  return found ?? clock.viewer
}

/** A time as an instant, and on the clock of a zone. */
export function momentOf(when: When, clock: Clock, zone: Zone): Moment {
  // Without a zone of its own a time is on the clock of what it belongs to.
  const own = when.utc || when.zone !== undefined ? zoneFor(when, clock) : zone
  const utc = toUtc(own, when.wall)
  return { utc, wall: own === zone ? when.wall : toWall(zone, utc), date: when.date }
}

/** Where the length's end is, from a start. */
export function endOf(start: Moment, length: Length, zone: Zone): Moment {
  if ('exact' in length) {
    const utc = start.utc + length.exact
    return { utc, wall: start.date ? start.wall + length.exact : toWall(zone, utc), date: start.date }
  }
  if ('clock' in length) {
    // What begins in a gap of the clock is shown after it, and its end is as long after that.
    const wall = (start.date ? start.wall : toWall(zone, start.utc)) + length.clock
    return { utc: toUtc(zone, wall), wall, date: start.date }
  }
  const wall = start.wall + length.days * DAY
  if (start.date) return { utc: toUtc(zone, wall), wall, date: true }
  const utc = (length.days === 0 ? start.utc : toUtc(zone, wall)) + length.seconds
  return { utc, wall: toWall(zone, utc), date: false }
}

/**
 * The length from a start to an end. What is from 22:00 to 06:00 is so in the night of a change of clocks too, as calendar
 * programs have it; RFC 5545, 3.8.5.3, would have it end at 05:00 or 07:00. An end in another zone is exact.
 */
export function lengthTo(start: Moment, end: When, clock: Clock, zone: Zone): Length {
  if (start.date) return { days: Math.max(1, dayOf(end.wall) - dayOf(start.wall)), seconds: 0 }
  const exact = Math.max(0, momentOf(end, clock, zone).utc - start.utc)
  const same = (end.zone === undefined && !end.utc) || zoneFor(end, clock) === zone
  return same && exact > 0 ? { clock: Math.max(0, end.wall - start.wall) } : { exact }
}

/** A DURATION as a length; less than nothing is nothing. */
export function lengthOf(duration: Duration, date: boolean): Length {
  if (date) return { days: Math.max(1, duration.days + Math.ceil(duration.seconds / DAY)), seconds: 0 }
  return duration.days * DAY + duration.seconds < 0 ? { exact: 0 } : duration
}

const whenOf = (component: Component, name: string): When | undefined => {
  const found = property(component, name)
  return found && readWhen(found)
}

function lengthIn(component: Component, start: Moment, clock: Clock, zone: Zone): Length {
  const end = whenOf(component, 'DTEND') ?? whenOf(component, 'DUE')
  if (end) return lengthTo(start, end, clock, zone)
  const duration = readDuration(property(component, 'DURATION')?.value ?? '')
  if (duration) return lengthOf(duration, start.date)
  return start.date ? { days: 1, seconds: 0 } : { exact: 0 }
}

function rulesOf(component: Component, name: string, clock: Clock): Rule[] {
  return properties(component, name).flatMap(({ value }) => {
    const rule = readRule(value)
    if (!rule) clock.note(`A rule was not understood: ${JSON.stringify(value.slice(0, 80))}.`)
    return rule ?? []
  })
}

/** Reads one; undefined, with a note, where it has no time. */
export function readEntry(component: Component, clock: Clock): Entry | undefined {
  const begins = whenOf(component, 'DTSTART') ?? (component.name === 'VTODO' ? whenOf(component, 'DUE') : undefined)
  if (!begins) {
    // A task may well have no time; an event may not.
    if (component.name === 'VEVENT') clock.note('An event without a start was left out.')
    return undefined
  }
  const zone = zoneFor(begins, clock)
  const start = momentOf(begins, clock, zone)
  const id = property(component, 'RECURRENCE-ID')
  return {
    component,
    uid: textOf(component, 'UID')?.trim() ?? '',
    start,
    zone,
    floating: !begins.date && !begins.utc && zone === clock.viewer && begins.zone === undefined,
    length: lengthIn(component, start, clock, zone),
    rules: rulesOf(component, 'RRULE', clock),
    exceptRules: rulesOf(component, 'EXRULE', clock),
    dates: properties(component, 'RDATE').flatMap(readList),
    exceptDates: properties(component, 'EXDATE').flatMap((each) => readList(each).map(({ start: date }) => date)),
    recurrenceId: id && readWhen(id),
    thisAndFuture: id !== undefined && /RANGE="?THISANDFUTURE/i.test(id.params),
    sequence: Number.parseInt(property(component, 'SEQUENCE')?.value ?? '0', 10) || 0,
  }
}
