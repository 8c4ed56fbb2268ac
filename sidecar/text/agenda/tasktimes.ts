// When a task is due and when it starts, from plain words, dates or stamps.
import { sayDate, sayMoment } from '../dates/says.ts'
import type { Choice } from '../dates/types.ts'
import { StewardError } from '../errors.ts'
import { readRule } from '../ical/rule.ts'
import type { TaskChanges, TaskDetails } from './types.ts'
import { type Clock, readWords } from './words.ts'

export interface Told<T> {
  times: T
  /** What was understood, in the user's language. */
  says: string
  notes: string[]
}

interface Point {
  stamp: string
  rule?: string
  says: string
  notes: string[]
}

/** A stamp as it is, an instant in the user's zone; nothing where it is words. */
function exact(text: string, zone: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d(?:T|$)/.test(text)) return undefined
  try {
    if (!text.includes('T')) return Temporal.PlainDate.from(text).toString()
    if (text.includes('[')) return Temporal.ZonedDateTime.from(text).toString()
    if (/(?:Z|[+-]\d\d:?\d\d)$/i.test(text)) return Temporal.Instant.from(text).toZonedDateTimeISO(zone).toString()
    return Temporal.PlainDateTime.from(text).toZonedDateTime(zone).toString()
  } catch {
    throw new StewardError(
      'BAD_INPUT',
      `${JSON.stringify(text)} is no time.`,
      'Write it like 2026-11-17 or 2026-11-17T15:00.',
    )
  }
}

const sayStamp = (stamp: string, language: 'en' | 'zh'): string =>
  stamp.includes('T')
    ? sayMoment(Temporal.ZonedDateTime.from(stamp).toPlainDateTime(), language)
    : sayDate(Temporal.PlainDate.from(stamp), language)

/** One point in time. What is due "this week" is due on its last day; what is due from three to four, at four. */
function pointOf(text: string, clock: Clock, isEnd: boolean): Point {
  const stamp = exact(text.trim(), clock.preferences.zone)
  if (stamp !== undefined) return { stamp, says: sayStamp(stamp, clock.preferences.language), notes: [] }
  const read = readWords(text, clock)
  if (read.kind === 'duration')
    throw new StewardError(
      'BAD_INPUT',
      'That is a length of time, and not when.',
      'Say from when on, such as in 20 minutes.',
    )
  const rule = read.kind === 'rule' ? { rule: read.rrule } : {}
  return { stamp: isEnd ? lastOf(read) : read.start, says: read.says, notes: read.notes, ...rule }
}

function lastOf(read: Exclude<Choice, { kind: 'duration' }>): string {
  // Before Friday is by Thursday.
  if (read.kind !== 'rule' && read.bound === 'before' && read.allDay)
    return Temporal.PlainDate.from(read.start).subtract({ days: 1 }).toString()
  if (read.end === undefined) return read.start
  return read.allDay ? Temporal.PlainDate.from(read.end).subtract({ days: 1 }).toString() : read.end
}

function ruleOf(repeat: string, clock: Clock): { rule: string; start?: string } {
  const value = repeat.replace(/^RRULE:/i, '')
  if (/FREQ=/i.test(value)) {
    if (readRule(value)) return { rule: value.toUpperCase() }
    throw new StewardError(
      'BAD_INPUT',
      `${JSON.stringify(repeat)} is no rule.`,
      'Write it like FREQ=WEEKLY;BYDAY=MO, or in plain words.',
    )
  }
  const read = readWords(repeat, clock)
  if (read.kind === 'rule') return { rule: read.rrule, start: read.start }
  throw new StewardError(
    'BAD_INPUT',
    `${JSON.stringify(repeat)} does not say how it repeats.`,
    'Say it like every Monday.',
  )
}

interface Given {
  due?: string | null | undefined
  start?: string | null | undefined
  repeat?: string | null | undefined
}

/** The times of a new task. One that repeats and has no date is due at its first time. */
export function taskTimes(given: Given, clock: Clock): Told<Pick<TaskDetails, 'due' | 'start' | 'rule'>> {
  const due = given.due ? pointOf(given.due, clock, true) : undefined
  const start = given.start ? pointOf(given.start, clock, false) : undefined
  const repeat = given.repeat ? ruleOf(given.repeat, clock) : undefined
  const rule = repeat?.rule ?? due?.rule ?? start?.rule
  const first = due?.stamp ?? (start ? undefined : repeat?.start)
  if (rule !== undefined && first === undefined && !start)
    throw new StewardError('BAD_INPUT', 'A task that repeats needs a first time.', 'Say when it is due.')
  const found = [due, start].filter((one) => one !== undefined)
  return {
    times: {
      ...(first === undefined ? {} : { due: first }),
      ...(start === undefined ? {} : { start: start.stamp }),
      ...(rule === undefined ? {} : { rule }),
    },
    says: found.map(({ says }) => says).join(', '),
    notes: found.flatMap(({ notes }) => notes),
  }
}

/** The times that change; null takes one away. */
export function changedTaskTimes(given: Given, clock: Clock): Told<Pick<TaskChanges, 'due' | 'start' | 'rule'>> {
  const point = (text: string | null | undefined, isEnd: boolean) => (text ? pointOf(text, clock, isEnd) : undefined)
  const due = point(given.due, true)
  const start = point(given.start, false)
  const cleared = (value: unknown) => value === null || value === ''
  const found = [due, start].filter((one) => one !== undefined)
  const rule = given.repeat ? ruleOf(given.repeat, clock).rule : (due?.rule ?? start?.rule)
  return {
    times: {
      ...(due ? { due: due.stamp } : cleared(given.due) ? { due: null } : {}),
      ...(start ? { start: start.stamp } : cleared(given.start) ? { start: null } : {}),
      ...(rule !== undefined ? { rule } : cleared(given.repeat) ? { rule: null } : {}),
    },
    says: found.map(({ says }) => says).join(', '),
    notes: found.flatMap(({ notes }) => notes),
  }
}
