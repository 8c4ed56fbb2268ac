import { describe, expect, it } from 'vitest'
import { createFake } from './fake.ts'
import { asked, steward } from './harness.ts'

const setEnv = ['call', 'set_env', 'name=EDITOR', 'value=vi']

describe('a call that needs an approval', () => {
  it('[approval.parked] waits where nobody is there, and says exactly how to answer', async () => {
    const fake = createFake()
    const parked = await steward(setEnv, { fake })
    expect(parked.code).toBe(4)
    expect(parked.out).toBe('')
    const command = /steward (approvals allow \S+)/.exec(parked.err)?.[1] ?? ''
    const allowed = await steward(command.split(' '), { fake })
    expect(allowed.code).toBe(0)
    expect(allowed.out).toContain('EDITOR')
    expect(asked(fake, 'approval/decide')).toEqual([{ id: 'ap_1', hash: 'hash-1', decision: 'allow' }])
  })

  it('shows the whole card at a terminal, and later is the default', async () => {
    const fake = createFake()
    const { code, err, out } = await steward([...setEnv, '--no-color'], { fake, terminal: true, types: ['\n'] })
    expect(code).toBe(4)
    expect(out).toBe('')
    for (const part of [
      'set_env wants your leave',
      'Set EDITOR to vi',
      '+EDITOR=vi',
      'writeEnv  EDITOR',
      'everything stays on this computer',
      'can be taken back',
      '5 of 10',
      '+4  sets environment variables',
      '+2  first time for this target',
      '-1  can be undone',
      'No rule speaks of it',
      'steward approvals allow ap_1',
    ])
      expect(err).toContain(part)
    expect(asked(fake, 'approval/decide')).toEqual([])
  })

  it('takes the end of input for later', async () => {
    const { code, fake } = await steward(setEnv, { terminal: true })
    expect(code).toBe(4)
    expect(asked(fake, 'approval/decide')).toEqual([])
  })

  it('goes on with a, with the hash of what was shown', async () => {
    const { code, out, fake } = await steward(setEnv, { terminal: true, types: ['what?\n', 'a\n'] })
    expect(code).toBe(0)
    expect(out).toContain('EDITOR')
    expect(asked(fake, 'approval/decide')).toEqual([{ id: 'ap_1', hash: 'hash-1', decision: 'allow' }])
  })

  it('takes a stray y or n for neither, and says what to type', async () => {
    const types = ['y\n', 'YES\n', 'n\n', 'l\n']
    const { code, err, fake } = await steward(setEnv, { terminal: true, types })
    expect(code).toBe(4)
    expect(err.match(/Type a, or allow, to allow\./g)).toHaveLength(2)
    expect(err).toContain('Type d, or deny, to deny.')
    expect(asked(fake, 'approval/decide')).toEqual([])
  })

  it('ends with d and a reason', async () => {
    const { code, fake } = await steward(setEnv, { terminal: true, types: ['d\n', 'not now\n'] })
    expect(code).toBe(3)
    expect(asked(fake, 'approval/decide')).toMatchObject([{ decision: 'deny', reason: 'not now' }])
  })

  it('goes on with an edited input after e', async () => {
    // The line comes filled in; Ctrl-U empties it.
    const { code, fake } = await steward(setEnv, { terminal: true, types: ['e\n', '\u0015{"name":"PAGER"}\n'] })
    expect(code).toBe(0)
    expect(asked(fake, 'approval/decide')).toMatchObject([{ decision: 'allow', input: { name: 'PAGER' } }])
  })

  it('changes nothing where the edited input is not JSON', async () => {
    const { code, fake, err } = await steward(setEnv, { terminal: true, types: ['e\n', '\u0015{oops\n', 'l\n'] })
    expect(code).toBe(4)
    expect(err).toContain('not JSON')
    expect(asked(fake, 'approval/decide')).toEqual([])
  })

  it('is cancelled by Ctrl-C at the question', async () => {
    const { code, fake } = await steward(setEnv, { terminal: true, types: ['\u0003'] })
    expect(code).toBe(130)
    expect(asked(fake, 'approval/decide')).toEqual([])
    expect(asked(fake, 'call/cancel')).toHaveLength(1)
  })

  it('[approval.shown-whole] never cuts a target, however long', async () => {
    const target = `/home/someone/${'a-very-long-name/'.repeat(20)}end`
    const fake = createFake()
    fake.addApproval({ effects: [{ kind: 'writeFile', target }] })
    const { out } = await steward(['approvals', 'show', 'ap_1', '--no-color'], { fake, terminal: true, columns: 50 })
    expect(out.replace(/\n +/g, '')).toContain(target)
  })
})

describe('answers by command', () => {
  it('carry grants, edits and reasons', async () => {
    const fake = createFake()
    for (let i = 0; i < 3; i++) fake.addApproval({ callId: `c_${i}` })
    await steward(['approvals', 'allow', 'ap_1', '--times', '3', '--per-day', '2', '--until', '2h'], { fake })
    await steward(['approvals', 'allow', 'ap_2', '--edit', '{"name":"X"}'], { fake })
    await steward(['approvals', 'deny', 'ap_3', 'wrong', 'folder'], { fake })
    const [first, second, third] = asked(fake, 'approval/decide') as Record<string, unknown>[]
    expect(first?.grant).toEqual({ times: 3, perDay: 2, until: expect.closeTo(Date.now() + 7_200_000, -5) })
    expect(second).toMatchObject({ decision: 'allow', input: { name: 'X' } })
    expect(third).toMatchObject({ decision: 'deny', reason: 'wrong folder' })
  })

  it('that come second are told so', async () => {
    const fake = createFake()
    fake.addApproval()
    expect((await steward(['approvals', 'allow', 'ap_1'], { fake })).code).toBe(0)
    const again = await steward(['approvals', 'deny', 'ap_1'], { fake })
    expect(again.code).toBe(1)
    expect(again.err).toContain('answered already')
  })
})

describe('a question', () => {
  const ask = ['call', 'ask_user', 'question=Tea or coffee?']

  it('waits where nobody is there, and is answered by command: by words or by number', async () => {
    const fake = createFake()
    const parked = await steward(ask, { fake })
    expect(parked.code).toBe(4)
    expect(parked.err).toContain('steward waiting answer su_1')
    const listed = await steward(['waiting'], { fake })
    expect(listed.out).toContain('Tea or coffee?')
    expect(listed.out).toContain('2  coffee')
    const answered = await steward(['waiting', 'answer', 'su_1', '2'], { fake })
    expect(answered.code).toBe(0)
    await steward(ask, { fake })
    await steward(['waiting', 'answer', 'su_2', 'neither', 'please'], { fake })
    expect(asked(fake, 'suspension/resume')).toEqual([
      { id: 'su_1', answer: ['coffee'] },
      { id: 'su_2', answer: ['neither please'] },
    ])
  })

  it('is put to whoever sits at the terminal', async () => {
    const { code, out, fake } = await steward(ask, { terminal: true, types: ['1\n'] })
    expect(code).toBe(0)
    expect(out).toContain('tea')
    expect(asked(fake, 'suspension/resume')).toEqual([{ id: 'su_1', answer: ['tea'] }])
  })
})

describe('[cli.colours] colours', () => {
  const esc = '\u001b['
  it('are there on a terminal only, and only where they are wanted', async () => {
    expect((await steward(['tools'], { terminal: true })).out).toContain(esc)
    expect((await steward(['tools'])).out).not.toContain(esc)
    expect((await steward(['tools', '--no-color'], { terminal: true })).out).not.toContain(esc)
    expect((await steward(['tools'], { terminal: true, env: { NO_COLOR: '1' } })).out).not.toContain(esc)
  })
})
