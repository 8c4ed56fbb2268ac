// A change to one event, or to one occurrence as if it were alone.
import type { Component } from '../ical/document.ts'
import type { Clock, Moment } from '../ical/event.ts'
import type { When } from '../ical/values.ts'
import { newProperty, withProperties } from '../ical/write.ts'
import { withFields } from './fields.ts'
import type { Group } from './group.ts'
import { timeProperty } from './props.ts'
import type { Target } from './target.ts'
import { endFormOf, formOf, keptEnd, momentIn, startForm, wished, withTimes } from './times.ts'
import type { EventChanges } from './types.ts'
import { checkEnd } from './when.ts'

export interface Changed {
  component: Component
  /** Times whose zones the file must describe. */
  times: When[]
}

/** The component with other times and fields; it is now from `start` to `end`. */
export function changedOne(
  component: Component,
  { start, end }: { start: Moment; end: Moment },
  changes: EventChanges,
  clock: Clock,
): Changed {
  const made = withFields(component, changes, end.utc - start.utc)
  if (changes.start === undefined && changes.end === undefined) return { component: made, times: [] }
  const form = startForm(component, clock)
  const begins = changes.start === undefined ? momentIn(form, start) : wished(changes.start, form, clock)
  const fresh = formOf(begins, clock)
  const ends =
    changes.end === undefined
      ? keptEnd(start, end, begins, fresh, endFormOf(component, form, fresh, clock))
      : wished(changes.end, fresh, clock)
  checkEnd(begins, ends, clock.find)
  const keepsLength = changes.end === undefined && fresh.date === form.date
  return { component: withTimes(made, begins, ends, keepsLength), times: [begins, ends] }
}

const seriesOnly = { RRULE: [], RDATE: [], EXDATE: [], EXRULE: [], 'RECURRENCE-ID': [] }

/** An occurrence of a series as a component of its own, with the RECURRENCE-ID in the form of the series' start. */
export function detached(group: Group, target: Target): Component {
  const { clock, master } = group
  const { by, id, start, end } = target
  const form = startForm(by.component, clock)
  const idForm = startForm((master ?? by).component, clock)
  const alone = withProperties(by.component, { ...seriesOnly, DURATION: [] })
  const timed = withTimes(alone, momentIn(form, start), momentIn(form, end), false)
  const at = timed.items.findIndex((item) => item.kind === 'property' && item.name === 'DTSTART')
  return { ...timed, items: timed.items.toSpliced(at, 0, timeProperty('RECURRENCE-ID', momentIn(idForm, id))) }
}

/** A RECURRENCE-ID that still stands for all following where it did. */
export function recurrenceId(when: When, thisAndFuture: boolean) {
  const { name, value, params } = timeProperty('RECURRENCE-ID', when)
  if (!thisAndFuture) return timeProperty('RECURRENCE-ID', when)
  return { ...newProperty(name, value, { RANGE: 'THISANDFUTURE' }), params: `;RANGE=THISANDFUTURE${params}` }
}
