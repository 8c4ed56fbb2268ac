// Calendars, and what happens in the window of time that is looked at. Only that window is asked for, and kept until
// something changes.
import { computed, signal } from '@preact/signals'
import type { ResultOf } from '../../sidecar/protocol/methods.ts'
import { call, hear, whenFresh } from './link.ts'
import { zone as ownZone } from './settings.ts'
import { type Day, dayAt, startOf } from './zoned.ts'

type Listed = ResultOf<'calendar/list'>
type Found = ResultOf<'calendar/events'>
export type CalendarInfo = Listed['calendars'][number]
export type Preferences = Listed['preferences']
export type EventView = Found['events'][number]

const usual: Omit<Preferences, 'zone'> = {
  ...{ workingHours: { from: '09:00', to: '17:00', days: [1, 2, 3, 4, 5] }, weekStart: 1, language: 'en', me: [] },
}
const listed = signal<Listed | undefined>(undefined)

/** Why the calendars could not be had. */
export const calendarsFault = signal<unknown>(undefined)
export const hasCalendars = computed(() => listed.value !== undefined)
export const calendars = computed(() => listed.value?.calendars ?? [])
export const calendarById = computed(() => new Map(calendars.value.map((one) => [one.id, one])))
export const preferences = computed<Preferences>(() => listed.value?.preferences ?? { ...usual, zone: ownZone.value })
/** Where new events can go, and new tasks. */
export const writable = (what: 'VEVENT' | 'VTODO'): CalendarInfo[] =>
  calendars.value.filter(({ readOnly, holds }) => !readOnly && holds.includes(what))

/** The day it is, by the user's clock. */
export const today = (): Day => dayAt(Date.now(), preferences.value.zone)

export interface Window {
  from: Day
  /** Exclusive. */
  to: Day
  query: string
}
interface Kept extends Found {
  generation: number
}

const MOST_WINDOWS = 24
const MOST_EVENTS = 20_000
const CALM_MS = 80
const kept = signal<ReadonlyMap<string, Kept>>(new Map())
const keyOf = ({ from, to, query }: Window) => `${from}/${to}/${query}`
let generation = 0
let wanted: Window | undefined
let timer: ReturnType<typeof setTimeout> | undefined
/** Why the window could not be had. */
export const eventsFault = signal<unknown>(undefined)

/** What is known of a window; undefined until it is there. */
export const eventsOf = (window: Window): Found | undefined => kept.value.get(keyOf(window))

/** Asks for a window, where it is not there as it is now. */
export function want(window: Window): void {
  wanted = window
  const found = kept.peek().get(keyOf(window))
  if (found?.generation !== generation) void fetchEvents(window)
}

/** Nobody looks any more. */
export function unwant(): void {
  wanted = undefined
}

async function fetchEvents(window: Window): Promise<void> {
  const { from, to, query } = window
  const { zone } = preferences.peek()
  const before = generation
  const at = (day: Day) => new Date(startOf(day, zone)).toISOString()
  try {
    const found = await call('calendar/events', {
      ...{ from: at(from), to: at(to), limit: MOST_EVENTS },
      ...(query === '' ? {} : { query }),
    })
    keepWindow(window, { ...found, generation: before })
    eventsFault.value = undefined
  } catch (thrown) {
    eventsFault.value = thrown
  }
}

function keepWindow(window: Window, found: Kept): void {
  const rest = [...kept.value].filter(([key]) => key !== keyOf(window)).slice(1 - MOST_WINDOWS)
  kept.value = new Map([...rest, [keyOf(window), found]])
}

/** Reads the window again that is looked at; others when they are looked at next. */
export async function reloadEvents(): Promise<void> {
  generation++
  clearTimeout(timer)
  if (wanted) await fetchEvents(wanted)
}

/** Reads the calendars again. */
export async function loadCalendars(): Promise<void> {
  try {
    listed.value = await call('calendar/list', {})
    calendarsFault.value = undefined
  } catch (thrown) {
    calendarsFault.value = thrown
  }
}

async function loadAll(): Promise<void> {
  const { zone } = preferences.peek()
  await loadCalendars()
  // Days begin elsewhere in another zone.
  if (preferences.peek().zone !== zone) kept.value = new Map()
  await reloadEvents()
}

// Many changes at once are one reason to look again.
const soon = () => {
  clearTimeout(timer)
  timer = setTimeout(() => void loadAll(), CALM_MS)
}

whenFresh(loadAll)
hear('state/changed', ({ what }) => {
  if (what === 'calendars' || what === 'accounts' || what === 'settings') soon()
})

/** Changes how a calendar is shown. */
export async function editCalendar(
  id: string,
  change: { name?: string; color?: string; hidden?: boolean; isDefault?: true },
): Promise<void> {
  await call('calendar/edit', { id, ...change })
  await loadAll()
}

/** Makes one on this computer. */
export async function createCalendar(name: string, color?: string): Promise<CalendarInfo> {
  const made = await call('calendar/create', { name, ...(color === undefined ? {} : { color }) })
  await loadAll()
  return made
}

/** Takes one away; returns where its folder lies now. */
export async function removeCalendar(id: string): Promise<string> {
  const { trash } = await call('calendar/remove', { id })
  await loadAll()
  return trash
}

/** Fetches what changed on the servers. */
export async function syncCalendars(): Promise<void> {
  await call('account/sync', {})
  await loadAll()
}
