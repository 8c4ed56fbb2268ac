// calendar_create: a new event, or those of an .ics file, after a look at whether the time can be right.
import * as z from 'zod'
import { defineTool, type RunContext } from '../../kernel/define.ts'
import { newUid, writableCalendar } from '../../text/agenda/choose.ts'
import { fileOf } from '../../text/agenda/file.ts'
import { invitation } from '../../text/agenda/itip.ts'
import { newEvent } from '../../text/agenda/make.ts'
import { differs } from '../../text/agenda/readback.ts'
import { checkTimes, resolveWhen } from '../../text/agenda/safety.ts'
import { understood } from '../../text/agenda/said.ts'
import type { CalendarInfo, EventDetails, Preferences } from '../../text/agenda/types.ts'
import { spanBetween } from '../../text/agenda/window.ts'
import { StewardError } from '../../text/errors.ts'
import { anyway, calendar, card, details, detailsOf, inTheWay, stopFor, times, zonesOf } from './fields.ts'

const input = z.object({
  line: z.string().trim().min(1).max(500).optional().describe('All of it in plain words: lunch with Ana tomorrow 12-1'),
  title: z.string().trim().min(1).max(500).optional(),
  when: z.string().trim().min(1).max(200).optional().describe('Plain words, 2026-11-17T15:00 or a date'),
  ...times,
  repeat: z.string().trim().max(500).optional().describe('Plain words or an RRULE'),
  ...details,
  calendar,
  anyway,
  ics: z.string().max(4_000_000).optional().describe('An .ics text instead: its events are added'),
})

type Input = z.output<typeof input>

interface Prepared {
  calendar: string
  title: string
  says: string
  told: string[]
  /** One event to write; an .ics text is taken apart when it is written. */
  event?: { uid: string; text: string; start: string; end: string; rule?: string; conflicts: string[] }
  count: number
  /** Whom the server will invite, and whom nobody will. */
  invites: string[]
  uninvited: string[]
  /** There is an invitation that can be sent by hand. */
  hasInvitation: boolean
}

const nothing = () =>
  new StewardError('BAD_INPUT', 'There is no event in this.', 'Give a title and when it is, or a line in plain words.')

/** What was said in one line, with what was said apart from it. */
function merged(given: Input, now: number, preferences: Preferences): Input & { title: string; when: string } {
  const said = given.line === undefined ? {} : understood(given.line, { as: 'event', now, preferences })
  const apart = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const { title, when, ...rest } = { ...said, ...apart } as Input
  if (title === undefined || when === undefined) throw nothing()
  return { ...rest, title, when }
}

const nobody =
  'No invitation is made, since your own address is not known. Set it with: steward config set me.addresses'

function planned(event: EventDetails, place: CalendarInfo) {
  const addresses = (event.attendees ?? []).map(({ address }) => address.toLowerCase())
  // Somebody must invite.
  const may = event.organizer !== undefined
  return {
    invites: place.schedules && may ? addresses : [],
    uninvited: place.schedules && may ? [] : addresses,
    told: addresses.length > 0 && !may ? [nobody] : [],
    hasInvitation: addresses.length > 0 && may && !place.schedules,
  }
}

function fromFile(ics: string, place: CalendarInfo): Prepared {
  const found = fileOf(ics, 'VEVENT')
  if (found.length === 0) throw nothing()
  const titles = found.slice(0, 20).map(({ title }) => title)
  const more = found.length > titles.length ? [`and ${found.length - titles.length} more`] : []
  const title = found.length === 1 ? (titles[0] ?? '') : `${found.length} events`
  return {
    ...{ calendar: place.id, title, says: [...titles, ...more].join('\n'), told: [], count: found.length },
    ...{ invites: [], uninvited: [], hasInvitation: false },
  }
}

export const calendarCreate = defineTool({
  name: 'calendar_create',
  summary: 'Creates an event, recurring too, after checking its time; or adds the events of an .ics file.',
  category: 'calendar',
  input,
  output: z.object({
    calendar: z.string(),
    uid: z.string().optional(),
    title: z.string(),
    start: z.string().optional(),
    end: z.string().optional(),
    repeats: z.string().optional(),
    added: z.number(),
    present: z.number().describe('Were there already and stay as they are'),
    different: z.number().describe('Those of them that the file has otherwise'),
    told: z.array(z.string()).describe('What is worth knowing about it'),
    conflicts: z.array(z.string()),
    invitations: z.enum(['none', 'sent-by-server', 'attached']),
  }),
  async prepare(given, { readCalendar }, { clock, random }): Promise<Prepared> {
    const now = clock.now()
    const { calendars, preferences } = await readCalendar.list('*')
    const place = writableCalendar(calendars, given.calendar, 'VEVENT')
    if (given.ics !== undefined) return fromFile(given.ics, place)
    const wish = merged(given, now, preferences)
    const found = resolveWhen(wish, { now, preferences })
    const near = await readCalendar('*', { ...spanBetween(found, preferences.zone), limit: 50 })
    // A whole day leaves room for what is in it.
    const conflicts = wish.busy === false || found.allDay ? [] : inTheWay(near.events)
    const findings = checkTimes({
      ...{ ...found, conflicts, now, said: wish.when, zone: wish.zone ?? preferences.zone },
      ...{ attendeeZones: zonesOf(wish.attendees), workingHours: preferences.workingHours },
      language: preferences.language,
    })
    stopFor(findings, wish.anyway)
    const [me] = preferences.me
    const event: EventDetails = {
      ...detailsOf(wish),
      ...{ uid: newUid(random), title: wish.title, start: found.start, end: found.end },
      ...(found.rule === undefined ? {} : { rule: found.rule }),
      ...(wish.attendees && me ? { organizer: { address: me } } : {}),
    }
    const people = planned(event, place)
    return {
      ...{ calendar: place.id, title: wish.title, says: found.says, count: 1 },
      event: {
        ...{ uid: event.uid, text: newEvent(event, now), start: found.start, end: found.end },
        ...(found.rule === undefined ? {} : { rule: found.rule }),
        conflicts: conflicts.map(({ title }) => title),
      },
      ...people,
      told: [...found.notes, ...findings.map(({ says }) => says), ...people.told],
    }
  },
  effects: {
    readCalendar: () => ['*'],
    writeCalendar: (_input, { calendar: id }) => [id],
    inviteAttendees: (_input, { invites }) => invites,
  },
  roles: {
    destination: ['attendees', 'calendar'],
    payload: ['line', 'title', 'when', 'end', 'repeat', 'location', 'notes', 'url', 'tags', 'ics'],
  },
  preview: (given, made) =>
    card(`New event: ${made.title}`, [
      ['When', made.says],
      ['Times', made.event && `${made.event.start} to ${made.event.end}`],
      ['Repeats', made.event?.rule],
      ['Calendar', made.calendar],
      ['Place', given.location],
      ['Invited by the server', made.invites.join(', ')],
      ['Listed, not invited', made.uninvited.join(', ')],
      ['Notes', given.notes],
      ['Note', made.told.join(' ')],
    ]),
  labels: { trust: 'metadata', secrecy: 'private', untrustedFields: ['title', 'told', 'conflicts'] },
  timeoutMs: 120_000,
  examples: [
    { title: 'Lunch with Ana', when: 'tomorrow 12-1pm', location: 'Luigi’s' },
    { line: 'Team meeting every Monday 10:00 for 30 minutes' },
    { title: 'Fair', when: '2026-12-01', end: '2026-12-03', allDay: true, calendar: 'personal', alarms: [1440] },
  ],
  phrases: [
    '(add|create|make|set up) [a|an] [new] (event|calendar event|calendar entry): {line}',
    '(add|schedule|plan|arrange|set up) [a|an|my|the] {line:timed}',
    '(add|put) {line} (to|in|into|on) [my] (calendar|schedule|agenda)',
    '(schedule|calendar): {line}',
    'new (event|appointment|meeting): {line}',
    '(安排|预约|约|添加|加上)[一个|一次]{line:timed}',
    '(安排|新建日程|添加日程|创建日程|新建会议|添加会议|日程|加到日历|添加到日历)[：]{line}',
    '(把|将){line}(加到日历|加入日历|添加到日历|放到日历|加到日程|加入日程)[里]',
  ],
  sentences: [
    ['add lunch with Ana tomorrow at 12 to my calendar', { line: 'lunch with Ana tomorrow at 12' }],
    ['安排明天下午三点开会', { line: '明天下午三点开会' }],
  ],
  words: ['event', 'appointment', 'meeting', 'schedule', 'invite', '日程', '会议', '安排', '日历', '预约'],
  async run(given, { readCalendar, writeCalendar, inviteAttendees }, context, made) {
    const { calendar: id, event } = made
    const shared = { calendar: id, title: made.title, told: made.told }
    if (!event) return { ...shared, ...(await addAll(given.ics ?? '', id, { readCalendar, writeCalendar }, context)) }
    const { uid, text } = event
    await writeCalendar(id, { uid, text, base: null })
    for (const address of made.invites) await inviteAttendees(address, { calendar: id, uid })
    const back = await readCalendar.resource(id, uid)
    if (made.hasInvitation)
      context.attach('invitation.ics', 'text/calendar', new TextEncoder().encode(invitation(text, 'REQUEST', uid)))
    return {
      ...{ ...shared, uid, start: event.start, end: event.end, conflicts: event.conflicts },
      ...{ added: 1, present: 0, different: 0 },
      told: [...made.told, ...differs(text, back.text)],
      ...(event.rule === undefined ? {} : { repeats: event.rule }),
      invitations: invitationsOf(made),
    }
  },
})

const invitationsOf = ({ invites, hasInvitation }: Prepared): 'none' | 'sent-by-server' | 'attached' => {
  if (invites.length > 0) return 'sent-by-server'
  return hasInvitation ? 'attached' : 'none'
}

type AddPorts = {
  readCalendar: { resource(calendar: string, uid: string): Promise<{ text: string }> }
  writeCalendar(calendar: string, change: { uid: string; text: string; base: null }): Promise<unknown>
}

async function addAll(ics: string, id: string, ports: AddPorts, { progress, signal }: RunContext) {
  const found = fileOf(ics, 'VEVENT')
  const count = { added: 0, present: 0, different: 0 }
  for (const { uid, text } of found) {
    signal.throwIfAborted()
    progress(`${count.added + count.present} of ${found.length}`)
    try {
      await ports.writeCalendar(id, { uid, text, base: null })
      count.added++
    } catch (thrown) {
      if (!(thrown instanceof StewardError) || thrown.code !== 'CONFLICT') throw thrown
      count.present++
      if (differs(text, (await ports.readCalendar.resource(id, uid)).text).length > 0) count.different++
    }
  }
  return { ...count, conflicts: [], invitations: 'none' as const }
}
