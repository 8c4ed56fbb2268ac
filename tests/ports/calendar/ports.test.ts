// The ports on real files: what they write, what they refuse, and how it is taken back.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { agendaPorts } from '../../../sidecar/ports/calendar/ports.ts'
import type { Port, PortContext } from '../../../sidecar/ports/types.ts'
import { eventText, taskText } from '../../contract/calendars.ts'
import { bind, portContext, sessionAt } from '../bind.ts'
import { type Home, openHome } from './place.ts'

const opened: Home[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

async function setup() {
  const home = await openHome()
  opened.push(home)
  let woken = 0
  const preferences = {
    ...{ zone: 'Europe/Berlin', weekStart: 1, language: 'en' as const, me: [] },
    workingHours: { from: '09:00', to: '17:00', days: [1, 2, 3, 4, 5] },
  }
  const wake = () => {
    woken++
  }
  const ports = agendaPorts({ agenda: async () => home.agenda, preferences: () => preferences, wake })
  const port = (kind: string) => ports.find((one) => one.kind === kind) as Port
  const session = sessionAt('/')
  /** A port as one call of a tool has it. */
  const as = (kind: string, identity: string, more: Partial<PortContext> = {}) => {
    const { context, told } = portContext(session, { identity, ...more })
    return { use: bind(port(kind), context), told, context }
  }
  const undo = (kind: string, data: unknown) => port(kind).undo?.('personal', data, as(kind, 'undo').context)
  const names = () => readdirSync(join(home.folder, 'personal')).filter((name) => name.endsWith('.ics'))
  const only = () => join(home.folder, 'personal', names()[0] ?? '')
  const etagOf = async (kind: string, uid: string): Promise<string> => {
    const { resource } = as(kind, 'r').use
    return ((await resource?.('personal', uid)) as { etag: string } | undefined)?.etag ?? ''
  }
  return { ...home, port, as, undo, names, only, etagOf, wakes: () => woken }
}

const written = (text: string) => readFileSync(text, 'utf8')

describe('[calendar.ports] writing', () => {
  test('keeps who wrote it and from what, and done again it is found and left alone', async () => {
    const { as, only, names, wakes } = await setup()
    const label = { trust: 'untrusted', secrecy: 'private' } as const
    const { use, told } = as('writeCalendar', 'c1.0', { labels: label })
    const change = { uid: 'a', text: eventText('a', 'Lunch'), base: null }
    await use('personal', change)
    expect(written(only())).toContain('X-STEWARD-CALL:c1.0')
    expect(written(only())).toContain('X-STEWARD-LABEL:untrusted private')
    const before = written(only())
    await use('personal', change)
    expect(written(only())).toBe(before)
    expect(names()).toHaveLength(1)
    expect(told.undo).toMatchObject([{ uid: 'a', former: null }])
    expect(wakes()).toBeGreaterThan(0)
    // By another call it would be a second one.
    await expect(as('writeCalendar', 'c2.0').use('personal', change)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('joins the label of what is changed with that of the change', async () => {
    const { as, only, etagOf } = await setup()
    await as('writeCalendar', 'c1', { labels: { trust: 'untrusted', secrecy: 'private' } }).use('personal', {
      ...{ uid: 'a', text: eventText('a', 'Lunch'), base: null },
    })
    const etag = await etagOf('readCalendar', 'a')
    const text = eventText('a', 'Late lunch')
    await as('writeCalendar', 'c2').use('personal', { uid: 'a', text, base: etag })
    expect(written(only())).toContain('X-STEWARD-LABEL:untrusted private')
  })

  test('never goes over what is not what was looked at', async () => {
    const { as, only, etagOf } = await setup()
    const { use } = as('writeCalendar', 'c1')
    await use('personal', { uid: 'a', text: eventText('a', 'Lunch'), base: null })
    const etag = await etagOf('readCalendar', 'a')
    writeFileSync(only(), eventText('a', 'Theirs'))
    for (const text of [eventText('a', 'Mine'), null])
      await expect(as('writeCalendar', 'c3').use('personal', { uid: 'a', text, base: etag })).rejects.toMatchObject({
        code: 'CONFLICT',
      })
    expect(written(only())).toBe(eventText('a', 'Theirs'))
  })

  test('lets tasks be tasks and events be events', async () => {
    const { as, names, etagOf } = await setup()
    const refused = (kind: string, text: string) =>
      expect(as(kind, 'c1').use('personal', { uid: 'a', text, base: null })).rejects.toMatchObject({
        code: 'BAD_INPUT',
      })
    await refused('writeTasks', eventText('a', 'Lunch'))
    await refused('writeCalendar', taskText('a', 'Milk'))
    await refused('writeCalendar', 'no calendar')
    await as('writeTasks', 'c2').use('personal', { uid: 't', text: taskText('t', 'Milk'), base: null })
    const etag = await etagOf('readTasks', 't')
    await expect(as('writeCalendar', 'c3').use('personal', { uid: 't', text: null, base: etag })).rejects.toMatchObject(
      {
        code: 'BAD_INPUT',
      },
    )
    expect(names()).toHaveLength(1)
  })

  test('refuses targets and changes that are none', async () => {
    const { as } = await setup()
    for (const target of ['*', '', '../x', 'a/b/c', 'a\nb', '/etc'])
      await expect(as('writeCalendar', 'c').use(target, { uid: 'a', text: null, base: null })).rejects.toMatchObject({
        code: 'BAD_TARGET',
      })
    for (const change of [undefined, 1, {}, { uid: '', text: null, base: null }, { uid: 'a', text: 1, base: null }])
      await expect(as('writeCalendar', 'c').use('personal', change)).rejects.toMatchObject({ code: 'BAD_INPUT' })
    const long = eventText('a', 'x'.repeat(1_000_001))
    await expect(as('writeCalendar', 'c').use('personal', { uid: 'a', text: long, base: null })).rejects.toMatchObject({
      code: 'TOO_LARGE',
    })
  })
})

describe('[calendar.undo] taking back', () => {
  const lunch = { uid: 'a', text: eventText('a', 'Lunch'), base: null }

  test('a new event takes it away, and done twice it does nothing more', async () => {
    const { as, undo, names } = await setup()
    const { use, told } = as('writeCalendar', 'c1')
    await use('personal', lunch)
    await undo('writeCalendar', told.undo[0])
    expect(names()).toEqual([])
    await undo('writeCalendar', told.undo[0])
    expect(names()).toEqual([])
  })

  test('a change puts the former text back byte for byte, unless somebody else changed it', async () => {
    const { as, undo, only, etagOf } = await setup()
    await as('writeCalendar', 'c1').use('personal', lunch)
    const former = written(only())
    const etag = await etagOf('readCalendar', 'a')
    const { use, told } = as('writeCalendar', 'c2')
    await use('personal', { uid: 'a', text: eventText('a', 'Late lunch'), base: etag })
    const late = written(only())
    writeFileSync(only(), eventText('a', 'Theirs'))
    await expect(undo('writeCalendar', told.undo[0])).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(written(only())).toBe(eventText('a', 'Theirs'))
    writeFileSync(only(), late)
    await undo('writeCalendar', told.undo[0])
    expect(written(only())).toBe(former)
    await undo('writeCalendar', told.undo[0])
    expect(written(only())).toBe(former)
  })

  test('a change or a new event is refused where another program changed it and kept our marks', async () => {
    const { as, undo, only, etagOf } = await setup()
    const first = as('writeCalendar', 'c1')
    await first.use('personal', lunch)
    const etag = await etagOf('readCalendar', 'a')
    const { use, told } = as('writeCalendar', 'c2')
    await use('personal', { uid: 'a', text: eventText('a', 'Late lunch'), base: etag })
    const theirs = written(only()).replace('Late lunch', 'Renamed by the phone')
    writeFileSync(only(), theirs)
    await expect(undo('writeCalendar', told.undo[0])).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(undo('writeCalendar', first.told.undo[0])).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(written(only())).toBe(theirs)
  })

  test('says so where nothing was taken back, also of what has no marks', async () => {
    const { as, undo, only, etagOf, file } = await setup()
    file('personal', 'a.ics', eventText('a', 'By khal'))
    const etag = await etagOf('readCalendar', 'a')
    const { use, told } = as('writeCalendar', 'c1')
    await use('personal', { uid: 'a', text: eventText('a', 'By us'), base: etag })
    writeFileSync(only(), eventText('a', 'By somebody else'))
    await expect(undo('writeCalendar', told.undo[0])).rejects.toMatchObject({ code: 'CONFLICT' })
    const gone = as('writeCalendar', 'c2')
    await gone.use('personal', { uid: 'a', text: null, base: await etagOf('readCalendar', 'a') })
    file('personal', 'a.ics', eventText('a', 'Something new'))
    await expect(undo('writeCalendar', gone.told.undo[0])).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('does not mind a server that only turns lines around and stamps them', async () => {
    const { as, undo, only } = await setup()
    const { use, told } = as('writeCalendar', 'c1')
    await use('personal', lunch)
    const lines = written(only()).split('\r\n')
    const at = lines.findIndex((line) => line.startsWith('SUMMARY'))
    const [summary = ''] = lines.splice(at, 1)
    lines.splice(lines.indexOf('END:VEVENT'), 0, summary, 'X-SERVER:1', 'LAST-MODIFIED:20300101T000000Z')
    writeFileSync(only(), lines.join('\r\n'))
    await undo('writeCalendar', told.undo[0])
  })

  test('a removal brings it back, unless its place was taken', async () => {
    const { as, undo, only, names, etagOf } = await setup()
    await as('writeCalendar', 'c1').use('personal', lunch)
    const former = written(only())
    const etag = await etagOf('readCalendar', 'a')
    const { use, told } = as('writeCalendar', 'c2')
    const removal = { uid: 'a', text: null, base: etag }
    await use('personal', removal)
    // Cut off and done again.
    await use('personal', removal)
    expect(names()).toEqual([])
    await undo('writeCalendar', told.undo[0])
    expect(written(only())).toBe(former)
    await undo('writeCalendar', told.undo[0])
    writeFileSync(only(), eventText('a', 'Theirs'))
    await expect(undo('writeCalendar', told.undo[0])).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

describe('[calendar.ports] the other ports', () => {
  test('a calendar on a server is told to leave this computer, one here is not', async () => {
    const { port } = await setup()
    expect(port('writeCalendar').facts?.('work/main', sessionAt('/'))).toEqual({ leaves: true })
    expect(port('writeCalendar').facts?.('personal', sessionAt('/'))).toEqual({})
  })

  test('nobody is invited where no server does it', async () => {
    const { as } = await setup()
    const invite = as('inviteAttendees', 'c').use
    await expect(invite('ana@example.org', { calendar: 'personal', uid: 'a' })).rejects.toMatchObject({
      code: 'NOT_CONFIGURED',
    })
    for (const target of ['ana', 'a b@c', 'ana@x.org, eve@x.org', '<ana@x.org>'])
      await expect(invite(target, {})).rejects.toMatchObject({ code: 'BAD_TARGET' })
  })

  test('only the user is told', async () => {
    const { as, wakes } = await setup()
    const notify = as('notify', 'c').use
    await notify('user', { uid: 'a' })
    expect(wakes()).toBe(1)
    await expect(notify('everybody', { uid: 'a' })).rejects.toMatchObject({ code: 'BAD_TARGET' })
  })
})
