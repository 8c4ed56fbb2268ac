// `steward config`
import { need, noMore, pick } from './args.ts'
import type { Action, Answer, Run } from './types.ts'
import { showValue } from './value.ts'
import { visible } from './visible.ts'

const shown = (run: Run, value: unknown): Answer => ({ value, text: showValue(value, run.width, run.paint) })

async function get(run: Run): Promise<Answer> {
  noMore(run.args, 2, 'steward config get [KEY]')
  const key = run.args[1]
  const { settings } = await (await run.client()).call('settings/get', key === undefined ? {} : { key })
  return shown(run, settings)
}

/** A value as typed: JSON where it is JSON, else text. */
function typed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function set(run: Run): Promise<Answer> {
  const usage = 'steward config set KEY VALUE'
  const key = need(run.args, 1, 'The key', usage)
  const value = run.args[2] === '' ? '' : typed(need(run.args, 2, 'The value', `${usage} (null puts the default back)`))
  noMore(run.args, 3, usage)
  const { settings } = await (await run.client()).call('settings/set', { key, value })
  return shown(run, settings)
}

/** Needs no sidecar: it must work when nothing else does. */
async function path(run: Run): Promise<Answer> {
  noMore(run.args, 1, 'steward config path')
  const { paths } = run.host
  return { value: { ...paths }, text: visible(paths.configFile) }
}

const actions: Readonly<Record<string, Action>> = { get, set, path }

/** Settings. */
export const config: Action = async (run) => pick('config', run.args[0] ?? 'get', actions)(run)
