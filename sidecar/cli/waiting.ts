// `steward waiting`
import { count, need, noMore, pick } from './args.ts'
import { atRest, findParked } from './ask.ts'
import { follow } from './follow.ts'
import { asks, questionLines, questionOf, readAnswer } from './question.ts'
import { table } from './table.ts'
import type { Action, Answer, Run } from './types.ts'
import { visible } from './visible.ts'
import { showTime } from './when.ts'

async function list(run: Run): Promise<Answer> {
  noMore(run.args, 1, 'steward waiting [list] [--all]')
  const limit = count(run.options, 'limit')
  const params = { all: run.options.all === true, ...(limit ? { limit } : {}) }
  const { suspensions } = await (await run.client()).call('suspension/list', params)
  if (suspensions.length === 0) return { value: suspensions, text: 'Nothing waits for an answer.' }
  const rows = table(
    suspensions,
    [
      { title: 'id', of: (each) => each.id, whole: true, paint: (cell) => run.paint.cyan(cell) },
      { title: 'since', of: (each) => showTime(each.openedAt) },
      { title: 'until', of: (each) => showTime(each.wakeAt) },
      { title: 'state', of: (each) => each.state },
      { title: 'tool', of: (each) => each.tool },
      { title: 'what for', of: asks },
    ],
    run.width,
    run.paint,
  )
  const questions = suspensions
    .filter((each) => each.state === 'open' && questionOf(each))
    .flatMap((each) => ['', run.paint.cyan(visible(each.id)), ...questionLines(each)])
  return { value: suspensions, text: [...rows, ...questions] }
}

async function answer(run: Run): Promise<Answer> {
  const usage = 'steward waiting answer ID TEXT…'
  const id = need(run.args, 1, 'The id', usage)
  need(run.args, 2, 'The answer', usage)
  const client = await run.client()
  const parked = await findParked(client, id)
  const given = readAnswer(parked, run.args.slice(2))
  return follow(run, parked.callId, async () =>
    atRest(client, await client.call('suspension/resume', { id, answer: given })),
  )
}

async function cancel(run: Run): Promise<Answer> {
  const id = need(run.args, 1, 'The id', 'steward waiting cancel ID')
  noMore(run.args, 2, 'steward waiting cancel ID')
  const view = await (await run.client()).call('suspension/cancel', { id })
  return { value: view, text: `Ended: ${visible(view.tool)} (${visible(view.callId)}).` }
}

const actions: Readonly<Record<string, Action>> = { list, answer, cancel }

/** Calls that are parked. */
export const waiting: Action = async (run) => pick('waiting', run.args[0] ?? 'list', actions)(run)
