// What an event is given by, and what its card shows.
import * as z from 'zod'
import type { Preview } from '../../kernel/define.ts'
import { attendeeOf } from '../../text/agenda/choose.ts'
import type { Finding } from '../../text/agenda/safety.ts'
import type { EventDetails, EventView } from '../../text/agenda/types.ts'
import { StewardError } from '../../text/errors.ts'

const text = (most: number) => z.string().trim().max(most)

const attendee = z.union([
  text(320),
  z.object({ address: text(320), name: text(200).optional(), zone: text(100).optional() }),
])

/** When it is. */
export const times = {
  end: text(200).optional().describe('If not in `when`'),
  minutes: z.number().int().min(0).max(527_040).optional().describe('Length'),
  zone: text(100).optional().describe('IANA name; yours without it'),
  allDay: z.boolean().optional(),
}

/** What it is. */
export const details = {
  location: text(1000).optional(),
  notes: text(20_000).optional(),
  url: text(2000).optional(),
  tags: z.array(text(100)).max(30).optional(),
  attendees: z.array(attendee).max(200).optional().describe('Addresses'),
  alarms: z.array(z.number().int().min(-10_080).max(525_600)).max(10).optional().describe('Minutes before'),
  busy: z.boolean().optional(),
  status: z.enum(['confirmed', 'tentative', 'cancelled']).optional(),
}

export const calendar = text(300).optional().describe('Id or name')
export const anyway = z
  .array(
    z.enum(['gap', 'overlap', 'past', 'weekday', 'conflict', 'night', 'long', 'end-before-start', 'far', 'rule-skips']),
  )
  .optional()
  .describe('Doubts about the time that were looked at')

type Given = { [K in keyof typeof details]?: z.output<(typeof details)[K]> }

/** What was given, as it goes into a file. */
export function detailsOf(given: Given): Partial<EventDetails> {
  const { attendees, ...rest } = given
  const known = Object.fromEntries(
    Object.keys(details)
      .filter((name) => name !== 'attendees')
      .flatMap((name) => {
        const value = rest[name as keyof typeof rest]
        return value === undefined ? [] : [[name, value]]
      }),
  )
  return attendees === undefined ? known : { ...known, attendees: attendees.map(attendeeOf) }
}

/** Whose clocks matter besides the user's. */
export const zonesOf = (attendees: Given['attendees']): { who: string; zone: string }[] =>
  (attendees ?? []).flatMap((one) =>
    typeof one === 'string' || one.zone === undefined ? [] : [{ who: one.name ?? one.address, zone: one.zone }],
  )

/** Ends the call where a time is not clear, with what there is to choose from. */
export function stopFor(findings: readonly Finding[], accepted: readonly string[] = []): void {
  const [first] = findings.filter(({ level, code }) => level === 'stop' && !accepted.includes(code))
  if (!first) return
  const choices = (first.choices ?? []).map(({ says, start, end }) => `${says} (when: ${start}, end: ${end})`)
  const hint = choices.length > 0 ? `Say which: ${choices.join(' | ')}` : 'Say another time.'
  throw new StewardError('BAD_INPUT', first.says, hint)
}

/** What is in the way: busy, timed, and not the event itself. */
export const inTheWay = (events: readonly EventView[], uid?: string): EventView[] =>
  events.filter((event) => event.busy !== 'free' && !event.allDay && event.uid !== uid)

/** A card: the title, and a line for each thing that is not empty. */
export function card(title: string, lines: readonly (readonly [name: string, value: string | undefined])[]): Preview {
  // A line that goes on is indented: nothing in a text can look like a line of the card.
  const body = lines.flatMap(([name, value]) =>
    value === undefined || value === ''
      ? []
      : [`${name}: ${value.replaceAll(/\r\n|[\r\n\u2028\u2029\v\f\u0085]/gu, '\n    ')}`],
  )
  return { title, body: body.join('\n'), format: 'event' }
}
