// What of a form a tool is given: for a new event all that was filled in, else only what is otherwise than it was.
import type { EventView } from '../../state/calendar.ts'
import { isZone, plusDays } from '../../state/zoned.ts'
import { visible } from '../parts/value.tsx'
import { whyOf } from '../parts/when.tsx'
import { instantOfMoment, type Moment, type Read, stamped } from '../parts/whenread.ts'
import { t } from '../text/t.ts'
import type { Faults } from './faults.ts'
import { ruleOf } from './repeat.ts'
import type { Begin, Wish } from './wish.ts'

export interface Filled {
  wish: Wish
  first: Begin
  start: Read
  end: Read
  /** As they are typed. */
  texts: { start: string; end: string }
  event: EventView | undefined
}

type Clear = Extract<Read, { state: 'clear' }>

/** The input of the tool, or what is wrong at which field. */
export function inputOf(filled: Filled): { input: Record<string, unknown> } | { faults: Faults } {
  const { wish, start, end, event } = filled
  const faults = wrongIn(filled)
  if (start.state !== 'clear' || Object.keys(faults).length > 0) return { faults }
  const rule = ruleOf(wish.repeat, start.clock.slice(0, 10), wish.own)
  return { input: event ? changed(filled, start, rule) : made(wish, timesOf(filled, start, end), rule) }
}

function wrongIn({ wish, first, start, end, texts }: Filled): Faults {
  const known = new Set(peopleIn(first.wish.attendees))
  const odd = peopleIn(wish.attendees).find((one) => !known.has(one) && !/^[^\s@<>]+@[^\s@<>]+$/.test(one))
  const isBefore = wish.allDay && start.state === 'clear' && end.state === 'clear' && end.clock < start.clock
  return {
    ...(wish.title.trim() === '' ? { title: t('event.needsTitle') } : {}),
    ...(start.state === 'clear' ? {} : { start: whyOf(start, texts.start) ?? t('event.needsTime') }),
    ...(end.state === 'clear' || end.state === 'empty' ? {} : { end: whyOf(end, texts.end) ?? t('event.needsTime') }),
    ...(isBefore ? { end: t('event.lastBeforeFirst') } : {}),
    ...(wish.allDay || isZone(wish.zone) ? {} : { zone: t('event.noZone', { zone: visible(wish.zone) }) }),
    ...(wish.repeat === 'own' && wish.own.trim() === '' ? { repeat: t('event.needsRepeat') } : {}),
    ...(odd === undefined ? {} : { attendees: t('event.noAddress', { address: visible(odd) }) }),
  }
}

const peopleIn = (text: string): string[] => text.split(/[,;，；、\s]+/).filter((one) => one !== '')

function made(wish: Wish, times: object, rule: string): Record<string, unknown> {
  const { calendar, location, notes, alarms, busy, status } = wish
  const people = peopleIn(wish.attendees)
  const filledIn = { repeat: rule, calendar, location: location.trim(), notes, alarms, attendees: people }
  const some = Object.fromEntries(Object.entries(filledIn).filter(([, value]) => value.length > 0))
  return {
    ...{ title: wish.title.trim(), ...times, ...some },
    ...(wish.allDay ? { allDay: true } : {}),
    ...(busy ? {} : { busy }),
    ...(status === 'confirmed' ? {} : { status }),
  }
}

function changed(filled: Filled, start: Clear, rule: string): Record<string, unknown> {
  const { wish, first, end } = filled
  const same = (name: keyof Wish) => JSON.stringify(wish[name]) === JSON.stringify(first.wish[name])
  const isTimeSame = same('allDay') && same('zone') && isAt(start, first.times.start, wish) && isEndSame(filled)
  return {
    ...(same('title') ? {} : { title: wish.title.trim() }),
    ...(isTimeSame ? {} : timesOf(filled, start, end)),
    ...(same('allDay') ? {} : { allDay: wish.allDay }),
    ...(same('repeat') && same('own') ? {} : { repeat: rule }),
    ...(same('location') ? {} : { location: wish.location.trim() }),
    ...(same('notes') ? {} : { notes: wish.notes }),
    ...(same('alarms') ? {} : { alarms: wish.alarms }),
    ...(same('attendees') ? {} : { attendees: peopleIn(wish.attendees) }),
    ...(same('busy') ? {} : { busy: wish.busy }),
    ...(same('status') ? {} : { status: wish.status }),
  }
}

const isEndSame = ({ end, first, wish }: Filled): boolean =>
  end.state === 'empty' || (end.state === 'clear' && isAt(end, first.times.end, wish))

// A clock that was typed as it stood is where it was, also where the clock shows it twice.
const isAt = (read: Moment, was: Moment, { zone, allDay }: Wish): boolean =>
  allDay || read.stamp === undefined
    ? read.clock === was.clock
    : instantOfMoment(read, zone) === instantOfMoment(was, zone)

// Whole days end on the day after the last. What is in no zone stays so, unless one is chosen.
function timesOf({ wish, first, event }: Filled, start: Clear, end: Read) {
  const [day, last] = [start.clock.slice(0, 10), end.state === 'clear' ? end.clock.slice(0, 10) : undefined]
  if (wish.allDay) return { when: day, end: plusDays(last ?? day, 1) }
  const until = end.state === 'clear' ? end : start.end
  if (event?.floating === true && wish.zone === first.wish.zone)
    return { when: start.clock, ...(until ? { end: until.clock } : {}) }
  return { when: stamped(start), ...(until ? { end: stamped(until) } : {}), zone: start.zone ?? wish.zone }
}
