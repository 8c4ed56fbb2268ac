// tool/*
import { meaning } from '../../policy/effects.ts'
import type { Runnable } from '../kernel/define.ts'
import type { CallView } from '../kernel/view.ts'
import { toView } from '../text/errors.ts'
import type { Api, ApiParts } from './types.ts'

type ToolMethods =
  | 'tool/list'
  | 'tool/describe'
  | 'tool/export'
  | 'tool/call'
  | 'tool/batch'
  | 'tool/enable'
  | 'tool/reload'
  | 'tool/stats'

export const toolApi = (parts: ApiParts): Api<ToolMethods> => {
  const { kernel, settings, ready } = parts
  const { registry, executor, stats } = kernel
  return {
    'tool/list': async ({ category, query }) => {
      await ready()
      return { tools: registry.list({ category, query }) }
    },
    'tool/describe': async ({ tool }) => {
      await ready()
      const { summary, how } = registry.entry(tool)
      const figures = stats.of(summary.name)
      if (summary.source === 'stub')
        return {
          ...summary,
          version: 0,
          input: {},
          output: {},
          examples: [],
          idempotent: false,
          timeoutMs: 0,
          stats: figures,
          ...(how === undefined ? {} : { how }),
        }
      const { version, examples, idempotent, timeoutMs, file, ...runnable } = await registry.load(summary.name)
      return {
        ...summary,
        version,
        ...runnable.schemas(),
        examples: [...examples],
        idempotent,
        timeoutMs,
        stats: figures,
        ...(file === undefined ? {} : { file }),
      }
    },
    'tool/export': async ({ format, tools }) => {
      await ready()
      const names =
        tools ??
        registry
          .list()
          .filter((tool) => tool.source !== 'stub' && tool.enabled)
          .map((tool) => tool.name)
      const loaded = await Promise.all(names.map((name) => registry.get(name)))
      const { exportTools } = await import('../kernel/export.ts')
      return { tools: exportTools(format, loaded, hints) }
    },
    'tool/call': (params) => {
      const waiting = ready()
      return waiting ? waiting.then(() => executor.execute(params)) : executor.execute(params)
    },
    'tool/batch': async ({ calls, session, ask }) => {
      await ready()
      const failed = (tool: string, thrown: unknown): CallView => ({
        ...{ callId: '', tool, session: session ?? '', state: 'failed', ok: false, error: toView(thrown) },
        ...{
          createdAt: Date.now(),
          startedAt: Date.now(),
          durationMs: 0,
          receipt: { score: 1, lines: [] },
          attachments: [],
        },
        labels: { trust: 'own', secrecy: 'private' },
      })
      const running = calls.map((call) =>
        executor.execute({ ...call, session, ask }).catch((thrown) => failed(call.tool, thrown)),
      )
      return { calls: await Promise.all(running) }
    },
    'tool/enable': async ({ tool, enabled }) => {
      await ready()
      const { name } = registry.entry(tool).summary
      const others = settings.current.tools.disabled.filter((one) => one !== name)
      await settings.set('tools.disabled', enabled ? others : [...others, name])
      return { ok: true }
    },
    'tool/reload': () => executor.execute({ tool: 'reload_tools', input: {} }),
    'tool/stats': ({ tool }) => ({ stats: tool === undefined ? stats.all() : [stats.of(registry.resolve(tool))] }),
  }
}

const hints = (tool: Runnable) => ({
  changes: tool.kinds.some((kind) => meaning(kind).changes),
  leaves: tool.kinds.some((kind) => meaning(kind).leaves),
})
