// Whether what is kept is what was written: servers rewrite events, and now and then they change them.
import type { Component } from '../ical/document.ts'
import { parseCalendar } from '../ical/document.ts'
import { properties, textOf } from '../ical/params.ts'
import { readWhen } from '../ical/values.ts'

const watched = ['SUMMARY', 'LOCATION', 'DESCRIPTION', 'RRULE', 'STATUS', 'PRIORITY', 'RECURRENCE-ID'] as const
const timed = ['DTSTART', 'DTEND', 'DUE'] as const

const entriesOf = (text: string): Component[] =>
  parseCalendar(text).items.flatMap((item) =>
    item.kind === 'component'
      ? item.items.filter(
          (inner): inner is Component =>
            inner.kind === 'component' && (inner.name === 'VEVENT' || inner.name === 'VTODO'),
        )
      : [],
  )

const spelled = (entry: Component): Map<string, string> =>
  new Map([
    ...watched.map((name): [string, string] => [name, textOf(entry, name) ?? '']),
    ...timed.map((name): [string, string] => [
      name,
      properties(entry, name)
        .map((one) => JSON.stringify(readWhen(one) ?? one.value))
        .join(),
    ]),
  ])

/** What is otherwise in the second text, in words; nothing where it says the same. */
export function differs(written: string, kept: string): string[] {
  const [before, after] = [entriesOf(written).map(spelled), entriesOf(kept).map(spelled)]
  const names = new Set<string>()
  for (const [at, one] of before.entries())
    for (const [name, value] of one) if ((after[at]?.get(name) ?? '') !== value) names.add(name)
  if (after.length !== before.length) names.add('the number of its parts')
  return names.size === 0 ? [] : [`What is kept is otherwise than what was written: ${[...names].join(', ')}.`]
}
