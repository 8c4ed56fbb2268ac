// What was filled in for an event, and what of it a tool is given. Pure.
import { CallError } from '../../client/client.ts'
import type { CalendarInfo, EventView } from '../../state/calendar.ts'
import { dayAt, instantOfStamp, isZone, minuteAt, plusDays } from '../../state/zoned.ts'
import { faultText } from '../parts/fault.tsx'
import { type Offer, parted, type Read, stamped, typed } from '../parts/whenread.ts'
import { clockIn, offsetName } from '../text/days.ts'
import { t } from '../text/t.ts'
import type { Opened } from './open.ts'
import { type Repeat, repeatOf, ruleOf } from './repeat.ts'

export interface Wish {
  title: string
  /** As they are typed. */
  start: string
  end: string
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

export interface Faults {
  title?: string
  start?: string
  end?: string
  repeat?: string
  calendar?: string
  attendees?: string
  form?: string
  choices?: Offer[]
  endChoices?: Offer[]
}

/** What the form begins with. */
export function firstOf(opened: Opened, home: string, places: readonly CalendarInfo[]): Wish {
  const usual = places.find(({ isDefault }) => isDefault) ?? places[0]
  const common = { own: '', location: '', notes: '', alarms: [], attendees: '', busy: true, repeat: 'none' } as const
  if (opened.kind === 'new') {
    const { start, end, allDay = false, title = '' } = opened.begun
    const [from, to] =
      start === undefined || end === undefined ? nextHour(home) : [typed(start, home), typed(end, home)]
    return {
      ...{ ...common, title, allDay, zone: home, calendar: usual?.id ?? '', status: 'confirmed' },
      ...{ start: from, end: allDay ? plusDays(to, -1) : to },
    }
  }
  const { event } = opened
  const zone = event.floating || !isZone(event.zone) ? home : event.zone
  const repeat = repeatOf(event.rule, dayAt(event.startsAt, zone))
  return {
    ...{
      ...common,
      title: event.title,
      allDay: event.allDay,
      zone,
      repeat,
      own: repeat === 'own' ? (event.rule ?? '') : '',
    },
    ...{
      calendar: event.calendar,
      location: event.location ?? '',
      notes: event.notes ?? '',
      alarms: event.alarms ?? [],
    },
    ...{ busy: event.busy !== 'free', status: event.status },
    attendees: (event.attendees ?? []).map(({ address }) => address).join(', '),
    start: typed(event.start, zone),
    end: event.allDay ? plusDays(event.end, -1) : typed(event.end, zone),
  }
}

function nextHour(zone: string): [string, string] {
  const at = Date.now() + 3_600_000
  const [day, hour] = [dayAt(at, zone), Math.floor(minuteAt(at, zone) / 60)]
  const clock = (which: number) => `${plusDays(day, Math.floor(which / 24))} ${String(which % 24).padStart(2, '0')}:00`
  return [clock(hour), clock(hour + 1)]
}

interface Filled {
  wish: Wish
  first: Wish
  start: Read
  end: Read
  zone: string
}

type Clear = Extract<Read, { state: 'clear' }>

/** The input of the tool: for a new one all that was filled in, else only what is otherwise than it was. */
export function inputOf(filled: Filled, isNew: boolean): { input: Record<string, unknown> } | { faults: Faults } {
  const { wish, first, start, end, zone } = filled
  const faults: Faults = {
    ...(wish.title.trim() === '' ? { title: t('event.needsTitle') } : {}),
    ...(start.state === 'clear' ? {} : { start: whyOf(start) }),
    ...(end.state === 'clear' || end.state === 'empty' ? {} : { end: whyOf(end) }),
  }
  if (start.state !== 'clear' || Object.keys(faults).length > 0) return { faults }
  const people = wish.attendees.split(/[,;\s]+/).filter((one) => one !== '')
  const rule = ruleOf(wish.repeat, start.clock.slice(0, 10), wish.own)
  const times = timesOf(start, end, wish.allDay, zone)
  if (isNew) {
    const { calendar, location, notes, alarms, busy, status } = wish
    const filledIn = { repeat: rule, calendar, location: location.trim(), notes, alarms, attendees: people }
    const some = Object.fromEntries(Object.entries(filledIn).filter(([, value]) => value.length > 0))
    return {
      input: {
        ...{ title: wish.title.trim(), ...times, ...some },
        ...(wish.allDay ? { allDay: true } : {}),
        ...(busy ? {} : { busy }),
        ...(status === 'confirmed' ? {} : { status }),
      },
    }
  }
  const same = (name: keyof Wish) => JSON.stringify(wish[name]) === JSON.stringify(first[name])
  const isTimeSame =
    same('allDay') &&
    same('zone') &&
    textOf(start) === first.start &&
    (end.state === 'empty' || textOf(end) === first.end)
  return {
    input: {
      ...(same('title') ? {} : { title: wish.title.trim() }),
      ...(isTimeSame ? {} : times),
      ...(same('repeat') && same('own') ? {} : { repeat: rule }),
      ...(same('location') ? {} : { location: wish.location.trim() }),
      ...(same('notes') ? {} : { notes: wish.notes }),
      ...(same('alarms') ? {} : { alarms: wish.alarms }),
      ...(same('attendees') ? {} : { attendees: people }),
      ...(same('busy') ? {} : { busy: wish.busy }),
      ...(same('status') ? {} : { status: wish.status }),
    },
  }
}

const textOf = (read: Read): string => (read.state === 'clear' ? read.clock.slice(0, 16).replace('T', ' ') : '')
const whyOf = (read: Read): string =>
  read.state === 'unclear' && read.why !== ''
    ? read.why
    : t(read.state === 'choose' ? 'when.choose' : 'event.needsTime')

// Whole days end on the day after the last; words such as "12-1" bring an end of their own.
function timesOf(
  start: Clear,
  end: Read,
  allDay: boolean,
  zone: string,
): { when: string; end?: string; zone?: string } {
  const [first, last] = [start.clock.slice(0, 10), end.state === 'clear' ? end.clock.slice(0, 10) : undefined]
  if (allDay) return { when: first, end: plusDays(last ?? first, 1) }
  const until = end.state === 'clear' ? end : start.end
  return { when: stamped(start), ...(until ? { end: stamped(until) } : {}), zone: start.zone ?? zone }
}

interface Told {
  code: string
  message: string
  hint?: string | undefined
}

/** What a tool found wrong, at the field that it is about; a doubtful time comes with what to choose from. */
export function faultsOf(error: Told | undefined, start: Read, end: Read): Faults {
  if (!error) return {}
  const choices = choicesOf(error.hint ?? '')
  if (choices.length > 0) {
    const text = faultText(new Error(error.message))
    const isOf = (read: Read) => read.state === 'clear' && error.message.includes(textOf(read))
    return isOf(end) && !isOf(start) ? { end: text, endChoices: choices } : { start: text, choices }
  }
  const text = faultText(new CallError(error.code, error.message, error.hint))
  const field = /^(?:\w+: )?(title|when|end|repeat|calendar|attendees)\b/.exec(error.message)?.[1]
  if (field === 'when') return { start: text }
  return field === undefined ? { form: text } : { [field]: text }
}

const whole = /(?:^Say which: |\| )(.+?) \(when: ([^\s,]+), end: ([^\s)]+)\)/g
const bare = /\d{4}-\d\d-\d\dT[\d:]+[+-]\d\d:\d\d\[[^\]]+\]/g

// Either in words with both stamps, or as stamps alone.
function choicesOf(hint: string): Offer[] {
  const said = [...hint.matchAll(whole)].map(
    ([, says = '', stamp = '', end = '']): Offer => ({ says, ...parted(stamp), end: parted(end) }),
  )
  if (said.length > 0) return said
  return [...hint.matchAll(bare)].map(([stamp]): Offer => {
    const moment = parted(stamp)
    const at = instantOfStamp(stamp, 'UTC') ?? 0
    const zone = moment.zone !== undefined && isZone(moment.zone) ? moment.zone : 'UTC'
    return { ...moment, says: `${clockIn(at, zone)} (${offsetName(at, zone)})` }
  })
}
