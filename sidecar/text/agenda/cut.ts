// A series in two: what is before an occurrence, and it with all that follow.
import { StewardError } from '../errors.ts'
import { Budget } from '../ical/budget.ts'
import { newCalendar } from '../ical/create.ts'
import { basicDate, basicWall, dayOf } from '../ical/days.ts'
import type { Calendar, Component, Property } from '../ical/document.ts'
import type { Entry, Moment } from '../ical/event.ts'
import { endOf } from '../ical/event.ts'
import { expand } from '../ical/expand.ts'
import { escapeText, inside, properties, textOf } from '../ical/params.ts'
import type { Rule } from '../ical/rule.ts'
import { readRule } from '../ical/rule.ts'
import { newProperty, withProperties } from '../ical/write.ts'
import type { Group, Override } from './group.ts'
import { filteredLists } from './lists.ts'
import { stampProperty } from './make.ts'
import { uidProperty } from './props.ts'
import { type RuleParts, rulePartsOf, ruleText } from './rules.ts'
import type { Target } from './target.ts'
import { momentIn, startForm, withTimes } from './times.ts'

const isBefore = (a: Moment, b: Moment): boolean => (a.date ? a.wall < b.wall : a.utc < b.utc)

/** How many times the rule has before this one. */
const countBefore = (rule: Rule, start: number, wall: number): number =>
  expand(rule, start, { from: start, to: wall - 1, until: Number.POSITIVE_INFINITY }, new Budget()).length

function eachRule({ component }: Entry, change: (parts: RuleParts, rule: Rule) => void): Property[] {
  return properties(component, 'RRULE').map((line) => {
    const rule = readRule(line.value)
    if (!rule) return line
    const parts = rulePartsOf(line.value)
    change(parts, rule)
    const value = ruleText(parts)
    return value === line.value ? line : newProperty('RRULE', value)
  })
}

/** UNTIL just before an occurrence, in the form of the series. */
function untilBefore(group: Group, master: Entry, id: Moment): string {
  const { date, zone } = startForm(master.component, group.clock)
  if (date) return basicDate(dayOf(id.wall) - 1)
  return zone ? `${basicWall(id.utc - 1)}Z` : basicWall(id.wall - 1)
}

/** The event with only what is before an occurrence. */
export function beforeOnly(group: Group, master: Entry, id: Moment): Component {
  const rules = eachRule(master, (parts, rule) => {
    const count = rule.count === undefined ? 0 : countBefore(rule, master.start.wall, id.wall)
    if (count > 0) {
      parts.set('COUNT', String(Math.min(count, rule.count ?? count)))
      return
    }
    if (rule.until && rule.until.wall < (rule.until.utc ? id.utc : id.wall) - 86_400) return
    parts.delete('COUNT')
    parts.set('UNTIL', untilBefore(group, master, id))
  })
  const lists = filteredLists(master, group.clock, (moment) => isBefore(moment, id))
  return withProperties(master.component, { ...(rules.length > 0 ? { RRULE: rules } : {}), ...lists })
}

/** The changed occurrences from one on. */
export const laterOverrides = ({ overrides }: Group, id: Moment): Override[] =>
  overrides.filter((each) => !isBefore(each.id, id))

function refuseOdd(master: Entry, id: Moment): void {
  const [rule] = master.rules
  const isOwn = (each: Rule) =>
    expand(each, master.start.wall, { from: id.wall, to: id.wall, until: Number.POSITIVE_INFINITY }, new Budget())
      .length > 0
  if (master.exceptRules.length === 0 && master.rules.length <= 1 && (!rule || isOwn({ ...rule }))) return
  throw new StewardError(
    'BAD_INPUT',
    'The series can not be split there: that time is an extra one, or the series has more than one rule.',
    'Change only this occurrence, or all of them.',
  )
}

/** A calendar of its own with an occurrence and all that follow, under another UID; nothing else about them is changed. */
export function restFrom(group: Group, master: Entry, target: Target, uid: string, at: number): Calendar {
  const { id, by, override } = target
  refuseOdd(master, id)
  const { clock, holder, calendar } = group
  const base = override ? master : by
  const form = startForm(master.component, clock)
  const rules = eachRule(master, (parts, rule) => {
    if (rule.count === undefined) return
    parts.set('COUNT', String(Math.max(1, rule.count - countBefore(rule, master.start.wall, id.wall))))
  })
  const lists = filteredLists(master, clock, (moment) => !isBefore(moment, id))
  const own = (name: string) => lists[name] ?? properties(master.component, name)
  const timed = withTimes(
    base.component,
    momentIn(form, id),
    momentIn(form, endOf(id, base.length, base.zone)),
    base === master,
  )
  const series = withProperties(timed, {
    UID: [uidProperty(uid)],
    'RECURRENCE-ID': [],
    RRULE: rules,
    RDATE: own('RDATE'),
    EXDATE: own('EXDATE'),
    SEQUENCE: [newProperty('SEQUENCE', '0')],
    CREATED: [stampProperty('CREATED', at)],
    'RELATED-TO': [...properties(base.component, 'RELATED-TO'), relatedTo(group.uid)],
  })
  const later = laterOverrides(group, id).map(({ entry }) =>
    withProperties(entry.component, { UID: [uidProperty(uid)], 'RELATED-TO': [relatedTo(group.uid)] }),
  )
  const zones = holder ? usedZones(inside(holder, 'VTIMEZONE'), [series, ...later]) : []
  return { ...newCalendar([...zones, series, ...later]), newline: calendar.newline }
}

const relatedTo = (uid: string): Property => newProperty('RELATED-TO', escapeText(uid), { RELTYPE: 'SIBLING' })

/** The VTIMEZONEs that some component names. */
export function usedZones(zones: readonly Component[], users: readonly Component[]): Component[] {
  const names = new Set<string>()
  const look = (component: Component) => {
    for (const item of component.items) {
      if (item.kind === 'component') look(item)
      else if (item.kind === 'property' && item.params.includes('TZID'))
        for (const zone of zones) {
          const id = textOf(zone, 'TZID')?.trim() ?? ''
          if (id !== '' && `${item.params}:${item.value}`.includes(id)) names.add(id)
        }
    }
  }
  for (const user of users) look(user)
  return zones.filter((zone) => names.has(textOf(zone, 'TZID')?.trim() ?? ''))
}
