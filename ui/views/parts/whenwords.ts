// Plain words in a field for a time, which the sidecar reads.
import { type Choice, understand } from '../../state/understand.ts'
import { plusDays } from '../../state/zoned.ts'
import {
  instantOfMoment,
  type Moment,
  momentAt,
  type Offer,
  parted,
  type Read,
  type Reading,
  readPlain,
} from './whenread.ts'

const clockAlone =
  /^(?:noon|midnight|正午|中午|午夜|(?:凌晨|早上|早晨|上午|中午|下午|傍晚|晚上)?[零一二三四五六七八九十两\d]{1,3}[点时](?:半|[一二三\d]刻|[零一二三四五六七八九十\d]{1,3}分?)?)$/
const fromNow = /\bin (?:\d|an?\b|half)|from now|后$/i
const hourTaken = /^(?:No end was said|没有说结束时间)/
const NAME = 'Event'

/** Reads whatever was typed. */
export async function readWords(text: string, by: Reading): Promise<Read> {
  const words = text.trim()
  if (words === '') return { state: 'empty' }
  const plain = readPlain(words, by.since)
  if (plain) return { ...shaped(plain, by), state: 'clear' }
  // The sidecar reads whole lines: the words stand for when, after a name.
  const line = by.since && clockAlone.test(words) ? `${by.since.clock.slice(0, 10)} ${words}` : words
  const { state, choices, why = '' } = await understand(`${NAME} ${line}`, 'event')
  const found = choices.flatMap((one) => offerOf(one, words, by) ?? [])
  const [first] = found
  // Words that would go into the name were not understood as a time.
  if (!first || found.length < choices.length) return { state: 'unclear', why: '' }
  return state === 'clear' ? { ...first, state: 'clear' } : { state: 'choose', why, choices: found }
}

function offerOf({ says, start, end, notes, input, allDay }: Choice, words: string, by: Reading): Offer | undefined {
  const { title, location, tags } = input as Record<string, unknown>
  if (start === undefined || title !== NAME || location !== undefined || tags !== undefined) return undefined
  const isSaid = !notes.some((note) => hourTaken.test(note))
  const moment = inPlace(parted(start), words, by)
  const last = end === undefined || !isSaid ? undefined : inPlace(parted(end), words, by)
  const isOneDay = allDay === true && last?.clock === plusDays(start.slice(0, 10), 1)
  const until = last === undefined || isOneDay ? undefined : shaped(allDay === true ? dayBefore(last) : last, by)
  return { ...shaped(moment, by), says: says.replace(`${NAME} · `, ''), end: until }
}

const dayBefore = ({ clock }: Moment): Moment => ({ clock: plusDays(clock.slice(0, 10), -1) })

// Words without a zone mean the clock of the field; "in an hour" is the same everywhere.
function inPlace(moment: Moment, words: string, { zone, home }: Reading): Moment {
  if (moment.stamp === undefined || moment.zone !== home || zone === home || !moment.clock.includes('T')) return moment
  return fromNow.test(words) ? momentAt(instantOfMoment(moment, zone), zone) : { clock: moment.clock }
}

function shaped(moment: Moment, { shape, clock = '09:00:00' }: Reading): Moment {
  if (shape === 'day') return { clock: moment.clock.slice(0, 10) }
  return shape === 'time' && !moment.clock.includes('T') ? { clock: `${moment.clock}T${clock}` } : moment
}
