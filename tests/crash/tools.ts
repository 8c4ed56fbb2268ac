// Tools that act in every way in which a kill could make an act be lost or be done twice.
import * as z from 'zod'
import type { EffectKind } from '../../policy/effects.ts'
import type { CatalogEntry, RunContext, Tool } from '../../sidecar/kernel/define.ts'
import type { Question } from '../../sidecar/ports/types.ts'
import { die } from './kill.ts'

type Act = (target: string) => Promise<void>
interface Acts {
  writeTasks: Act
  notify: Act
  sendMail: Act & { along(target: string, next: string): Promise<void> }
  readVault: ((target: string) => Promise<string>) & { slow(target: string): Promise<string> }
  writeVault(target: string, text: string): Promise<void>
  askUser(who: 'user', question: Question): Promise<string[]>
}
interface Input {
  at: string
}
type Run = (input: Input, ports: Acts, context: RunContext, prepared: never) => Promise<unknown>
type Targets = (input: Input, prepared: never) => string[]

const tool = (name: string, effects: Partial<Record<EffectKind, Targets>>, run: Run, more: object = {}): Tool => ({
  name,
  summary: `Acts: ${name}.`,
  category: 'custom',
  input: z.object({ at: z.string() }),
  output: z.unknown(),
  effects: effects as never,
  examples: [{ at: 'a' }],
  run: (async (...given: Parameters<Run>) => (await run(...given)) ?? 'done') as never,
  ...more,
})

const steps =
  (count: number): Targets =>
  ({ at }) =>
    Array.from({ length: count }, (_, n) => `${at}/${n + 1}`)
const generation = process.env.STEWARD_TEST_GENERATION ?? '1'

export const tools: readonly Tool[] = [
  tool('think', {}, async ({ at }) => at),
  tool('act_once', { writeTasks: steps(1) }, ({ at }, { writeTasks }) => writeTasks(`${at}/1`)),
  tool('act_thrice', { writeTasks: steps(3) }, async (input, { writeTasks }) => {
    for (const target of steps(3)(input, undefined as never)) await writeTasks(target)
  }),
  tool('act_together', { writeTasks: steps(3) }, async (input, { writeTasks }) => {
    await Promise.all(steps(3)(input, undefined as never).map(writeTasks))
  }),
  tool('act_blind', { notify: steps(1) }, ({ at }, { notify }) => notify(`${at}/1`)),
  tool('act_blind_last', { writeTasks: steps(1), notify: steps(1) }, async ({ at }, { writeTasks, notify }) => {
    await writeTasks(`${at}/1`)
    await notify(`${at}/1`)
  }),
  tool('act_again', { writeVault: steps(1) }, ({ at }, { writeVault }) => writeVault(`${at}/1`, 'written')),
  tool('act_approved', { sendMail: steps(1) }, ({ at }, { sendMail }) => sendMail(`${at}/1`)),
  tool('act_along', { sendMail: steps(1) }, ({ at }, { sendMail }) => sendMail.along(`${at}/1`, `${at}/far`)),
  // Asks while something else is still under way.
  tool('act_beside', { sendMail: steps(1), readVault: ({ at }) => [at] }, ({ at }, { sendMail, readVault }) =>
    Promise.all([sendMail.along(`${at}/1`, `${at}/far`), readVault.slow(at)]),
  ),
  tool('act_asked', { writeTasks: steps(2), askUser: () => ['user'] }, async ({ at }, { writeTasks, askUser }) => {
    await writeTasks(`${at}/1`)
    const [answer] = await askUser('user', { question: `What now, ${at}?` })
    await writeTasks(`${at}/2`)
    return answer
  }),
  tool('act_slept', { writeTasks: steps(2) }, async ({ at }, { writeTasks }, { clock }) => {
    await writeTasks(`${at}/1`)
    await clock.sleep(2000)
    await writeTasks(`${at}/2`)
  }),
  tool('act_asked_often', { writeTasks: steps(1), askUser: () => ['user'] }, async ({ at }, ports) => {
    for (let n = 1; n <= 4; n++) await ports.askUser('user', { question: `${n}` })
    await ports.writeTasks(`${at}/1`)
  }),
  tool(
    'act_prepared',
    { readVault: ({ at }) => [at], sendMail: ({ at }, text) => [`${at}/${text}`] },
    ({ at }, { sendMail }, _context, text) => sendMail(`${at}/${text}`),
    { prepare: async ({ at }: Input, { readVault }: Acts) => `${await readVault(at)}!` },
  ),
  tool('act_diverging', { writeTasks: steps(4), askUser: () => ['user'] }, async ({ at }, { writeTasks, askUser }) => {
    await writeTasks(`${at}/1`)
    // Swallows what it is told, and tries to go on.
    await writeTasks(`${at}/${generation === '1' ? 2 : 3}`).catch(() => {})
    await askUser('user', { question: 'Go on?' }).catch(() => {})
    await writeTasks(`${at}/4`)
  }),
  tool('kill_run', { writeTasks: steps(1) }, async () => die()),
  tool('kill_after_act', { writeTasks: steps(1) }, async ({ at }, { writeTasks }) => {
    await writeTasks(`${at}/1`)
    die()
  }),
  tool('kill_prepare', { readVault: ({ at }) => [at] }, async () => {}, { prepare: () => die() }),
]

export const catalog: readonly CatalogEntry[] = tools.map(({ name, summary, category, effects }) => ({
  ...{ name, summary, category, aliases: [], family: 'crash' },
  effects: Object.keys(effects) as EffectKind[],
}))
