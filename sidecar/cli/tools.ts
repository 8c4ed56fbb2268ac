// `steward tools`, `describe` and `export`
import type { ResultOf } from '../protocol/methods.ts'
import { counted } from '../text/count.ts'
import { given, need, noMore, pick } from './args.ts'
import { exampleCall } from './example.ts'
import { isSchema, kindOf } from './schema.ts'
import { table } from './table.ts'
import type { Answer, Paint, Run } from './types.ts'
import { safeJson, visible } from './visible.ts'
import { showSpan } from './when.ts'

type Detail = ResultOf<'tool/describe'>
type Summary = ResultOf<'tool/list'>['tools'][number]

const works = (tool: Summary) => tool.enabled && tool.needs === undefined

const stateOf = (tool: Summary) => {
  if (!tool.enabled) return 'off'
  return tool.needs === undefined ? '' : 'not set up'
}

/** The tools, or those that match; for a person, those that work come first. */
export async function tools(run: Run): Promise<Answer> {
  const query = run.args.join(' ')
  const category = given(run.options, 'category')
  const params = { ...(query ? { query } : {}), ...(category ? { category } : {}) }
  const { tools: found } = await (await run.client()).call('tool/list', params)
  if (found.length === 0)
    return { value: found, text: [], notes: run.json ? [] : [`No tool matches. All of them: ${run.spell('tools')}`] }
  const rows = table(
    [...found.filter(works), ...found.filter((tool) => !works(tool))],
    [
      { title: 'tool', of: (tool) => tool.name, whole: true, paint: (cell) => run.paint.cyan(cell) },
      { title: 'category', of: (tool) => tool.category },
      { title: 'state', of: stateOf, paint: (cell) => run.paint.yellow(cell) },
      { title: 'summary', of: (tool) => tool.summary },
    ],
    run.width,
    run.paint,
  )
  const idle = found.filter((tool) => !works(tool)).length
  const foot =
    idle > 0
      ? [run.paint.dim(`What the ${counted(idle, 'other needs', 'others need')}: ${run.spell('describe TOOL')}`)]
      : []
  return { value: found, text: [...rows, ...foot] }
}

function fields(schema: unknown, paint: Paint): string[] {
  const whole = isSchema(schema) ? schema : {}
  const needed = Array.isArray(whole.required) ? whole.required : []
  const lines = Object.entries(isSchema(whole.properties) ? whole.properties : {}).map(([name, given]) => {
    const field = isSchema(given) ? given : {}
    const { description, default: usual } = field
    const kind = kindOf(field, whole)
    const more = [
      needed.includes(name) && usual === undefined ? 'required' : '',
      usual === undefined ? '' : `default ${safeJson(usual)}`,
      typeof description === 'string' ? visible(description) : '',
    ].filter((part) => part !== '')
    return `  ${paint.cyan(visible(name))}: ${visible(kind)}${more.length ? paint.dim(`  ${more.join('; ')}`) : ''}`
  })
  return lines.length > 0 ? lines : ['  (nothing)']
}

function page(run: Run, tool: Detail): string[] {
  const { paint } = run
  const names = tool.aliases.length > 0 ? paint.dim(`  also: ${tool.aliases.map(visible).join(', ')}`) : ''
  const { stats } = tool
  const times = `${counted(stats.calls, 'call')}, ${stats.failures} failed, usually ${showSpan(stats.p50Ms)}`
  return [
    `${paint.bold(visible(tool.name))}${names}`,
    visible(tool.summary),
    ...(tool.enabled ? [] : [paint.yellow('It is switched off.')]),
    ...(tool.needs ? [paint.yellow(`It needs ${visible(tool.needs)}.`)] : []),
    ...(tool.how ? [visible(tool.how)] : []),
    '',
    paint.bold('Input:'),
    ...fields(tool.input, paint),
    paint.bold('Output:'),
    ...fields(tool.output, paint),
    paint.bold('Effects:'),
    `  ${tool.effects.map(visible).join(', ') || 'none'}`,
    ...(tool.examples.length > 0 ? [paint.bold('Examples:')] : []),
    ...tool.examples.map((example) => `  ${visible(run.spell(exampleCall(tool.name, example)))}`),
    '',
    paint.dim(
      `${tool.category}, ${tool.source}, version ${tool.version}, ${showSpan(tool.timeoutMs)} at most; ${times}`,
    ),
    ...(tool.file ? [paint.dim(visible(tool.file))] : []),
  ]
}

/** One tool, whole. */
export async function describe(run: Run): Promise<Answer> {
  const tool = need(run.args, 0, 'The tool', 'steward describe TOOL')
  noMore(run.args, 1, 'steward describe TOOL')
  const detail = await (await run.client()).call('tool/describe', { tool })
  return { value: detail, text: page(run, detail) }
}

const switched =
  (enabled: boolean) =>
  async (run: Run): Promise<Answer> => {
    const usage = `steward ${enabled ? 'enable' : 'disable'} TOOL`
    const tool = need(run.args, 0, 'The tool', usage)
    noMore(run.args, 1, usage)
    await (await run.client()).call('tool/enable', { tool, enabled })
    return { value: { tool, enabled }, text: `${visible(tool)} is switched ${enabled ? 'on' : 'off'}.` }
  }

/** Switches a tool on. */
export const enable = switched(true)

/** Switches a tool off: whoever calls it is told so. */
export const disable = switched(false)

const formats = { 'json-schema': 'json-schema', openai: 'openai', 'ai-sdk': 'ai-sdk', mcp: 'mcp' } as const

/** The tools in another program's format: JSON, whether --json is given or not. */
export async function exportTools(run: Run): Promise<Answer> {
  const usage = 'steward export json-schema|openai|ai-sdk|mcp [TOOL…]'
  const format = pick('export', need(run.args, 0, 'The format', usage), formats)
  const names = run.args.slice(1)
  const params = names.length > 0 ? { format, tools: names } : { format }
  const { tools: exported } = await (await run.client()).call('tool/export', params)
  return { value: exported, text: safeJson(exported, 2) }
}
