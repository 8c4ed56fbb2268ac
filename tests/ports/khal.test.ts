// An independent program on the same folder: khal reads what Steward wrote, and Steward reads what khal wrote.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeEvent, removeEvent } from '../../sidecar/text/agenda/change.ts'
import { newEvent } from '../../sidecar/text/agenda/make.ts'
import type { EventView } from '../../sidecar/text/agenda/types.ts'
import { eventsIn } from '../../sidecar/text/agenda/view.ts'
import { parseCalendar } from '../../sidecar/text/ical/document.ts'
import { needs } from '../servers/apt.ts'
import { type SeriesWish, series, stampOf } from '../text/agenda/arbitrary.ts'

const AT = Date.parse('2026-11-01T12:00:00Z')
const hasKhal = process.platform === 'linux' && needs(['khal'])

let home = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'steward-khal-'))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** A folder of its own, with a configuration of khal for a viewer in the zone. */
function vdir(name: string, zone: string): { folder: string; khal: (...args: string[]) => string } {
  const folder = join(home, name)
  mkdirSync(folder, { recursive: true })
  const file = join(home, `${name}-${zone.replaceAll('/', '-')}.conf`)
  const formats = ['timeformat = %H:%M', 'dateformat = %Y-%m-%d', 'longdateformat = %Y-%m-%d']
  const times = ['datetimeformat = %Y-%m-%d %H:%M', 'longdatetimeformat = %Y-%m-%d %H:%M']
  const places = ['[locale]', `local_timezone = ${zone}`, `default_timezone = ${zone}`, ...formats, ...times]
  const lines = ['[calendars]', '[[test]]', `path = ${folder}`, 'type = calendar', ...places]
  writeFileSync(
    file,
    [...lines, '[sqlite]', `path = ${file}.db`, '[default]', 'default_calendar = test', ''].join('\n'),
  )
  const env = { ...process.env, LC_ALL: 'C.UTF-8', HOME: home }
  const khal = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('khal', ['-c', file, ...args], { encoding: 'utf8', env })
    if (status !== 0) throw new Error(`khal ${args.join(' ')}: ${stderr}`)
    return stdout
  }
  return { folder, khal }
}

/** What khal lists between two dates: it counts the last day of whole days in. */
function listed(khal: (...args: string[]) => string, from: string, to: string): string[] {
  const out = khal('list', '-df', '', '-f', '{start-long-full}|{end-long-full}|{title}', from, to)
  // Whole days it lists up to the last one, too.
  return [...new Set(out.split('\n').filter((line) => line.includes('|') && line < to))].sort()
}

function asKhal({ start, end, allDay, title }: EventView, zone: string): string {
  const clock = (text: string) => {
    const time = Temporal.Instant.from(text).toZonedDateTimeISO(zone).toPlainDateTime()
    return time.toString({ smallestUnit: 'minute' }).replace('T', ' ')
  }
  if (!allDay) return `${clock(start)}|${clock(end)}|${title}`
  return `${start} 00:00|${Temporal.PlainDate.from(end).subtract({ days: 1 })} 00:00|${title}`
}

/** What Steward lists in the folder for the same days of the viewer. */
function ours(folder: string, zone: string, from: string, to: string): string[] {
  const midnight = (date: string) => Temporal.PlainDate.from(date).toZonedDateTime(zone).toInstant().toString()
  const question = { from: midnight(from), to: midnight(to), zone }
  const found = readdirSync(folder).flatMap((name) =>
    eventsIn(parseCalendar(readFileSync(join(folder, name), 'utf8')), 'test', question),
  )
  return [...new Set(found.map((view) => asKhal(view, zone)))].sort()
}

const viewers = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu']
const zoned = (time: string, zone: string) => Temporal.PlainDateTime.from(time).toZonedDateTime(zone).toString()

/** One of each kind that Steward writes. Morocco only until September 2026: Debian's zones may be older than those of Node. */
function written(): Record<string, string> {
  const one = (uid: string, start: string, end: string, rule?: string) =>
    newEvent({ uid, title: `Event ${uid}`, start, end, alarms: [10], ...(rule ? { rule } : {}) }, AT)
  const odd = ['Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Tehran', 'Europe/Dublin', 'Pacific/Chatham']
  const files = Object.fromEntries(
    odd.map((zone, at) => [
      `odd${at}`,
      one(`odd${at}`, zoned('2026-02-02T10:00', zone), zoned('2026-02-02T11:30', zone), 'FREQ=WEEKLY;COUNT=30'),
    ]),
  )
  const berlin = (time: string) => zoned(time, 'Europe/Berlin')
  const weekly = one('weekly', berlin('2026-10-06T15:00'), berlin('2026-10-06T16:00'), 'FREQ=WEEKLY;UNTIL=20261231')
  const base = { at: AT, newUid: 'second' }
  const moved = changeEvent(weekly, {
    ...base,
    uid: 'weekly',
    scope: 'this',
    recurrenceId: '2026-10-13',
    changes: { start: berlin('2026-10-14T09:00'), title: 'Moved, once; “more”' },
  }).text
  const gone = removeEvent(moved, { uid: 'weekly', scope: 'this', recurrenceId: '2026-10-20', at: AT }).text ?? ''
  const { text, split } = changeEvent(gone, {
    ...base,
    uid: 'weekly',
    scope: 'following',
    recurrenceId: '2026-11-10',
    changes: { start: zoned('2026-11-11T10:00', 'America/New_York'), title: 'Later' },
  })
  return {
    ...files,
    weekly: text,
    second: split?.text ?? '',
    single: one('single', berlin('2026-10-25T02:30'), berlin('2026-10-25T03:30')),
    utc: one('utc', '2026-10-25T12:00:00Z', '2026-10-25T13:00:00Z', 'FREQ=DAILY;COUNT=5'),
    days: one('days', '2026-10-06', '2026-10-09'),
    monthly: one('monthly', '2026-01-15', '2026-01-16', 'FREQ=MONTHLY;COUNT=12'),
  }
}

function someSeries(wish: SeriesWish, at: number): string | null {
  const { zone, allDay, rule } = wish
  const first = Temporal.PlainDateTime.from(wish.first)
  const end = allDay ? first.add({ days: 2 }) : first.add({ minutes: wish.minutes })
  const details = { uid: `r${at}`, title: `Random ${at}`, rule }
  const text = newEvent({ ...details, start: stampOf(first, zone, allDay), end: stampOf(end, zone, allDay) }, AT)
  const all = eventsIn(parseCalendar(text), 'test', { from: '2023-01-01T00:00:00Z', to: '2040-01-01T00:00:00Z', zone })
  const [, second, third, fourth] = all.map(({ recurrenceId }) => recurrenceId)
  const base = { uid: `r${at}`, at: AT, newUid: 'n' }
  let left: string | null = text
  if (second) left = removeEvent(left, { ...base, scope: 'this', recurrenceId: second }).text
  if (left && third)
    left = changeEvent(left, { ...base, scope: 'this', recurrenceId: third, changes: { title: `Changed ${at}` } }).text
  if (left && fourth && at % 2 === 0)
    left = removeEvent(left, { ...base, scope: 'following', recurrenceId: fourth }).text
  return left
}

describe.runIf(hasKhal)('khal', () => {
  test.each(viewers)('[calendar.khal] for a viewer in %s, it lists the times that Steward lists', (zone) => {
    const { folder, khal } = vdir('written', zone)
    for (const [name, text] of Object.entries(written())) writeFileSync(join(folder, `${name}.ics`), text)
    const expected = ours(folder, zone, '2026-01-01', '2027-03-01')
    expect(expected.length).toBeGreaterThan(180)
    expect(listed(khal, '2026-01-01', '2027-03-01')).toEqual(expected)
  })

  test('[calendar.khal] it lists random series with changes and removals as Steward does', () => {
    const { folder, khal } = vdir('random', 'Europe/Berlin')
    const many = process.env.STEWARD_FULL ? 400 : 40
    for (const [at, wish] of fc.sample(series, { numRuns: many, seed: 1 }).entries()) {
      const text = someSeries(wish, at)
      if (text) writeFileSync(join(folder, `${at}.ics`), text)
    }
    const expected = ours(folder, 'Europe/Berlin', '2024-01-01', '2026-06-01')
    expect(expected.length).toBeGreaterThan(500)
    expect(listed(khal, '2024-01-01', '2026-06-01')).toEqual(expected)
  })

  test('[calendar.khal] what it writes is read, changed and still its own', () => {
    const { folder, khal } = vdir('theirs', 'Europe/Berlin')
    const about = ['Lunch, with “Ana”', '::', 'Bring; the plan', '--location', 'Luigi', '--alarms', '15m']
    khal(
      'new',
      '2026-11-20',
      '12:00',
      '13:15',
      'Europe/Berlin',
      ...about,
      '--repeat',
      'weekly',
      '--until',
      '2026-12-12',
    )
    khal('new', '2026-11-21', '2026-11-22', 'Trip')
    const views = readdirSync(folder).flatMap((name) =>
      eventsIn(parseCalendar(readFileSync(join(folder, name), 'utf8')), 'test', {
        from: '2026-11-01T00:00:00Z',
        to: '2027-01-01T00:00:00Z',
        zone: 'Europe/Berlin',
      }),
    )
    const lunch = views.filter(({ title }) => title === 'Lunch, with “Ana”')
    expect(lunch.map(({ start }) => start)).toEqual(
      ['2026-11-20', '2026-11-27', '2026-12-04', '2026-12-11'].map((day) => `${day}T11:00:00Z`),
    )
    expect(lunch[0]).toMatchObject({
      end: '2026-11-20T12:15:00Z',
      location: 'Luigi',
      notes: 'Bring; the plan',
      alarms: [15],
    })
    expect(views.filter(({ title }) => title === 'Trip')).toMatchObject([
      { start: '2026-11-21', end: '2026-11-23', allDay: true },
    ])
    const [first] = lunch as [EventView]
    const name = readdirSync(folder).find((file) => readFileSync(join(folder, file), 'utf8').includes(first.uid)) ?? ''
    const wish = { uid: first.uid, scope: 'this' as const, recurrenceId: '2026-11-27', at: AT, newUid: 'n' }
    const changes = { start: zoned('2026-11-28T18:00', 'Europe/Berlin'), title: 'Dinner' }
    const path = join(folder, name)
    // khal looks for what is new only where the folder was touched, as the rule for such folders has it.
    writeFileSync(join(home, 'fresh.ics'), changeEvent(readFileSync(path, 'utf8'), { ...wish, changes }).text)
    renameSync(join(home, 'fresh.ics'), path)
    expect(listed(khal, '2026-11-28', '2026-11-29')).toContain('2026-11-28 18:00|2026-11-28 19:15|Dinner')
    expect(listed(khal, '2026-11-01', '2027-01-01')).toEqual(ours(folder, 'Europe/Berlin', '2026-11-01', '2027-01-01'))
  })
})
