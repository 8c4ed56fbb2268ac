// Events in, decisions out: the policy as a guard for any agent, and a way to try it on recorded sessions.
import type { Trust } from './flow.ts'
import { type Doubt, doubts, isDeleting, kindOf } from './guard.ts'
import { Origins } from './origin.ts'
import { scalars } from './records.ts'
import { score } from './score.ts'

interface CallEvent {
  tool: string
  kind: string
  input: Record<string, unknown>
  destination?: string[]
  payload?: string[]
  object?: string[]
}

export interface ReplayEvent {
  session: string
  own?: { addresses?: string[]; names?: string[] }
  user?: string
  call?: CallEvent
  result?: unknown
  trust?: string
  untrustedFields?: string[]
  secrecy?: 'public' | 'private' | 'secret'
  end?: boolean
}

export interface ReplayAnswer {
  decision: 'allow' | 'warn' | 'ask' | 'deny'
  score: number
  reasons: string[]
}

interface Session {
  origins: Origins
  call: CallEvent | undefined
  asked: Doubt[]
}

/** Takes events one by one; answers those that are calls. */
export function createReplay(): (event: ReplayEvent) => ReplayAnswer | undefined {
  const sessions = new Map<string, Session>()
  return (event) => {
    const session = sessions.get(event.session) ?? { origins: new Origins(), call: undefined, asked: [] }
    sessions.set(event.session, session)
    if (event.own) session.origins.own([...(event.own.addresses ?? []), ...(event.own.names ?? [])])
    if (event.user !== undefined) session.origins.said(event.user)
    if ('result' in event) hear(session, event)
    if (event.end) sessions.delete(event.session)
    return event.call ? decideOn(session, event.call) : undefined
  }
}

function decideOn(session: Session, call: CallEvent): ReplayAnswer {
  const kind = kindOf(call.kind)
  session.call = call
  session.asked = []
  if (kind === 'read') return { decision: 'allow', score: 1, reasons: [] }
  const { input, destination = [], object = [], payload = [] } = call
  session.asked = doubts({ kind, input, destination, object, payload }, session.origins)
  const reasons = session.asked.map((doubt) => doubt.says)
  const target = destination.flatMap((name) => scalars(input[name])).join(', ')
  const { score: risk } = score([{ kind, target }], { untrusted: reasons.length > 0 })
  // Where a value came from decides here, and nothing else: what another program may do is for its own rules to say.
  return { decision: reasons.length > 0 ? 'ask' : 'allow', score: risk, reasons }
}

function hear(session: Session, event: ReplayEvent): void {
  // It ran, so it was approved, and what was shown is known from now on; but each deletion is asked for by itself.
  const kind = kindOf(session.call?.kind ?? 'read')
  for (const { role, value } of session.asked)
    if (role === 'destination' || (role === 'object' && !isDeleting(kind))) session.origins.approved(value)
  session.asked = []
  session.origins.hear({
    from: session.call?.tool ?? 'result',
    value: event.result,
    trust: (event.trust ?? 'untrusted') as Trust | 'mixed' | 'echo',
    untrustedFields: event.untrustedFields ?? [],
    secrecy: event.secrecy ?? 'private',
    input: session.call?.input,
  })
}
