// The calendars of the week: the studio, the family, a rowing club whose file was imported, and somebody's invitation.
import { join } from 'node:path'
import { type Beat, type Call, type Stage, zone } from './stage.ts'

/** A day, counted from today where the user is. */
const dayOf = (stage: Stage, days: number): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(stage.end).toZonedDateTimeISO(zone).toPlainDate().add({ days })

/** The next of a day of the week, from tomorrow on: 1 is Monday. */
export const nextOf = (stage: Stage, weekday: number): number => {
  const tomorrow = dayOf(stage, 1)
  return 1 + ((weekday - tomorrow.dayOfWeek + 7) % 7)
}

const at = (stage: Stage, days: number, clock: string): string => `${dayOf(stage, days)}T${clock}`

/** A call that must go well, and is allowed where it asks. */
export async function done(stage: Stage, tool: string, input: object): Promise<Call> {
  const call = await stage.call(tool, input)
  if (call.state === 'waiting') await stage.answer(call, 'allow')
  const { state, error, output } = await stage.client.call('call/show', { callId: call.callId, wait: true })
  if (state !== 'done') throw new Error(`${tool} ${JSON.stringify(input)}: ${error?.message ?? state}`)
  return { ...call, output }
}

const uidOf = ({ output }: Call): string => String((output as { uid?: unknown }).uid)

const event =
  (title: string, days: number | ((stage: Stage) => number), clock: string, more: object = {}) =>
  (stage: Stage) => {
    const day = typeof days === 'number' ? days : days(stage)
    const when = clock === '' ? String(dayOf(stage, day)) : at(stage, day, clock)
    return done(stage, 'calendar_create', { title, when, ...more })
  }

async function makeCalendars({ client }: Stage): Promise<void> {
  await client.call('calendar/create', { name: 'Studio', color: '#2f6fde' })
  await client.call('calendar/create', { name: 'Family', color: '#2f9e44' })
  await client.call('calendar/create', { name: 'Rowing club', color: '#c2410c' })
}

// A file as Outlook writes it: a zone by its Windows name, one evening moved to another, one left out.
function rowingFile(stage: Stage): string {
  const first = dayOf(stage, nextOf(stage, 4) - 14)
  const on = (weeks: number) =>
    first
      .add({ days: 7 * weeks })
      .toString()
      .replaceAll('-', '')
  const time = (value: string) => `;TZID=W. Europe Standard Time:${value}`
  return [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Rowing club//Outlook//EN', 'BEGIN:VEVENT'],
    ...['UID:rowing-evening@tidewater.example', 'DTSTAMP:20260801T080000Z', 'SUMMARY:Rowing evening'],
    ...[`DTSTART${time(`${on(0)}T180000`)}`, `DTEND${time(`${on(0)}T200000`)}`, 'RRULE:FREQ=WEEKLY;COUNT=12'],
    ...[`EXDATE${time(`${on(4)}T180000`)}`, 'LOCATION:Boathouse, Säveån', 'END:VEVENT', 'BEGIN:VEVENT'],
    ...['UID:rowing-evening@tidewater.example', 'DTSTAMP:20260801T080000Z'],
    ...[`RECURRENCE-ID${time(`${on(3)}T180000`)}`, `DTSTART${time(`${on(3)}T190000`)}`],
    ...[`DTEND${time(`${on(3)}T210000`)}`, 'SUMMARY:Rowing evening (later: the river is high)', 'END:VEVENT'],
    ...['END:VCALENDAR', ''],
  ].join('\r\n')
}

// Noor asks; Ada has not answered.
function invitation(stage: Stage): string {
  const day = String(dayOf(stage, nextOf(stage, 3))).replaceAll('-', '')
  return [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Harbour Cafe//EN', 'METHOD:REQUEST', 'BEGIN:VEVENT'],
    ...['UID:tasting-17@harbour-cafe.example', 'DTSTAMP:20260801T080000Z', 'SUMMARY:Tasting of the winter menu'],
    ...[`DTSTART;TZID=Europe/Stockholm:${day}T160000`, `DTEND;TZID=Europe/Stockholm:${day}T173000`],
    ...['LOCATION:Harbour Café', 'ORGANIZER;CN=Noor Haddad:mailto:noor@harbour-cafe.example'],
    'ATTENDEE;CN=Ada Lindqvist;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:ada@lindqvist.example',
    ...['ATTENDEE;CN=Noor Haddad;PARTSTAT=ACCEPTED:mailto:noor@harbour-cafe.example', 'STATUS:CONFIRMED'],
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n')
}

async function importFiles(stage: Stage): Promise<void> {
  stage.write('files/rowing-club.ics', 6, rowingFile(stage))
  await stage.client.call('calendar/import', {
    ...{ file: join(stage.files, 'rowing-club.ics'), calendar: 'rowing-club' },
  })
  await stage.client.call('calendar/import', { text: invitation(stage), calendar: 'studio' })
}

async function standUp(stage: Stage): Promise<void> {
  // The first working day since it was set up.
  const from = [-6, -5, -4].find((days) => dayOf(stage, days).dayOfWeek <= 5) ?? -6
  const when = at(stage, from, '09:15')
  const made = await done(stage, 'calendar_create', {
    ...{ title: 'Stand-up', when, minutes: 15, repeat: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', calendar: 'studio' },
  })
  const monday = nextOf(stage, 1)
  const recurrenceId = Temporal.PlainDateTime.from(at(stage, monday, '09:15'))
    .toZonedDateTime(zone)
    .toInstant()
  await done(stage, 'calendar_update', {
    ...{ event: uidOf(made), calendar: 'studio', recurrenceId: recurrenceId.toString(), scope: 'this' },
    ...{ when: at(stage, monday, '10:00'), minutes: 30, title: 'Stand-up with the printer' },
  })
}

// The event and its new time stand in a letter, and nowhere in what the user said.
async function askedFor(stage: Stage): Promise<void> {
  const day = dayOf(stage, 3).toLocaleString('en', { weekday: 'long' })
  const letter = `Dear Ada,\n\nthe press is free on ${day} at 15:00 only. Could you move the Press check to then?\n\nIngrid\n`
  stage.write('files/projects/tidewater/from-ingrid.txt', 0, letter)
  const session = await stage.session('Letters')
  await stage.client.call('session/say', {
    session,
    text: 'Read projects/tidewater/from-ingrid.txt and tell me what is new.',
  })
  await stage.agent('read_file', { path: 'projects/tidewater/from-ingrid.txt' }, 'Letters')
  const when = at(stage, 3, '15:00')
  // What it would change waits for a yes.
  await stage.agent('calendar_update', { event: 'Press check', when }, 'Letters')
}

/** Events of the days around today, and one change that waits for a yes. */
export const days = (): Beat[] => [
  { at: [6, '08:20'], play: makeCalendars },
  { at: [6, '08:21'], play: importFiles },
  { at: [6, '08:30'], play: standUp },
  {
    at: [6, '08:33'],
    play: event('Swimming, Alma', -6, '16:30', { minutes: 45, repeat: 'weekly', calendar: 'family' }),
  },
  {
    at: [5, '10:40'],
    play: event('Lunch with Olle', 0, '12:15', { minutes: 60, location: 'Haga', calendar: 'studio' }),
  },
  {
    at: [5, '10:42'],
    play: event('Menu review with Noor', 1, '10:00', {
      ...{ minutes: 60, location: 'Harbour Café', calendar: 'studio', alarms: [30], tags: ['harbour-cafe'] },
    }),
  },
  { at: [4, '12:04'], play: event('Dentist', 1, '10:30', { minutes: 45, calendar: 'family', anyway: ['conflict'] }) },
  { at: [4, '16:20'], play: event('Dinner at Grandma’s', 2, '18:30', { minutes: 150, calendar: 'family' }) },
  { at: [3, '09:12'], play: event('Proofs with Ingrid', 3, '13:00', { minutes: 90, calendar: 'studio' }) },
  {
    at: [3, '09:15'],
    play: event('Press check', 2, '13:00', { minutes: 120, status: 'tentative', calendar: 'studio' }),
  },
  {
    at: [2, '20:11'],
    play: (stage) =>
      done(stage, 'calendar_create', {
        ...{ title: 'Copenhagen, type fair', when: String(dayOf(stage, 5)), end: String(dayOf(stage, 7)) },
        ...{ allDay: true, location: 'Copenhagen', busy: false },
      }),
  },
  {
    at: [2, '20:14'],
    play: event('Grandma’s birthday', 9, '', { allDay: true, repeat: 'yearly', calendar: 'family' }),
  },
  { at: { minutesAgo: 41 }, play: askedFor },
]
