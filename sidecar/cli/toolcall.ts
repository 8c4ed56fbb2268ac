// Calls that a command makes for the person: the same door, questions and exit codes as `steward call`.
import { exits } from './exit.ts'
import { follow, newCallId } from './follow.ts'
import type { CallView } from './outcome.ts'
import { openSession } from './session.ts'
import type { Answer, Run } from './types.ts'

/** What a call gave, in the words of the command that made it; nothing where it does not know. */
export type Tell = (output: unknown) => string | readonly string[] | undefined

/** Calls a tool and follows the call until it rests. */
export async function callTool(run: Run, tool: string, input: object, tell?: Tell): Promise<Answer> {
  const client = await run.client()
  const session = await openSession(run)
  const callId = newCallId()
  const ask = run.options['no-wait'] !== true
  const answer = await follow(run, callId, (signal) =>
    client.call('tool/call', { tool, input, session, callId, ask }, { signal }),
  )
  const { state, output } = answer.value as Partial<CallView>
  const told = state === 'done' ? tell?.(output) : undefined
  return told === undefined ? answer : { ...answer, text: told }
}

/** Several answers as one: the first that did not go well gives the exit code, and a single one is itself. */
export function together(answers: readonly Answer[]): Answer {
  const [only] = answers
  if (only && answers.length === 1) return only
  return {
    value: answers.map(({ value }) => value),
    text: answers.flatMap(({ text }) => text),
    notes: answers.flatMap(({ notes = [] }) => notes),
    code: answers.map(({ code }) => code ?? exits.done).find((code) => code !== exits.done) ?? exits.done,
  }
}
