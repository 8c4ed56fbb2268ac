// What the user's hand does, over the wire: approve, edit, deny, grant, take back, stop.
import fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import { resolvePaths } from '../../sidecar/store/paths.ts'
import { type CallView, eventOf, type Sidecar, startSidecar, tempFolder, until } from './process.ts'

const setEnv = (name: string, value: string | null) => ({ tool: 'set_env', input: { name, value } })

async function asked({ client }: Sidecar, name: string, value: string) {
  const call = await client.call('tool/call', setEnv(name, value))
  expect(call).toMatchObject({ state: 'waiting', approvalId: expect.any(String) })
  return approvalOf({ client } as Sidecar, call)
}

async function approvalOf({ client }: Sidecar, { callId, approvalId }: CallView) {
  const { approvals } = await client.call('approval/list', {})
  const approval = approvals.find(({ id }) => id === approvalId)
  if (!approval) throw new Error(`No open approval for ${callId}`)
  return approval
}

const ended = ({ client }: Sidecar, callId: string) => client.call('call/show', { callId, wait: true })
async function variable({ client }: Sidecar, name: string): Promise<unknown> {
  const { output } = await client.call('tool/call', { tool: 'get_env', input: { names: name } })
  return (output as { values: Record<string, string> }).values[name]
}

describe('[approval.wire] an approval over the wire', () => {
  it('lets exactly the call that was shown run, and taking back restores what was', async () => {
    const sidecar = await startSidecar({ home: tempFolder(), env: { STEWARD_TEST_E: 'before' } })
    const { id, hash, callId, preview } = await asked(sidecar, 'STEWARD_TEST_E', 'after')
    expect(preview).toMatchObject({ title: 'Set STEWARD_TEST_E' })
    expect(await variable(sidecar, 'STEWARD_TEST_E')).toBe('before')
    const { approval } = await sidecar.client.call('approval/decide', { id, hash, decision: 'allow' })
    expect(approval).toMatchObject({ id, state: 'allowed' })
    expect(await ended(sidecar, callId)).toMatchObject({ state: 'done', undoable: true, output: { changed: true } })
    expect(await variable(sidecar, 'STEWARD_TEST_E')).toBe('after')
    expect(await sidecar.client.call('call/undo', { callId })).toMatchObject({ state: 'done', parent: callId })
    expect(await variable(sidecar, 'STEWARD_TEST_E')).toBe('before')
    expect(await ended(sidecar, callId)).toMatchObject({ undoneBy: expect.any(String) })
  })

  it('is refused with another hash, and answered only once', async () => {
    const sidecar = await startSidecar({ home: tempFolder() })
    const { id, hash, callId } = await asked(sidecar, 'STEWARD_TEST_E', 'x')
    const decide = (more: object) => sidecar.client.call('approval/decide', { id, hash, decision: 'allow', ...more })
    const stale = { data: { code: 'STALE_APPROVAL' } }
    await expect(decide({ hash: hash.replace(/./, (digit) => (digit === '0' ? '1' : '0')) })).rejects.toMatchObject(
      stale,
    )
    expect(await ended(sidecar, callId)).toMatchObject({ state: 'waiting' })
    const answers = await Promise.allSettled([decide({}), decide({ decision: 'deny' }), decide({}), decide({})])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(decide({})).rejects.toMatchObject(stale)
    const { state } = await ended(sidecar, callId)
    expect((await sidecar.client.call('audit/query', { call: callId, type: 'outcome' })).records).toHaveLength(1)
    expect(['done', 'failed']).toContain(state)
  })

  it('that is denied ends the call, with the reason', async () => {
    const sidecar = await startSidecar({ home: tempFolder() })
    const { id, hash, callId } = await asked(sidecar, 'STEWARD_TEST_E', 'x')
    const answer = { id, hash, decision: 'deny', reason: 'not today' } as const
    expect(await sidecar.client.call('approval/decide', answer)).toMatchObject({
      approval: { state: 'denied', reason: 'not today' },
      call: { state: 'failed', error: { code: 'DENIED', message: expect.stringContaining('not today') } },
    })
    expect(await variable(sidecar, 'STEWARD_TEST_E')).toBeUndefined()
    expect(await ended(sidecar, callId)).toMatchObject({ state: 'failed' })
  })

  it('with edited input is another question with another hash', async () => {
    const sidecar = await startSidecar({ home: tempFolder() })
    const first = await asked(sidecar, 'STEWARD_TEST_E', 'one')
    const input = { name: 'STEWARD_TEST_F', value: 'two' }
    const { id, hash, callId } = first
    const edited = await sidecar.client.call('approval/decide', { id, hash, decision: 'allow', input })
    expect(edited.approval).toMatchObject({ state: 'open', input, callId })
    expect(edited.approval.id).not.toBe(id)
    expect(edited.approval.hash).not.toBe(hash)
    expect(edited.call).toMatchObject({ state: 'waiting', approvalId: edited.approval.id })
    const next = { id: edited.approval.id, decision: 'allow' } as const
    await expect(sidecar.client.call('approval/decide', { ...next, hash })).rejects.toMatchObject({
      data: { code: 'STALE_APPROVAL' },
    })
    await sidecar.client.call('approval/decide', { ...next, hash: edited.approval.hash })
    expect(await ended(sidecar, callId)).toMatchObject({ state: 'done', input })
    expect(await variable(sidecar, 'STEWARD_TEST_E')).toBeUndefined()
    expect(await variable(sidecar, 'STEWARD_TEST_F')).toBe('two')
    const bad = await asked(sidecar, 'STEWARD_TEST_E', 'three')
    const wrong = { id: bad.id, hash: bad.hash, decision: 'allow', input: { name: 5 } } as const
    await expect(sidecar.client.call('approval/decide', wrong)).rejects.toMatchObject({ data: { code: 'BAD_INPUT' } })
    expect(await approvalOf(sidecar, await ended(sidecar, bad.callId))).toEqual(bad)
  })

  it('that grants two more times is used up after two', async () => {
    const sidecar = await startSidecar({ home: tempFolder() })
    const { id, hash, callId } = await asked(sidecar, 'STEWARD_TEST_E', '0')
    await sidecar.client.call('approval/decide', { id, hash, decision: 'allow', grant: { times: 2 } })
    expect(await ended(sidecar, callId)).toMatchObject({ state: 'done' })
    for (const value of ['1', '2'])
      expect(await sidecar.client.call('tool/call', setEnv('STEWARD_TEST_E', value))).toMatchObject({ state: 'done' })
    expect((await sidecar.client.call('grant/list', { all: true })).grants).toMatchObject([{ times: 2, used: 2 }])
    await asked(sidecar, 'STEWARD_TEST_E', '3')
    expect(await variable(sidecar, 'STEWARD_TEST_E')).toBe('2')
  })

  it('given in advance for two times lets two of five at once run', async () => {
    const sidecar = await startSidecar({ home: tempFolder() })
    await sidecar.client.call('grant/create', { kind: 'writeEnv', pattern: 'PLAIN_TEST_*', times: 2 })
    const names = ['A', 'B', 'C', 'D', 'E'].map((letter) => `PLAIN_TEST_${letter}`)
    const calls = await Promise.all(names.map((name) => sidecar.client.call('tool/call', setEnv(name, 'x'))))
    expect(calls.map(({ state }) => state).sort()).toEqual(['done', 'done', 'waiting', 'waiting', 'waiting'])
  })
})

const slowTool = `
import { z } from 'steward'
export default {
  name: 'hang', summary: 'Hangs.', category: 'custom', input: z.object({}), output: z.any(), examples: [{}],
  effects: { readEnv: () => ['HOME'] },
  run: async (_input, { readEnv }) => { await readEnv('HOME'); return new Promise(() => setInterval(() => {}, 1000)) },
}`
const onLinux = process.platform === 'linux'
const childrenOf = (pid = 0): string[] =>
  onLinux ? fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean) : []

describe('[stop.wire] STOP', () => {
  it('ends what runs with its process, holds over a restart, and is lifted by hand', async () => {
    const home = tempFolder()
    const first = await startSidecar({ home })
    fs.writeFileSync(`${resolvePaths({ STEWARD_HOME: home }).tools}/hang.mjs`, slowTool, { mode: 0o600 })
    const { id, hash, callId } = await approvalOf(first, await first.client.call('tool/reload', {}))
    await first.client.call('approval/decide', { id, hash, decision: 'allow' })
    expect(await ended(first, callId)).toMatchObject({ state: 'done', output: { loaded: [{ tools: ['hang'] }] } })
    const hanging = await first.client.call('tool/call', { tool: 'hang', wait: false })
    const isThis = (one: { callId: string }) => one.callId === hanging.callId
    await eventOf(first, 'call/started', isThis)
    const processes = childrenOf(first.child.pid)
    if (onLinux) expect(processes).not.toEqual([])
    expect(await first.client.call('control/stop', { reason: 'enough' })).toEqual({ stopped: true, aborted: 1 })
    const stopped = await eventOf(first, 'health/changed')
    const finished = await eventOf(first, 'call/finished', isThis)
    expect(finished.data).toMatchObject({ state: 'failed', error: { code: 'STOPPED' } })
    expect(finished.at - stopped.at).toBeLessThan(2000)
    await until('its process is gone', () => processes.every((pid) => !fs.existsSync(`/proc/${pid}`)))
    await first.kill()

    const second = await startSidecar({ home })
    expect(await second.client.call('control/status', {})).toMatchObject({ stopped: true, reason: 'enough' })
    const refused = await second.client.call('tool/call', { tool: 'get_env', input: { names: 'HOME' } })
    expect(refused).toMatchObject({ state: 'failed', error: { code: 'STOPPED' } })
    expect(await second.client.call('tool/call', { tool: 'current_time' })).toMatchObject({ state: 'failed' })
    await second.client.call('control/release', {})
    const allowed = await second.client.call('tool/call', { tool: 'get_env', input: { names: 'HOME' } })
    expect(allowed).toMatchObject({ state: 'done' })
    expect(await second.client.call('audit/verify', {})).toMatchObject({ ok: true })
  })
})
