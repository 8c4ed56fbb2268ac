// intent/run
import type { Api, ApiParts } from './types.ts'

export const intentApi = ({ kernel, ready, spoken }: ApiParts): Api<'intent/run'> => {
  // Made at the first sentence: no start pays for it.
  const load = async () => {
    const { Intents } = await import('../kernel/intent.ts')
    return new Intents(kernel.registry, spoken)
  }
  let intents: ReturnType<typeof load> | undefined
  return {
    'intent/run': async ({ text, session, run, callId, ask }) => {
      await ready()
      intents ??= load()
      const where = kernel.sessions.get(session)
      const { call, ...understood } = await (await intents).understand(text, where.id)
      if (!call) return understood
      const meant = { ...understood, tool: call.tool, input: call.shown }
      if (!run) return meant
      kernel.heard.said(where, call.said)
      const { tool, input } = call
      return {
        ...meant,
        call: await kernel.executor.execute({ tool, input, session: where.id, callId, ask, by: 'hand' }),
      }
    },
  }
}
