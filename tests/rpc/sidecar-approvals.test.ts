// Approvals in the real process, with two clients at once.
import { describe, expect, it } from 'vitest'
import { type Client, openClient } from '../../sidecar/rpc/client.ts'
import type { WireEvent } from '../../sidecar/rpc/connection.ts'
import { connectSocket } from '../../sidecar/rpc/socket.ts'
import { resolvePaths } from '../../sidecar/store/paths.ts'
import { startSidecar, tempFolder, until } from './process.ts'

/** A sidecar with a window on stdio and a terminal on the socket. */
async function both() {
  const home = tempFolder()
  const sidecar = await startSidecar({ home })
  const { socket } = resolvePaths({ STEWARD_HOME: home })
  // A moment lies between the file and somebody who listens behind it.
  const ends = await until('the socket is there', () => connectSocket(socket).catch(() => undefined))
  const heard: WireEvent[] = []
  const other = openClient({ ...ends, onEvent: (event) => void heard.push(event) })
  await other.initialize({ name: 'terminal', version: '1' })
  return { home, sidecar, one: sidecar.client, other, heard }
}

async function ask(client: Client, ...names: string[]) {
  for (const name of names)
    await client.call('tool/call', { tool: 'set_env', input: { name: `PLAIN_TEST_${name}`, value: 'x' } })
  return (await client.call('approval/list', {})).approvals
}

describe('[approval.first] answers from two clients at once', () => {
  it('have one winner for each question, and the other is told who and what', async () => {
    const { sidecar, one, other, heard } = await both()
    const names = ['A', 'B', 'C', 'D', 'E', 'F']
    for (const { id, hash, callId } of await ask(one, ...names)) {
      const race = await Promise.allSettled([
        one.call('approval/decide', { id, hash, decision: 'allow' }),
        other.call('approval/decide', { id, hash, decision: 'deny' }),
      ])
      const lost = race.filter((each) => each.status === 'rejected')
      expect(lost).toHaveLength(1)
      const winner =
        race[0]?.status === 'fulfilled' ? { by: 'test', state: 'allowed' } : { by: 'terminal', state: 'denied' }
      expect(lost[0]?.reason).toMatchObject({
        data: { code: 'STALE_APPROVAL' },
        message: `Approval ${id} was ${winner.state} already, by ${winner.by}.`,
      })
      const { state } = await one.call('call/show', { callId, wait: true })
      expect(state).toBe(winner.state === 'allowed' ? 'done' : 'failed')
      for (const events of [sidecar.events, heard]) {
        const told = await until('both are told', () => {
          const found = events.filter(
            ({ event, data }) => event === 'approval/resolved' && (data as { id: string }).id === id,
          )
          return found.length > 0 ? found : undefined
        })
        expect(told).toMatchObject([{ data: { state: winner.state, answeredBy: winner.by } }])
      }
    }
  })

  it('in batches that overlap have one winner for each question too', async () => {
    const { one, other } = await both()
    const open = await ask(one, 'A', 'B', 'C', 'D')
    const answers = open.map(({ id, hash }) => ({ id, hash, decision: 'allow' as const }))
    const [first, second] = await Promise.all([
      one.call('approval/decideMany', { answers }),
      other.call('approval/decideMany', { answers: answers.toReversed() }),
    ])
    for (const { id, callId } of open) {
      const results = [...first.answers, ...second.answers].filter((each) => each.id === id)
      expect(results.map((each) => each.error?.code ?? each.approval?.state).sort()).toEqual([
        'STALE_APPROVAL',
        'allowed',
      ])
      expect(await one.call('call/show', { callId, wait: true })).toMatchObject({ state: 'done' })
      expect((await one.call('audit/query', { call: callId, type: 'outcome' })).records).toHaveLength(1)
    }
  })
})

it('[grant.left] a grant says what is left, and one that is suggested is made by hand only', async () => {
  const { one } = await both()
  await one.call('grant/create', { kind: 'writeEnv', pattern: 'PLAIN_TEST_L', times: 2 })
  await one.call('tool/call', { tool: 'set_env', input: { name: 'PLAIN_TEST_L', value: '1' } })
  expect((await one.call('grant/list', {})).grants).toMatchObject([{ times: 2, used: 1, left: 1 }])
  const daily = { kind: 'writeEnv', pattern: 'PLAIN_TEST_D', times: 3, perDay: 5 }
  const { id: dailyId, ...made } = await one.call('grant/create', daily)
  // No more today than there are in all.
  expect(made).toMatchObject({ ...daily, used: 0, left: 3, leftToday: 3 })
  for (const perDay of [0, -1, 1.5])
    await expect(one.call('grant/create', { ...daily, perDay })).rejects.toMatchObject({ code: -32602 })
  await one.call('grant/revoke', { id: dailyId })
  for (let i = 0; i < 3; i++) {
    const [approval] = await ask(one, 'S')
    const { id, hash, callId } = approval ?? { id: '', hash: '', callId: '' }
    await one.call('approval/decide', { id, hash, decision: 'allow' })
    await one.call('call/show', { callId, wait: true })
  }
  const { suggestions } = await one.call('grant/suggest', {})
  expect(suggestions).toMatchObject([{ tool: 'set_env', kind: 'writeEnv', pattern: 'PLAIN_TEST_S', given: 3 }])
  expect((await one.call('grant/list', {})).grants).toHaveLength(1)
  await one.call('grant/dismiss', { id: suggestions[0]?.id ?? '' })
  expect((await one.call('grant/suggest', {})).suggestions).toEqual([])
})

it('[grant.wide] leave for everything is refused with what to do instead', async () => {
  const { one } = await both()
  const refused = { code: -32000, data: { code: 'BAD_INPUT', hint: expect.stringContaining('Name what it is for') } }
  await expect(one.call('grant/create', { kind: 'pay', pattern: '**', times: 1 })).rejects.toMatchObject(refused)
  const unlimited = { code: -32000, data: { code: 'BAD_INPUT', hint: expect.stringContaining('--per-day N') } }
  await expect(one.call('grant/create', { kind: 'sendMail', pattern: '*' })).rejects.toMatchObject(unlimited)
  expect((await one.call('grant/list', { all: true })).grants).toEqual([])
})

it('[attention.budget] the settings hold announcements back at once, and lifting them tells what was held', async () => {
  const { one, sidecar } = await both()
  await one.call('settings/set', { key: 'attention.perHour', value: 1 })
  const told = () => sidecar.events.filter(({ event }) => event === 'approval/requested').length
  const { id: session } = await one.call('session/open', { name: 'other' })
  await ask(one, 'A')
  await one.call('tool/call', { tool: 'set_env', input: { name: 'PLAIN_TEST_B', value: 'x' }, session })
  expect([(await one.call('approval/list', {})).approvals.length, told()]).toEqual([2, 1])
  await one.call('settings/set', { key: 'attention.perHour', value: null })
  await until('the other one is told', () => told() === 2 || undefined)
})
