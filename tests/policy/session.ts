// Sessions of an agent with tools of every kind, written down shortly, and how they are played.
import { createReplay, type ReplayEvent } from '../../policy/replay.ts'
import { toYaml } from './yaml.ts'

export type Expected = 'allow' | 'ask'
export type Step = Omit<ReplayEvent, 'session'> & { expect?: Expected }
export interface Played {
  name: string
  steps: readonly Step[]
}

/** How a structured result is handed over. */
export const forms = {
  object: (value: unknown) => value,
  json: (value: unknown) => (isForm(value) ? JSON.stringify(value) : value),
  yaml: (value: unknown) => (isForm(value) ? toYaml(value) : value),
} as const
export type Form = keyof typeof forms

const isForm = (value: unknown): value is object => typeof value === 'object' && value !== null

export const session = (name: string, user: string, ...steps: readonly (Step | readonly Step[])[]): Played => ({
  name,
  steps: [{ own: { addresses: ['mia@home.org'], names: ['Mia Meyer'] } }, { user }, ...steps.flat()],
})

/** A call that only reads, and what it brings back. */
export const read = (
  tool: string,
  result: unknown,
  trust: string,
  fields: string[] = [],
  more: Partial<Step> = {},
): Step[] => [
  { call: { tool, kind: 'read', input: {} }, expect: 'allow' },
  { result, trust, untrustedFields: fields, ...more },
]

/** A page that is fetched from the web. */
export const fetched = (url: string, result: string, expect: Expected = 'allow'): Step[] => [
  { call: { tool: 'fetch', kind: 'fetchUrl', input: { url }, destination: ['url'] }, expect },
  ...(expect === 'allow' ? [{ result, trust: 'untrusted' }] : []),
]

/** A kind of call, by the parts its arguments play; then single calls of it. */
export const acting =
  (tool: string, kind: string, destination: string[], payload: string[] = [], object: string[] = []) =>
  (expect: Expected, input: Record<string, unknown>): Step => ({
    ...{ call: { tool, kind, input, destination, payload, object }, expect },
  })

/** What a call that ran returned. */
export const echo = (result: unknown): Step => ({ result, trust: 'echo' })

/** Plays a session and says what came out otherwise than it should. */
export function play({ steps }: Played, form: Form): string[] {
  const judge = createReplay()
  return steps.flatMap(({ expect, ...event }) => {
    const given = 'result' in event ? { ...event, result: forms[form](event.result) } : event
    const answer = judge({ session: 's', ...given })
    if (answer?.decision === expect) return []
    return [`${JSON.stringify(event.call?.input)}: ${answer?.decision}, not ${expect} (${answer?.reasons.join('; ')})`]
  })
}
