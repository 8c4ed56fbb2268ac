// What a call did to an event, a task or a reminder, in one line and what is worth knowing.
import { clock, type Days, dayName, onClock } from './days.ts'
import type { Tell } from './toolcall.ts'
import { visible } from './visible.ts'

interface Output {
  title?: string
  text?: string
  calendar?: string
  start?: string
  end?: string
  at?: string
  due?: string
  scope?: string
  completed?: string
  next?: string
  repeats?: string
  told: string[]
}

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

/** Only what is of the kind that it should be: a tool's output is data. */
function read(output: unknown): Output | undefined {
  if (typeof output !== 'object' || output === null) return undefined
  const { told, ...rest } = output as Record<string, unknown>
  const texts = Object.fromEntries(Object.entries(rest).filter(([, value]) => typeof value === 'string'))
  return { ...texts, told: strings(told) }
}

/** A time of a file on the user's clock: its day, and its hours where it has some. */
export function spanText(start: string, end: string | undefined, zone: string): string {
  try {
    const isDay = /^\d{4}-\d\d-\d\d$/.test(start)
    const from = onClock(start, zone)
    const to = end === undefined ? from : onClock(end, zone)
    const last = isDay && Temporal.ZonedDateTime.compare(to, from) > 0 ? to.subtract({ days: 1 }) : to
    const isSame = last.toPlainDate().equals(from.toPlainDate())
    const first = dayName(from.toPlainDate())
    if (isDay) return isSame ? first : `${first} to ${dayName(last.toPlainDate())}`
    if (from.equals(to)) return `${first}, ${clock(from)}`
    return `${first}, ${clock(from)}–${isSame ? '' : `${dayName(last.toPlainDate())}, `}${clock(to)}`
  } catch {
    return visible(start)
  }
}

const which: Readonly<Record<string, string>> = { this: ' (only this one)', following: ' (this and the following)' }

/** `Added: Lunch with Ana, Wednesday 18 November 2026, 12:00–13:00` */
export const tellEvent =
  (verb: string, days: Days): Tell =>
  (output) => {
    const made = read(output)
    if (made?.title === undefined) return undefined
    const time = made.start === undefined ? '' : `, ${spanText(made.start, made.end, days.zone)}`
    const name = days.calendars.find(({ id }) => id === made.calendar)?.name ?? made.calendar
    const where = name === undefined ? '' : ` [${visible(name)}]`
    return [
      `${verb}: ${visible(made.title)}${made.repeats === undefined ? '' : ' ↻'}${time}${which[made.scope ?? ''] ?? ''}${where}`,
      ...made.told.map((line) => `  ${visible(line)}`),
    ]
  }

/** `Done: Water the plants, next on Saturday 28 November 2026` */
export const tellTask =
  (verb: string, days: Days): Tell =>
  (output) => {
    const made = read(output)
    if (made?.title === undefined) return undefined
    const due = made.due === undefined ? '' : `, due ${spanText(made.due, undefined, days.zone)}`
    const next =
      made.next === undefined ? '. It comes again.' : `, next on ${spanText(made.next, undefined, days.zone)}`
    const again = made.completed === 'moved-on' ? next : ''
    return [`${verb}: ${visible(made.title)}${due}${again}`, ...made.told.map((line) => `  ${visible(line)}`)]
  }

/** `Reminder: Call Bob, Tuesday 17 November 2026, 10:20` */
export const tellReminder =
  (verb: string, days: Days): Tell =>
  (output) => {
    const made = read(output)
    if (made?.text === undefined) return undefined
    const time = made.at === undefined ? '' : `, ${spanText(made.at, undefined, days.zone)}`
    return [
      `${verb}: ${visible(made.text)}${time}${made.repeats === undefined ? '' : ', and again and again'}`,
      ...made.told.map((line) => `  ${visible(line)}`),
    ]
  }
