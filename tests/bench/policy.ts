// How fast a decision is with few and with very many rules, against the same decision with none.
import { type DecideInput, decide } from '../../policy/decide.ts'
import { effectKinds } from '../../policy/effects.ts'
import { fresh } from '../../policy/flow.ts'
import { defaultRules, type LoadedRule } from '../../policy/rules.ts'
import { type EffectFacts, score } from '../../policy/score.ts'
import type { Bench, Row } from './measure.ts'

const ROUNDS = 5000
const AIM_US = 2000

const decisions = ['allow', 'warn', 'ask', 'deny'] as const
const kinds = Object.keys(effectKinds)

/** Rules as people write them: folders, addresses, hosts and tools; every tenth speaks about every kind. */
function manyRules(count: number): LoadedRule[] {
  const shapes = [
    (at: number) => ({ target: `/home/ana/projects/p${at}/**` }),
    (at: number) => ({ target: `*@company${at}.example` }),
    (at: number) => ({ target: `person${at}@example.org` }),
    (at: number) => ({ target: `https://host${at}.example/**`, session: 'work-*' }),
    (at: number) => ({ tool: `tool_${at}_*`, target: `**/file${at}.txt` }),
  ]
  return Array.from({ length: count }, (_, at) => ({
    ...{ id: `r${at}`, decision: decisions[at % 4] ?? 'ask', why: 'Because.', source: 'user' as const },
    ...(at % 10 === 0 ? {} : { effect: [kinds[at % kinds.length] ?? 'readFile', 'sendMail', 'writeFile'] }),
    ...shapes[at % shapes.length]?.(at),
    ...{ match: [], notMatch: [] },
  }))
}

const targets: EffectFacts[] = [
  { kind: 'sendMail', target: 'somebody@company501.example' },
  { kind: 'writeFile', target: '/home/ana/projects/p500/src/main.ts', undoable: true },
  { kind: 'readFile', target: '/home/ana/notes/a.md' },
  { kind: 'fetchUrl', target: 'https://host503.example/a/b?c=d', firstTime: true },
]

/** Milliseconds of each decision. */
function measure(rules: readonly LoadedRule[]): number[] {
  const inputs = targets.map((effect): DecideInput => {
    const effects = [effect, { kind: 'readFile' as const, target: '/home/ana/b.md' }]
    return {
      ...{ tool: 'any', effects, receipt: score(effects), rules, grants: [], flow: { labels: fresh }, now: 0 },
      ...{ session: 'work-1', local: { minute: 600, day: 'mon' as const } },
    }
  })
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const input = inputs[round % inputs.length]
    if (!input) continue
    const begun = performance.now()
    decide(input)
    times.push(performance.now() - begun)
  }
  return times.sort((a, b) => a - b)
}

export const policyBench: Bench = {
  name: 'policy',
  async run() {
    // The index is built with the first decision; it is not part of the others.
    const sets = [10, 1000, 10_000].map((count) => ({
      what: `${count.toLocaleString('en')} rules`,
      rules: [...defaultRules(), ...manyRules(count)],
    }))
    // Found by what stands in the middle.
    const bare10k = manyRules(10_000).map(
      (rule, at): LoadedRule => ({ ...rule, tool: undefined, target: `**p${at}**` }),
    )
    sets.push({ what: '10,000 rules like **x**', rules: bare10k })
    for (const rules of [[], ...sets.map((set) => set.rules)]) measure(rules)
    const rate = (times: readonly number[]) => times.length / times.reduce((sum, time) => sum + time, 0)
    const bare = rate(measure([]))
    return sets.flatMap(({ what, rules }): Row[] => {
      const times = measure(rules)
      const p99 = times[Math.floor(times.length * 0.99)] ?? 0
      return [
        { name: `decisions, ${what}`, ours: rate(times), peer: bare, unit: '/ms', peerName: 'no rules' },
        {
          name: `p99 of a decision, ${what}`,
          ours: p99 * 1000,
          peer: AIM_US,
          unit: 'µs',
          peerName: 'the aim',
          aim: { most: 1 },
        },
      ]
    })
  },
}
