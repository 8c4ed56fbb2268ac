// Several questions answered together, and which of them are alike.
import { expect, test } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../sidecar/kernel/define.ts'
import { reaches, ruleFor, spyPort, world } from './harness.ts'

const setting = (name: string) =>
  defineTool({
    name,
    summary: 'x',
    category: 'system',
    output: z.unknown(),
    examples: [{ name: 'A' }],
    input: z.object({ name: z.string() }),
    effects: { writeEnv: ({ name: target }) => [target] },
    async run({ name: target }, { writeEnv }) {
      await writeEnv(target, 'v')
      return 'set'
    },
  })

async function waiting(...names: string[]) {
  const write = spyPort('writeEnv')
  const w = world({
    tools: [setting('set_it'), setting('put_it')],
    ports: [write.port],
    rules: [ruleFor('writeEnv', 'ask')],
  })
  for (const name of names) await w.kernel.executor.execute({ tool: 'set_it', input: { name } })
  return { ...w, done: write.done, open: w.kernel.approvals.list(false, 100) }
}

test('[approval.batch] each answer has its own result, and one that is stale does not touch the others', async () => {
  const { kernel, open, done } = await waiting('A', 'B', 'C', 'D')
  const [a, b, c, d] = open
  if (!a || !b || !c || !d) throw new Error('too few wait')
  const answers = await kernel.answers.decideMany([
    { id: a.id, hash: a.hash, decision: 'allow', by: 'window' },
    { id: b.id, hash: b.hash, decision: 'deny', reason: 'not that one' },
    { id: c.id, hash: b.hash, decision: 'allow' },
    { id: 'nothing', hash: a.hash, decision: 'allow' },
    { id: a.id, hash: a.hash, decision: 'deny' },
    { id: d.id, hash: d.hash, decision: 'allow' },
  ])
  const said = answers.map((one) => ('error' in one ? one.error.code : one.approval.state))
  expect(said).toEqual(['allowed', 'denied', 'STALE_APPROVAL', 'NOT_FOUND', 'STALE_APPROVAL', 'allowed'])
  expect(answers[4]).toMatchObject({ error: { message: `Approval ${a.id} was allowed already, by window.` } })
  await reaches(kernel, a.callId, 'done')
  await reaches(kernel, d.callId, 'done')
  expect(kernel.executor.find(b.callId).error).toMatchObject({ code: 'DENIED', message: 'You said no: not that one' })
  expect([done.sort(), kernel.approvals.list(false, 9).map((one) => one.id)]).toEqual([['A', 'D'], [c.id]])
})

test('[approval.batch] all of them are on the disk before any of them is told', async () => {
  const { kernel, open } = await waiting(...'ABCDEFGHIJ')
  const count = kernel.journal.store.db.prepare("SELECT count(*) AS n FROM approvals WHERE state = 'open'")
  const openThen: unknown[] = []
  kernel.events.listen(({ event }) => {
    if (event === 'approval/resolved') openThen.push(count.get()?.n)
  })
  await kernel.answers.decideMany(open.map(({ id, hash }) => ({ id, hash, decision: 'allow' })))
  for (const { callId } of open) await reaches(kernel, callId, 'done')
  expect(openThen).toEqual(Array.from({ length: 10 }, () => 0))
})

test('[approval.batch] alike are questions of one session, tool and kinds, whatever the target', async () => {
  const { kernel } = await waiting('A', 'B')
  const other = kernel.sessions.open('other', undefined, undefined)
  await kernel.executor.execute({ tool: 'put_it', input: { name: 'A' } })
  await kernel.executor.execute({ tool: 'set_it', input: { name: 'A' }, session: other.id })
  const groups = kernel.approvals.list(false, 9).map(({ group }) => group)
  expect(groups[0]).toBe(groups[1])
  expect(new Set(groups).size).toBe(3)
})

test('[approval.stopped] while STOP is set no yes is taken, alone or among others, and the questions stay open', async () => {
  const { kernel, open, done } = await waiting('A', 'B', 'C')
  const [a, b, c] = open
  if (!a || !b || !c) throw new Error('too few wait')
  await kernel.answers.stop('enough')
  const yes = { id: a.id, hash: a.hash, decision: 'allow' } as const
  const refused = { code: 'STOPPED', hint: 'Lift it with: steward release' }
  await expect(kernel.answers.decide(yes)).rejects.toMatchObject(refused)
  await expect(kernel.answers.decide({ ...yes, input: { name: 'Z' } })).rejects.toMatchObject(refused)
  const many = await kernel.answers.decideMany([yes, { id: b.id, hash: b.hash, decision: 'deny' }])
  expect(many.map((one) => ('error' in one ? one.error.code : one.approval.state))).toEqual(['STOPPED', 'denied'])
  expect(kernel.approvals.list(false, 9).map(({ id }) => id)).toEqual([a.id, c.id])
  expect(kernel.executor.find(a.callId).state).toBe('waiting')
  kernel.latch.release()
  await kernel.answers.decide(yes)
  await reaches(kernel, a.callId, 'done')
  expect(done).toEqual(['A'])
})
