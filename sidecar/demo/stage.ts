// What the scenes of the demo play on: one Steward, one clock that they move forward, and the wire as any client uses it.
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { GivenTo, ResultOf } from '../protocol/methods.ts'
import type { Client } from '../rpc/client.ts'

export type Call = ResultOf<'tool/call'>

/** A moment of the week, and what happens then. */
export interface Beat {
  /** A time of the clock so many days ago, or so many minutes before now. */
  at: [daysAgo: number, clock: string] | { minutesAgo: number }
  play(stage: Stage): unknown
}

/** One capability's part of the week. */
export type Scene = () => Beat[]

export const zone = 'Europe/Stockholm'

export class Stage {
  readonly client: Client
  /** The folder of the person's own documents, where sessions begin. */
  readonly files: string
  /** Everything: settings, data and what lies beside the documents. */
  readonly folder: string
  readonly end: number
  readonly #sessions = new Map<string, string>()

  constructor(parts: { client: Client; folder: string; end: number }) {
    this.client = parts.client
    this.folder = parts.folder
    this.files = join(parts.folder, 'files')
    this.end = parts.end
  }

  /** Writes a document that is as old as it says. */
  write(path: string, daysOld: number, text: string): void {
    const file = join(this.folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    const at = new Date(this.end - daysOld * 86_400_000)
    utimesSync(file, at, at)
  }

  /** The session of a name, in the folder of the documents. */
  async session(name: string): Promise<string> {
    const known = this.#sessions.get(name)
    if (known !== undefined) return known
    const { id } = await this.client.call('session/open', { name, root: this.files })
    this.#sessions.set(name, id)
    return id
  }

  /** A call by hand in the session of the studio, unless said otherwise. */
  async call(
    tool: string,
    input: object = {},
    { session = 'Studio', ...more }: Omit<GivenTo<'tool/call'>, 'tool' | 'input'> = {},
  ): Promise<Call> {
    return this.client.call('tool/call', { tool, input, session: await this.session(session), ...more })
  }

  /** A call that an agent makes. */
  agent(tool: string, input: object, session: string): Promise<Call> {
    return this.call(tool, input, { session, by: 'agent' })
  }

  /** Answers the question that a call waits for, and waits for what comes of it. */
  async answer(call: Call, decision: 'allow' | 'deny', reason?: string): Promise<void> {
    const { approvals } = await this.client.call('approval/list', {})
    const asked = approvals.find(({ callId }) => callId === call.callId)
    if (!asked) throw new Error(`${call.tool} asked nothing: ${JSON.stringify(call.error ?? call.state)}`)
    await this.client.call('approval/decide', {
      id: asked.id,
      hash: asked.hash,
      decision,
      ...(reason ? { reason } : {}),
    })
    await this.client.call('call/show', { callId: call.callId, wait: true })
  }

  /** A call that asks, and is allowed. */
  async allowed(tool: string, input: object): Promise<Call> {
    const call = await this.call(tool, input)
    await this.answer(call, 'allow')
    return call
  }
}

/** When a beat is, in milliseconds since the epoch. */
export function momentOf({ at }: Beat, end: number): number {
  if ('minutesAgo' in at) return end - at.minutesAgo * 60_000
  const [daysAgo, clock] = at
  const today = Temporal.Instant.fromEpochMilliseconds(end).toZonedDateTimeISO(zone).toPlainDate()
  return today.subtract({ days: daysAgo }).toZonedDateTime({ timeZone: zone, plainTime: clock }).epochMilliseconds
}
