// `steward policy` and `steward grants`
import type { ResultOf } from '../protocol/methods.ts'
import { count, given, need, noMore, pick } from './args.ts'
import { effectLines, receiptLines } from './card.ts'
import { readInput } from './input.ts'
import { backtest, set, test } from './rules.ts'
import { openSession } from './session.ts'
import { table } from './table.ts'
import type { Action, Answer, Paint, Run } from './types.ts'
import { visible } from './visible.ts'
import { parseWhen, showTime } from './when.ts'

const decisionColour = (decision: string, paint: Paint) => {
  if (decision === 'deny') return paint.red
  return decision === 'allow' ? paint.green : paint.yellow
}

async function explain(run: Run): Promise<Answer> {
  const tool = need(run.args, 1, 'The tool', 'steward policy explain TOOL JSON')
  const client = await run.client()
  const input = await readInput(run, client, tool, run.args.slice(2))
  const session = await openSession(run)
  const said = await client.call('policy/explain', { tool, input, session })
  const { paint } = run
  const text = [
    `${paint.bold(visible(said.tool))}: ${decisionColour(said.decision, paint)(said.decision)}`,
    ...effectLines(said.effects, run.width, paint),
    ...receiptLines(said.receipt, paint),
    ...said.why.map((why, i) => `  ${paint.dim((i === 0 ? 'why' : '').padEnd(10))}${visible(why)}`),
  ]
  return { value: said, text }
}

async function rules(run: Run): Promise<Answer> {
  noMore(run.args, 1, 'steward policy rules')
  const { rules: found, refused } = await (await run.client()).call('policy/rules', {})
  const text = table(
    found,
    [
      { title: 'rule', of: (rule) => rule.id, whole: true, paint: (cell) => run.paint.cyan(cell) },
      {
        title: 'says',
        of: (rule) => rule.decision,
        paint: (cell, rule) => decisionColour(rule.decision, run.paint)(cell),
      },
      { title: 'for', of: (rule) => [rule.tool, rule.effect].filter(Boolean).join(' ') || 'everything' },
      { title: 'target', of: (rule) => rule.target ?? '' },
      { title: 'when', of: (rule) => rule.when ?? '' },
      { title: 'from', of: (rule) => (rule.floor ? `${rule.source}, fixed` : rule.source) },
      { title: 'why', of: (rule) => rule.why },
    ],
    run.width,
    run.paint,
  )
  const notes = refused.map((one) => {
    const stay = one.inForce === 0 ? 'none of its rules is in force' : `its former rules (${one.inForce}) stay in force`
    return `${run.errPaint.red('Refused:')} ${visible(one.file)}, line ${one.line}: ${visible(one.why)}; ${stay}`
  })
  return {
    value: { rules: found, refused },
    text: found.length > 0 ? text : 'There are no rules: the score decides.',
    notes,
  }
}

/** What the policy says, and the rules it says it by. */
export const policy: Action = async (run) =>
  pick('policy', run.args[0] ?? 'rules', { explain, rules, test, set, backtest })(run)

type Grant = ResultOf<'grant/list'>['grants'][number]

const uses = (grant: Grant) =>
  grant.times === undefined ? `${grant.used}, no limit` : `${grant.used} of ${grant.times}`

async function list(run: Run): Promise<Answer> {
  noMore(run.args, 1, 'steward grants [list] [--all]')
  const { grants: found } = await (await run.client()).call('grant/list', { all: run.options.all === true })
  if (found.length === 0) return { value: found, text: 'There are no standing grants.' }
  const text = table(
    found,
    [
      { title: 'id', of: (grant) => grant.id, whole: true, paint: (cell) => run.paint.cyan(cell) },
      { title: 'effect', of: (grant) => grant.kind },
      { title: 'pattern', of: (grant) => grant.pattern },
      { title: 'tool', of: (grant) => grant.tool ?? 'any' },
      { title: 'used', of: uses },
      { title: 'until', of: (grant) => (grant.revokedAt ? 'revoked' : showTime(grant.until) || 'you revoke it') },
    ],
    run.width,
    run.paint,
  )
  return { value: found, text }
}

async function create(run: Run): Promise<Answer> {
  const usage = 'steward grants create EFFECT PATTERN [--tool TOOL] [--times N] [--until WHEN]'
  const kind = need(run.args, 1, 'The effect', usage)
  const pattern = need(run.args, 2, 'The pattern', usage)
  noMore(run.args, 3, usage)
  const tool = given(run.options, 'tool')
  const times = count(run.options, 'times')
  const when = given(run.options, 'until')
  const grant = await (await run.client()).call('grant/create', {
    kind,
    pattern,
    ...(tool ? { tool } : {}),
    ...(times ? { times } : {}),
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

/** Standing leave. */
export const grants: Action = async (run) => pick('grants', run.args[0] ?? 'list', { list, create, revoke })(run)
