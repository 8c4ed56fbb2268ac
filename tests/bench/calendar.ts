// One year of a calendar with 10,000 events, of which 1,000 repeat: read and worked out by us and by ical.js; a search for
// free time among twenty people; and a month of 10,000 files through the agenda, with its thread.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { openAgenda } from '../../sidecar/ports/calendar/agenda.ts'
import { openSecrets } from '../../sidecar/store/secrets.ts'
import { parseCalendar } from '../../sidecar/text/ical/document.ts'
import { freeSlots } from '../../sidecar/text/ical/freeslots.ts'
import { occurrences } from '../../sidecar/text/ical/occurrences.ts'
import { type Bench, median } from './measure.ts'

const EVENTS = 10_000
const REPEATING = 1000
const PEOPLE = 20
const ROUNDS = 3
const YEAR = { from: '2024-01-01T00:00:00Z', to: '2025-01-01T00:00:00Z', zone: 'Europe/Berlin' }

const rules = [
  'FREQ=WEEKLY;BYDAY=MO,WE,FR',
  'FREQ=DAILY;COUNT=400',
  'FREQ=MONTHLY;BYDAY=2TU',
  'FREQ=WEEKLY;INTERVAL=2',
  'FREQ=YEARLY',
]

const two = (value: number) => String(value).padStart(2, '0')

function eventText(index: number): string {
  const repeats = index % (EVENTS / REPEATING) === 0
  const day = `${repeats ? 2022 + (index % 2) : 2020 + (index % 7)}${two((index % 12) + 1)}${two((index % 28) + 1)}`
  const hour = 7 + (index % 12)
  return [
    'BEGIN:VEVENT',
    `UID:event-${index}@example.org`,
    'DTSTAMP:20230101T000000Z',
    `DTSTART;TZID=Europe/Berlin:${day}T${two(hour)}0000`,
    `DTEND;TZID=Europe/Berlin:${day}T${two(hour)}3000`,
    `SUMMARY:Event number ${index}\\, with a comma`,
    'DESCRIPTION:What it is about\\nand who comes',
    ...(repeats ? [`RRULE:${rules[(index / 10) % rules.length]}`] : []),
    'END:VEVENT',
    '',
  ].join('\r\n')
}

const zone = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Berlin',
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'DTSTART:19700329T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'DTSTART:19701025T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
  '',
].join('\r\n')

function calendarOf(indexes: readonly number[]): string {
  const head = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//bench//EN\r\n'
  return `${head}${zone}${indexes.map(eventText).join('')}END:VCALENDAR\r\n`
}

const MONTH = { ...YEAR, from: '2024-05-01T00:00:00Z', to: '2024-06-01T00:00:00Z' }

function readByPeer(text: string): InstanceType<typeof ICAL.Event>[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  for (const each of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(new ICAL.Timezone(each))
  return calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
}

/** What happens in a time by ical.js, as its documentation does it; how many there are. */
function countByPeer(events: readonly InstanceType<typeof ICAL.Event>[], time: { from: string; to: string }): number {
  const [from, to] = [Date.parse(time.from), Date.parse(time.to)]
  let count = 0
  for (const event of events) {
    if (!event.isRecurring()) {
      if (event.startDate.toUnixTime() * 1000 < to && event.endDate.toUnixTime() * 1000 > from) count += 1
      continue
    }
    const iterator = event.iterator()
    for (let next = iterator.next(); next; next = iterator.next()) {
      if (next.toUnixTime() * 1000 >= to) break
      const { startDate, endDate, item } = event.getOccurrenceDetails(next)
      if (endDate.toUnixTime() * 1000 > from && startDate.toUnixTime() * 1000 < to && item.summary) count += 1
    }
  }
  return count
}

const byPeer = (text: string): number => countByPeer(readByPeer(text), YEAR)

/** A month view as the window asks for it, of a calendar in which every event is a file: the first one, and those after. */
async function monthInFiles(home: string): Promise<{ first: number; warm: number; count: number }> {
  const folder = join(home, 'bench-calendars')
  mkdirSync(join(folder, 'personal'), { recursive: true })
  for (let index = 0; index < EVENTS; index++)
    writeFileSync(join(folder, 'personal', `${index}.ics`), calendarOf([index]))
  const agenda = await openAgenda({
    ...{ folder, cache: join(home, 'bench-cache'), log: () => undefined, now: Date.now, isStopped: () => false },
    secrets: openSecrets({ state: home }, { STEWARD_HOME: home }),
    settings: {
      zone: () => YEAR.zone,
      me: () => [],
      calendars: () => ({ hidden: [], looks: {} }),
      accounts: () => [],
      save: async () => undefined,
    },
  })
  const asked = async () => {
    const begun = performance.now()
    const { events, faults } = await agenda.events('*', MONTH)
    if (faults[0]) throw new Error(faults[0].why)
    return { ms: performance.now() - begun, count: events.length }
  }
  const first = await asked()
  const times: number[] = []
  for (let round = 0; round < ROUNDS * 2; round++) times.push((await asked()).ms)
  await agenda.close()
  return { first: first.ms, warm: median(times), count: first.count }
}

const ours = (text: string): number => occurrences(parseCalendar(text), YEAR).length

function timed(run: () => number, rounds = ROUNDS): { ms: number; count: number } {
  let count = 0
  const times = Array.from({ length: rounds }, () => {
    const begun = performance.now()
    count = run()
    return performance.now() - begun
  })
  return { ms: median(times), count }
}

export const calendarBench: Bench = {
  name: 'calendar',
  async run({ home }) {
    const text = calendarOf(Array.from({ length: EVENTS }, (_, index) => index))
    const [mine, peer] = [timed(() => ours(text)), timed(() => byPeer(text))]
    if (mine.count !== peer.count) throw new Error(`${mine.count} occurrences against ${peer.count} of ical.js`)
    const read = parseCalendar(text)
    const month = timed(() => occurrences(read, { ...YEAR, to: '2024-02-01T00:00:00Z' }).length)
    const people = Array.from({ length: PEOPLE }, (_, person) => ({
      calendars: [parseCalendar(calendarOf(Array.from({ length: EVENTS / PEOPLE }, (_, i) => i * PEOPLE + person)))],
      zone: person % 2 === 0 ? 'Europe/Berlin' : 'Europe/Lisbon',
      workingHours: [9, 17] as const,
    }))
    const [first, ...others] = people
    const slots = timed(
      () => freeSlots({ ...first!, others, from: YEAR.from, to: '2024-02-01T00:00:00Z', minutes: 30 }).length,
    )
    const read10k = timed(() => countByPeer(readByPeer(text), MONTH), 1)
    const known = readByPeer(text)
    const peerMonth = timed(() => countByPeer(known, MONTH), 1)
    const files = await monthInFiles(home)
    if (files.count !== peerMonth.count) throw new Error(`${files.count} in the month, ${peerMonth.count} by ical.js`)
    const against = { peer: peer.ms, unit: 'ms', peerName: 'ical.js, the whole year' }
    return [
      {
        name: 'calendar, a year of 10,000 events',
        ours: mine.ms,
        ...against,
        aim: { most: 1 },
        note: `${mine.count} occurrences`,
      },
      { name: 'calendar, a month of it once read', ours: month.ms, ...against, note: `${month.count} occurrences` },
      { name: 'calendar, free time of 20 people', ours: slots.ms, ...against, note: `${slots.count} slots in a month` },
      {
        ...{ name: 'calendar, first month view of 10,000 files', ours: files.first, peer: read10k.ms, unit: 'ms' },
        ...{ peerName: 'ical.js, the same as one text', note: `with the start of the thread; ${files.count} events` },
      },
      {
        ...{ name: 'calendar, month view after that', ours: files.warm, peer: peerMonth.ms, unit: 'ms' },
        ...{ peerName: 'ical.js, the same once read', aim: { most: 1 }, note: 'each looks at all files anew' },
      },
    ]
  },
}
