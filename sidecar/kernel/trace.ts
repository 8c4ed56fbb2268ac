// A session as events, in the form that `steward policy replay` reads: what was said, called and brought back, in order.

import type { Contact } from '../../policy/contacts.ts'
import { rank } from '../../policy/flow.ts'
import { type Runnable, shownInput } from './define.ts'
import { goneTool } from './gone.ts'
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
  { own, contacts }: { own: readonly string[]; contacts: readonly Contact[] },
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
        events: [spoken(JSON.parse(String(row.body)))],
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
    ...(contacts.length > 0 ? { contacts } : {}),
  }
  return [me, ...timed.flatMap((one) => one.events), { end: true }].map((event) => ({ session, ...event }))
}

const spoken = ({ text, pasted }: { text: string; pasted?: boolean }) => ({ user: text, ...(pasted ? { pasted } : {}) })

async function traceCall(row: CallRow, registry: Registry): Promise<Timed> {
  const tool = await registry.load(row.tool).catch(() => undefined)
  // What it did is in the row, whether its tool is there any more or not.
  const seen = guarded(tool ?? goneTool(row.tool), row.input, row.effects)
  const { kind = 'read', destination = [], object = [], payload = [] } = seen ?? {}
  // A trace is made to be handed on: what no card shows is not in it either.
  const input = tool ? shownInput(tool, row.input) : row.input
  const call = { tool: row.tool, kind, input, destination, object, payload }
  const result = { result: row.output ?? null, ...(tool ? resultTrust(row, tool) : unknownTrust) }
  if (row.state === 'done') return { at: row.createdAt, events: [{ call }, result] }
  const failed = row.state === 'failed' && row.attempts > 0 && row.error ? [{ error: row.error.message }] : []
  return { at: row.createdAt, events: [{ call }, ...failed] }
}

// What was stored with what it read can have lowered it; then none of its fields is better than that.
function resultTrust({ labels }: CallRow, tool: Runnable): ReturnType<typeof trustOf> {
  const declared = trustOf(tool)
  const lowered = rank(labels.trust) < rank(tool.labels.trust)
  return { ...declared, ...(lowered ? { trust: labels.trust, untrustedFields: [] } : {}), secrecy: labels.secrecy }
}
