// Hands a run the ports it was approved for, each shut to every other target. What is not handed over can't be called.
import { type Effect, type EffectKind, isEffectKind, meaning } from '../../policy/effects.ts'
import type { Label } from '../../policy/flow.ts'
import type { Port, PortContext } from '../ports/types.ts'
import { StewardError } from '../text/errors.ts'
import { type GrantedPorts, isUndo } from './define.ts'
import { encode } from './encode.ts'
import type { Journal } from './journal.ts'
import { markOf } from './labels.ts'
import type { Latch } from './latch.ts'
import { type LiveCall, OutcomeUnknown } from './live.ts'
import { type PortEntry, readFailure, readResult, readUndo } from './portlog.ts'
import { Parked } from './suspend.ts'

export interface GrantParts {
  ports: ReadonlyMap<EffectKind, Port>
  journal: Journal
  latch: Latch
  now: () => number
  progress: (live: LiveCall, title: string, metadata?: Record<string, unknown>) => void
  /** The labels of what a call writes at this moment. */
  labels: (live: LiveCall) => Label
  /** Asks the policy about a target that became known while running; parks the call if the user must say. */
  leave: (live: LiveCall, effect: Effect) => Promise<void>
  /** The answer for a place in the call, or parks it there. */
  suspend: (live: LiveCall, place: string, reason: string, data: unknown) => unknown
}

/** Ports for these effects, and for these kinds only. */
export function grantPorts(
  live: LiveCall,
  effects: readonly Effect[],
  kinds: readonly EffectKind[],
  parts: GrantParts,
): GrantedPorts {
  const handed: Record<string, unknown> = Object.create(null)
  for (const kind of kinds) {
    const port = parts.ports.get(kind)
    if (port) handed[kind] = portFunction(live, port, effects, parts)
  }
  return new Proxy(Object.freeze(handed), {
    get(target, name) {
      if (typeof name !== 'string' || name in target) return target[name as string]
      if (!isEffectKind(name)) return undefined
      throw refuse(live, parts, { kind: name, target: '' }, `${live.tool.name} did not declare ${name}.`)
    },
  })
}

function portFunction(live: LiveCall, port: Port, effects: readonly Effect[], parts: GrantParts): unknown {
  const granted = effects.filter((effect) => effect.kind === port.kind).map((effect) => effect.target)
  const invoker =
    (method: string) =>
    (target: unknown, ...args: unknown[]) => {
      const running = invoke({ live, port, granted, method, target, args, parts })
      live.inFlight.add(running)
      const settled = () => live.inFlight.delete(running)
      running.then(settled, settled)
      return running
    }
  const handed = invoker('call')
  for (const method of Object.keys(port.methods))
    if (method !== 'call') Object.assign(handed, { [method]: invoker(method) })
  if (isUndo(live.tool)) Object.assign(handed, { undo: invoker('undo') })
  return Object.freeze(handed)
}

interface Invocation {
  live: LiveCall
  port: Port
  granted: readonly string[]
  method: string
  target: unknown
  args: readonly unknown[]
  parts: GrantParts
}

async function invoke(one: Invocation): Promise<unknown> {
  const { live, port, method, args, parts } = one
  live.check()
  const ordinal = live.log.reserve()
  if (typeof one.target !== 'string')
    throw refuse(live, parts, { kind: port.kind, target: String(one.target) }, `${port.kind} needs a target.`)
  const target = await port.canonical(one.target, live.session)
  if (!isCovered(port, target, one.granted, live))
    throw refuse(
      live,
      parts,
      { kind: port.kind, target },
      `${live.tool.name} reached for ${target}, which it did not declare.`,
    )
  const changes = meaning(port.kind).changes
  const entry = live.log.at(ordinal, { kind: port.kind, method, target, args, changes, now: parts.now() })
  if (entry.state === 'done') return readResult(entry)
  if (entry.state === 'failed') throw readFailure(entry)
  const context = portContext(one, entry, target)
  if (
    entry.state === 'intent' &&
    entry.recovered &&
    changes &&
    !(port.repeatable ?? false) &&
    !(await settleDoubt(one, entry, target, context))
  )
    return undefined
  entry.recovered = false
  entry.state = 'intent'
  entry.marks = []
  entry.saved = false
  if (changes) {
    live.log.save()
    await parts.journal.durable(true)
  }
  // The last look before anything happens.
  try {
    parts.latch.check()
    live.check()
  } catch (thrown) {
    // It was announced and surely not done: no doubt about it must be left.
    entry.state = 'parked'
    entry.saved = false
    live.log.save()
    throw thrown
  }
  return carryOut(one, entry, target, context, changes)
}

async function carryOut(
  one: Invocation,
  entry: PortEntry,
  target: string,
  context: PortContext,
  changes: boolean,
): Promise<unknown> {
  const { live, port, method, args } = one
  const doing = `${port.kind} ${target}`
  if (changes) live.unsettled.add(doing)
  try {
    const result = await (method === 'undo'
      ? undoWith(one, target, context)
      : port.methods[method]?.(target, args, context))
    live.log.done(entry, result)
    // The receipt follows the effect at once; only a kill in between leaves it in doubt.
    if (changes) live.log.save()
    return result
  } catch (thrown) {
    if (thrown instanceof Parked) entry.state = 'parked'
    else if (thrown !== live.ending) live.log.failed(entry, thrown)
    throw thrown
  } finally {
    live.unsettled.delete(doing)
  }
}

async function undoWith(one: Invocation, target: string, context: PortContext): Promise<void> {
  if (!one.port.undo) throw new StewardError('NOT_UNDOABLE', `${one.port.kind} can not be taken back.`)
  await one.port.undo(target, one.args[0], context)
}

// After a crash in the middle of something that must not be done twice: look, and go on only where it was not done.
async function settleDoubt(one: Invocation, entry: PortEntry, target: string, context: PortContext): Promise<boolean> {
  const { look, lookUndo } = one.port
  const looked = one.method === 'undo' ? lookUndo?.(target, one.args[0], context) : look?.(target, one.args, context)
  const found = (await looked) ?? 'unknown'
  if (found === 'not done') return true
  if (found === 'done') {
    one.live.log.done(entry, undefined)
    one.live.log.save()
    return false
  }
  const unknown = new OutcomeUnknown(`${one.port.kind} ${target}`)
  one.live.end(unknown)
  throw unknown
}

function portContext(one: Invocation, entry: PortEntry, target: string): PortContext {
  const { live, port, parts } = one
  let waits = 0
  return {
    callId: live.row.id,
    session: live.session,
    get signal() {
      return live.signal
    },
    identity: `${live.row.id}.${entry.ordinal}`,
    now: parts.now,
    get labels() {
      return parts.labels(live)
    },
    labelled(label, value) {
      entry.marks = [...entry.marks, markOf(label, value)]
      entry.saved = false
    },
    async leave(wanted) {
      const found = await port.canonical(wanted, live.session)
      if (found === target || isCovered(port, found, one.granted, live)) return
      await parts.leave(live, { kind: port.kind, target: found })
    },
    async suspend(reason, data) {
      return parts.suspend(live, `${entry.ordinal}.${waits++}`, reason, data)
    },
    progress: (title, metadata) => parts.progress(live, title, metadata),
    async undoWith(data) {
      // Done again after a crash, it would find its own work in place of what was there before.
      entry.undo ??= encode(data)
      entry.saved = false
      live.log.save()
      await parts.journal.durable(true)
      parts.latch.check()
      live.check()
    },
  }
}

function isCovered(port: Port, target: string, granted: readonly string[], live: LiveCall): boolean {
  const covers = port.covers ?? Object.is
  if (granted.some((one) => covers(one, target))) return true
  return live.row.extra.some((effect) => effect.kind === port.kind && covers(effect.target, target))
}

function refuse(live: LiveCall, parts: GrantParts, effect: Effect, message: string): StewardError {
  const error = new StewardError(
    'NOT_GRANTED',
    message,
    'Nothing was done. A tool may only touch what it declares for its input.',
  )
  parts.journal.record('violation', {
    call: live.row.id,
    tool: live.tool.name,
    session: live.row.session,
    effects: [effect],
    error: error.code,
  })
  live.end(error)
  return error
}

/** What the changing effects of a finished call kept for undo, newest first. */
export const undoSteps = (entries: readonly PortEntry[]): { kind: EffectKind; target: string; data: unknown }[] =>
  entries
    .filter((entry) => entry?.changes && entry.state === 'done' && entry.undo !== null)
    .map((entry) => ({ kind: entry.kind as EffectKind, target: entry.target, data: readUndo(entry) }))
    .reverse()
