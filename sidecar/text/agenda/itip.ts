// What attendees are sent (iTIP, RFC 5546): the event as it is, without what is only the sender's.
import { StewardError } from '../errors.ts'
import { newCalendar } from '../ical/create.ts'
import { type Component, parseCalendar } from '../ical/document.ts'
import { inside, property } from '../ical/params.ts'
import { newProperty, withProperties, writeCalendar } from '../ical/write.ts'
import { usedZones } from './cut.ts'
import { groupOf } from './group.ts'
import { ownNames } from './stamp.ts'

/** Without alarms and notes of the sender's own. */
function forOthers(component: Component): Component {
  const items = component.items.filter((item) =>
    item.kind === 'component' ? item.name !== 'VALARM' : item.kind !== 'property' || !ownNames.includes(item.name),
  )
  return { ...component, items }
}

/** A cancelled state of the event, later than the one that was sent before. */
function cancelled(component: Component): Component {
  const sequence = Number.parseInt(property(component, 'SEQUENCE')?.value ?? '0', 10) || 0
  return withProperties(component, {
    STATUS: [newProperty('STATUS', 'CANCELLED')],
    SEQUENCE: [newProperty('SEQUENCE', String(sequence + 1))],
  })
}

/** The text of an invitation to an event of a resource, or of its being called off. */
export function invitation(text: string, method: 'REQUEST' | 'CANCEL', uid: string): string {
  const { holder, master, overrides } = groupOf(parseCalendar(text), uid, 'UTC')
  const entries = [master, ...overrides.map(({ entry }) => entry)]
  const own = entries.flatMap((entry) => (entry ? [forOthers(entry.component)] : []))
  if (!own.some((each) => property(each, 'ORGANIZER') && property(each, 'ATTENDEE')))
    throw new StewardError(
      'BAD_INPUT',
      'An invitation needs somebody who invites and somebody who is invited.',
      'Give the event an organizer and attendees.',
    )
  const sent = method === 'CANCEL' ? own.map(cancelled) : own
  const zones = holder ? usedZones(inside(holder, 'VTIMEZONE'), sent) : []
  const calendar = newCalendar([...zones, ...sent])
  const items = calendar.items.map((item) =>
    item.kind === 'component' ? withProperties(item, { METHOD: [newProperty('METHOD', method)] }) : item,
  )
  return writeCalendar({ ...calendar, items }).replaceAll(/\r+\n|\r|\n/g, '\r\n')
}
