// Files that no calendar program would write, or that somebody wrote on purpose: they cost their own calendar, and nothing else.
import {
  chmodSync,
  closeSync,
  createWriteStream,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { finished } from 'node:stream/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { eventText, taskText } from '../../contract/calendars.ts'
import { type Home, openHome } from './place.ts'

const never = new AbortController().signal
const november = { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' }
const homes: Home[] = []

afterEach(async () => {
  for (const each of homes.splice(0)) await each.close()
})

/** A calendar with one good event beside the one that is to be broken. */
async function beside(): Promise<Home> {
  const home = await openHome()
  homes.push(home)
  home.file('personal', 'good.ics', eventText('good', 'Good'))
  home.file('broken', 'fine.ics', eventText('fine', 'Fine'))
  return home
}

async function asked({ agenda }: Home) {
  const begun = performance.now()
  let found = await agenda.events('*', november)
  // On a busy computer the time of one answer may be over before all is read; the next one goes on from there.
  for (let more = 0; more < 3 && found.faults.some(({ why }) => /too long|still being read/.test(why)); more++)
    found = await agenda.events('*', november)
  return { ...found, titles: found.events.map(({ title }) => title), ms: performance.now() - begun }
}

const event = (more: string) => eventText('x', 'Broken', more)
const nested = (depth: number) => 'BEGIN:VEVENT\r\n'.repeat(depth) + 'END:VEVENT\r\n'.repeat(depth)

const cases: [string, string | Uint8Array, RegExp | undefined][] = [
  ['nothing at all', '', /1 file could not be read in full: bad\.ics: it is empty/],
  ['words', 'Dear Ana,\nsee you tomorrow.\n', /it is no calendar/],
  ['a page', '<!doctype html><title>404</title>', /it is no calendar/],
  ['bytes', Uint8Array.from({ length: 100_000 }, (_, n) => (n * 7919) % 256), /it is no calendar/],
  ['NULs', new Uint8Array(100_000), /it is no calendar/],
  ['an event with NULs inside', eventText('x', 'A\0B'), undefined],
  ['half a file', eventText('half', 'Half').slice(0, 170), /it ends in the middle of a VEVENT/],
  [
    'a file that ends within a time',
    eventText('half').replace(/T140000Z[\s\S]*/, ''),
    /it ends in the middle of a VEVENT/,
  ],
  ['no end', eventText('half', 'Endless').replace('END:VCALENDAR\r\n', ''), /it is cut off/],
  [
    'components a thousand deep',
    `BEGIN:VCALENDAR\r\n${nested(1000)}END:VCALENDAR\r\n`,
    /nests components more than 12 deep/,
  ],
  ['a line of 20 MB', `BEGIN:VCALENDAR\r\nX-LONG:${'x'.repeat(20_000_000)}\r\nEND:VCALENDAR\r\n`, undefined],
  [
    'two million lines',
    `BEGIN:VCALENDAR\r\n${'X:1\r\n'.repeat(2_000_001)}END:VCALENDAR\r\n`,
    /more than 2000000 lines/,
  ],
  ['an event without a start', event('').replace(/DTSTART.*\r\n/, ''), /An event without a start was left out/],
  ['a start that is no day', event('').replace('20261117T140000Z', '20261399T990000Z'), /An event without a start/],
  [
    'a zone that nobody knows',
    event('').replace('DTSTART:20261117T140000Z', 'DTSTART;TZID=Nowhere/At-All:20261117T140000'),
    /time zone "Nowhere\/At-All" is not known/,
  ],
  ['a rule that is none', event('RRULE:EVERY=NOW AND THEN'), /A rule was not understood/],
  [
    'every second for ever',
    event('RRULE:FREQ=SECONDLY').replace('20261117T140000Z', '19700101T000000Z'),
    /more than 500000 occurrences|takes too long/,
  ],
  ['a rule that never comes', event('RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30'), undefined],
  ['a rule of impossible positions', event('RRULE:FREQ=YEARLY;BYDAY=MO;BYSETPOS=366'), undefined],
  [
    'a hundred thousand dates',
    event(
      `RDATE:${Array.from({ length: 100_000 }, (_, n) => `2026${String((n % 12) + 1).padStart(2, '0')}01T${String(n % 24).padStart(2, '0')}0000Z`).join(',')}`,
    ),
    undefined,
  ],
]

describe('a file with', () => {
  test.each(cases)(
    '%s hurts no other and stays as it is [calendar.bounded] [calendar.broken]',
    async (_what, content, fault) => {
      const home = await beside()
      const path = home.file('broken', 'bad.ics', content)
      const before = readFileSync(path)
      const { titles, faults, ms } = await asked(home)
      expect(titles).toEqual(expect.arrayContaining(['Fine', 'Good']))
      if (fault) expect(faults).toEqual([{ calendar: 'broken', why: expect.stringMatching(fault) }])
      else expect(faults).toEqual([])
      expect((await home.agenda.list()).map(({ id, fault: told }) => [id, told])).toEqual([
        ...[
          ['personal', undefined],
          ['reminders', undefined],
        ],
        ['broken', faults[0]?.why],
      ])
      expect(ms).toBeLessThan(30_000)
      expect(readFileSync(path).equals(before)).toBe(true)
      // And the others can still be written.
      await home.agenda.put('broken', { uid: 'new', text: eventText('new', 'New'), base: null }, never)
      expect(readFileSync(path).equals(before)).toBe(true)
    },
  )

  test('100 MB is not read, whatever is in it [calendar.bounded] [calendar.broken]', async () => {
    const home = await beside()
    const path = home.file('broken', 'bad.ics', '')
    const out = createWriteStream(path)
    out.write('BEGIN:VCALENDAR\r\n')
    for (let n = 0; n < 100; n++) out.write(eventText(`e${n}`).padEnd(1_048_576, 'X-PAD:1234567\r\n'))
    out.end('END:VCALENDAR\r\n')
    await finished(out)
    const sparse = openSync(home.file('broken', 'sparse.ics', ''), 'r+')
    ftruncateSync(sparse, 5_000_000_000)
    closeSync(sparse)
    const { size } = statSync(path)
    const before = process.memoryUsage.rss()
    const { titles, faults, ms } = await asked(home)
    expect(titles.toSorted()).toEqual(['Fine', 'Good'])
    expect(faults[0]?.why).toMatch(/2 files could not be read in full: .*at most 33554432 are read/)
    expect(ms).toBeLessThan(10_000)
    expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000)
    expect(statSync(path).size).toBe(size)
  })

  test('no right to read it, a folder, a link and a loop of links are told one by one [calendar.broken]', async () => {
    const home = await beside()
    const folder = join(home.folder, 'broken')
    const locked = home.file('broken', 'locked.ics', eventText('locked'))
    chmodSync(locked, 0)
    mkdirSync(join(folder, 'folder.ics'))
    symlinkSync('loop-b.ics', join(folder, 'loop-a.ics'))
    symlinkSync('loop-a.ics', join(folder, 'loop-b.ics'))
    symlinkSync('fine.ics', join(folder, 'link.ics'))
    const { titles, faults } = await asked(home)
    // Root may read everything.
    const isRoot = process.getuid?.() === 0
    expect(titles.filter((title) => title !== 'Tea').toSorted()).toEqual(['Fine', 'Good'])
    expect(faults[0]?.why).toMatch(new RegExp(`^${isRoot ? 4 : 5} files could not be read in full: `))
    expect(faults[0]?.why).toMatch(/it is a (folder|link)/)
  })

  test('the UID of another file does not confuse the two [calendar.broken]', async () => {
    const home = await beside()
    home.file('broken', 'copy.ics', eventText('fine', 'Copy'))
    const { agenda } = home
    const { etag, name } = await agenda.resource('broken', 'fine', never)
    expect(name).toBe('copy.ics')
    await agenda.put('broken', { uid: 'fine', text: eventText('fine', 'Changed'), base: etag }, never)
    expect(readFileSync(join(home.folder, 'broken', 'fine.ics'), 'utf8')).toContain('SUMMARY:Fine')
    expect(readFileSync(join(home.folder, 'broken', 'copy.ics'), 'utf8')).toContain('SUMMARY:Changed')
  })
})

describe('a calendar', () => {
  test('whose rules never end takes its own time only, also for tasks, alarms and free time [calendar.broken]', async () => {
    const home = await beside()
    for (let n = 0; n < 40; n++)
      home.file(
        'broken',
        `endless-${n}.ics`,
        eventText(`e${n}`, 'Endless', `RRULE:FREQ=SECONDLY;BYSETPOS=-1;BYMONTH=${(n % 12) + 1}`),
      )
    home.file('personal', 'task.ics', taskText('task', 'Task'))
    const { titles, ms } = await asked(home)
    expect(titles).toContain('Good')
    expect(ms).toBeLessThan(30_000)
    expect((await home.agenda.tasks('*', {})).tasks.map(({ title }) => title)).toEqual(['Task'])
    const query = { ...november, minutes: 60, workingHours: { from: '09:00', to: '17:00', days: [2] } }
    await home.agenda.free(['personal'], query)
    await home.agenda.alarms(Date.parse(november.from), Date.parse(november.to))
  }, 120_000)

  test('with many files is worked out without holding up the loop [fast.loop]', async () => {
    const home = await beside()
    for (let n = 0; n < 3000; n++)
      home.file('many', `${n}.ics`, eventText(`m${n}`, `Number ${n}`, n % 3 === 0 ? 'RRULE:FREQ=DAILY' : ''))
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const { events } = await home.agenda.events('*', {
      from: '2026-11-01T00:00:00Z',
      to: '2027-11-01T00:00:00Z',
      limit: 20_000,
    })
    await home.agenda.export('*')
    delay.disable()
    expect(events).toHaveLength(20_000)
    // Reading and working it out takes seconds; taking in one piece of the answer some milliseconds.
    expect(delay.max / 1e6).toBeLessThan(400)
    expect(delay.percentile(99) / 1e6).toBeLessThan(150)
  }, 120_000)
})
