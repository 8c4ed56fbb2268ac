// `steward stop`, `release`, `status` and `doctor`
import { counted } from '../text/count.ts'
import { noMore } from './args.ts'
import { exits } from './exit.ts'
import type { Answer, Paint, Run } from './types.ts'
import { visible } from './visible.ts'

/** STOP, by the user's hand. */
export async function stop(run: Run): Promise<Answer> {
  const reason = run.args.join(' ')
  const result = await (await run.client()).call('control/stop', reason ? { reason } : {})
  run.shown('stop', 'set')
  const ended = counted(result.aborted, 'call was ended', 'calls were ended')
  const text = `${run.paint.red('Stopped.')} ${ended}. Nothing more happens until: ${run.spell('release')}`
  return { value: result, text }
}

/** Lifts STOP. */
export async function release(run: Run): Promise<Answer> {
  noMore(run.args, 0, 'steward release')
  const result = await (await run.client()).call('control/release', {})
  run.shown('stop', 'lifted')
  return { value: result, text: run.paint.green('Released: calls run again.') }
}

/** Whether STOP is set, and what is under way. */
export async function status(run: Run): Promise<Answer> {
  noMore(run.args, 0, 'steward status')
  const found = await (await run.client()).call('control/status', {})
  const reason = found.reason ? ` (${visible(found.reason)})` : ''
  return {
    value: found,
    text: [
      found.stopped
        ? `${run.paint.red('STOP is set')}${reason}. Lift it: ${run.spell('release')}`
        : run.paint.green('Ready.'),
      `${found.running} running, ${found.queued} queued`,
      `${found.waiting} waiting for an approval: ${run.spell('approvals')}`,
      `${found.suspended} parked: ${run.spell('waiting')}`,
    ],
  }
}

const marks: Readonly<Record<string, (paint: Paint) => string>> = {
  ok: (paint) => paint.green('ok   '),
  note: (paint) => paint.cyan('note '),
  warn: (paint) => paint.yellow('warn '),
  error: (paint) => paint.red('error'),
}

/** What is wrong and how to mend it. Fails where something must be mended. */
export async function doctor(run: Run): Promise<Answer> {
  noMore(run.args, 0, 'steward doctor')
  const { findings } = await (await run.client()).call('doctor/run', {})
  const text = findings.flatMap(({ level, text: found, how }) => [
    `${marks[level]?.(run.paint) ?? level}  ${visible(found)}`,
    ...(how ? [`       ${run.paint.dim(visible(run.hint(how)))}`] : []),
  ])
  const bad = findings.some((finding) => finding.level === 'error')
  return { value: findings, text, code: bad ? exits.failed : exits.done }
}
