// Which event is meant, and which of a series.
import { given } from './args.ts'
import { type Days, type EventView, shortIds, shortTime, windowOf } from './days.ts'
import { UsageError } from './exit.ts'
import { type Kind, oneOf } from './match.ts'
import type { Run } from './types.ts'
import { visible } from './visible.ts'

const BACK_DAYS = 31
const AHEAD_DAYS = 400
const MOST = 20_000
const DAY_MS = 86_400_000

const kindOf = (found: readonly EventView[], { zone }: Days): Kind<EventView> => {
  const short = shortIds(found.map(({ uid }) => uid))
  return {
    ...{ name: 'event', see: 'steward calendar show' },
    ids: ({ uid }) => [uid],
    title: ({ title }) => title,
    key: ({ calendar, uid }) => `${calendar} ${uid}`,
    line: ({ uid, title, startsAt, allDay, start }) =>
      `${visible(short(uid))}  ${allDay ? start : shortTime(startsAt, zone)}  ${visible(title)}`,
  }
}

async function eventsAround(run: Run, from: number, to: number, calendars: string[] | undefined) {
  const instant = (ms: number) => Temporal.Instant.fromEpochMilliseconds(Math.round(ms)).toString()
  const { events } = await (await run.client()).call('calendar/events', {
    ...{ from: instant(from), to: instant(to), limit: MOST },
    ...(calendars === undefined ? {} : { calendars }),
  })
  return events.filter(({ status }) => status !== 'cancelled')
}

/** The event: by its uid, the start of one, or words that fit exactly one that is to come. Of a series it is the next. */
export async function findEvent(run: Run, text: string, days: Days, calendar?: string): Promise<EventView> {
  const { now } = days
  const calendars = calendar === undefined ? undefined : [calendar]
  const all = await eventsAround(run, now - BACK_DAYS * DAY_MS, now + AHEAD_DAYS * DAY_MS, calendars)
  const isId = (event: EventView) => event.uid === text || (text.length >= 4 && event.uid.startsWith(text))
  const coming = all.filter((event) => event.endsAt > now || event.startsAt >= now)
  // One that is over is only meant by its id.
  const over = all.filter((event) => event.endsAt <= now && event.startsAt < now && isId(event)).reverse()
  return oneOf(text, [...coming, ...over], kindOf(all, days))
}

/** The occurrence of its series that --occurrence names: its own id, or its day. */
export async function findOccurrence(run: Run, event: EventView, days: Days): Promise<EventView> {
  const text = given(run.options, 'occurrence')
  if (text === undefined) return event
  const { from, to, allDay } = windowOf(text, '--occurrence', days)
  const pad = allDay ? 0 : DAY_MS
  const events = await eventsAround(run, from.epochMilliseconds - pad, to.epochMilliseconds + pad, [event.calendar])
  const own = events.filter(({ uid }) => uid === event.uid)
  const exact = own.filter(({ recurrenceId, start }) => recurrenceId === text || start === text)
  const day = from.toPlainDate().toString()
  const isThatDay = ({ startsAt }: EventView) => shortTime(startsAt, days.zone).startsWith(day)
  const found = exact.length > 0 ? exact : own.filter(isThatDay)
  const [first] = found
  if (first && found.length === 1) return first
  const ids = found.map(({ recurrenceId, start }) => `  ${recurrenceId ?? start}`)
  throw new UsageError(
    `"${visible(event.title)}" is ${first ? 'several times' : 'not'} on ${day}.`,
    first ? ['Say which:', ...ids].join('\n') : 'See its days with: steward calendar show --days 60',
  )
}

const scopes = ['this', 'following', 'all'] as const
type Scope = (typeof scopes)[number]

/** Which of a series is meant; nothing for an event that does not repeat. Nobody's guess decides it. */
export async function scopeOf(run: Run, { recurring, title }: EventView): Promise<Scope | undefined> {
  const named = scopes.filter((scope) => run.options[scope] === true)
  if (named.length > 1)
    throw new UsageError('Only one of --this, --following and --all can be meant.', 'Give one of them.')
  if (!recurring) return undefined
  const [scope] = named
  if (scope !== undefined) return scope
  if (run.options.occurrence !== undefined) return 'this'
  if (run.person) {
    const question = `"${visible(title)}" repeats: [t]his one, this and the [f]ollowing, [a]ll (Enter for none): `
    const answer = (await run.person.ask(question))?.trim().toLowerCase() ?? ''
    const chosen = scopes.find((each) => answer === each || answer === each[0])
    if (chosen) return chosen
  }
  throw new UsageError(
    `"${visible(title)}" repeats, so nothing was done.`,
    'Say which: --this (or --occurrence DAY), --following, or --all',
  )
}
