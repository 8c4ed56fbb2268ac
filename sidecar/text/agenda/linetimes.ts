// The times of a line as its tool takes them: stamps, never words.
import { fullMinute } from '../dates/en-days.ts'
import { comesTwice } from '../dates/instants.ts'
import { readWhen } from '../dates/read.ts'
import { sayBound, sayDate, sayMoment, sayZone } from '../dates/says.ts'
import type { Choice } from '../dates/types.ts'
import { stampOf } from './clocks.ts'
import { isDay, lasting, type Point, sayAll } from './resolving.ts'
import { sayRule } from './sayrule.ts'
import { type Clock, whenOptions } from './words.ts'

export interface Timed {
  start: string
  rule?: string
  allDay: boolean
  says: string
  notes: string[]
}

export interface EventTimes extends Timed {
  end: string
}

type Dated = Exclude<Choice, { kind: 'duration' }>

const pointOf = (text: string): Point =>
  text.includes('T') ? Temporal.ZonedDateTime.from(text).round('second') : Temporal.PlainDate.from(text)

const ruleIn = (choice: Dated) => (choice.kind === 'rule' ? { rule: choice.rrule } : {})

/** When an event begins and ends. */
export function eventTimes(choice: Choice, clock: Clock): EventTimes | undefined {
  if (choice.kind === 'duration') return undefined
  const start = pointOf(choice.start)
  const length = choice.kind === 'rule' ? undefined : choice.length
  const begun = {
    ...{ start, notes: choice.notes },
    ...(choice.end === undefined ? {} : { end: pointOf(choice.end) }),
    ...(length === undefined ? {} : { length: Temporal.Duration.from(length) }),
  }
  const { end, notes } = lasting(begun, undefined, clock.preferences.language)
  const made = { start, end, ...ruleIn(choice) }
  return {
    ...{ start: stampOf(start), end: stampOf(end), allDay: isDay(start), ...ruleIn(choice) },
    says: choice.end !== undefined && length === undefined ? choice.says : sayAll({ rule: undefined, ...made }, clock),
    notes: [...choice.notes, ...notes],
  }
}

const sayPoint = (point: Point, { preferences: { language } }: Clock): string =>
  isDay(point)
    ? sayDate(point, language)
    : sayZone(comesTwice(point) ? point.offset : undefined, sayMoment(point.toPlainDateTime(), language))

export interface Due extends Timed {
  /** It is when to begin, not when it is due. */
  isBeginning: boolean
}

/** When a task is due: by the end of what was said. */
export function dueOf(choice: Choice, clock: Clock): Due | undefined {
  if (choice.kind === 'duration') return undefined
  const { language, zone } = clock.preferences
  const { notes, allDay } = choice
  if (choice.kind === 'rule') {
    const start = pointOf(choice.start)
    const says = `${sayPoint(start, clock)}${language === 'zh' ? '，' : ', '}${sayRule(choice.rrule, language, zone)}`
    return { start: stampOf(start), rule: choice.rrule, allDay, says: due(says, language), notes, isBeginning: false }
  }
  const { bound } = choice
  if (bound === 'after' || bound === 'from') {
    const said = pointOf(choice.start)
    const first = isDay(said) && bound === 'after' ? said.add({ days: 1 }) : said
    const says = sayBound('from', sayPoint(first, clock), language)
    return { start: stampOf(first), allDay, says, notes, isBeginning: true }
  }
  const last = lastOf(choice)
  const taken = bound === 'before' && allDay ? [...notes, dayBefore[language]] : notes
  return { start: stampOf(last), allDay, says: due(sayPoint(last, clock), language), notes: taken, isBeginning: false }
}

const dayBefore = { en: 'Before a day is until the day before it.', zh: '“之前”按前一天截止理解。' } as const

const due = (says: string, language: 'en' | 'zh'): string => (language === 'zh' ? `截止 ${says}` : `due ${says}`)

/** Before Friday is on Thursday at the latest; before five is at five. */
function lastOf({ start, end, bound, allDay }: Exclude<Dated, { kind: 'rule' }>): Point {
  if (!allDay) return pointOf(bound === undefined ? (end ?? start) : start)
  const first = Temporal.PlainDate.from(start)
  if (bound === 'before') return first.subtract({ days: 1 })
  return end === undefined ? first : Temporal.PlainDate.from(end).subtract({ days: 1 })
}

const atWork = {
  en: 'No time was said: it comes when your working hours begin.',
  zh: '没有说时刻：按上班时间提醒。',
} as const
const soon = { en: 'No time was said: it comes in an hour.', zh: '没有说时刻：一小时后提醒。' } as const

/** When a reminder comes. A day without a time is when work begins; today it is soon. */
export function reminderTime(choice: Choice, words: string, clock: Clock): Timed[] {
  const { zone, language, workingHours } = clock.preferences
  const now = Temporal.Instant.fromEpochMilliseconds(clock.now).toZonedDateTimeISO(zone)
  if (choice.kind === 'duration') {
    const length = Temporal.Duration.from(choice.duration)
    return [plain(fullMinute(now.add(length), 'ceil', length.seconds > 0), [], clock)]
  }
  if (choice.kind === 'rule') return repeated(choice, words, clock)
  const begins = pointOf(choice.start)
  if (!isDay(begins)) return [plain(begins, choice.notes, clock)]
  const day = choice.bound === 'before' ? begins.subtract({ days: 1 }) : begins
  const at = day.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(workingHours.from) })
  const isToday = now.toPlainDate().equals(day) && Temporal.ZonedDateTime.compare(at, now) <= 0
  const next = fullMinute(now.add({ hours: 1 }))
  return [plain(isToday ? next : at, [...choice.notes, (isToday ? soon : atWork)[language]], clock)]
}

function plain(when: Temporal.ZonedDateTime, notes: string[], clock: Clock): Timed {
  return { start: stampOf(when), allDay: false, says: sayPoint(when, clock), notes }
}

/** A rule of days gets the time at which work begins, and its first day by that. */
function repeated(choice: Extract<Choice, { kind: 'rule' }>, words: string, clock: Clock): Timed[] {
  const { language, workingHours, zone } = clock.preferences
  const again = choice.allDay ? readWhen(`${words} ${workingHours.from}`, whenOptions(clock)) : choice
  const read = again.kind === 'ambiguous' ? again.choices : [again]
  const rules = read.filter((each) => each.kind === 'rule')
  return (rules.length > 0 ? rules : [choice]).map(({ start, rrule, notes }) => {
    const first = pointOf(start)
    const at = isDay(first) ? first.toZonedDateTime({ timeZone: zone, plainTime: workingHours.from }) : first
    const made = plain(at, choice.allDay ? [...notes, atWork[language]] : notes, clock)
    const says = `${made.says}${language === 'zh' ? '，' : ', '}${sayRule(rrule, language, zone)}`
    return { ...made, rule: rrule, says }
  })
}
