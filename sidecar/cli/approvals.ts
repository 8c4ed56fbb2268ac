// `steward approvals`
import { count, given, need, noMore, pick } from './args.ts'
import { decide, findApproval, type Limits, lookUp, noApproval } from './ask.ts'
import { answerAll, type Tick, walk } from './batch.ts'
import { card } from './card.ts'
import { UsageError } from './exit.ts'
import { follow } from './follow.ts'
import { fromJson } from './input.ts'
import { table } from './table.ts'
import type { Action, Answer, Run } from './types.ts'
import { visible } from './visible.ts'
import { parseWhen, showTime } from './when.ts'

async function list(run: Run): Promise<Answer> {
  noMore(run.args, 1, 'steward approvals [list] [--all]')
  const limit = count(run.options, 'limit')
  const params = { all: run.options.all === true, ...(limit ? { limit } : {}) }
  const { approvals: found } = await (await run.client()).call('approval/list', params)
  if (found.length === 0) return { value: found, text: 'Nothing waits for your approval.' }
  const isBare = run.args.length === 0 && params.all === false
  if (isBare && run.person && !run.json) return walk(run, run.person, found)
  const text = table(
    found,
    [
      { title: 'id', of: (each) => each.id, whole: true, paint: (cell) => run.paint.cyan(cell) },
      { title: 'asked', of: (each) => showTime(each.askedAt) },
      { title: 'state', of: (each) => each.state },
      { title: 'score', of: (each) => String(each.receipt.score) },
      { title: 'tool', of: (each) => each.tool },
      { title: 'what', of: (each) => each.preview.title },
    ],
    run.width,
    run.paint,
  )
  return { value: found, text: [...text, run.paint.dim(`Look at one: ${run.spell('approvals show ID')}`)] }
}

async function show(run: Run): Promise<Answer> {
  const id = need(run.args, 1, 'The id', 'steward approvals show ID')
  noMore(run.args, 2, 'steward approvals show ID')
  const approval = await findApproval(await run.client(), id)
  run.shown('approval', id)
  return { value: approval, text: card(approval, run.width, run.paint) }
}

function standing(run: Run): Limits | undefined {
  const times = count(run.options, 'times')
  const perDay = count(run.options, 'per-day')
  const when = given(run.options, 'until')
  if (times === undefined && perDay === undefined && when === undefined) return undefined
  return {
    ...(times === undefined ? {} : { times }),
    ...(perDay === undefined ? {} : { perDay }),
    ...(when === undefined ? {} : { until: parseWhen('until', when, Date.now()) }),
  }
}

// Those that are there are answered; those that are not are named beside them.
async function answerEach(run: Run, ids: readonly string[], how: Omit<Tick, 'approval'>): Promise<Answer> {
  const client = await run.client()
  const ticks: Tick[] = []
  const unknown: string[] = []
  for (const id of new Set(ids)) {
    const approval = await lookUp(client, id)
    if (approval) ticks.push({ approval, ...how })
    else unknown.push(id)
  }
  if (ticks.length === 0) throw noApproval(unknown)
  return answerAll(run, ticks, unknown)
}

/** An id has a figure in it; the words of a reason seldom start with one that does. */
const idShape = /^[a-z]\w*\d\w*$/

async function allow(run: Run): Promise<Answer> {
  const usage = 'steward approvals allow ID… [--times N] [--per-day N] [--until WHEN] [--edit JSON]'
  const id = need(run.args, 1, 'The id', usage)
  const grant = standing(run)
  const edit = given(run.options, 'edit')
  if (run.args.length > 2) {
    if (grant || edit !== undefined)
      throw new UsageError('--times, --per-day, --until and --edit are for one approval at a time.', `Usage: ${usage}`)
    return answerEach(run, run.args.slice(1), { decision: 'allow' })
  }
  const how = {
    decision: 'allow' as const,
    ...(grant ? { grant } : {}),
    ...(edit === undefined ? {} : { input: fromJson(edit, 'after --edit') }),
  }
  const client = await run.client()
  const approval = await findApproval(client, id)
  return follow(run, approval.callId, () => decide(client, approval, how))
}

async function deny(run: Run): Promise<Answer> {
  const id = need(run.args, 1, 'The id', 'steward approvals deny ID… [--reason TEXT]')
  const more = run.args.slice(2)
  const wordsAt = more.findIndex((word) => !idShape.test(word))
  const ids = wordsAt < 0 ? more : more.slice(0, wordsAt)
  const reason = given(run.options, 'reason') ?? more.slice(ids.length).join(' ')
  if (['edit', 'times', 'per-day', 'until'].some((name) => run.options[name] !== undefined))
    throw new UsageError('A denial takes only a reason.', 'steward approvals deny ID --reason "…"')
  if (ids.length > 0) return answerEach(run, [id, ...ids], { decision: 'deny', ...(reason ? { reason } : {}) })
  const client = await run.client()
  const approval = await findApproval(client, id)
  const call = await decide(client, approval, { decision: 'deny', ...(reason ? { reason } : {}) })
  return { value: { id, decision: 'deny', call }, text: `Denied. ${visible(call.tool)} was not carried out.` }
}

const actions: Readonly<Record<string, Action>> = { list, show, allow, deny }

/** Questions that wait for a yes or no. */
export const approvals: Action = async (run) => pick('approvals', run.args[0] ?? 'list', actions)(run)
