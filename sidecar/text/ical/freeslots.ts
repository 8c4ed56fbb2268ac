// When people are free together: inside everybody's working hours on their own clocks, outside of what makes them busy.
import { StewardError } from '../errors.ts'
import { DAY, dayOf, instantText, weekday } from './days.ts'
import type { Calendar } from './document.ts'
import { busySpans } from './freebusy.ts'
import { secondsOf, viewerZone } from './occurrences.ts'
import { common, joined, type Span, without } from './spans.ts'
import { toUtc, toWall } from './zone.ts'

export interface Person {
  calendars: readonly Calendar[]
  zone: string
  /** From and to in hours of their own day, such as 9 and 17.5; through midnight where the second is not larger. */
  workingHours?: readonly [number, number]
  /** 1 is Monday, 7 Sunday. */
  days?: readonly number[]
  /** Their addresses, so that what they declined does not count. */
  me?: readonly string[]
  availability?: readonly Calendar[]
}

export interface SlotSearch extends Person {
  from: string
  to: string
  /** How long a slot must be at least. */
  minutes: number
  /** Minutes to keep free before and after what makes busy. */
  buffer?: number
  /** Whether what is only tentative may be taken. */
  overTentative?: boolean
  /** The others who are to be free as well. */
  others?: readonly Person[]
}

export interface Slot {
  start: string
  end: string
}

const MOST_DAYS = 3660

/** The working hours of a person between two instants. */
function working({ zone, workingHours: [opens, closes] = [0, 24], days }: Person, window: Span): Span[] {
  const clock = viewerZone(zone)
  const length = closes > opens ? closes - opens : closes + 24 - opens
  const spans: Span[] = []
  // A day that began the evening before may reach in.
  const last = dayOf(toWall(clock, window.to))
  for (let day = dayOf(toWall(clock, window.from)) - 1; day <= last; day++) {
    if (days && !days.includes(weekday(day) || 7)) continue
    const start = day * DAY + Math.round(opens * 3600)
    spans.push({ from: toUtc(clock, start), to: toUtc(clock, start + Math.round(length * 3600)) })
  }
  return common(joined(spans), [window])
}

function freeOf(person: Person, window: Span, search: SlotSearch): Span[] {
  const buffer = Math.max(0, search.buffer ?? 0) * 60
  const question = {
    from: instantText(window.from - buffer),
    to: instantText(window.to + buffer),
    zone: person.zone,
    ...(person.me ? { me: person.me } : {}),
  }
  const busy = busySpans(person.calendars, question, person.availability).filter(
    ({ type }) => !(search.overTentative && type === 'BUSY-TENTATIVE'),
  )
  const kept = busy.map(({ from, to }) => ({ from: from - buffer, to: to + buffer }))
  return without(working(person, window), joined(kept))
}

/** The stretches of time, each as long as possible, in which everybody is free. */
export function freeSlots(search: SlotSearch): Slot[] {
  const window = { from: secondsOf(search.from), to: secondsOf(search.to) }
  if (window.to - window.from > MOST_DAYS * DAY)
    throw new StewardError('TOO_LARGE', 'Free time is looked for in ten years at most.', 'Ask for a shorter time.')
  let free = freeOf(search, window, search)
  for (const other of search.others ?? []) free = common(free, freeOf(other, window, search))
  return free
    .filter(({ from, to }) => to - from >= search.minutes * 60)
    .map(({ from, to }) => ({ start: instantText(from), end: instantText(to) }))
}
