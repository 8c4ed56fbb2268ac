// `steward calendar`, `tasks`, `remind` and `accounts` on a sidecar in memory: words, ids, questions and exit codes.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { columns } from '../../sidecar/cli/width.ts'
import { createFake, type Fake } from './fake.ts'
import { event, now, someEvents, task } from './fakedays.ts'
import { asked, type Given, steward } from './harness.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A sidecar that has every tool, and does nothing with it. */
function withTools(): Fake {
  const fake = createFake()
  fake.answers['tool/call'] = ({ tool, input, callId = 'c' }) => ({
    ...{ callId, tool, session: 's', state: 'done', ok: true, output: { done: tool }, createdAt: 1, startedAt: 1 },
    ...{ durationMs: 1, receipt: { score: 1, lines: [] }, labels: { trust: 'user', secrecy: 'private' } },
    ...{ attachments: [], input, effects: [], attempts: 1, undoable: true },
  })
  return fake
}

/** Runs it, and tells which tools were called with what. */
async function run(argv: string[], given: Given = {}) {
  const fake = given.fake ?? withTools()
  const ran = await steward(argv, { ...given, fake })
  const calls = asked(fake, 'tool/call').map((params) => {
    const { tool, input } = params as { tool: string; input: object }
    return [tool, input] as const
  })
  return { ...ran, calls }
}

describe('[days.cli] steward calendar show', () => {
  it('lists the days of the user’s zone, with what repeats, meets or is not sure', async () => {
    const { out, err, code } = await run(['calendar'])
    expect(code).toBe(0)
    expect(out.split('\n').map((line) => line.trimEnd())).toEqual([
      'Tuesday 17 November 2026 (today)',
      '  all day      Trip to Malmö                             Personal  cccc-t',
      '  12:00–13:00  Lunch with Ana (conflict)   Café Ritazza  Personal  dddd-l',
      '  12:30–13:30  Call 銀行 (conflict)                      Team      eeee-c',
      '',
      'Wednesday 18 November 2026 (tomorrow)',
      '  all day      Trip to Malmö                             Personal  cccc-t',
      '  09:15–09:30  Stand-up ↻                                Personal  aaaa-s',
      '',
      'Thursday 19 November 2026',
      '  09:15–09:30  Stand-up ↻                                Personal  aaaa-s',
      '',
      'Friday 20 November 2026',
      '  12:00–13:00  Lunch with Bob (tentative)                Personal  dddf-l',
      '',
    ])
    expect(err).toContain('warn: team/rota: The server does not answer.')
  })

  it('takes the time in plain words, and asks for exactly those days', async () => {
    const asks = async (...argv: string[]) => {
      const { fake, out } = await run(['calendar', 'show', ...argv])
      return [asked(fake, 'calendar/events')[0], out] as const
    }
    const [day] = await asks('tomorrow')
    expect(day).toMatchObject({ from: '2026-11-17T23:00:00Z', to: '2026-11-18T23:00:00Z' })
    const [week] = await asks('next', 'week')
    expect(week).toMatchObject({ from: '2026-11-22T23:00:00Z', to: '2026-11-29T23:00:00Z' })
    const [some] = await asks('2026-12-24', '--days', '3', '--calendar', 'team', '--query', 'call')
    expect(some).toMatchObject({ from: '2026-12-23T23:00:00Z', to: '2026-12-26T23:00:00Z' })
    expect(some).toMatchObject({ calendars: ['team/rota'], query: 'call' })
    const [, empty] = await asks('2026-12-24')
    expect(empty).toBe('Nothing: Thursday 24 December 2026.\n')
  })

  it('says what it does not understand, and what is not clear', async () => {
    expect((await run(['calendar', 'show', 'gibberish'])).code).toBe(2)
    const unclear = await run(['calendar', 'show', '5/6/2027'])
    expect(unclear.code).toBe(2)
    expect(unclear.err).toContain('Say one of:')
    expect((await run(['calendar', '--calendar', 'none'])).code).toBe(5)
    expect((await run(['calendar', 'show', '--dry-run'])).err).toContain('"calendar show" takes no --dry-run.')
  })

  it('obeys nothing that stands in an event, and fits the terminal', async () => {
    const fake = createFake()
    const evil = '\u001b[2J安排\r\n\u202eevil'
    fake.answers['calendar/events'] = () => ({
      events: [event(evil, evil.repeat(9), someEvents[1]?.start ?? '', someEvents[1]?.end ?? '', { location: evil })],
      ...{ cut: true, faults: [{ calendar: evil, why: evil }] },
    })
    const { out, err } = await run(['calendar', '--no-color'], { fake, terminal: true, columns: 60 })
    for (const sign of ['\u001b', '\u202e', '\r']) expect(out + err).not.toContain(sign)
    for (const line of out.trimEnd().split('\n')) expect(columns(line)).toBeLessThanOrEqual(60)
    expect(err).toContain('There is more')
  })
})

describe('[days.cli] steward calendar add', () => {
  it('says what it understood, and calls the tool as the line and the options say', async () => {
    const { code, err, calls } = await run(['calendar', 'add', 'lunch', 'tomorrow', '12-1', '--place', 'Café'])
    expect(code).toBe(0)
    expect(err).toContain('lunch tomorrow 12-1: Wed 18 Nov 2026, 12:00–13:00')
    expect(err).toContain('One hour.')
    expect(err).toMatch(/To take it back: steward undo cli-/)
    expect(calls).toEqual([
      ['calendar_create', { title: 'lunch tomorrow 12-1', when: '2026-11-18T12:00', location: 'Café' }],
    ])
  })

  it('does nothing with --dry-run, and nothing where a line is not clear or not whole', async () => {
    const dry = await run(['calendar', 'add', 'lunch', '--dry-run'])
    expect([dry.code, dry.calls]).toEqual([0, []])
    expect(dry.out).toContain('lunch: Wed 18 Nov 2026')
    const unclear = await run(['calendar', 'add', 'lunch 5/6'])
    expect([unclear.code, unclear.calls]).toEqual([2, []])
    expect(unclear.out).toBe('   1  5 June 2027\n   2  6 May 2027\n')
    expect(unclear.err).toContain('5/6 may be two days.')
    const part = await run(['calendar', 'add', 'nothing'])
    expect([part.code, part.calls]).toEqual([2, []])
    expect(part.err).toContain('No time is named.')
  })

  it('lets a person choose by number, and does nothing without a choice', async () => {
    const chosen = await run(['calendar', 'add', 'lunch 5/6'], { terminal: true, types: ['9\n', '2\n'] })
    expect(chosen.calls).toEqual([['calendar_create', { title: 'lunch 5/6', when: '2027-05-06' }]])
    const none = await run(['calendar', 'add', 'lunch 5/6'], { terminal: true, types: ['\n'] })
    expect([none.code, none.calls]).toEqual([2, []])
  })
})

describe('[days.cli] an event', () => {
  it('is named by its uid, the start of one, or words that fit exactly one', async () => {
    for (const name of ['dddd-lunch', 'dddd', 'lunch ana', 'LUNCH WITH ANA']) {
      const { calls, code } = await run(['calendar', 'move', name, 'thursday', '12:30'])
      expect([code, calls], name).toEqual([
        0,
        [['calendar_update', { event: 'dddd-lunch', calendar: 'personal', when: 'thursday 12:30' }]],
      ])
    }
  })

  it('that could be several is listed, and nothing is done', async () => {
    const { calls, code, err } = await run(['calendar', 'delete', 'lunch'])
    expect([code, calls]).toEqual([2, []])
    expect(err).toContain('"lunch" fits 2 events, so nothing was done.')
    expect(err).toContain('dddd-l  2026-11-17 12:00  Lunch with Ana')
    expect((await run(['calendar', 'delete', 'dinner'])).code).toBe(5)
  })

  it('of a series is only changed where somebody says which', async () => {
    const bare = await run(['calendar', 'delete', 'stand-up'])
    expect([bare.code, bare.calls]).toEqual([2, []])
    const input = { event: 'aaaa-standup', calendar: 'personal' }
    const next = { recurrenceId: '2026-11-18T08:15:00Z' }
    const later = { recurrenceId: '2026-11-19T08:15:00Z', scope: 'this' }
    const gives = async (given: object, ...argv: string[]) =>
      (await run(['calendar', 'delete', 'stand-up', ...argv], given)).calls
    expect(await gives({}, '--all')).toEqual([['calendar_delete', { ...input, ...next, scope: 'all' }]])
    expect(await gives({}, '--following')).toEqual([['calendar_delete', { ...input, ...next, scope: 'following' }]])
    expect(await gives({}, '--occurrence', '2026-11-19')).toEqual([['calendar_delete', { ...input, ...later }]])
    expect(await gives({}, '--occurrence', 'thursday')).toEqual([['calendar_delete', { ...input, ...later }]])
    const typed = { terminal: true, types: ['t\n'] }
    expect(await gives(typed)).toEqual([['calendar_delete', { ...input, ...next, scope: 'this' }]])
    expect(await gives({ terminal: true, types: ['\n'] })).toEqual([])
    expect((await run(['calendar', 'delete', 'stand-up', '--occurrence', '2026-11-21'])).code).toBe(2)
    expect((await run(['calendar', 'delete', 'stand-up', '--all', '--this'])).code).toBe(2)
  })

  it('gets other details, and an edit without one is wrong use', async () => {
    const { calls } = await run(['calendar', 'edit', 'dddd', '--title', 'Dinner', '--place', 'Home', '--when', '19:00'])
    const change = { title: 'Dinner', location: 'Home', when: '19:00' }
    expect(calls).toEqual([['calendar_update', { event: 'dddd-lunch', calendar: 'personal', ...change }]])
    expect((await run(['calendar', 'edit', 'dddd'])).code).toBe(2)
  })
})

describe('[days.cli] calendars', () => {
  it('are listed with what is wrong, made, changed and removed by id or name', async () => {
    const { out, err } = await run(['calendar', 'list'])
    expect(out).toMatch(/personal +Personal +local +events, tasks +#2f6fde +default/)
    expect(out).toMatch(/team\/rota +Team +ics +events +#2f9e44 +read only/)
    expect(err).toContain('warn: team/rota: The server does not answer.')
    expect((await run(['calendar', 'new', 'Family', '--color', 'red'])).code).toBe(2)
    expect((await run(['calendar', 'new', 'Family', '--color', '#2F9E44'])).out).toBe('Made Family (family).\n')
    const hidden = await run(['calendar', 'edit-calendar', 'TEAM', '--hide'])
    expect(asked(hidden.fake, 'calendar/edit')).toEqual([{ id: 'team/rota', hidden: true }])
    expect((await run(['calendar', 'edit-calendar', 'team'])).code).toBe(2)
    expect((await run(['calendar', 'remove-calendar', 'personal'])).out).toContain('/d/calendars/.trash/personal')
  })

  it('tell free time as text to paste', async () => {
    const { out, fake } = await run(
      'calendar free --length 1h30m --from tomorrow --to friday --zones Asia/Tokyo,Europe/Paris --buffer 10m'.split(
        ' ',
      ),
    )
    expect(out).toBe('Wed 18 Nov: 09:00–12:00 (Europe/Berlin)\n')
    expect(asked(fake, 'calendar/slots')).toEqual([
      {
        ...{ from: '2026-11-17T23:00:00Z', to: '2026-11-20T23:00:00Z', minutes: 90, buffer: 10 },
        zones: ['Asia/Tokyo', 'Europe/Paris'],
      },
    ])
    const usual = await run(['calendar', 'free'])
    expect(asked(usual.fake, 'calendar/slots')).toEqual([
      { from: '2026-11-17T09:00:00Z', to: '2026-11-24T23:00:00Z', minutes: 30 },
    ])
    // In the middle of a minute it begins with the next quarter of an hour; it ends with a day.
    vi.setSystemTime(now + 161_006)
    const odd = await run(['calendar', 'free'])
    expect(asked(odd.fake, 'calendar/slots')).toMatchObject([
      { from: '2026-11-17T09:15:00Z', to: '2026-11-24T23:00:00Z' },
    ])
    vi.setSystemTime(now)
    const week = await run(['calendar', 'free', '--from', 'next week', '--length', 'half an hour'])
    expect(asked(week.fake, 'calendar/slots')).toMatchObject([{ to: '2026-11-29T23:00:00Z', minutes: 30 }])
    expect((await run(['calendar', 'free', '--length', 'soon'])).code).toBe(2)
    expect((await run(['calendar', 'free', '--to', 'yesterday'])).code).toBe(2)
  })

  it('are written to a file that was not there, and read from one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'steward-days-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'out.ics')
    expect((await run(['calendar', 'export', file])).out).toContain('1 event, 2 tasks.')
    expect(readFileSync(file, 'utf8')).toBe('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n')
    expect((await run(['calendar', 'export', file])).code).toBe(1)
    expect((await run(['calendar', 'export'])).out).toBe('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n')
    const dry = await run(['calendar', 'import', file, '--dry-run', '--calendar', 'personal'])
    expect(asked(dry.fake, 'calendar/import')).toEqual([{ file, dryRun: true, calendar: 'personal' }])
    expect(dry.out).toContain('Would add 2 entries to personal.')
    const { err } = await run(['calendar', 'import', file])
    for (const id of ['c_1', 'c_2']) expect(err).toContain(`To take it back: steward undo ${id}`)
    expect(existsSync(file)).toBe(true)
  })
})

describe('[days.cli] steward tasks', () => {
  it('lists what is open, parts under the whole, and says what is overdue', async () => {
    const { out } = await run(['tasks'])
    expect(out.split('\n').map((line) => line.trimEnd())).toEqual([
      '     task                due                 prio  done  tags   calendar  id',
      '[ ]  Pay the rent        2026-11-16 overdue  1           #home  Personal  t-rent',
      '[~]  Plan the move       2026-11-27                40 %         Personal  t-move',
      '[ ]    Order boxes                                              Personal  t-boxe',
      '[ ]  Water the plants ↻                                         Personal  t-plan',
      '',
    ])
    expect((await run(['tasks', '--due', 'today'])).out).not.toContain('Plan the move')
    const { fake } = await run(['tasks', '--done', '--tag', 'home'])
    expect(asked(fake, 'task/list')).toMatchObject([{ states: ['done'], tag: 'home' }])
    expect((await run(['tasks', '--done', '--all'])).code).toBe(2)
  })

  it('that are parts of one another end somewhere', async () => {
    const fake = withTools()
    fake.answers['task/list'] = () => ({
      tasks: [task('a', 'A', { parent: 'b' }), task('b', 'B', { parent: 'a' }), task('c', 'C', { parent: 'c' })],
      ...{ cut: false, faults: [] },
    })
    expect((await run(['tasks'], { fake })).out.match(/\[ \]/g)).toHaveLength(3)
  })

  it('adds, finishes, takes up again, cancels and changes by calls of the tools', async () => {
    expect((await run(['tasks', 'add', 'milk', '--parent', 'boxes'])).calls).toMatchObject([
      ['create_task', { title: 'milk', parent: 't-boxes-3' }],
    ])
    const rent = { task: 't-rent-1', calendar: 'personal' }
    expect((await run(['tasks', 'done', 'pay', 'the', 'rent'])).calls).toEqual([
      ['update_task', { ...rent, state: 'done' }],
    ])
    expect((await run(['tasks', 'cancel', 't-rent', 'plants'])).calls).toMatchObject([
      ['update_task', { ...rent, state: 'cancelled' }],
      ['update_task', { task: 't-plants-4', state: 'cancelled' }],
    ])
    const changed = await run('tasks edit rent --due friday --priority 2 --tag #home,money --percent 50'.split(' '))
    const change = { due: 'friday', priority: 2, percent: 50, tags: ['home', 'money'] }
    expect(changed.calls).toEqual([['update_task', { ...rent, ...change }]])
    expect((await run(['tasks', 'edit', 'rent', '--priority', '12'])).code).toBe(2)
    const unknown = await run(['tasks', 'done', 'rent', 'nowhere'])
    expect([unknown.code, unknown.calls]).toEqual([5, []])
    expect((await run(['tasks', 'reopen', 'rent'])).calls).toEqual([])
  })
})

describe('[days.cli] steward remind', () => {
  it('sets one from plain words, which need no quotes', async () => {
    const { calls } = await run(['remind', 'in', '20', 'min', 'call', 'Bob'])
    expect(calls).toMatchObject([['set_reminder', { title: 'in 20 min call Bob' }]])
    expect((await run(['remind', 'call Bob', '--dry-run'])).calls).toEqual([])
    expect((await run(['remind', 'add', 'list the guests'])).calls).toMatchObject([
      ['set_reminder', { title: 'list the guests' }],
    ])
    expect((await run(['remind'])).code).toBe(2)
  })

  it('lists, dismisses, snoozes and cancels', async () => {
    const { out } = await run(['remind', 'list'])
    expect(out).toMatch(/2026-11-17 09:50 +due \(missed\) +Call Bob +r-bob-/)
    expect(out).toMatch(/Lunch with Ana +event at 2026-11-17 12:00/)
    const later = await run(['remind', 'snooze', 'bob', '1h'])
    expect(asked(later.fake, 'reminder/snooze')).toEqual([{ id: 'reminders r-bob-1 1', minutes: 60 }])
    expect(later.out).toContain('again at 2026-11-17 11:00')
    const seen = await run(['remind', 'dismiss', 'r-bob'])
    expect(asked(seen.fake, 'reminder/dismiss')).toEqual([{ id: 'reminders r-bob-1 1' }])
    expect((await run(['remind', 'cancel', 'bins'])).calls).toEqual([['cancel_reminder', { reminder: 'r-bins-2' }]])
    expect((await run(['remind', 'cancel', 'lunch'])).err).toContain('reminds of an event')
    expect((await run(['remind', 'dismiss', 'bins'])).code).toBe(5)
  })
})

describe('[days.cli] steward accounts', () => {
  const argv = ['accounts', 'add', 'caldav', 'dav.example.org', '--user', 'ada']

  it('takes a password from stdin or from a person who does not see it, and never as an argument', async () => {
    const piped = await run(argv, { stdin: 'p ass\nmore' })
    expect(asked(piped.fake, 'account/add')).toEqual([
      { kind: 'caldav', url: 'dav.example.org', user: 'ada', password: 'p ass' },
    ])
    expect(piped.out + piped.err).not.toContain('p ass')
    const typed = await run(argv, { terminal: true, types: ['secret\n'] })
    expect(asked(typed.fake, 'account/add')).toMatchObject([{ password: 'secret' }])
    expect(typed.out + typed.err).not.toContain('secret')
    expect((await run(argv, { stdin: '' })).code).toBe(2)
    expect((await run([...argv, '--password', 'x'])).err).toContain('There is no option --password')
    expect((await run(['accounts', 'add', 'ics', 'example.org/a.ics', '--user', 'ada'], { stdin: 'x' })).code).toBe(0)
  })

  it('in the shell the password is not shown either, and the line goes on', async () => {
    const types = [`${argv.join(' ')}\n`, 'secret\n', 'accounts\n', 'quit\n']
    const { fake, out, err } = await run(['shell'], { terminal: true, types })
    expect(asked(fake, 'account/add')).toMatchObject([{ password: 'secret' }])
    expect(asked(fake, 'account/list')).toHaveLength(1)
    expect(out + err).not.toContain('secret')
  })

  it('lists, looks for changes and forgets', async () => {
    expect((await run(['accounts'])).out).toContain('https://dav.example.org/')
    expect(await run(['accounts', 'sync'])).toMatchObject({ code: 6 })
    expect((await run(['accounts', 'remove', 'dav'])).out).toContain('Nothing on the server has changed.')
    expect((await run(['accounts', 'password', 'dav'], { stdin: 'new\n' })).code).toBe(0)
    expect((await run(['accounts', 'add', 'imap', 'x'])).code).toBe(2)
  })
})

describe('[days.cli] in the shell and by completion', () => {
  it('the same words work, and hints are spelled as they are typed there', async () => {
    const fake = withTools()
    const { out, err } = await run(['shell'], {
      fake,
      stdin: 'calendar show tomorrow\ntasks done rent\ncalendar delete x\n',
    })
    expect(out).toContain('Stand-up')
    expect(err).toMatch(/To take it back: undo cli-/)
    expect(err).toContain('See them with: calendar show')
  })

  it('sub-commands, calendars, events, tasks, reminders and accounts are offered', async () => {
    const offers = async (...words: string[]) =>
      (await run(['__complete', '--', ...words])).out.split('\n').filter(Boolean)
    expect(await offers('calendar', 'e')).toEqual(['edit', 'edit-calendar', 'export'])
    expect(await offers('calendar', 'move', 'dd')).toEqual(['dddd-lunch', 'dddf-lunch'])
    expect(await offers('calendar', 'import', '')).toEqual([])
    expect(await offers('calendar', 'show', '--calendar', 't')).toEqual(['team/rota'])
    expect(await offers('tasks', 'done', 't-r')).toEqual(['t-rent-1'])
    expect(await offers('remind', 'dismiss', '')).toEqual(['r-bob-1'])
    expect(await offers('accounts', 'add', '')).toEqual(['caldav', 'ics'])
    expect(await offers('accounts', 'remove', '')).toEqual(['dav'])
  })
})
