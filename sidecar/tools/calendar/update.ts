// calendar_update and calendar_delete: one event, one of its occurrences, this and the following, or all.
import * as z from 'zod'
import { defineTool } from '../../kernel/define.ts'
import { changeEvent, removeEvent } from '../../text/agenda/change.ts'
import { newUid } from '../../text/agenda/choose.ts'
import { addressesIn, stampsIn } from '../../text/agenda/facts.ts'
import { findEvent, type Target } from '../../text/agenda/findevent.ts'
import { differs } from '../../text/agenda/readback.ts'
import { changedTimes } from '../../text/agenda/retime.ts'
import { checkTimes } from '../../text/agenda/safety.ts'
import type { EventChanges, Scope } from '../../text/agenda/types.ts'
import { spanBetween } from '../../text/agenda/window.ts'
import { StewardError } from '../../text/errors.ts'
import { anyway, calendar, card, details, detailsOf, inTheWay, stopFor, times, zonesOf } from './fields.ts'

const event = z.string().trim().min(1).max(1000).describe('Its uid, or its title where only one coming event has it')
const scope = z.enum(['this', 'following', 'all']).optional()
const recurrenceId = z.string().max(100).optional().describe('Which occurrence, as calendar_check gives it')

interface Prepared extends Target {
  says: string
  told: string[]
  conflicts: string[]
  /** In the order in which they are written; a text of null takes away. */
  writes: { uid: string; text: string | null; base: string | null }[]
  start?: string
  end?: string
  invites: string[]
}

const scopes: Record<Scope, string> = { this: 'only this one', following: 'this and the following', all: 'all of them' }

const output = z.object({
  calendar: z.string(),
  uid: z.string(),
  title: z.string(),
  scope: z.enum(['this', 'following', 'all']),
  start: z.string().optional(),
  end: z.string().optional(),
  newUid: z.string().optional().describe('Of the series that goes on from there'),
  told: z.array(z.string()),
  conflicts: z.array(z.string()),
})

const effects = {
  readCalendar: () => ['*'],
  writeCalendar: (_input: unknown, { calendar: id }: Prepared) => [id],
  inviteAttendees: (_input: unknown, { invites }: Prepared) => invites,
}

export const calendarUpdate = defineTool({
  name: 'calendar_update',
  summary: 'Changes an event: one occurrence, this and the following, or all; after checking its time.',
  category: 'calendar',
  input: z.object({
    event,
    calendar,
    recurrenceId,
    scope,
    title: z.string().trim().min(1).max(500).optional(),
    when: z.string().trim().min(1).max(200).optional().describe('Plain words, a stamp or a date'),
    ...times,
    repeat: z.string().trim().max(500).optional().describe('Empty: no more'),
    ...details,
    anyway,
  }),
  output,
  async prepare(given, { readCalendar }, { clock, random }): Promise<Prepared> {
    const now = clock.now()
    const { preferences } = await readCalendar.list('*')
    const target = await findEvent(given, readCalendar, now)
    const moved = changedTimes(given, stampsIn(target.text, { ...chosen(target), zone: preferences.zone }), {
      now,
      preferences,
    })
    const changes: EventChanges = {
      ...detailsOf(given),
      ...(given.title === undefined ? {} : { title: given.title }),
      ...moved.changes,
    }
    if (Object.keys(changes).length === 0)
      throw new StewardError('BAD_INPUT', 'Nothing is to be changed.', 'Say what: title, when, location, …')
    const near = moved.times && (await readCalendar('*', { ...spanBetween(moved.times, preferences.zone), limit: 50 }))
    const conflicts = near ? inTheWay(near.events, target.uid) : []
    const findings = moved.times
      ? checkTimes({
          ...{ ...moved.times, conflicts, now, said: given.when ?? '', zone: given.zone ?? preferences.zone },
          ...{ attendeeZones: zonesOf(given.attendees), workingHours: preferences.workingHours },
          language: preferences.language,
        })
      : []
    stopFor(findings, given.anyway)
    const fresh = newUid(random)
    const changed = changeEvent(target.text, {
      ...{ ...chosen(target), changes, at: now, newUid: fresh, zone: preferences.zone },
    })
    const { uid, etag: base } = target
    const split = changed.split ? [{ uid: changed.split.uid, text: changed.split.text, base: null }] : []
    return {
      ...target,
      says: moved.says,
      told: [...moved.notes, ...findings.map(({ says }) => says)],
      conflicts: conflicts.map(({ title }) => title),
      // The new series first: cut off in between, an occurrence may be there twice for a moment, and none is lost.
      writes: [...split, { uid, text: changed.text, base }],
      ...(moved.times ? { start: moved.times.start, end: moved.times.end } : {}),
      invites: target.schedules ? addressesIn(changed.text, preferences.me) : [],
    }
  },
  effects,
  roles: {
    destination: ['attendees'],
    object: ['event', 'calendar', 'recurrenceId'],
    payload: ['title', 'when', 'end', 'repeat', 'location', 'notes', 'url', 'tags'],
  },
  preview: (given, made) =>
    card(`Change event: ${made.title}`, [
      ['Which', made.recurring ? scopes[made.scope] : undefined],
      ['Was', made.was],
      ['Now', made.start === undefined ? undefined : `${made.says} (${made.start} to ${made.end})`],
      ['Title', given.title],
      ['Place', given.location],
      ['Repeats', given.repeat],
      ['Calendar', made.calendar],
      ['Told by the server', made.invites.join(', ')],
      ['Notes', given.notes],
      ['Note', made.told.join(' ')],
    ]),
  labels: { trust: 'metadata', secrecy: 'private', untrustedFields: ['uid', 'title', 'told', 'conflicts'] },
  examples: [
    { event: 'a1@steward', when: '2026-11-18T15:00', minutes: 30 },
    { event: 'Stand-up', recurrenceId: '2026-11-18T09:00:00Z', scope: 'this', location: 'Room 2' },
    { event: 'a1@steward', scope: 'all', repeat: '' },
  ],
  phrases: [
    '(move|reschedule|postpone|shift|change) [my|the] {event} [event|meeting|appointment] to {when:when}',
    '(把|将){event}(改到|移到|推迟到|挪到|改成|改为){when:when}',
  ],
  sentences: [
    ['move dentist to friday 3pm', { event: 'dentist', when: 'friday 3pm' }],
    ['把牙医改到周五下午三点', { event: '牙医', when: '周五下午三点' }],
  ],
  words: ['move', 'reschedule', 'postpone', 'event', 'meeting', '改期', '推迟', '修改', '日程', '会议'],
  async run(given, { readCalendar, writeCalendar, inviteAttendees }, _context, made) {
    for (const change of made.writes) await writeCalendar(made.calendar, change)
    for (const address of made.invites) await inviteAttendees(address, { calendar: made.calendar, uid: made.uid })
    const written = made.writes.find(({ uid }) => uid === made.uid)?.text ?? ''
    const back = await readCalendar.resource(made.calendar, made.uid)
    const split = made.writes.find(({ uid }) => uid !== made.uid)
    return {
      ...{ calendar: made.calendar, uid: made.uid, title: given.title ?? made.title, scope: made.scope },
      ...(made.start === undefined ? {} : { start: made.start, end: made.end }),
      ...(split ? { newUid: split.uid } : {}),
      told: [...made.told, ...differs(written, back.text)],
      conflicts: made.conflicts,
    }
  },
})

/** How a target names its occurrence to what changes it. */
const chosen = ({ uid, scope: which, recurrenceId: id }: Target) => ({
  ...{ uid, scope: which },
  ...(id === undefined ? {} : { recurrenceId: id }),
})

export const calendarDelete = defineTool({
  name: 'calendar_delete',
  summary: 'Removes an event: one occurrence, this and the following, or all. It can be taken back.',
  category: 'calendar',
  input: z.object({ event, calendar, recurrenceId, scope }),
  output,
  async prepare(given, { readCalendar }, { clock }): Promise<Prepared> {
    const now = clock.now()
    const { preferences } = await readCalendar.list('*')
    const target = await findEvent(given, readCalendar, now)
    const { text } = removeEvent(target.text, { ...chosen(target), at: now, zone: preferences.zone })
    return {
      ...target,
      ...{ says: '', told: [], conflicts: [], writes: [{ uid: target.uid, text, base: target.etag }] },
      invites: target.schedules ? addressesIn(target.text, preferences.me) : [],
    }
  },
  effects,
  roles: { object: ['event', 'calendar', 'recurrenceId'] },
  preview: (_given, made) =>
    card(`Remove event: ${made.title}`, [
      ['Which', made.recurring ? scopes[made.scope] : undefined],
      ['Was', made.was],
      ['Calendar', made.calendar],
      ['Told by the server', made.invites.join(', ')],
    ]),
  labels: { trust: 'metadata', secrecy: 'private', untrustedFields: ['uid', 'title'] },
  examples: [{ event: 'a1@steward' }, { event: 'Stand-up', recurrenceId: '2026-11-18T09:00:00Z', scope: 'following' }],
  phrases: [
    '(delete|remove|cancel) [my|the] {event} [event|meeting|appointment] (from my calendar|from the calendar|in my calendar)',
    '(delete|remove|cancel) [my|the] (event|meeting|appointment) {event}',
    '(delete|remove|cancel) [my|the] {event} (event|meeting|appointment)',
    '(删除|取消)(日程|会议|约会|预约){event}',
    '(把|将){event}从(日历|日程)[里|中](删除|删掉|去掉)',
  ],
  sentences: [
    ['cancel the meeting Stand-up', { event: 'Stand-up' }],
    ['取消会议周例会', { event: '周例会' }],
  ],
  words: ['cancel', 'remove', 'event', 'meeting', '取消', '删除', '日程', '会议'],
  async run(_given, { writeCalendar, inviteAttendees }, _context, made) {
    for (const change of made.writes) await writeCalendar(made.calendar, change)
    for (const address of made.invites) await inviteAttendees(address, { calendar: made.calendar, uid: made.uid })
    return {
      ...{ calendar: made.calendar, uid: made.uid, title: made.title, scope: made.scope },
      ...{ told: [], conflicts: [] },
    }
  },
})
