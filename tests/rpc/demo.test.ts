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
    expect(approvals.map(({ tool }) => tool)).toEqual(expect.arrayContaining(['reload_tools', 'get_env', 'set_env']))
    expect(approvals.flatMap(({ doubts = [] }) => doubts)).toMatchObject([
      { role: 'object', from: 'read_file.text' },
      { role: 'link', from: 'read_file.text' },
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
    const { sections } = await client.call('briefing/today', {})
    expect(sections.filter(({ state }) => state === 'failed')).toEqual([])
    expect(sections.find(({ id }) => id === 'waiting')?.items).toHaveLength(approvals.length + suspensions.length)

    const verified = await client.call('audit/verify', {})
    expect(verified).toMatchObject({ ok: true })
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
