// `steward call`
import { StewardError } from '../text/errors.ts'
import { given, need } from './args.ts'
import { exampleCall } from './example.ts'
import { type Failure, failureOf, UsageError } from './exit.ts'
import { follow, newCallId } from './follow.ts'
import { readInput } from './input.ts'
import { openSession } from './session.ts'
import type { Answer, Client, Run } from './types.ts'

/** Whether it was the input of this very call that did not fit: what a tool says while it runs is about something else. */
const isAboutInput = ({ code, hint = '' }: Failure, thrown: unknown) =>
  code === 'BAD_INPUT' && (thrown instanceof UsageError || /^(?:For example|Mend the input)/.test(hint))

/** A hint with an input that fits, for someone whose input did not. */
async function betterHint(run: Run, client: Client, tool: string, hint: string | undefined): Promise<string> {
  const detail = await client.call('tool/describe', { tool }).catch(() => undefined)
  const first = detail?.examples[0]
  if (!detail || first === undefined) return hint ?? ''
  // The sidecar's own example is bare JSON; one that can be pasted takes its place.
  const kept = hint === undefined || hint.startsWith('For example') ? [] : [hint]
  return [...kept, `For example: ${run.spell(exampleCall(detail.name, first))}`].join('\n')
}

/** Calls one tool and follows the call until it rests. */
export async function call(run: Run): Promise<Answer> {
  const tool = need(run.args, 0, 'The tool', 'steward call TOOL [key=value …]')
  const client = await run.client()
  const callId = given(run.options, 'id') ?? newCallId()
  const ask = run.options['no-wait'] !== true
  try {
    const input = await readInput(run, client, tool, run.args.slice(1))
    const session = await openSession(run)
    return await follow(run, callId, (signal) =>
      client.call('tool/call', { tool, input, session, callId, ask }, { signal }),
    )
  } catch (thrown) {
    const failure = failureOf(thrown)
    if (!isAboutInput(failure, thrown)) throw thrown
    throw new StewardError('BAD_INPUT', failure.message, await betterHint(run, client, tool, failure.hint))
  }
}
