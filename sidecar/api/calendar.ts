// calendar/*, task/*, reminder/*, account/*
import type { Which } from '../ports/calendar/types.ts'
import type { Api, ApiParts } from './types.ts'

type Names =
  | `calendar/${'list' | 'events' | 'slots' | 'understand' | 'create' | 'edit' | 'remove' | 'import' | 'export'}`
  | 'task/list'
  | `reminder/${'list' | 'dismiss' | 'snooze'}`
  | `account/${'list' | 'add' | 'password' | 'remove' | 'sync'}`

const which = (ids: readonly string[] | undefined): Which => ids ?? '*'

/** Labels are for the ports; a person is shown where things come from by other means. */
function unlabelled<T extends { label?: string }>({ label: _, ...shown }: T): Omit<T, 'label'> {
  return shown
}

export const calendarApi = ({ days }: ApiParts): Api<Names> => ({
  'calendar/list': async () => ({ calendars: await (await days.agenda()).list(), preferences: days.preferences() }),
  'calendar/events': async ({ calendars, from, to, query, limit }) => {
    const asked = { from, to, limit, ...(query === undefined ? {} : { text: query }) }
    const found = await (await days.agenda()).events(which(calendars), asked)
    return { ...found, events: found.events.map(unlabelled) }
  },
  'calendar/slots': (query) => days.slots(query),
  'calendar/understand': (line) => days.understand(line),
  'calendar/create': async ({ name, color }) => (await days.agenda()).create(name, color),
  'calendar/edit': async ({ id, ...change }) => (await days.agenda()).edit(id, change),
  'calendar/remove': async ({ id }) => (await days.agenda()).remove(id),
  'calendar/import': (wanted) => days.import(wanted),
  'calendar/export': async ({ calendars }) => (await days.agenda()).export(which(calendars)),
  'task/list': async ({ calendars, states, tag, query, limit }) => {
    const found = await (await days.agenda()).tasks(which(calendars), {
      ...{ states: states ?? ['open', 'started'], limit },
      ...(tag === undefined ? {} : { tags: [tag] }),
      ...(query === undefined ? {} : { text: query }),
    })
    return { ...found, tasks: found.tasks.map(unlabelled) }
  },
  'reminder/list': async ({ days: ahead }) => (await days.reminders()).list(ahead),
  'reminder/dismiss': async ({ id }) => {
    await (await days.reminders()).dismiss(id)
    return { ok: true }
  },
  'reminder/snooze': async ({ id, minutes }) => (await days.reminders()).snooze(id, minutes),
  'account/list': async () => ({ accounts: await (await days.agenda()).accounts.list() }),
  'account/add': async (account, { signal }) => (await days.agenda()).accounts.add(account, signal),
  'account/password': async ({ id, password }, { signal }) =>
    (await days.agenda()).accounts.password(id, password, signal),
  'account/remove': async ({ id }) => {
    await (await days.agenda()).accounts.remove(id)
    return { ok: true }
  },
  'account/sync': async ({ id }, { signal }) => ({ accounts: await (await days.agenda()).accounts.sync(id, signal) }),
})
