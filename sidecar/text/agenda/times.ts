// DTSTART, DTEND and what else of an event is a time: written the way the event has its times.
import { StewardError } from '../errors.ts'
import { DAY, dayOf } from '../ical/days.ts'
import type { Component } from '../ical/document.ts'
import { type Clock, endOf, type Length, type Moment } from '../ical/event.ts'
import { property } from '../ical/params.ts'
import { readWhen, type When } from '../ical/values.ts'
import { withProperties } from '../ical/write.ts'
import { ianaZone, toUtc, utcZone, type Zone } from '../ical/zone.ts'
import { timeProperty } from './props.ts'
import { instantWhen, readStamp, whenAt } from './when.ts'

/** The way in which times are written: as days, in UTC, in a zone under a name, or without any. */
export interface Form {
  date: boolean
  /** None for days and for times without one. */
  zone: Zone | undefined
  name?: string
}

/** How a time is written. */
export function formOf(when: When, clock: Clock): Form {
  if (when.date) return { date: true, zone: undefined }
  const zone = when.zone === undefined ? undefined : clock.find(when.zone)
  if (zone && when.zone !== undefined) return { date: false, zone, name: when.zone }
  return { date: false, zone: when.utc ? utcZone : undefined }
}

/** How a component has its times. */
export function startForm(component: Component, clock: Clock): Form {
  const start = property(component, 'DTSTART')
  const when = start && readWhen(start)
  return when ? formOf(when, clock) : { date: false, zone: undefined }
}

/** How the end is written at another start: in a zone of its own only where it had one. */
export function endFormOf(component: Component, old: Form, form: Form, clock: Clock): Form {
  const end = property(component, 'DTEND')
  const when = end && readWhen(end)
  const own = when ? formOf(when, clock) : old
  return own.zone === old.zone || form.date || !form.zone ? form : own
}

/** A time on the form's own clock, as it is written. */
export function inForm({ date, zone, name }: Form, wall: number): When {
  if (date) return { wall: dayOf(wall) * DAY, date: true, utc: false }
  if (!zone) return { wall, date: false, utc: false }
  return zone === utcZone ? instantWhen(wall) : { wall, date: false, utc: false, zone: name ?? zone.id }
}

/** A moment as it is written. What the clock names otherwise is written in UTC. */
export function momentIn(form: Form, moment: Moment): When {
  const { date, zone, name } = form
  if (date || !zone || toUtc(zone, moment.wall) === moment.utc) return inForm(form, moment.wall)
  return whenAt(moment.utc, zone, name)
}

/** A stamp that is wished for; a zone that the event has already is called as it calls it. */
export function wished(stamp: string, form: Form, clock: Clock, repeats = false): When {
  const when = readStamp(stamp, repeats)
  const zone = when.zone === undefined ? undefined : ianaZone(when.zone)
  if (zone && form.name !== undefined && form.zone && clock.find(form.name)?.id === zone.id)
    return { ...when, zone: form.name }
  return when
}

/** The time that a clock shows the second time in one night can not be that of a series. */
export function refuseSecond(stamp: string, when: When): void {
  if (!when.utc || !/\[/.test(stamp) || /\[(?:Etc\/)?(?:UTC|GMT|UCT|Zulu|Universal)\]/i.test(stamp)) return
  if (/\[[+-]/.test(stamp)) return
  throw new StewardError(
    'BAD_INPUT',
    'The clock shows that time twice on that day, and a series can only begin with the first of them.',
    'Begin the series on another day.',
  )
}

/** Up to here a length is the time that passes; what is longer ends at the same time of day as before. */
const SHORT = 6 * 3600

/** The end of one event that keeps its length at another start. */
export function keptEnd(start: Moment, end: Moment, fresh: When, form: Form, endForm: Form): When {
  const clock = end.wall - start.wall
  if (fresh.date) return { wall: fresh.wall + Math.max(1, Math.ceil(clock / DAY)) * DAY, date: true, utc: false }
  const passes = end.utc - start.utc
  if (form.zone && endForm.zone && !start.date && endForm.zone !== form.zone)
    return whenAt(toUtc(form.zone, fresh.wall) + passes, endForm.zone, endForm.name)
  if (start.date || !form.zone || passes > SHORT) return inForm(form, fresh.wall + clock)
  return whenAt(toUtc(form.zone, fresh.wall) + passes, form.zone, form.name)
}

/** The end of each of a series of that length. */
export function seriesEnd(start: When, length: Length, form: Form, endForm: Form): When {
  const zone = form.zone ?? utcZone
  const from = { utc: toUtc(zone, start.wall), wall: start.wall, date: start.date }
  const end = endOf(from, length, zone)
  return endForm.zone && endForm.zone !== form.zone ? whenAt(end.utc, endForm.zone, endForm.name) : momentIn(form, end)
}

/** How long each of a series is, from one of them. */
export function seriesLength(start: When, end: When, form: Form, endForm: Form): Length {
  if (start.date) return { days: (end.wall - start.wall) / DAY, seconds: 0 }
  if (form.zone === endForm.zone) return { clock: Math.max(0, end.wall - start.wall) }
  return { exact: toUtc(endForm.zone ?? utcZone, end.wall) - toUtc(form.zone ?? utcZone, start.wall) }
}

/** A length of whole days as one of times, or the other way round. */
export function lengthFor(length: Length, from: Form, to: Form): Length {
  if (from.date === to.date) return length
  const seconds =
    'exact' in length ? length.exact : 'clock' in length ? length.clock : length.days * DAY + length.seconds
  return to.date ? { days: Math.max(1, Math.ceil(seconds / DAY)), seconds: 0 } : { clock: seconds }
}

const same = (component: Component, name: string, when: When): boolean => {
  const old = property(component, name)
  const fresh = timeProperty(name, when)
  return (
    old !== undefined && old.value.trim() === fresh.value && old.params.toUpperCase() === fresh.params.toUpperCase()
  )
}

/** The component at these times. A DURATION stays where it still says the same. */
export function withTimes(component: Component, start: When, end: When, keepsLength: boolean): Component {
  const span = property(component, 'DURATION')
  const none = !span && !property(component, 'DTEND') && keepsLength
  const empty = !start.date && end.wall === start.wall && end.zone === start.zone && end.utc === start.utc
  const kept = (span && keepsLength) || (none && (empty || (start.date && end.wall - start.wall === DAY)))
  const ends = empty || kept ? [] : [timeProperty('DTEND', end)]
  return withProperties(component, {
    ...(same(component, 'DTSTART', start) ? {} : { DTSTART: [timeProperty('DTSTART', start)] }),
    ...(kept ? {} : { DURATION: [] }),
    ...(kept || same(component, 'DTEND', end) ? {} : { DTEND: ends }),
  })
}

/** A moment of a form's clock. */
export function momentAt({ date, zone }: Form, wall: number, viewer: Zone): Moment {
  return { utc: toUtc(zone ?? viewer, wall), wall, date }
}
