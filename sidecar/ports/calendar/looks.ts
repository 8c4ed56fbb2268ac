// How calendars are shown: by their own names and colours, by what the settings say instead, and in a fixed order.
import type { CalendarInfo } from '../../text/agenda/types.ts'
import { type AgendaSettings, PERSONAL, type ProviderCalendar } from './types.ts'
import { colorOf } from './vdirnames.ts'

// Apart from each other, and readable with white and with black.
const colors = [
  ...['#3f7fbf', '#b3557a', '#4f8f4f', '#b07a2a', '#7a5fb8', '#2f8f8f', '#b5533c', '#6b7f2f', '#a0529f', '#4a6fa5'],
  ...['#8f6b4a', '#5a7d8c'],
]

/** A colour for an id: always the same one. */
export function colorFor(id: string): string {
  let sum = 0
  for (const char of id) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003
  return colors[sum % colors.length] as string
}

/** The calendar that new events go to. */
function defaultOf(all: readonly ProviderCalendar[], wanted: string | undefined): string {
  const can = ({ readOnly, holds }: ProviderCalendar) => !readOnly && holds.includes('VEVENT')
  return all.find((each) => each.id === wanted && can(each))?.id ?? PERSONAL
}

/** Calendars as they are shown. */
export function shown(
  all: readonly ProviderCalendar[],
  settings: ReturnType<AgendaSettings['calendars']>,
): CalendarInfo[] {
  const hidden = new Set(settings.hidden)
  const main = defaultOf(all, settings.default)
  return all.map(({ folder: _folder, ...calendar }) => {
    const look = Object.hasOwn(settings.looks, calendar.id) ? settings.looks[calendar.id] : undefined
    return {
      ...calendar,
      name: look?.name ?? calendar.name,
      color: colorOf(look?.color) ?? colorOf(calendar.color) ?? colorFor(calendar.id),
      isDefault: calendar.id === main,
      ...(hidden.has(calendar.id) ? { hidden: true } : {}),
    }
  })
}

type Stored = ReturnType<AgendaSettings['calendars']>

/** The settings with another look for a calendar. */
export function withLook(before: Stored, id: string, look: { name?: string | undefined; color?: string | undefined }) {
  const old = Object.hasOwn(before.looks, id) ? before.looks[id] : {}
  const given = Object.fromEntries(Object.entries(look).filter(([, value]) => value !== undefined))
  return { ...before, looks: { ...before.looks, [id]: { ...old, ...given } } }
}

/** The settings with a calendar hidden or shown. */
export function withHidden(before: Stored, id: string, hidden: boolean) {
  const others = before.hidden.filter((each) => each !== id)
  return { ...before, hidden: hidden ? [...others, id] : others }
}

/** The settings without anything about a calendar. */
export function withoutCalendar(before: Stored, id: string) {
  const { default: main, looks, hidden } = before
  const kept = Object.fromEntries(Object.entries(looks).filter(([each]) => each !== id))
  return {
    ...(main === undefined || main === id ? {} : { default: main }),
    hidden: hidden.filter((each) => each !== id),
    looks: kept,
  }
}
