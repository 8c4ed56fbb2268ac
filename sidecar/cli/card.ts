// The approval card: everything a person needs to say yes or no, in full.
import type { ResultOf } from '../protocol/methods.ts'
import type { Paint } from './types.ts'
import { safeJson, visible, visibleLines } from './visible.ts'
import { showTime } from './when.ts'
import { wrap } from './width.ts'

export type Approval = ResultOf<'approval/list'>['approvals'][number]
export type Receipt = Approval['receipt']

/** A text under a title: wrapped, never cut. */
function under(title: string, text: string, width: number, paint: Paint): string[] {
  const room = width - 12
  return wrap(visible(text), room).map((line, i) => `  ${paint.dim((i === 0 ? title : '').padEnd(10))}${line}`)
}

function body(approval: Approval, paint: Paint): string[] {
  const { body: text, format } = approval.preview
  if (text === undefined || text === '') return []
  const lines = visibleLines(text).map((line) => {
    if (format === 'diff' && line.startsWith('+')) return paint.green(line)
    if (format === 'diff' && line.startsWith('-')) return paint.red(line)
    return line
  })
  return lines.map((line) => `    ${paint.dim('│')} ${line}`)
}

const scoreColour = (score: number, paint: Paint) => (score >= 7 ? paint.red : score >= 4 ? paint.yellow : paint.green)

/** A score with every line that led to it. */
export function receiptLines(receipt: Receipt, paint: Paint): string[] {
  const sum = scoreColour(receipt.score, paint)(`${receipt.score} of 10`)
  return [
    `  ${paint.dim('score'.padEnd(10))}${sum}`,
    ...receipt.lines.map(({ points, why }) => {
      const signed = points > 0 ? `+${points}` : String(points)
      return `  ${''.padEnd(10)}${signed.padStart(4)}  ${visible(why)}`
    }),
  ]
}

/** Every effect, its target whole. */
export function effectLines(effects: Approval['effects'], width: number, paint: Paint): string[] {
  if (effects.length === 0) return under('effects', 'none', width, paint)
  return effects.flatMap(({ kind, target }, i) => under(i === 0 ? 'effects' : '', `${kind}  ${target}`, width, paint))
}

/** The whole card. */
export function card(approval: Approval, width: number, paint: Paint): string[] {
  const state = approval.state === 'open' ? 'wants your leave' : `was ${approval.state}`
  const leaves = approval.leaves
    ? paint.yellow('something leaves this computer')
    : paint.green('everything stays on this computer')
  const undo = approval.undoable ? paint.green('can be taken back') : paint.yellow('can not be taken back')
  return [
    `${paint.bold(visible(approval.tool))} ${state}  ${paint.dim(visible(approval.id))}`,
    ...under('what', approval.preview.title, width, paint),
    ...body(approval, paint),
    ...under('input', safeJson(approval.input), width, paint),
    ...effectLines(approval.effects, width, paint),
    `  ${paint.dim('where'.padEnd(10))}${leaves}`,
    `  ${paint.dim('undo'.padEnd(10))}${undo}`,
    ...receiptLines(approval.receipt, paint),
    ...approval.why.flatMap((why, i) => under(i === 0 ? 'why' : '', why, width, paint)),
    ...under(
      'asked',
      `${showTime(approval.askedAt)}  session ${approval.session}  call ${approval.callId}`,
      width,
      paint,
    ),
    ...(approval.reason ? under('reason', approval.reason, width, paint) : []),
  ]
}
