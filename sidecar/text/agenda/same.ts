// Whether two texts of a resource say the same: servers turn lines around, fold them otherwise and add stamps of their own.
import { type Component, type Item, parseCalendar } from '../ical/document.ts'
import { paramsOf, unescapeText } from '../ical/params.ts'

/** What changes by itself, or is no part of what somebody wrote. */
const passing = new Set(['DTSTAMP', 'LAST-MODIFIED', 'CREATED', 'PRODID', 'VERSION', 'CALSCALE', 'METHOD'])
const counts = (name: string): boolean => !passing.has(name) && (!name.startsWith('X-') || name === 'X-STEWARD-BEFORE')

function spelled(item: Item): string[] {
  if (item.kind === 'component') return item.name === 'VTIMEZONE' ? [] : [told(item)]
  if (item.kind === 'junk' || !counts(item.name)) return []
  const params = Object.entries(paramsOf(item))
    .filter(([name]) => counts(name))
    .map(([name, values]) => `${name}=${values.toSorted().join()}`)
    .toSorted()
  return [JSON.stringify([item.name, params, unescapeText(item.value).trim()])]
}

const told = (component: Component): string =>
  JSON.stringify([component.name, component.items.flatMap(spelled).toSorted()])

const whole = (text: string): string => JSON.stringify(parseCalendar(text).items.flatMap(spelled).toSorted())

/** Whether nobody changed anything in it. */
export const sameContent = (one: string, other: string): boolean => one === other || whole(one) === whole(other)
