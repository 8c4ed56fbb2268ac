// Grants that hold so many times a day: whose day it is, when it begins, and what a restart makes of it.
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../sidecar/kernel/define.ts'
import type { GrantRequest } from '../../sidecar/kernel/standing.ts'
import { reaches, ruleFor, spyPort, world } from './harness.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const mail = defineTool({
  name: 'mail',
  summary: 'x',
  category: 'system',
  output: z.unknown(),
  examples: [{ to: 'a@acme.com' }],
  input: z.object({ to: z.string() }),
  effects: { sendMail: ({ to }: { to: string }) => [to] } as never,
  run: () => 'done',
})

/** A kernel whose clock and zone the test sets. */
function mailing(at: string, zone = 'Europe/Berlin') {
  const clock = { now: Date.parse(at), zone }
  const made = world({
    ...{ tools: [mail], ports: [spyPort('sendMail').port], rules: [ruleFor('sendMail', 'ask')] },
    now: () => clock.now,
    zone: () => clock.zone,
  })
  const grant = (more: Partial<GrantRequest>) =>
    made.kernel.standing.create({ kind: 'sendMail', pattern: '*@acme.com', ...more })
  const send = async (callId?: string) => {
    const input = { to: 'a@acme.com' }
    return (await made.kernel.executor.execute({ tool: 'mail', input, ...(callId ? { callId } : {}) })).state
  }
  const states = async (count: number) => {
    const found: string[] = []
    for (let i = 0; i < count; i++) found.push(await send())
    return found.join(' ')
  }
  const today = () => made.kernel.standing.list(true).map(({ used, usedToday }) => ({ used, usedToday }))
  return { made, clock, grant, send, states, today }
}

describe('[grant.daily] a grant for so many times a day', () => {
  test('is used up for today, and is whole again after midnight where the user is, not elsewhere', async () => {
    // 22:30 in Berlin, which is 20:30 in UTC.
    const { clock, grant, states, today, made } = mailing('2026-07-01T20:30:00Z')
    grant({ perDay: 2 })
    expect(await states(3)).toBe('done done waiting')
    expect(today()).toEqual([{ used: 2, usedToday: 2 }])
    clock.now += 89 * MINUTE
    expect(await states(1)).toBe('waiting')
    // Not used up for good, so it is still in the list.
    expect(made.kernel.standing.list(false)).toHaveLength(1)
    clock.now += MINUTE
    expect(today()).toEqual([{ used: 2, usedToday: 0 }])
    expect(await states(3)).toBe('done done waiting')
    // Midnight in UTC is nothing to it.
    clock.now = Date.parse('2026-07-02T00:00:00Z')
    expect(await states(1)).toBe('waiting')
    expect(today()).toEqual([{ used: 4, usedToday: 2 }])
  })

  test.each([
    ['23 hours long', '2026-03-28T23:00:00Z', 23],
    ['25 hours long', '2026-10-24T22:00:00Z', 25],
  ])('holds to the end of a day that is %s', async (_what, midnight, hours) => {
    const { clock, grant, states } = mailing(midnight)
    grant({ perDay: 2 })
    expect(await states(1)).toBe('done')
    clock.now = Date.parse(midnight) + hours * HOUR - 1
    expect(await states(2)).toBe('done waiting')
    clock.now += 1
    expect(await states(3)).toBe('done done waiting')
  })

  test('goes by the zone as it is set now', async () => {
    const { clock, grant, states } = mailing('2026-07-01T22:30:00Z', 'UTC')
    grant({ perDay: 1 })
    expect(await states(1)).toBe('done')
    clock.now += 30 * MINUTE
    // In both zones the use half an hour ago was today; four hours on it is only where it is still the same day.
    for (const zone of ['UTC', 'Europe/Berlin']) {
      clock.zone = zone
      expect(await states(1)).toBe('waiting')
    }
    clock.now += 4 * HOUR
    expect(await states(1)).toBe('waiting')
    clock.zone = 'UTC'
    expect(await states(1)).toBe('done')
  })

  test('ends with its number in all and with its time, whichever comes first', async () => {
    const { clock, grant, states, made } = mailing('2026-07-01T10:00:00Z')
    grant({ perDay: 2, times: 3 })
    expect(await states(3)).toBe('done done waiting')
    clock.now += 24 * HOUR
    expect(await states(2)).toBe('done waiting')
    expect(made.kernel.standing.list(false)).toEqual([])
    grant({ perDay: 5, until: clock.now + HOUR })
    expect(await states(1)).toBe('done')
    clock.now += HOUR
    expect(await states(1)).toBe('waiting')
  })

  test('is as used up after a restart as before, and revoked it covers nothing', async () => {
    const { made, clock, grant, states, today } = mailing('2026-07-01T10:00:00Z')
    const { id } = grant({ perDay: 2 })
    expect(await states(1)).toBe('done')
    made.restart()
    expect(today()).toEqual([{ used: 1, usedToday: 1 }])
    expect(await states(2)).toBe('done waiting')
    clock.now += 13 * HOUR
    made.restart()
    expect(today()).toEqual([{ used: 2, usedToday: 0 }])
    expect(await states(1)).toBe('done')
    made.kernel.standing.revoke(id)
    expect(await states(1)).toBe('waiting')
  })

  test('is charged with the moment, and once however often and on whatever day the call is entered', async () => {
    const { made, clock, grant, send } = mailing('2026-07-01T21:59:00Z')
    const { id } = grant({ perDay: 1 })
    expect(await send('once')).toBe('done')
    const store = made.restart().journal.store
    const uses = () => store.db.prepare('SELECT grant_id, call, at FROM grant_uses').all()
    expect(uses()).toEqual([{ grant_id: id, call: 'once', at: clock.now }])
    // Cut off, and entered again on the next day after another call had used that day up.
    store.db.exec(`UPDATE calls SET state = 'running', finished_at = NULL WHERE id = 'once'`)
    clock.now += 2 * MINUTE
    expect(await send('other')).toBe('done')
    expect(await made.restart().recover()).toBe(1)
    await reaches(made.kernel, 'once', 'done')
    expect(made.kernel.standing.list(true)).toMatchObject([{ used: 2, usedToday: 1 }])
  })

  test('given with an answer is on record with its limit', async () => {
    const { made, states, send } = mailing('2026-07-01T10:00:00Z')
    expect(await send()).toBe('waiting')
    const [{ id, hash } = { id: '', hash: '' }] = made.kernel.approvals.list(false, 1)
    await made.kernel.answers.decide({ id, hash, decision: 'allow', grant: { perDay: 2 } })
    expect(await states(3)).toBe('done done waiting')
    made.kernel.journal.flush()
    const [record] = made.kernel.journal.audit.query(({ type }) => type === 'grant.created', 1)
    expect(record).toMatchObject({ perDay: 2, effects: [{ kind: 'sendMail', target: 'a@acme.com' }] })
  })
})
