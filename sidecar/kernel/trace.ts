// A session as events, in the form that `steward policy replay` reads: what was said, called and brought back, in order.

import { guarded, trustOf } from './heard.ts'
import type { Journal } from './journal.ts'
import type { Registry } from './registry.ts'
import { type CallRow, fromCells } from './rows.ts'

const unknownTrust = { trust: 'untrusted', untrustedFields: [], secrecy: 'private' }

interface Timed {
  at: number
  events: Record<string, unknown>[]
}

/** The events of one session, oldest first. */
export async function traceSession(
  session: string,
  own: readonly string[],
  journal: Journal,
  registry: Registry,
): Promise<Record<string, unknown>[]> {
  journal.flush()
  const said = journal.store
    .statement("SELECT body, at FROM session_words WHERE session = ? AND kind = 'said' ORDER BY rowid")
    .all(session)
    .map(
      (row): Timed => ({
        at: Number(row.at),
        events: [{ user: (JSON.parse(String(row.body)) as { text: string }).text }],
      }),
    )
  const rows = journal.store
    .statement('SELECT * FROM calls WHERE session = ? ORDER BY rowid')
    .all(session)
    .map(fromCells)
  const calls = await Promise.all(rows.map((row) => traceCall(row, registry)))
  const timed = [...said, ...calls].sort((a, b) => a.at - b.at)
  const me = {
    own: { addresses: own.filter((value) => value.includes('@')), names: own.filter((value) => !value.includes('@')) },
  }
  return [me, ...timed.flatMap((one) => one.events), { end: true }].map((event) => ({ session, ...event }))
}

async function traceCall(row: CallRow, registry: Registry): Promise<Timed> {
  const tool = await registry.load(row.tool).catch(() => undefined)
  const seen = tool && guarded(tool, row.input, row.effects)
  const { kind = 'read', destination = [], object = [], payload = [] } = seen ?? {}
  const call = { tool: row.tool, kind, input: row.input, destination, object, payload }
  const result = { result: row.output ?? null, ...(tool ? trustOf(tool) : unknownTrust) }
  return { at: row.createdAt, events: row.state === 'done' ? [{ call }, result] : [{ call }] }
}
