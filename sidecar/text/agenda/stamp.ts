// What Steward notes in a resource of its own: where the content came from, and which call wrote it.
import { type Calendar, type Component, type Item, parseCalendar } from '../ical/document.ts'
import { properties, textOf } from '../ical/params.ts'
import { withProperties, writeCalendar } from '../ical/write.ts'
import { textProperty } from './props.ts'

export const LABEL = 'X-STEWARD-LABEL'
const CALL = 'X-STEWARD-CALL'

/** Names of the properties that are for Steward alone. */
export const ownNames: readonly string[] = [LABEL, CALL]

export interface Marks {
  /** The label, where all that have one have the same. */
  label?: string
  /** All of them, where they differ. */
  labels?: string[]
  /** The call that wrote it last, by the order in the file. */
  call?: string
}

const isEntry = ({ name }: Component): boolean => name === 'VEVENT' || name === 'VTODO'
const components = (items: readonly Item[]): Component[] => items.filter((item) => item.kind === 'component')

const entriesOf = (calendar: Calendar): Component[] =>
  components(calendar.items).flatMap((top) => (isEntry(top) ? [top] : components(top.items).filter(isEntry)))

function marked(component: Component, name: string, value: string | undefined): Component {
  if (value === undefined) return component
  const fresh = textProperty(name, value)
  const old = properties(component, name)
  if (old.length === 1 && old[0]?.value === fresh.value && old[0].params === '') return component
  return withProperties(component, { [name]: [fresh] })
}

/** The resource with a label and a call on every event and task in it; what is not given stays. */
export function markResource(
  text: string,
  { label, call }: { label?: string | undefined; call?: string | undefined },
): string {
  const calendar = parseCalendar(text)
  const mark = (item: Item): Item =>
    item.kind === 'component' && isEntry(item) ? marked(marked(item, LABEL, label), CALL, call) : item
  const items = calendar.items.map((item) =>
    item.kind === 'component' && !isEntry(item) ? { ...item, items: item.items.map(mark) } : mark(item),
  )
  return writeCalendar({ ...calendar, items })
}

/** Every label in them. */
export const labelsOf = ({ label, labels }: Marks): string[] => labels ?? (label === undefined ? [] : [label])

/** What is noted in a resource. */
export function marksOf(text: string): Marks {
  const entries = entriesOf(parseCalendar(text))
  const labels = [...new Set(entries.flatMap((entry) => textOf(entry, LABEL) ?? []))]
  const call = entries.flatMap((entry) => textOf(entry, CALL) ?? []).at(-1)
  const [label] = labels
  return {
    ...(labels.length === 1 && label !== undefined ? { label } : {}),
    ...(labels.length > 1 ? { labels } : {}),
    ...(call === undefined ? {} : { call }),
  }
}
