// Other times for an event that is there: from words, stamps and lengths, with all that is not said kept as it is.
import { readWhen } from '../dates/read.ts'
import type { Stamps } from './facts.ts'
import { resolveWhen } from './safety.ts'
import type { EventChanges } from './types.ts'
import { type Clock, whenOptions } from './words.ts'

export interface TimeWish {
  when?: string | undefined
  end?: string | undefined
  minutes?: number | undefined
  zone?: string | undefined
  allDay?: boolean | undefined
  /** Empty: it repeats no more. */
  repeat?: string | undefined
}

export interface Retimed {
  changes: Pick<EventChanges, 'start' | 'end' | 'rule'>
  /** Where it is then; nothing where its times stay. */
  times?: { start: string; end: string; rule?: string }
  says: string
  notes: string[]
}

const isStamp = (text: string): boolean => /^\d{4}-\d\d-\d\d/.test(text)
const dateOf = (stamp: string): string => stamp.slice(0, 10)

/** "3pm" means three on the day of the event; "tomorrow 3pm" is counted from today. */
function onItsDay(when: string, present: Stamps, clock: Clock): string {
  if (isStamp(when)) return when
  const there = `${dateOf(present.start)} ${when}`
  const read = readWhen(there, whenOptions(clock))
  const isThere = (read.kind === 'moment' || read.kind === 'span') && dateOf(read.start) === dateOf(present.start)
  return isThere && !read.allDay ? there : when
}

/** Whether words say when it ends, too. */
function saysEnd(when: string, clock: Clock): boolean {
  const read = isStamp(when) ? undefined : readWhen(when, whenOptions(clock))
  return read !== undefined && 'end' in read && read.end !== undefined
}

/** The end that keeps the length; nothing where the one is a day and the other a time. */
function keptEnd(start: string, present: Stamps): string | undefined {
  const isDate = !start.includes('T')
  if (isDate !== !present.start.includes('T')) return undefined
  if (isDate) {
    const days = Temporal.PlainDate.from(present.start).until(present.end).days
    return Temporal.PlainDate.from(start).add({ days }).toString()
  }
  if (!start.includes('[') || !present.start.includes('[')) return undefined
  const length = Temporal.ZonedDateTime.from(present.start).until(present.end, { largestUnit: 'hours' })
  return Temporal.ZonedDateTime.from(start).add(length).toString()
}

/** What changes, and what the times are then. */
export function changedTimes(wish: TimeWish, present: Stamps, clock: Clock): Retimed {
  const { when, end, minutes, zone, allDay, repeat } = wish
  const isSame = [when, end, minutes, zone, allDay].every((value) => value === undefined)
  if (isSame && repeat === undefined) return { changes: {}, says: '', notes: [] }
  if (isSame && repeat === '') return { changes: { rule: null }, says: '', notes: [] }
  const said = when === undefined ? present.start : onItsDay(when, present, clock)
  const found = resolveWhen(
    {
      ...{ when: said, zone, allDay, minutes },
      end: end === undefined || isStamp(end) ? end : onItsDay(end, present, clock),
      repeat: repeat || undefined,
    },
    clock,
  )
  const isOpen = end === undefined && minutes === undefined && !saysEnd(said, clock)
  const stop = (isOpen ? keptEnd(found.start, present) : undefined) ?? found.end
  const rule = repeat === '' ? { rule: null } : found.rule === undefined ? {} : { rule: found.rule }
  const moved = isSame ? {} : { start: found.start, end: stop }
  return {
    changes: { ...moved, ...rule },
    times: { start: found.start, end: stop, ...(found.rule === undefined ? {} : { rule: found.rule }) },
    ...{ says: found.says, notes: found.notes },
  }
}
