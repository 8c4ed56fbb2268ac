// The days of the sidecar in memory: two calendars, a few events, tasks and reminders around one fixed Tuesday.
import type { GivenTo, MethodName, ResultOf } from '../../sidecar/protocol/methods.ts'

type Methods = { [N in MethodName]?: (params: GivenTo<N>) => ResultOf<N> | Promise<ResultOf<N>> }
export type Event = ResultOf<'calendar/events'>['events'][number]
export type Task = ResultOf<'task/list'>['tasks'][number]

export const zone = 'Europe/Berlin'
/** Tuesday 17 November 2026, 10:00 in Berlin. */
export const now = Date.parse('2026-11-17T09:00:00Z')

export const event = (uid: string, title: string, start: string, end: string, more: Partial<Event> = {}): Event => {
  const allDay = !start.includes('T')
  const ms = (text: string) => Date.parse(allDay ? `${text}T00:00:00+01:00` : text)
  return {
    ...{ calendar: 'personal', uid, title, start, end, allDay, startsAt: ms(start), endsAt: ms(end), zone },
    ...{ floating: false, recurring: false, status: 'confirmed', busy: 'busy' },
    ...more,
  }
}

export const task = (uid: string, title: string, more: Partial<Task> = {}): Task => ({
  ...{ calendar: 'personal', uid, title, state: 'open', priority: 0, percent: 0, tags: [] },
  ...more,
})

const calendars: ResultOf<'calendar/list'>['calendars'] = [
  {
    ...{ id: 'personal', name: 'Personal', color: '#2f6fde', kind: 'local', readOnly: false, isDefault: true },
    holds: ['VEVENT', 'VTODO'],
  },
  {
    ...{ id: 'team/rota', name: 'Team', color: '#2f9e44', kind: 'ics', account: 'team', readOnly: true },
    ...{ isDefault: false, holds: ['VEVENT'], syncedAt: now, fault: 'The server does not answer.' },
  },
]

const preferences: ResultOf<'calendar/list'>['preferences'] = {
  ...{ zone, workingHours: { from: '09:00', to: '17:00', days: [1, 2, 3, 4, 5] }, weekStart: 1 },
  ...{ language: 'en', me: [] },
}

const standup = (day: string) =>
  event('aaaa-standup', 'Stand-up', `${day}T08:15:00Z`, `${day}T08:30:00Z`, {
    ...{ recurring: true, recurrenceId: `${day}T08:15:00Z`, rule: 'FREQ=DAILY' },
  })

export const someEvents: Event[] = [
  event('cccc-trip', 'Trip to Malmö', '2026-11-17', '2026-11-19', { busy: 'free' }),
  event('dddd-lunch', 'Lunch with Ana', '2026-11-17T11:00:00Z', '2026-11-17T12:00:00Z', { location: 'Café Ritazza' }),
  event('eeee-call', 'Call 銀行', '2026-11-17T11:30:00Z', '2026-11-17T12:30:00Z', { calendar: 'team/rota' }),
  standup('2026-11-18'),
  standup('2026-11-19'),
  event('dddf-lunch', 'Lunch with Bob', '2026-11-20T11:00:00Z', '2026-11-20T12:00:00Z', { status: 'tentative' }),
]

export const someTasks: Task[] = [
  task('t-rent-1', 'Pay the rent', { due: '2026-11-16', dueAt: now - 36_000_000, priority: 1, tags: ['home'] }),
  task('t-move-2', 'Plan the move', { due: '2026-11-27', dueAt: now + 10 * 86_400_000, state: 'started', percent: 40 }),
  task('t-boxes-3', 'Order boxes', { parent: 't-move-2' }),
  task('t-plants-4', 'Water the plants', { rule: 'FREQ=WEEKLY' }),
]

export const someReminders: ResultOf<'reminder/list'> = {
  due: [
    {
      ...{ id: 'reminders r-bob-1 1', uid: 'r-bob-1', calendar: 'reminders', title: 'Call Bob', at: now - 600_000 },
      ...{ of: 'reminder', recurring: false, state: 'due', missed: true },
    },
  ],
  coming: [
    {
      ...{ id: 'reminders r-bins-2 2', uid: 'r-bins-2', calendar: 'reminders', title: 'Bins', at: now + 3_600_000 },
      ...{ of: 'reminder', recurring: true, state: 'waiting' },
    },
    {
      ...{ id: 'personal dddd-lunch 3', uid: 'dddd-lunch', calendar: 'personal', title: 'Lunch with Ana' },
      ...{ at: now + 6_600_000, of: 'event', startsAt: now + 7_200_000, recurring: false, state: 'waiting' },
    },
  ],
}

const account: ResultOf<'account/add'> = {
  ...{ id: 'dav', kind: 'caldav', name: 'Dav', url: 'https://dav.example.org/', user: 'ada', calendars: 2 },
  syncedAt: now,
}

/** The answers to calendar/*, task/*, reminder/* and account/*. */
export const daysMethods: Methods = {
  'calendar/list': () => ({ calendars, preferences }),
  'calendar/events': ({ from, to, query, calendars: only }) => ({
    events: someEvents.filter(
      ({ startsAt, endsAt, title, calendar }) =>
        startsAt < Date.parse(to) &&
        endsAt > Date.parse(from) &&
        title.includes(query ?? '') &&
        (only === undefined || only.includes(calendar)),
    ),
    cut: false,
    faults: [{ calendar: 'team/rota', why: 'The server does not answer.' }],
  }),
  'calendar/slots': () => ({
    ...{ slots: [{ start: '2026-11-18T08:00:00Z', end: '2026-11-18T11:00:00Z' }], cut: false },
    ...{ text: 'Wed 18 Nov: 09:00–12:00 (Europe/Berlin)\n', faults: [] },
  }),
  'calendar/understand': ({ text, as }) => {
    const tool = { event: 'calendar_create', task: 'create_task', reminder: 'set_reminder' }[as]
    const made = (says: string, when: string) => ({ says, notes: ['One hour.'], tool, input: { title: text, when } })
    if (text.includes('5/6'))
      return {
        ...{ state: 'ambiguous', why: '5/6 may be two days.' },
        choices: [made('5 June 2027', '2027-06-05'), made('6 May 2027', '2027-05-06')],
      }
    if (text === 'nothing') return { state: 'incomplete', choices: [], why: 'No time is named.' }
    return { state: 'clear', choices: [made(`${text}: Wed 18 Nov 2026, 12:00–13:00`, '2026-11-18T12:00')] }
  },
  'calendar/create': ({ name }) => ({
    ...{ id: name.toLowerCase(), name, color: '#000000', kind: 'local', readOnly: false, isDefault: false },
    holds: ['VEVENT', 'VTODO'],
  }),
  'calendar/edit': ({ id, name, hidden }) => ({
    ...{ id, name: name ?? id, color: '#000000', kind: 'local', readOnly: false, isDefault: false },
    ...{ holds: ['VEVENT'], hidden: hidden ?? false },
  }),
  'calendar/remove': ({ id }) => ({ trash: `/d/calendars/.trash/${id}` }),
  'calendar/import': ({ dryRun }) => ({
    ...{ calendar: 'personal', added: 2, same: 1, different: 1, failed: [], notes: ['1 line was odd.'] },
    callIds: dryRun ? [] : ['c_1', 'c_2'],
  }),
  'calendar/export': () => ({ text: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n', events: 1, tasks: 2 }),
  'task/list': ({ states = ['open', 'started'] }) => ({
    tasks: someTasks.filter(({ state }) => states.includes(state)),
    ...{ cut: false, faults: [] },
  }),
  'reminder/list': () => someReminders,
  'reminder/dismiss': () => ({ ok: true }),
  'reminder/snooze': ({ minutes }) => ({ at: now + minutes * 60_000 }),
  'account/list': () => ({ accounts: [account] }),
  'account/add': ({ kind, url, user, name }) => ({
    ...{ ...account, kind, url, name: name ?? 'Dav' },
    ...(user === undefined ? {} : { user }),
  }),
  'account/password': () => account,
  'account/remove': () => ({ ok: true }),
  'account/sync': () => ({ accounts: [{ ...account, fault: 'It does not answer.' }] }),
}
