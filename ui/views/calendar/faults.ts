// What is wrong with an event, at the field that it is about.
import { CallError } from '../../client/client.ts'
import { preferences } from '../../state/calendar.ts'
import { instantOfStamp, isZone } from '../../state/zoned.ts'
import { faultText } from '../parts/fault.tsx'
import { visible } from '../parts/value.tsx'
import { clockText, type Moment, type Offer, parted, type Read } from '../parts/whenread.ts'
import { clockIn, dayName, shortDay, whenOf } from '../text/days.ts'
import { t } from '../text/t.ts'
import type { Wish } from './wish.ts'

export interface Faults {
  title?: string
  start?: string
  end?: string
  zone?: string
  repeat?: string
  calendar?: string
  attendees?: string
  form?: string
  choices?: Offer[]
  endChoices?: Offer[]
}

interface Told {
  code: string
  message: string
  hint?: string | undefined
}

const endsFirst = /^(?:It would end before|结束早于)/
const noRepeat = /^(?:There is no time in this|这里没有说到时间|.*does not say how it repeats)/
const aboutRepeat = /^(?:Two times are said for it|Say which)/

/** What a tool found wrong; a doubtful time comes with what to choose from. */
export function faultsOf(error: Told | undefined, start: Read, end: Read, wish: Wish): Faults {
  if (!error) return {}
  const text = faultText(new CallError(error.code, error.message, error.hint))
  // Times were sent as they are, so words that are no time are how it repeats.
  if (wish.repeat === 'own' && noRepeat.test(error.message))
    return { repeat: t('event.lostRepeat', { text: visible(wish.own.trim()) }) }
  if (wish.repeat === 'own' && aboutRepeat.test(error.message)) return { repeat: text }
  const choices = choicesOf(error.hint ?? '')
  if (choices.length > 0) return doubtful(error, choices, start, end)
  if (endsFirst.test(error.message)) return { end: text }
  const field = /^(?:\w+: )?(title|when|end|zone|repeat|calendar|attendees)\b/.exec(error.message)?.[1]
  if (field === 'when') return { start: text }
  return field === undefined ? { form: text } : { [field]: text }
}

function doubtful(error: Told, choices: Offer[], start: Read, end: Read): Faults {
  const text = faultText(new Error(error.message))
  const isOf = (read: Read) => read.state === 'clear' && error.message.includes(clockText(read.clock))
  const isEnd = isOf(end) && !isOf(start)
  if (!isEnd && !endsFirst.test(error.message)) return { start: text, choices }
  const turned = choices.map((one): Offer => (one.end ? { ...one.end, says: one.says, start: one } : one))
  return { end: text, endChoices: turned }
}

const whole = /\(when: ([^\s,]+), end: ([^\s)]+)\)/g
const bare = /\d{4}-\d\d-\d\dT[\d:]+[+-]\d\d:\d\d\[[^\]]+\]/g

// They are said anew, since the sidecar may speak another language than the window.
function choicesOf(hint: string): Offer[] {
  const pairs = [...hint.matchAll(whole)].map(([, start = '', end = '']) => [parted(start), parted(end)] as const)
  if (pairs.length > 0) return pairs.map(([start, end]) => ({ ...start, end, says: sayPair(start, end) }))
  return [...hint.matchAll(bare)].map(([stamp]): Offer => ({ ...parted(stamp), says: sayOne(parted(stamp)) }))
}

const zoneOf = ({ zone }: Moment): string => (zone !== undefined && isZone(zone) ? zone : preferences.peek().zone)
const instant = (moment: Moment): number => instantOfStamp(moment.stamp ?? moment.clock, zoneOf(moment)) ?? 0

function sayOne(moment: Moment): string {
  const [at, zone] = [instant(moment), zoneOf(moment)]
  return `${shortDay(moment.clock.slice(0, 10))}, ${clockIn(at, zone)}`
}

function sayPair(start: Moment, end: Moment): string {
  if (!start.clock.includes('T')) return dayName(start.clock)
  const [startsAt, endsAt, zone] = [instant(start), instant(end), zoneOf(start)]
  return whenOf({ allDay: false, start: start.clock, end: end.clock, startsAt, endsAt }, zone)
}
