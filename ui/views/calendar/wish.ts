// What is filled in for an event, and what the form begins with. Pure.
import type { CalendarInfo, EventView } from '../../state/calendar.ts'
import { dayAt, isZone, minuteAt, plusDays } from '../../state/zoned.ts'
import { type Moment, momentAt, typed } from '../parts/whenread.ts'
import type { Opened } from './open.ts'
import { type Repeat, repeatOf } from './repeat.ts'
import { ruleWords } from './rulewords.ts'

export interface Wish {
  title: string
  allDay: boolean
  zone: string
  repeat: Repeat
  /** Words or a rule of one's own. */
  own: string
  calendar: string
  location: string
  notes: string
  alarms: readonly number[]
  /** Addresses with commas between them. */
  attendees: string
  busy: boolean
  status: EventView['status']
}

/** When it is; of whole days the last one. */
export interface Times {
  start: Moment
  end: Moment
}

export interface Begin {
  wish: Wish
  times: Times
}

const utc = /^(?:Etc\/)?(?:UTC|UCT|GMT|Zulu|Universal|Greenwich)$|^Z$/i

/** The zone that an event is shown in: its own, and the user's for what is stored in none, in UTC or in an unknown one. */
export const shownZone = ({ floating, zone }: EventView, home: string): string =>
  floating || utc.test(zone) || !isZone(zone) ? home : zone

/** What the form begins with. */
export function firstOf(opened: Opened, home: string, places: readonly CalendarInfo[], language: 'en' | 'zh'): Begin {
  return opened.kind === 'new' ? fresh(opened.begun, home, places) : there(opened.event, home, language)
}

function fresh(begun: Extract<Opened, { kind: 'new' }>['begun'], home: string, places: readonly CalendarInfo[]): Begin {
  const usual = places.find(({ isDefault }) => isDefault) ?? places[0]
  const { start, end, allDay = false, title = '' } = begun
  const [from, to] = start === undefined || end === undefined ? nextHour(home) : [typed(start, home), typed(end, home)]
  const clock = (text: string): Moment => ({ clock: text.length > 10 ? `${text.replace(' ', 'T')}:00` : text })
  return {
    wish: {
      ...{ title, allDay, zone: home, calendar: usual?.id ?? '', status: 'confirmed', repeat: 'none', own: '' },
      ...{ location: '', notes: '', alarms: [], attendees: '', busy: true },
    },
    times: { start: clock(from), end: allDay ? { clock: plusDays(to.slice(0, 10), -1) } : clock(to) },
  }
}

function there(event: EventView, home: string, language: 'en' | 'zh'): Begin {
  const zone = shownZone(event, home)
  const repeat = repeatOf(event.rule, event.allDay ? event.start.slice(0, 10) : dayAt(event.startsAt, zone))
  const { start, end, startsAt, endsAt, allDay, title, calendar, status } = event
  const lastDay = plusDays(end.slice(0, 10), -1)
  return {
    wish: {
      ...{ title, allDay, zone, repeat, calendar, status, busy: event.busy !== 'free' },
      own: repeat === 'own' ? ruleWords(event.rule ?? '', language) : '',
      ...{ location: event.location ?? '', notes: event.notes ?? '', alarms: event.alarms ?? [] },
      attendees: (event.attendees ?? []).map(({ address }) => address).join(', '),
    },
    times: allDay
      ? {
          start: { clock: start.slice(0, 10) },
          end: { clock: lastDay < start.slice(0, 10) ? start.slice(0, 10) : lastDay },
        }
      : { start: momentAt(startsAt, zone), end: momentAt(endsAt, zone) },
  }
}

function nextHour(zone: string): [string, string] {
  const at = Date.now() + 3_600_000
  const [day, hour] = [dayAt(at, zone), Math.floor(minuteAt(at, zone) / 60)]
  const clock = (which: number) => `${plusDays(day, Math.floor(which / 24))} ${String(which % 24).padStart(2, '0')}:00`
  return [clock(hour), clock(hour + 1)]
}
