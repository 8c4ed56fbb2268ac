// Labels that are stored with what a call writes, and those that come back with what it reads.
import { isEffectKind, meaning } from '../../policy/effects.ts'
import { fresh, joinAll, type Label } from '../../policy/flow.ts'
import { type Mark, scalars } from '../../policy/records.ts'
import type { Heard } from './heard.ts'
import type { LiveCall } from './live.ts'
import type { Sessions } from './sessions.ts'

/** What a port says about what it read: all of it, or the texts in one value. */
export function markOf(label: Label, value: unknown): Mark {
  if (value === undefined) return { label }
  return { label, texts: value instanceof Uint8Array ? [new TextDecoder().decode(value)] : scalars(value) }
}

/** What was stored with all that a call has read so far, also to prepare. */
export function marksOf({ row, log }: LiveCall): Mark[] {
  const prepared = row.preparedLabels ? [{ label: row.preparedLabels }] : []
  return [...prepared, ...log.entries.flatMap((entry) => entry?.marks ?? [])]
}

/** What a call returns: as its tool declares, and never more than what was stored with what it read. */
export function resultLabels(live: LiveCall): Label {
  const { trust, secrecy } = live.tool.labels
  return joinAll([{ trust, secrecy }, ...marksOf(live).map((mark) => mark.label)])
}

/** What a call writes at this moment: all that its session took in, what it was handed, and what it read itself. */
export function writtenLabels(live: LiveCall, sessions: Sessions, heard: Heard): Label {
  const { row, tool } = live
  const holdsSecret = (tool.secrets?.(row.input) ?? []).length > 0
  return joinAll([
    sessions.get(row.session).labels,
    { ...fresh, trust: heard.trustIn(row.session, row.input) },
    holdsSecret ? { ...fresh, secrecy: 'secret' } : fresh,
    hasRead(live) ? resultLabels(live) : fresh,
  ])
}

// What it got from a port may be in what it writes; an answer from outside comes with what leaves, too.
const hasRead = ({ row, log }: LiveCall): boolean =>
  (row.prepared !== undefined && row.prepared !== null) ||
  log.entries.some(({ kind, state, result }) => state === 'done' && result !== null && bringsIn(kind))

const bringsIn = (kind: string): boolean => isEffectKind(kind) && (!meaning(kind).changes || meaning(kind).leaves)
