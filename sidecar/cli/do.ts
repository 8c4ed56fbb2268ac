// `steward do`: plain words.
import type { ResultOf } from '../protocol/methods.ts'
import { StewardError } from '../text/errors.ts'
import { exits, UsageError } from './exit.ts'
import { follow, newCallId } from './follow.ts'
import type { CallView } from './outcome.ts'
import { openSession } from './session.ts'
import type { Answer, Run } from './types.ts'
import { visible } from './visible.ts'

type Understood = ResultOf<'intent/run'>

/** Understands a sentence, says as what, and runs it where it is clear. */
export async function say(run: Run): Promise<Answer> {
  const text = run.args.join(' ').trim()
  if (text === '')
    throw new UsageError('What is to be done is missing.', 'For example: steward do "what time is it in Tokyo"')
  const client = await run.client()
  const session = await openSession(run)
  const meant = await client.call('intent/run', { text, session, run: false })
  if (meant.understood !== 'call') return unclear(run, meant)
  if (run.options['dry-run'] === true) return { value: meant, text: visible(meant.says) }
  run.note(run.errPaint.dim(visible(meant.says)))
  const callId = newCallId()
  const ask = run.options['no-wait'] !== true
  const answer = await follow(run, callId, async (signal) => {
    const { call } = await client.call('intent/run', { text, session, callId, ask }, { signal })
    if (call) return call
    throw new StewardError('CONFLICT', 'The tools changed in between.', 'Say it again.')
  })
  return { ...answer, text: await told(run, answer), value: { ...meant, call: answer.value } }
}

// Days are told as the commands about them do; whoever wants the fields asks for JSON, or calls the tool.
async function told(run: Run, { value, text }: Answer): Promise<Answer['text']> {
  const { tool = '', state, output } = value as Partial<CallView>
  if (run.json || state !== 'done') return text
  const { dayTools, tellDayTool } = await import('./daytells.ts')
  return dayTools.has(tool) ? ((await tellDayTool(run, tool, output)) ?? text) : text
}

function unclear(run: Run, meant: Understood): Answer {
  const lines = meant.choices.map(({ tool, title, missing }) => {
    const needs = missing.length === 0 ? '' : run.paint.dim(`  needs: ${visible(missing.join(', '))}`)
    return `  ${run.paint.cyan(visible(tool))}  ${visible(title)}${needs}`
  })
  const isNothing = meant.understood === 'nothing'
  const how = isNothing ? `See what there is: ${run.spell('tools')}` : `More about one: ${run.spell('describe TOOL')}`
  return {
    value: meant,
    text: lines.length === 0 ? [] : [visible(meant.says), ...lines],
    notes: run.json ? [] : [...(lines.length === 0 ? [visible(meant.says)] : []), how],
    code: isNothing ? exits.notFound : exits.usage,
  }
}
