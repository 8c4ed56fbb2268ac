// Calendars back to text: what was read as it was read, what is new folded at 75 octets (RFC 5545, 3.1).
import type { Calendar, Component, Item, Property } from './document.ts'
import { writeParams } from './params.ts'

const WIDEST = 75

/** The whole file again. What was not changed is the same to the byte. */
export function writeCalendar(calendar: Calendar): string {
  const out: string[] = []
  for (const item of calendar.items) writeItem(item, calendar.newline, out)
  return out.join('')
}

// As deep as the reader lets components nest, so it may call itself.
function writeItem(item: Item, newline: string, out: string[]): void {
  if (item.kind === 'junk') out.push(item.raw)
  else if (item.kind === 'property') put(item.raw ?? foldLine(lineOf(item), newline), newline, out)
  else {
    put(item.begin ?? `BEGIN:${item.name}${newline}`, newline, out)
    for (const each of item.items) writeItem(each, newline, out)
    const end = item.end ?? `END:${item.name}${newline}`
    if (end !== '') put(end, newline, out)
  }
}

/** A last line without an end gets one when something new comes after it. */
function put(text: string, newline: string, out: string[]): void {
  const last = out.at(-1)
  if (last !== undefined && last !== '' && last !== '\ufeff' && !/[\r\n]$/.test(last)) out.push(newline)
  out.push(text)
}

const lineOf = ({ name, params, value }: Property): string => `${name}${params}:${value}`

/** One content line, folded between characters, never within one. */
export function foldLine(line: string, newline = '\r\n'): string {
  if (line.length <= WIDEST / 4 || Buffer.byteLength(line) <= WIDEST) return line + newline
  let out = ''
  let octets = 0
  for (const char of line) {
    const size = Buffer.byteLength(char)
    if (octets + size > WIDEST) {
      out += `${newline} `
      octets = 1
    }
    out += char
    octets += size
  }
  return out + newline
}

/** A property to put into a component. The value is as it is written: TEXT must be escaped by the caller. */
export function newProperty(
  name: string,
  value: string,
  params: Readonly<Record<string, string | readonly string[]>> = {},
): Property {
  const clean = value.replaceAll(/[\r\n]+/g, ' ')
  return { kind: 'property', name, params: writeParams(params), value: clean, raw: undefined }
}

/** A component of these items. */
export const newComponent = (name: string, items: readonly Item[]): Component => ({
  kind: 'component',
  name,
  items: [...items],
  begin: undefined,
  end: undefined,
})

/** The component with other properties: each name given loses what it had and gets these, in its old place. */
export function withProperties(
  component: Component,
  changes: Readonly<Record<string, readonly Property[]>>,
): Component {
  const left = new Map(Object.entries(changes))
  const items: Item[] = []
  for (const item of component.items) {
    if (item.kind !== 'property' || !Object.hasOwn(changes, item.name)) items.push(item)
    else {
      items.push(...(left.get(item.name) ?? []))
      left.delete(item.name)
    }
  }
  // What was not there comes before the components inside, as RFC 5545 has it.
  const at = items.findIndex((item) => item.kind === 'component')
  items.splice(at === -1 ? items.length : at, 0, ...[...left.values()].flat())
  return { ...component, items }
}

/** The calendar with one component in place of another; nothing in place of it takes it out. */
export function replaceComponent(calendar: Calendar, old: Component, fresh: readonly Component[]): Calendar {
  const swap = (items: Item[]): Item[] => {
    const at = items.indexOf(old)
    if (at !== -1) return items.toSpliced(at, 1, ...fresh)
    return items.map((item) => {
      if (item.kind !== 'component') return item
      const inner = swap(item.items)
      return inner.every((each, i) => each === item.items[i]) && inner.length === item.items.length
        ? item
        : { ...item, items: inner }
    })
  }
  return { ...calendar, items: swap(calendar.items) }
}
