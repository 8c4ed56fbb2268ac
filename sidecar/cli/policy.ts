// `steward policy`
import { need, noMore, pick } from './args.ts'
import { effectLines, receiptLines } from './card.ts'
import { readInput } from './input.ts'
import { backtest, set, test } from './rules.ts'
import { openSession } from './session.ts'
import { table } from './table.ts'
import type { Action, Answer, Paint, Run } from './types.ts'
import { visible } from './visible.ts'

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
