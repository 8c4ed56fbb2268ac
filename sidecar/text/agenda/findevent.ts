// The event that is meant, as it is now, and which of its occurrences.

import { StewardError } from '../errors.ts'
import { namedCalendar, titled } from './choose.ts'
import { factsIn } from './facts.ts'
import type { CalendarInfo, EventQuery, EventView, FoundEvents, Preferences, Resource, Scope } from './types.ts'

export interface Target extends Resource {
  title: string
  scope: Scope
  recurrenceId?: string
  recurring: boolean
  /** When it was, for the card. */
  was: string
  /** Its server tells attendees by itself. */
  schedules: boolean
}

interface Given {
  event: string
  calendar?: string | undefined
  recurrenceId?: string | undefined
  scope?: Scope | undefined
  /** It is only looked at. */
  mayBeReadOnly?: boolean
}

/** The part of readCalendar that is needed. */
interface Reads {
  (calendar: string, query: EventQuery): Promise<FoundEvents>
  list(all: '*'): Promise<{ calendars: CalendarInfo[]; preferences: Preferences }>
  resource(calendar: string, uid: string): Promise<Resource>
}

const DAY = 86_400_000
/** What is near is meant before what is far. */
const spans = [
  { behind: 7 * DAY, ahead: 180 * DAY },
  { behind: 365 * DAY, ahead: 5 * 365 * DAY },
]

/** Finds it by its uid, or by its title among what is near. */
export async function findEvent(given: Given, read: Reads, now: number): Promise<Target> {
  const { calendars, preferences } = await read.list('*')
  const place = given.calendar === undefined ? '*' : namedCalendar(calendars, given.calendar).id
  const found = (await byUid(read, place, given.event)) ?? (await byTitle(read, place, given.event, now))
  const info = calendars.find(({ id }) => id === found.calendar)
  if (info?.readOnly && !given.mayBeReadOnly)
    throw new StewardError(
      'BAD_TARGET',
      `The calendar ${info.name} can only be read.`,
      'Change it where it comes from.',
    )
  const { title, recurring, was } = factsIn(found.text, {
    ...{ uid: found.uid, zone: preferences.zone },
    ...(given.recurrenceId === undefined ? {} : { recurrenceId: given.recurrenceId }),
  })
  return {
    ...{ ...found, title, recurring, was, scope: scopeOf(given, recurring), schedules: info?.schedules === true },
    ...(recurring && given.recurrenceId !== undefined ? { recurrenceId: given.recurrenceId } : {}),
  }
}

function scopeOf({ scope, recurrenceId }: Given, recurring: boolean): Scope {
  if (!recurring) return 'all'
  const wanted = scope ?? (recurrenceId === undefined ? undefined : 'this')
  if (wanted === undefined)
    throw new StewardError(
      'BAD_INPUT',
      'It comes again and again: it is not said which of them is meant.',
      'Say scope all, or name the one with recurrenceId (calendar_check lists them) and say this or following.',
    )
  if (wanted !== 'all' && recurrenceId === undefined)
    throw new StewardError(
      'BAD_INPUT',
      'It is not said which occurrence is meant.',
      'Name it with recurrenceId, as calendar_check gives it.',
    )
  return wanted
}

async function byUid(read: Reads, place: string, uid: string): Promise<Resource | undefined> {
  try {
    return await read.resource(place, uid)
  } catch (thrown) {
    if (thrown instanceof StewardError && thrown.code === 'NOT_FOUND') return undefined
    throw thrown
  }
}

async function byTitle(read: Reads, place: string, words: string, now: number): Promise<Resource> {
  const at = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString()
  let found: EventView[] = []
  for (const { behind, ahead } of spans) {
    found = (await read(place, { from: at(now - behind), to: at(now + ahead), text: words, limit: 1000 })).events
    if (found.length > 0) break
  }
  const { calendar, uid } = titled(found, words, ({ start }) => start)
  return read.resource(calendar, uid)
}
