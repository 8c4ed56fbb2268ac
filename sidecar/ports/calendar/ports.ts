// readCalendar, writeCalendar, readTasks, writeTasks, inviteAttendees, notify: the agenda as tools may use it. What is written
// carries the identity of the call that wrote it, so that a second try finds it, and the label of what it was made from.
import type { EventQuery, Preferences, SlotQuery, TaskQuery } from '../../text/agenda/types.ts'
import { StewardError } from '../../text/errors.ts'
import type { Port, PortMethod } from '../types.ts'
import type { Kept, Kind } from './portwork.ts'
import type { Agenda, Which } from './types.ts'

export interface AgendaPortParts {
  agenda: () => Promise<Agenda>
  preferences: () => Preferences
  /** A reminder was stored: whoever tells them looks again. */
  wake: () => void
}

// Calendars are read and written by code that every start can do without.
const work = () => import('./portwork.ts')

const idShape = /^[^\s/\p{Cc}\p{Cf}][^/\p{Cc}\p{Cf}]{0,199}(?:\/[^/\p{Cc}\p{Cf}]{1,200})?$/u
const isRemote = (target: string): boolean => target.includes('/')

/** Every port that works on calendars. */
export function agendaPorts(parts: AgendaPortParts): Port[] {
  return [
    readPort(parts, 'readCalendar', {
      call: async (target, [query], context) => {
        const found = await (await parts.agenda()).events(which(target), asked<EventQuery>(query))
        return { ...found, events: (await work()).labelled(found.events, context) }
      },
      free: async (target, [query]) => {
        const { calendars, ...wanted } = asked<SlotQuery>(query)
        return (await parts.agenda()).free(target === '*' ? (calendars ?? '*') : [target], wanted)
      },
    }),
    readPort(parts, 'readTasks', {
      call: async (target, [query], context) => {
        const found = await (await parts.agenda()).tasks(which(target), asked<TaskQuery>(query))
        return { ...found, tasks: (await work()).labelled(found.tasks, context) }
      },
    }),
    writePort(parts, 'writeCalendar', 'VEVENT'),
    writePort(parts, 'writeTasks', 'VTODO'),
    invitePort(parts),
    notifyPort(parts),
  ]
}

const which = (target: string): Which => (target === '*' ? '*' : [target])

function asked<T>(query: unknown): T {
  if (typeof query === 'object' && query !== null) return query as T
  throw new StewardError('BAD_INPUT', 'There is no question.', 'Give an object that says what is looked for.')
}

function canonical(target: unknown, allowAll: boolean): string {
  const isId = typeof target === 'string' && target !== '*' && !target.startsWith('.') && idShape.test(target)
  if (typeof target === 'string' && (isId || (allowAll && target === '*'))) return target.normalize('NFC')
  throw new StewardError(
    'BAD_TARGET',
    `${JSON.stringify(target)} is not the id of a calendar.`,
    'See them with: steward calendar list',
  )
}

function readPort(
  parts: AgendaPortParts,
  kind: 'readCalendar' | 'readTasks',
  methods: Record<string, PortMethod>,
): Port {
  return {
    kind,
    canonical: (target) => canonical(target, true),
    covers: (granted, wanted) => granted === '*' || granted === wanted,
    methods: {
      ...methods,
      list: async () => ({ calendars: await (await parts.agenda()).list(), preferences: parts.preferences() }),
      resource: async (target, [uid], context) => {
        const { find, labelOf } = await work()
        const found = await find(await parts.agenda(), target, String(uid), context.signal)
        context.labelled(labelOf(found.text), found.text)
        return found
      },
    },
  }
}

function writePort({ agenda, wake }: AgendaPortParts, kind: 'writeCalendar' | 'writeTasks', holds: Kind): Port {
  return {
    kind,
    // What was written carries the identity of its call: done again, it is found and left alone.
    repeatable: true,
    canonical: (target) => canonical(target, false),
    facts: (target) => (isRemote(target) ? { leaves: true } : {}),
    methods: {
      call: async (calendar, [change], context) => {
        const { checked, write } = await work()
        const written = await write(await agenda(), calendar, checked(change, holds), holds, context)
        wake()
        return written
      },
    },
    undo: async (calendar, data, context) => {
      const { takeBack } = await work()
      await takeBack(await agenda(), calendar, data as Kept, context.signal)
      wake()
    },
  }
}

/** A server invites by itself when an event with attendees is written there; this says so, or that it does not. */
const invitePort = ({ agenda }: AgendaPortParts): Port => ({
  kind: 'inviteAttendees',
  repeatable: true,
  canonical: (target) => {
    const address = String(target).trim().toLowerCase()
    if (/^[^\s\p{Cc}\p{Cf}@<>,;:"]+@[^\s\p{Cc}\p{Cf}@<>,;:"]+$/u.test(address)) return address
    throw new StewardError('BAD_TARGET', `${JSON.stringify(target)} is no address.`, 'Write it like ana@example.org.')
  },
  methods: {
    call: async (_address, [by]) => {
      const { calendar } = (by ?? {}) as { calendar?: unknown }
      const found = (await (await agenda()).list()).find(({ id }) => id === calendar)
      if (found?.schedules) return { state: 'sent-by-server' }
      throw new StewardError(
        'NOT_CONFIGURED',
        'Nobody is there to send invitations.',
        'The server of this calendar does not send them. Send the attached invitation by hand.',
      )
    },
  },
})

const notifyPort = ({ wake }: AgendaPortParts): Port => ({
  kind: 'notify',
  repeatable: true,
  canonical: (target) => {
    if (target === 'user') return target
    throw new StewardError('BAD_TARGET', 'Only the user is told.', 'Use the target "user".')
  },
  methods: { call: () => wake() },
  // Taken back with what it is about: then there is nothing to tell.
  undo: async () => wake(),
})
