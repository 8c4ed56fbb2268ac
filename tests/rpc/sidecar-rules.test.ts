// The real process: rules of the user's own, tried, put in force, refused, and on record.
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { eventOf, mainScript, startSidecar, tempFolder } from './process.ts'

const rule = (more: Record<string, unknown> = {}) => ({
  ...{ id: 'no-pager', effect: ['writeEnv'], target: 'PAGER', decision: 'deny', why: 'The pager stays.' },
  ...{ match: [{ effect: 'writeEnv', target: 'PAGER' }], notMatch: [{ effect: 'writeEnv', target: 'EDITOR' }] },
  ...more,
})
const text = JSON.stringify([rule()], null, 2)
const call = { tool: 'set_env', input: { name: 'PAGER', value: 'less' } }

describe('[policy.user-rules] rules of the user', () => {
  it('come into force at once and at every start, and the change is on record', async () => {
    const home = tempFolder()
    const first = await startSidecar({ home })
    expect(await first.client.call('policy/explain', call)).toMatchObject({ decision: 'ask' })
    expect(await first.client.call('policy/setRules', { text, check: true })).toMatchObject({ files: [{ rules: 1 }] })
    expect(await first.client.call('policy/explain', call)).toMatchObject({ decision: 'ask' })
    await first.client.call('policy/setRules', { text })
    const denied = { decision: 'deny', why: ['The pager stays.'] }
    expect(await first.client.call('policy/explain', call)).toMatchObject(denied)
    const { records } = await first.client.call('audit/query', { type: 'rules.changed' })
    expect(records).toMatchObject([{ own: ['no-pager'], sha256: expect.stringMatching(/^\w{64}$/) }])
    await first.end()
    const second = await startSidecar({ home })
    expect(await second.client.call('policy/explain', call)).toMatchObject(denied)
    expect(await second.client.call('tool/call', { ...call, ask: false })).toMatchObject({ error: { code: 'DENIED' } })
  })

  it('that are refused are told by doctor, event and list, and change nothing', async () => {
    const home = tempFolder()
    const { client } = await startSidecar({ home })
    await client.call('policy/setRules', { text })
    const file = join(home, 'config/rules/rules.jsonc')
    writeFileSync(file, text.replace('"PAGER",\n    "decision"', '"EDITOR",\n    "decision"'))
    await client.call('shutdown', {})
    const next = await startSidecar({ home })
    const refused = [{ file, line: 11, inForce: 1, why: expect.stringContaining('should match, and does not') }]
    expect(await next.client.call('policy/rules', {})).toMatchObject({ refused })
    expect(await next.client.call('policy/explain', call)).toMatchObject({ decision: 'deny' })
    const { findings } = await next.client.call('doctor/run', {})
    expect(findings[0]).toMatchObject({
      id: 'rules',
      level: 'error',
      text: expect.stringContaining(`${file}, line 11`),
    })
    await next.client.call('policy/setRules', {})
    const event = await eventOf(next, 'health/changed')
    expect(event.data).toMatchObject({ stopped: false, refusedRules: [expect.stringContaining('line 11')] })
    await expect(next.client.call('policy/setRules', { text: '[5]' })).rejects.toThrow('rules.jsonc, line 1: ')
  })

  it('are replayed over the log, and each decision that changes is named', async () => {
    const { client } = await startSidecar({ home: tempFolder() })
    const asked = await client.call('tool/call', call)
    await client.call('tool/call', { ...call, input: { name: 'EDITOR', value: 'vi' } })
    const report = await client.call('policy/backtest', { text })
    expect(report).toMatchObject({
      decisions: 2,
      before: { ask: 2 },
      after: { ask: 1, deny: 1 },
      changed: 1,
      changes: [{ call: asked.callId, from: 'ask', to: 'deny', rules: ['no-pager'] }],
    })
    expect(await client.call('policy/backtest', {})).toMatchObject({ decisions: 2, changed: 0 })
  })
})

describe('[policy.user-rules] the command line', () => {
  const run = (home: string, ...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const env = { ...process.env, STEWARD_HOME: home }
      execFile(process.execPath, [mainScript, ...args], { env, cwd: home }, (fault, out, err) =>
        resolve({ code: typeof fault?.code === 'number' ? fault.code : 0, out, err }),
      )
    })

  it('tests, tries and sets a file, and says which line is wrong', async () => {
    const home = tempFolder()
    mkdirSync(join(home, 'work'))
    writeFileSync(join(home, 'good.jsonc'), `// mine\n${text}`)
    writeFileSync(join(home, 'bad.jsonc'), `// mine\n${text.replace('"deny"', '"never"')}`)
    expect(await run(home, 'policy', 'test')).toMatchObject({ code: 0, out: 'You have no rule files.\n' })
    expect(await run(home, 'policy', 'test', 'good.jsonc')).toMatchObject({
      code: 0,
      out: 'good.jsonc: 1 rule, and every example comes out as it says.\n',
    })
    for (const verb of ['test', 'backtest', 'set']) {
      const { code, err } = await run(home, 'policy', verb, 'bad.jsonc')
      expect([code, err]).toEqual([2, expect.stringContaining('bad.jsonc, line 9: rule "no-pager": decision: ')])
    }
    expect(await run(home, 'policy', 'test', 'none.jsonc')).toMatchObject({ code: 5 })
    await run(home, 'call', 'set_env', 'name=PAGER', 'value=less', '--no-wait')
    const tried = await run(home, 'policy', 'backtest', 'good.jsonc')
    expect(tried.out).toMatch(/^1 decision on record, 0 would have been another:/)
    expect((await run(home, 'policy', 'set', 'good.jsonc')).out).toMatch(/^The rules are in force\./)
    const listed = await run(home, 'policy', 'rules', '--json')
    expect(JSON.parse(listed.out)).toMatchObject({ rules: expect.arrayContaining([{ ...listedRule }]), refused: [] })
    expect((await run(home, 'policy', 'explain', 'set_env', 'name=PAGER', 'value=x')).out).toContain('The pager stays.')
    writeFileSync(join(home, 'config/rules/rules.jsonc'), 'x')
    const refused = await run(home, 'policy', 'rules')
    expect(refused.err).toMatch(/Refused: .*rules\.jsonc, line 1: is not JSON.*its former rules \(1\) stay in force/)
    expect((await run(home, 'policy', 'test')).code).toBe(1)
  })

  const listedRule = {
    ...{ id: 'no-pager', effect: 'writeEnv', target: 'PAGER', decision: 'deny', why: 'The pager stays.' },
    ...{ source: 'user', floor: false },
  }
})
