import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { eventText, taskText } from '../../contract/calendars.ts'
import { type Home, openHome } from './place.ts'

const never = new AbortController().signal
const november = { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' }
const opened: Home[] = []

async function home(...args: Parameters<typeof openHome>): Promise<Home> {
  const made = await openHome(...args)
  opened.push(made)
  return made
}

afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

const at = (uid: string, start: string, summary = uid, more = '') =>
  eventText(uid, summary, more).replace('20261117T140000Z', start).replace('DTEND:20261117T150000Z', 'DURATION:PT1H')

describe('the agenda', () => {
  test('shows the events of all calendars together, in their order [calendar.agenda]', async () => {
    const { agenda, file } = await home()
    file('personal', 'a.ics', at('a', '20261110T090000Z'))
    file('work', 'b.ics', at('b', '20261105T090000Z'))
    file('work', 'c.ics', at('c', '20261120T090000Z'))
    file('work', 'd.ics', at('d', '20260120T090000Z', 'Weekly', 'RRULE:FREQ=WEEKLY;COUNT=3'))
    const { events, cut, faults } = await agenda.events('*', november)
    expect(events.map(({ uid, calendar }) => `${calendar} ${uid}`)).toEqual(['work b', 'personal a', 'work c'])
    expect({ cut, faults }).toEqual({ cut: false, faults: [] })
    const first = await agenda.events('*', { ...november, limit: 2 })
    expect([first.events.length, first.cut]).toEqual([2, true])
    expect((await agenda.events(['work'], november)).events).toHaveLength(2)
    expect((await agenda.events('*', { ...november, uid: 'a' })).events).toHaveLength(1)
    expect((await agenda.events('*', { ...november, text: 'B' })).events.map(({ uid }) => uid)).toEqual(['b'])
  })

  test('sees at once what another program writes, changes and takes away [calendar.agenda]', async () => {
    const { agenda, file } = await home()
    const uids = async () => (await agenda.events('*', november)).events.map(({ title }) => title)
    expect(await uids()).toEqual([])
    const path = file('personal', 'a.ics', at('a', '20261110T090000Z', 'One'))
    expect(await uids()).toEqual(['One'])
    // As long as before, within the same tick of the clock.
    writeFileSync(path, at('a', '20261110T090000Z', 'Two'))
    expect(await uids()).toEqual(['Two'])
    writeFileSync(path, at('a', '20261110T090000Z', 'Six'))
    expect(await uids()).toEqual(['Six'])
    rmSync(path)
    expect(await uids()).toEqual([])
  })

  test('tells who listens of changes by others [calendar.agenda]', async () => {
    const { agenda, file } = await home()
    file('personal', 'a.ics', at('a', '20261110T090000Z'))
    const heard: string[] = []
    agenda.onChange((what) => void heard.push(what))
    await agenda.list()
    file('personal', 'b.ics', at('b', '20261110T090000Z'))
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual(expect.arrayContaining(['calendars', 'tasks']))
    heard.length = 0
    // A calendar that is new is watched as well.
    mkdirSync(join(file('work', 'c.ics', at('c', '20261110T090000Z')), '..', 'x'), { recursive: true })
    await expect.poll(() => heard, { timeout: 10_000 }).toContain('calendars')
  })

  test('hidden calendars are neither shown nor busy unless they are named [calendar.agenda]', async () => {
    const { agenda, file, settings } = await home()
    file('personal', 'a.ics', at('a', '20261110T090000Z'))
    file('work', 'b.ics', at('b', '20261110T110000Z'))
    expect(await agenda.edit('work', { hidden: true })).toMatchObject({ id: 'work', hidden: true })
    expect(settings.calendars.hidden).toEqual(['work'])
    const uids = async (...args: Parameters<typeof agenda.events>) =>
      (await agenda.events(...args)).events.map(({ uid }) => uid)
    expect(await uids('*', november)).toEqual(['a'])
    expect(await uids('*', { ...november, hidden: true })).toEqual(['a', 'b'])
    expect(await uids(['work'], november)).toEqual(['b'])
    const day = { from: '2026-11-10T00:00:00Z', to: '2026-11-11T00:00:00Z', minutes: 30 }
    const query = { ...day, workingHours: { from: '09:00', to: '17:00', days: [1, 2, 3, 4, 5] } }
    expect((await agenda.free('*', query)).slots).toEqual([
      { start: '2026-11-10T08:00:00Z', end: '2026-11-10T09:00:00Z' },
      { start: '2026-11-10T10:00:00Z', end: '2026-11-10T16:00:00Z' },
    ])
    const lisbon = { zone: 'America/New_York', calendars: ['work'] }
    expect((await agenda.free('*', { ...query, others: [lisbon] })).slots).toEqual([
      { start: '2026-11-10T14:00:00Z', end: '2026-11-10T16:00:00Z' },
    ])
  })

  test('tasks leave reminders out unless they are named [calendar.agenda]', async () => {
    const { agenda, file } = await home()
    file('personal', 't.ics', taskText('t'))
    file('reminders', 'r.ics', taskText('r'))
    expect((await agenda.tasks('*', {})).tasks.map(({ uid }) => uid)).toEqual(['t'])
    expect((await agenda.tasks(['reminders'], {})).tasks.map(({ uid }) => uid)).toEqual(['r'])
  })

  test('a calendar is made, changed, made the default and taken away [calendar.agenda]', async () => {
    const { agenda, settings } = await home()
    const made = await agenda.create('Work', '#112233')
    expect(made).toMatchObject({ id: 'work', name: 'Work', color: '#112233', isDefault: false, kind: 'local' })
    expect(await agenda.edit('work', { name: 'Job', color: '#445566', isDefault: true })).toMatchObject({
      ...{ name: 'Job', color: '#445566', isDefault: true },
    })
    expect((await agenda.list()).filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual(['work'])
    await expect(agenda.edit('reminders', { isDefault: true })).rejects.toMatchObject({ code: 'BAD_TARGET' })
    await expect(agenda.edit('work', { color: 'red' })).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await agenda.remove('work')
    expect(settings.calendars).toEqual({ hidden: [], looks: {} })
    expect((await agenda.list()).find(({ isDefault }) => isDefault)?.id).toBe('personal')
    await expect(agenda.remove('work')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a calendar that is gone is told, or the whole question refused where it is alone [calendar.agenda]', async () => {
    const { agenda, file } = await home()
    file('personal', 'a.ics', at('a', '20261110T090000Z'))
    const both = await agenda.events(['personal', 'gone'], november)
    expect(both.events).toHaveLength(1)
    expect(both.faults).toEqual([{ calendar: 'gone', why: 'There is no such calendar.' }])
    await expect(agenda.events(['gone'], november)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(agenda.resource('gone', 'a', never)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a long answer comes whole, though it comes in pieces [calendar.agenda]', async () => {
    const { agenda, file } = await home()
    file('personal', 'a.ics', at('a', '20200101T090000Z', 'Hourly', 'RRULE:FREQ=HOURLY;COUNT=9000'))
    const { events, cut } = await agenda.events('*', { from: '2020-01-01T00:00:00Z', to: '2022-01-01T00:00:00Z' })
    expect([events.length, cut]).toEqual([9000, false])
    expect(new Set(events.map(({ startsAt }) => startsAt)).size).toBe(9000)
    expect(events.every((event, n) => n === 0 || event.startsAt > (events[n - 1]?.startsAt ?? 0))).toBe(true)
  })

  test('what is exported holds everything, each zone once [calendar.agenda]', async () => {
    const { agenda, file } = await home()
    const zone =
      'BEGIN:VTIMEZONE\r\nTZID:Here\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n'
    const zoned = (uid: string) => eventText(uid).replace('BEGIN:VEVENT', `${zone}BEGIN:VEVENT`)
    file('personal', 'a.ics', zoned('a'))
    file('personal', 'b.ics', zoned('b'))
    file('work', 't.ics', taskText('t'))
    const { text, events, tasks } = await agenda.export('*')
    expect({ events, tasks }).toEqual({ events: 2, tasks: 1 })
    expect(text.match(/TZID:Here/g)).toHaveLength(1)
    expect(text.match(/BEGIN:VCALENDAR/g)).toHaveLength(1)
  })
})
