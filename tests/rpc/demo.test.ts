// `steward demo`: the real command, and a real sidecar on what it made.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mainScript, startSidecar, tempFolder } from './process.ts'

const demo = (...args: string[]) =>
  spawnSync(process.execPath, [mainScript, 'demo', ...args], {
    encoding: 'utf8',
    // A folder of its own, whatever the surroundings say.
    env: { ...process.env, STEWARD_HOME: join(tempFolder(), 'elsewhere') },
  })

describe('[demo.week] the demo', () => {
  it('is a week of real calls with something of everything open, and its log verifies', async () => {
    const home = join(tempFolder(), 'new')
    const made = demo(home, '--json')
    expect(made.stderr).not.toContain('error')
    expect(JSON.parse(made.stdout)).toMatchObject({ folder: home })
    const { client } = await startSidecar({ home })

    const { calls } = await client.call('call/list', { limit: 1000 })
    expect(calls.length).toBeGreaterThanOrEqual(40)
    const ages = calls.map(({ startedAt }) => Date.now() - startedAt)
    expect(ages).toEqual(ages.toSorted((a, b) => a - b))
    expect(ages[0]).toBeGreaterThan(0)
    expect(ages.at(-1)).toBeGreaterThan(5.5 * 86_400_000)
    expect(new Set(calls.map(({ state }) => state))).toEqual(new Set(['done', 'failed', 'waiting', 'suspended']))
    expect(calls.filter(({ undoneBy }) => undoneBy !== undefined)).toHaveLength(2)
    expect(calls.filter(({ error }) => error?.code === 'DENIED')).toHaveLength(2)

    const { approvals } = await client.call('approval/list', {})
    const groups = Object.values(Object.groupBy(approvals, ({ group }) => group)).map((each) => each?.length ?? 0)
    expect(Math.max(...groups)).toBeGreaterThanOrEqual(3)
    expect(approvals.map(({ tool }) => tool)).toEqual(
      expect.arrayContaining(['reload_tools', 'get_env', 'set_env', 'calendar_update']),
    )
    expect(approvals.flatMap(({ doubts = [] }) => doubts)).toMatchObject([
      { role: 'object', from: 'read_file.text' },
      { role: 'link', from: 'read_file.text' },
      { role: 'object', value: 'Press check', from: 'read_file.text' },
    ])
    const { suspensions } = await client.call('suspension/list', {})
    expect(suspensions.map(({ reason }) => reason).sort()).toEqual(['question', 'question', 'time'])
    expect(suspensions.find(({ reason }) => reason === 'time')?.wakeAt).toBeGreaterThan(Date.now())

    const { grants } = await client.call('grant/list', {})
    expect(grants.map(({ used }) => used)).toEqual([2, 2])
    const { suggestions } = await client.call('grant/suggest', {})
    expect(suggestions).toMatchObject([{ tool: 'read_file', pattern: `${join(home, 'bank')}/*.csv` }])
    const { files } = await client.call('policy/source', {})
    expect(files).toMatchObject([{ name: 'rules.jsonc', own: true, text: expect.stringContaining('keep-paths') }])
    // The calendars are open then: a busy computer may take long for that, and a section does not wait.
    const { due } = await client.call('reminder/list', {})
    const { sections } = await client.call('briefing/today', {})
    expect(sections.filter(({ state }) => state === 'failed')).toEqual([])
    const waiting = sections.find(({ id }) => id === 'waiting')?.items
    expect(waiting).toHaveLength(approvals.length + suspensions.length + due.length)

    const verified = await client.call('audit/verify', {})
    expect(verified).toMatchObject({ ok: true })
  })

  it('has days that look like somebody’s: calendars, tasks and reminders, each of several kinds', async () => {
    const home = join(tempFolder(), 'new')
    expect(demo(home).stderr).not.toContain('error')
    const { client } = await startSidecar({ home })
    const { calendars } = await client.call('calendar/list', {})
    expect(calendars.map(({ name }) => name).sort()).toEqual([
      ...['Family', 'Personal', 'Reminders', 'Rowing club', 'Studio'],
    ])
    const [from, to] = [Date.now() - 7 * 86_400_000, Date.now() + 14 * 86_400_000]
    const instant = (ms: number) => new Date(ms).toISOString()
    const { events, faults } = await client.call('calendar/events', { from: instant(from), to: instant(to) })
    expect(faults).toEqual([])
    expect(new Set(events.map(({ calendar }) => calendar)).size).toBe(4)
    const titled = (title: string) => events.filter((event) => event.title.startsWith(title))
    expect(titled('Stand-up with the printer')).toMatchObject([{ recurring: true, allDay: false }])
    expect(titled('Stand-up').length).toBeGreaterThan(8)
    expect(titled('Copenhagen')).toMatchObject([{ allDay: true, busy: 'free' }])
    expect(titled('Press check')).toMatchObject([{ status: 'tentative' }])
    expect(titled('Tasting')).toMatchObject([{ answer: 'NEEDS-ACTION', organizer: { name: 'Noor Haddad' } }])
    expect(titled('Rowing evening').length).toBeGreaterThanOrEqual(2)
    const [review, dentist] = [titled('Menu review')[0], titled('Dentist')[0]]
    expect(dentist?.startsAt).toBeLessThan(review?.endsAt ?? 0)

    const { tasks } = await client.call('task/list', { states: ['open', 'started', 'done'] })
    expect(tasks.length).toBeGreaterThanOrEqual(12)
    expect(tasks.filter(({ dueAt = Infinity, state }) => dueAt < Date.now() && state === 'open')).toHaveLength(2)
    const whole = tasks.find(({ state }) => state === 'started')
    expect(tasks.filter(({ parent }) => parent === whole?.uid)).toHaveLength(3)
    expect(tasks.filter(({ rule }) => rule !== undefined)).toHaveLength(1)
    expect(tasks.filter(({ state }) => state === 'done')).toHaveLength(1)

    const { due, coming } = await client.call('reminder/list', {})
    expect(due).toMatchObject([{ title: 'Take the proofs along', of: 'reminder' }])
    expect(new Set(coming.map(({ of }) => of))).toEqual(new Set(['reminder', 'event']))
    const { sections } = await client.call('briefing/today', {})
    expect(sections.find(({ id }) => id === 'tasks')).toMatchObject({ state: 'ok' })
    expect(sections.find(({ id }) => id === 'calendar')?.state).toMatch(/ok|empty/)
  })

  it('is written with labels: what came from a stranger’s text stays so', () => {
    const home = join(tempFolder(), 'new')
    expect(demo(home).status).toBe(0)
    const note = readFileSync(join(home, 'data/vault/What Noor wants changed in the menu.md'), 'utf8')
    expect(note).toContain('label: "untrusted private"')
  })

  it('goes on as any other: an answer lets the call run', async () => {
    const home = join(tempFolder(), 'new')
    demo(home)
    const { client } = await startSidecar({ home })
    const { approvals } = await client.call('approval/list', {})
    const answers = approvals.map(({ id, hash }) => ({ id, hash, decision: 'allow' as const }))
    const decided = await client.call('approval/decideMany', { answers })
    expect(decided.answers.filter(({ error }) => error)).toEqual([])
    for (const { callId } of approvals)
      expect(await client.call('call/show', { callId, wait: true })).toMatchObject({ state: 'done' })
    const { tools } = await client.call('tool/list', { query: 'word_count' })
    expect(tools).toMatchObject([{ name: 'word_count', source: 'external' }])
  })

  it('refuses a folder that is not empty, and touches nothing in it', () => {
    const home = tempFolder()
    writeFileSync(join(home, 'mine.txt'), 'mine')
    const refused = demo(home)
    expect([refused.status, refused.stdout]).toEqual([expect.any(Number), ''])
    expect(refused.status).not.toBe(0)
    expect(refused.stderr).toContain('is not empty')
    expect(readdirSync(home)).toEqual(['mine.txt'])
  })

  it('is in no list of commands', () => {
    const help = spawnSync(process.execPath, [mainScript, 'help'], { encoding: 'utf8' })
    expect(help.stdout).not.toMatch(/^ *demo/m)
    expect(demo('--help').stdout).toContain('steward demo DIR')
  })
})
