// The flow guard: whether what a call names follows from the user. A pure look at one call; the session is handed in.
import { type EffectKind, isEffectKind, meaning } from './effects.ts'
import { rank, type Trust } from './flow.ts'
import type { Origins } from './origin.ts'
import { scalars } from './records.ts'
import { isSum, leadsIn } from './words.ts'

/** A call as the guard sees it: its kind, and which arguments play which part. */
export interface GuardedCall {
  kind: EffectKind
  input: Record<string, unknown>
  destination: readonly string[]
  object: readonly string[]
  payload: readonly string[]
}

/** One value that does not follow from the user, and where it came from. */
export interface Doubt {
  role: 'act' | 'destination' | 'object' | 'link' | 'secret'
  value: string
  trust: Trust
  from?: string
  /** In words, with the whole value. */
  says: string
}

/** Kinds that bind the user: only the user's own words are enough. */
const BINDING = 7

/** How far a destination must be trusted. */
function neededFor(kind: EffectKind): Trust {
  const { weight, changes } = meaning(kind)
  if (!changes) return 'known'
  if (weight >= BINDING) return 'user'
  return kind === 'sendMessage' ? 'metadata' : 'trusted'
}

/** Acts that can't be read out of a name alone: the user must have asked for such a thing at all. */
const deleting =
  /\b(?:delet|remov|cancel|eras|trash|discard|drop|clear|clean|purg|kick|uninvit|revok|dismiss|unsubscrib|get rid|throw)\w*|删|移除|取消|清除|清空|撤/iu
const acts: Partial<Record<EffectKind, RegExp>> = { deleteObject: deleting, deleteFile: deleting }

/** Everything about a call that must be asked. Nothing, while the session has read nothing from strangers. */
export function doubts(call: GuardedCall, origins: Origins): Doubt[] {
  const found: Doubt[] = []
  const look = (role: Doubt['role'], value: string, needed: Trust) => {
    const { trust, from } = origins.trace(value)
    if (rank(trust) >= rank(needed)) return
    const where = from === undefined ? 'seen nowhere before' : `from ${from}`
    found.push({
      role,
      value,
      trust,
      ...(from === undefined ? {} : { from }),
      says: `${role} ${JSON.stringify(value)} is ${where}`,
    })
  }
  const needed = neededFor(call.kind)
  for (const name of call.destination) for (const value of scalars(call.input[name])) look('destination', value, needed)
  if (!meaning(call.kind).changes) return found
  const act = acts[call.kind]
  if (act && origins.tainted && !origins.heardFromUser(act)) {
    const value = call.object.flatMap((name) => scalars(call.input[name])).join(', ')
    found.push({
      role: 'act',
      value,
      trust: 'untrusted',
      says: `you did not ask for anything that ${meaning(call.kind).says}`,
    })
  }
  for (const name of call.object) for (const value of scalars(call.input[name])) look('object', value, 'trusted')
  const binding = meaning(call.kind).weight >= BINDING
  for (const name of call.payload)
    for (const value of scalars(call.input[name])) {
      if (call.kind === 'changeAccount') look('link', value, 'trusted')
      // A sum that was worked out stands nowhere; one that a stranger wrote does.
      else if (binding && isSum(value) && !origins.saidSum(value) && origins.trace(value).from !== undefined)
        look('link', value, 'metadata')
      for (const lead of leadsIn(value)) look('link', lead.value, 'known')
      if (meaning(call.kind).leaves && origins.isSecret(value))
        found.push({ role: 'secret', value, trust: 'own', says: 'it carries something secret' })
    }
  return found
}

/** Whether a kind takes something away. */
export const isDeleting = (kind: EffectKind | 'read'): boolean => kind === 'deleteObject' || kind === 'deleteFile'

/** A kind by its name; what is not known is an outside tool. */
export const kindOf = (word: string): EffectKind | 'read' =>
  word === 'read' ? 'read' : isEffectKind(word) ? word : 'callMcp'
