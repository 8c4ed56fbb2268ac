// `steward grants`
import type { ResultOf } from '../protocol/methods.ts'
import { count, given, need, noMore, pick } from './args.ts'
import { table } from './table.ts'
import type { Action, Answer, Run } from './types.ts'
import { visible } from './visible.ts'
import { parseWhen, showTime } from './when.ts'

type Grant = ResultOf<'grant/list'>['grants'][number]
type Suggestion = ResultOf<'grant/suggest'>['suggestions'][number]

async function list(run: Run): Promise<Answer> {
  noMore(run.args, 1, 'steward grants [list] [--all]')
  const { grants: found } = await (await run.client()).call('grant/list', { all: run.options.all === true })
  if (found.length === 0) return { value: found, text: 'There are no standing grants.' }
  const text = table(
    found,
    [
      { title: 'id', of: (grant) => grant.id, whole: true, paint: (cell) => run.paint.cyan(cell) },
      { title: 'effect', of: (grant) => grant.kind },
      { title: 'pattern', of: (grant) => grant.pattern, whole: true },
      { title: 'tool', of: (grant) => grant.tool ?? 'any' },
      { title: 'used', of: (grant) => String(grant.used) },
      { title: 'left', of: left, whole: true },
      { title: 'until', of: (grant) => (grant.revokedAt ? 'revoked' : showTime(grant.until) || 'you revoke it') },
    ],
    run.width,
    run.paint,
  )
  return { value: found, text }
}

const left = (grant: Grant): string => {
  if (grant.revokedAt !== undefined) return 'none'
  const inAll = grant.times === undefined ? '' : `${grant.left ?? grant.times - grant.used} of ${grant.times}`
  if (grant.perDay === undefined) return inAll || 'no limit'
  const today = `${grant.leftToday ?? 0} of ${grant.perDay} today`
  return inAll ? `${today}, ${inAll} in all` : today
}

async function create(run: Run): Promise<Answer> {
  const usage = 'steward grants create EFFECT PATTERN [--tool TOOL] [--times N] [--per-day N] [--until WHEN]'
  const kind = need(run.args, 1, 'The effect', usage)
  const pattern = need(run.args, 2, 'The pattern', usage)
  noMore(run.args, 3, usage)
  const tool = given(run.options, 'tool')
  const times = count(run.options, 'times')
  const perDay = count(run.options, 'per-day')
  const when = given(run.options, 'until')
  const grant = await (await run.client()).call('grant/create', {
    kind,
    pattern,
    ...(tool ? { tool } : {}),
    ...(times ? { times } : {}),
    ...(perDay ? { perDay } : {}),
    ...(when ? { until: parseWhen('until', when, Date.now()) } : {}),
  })
  const text = `Granted: ${visible(grant.kind)} on ${visible(grant.pattern)}. Take it back: ${run.spell(`grants revoke ${visible(grant.id)}`)}`
  return { value: grant, text }
}

async function revoke(run: Run): Promise<Answer> {
  const id = need(run.args, 1, 'The id', 'steward grants revoke ID')
  noMore(run.args, 2, 'steward grants revoke ID')
  const grant = await (await run.client()).call('grant/revoke', { id })
  return { value: grant, text: `Revoked: ${visible(grant.kind)} on ${visible(grant.pattern)}.` }
}

async function suggest(run: Run): Promise<Answer> {
  noMore(run.args, 1, 'steward grants suggest')
  const { suggestions: found } = await (await run.client()).call('grant/suggest', {})
  if (found.length === 0) return { value: found, text: 'There is nothing to suggest.' }
  const lines = found.flatMap((each) => [
    visible(each.text),
    `  yes:   ${run.spell(visible(createCommand(each)))}`,
    `  never: ${run.spell(`grants dismiss ${visible(each.id)}`)}`,
  ])
  return { value: found, text: [...lines, run.paint.dim('Nothing is granted unless you do so.')] }
}

function createCommand({ kind, pattern, tool, times, perDay, until }: Suggestion): string {
  const word = (text: string) => (/^[\w@.:/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
  const days = Math.max(1, Math.round((until - Date.now()) / 86_400_000))
  const limits = `${times ? ` --times ${times}` : ''}${perDay ? ` --per-day ${perDay}` : ''} --until ${days}d`
  return `grants create ${word(kind)} ${word(pattern)} --tool ${word(tool)}${limits}`
}

async function dismiss(run: Run): Promise<Answer> {
  const id = need(run.args, 1, 'The id', 'steward grants dismiss ID')
  noMore(run.args, 2, 'steward grants dismiss ID')
  await (await run.client()).call('grant/dismiss', { id })
  return { value: { id, dismissed: true }, text: 'It is not suggested again.' }
}

const actions: Readonly<Record<string, Action>> = { list, create, revoke, suggest, dismiss }

/** Standing leave. */
export const grants: Action = async (run) => pick('grants', run.args[0] ?? 'list', actions)(run)
