import { describe, expect, it } from 'vitest'
import { commands } from '../../sidecar/cli/commands.ts'
import { createFake } from './fake.ts'
import { steward } from './harness.ts'

const lines: string[][] = [
  ['tools'],
  ['tools', 'no such thing'],
  ['describe', 'read_file'],
  ['enable', 'sleep'],
  ['disable', 'sleep'],
  ['call', 'current_time'],
  ['call', 'set_env', 'name=A', 'value=b'],
  ['call', 'nothing'],
  ['do', 'what time is it'],
  ['do', 'nothing of the kind'],
  ['calendar', 'occurrences', 'none.ics'],
  ['calendar'],
  ['calendar', 'list'],
  ['calendar', 'show', 'gibberish'],
  ['calendar', 'add', 'lunch tomorrow 12-1'],
  ['calendar', 'add', 'lunch 5/6'],
  ['calendar', 'add', 'lunch', '--dry-run'],
  ['calendar', 'move', 'lunch', 'tomorrow'],
  ['calendar', 'delete', 'cccc', '--all'],
  ['calendar', 'free'],
  ['calendar', 'import', 'none.ics'],
  ['calendar', 'export'],
  ['calendar', 'new', 'Family'],
  ['calendar', 'edit-calendar', 'personal', '--hide'],
  ['calendar', 'remove-calendar', 'personal'],
  ['tasks'],
  ['tasks', 'add', 'milk'],
  ['tasks', 'done', 'rent'],
  ['tasks', 'done', 'rent', 'plants'],
  ['remind', 'call Bob'],
  ['remind', 'list'],
  ['remind', 'snooze', 'bob', '10m'],
  ['accounts'],
  ['accounts', 'sync'],
  ['accounts', 'remove', 'dav'],
  ['approvals'],
  ['approvals', 'show', 'ap_1'],
  ['approvals', 'deny', 'ap_1', '--reason', 'no'],
  ['waiting'],
  ['waiting', 'answer', 'su_9', 'x'],
  ['policy', 'explain', 'set_env', '{"name":"A"}'],
  ['policy', 'rules'],
  ['grants'],
  ['grants', 'create', 'writeEnv', 'EDITOR', '--times', '3'],
  ['grants', 'revoke', 'gr_1'],
  ['audit', 'verify'],
  ['audit', 'query', '--since', '1d'],
  ['calls'],
  ['calls', 'show', 'c_9'],
  ['undo', 'c_9'],
  ['stop'],
  ['release'],
  ['status'],
  ['config'],
  ['config', 'get', 'concurrency'],
  ['config', 'set', 'concurrency', '5'],
  ['config', 'path'],
  ['doctor'],
  ['backup', 'x.tar'],
  ['restore', 'x.tar'],
  ['export', 'openai'],
  ['completion', 'bash'],
  ['autostart', 'status'],
  ['help'],
  ['help', 'call'],
  ['--version'],
  ['nonsense'],
  ['tools', '--nonsense'],
]

describe('[cli.json] --json', () => {
  it.each(lines)('prints exactly one JSON value for %s %s', async (...argv) => {
    const fake = createFake()
    fake.addApproval()
    const { out } = await steward([...argv.filter((word) => word !== undefined), '--json'], { fake })
    expect(out.endsWith('\n')).toBe(true)
    expect(out.trimEnd()).not.toContain('\n')
    expect(JSON.parse(out)).toBeDefined()
  })

  it('covers every command that prints', () => {
    const tried = new Set(lines.map(([name]) => name))
    const printing = commands.filter((command) => !command.hidden && !['serve', 'shell', 'open'].includes(command.name))
    expect(printing.map((command) => command.name).filter((name) => !tried.has(name))).toEqual([])
  })

  it('puts errors into the same shape, with code, message and hint', async () => {
    const { out, err } = await steward(['tols', '--json'])
    expect(JSON.parse(out)).toEqual({
      error: { code: 'BAD_INPUT', message: 'There is no command "tols".', hint: expect.stringContaining('"tools"') },
    })
    expect(err).toBe('')
    const failed = await steward(['call', 'read_file', 'path=forbidden', '--json'])
    expect(JSON.parse(failed.out)).toMatchObject({
      state: 'failed',
      error: { code: 'DENIED', message: 'A rule says no.', hint: 'Mend it.' },
    })
  })

  it('still says on stderr how to answer what waits', async () => {
    const { out, err } = await steward(['call', 'set_env', 'name=A', 'value=b', '--json'])
    const { approvalId, state } = JSON.parse(out)
    expect(state).toBe('waiting')
    expect(err).toContain(`steward approvals allow ${approvalId}`)
  })

  it('asks nobody, not even at a terminal', async () => {
    const { code, out } = await steward(['call', 'set_env', 'name=A', 'value=b', '--json'], { terminal: true })
    expect(code).toBe(4)
    expect(JSON.parse(out).state).toBe('waiting')
  })

  it('works before the command as well as after it', async () => {
    const { out } = await steward(['--json', '--session', 'work', 'call', 'current_time'])
    expect(JSON.parse(out).session).toBe('s_work')
  })
})
