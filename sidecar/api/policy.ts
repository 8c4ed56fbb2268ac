// policy/*
import type { LoadedRule } from '../../policy/rules.ts'
import type { Api, ApiParts } from './types.ts'

export const policyApi = ({ kernel, ready }: ApiParts): Api<'policy/explain' | 'policy/rules'> => ({
  'policy/explain': async ({ tool, input, session }) => {
    await ready()
    const { effects, decision, receipt, why, hash } = await kernel.executor.explain({ tool, input, session })
    return { tool: kernel.registry.resolve(tool), decision, effects, receipt, why, hash }
  },
  'policy/rules': () => ({ rules: kernel.bridge.rules.map(viewRule) }),
})

function viewRule({ id, effect, tool, target, decision, why, source, floor }: LoadedRule) {
  return {
    ...{ id, decision, why, source, floor: floor ?? false },
    ...(effect === undefined ? {} : { effect: effect.join(', ') }),
    ...(tool === undefined ? {} : { tool }),
    ...(target === undefined ? {} : { target }),
  }
}
