// When somebody is busy, as a calendar server tells it: events, VFREEBUSY, and VAVAILABILITY (RFC 7953) below them.
import { instantText } from './days.ts'
import type { Calendar, Component } from './document.ts'
import { momentOf } from './event.ts'
import { type Occurrence, occurrences, type Question, secondsOf, viewerZone } from './occurrences.ts'
import { inside, param, properties, property } from './params.ts'
import { common, joined, type Span, without } from './spans.ts'
import { readList, readWhen } from './values.ts'
import { zonesOf } from './zones.ts'

export type BusyType = 'BUSY' | 'BUSY-TENTATIVE' | 'BUSY-UNAVAILABLE'

export interface Busy {
  start: string
  end: string
  type: BusyType
}

export interface TypedSpan extends Span {
  type: BusyType
}

const strength: readonly BusyType[] = ['BUSY-TENTATIVE', 'BUSY', 'BUSY-UNAVAILABLE']

/** What kind of busy an occurrence makes the viewer; undefined for none. */
export function busyTypeOf(occurrence: Occurrence): BusyType | undefined {
  const { component, status, transparent, answer } = occurrence
  const outlook = property(component, 'X-MICROSOFT-CDO-BUSYSTATUS')?.value.trim().toUpperCase()
  // Outlook's own word counts only where there is no standard one.
  const free = property(component, 'TRANSP') ? transparent : outlook === 'FREE'
  if (free || status === 'CANCELLED' || answer === 'DECLINED') return undefined
  if (status === 'TENTATIVE' || answer === 'TENTATIVE' || answer === 'NEEDS-ACTION') return 'BUSY-TENTATIVE'
  if (outlook === 'TENTATIVE') return 'BUSY-TENTATIVE'
  return outlook === 'OOF' ? 'BUSY-UNAVAILABLE' : 'BUSY'
}

function busyByEvents(calendar: Calendar, question: Question): TypedSpan[] {
  return occurrences(calendar, question).flatMap((each) => {
    const type = busyTypeOf(each)
    return type ? [{ from: each.startsAt, to: each.endsAt, type }] : []
  })
}

const components = (calendar: Calendar, name: string): [Component | undefined, Component][] =>
  calendar.items.flatMap((item): [Component | undefined, Component][] => {
    if (item.kind !== 'component') return []
    return item.name === name ? [[undefined, item]] : inside(item, name).map((each) => [item, each])
  })

/** The periods that a published VFREEBUSY lists. */
function busyByReport(calendar: Calendar, zone: string): TypedSpan[] {
  const viewer = viewerZone(zone)
  return components(calendar, 'VFREEBUSY').flatMap(([holder, component]) => {
    const clock = { find: zonesOf(calendar, holder), viewer, note: () => undefined }
    return properties(component, 'FREEBUSY').flatMap((line) => {
      const named = param(line, 'FBTYPE')?.toUpperCase() ?? 'BUSY'
      if (named === 'FREE') return []
      const type = strength.find((each) => each === named) ?? 'BUSY'
      return readList(line).map(({ start, end, duration }): TypedSpan => {
        const from = momentOf(start, clock, viewer).utc
        const length = duration ? duration.days * 86_400 + duration.seconds : 0
        return { from, to: end ? momentOf(end, clock, viewer).utc : from + length, type }
      })
    })
  })
}

/** Layers one above the other: where a span is, what was below it is gone. A span without a type is free time. */
class Layers {
  private spans: TypedSpan[] = []
  lay(over: readonly Span[], type?: BusyType): void {
    const clean = joined(over)
    this.spans = this.spans.flatMap((span) => without([span], clean).map((left) => ({ ...left, type: span.type })))
    if (type) this.spans.push(...clean.map((span) => ({ ...span, type })))
  }
  /** In order, what touches and is of one kind made one. */
  in(window: Span): TypedSpan[] {
    const found = strength.flatMap((type) =>
      joined(this.spans.filter((span) => span.type === type)).map((span) => ({ ...span, type })),
    )
    return found
      .flatMap((span) => common([span], [window]).map((part) => ({ ...part, type: span.type })))
      .sort((a, b) => a.from - b.from)
  }
}

// A higher PRIORITY has a lower number, and 0 is none at all.
const priorityOf = (component: Component): number => Number(property(component, 'PRIORITY')?.value ?? 0) || 10

function layAvailability(layers: Layers, calendars: readonly Calendar[], question: Question): void {
  const viewer = viewerZone(question.zone)
  const all = calendars.flatMap((calendar) =>
    components(calendar, 'VAVAILABILITY').map(([holder, component]) => ({ calendar, holder, component })),
  )
  for (const { calendar, holder, component } of all.sort((a, b) => priorityOf(b.component) - priorityOf(a.component))) {
    const clock = { find: zonesOf(calendar, holder), viewer, note: () => undefined }
    const bound = (name: string, otherwise: number) => {
      const found = property(component, name)
      const when = found && readWhen(found)
      return when ? momentOf(when, clock, viewer).utc : otherwise
    }
    const whole = { from: bound('DTSTART', Number.NEGATIVE_INFINITY), to: bound('DTEND', Number.POSITIVE_INFINITY) }
    const named = property(component, 'BUSYTYPE')?.value.trim().toUpperCase()
    layers.lay([whole], strength.find((type) => type === named) ?? 'BUSY-UNAVAILABLE')
    layers.lay(common(joined(availableIn(calendar, holder, component, question)), [whole]))
  }
}

/** AVAILABLE repeats like an event, so it is read as one. */
function availableIn(calendar: Calendar, holder: Component | undefined, own: Component, question: Question): Span[] {
  const items = inside(own, 'AVAILABLE').map((each): Component => ({ ...each, name: 'VEVENT' }))
  const zones = holder ? inside(holder, 'VTIMEZONE') : []
  const alone: Component = { kind: 'component', name: 'VCALENDAR', items: [...zones, ...items], begin: '', end: '' }
  return occurrences({ ...calendar, items: [alone] }, question).map(({ startsAt, endsAt }) => ({
    from: startsAt,
    to: endsAt,
  }))
}

/** When these calendars together make somebody busy, within the time asked for. */
export function busySpans(
  calendars: readonly Calendar[],
  question: Question,
  availability: readonly Calendar[] = [],
): TypedSpan[] {
  const layers = new Layers()
  layAvailability(layers, [...calendars, ...availability], question)
  const busy = calendars.flatMap((each) => [...busyByEvents(each, question), ...busyByReport(each, question.zone)])
  // The strongest last, so that it lies on top.
  for (const type of strength)
    layers.lay(
      busy.filter((span) => span.type === type),
      type,
    )
  return layers.in({ from: secondsOf(question.from), to: secondsOf(question.to) })
}

/** The same as instants. */
export function freebusy(
  calendars: readonly Calendar[],
  question: Question,
  availability: readonly Calendar[] = [],
): Busy[] {
  return busySpans(calendars, question, availability).map(({ from, to, type }) => ({
    start: instantText(from),
    end: instantText(to),
    type,
  }))
}
