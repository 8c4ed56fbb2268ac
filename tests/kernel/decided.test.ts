import { expect, test } from 'vitest'
import * as z from 'zod'
import { type Recorded, startBacktest } from '../../policy/backtest.ts'
import { ruleFacts } from '../../policy/rulefile.ts'
import type { LoadedRule } from '../../policy/rules.ts'
import { defineTool } from '../../sidecar/kernel/define.ts'
import { ruleFor, spyPort, world } from './harness.ts'

const shape = { summary: 'x', category: 'system' as const, input: z.object({}), output: z.unknown(), examples: [{}] }
const set = defineTool({
  ...{ ...shape, name: 'set' },
  effects: { writeEnv: () => ['A', 'B'] },
  run: async (_input, { writeEnv }) => void (await writeEnv('A', 'v')),
})
const look = defineTool({ ...shape, name: 'look', effects: { readEnv: () => ['A'] }, run: () => 1 })

/** What a kernel puts on record about calls in the session "work", at 23:10 on a Sunday. */
async function recorded(decision: 'allow' | 'ask' | 'deny'): Promise<Recorded[]> {
  const facts = (target: string) => (target === 'A' ? { outside: true } : { sensitive: true })
  const { kernel } = world({
    tools: [set, look],
    ports: [spyPort('writeEnv', { facts }).port, spyPort('readEnv').port],
    rules: [ruleFor('writeEnv', decision)],
    now: () => Date.UTC(2026, 0, 4, 23, 10),
  })
  const session = kernel.sessions.open('work', undefined, undefined).id
  await kernel.executor.execute({ tool: 'look', input: {}, session })
  await kernel.executor.execute({ tool: 'set', input: {}, session })
  kernel.journal.flush()
  return kernel.journal.audit.query((record) => record.tool === 'set' && record.rules !== undefined, 10).reverse()
}

const rule = (more: Partial<LoadedRule>): LoadedRule => ({
  ...{ id: 'tried', decision: 'deny', why: 'x', source: 'user', match: [], notMatch: [] },
  ...more,
})

/** Whether a rule would have spoken, with nothing known but the record. */
function speaks(records: readonly Recorded[], tried: LoadedRule) {
  const test = startBacktest({
    ...{ current: [], rules: [tried], most: 10 },
    local: () => ({ minute: 0, day: 'mon' }),
    session: () => undefined,
  })
  for (const one of records) test.take(one)
  const { after, lacking } = test.report()
  return { speaks: after.deny === 1, lacking }
}

test('[policy.backtest-whole] a decision is on record with the name of the session, the hour, the labels and the facts', async () => {
  const [record] = await recorded('allow')
  expect(record).toMatchObject({
    sessionName: 'work',
    labels: { trust: 'untrusted', secrecy: 'private' },
    local: { minute: 1390, day: 'sun' },
    facts: [
      ['outside', 'firstTime'],
      ['sensitive', 'firstTime'],
    ],
  })
})

test.each(['allow', 'ask', 'deny'] as const)(
  '[policy.backtest-whole] whatever a rule asks for, a record of "%s" answers it',
  async (decision) => {
    const records = await recorded(decision)
    // A rule that is replaced by the score says nothing more about what was denied before.
    const yes = { speaks: true, lacking: {} }
    const no = { speaks: decision === 'deny', lacking: {} }
    for (const fact of ruleFacts) {
      const holds = ['outside', 'sensitive', 'firstTime'].includes(fact)
      expect(speaks(records, rule({ when: { [fact]: true } }))).toEqual(holds ? yes : no)
    }
    expect(speaks(records, rule({ session: 'work' }))).toEqual(yes)
    expect(speaks(records, rule({ session: 'home' }))).toEqual(no)
    expect(speaks(records, rule({ hours: { from: '23:00', to: '23:30' }, days: ['sun'] }))).toEqual(yes)
    expect(speaks(records, rule({ hours: { from: '00:00', to: '01:00' }, days: ['mon'] }))).toEqual(no)
    expect(speaks(records, rule({ label: { trustAtMost: 'known' } }))).toEqual(yes)
    expect(speaks(records, rule({ label: { secrecyAtLeast: 'secret' } }))).toEqual(no)
  },
)
