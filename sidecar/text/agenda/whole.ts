// A change to a whole series: its first time, its rule and its exceptions move together, and so do the occurrences that were
// changed on their own, as far as they are still like the others.
import { StewardError } from '../errors.ts'
import { DAY, dayOf } from '../ical/days.ts'
import type { Calendar, Component, Property } from '../ical/document.ts'
import { type Entry, endOf, type Length } from '../ical/event.ts'
import { properties } from '../ical/params.ts'
import { readMoment, type When } from '../ical/values.ts'
import { newProperty, withProperties } from '../ical/write.ts'
import { toWall } from '../ical/zone.ts'
import { matters, touched, withFields } from './fields.ts'
import { type Group, groupOf, type Override, rewritten } from './group.ts'
import { movedLists } from './lists.ts'
import { changedOne, recurrenceId } from './one.ts'
import { ruleFor, rulePartsOf, ruleText, untilText } from './rules.ts'
import { type Shift, shiftOf } from './shift.ts'
import { type Target, timesIn } from './target.ts'
import {
  endFormOf,
  type Form,
  formOf,
  inForm,
  lengthFor,
  momentIn,
  refuseSecond,
  seriesEnd,
  seriesLength,
  startForm,
  wished,
  withTimes,
} from './times.ts'
import type { EventChanges } from './types.ts'
import { checkEnd } from './when.ts'

/** How the whole series moves. */
interface Move {
  /** Some time is another one, or is written in another way. */
  moves: boolean
  old: Form
  form: Form
  endForm: Form
  shift: Shift
  length: Length
  lengthens: boolean
}

const sameForm = (a: Form, b: Form): boolean => a.date === b.date && a.zone === b.zone && a.name === b.name

function moveOf(group: Group, master: Entry, target: Target, changes: EventChanges, start: When | undefined): Move {
  const { clock } = group
  const old = startForm(master.component, clock)
  const form = start ? formOf(start, clock) : old
  const to = { wall: start?.wall ?? target.id.wall, date: form.date }
  const rules = changes.rule === undefined ? properties(master.component, 'RRULE').map(({ value }) => value) : []
  const shift = shiftOf(rules, target.id, to)
  const moves = to.wall !== target.id.wall || !sameForm(old, form)
  if (moves && dayOf(to.wall) !== dayOf(target.id.wall) && master.exceptRules.length > 0)
    throw new StewardError(
      'BAD_INPUT',
      'The series has a rule of exceptions (EXRULE), which can not be moved to another day.',
      'Change only one of them, or make a new series.',
    )
  const base = { moves, old, form, shift }
  if (changes.end === undefined)
    return {
      ...base,
      endForm: endFormOf(master.component, old, form, clock),
      length: lengthFor(master.length, old, form),
      lengthens: old.date !== form.date,
    }
  const begins = start ?? momentIn(startForm(target.by.component, clock), target.start)
  const ends = wished(changes.end, form, clock, true)
  checkEnd(begins, ends, clock.find)
  const endForm = formOf(ends, clock)
  const length = lengthFor(seriesLength(begins, ends, formOf(begins, clock), endForm), endForm, form)
  return { ...base, endForm, length, lengthens: true }
}

/** RRULE moved along, its end too. */
function movedRule(line: Property, master: Entry, { old, form, shift }: Move, start: When): Property {
  const parts = rulePartsOf(shift.rule(line.value))
  const until = readMoment(parts.get('UNTIL') ?? '')
  if (until) {
    // As the reader has it: a day is all of that day.
    const wall = until.date
      ? until.wall + (old.date ? 0 : DAY - 1)
      : until.utc && old.zone
        ? toWall(old.zone, until.wall)
        : until.wall
    const last = old.date ? dayOf(wall) * DAY : wall
    parts.set('UNTIL', untilText(start, form.zone, shift.until(last)))
  }
  const value = ruleText(parts)
  return value === line.value || master.rules.length === 0 ? line : newProperty('RRULE', value)
}

function rulesOf(master: Entry, move: Move, changes: EventChanges, start: When): Record<string, Property[]> {
  if (changes.rule === null) return { RRULE: [], RDATE: [], EXDATE: [], EXRULE: [] }
  if (changes.rule !== undefined) return { RRULE: [newProperty('RRULE', ruleFor(changes.rule, start, move.form.zone))] }
  if (!move.moves) return {}
  const lines = properties(master.component, 'RRULE')
  return lines.length === 0 ? {} : { RRULE: lines.map((line) => movedRule(line, master, move, start)) }
}

function changedMaster(group: Group, master: Entry, move: Move, changes: EventChanges) {
  const { form, endForm, shift, length, moves, lengthens } = move
  const start = inForm(form, shift.wall(master.start.wall))
  const end = seriesEnd(start, length, form, endForm)
  const seconds = endOf(master.start, master.length, master.zone).utc - master.start.utc
  let made = withFields(master.component, changes, seconds)
  if (moves || lengthens) made = withTimes(made, start, end, !lengthens)
  if (moves && changes.rule !== null) made = withProperties(made, movedLists(master, group.clock, form, shift.wall))
  made = withProperties(made, rulesOf(master, move, changes, start))
  return { component: made, times: [start, end] }
}

/** A changed occurrence in a series that moves: where it is still where the series had it, it goes along. */
function changedOverride(master: Entry, { entry, id }: Override, move: Move, changes: EventChanges) {
  const { form, shift, moves, lengthens } = move
  const end = endOf(entry.start, entry.length, entry.zone)
  let made = withFields(entry.component, changes, end.utc - entry.start.utc, master.component)
  const start = inForm(form, shift.wall(id.wall))
  if (moves) made = withProperties(made, { 'RECURRENCE-ID': [recurrenceId(start, entry.thisAndFuture)] })
  const inPlace = entry.start.utc === id.utc && entry.start.date === id.date
  const asLong = endOf(id, master.length, master.zone).utc === end.utc
  if (!inPlace || (!moves && !(lengthens && asLong))) return made
  const length = asLong ? move.length : lengthFor(entry.length, move.old, form)
  return withTimes(made, start, seriesEnd(start, length, form, asLong ? move.endForm : form), !lengthens)
}

/** The calendar with the whole series changed; `target` is the occurrence that the wished times are of. */
export function changedSeries(
  group: Group,
  master: Entry,
  target: Target,
  changes: EventChanges,
  at: number,
  wish?: When,
): Calendar {
  const old = startForm(master.component, group.clock)
  const start = changes.start === undefined ? wish : wished(changes.start, old, group.clock, true)
  if (changes.start !== undefined && start) refuseSecond(changes.start, start)
  const move = moveOf(group, master, target, changes, start)
  const { component, times } = changedMaster(group, master, move, changes)
  const swap = new Map<Component, Component[]>([[master.component, [touched(component, at, matters(changes))]]])
  for (const override of group.overrides) {
    const { entry } = override
    let made = changedOverride(master, override, move, changes)
    if (entry === target.override?.entry) {
      const { rule: _, ...own } = changes
      made = changedOne(made, target, own, group.clock).component
    }
    const gone = changes.rule === null
    const fresh = made === entry.component ? made : touched(made, at, matters(changes))
    swap.set(entry.component, gone ? [] : [fresh])
  }
  const calendar = rewritten(group, swap, times)
  return typeof changes.rule === 'string' ? withoutStrays(calendar, group) : calendar
}

/** Without changed occurrences that a new rule does not have; they would show up as events of their own. */
function withoutStrays(calendar: Calendar, { uid, clock }: Group): Calendar {
  const group = groupOf(calendar, uid, clock.viewer.id)
  const strays = group.overrides.filter(
    ({ id }) => !timesIn(group, id.utc, id.utc + 1).some(({ start }) => start.utc === id.utc),
  )
  if (strays.length === 0) return calendar
  return rewritten(group, new Map(strays.map(({ entry }) => [entry.component, []])))
}
