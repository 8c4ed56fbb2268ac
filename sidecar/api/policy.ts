// policy/*
import { type Recorded, startBacktest } from '../../policy/backtest.ts'
import { localTime } from '../../policy/hours.ts'
import { conditions, type LoadedRule } from '../../policy/rules.ts'
import type { ParamsOf, ResultOf } from '../protocol/methods.ts'
import type { Api, ApiParts } from './types.ts'

type Names = 'policy/explain' | 'policy/rules' | 'policy/source' | 'policy/setRules' | 'policy/backtest'

export const policyApi = (parts: ApiParts): Api<Names> => {
  const { kernel, ready, rules } = parts
  return {
    'policy/explain': async ({ tool, input, session, by }) => {
      await ready()
      const { effects, decision, receipt, why, hash } = await kernel.executor.explain({ tool, input, session, by })
      return { tool: kernel.registry.resolve(tool), decision, effects, receipt, why, hash }
    },
    'policy/rules': () => ({ rules: kernel.bridge.rules.map(viewRule), refused: [...rules.refused] }),
    'policy/source': () => ({ files: rules.source().map((file) => ({ ...file, own: true as const })) }),
    'policy/setRules': async ({ text, name, check }) => {
      if (check) return { files: await rules.test(text, name) }
      const done = await rules.set(text, name)
      await kernel.journal.durable(true)
      return done
    },
    'policy/backtest': (params) => backtest(parts, params),
  }
}

/** How many records are looked at before others get their turn. */
const STEP = 200

async function backtest(
  { kernel, rules, records, settings }: ApiParts,
  { text, name, limit }: ParamsOf<'policy/backtest'>,
): Promise<ResultOf<'policy/backtest'>> {
  const current = kernel.bridge.rules
  const zone = settings.current.zone ?? Temporal.Now.timeZoneId()
  const names = new Map(kernel.sessions.list().map(({ id, name }) => [id, name]))
  const test = startBacktest({
    current,
    rules: text === undefined ? current : await rules.try(text, name),
    local: (at) => localTime(at, zone),
    session: (id) => names.get(id),
    most: limit,
  })
  kernel.journal.flush()
  let looked = 0
  for (const record of records()) {
    test.take(record as Recorded)
    if (++looked % STEP === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  return test.report()
}

function viewRule(rule: LoadedRule) {
  const { id, effect, tool, target, decision, why, source, floor } = rule
  const when = conditions(rule)
  return {
    ...{ id, decision, why, source, floor: floor ?? false },
    ...(effect === undefined ? {} : { effect: effect.join(', ') }),
    ...(tool === undefined ? {} : { tool }),
    ...(target === undefined ? {} : { target }),
    ...(when === '' ? {} : { when }),
  }
}
