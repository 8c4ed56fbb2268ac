// Events in, decisions out: the policy as a guard for any agent, and a way to try it on recorded sessions.
import { addressBook, type Contact } from './contacts.ts'
import { meaning } from './effects.ts'
import { type Trust, trustLevels } from './flow.ts'
import { type Doubt, doubts, kindOf, rememberable } from './guard.ts'
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
  /** The user's address book, in place of the one before. */
  contacts?: readonly Contact[]
  user?: string
  /** With `user`: what was pasted, and is not the user's word. */
  pasted?: boolean
  call?: CallEvent
  result?: unknown
  /** What a call failed with. */
  error?: unknown
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
  contacts: readonly Contact[]
  call: CallEvent | undefined
  asked: Doubt[]
}

/** What a call is answered with that could not be looked at. */
export const unseen = (why: string): ReplayAnswer => ({ decision: 'ask', score: 10, reasons: [why] })

/** Takes events one by one; answers those that are calls. */
export interface Replay {
  (event: ReplayEvent): ReplayAnswer | undefined
  /** Something came that could not be read: whatever session it was for, it may have been a stranger's. */
  missed(): void
}

/** A guard that knows no session yet. What goes wrong in an event taints its session; a call is then asked about. */
export function createReplay(): Replay {
  const sessions = new Map<string, Session>()
  const take = (event: ReplayEvent): ReplayAnswer | undefined => {
    const session = sessions.get(event.session) ?? newSession()
    sessions.set(event.session, session)
    try {
      return takeInto(session, event)
    } catch (thrown) {
      session.origins.taint()
      if (!('call' in event)) throw thrown
      return unseen(`It could not be looked at: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
    } finally {
      if (event.end) sessions.delete(event.session)
    }
  }
  const missed = () => {
    for (const { origins } of sessions.values()) origins.taint()
  }
  return Object.assign(take, { missed })
}

function takeInto(session: Session, event: ReplayEvent): ReplayAnswer | undefined {
  if (event.own) session.origins.own(texts([...(event.own.addresses ?? []), ...(event.own.names ?? [])]))
  if (event.contacts) session.contacts = event.contacts.map(checked)
  if (event.user !== undefined) session.origins.say(text(event.user, 'user'), event.pasted === true)
  if ('result' in event || 'error' in event) hear(session, event)
  return 'call' in event ? decideOn(session, event.call) : undefined
}

function newSession(): Session {
  const session: Session = {
    origins: new Origins(addressBook(() => session.contacts)),
    ...{ contacts: [], call: undefined, asked: [] },
  }
  return session
}

function checked(contact: Contact): Contact {
  const { name, address } = contact
  if (typeof name === 'string' && typeof address === 'string') return { name, address }
  throw new Error('A contact has a "name" and an "address".')
}

function text(value: unknown, name: string): string {
  if (typeof value === 'string') return value
  throw new Error(`"${name}" is a text.`)
}

const texts = (values: readonly unknown[]): string[] => values.map((value) => text(value, 'own'))

function names(value: unknown): string[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value) && value.every((name) => typeof name === 'string')) return value
  throw new Error('"destination", "object" and "payload" are lists of argument names.')
}

function decideOn(session: Session, given: CallEvent | undefined): ReplayAnswer {
  session.call = undefined
  session.asked = []
  if (typeof given !== 'object' || given === null) throw new Error('A call is an object.')
  const kind = kindOf(text(given.kind, 'kind'))
  const isForm = typeof given.input === 'object' && given.input !== null && !Array.isArray(given.input)
  const input = isForm ? given.input : { input: given.input }
  session.call = { ...given, input }
  if (kind === 'read') return { decision: 'allow', score: 1, reasons: [] }
  const parts = { destination: names(given.destination), object: names(given.object), payload: names(given.payload) }
  session.asked = doubts({ kind, input, ...parts }, session.origins)
  const reasons = session.asked.map((doubt) => doubt.says)
  const target = parts.destination.flatMap((name) => scalars(input[name])).join(', ')
  const { score: risk } = score([{ kind, target }], { untrusted: reasons.length > 0 })
  // Where a value came from decides here, and nothing else: what another program may do is for its own rules to say.
  return { decision: reasons.length > 0 ? 'ask' : 'allow', score: risk, reasons }
}

const isTrust = (word: unknown): word is Trust | 'mixed' | 'echo' =>
  word === 'mixed' || word === 'echo' || trustLevels.includes(word as Trust)

function hear(session: Session, event: ReplayEvent): void {
  const { call, asked, origins } = session
  const kind = kindOf(call?.kind ?? 'read')
  const hasFailed = 'error' in event
  // It ran, so it was approved, and what was shown is known from now on.
  if (kind !== 'read' && !hasFailed) for (const value of rememberable(kind, asked)) origins.approve(kind, value)
  session.asked = []
  origins.hear({
    from: typeof call?.tool === 'string' ? call.tool : 'result',
    value: hasFailed ? event.error : event.result,
    // Whatever a failure says, nobody vouched for it.
    trust: !hasFailed && isTrust(event.trust) ? event.trust : 'untrusted',
    untrustedFields: names(event.untrustedFields),
    secrecy: event.secrecy ?? 'private',
    input: call?.input,
    fromOutside: hasFailed || (kind !== 'read' && meaning(kind).leaves && !meaning(kind).changes),
  })
}
