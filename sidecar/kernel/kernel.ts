// Puts the kernel's parts together. Whoever holds the result can call tools, answer for the user, and end it cleanly.
import { Audit, type AuditFile } from '../../policy/audit.ts'
import { PolicyBridge } from '../../policy/bridge.ts'
import type { Contact } from '../../policy/contacts.ts'
import type { Effect, EffectKind } from '../../policy/effects.ts'
import { localTime } from '../../policy/hours.ts'
import type { Attention as Limits, Modes } from '../../policy/modes.ts'
import type { LoadedRule } from '../../policy/rules.ts'
import type { SealPlaces } from '../../policy/seal.ts'
import type { Port } from '../ports/types.ts'
import type { Store } from '../store/database.ts'
import { Answers } from './answer.ts'
import { Approvals } from './approvals.ts'
import { Attention } from './attention.ts'
import type { ContextParts } from './context.ts'
import { UNDO } from './define.ts'
import { Events } from './events.ts'
import { Executor } from './execute.ts'
import { Gate } from './gate.ts'
import type { GrantParts } from './grant.ts'
import { Heard } from './heard.ts'
import { Journal, readAnchor } from './journal.ts'
import { writtenLabels } from './labels.ts'
import { Latch } from './latch.ts'
import type { LiveCall } from './live.ts'
import { attach, type Blobs } from './output.ts'
import { Slots } from './queue.ts'
import { recover, Waker } from './recover.ts'
import type { Registry } from './registry.ts'
import { isAtRest } from './rows.ts'
import { Runner } from './run.ts'
import { Sessions } from './sessions.ts'
import { Standing } from './standing.ts'
import { Stats } from './stats.ts'
import { Suggestions } from './suggest.ts'
import { Suspensions, type SuspensionView } from './suspend.ts'
import { undoRunnable } from './undo.ts'

export interface KernelParts {
  store: Store
  auditFile: AuditFile
  /** Where the seals of the audit log are kept; without, it is not sealed. */
  seals?: SealPlaces
  rules: readonly LoadedRule[]
  registry: Registry
  ports: ReadonlyMap<EffectKind, Port>
  blobs: Blobs
  modes?: () => Modes
  /** Throws where the data folder is no longer ours alone. */
  mayWrite?: () => void
  /** The user's own addresses and names. */
  own: () => readonly string[]
  /** Whom the user put into the address book. Looked at anew each time; another list is another array. */
  contacts?: () => readonly Contact[]
  /** Resolves once custom tools are loaded; nothing where they are. */
  ready?: () => Promise<void> | undefined
  home: string
  folder: (path: string) => string
  checkAnswer: (suspension: SuspensionView, answer: unknown) => unknown
  now: () => number
  zone: () => string
  /** How many questions an hour, and when none; without, they come as they are asked. */
  attention?: () => Limits
  concurrency: number
  timeout: (tool: string) => number | undefined
}

export type Kernel = ReturnType<typeof createKernel>

const PROGRESS_EVERY_MS = 100

/** The kernel on an open store. */
export function createKernel(parts: KernelParts) {
  const { store, registry, ports, blobs, now } = parts
  const journal = new Journal(store, new Audit(parts.auditFile, now, readAnchor(store), parts.seals), parts.mayWrite)
  const events = new Events(now)
  journal.refusal.onChange = (fault) => {
    const text = fault ? `${fault.message} ${fault.hint ?? ''}` : 'Everything that waited for the disk is written.'
    events.emit('notice/show', { level: fault ? 'error' : 'info', text })
  }
  const latch = new Latch(journal, events)
  const standing = new Standing(journal, now, parts.zone)
  const bridge = new PolicyBridge({ audit: journal.audit, rows: standing, rules: parts.rules, now })
  const attention = new Attention({
    ...{ journal, events, now, zone: parts.zone },
    limits: parts.attention ?? (() => ({})),
  })
  const approvals = new Approvals({ journal, events, announcer: attention, now })
  const suspensions = new Suspensions({ journal, events, now })
  const sessions = new Sessions({ journal, now, folder: parts.folder, home: parts.home })
  const isSensitive = ({ kind, target }: Effect, session: string) =>
    ports.get(kind)?.facts?.(target, sessions.get(session)).sensitive === true
  const suggestions = new Suggestions({ journal, standing, isSensitive, now, zone: parts.zone })
  const heard = new Heard({ journal, own: parts.own, contacts: parts.contacts ?? (() => []), now })
  const stats = new Stats(journal)
  const slots = new Slots(parts.concurrency)
  const gate = new Gate({ bridge, approvals, standing, journal, latch, heard, events, ports, around: around(parts) })

  const progress = throttledProgress(events, now)
  const suspend = (live: LiveCall, place: string, reason: string, data: unknown, wakeAt?: number) => {
    const { id: callId, tool, session } = live.row
    const found = suspensions.at({
      callId,
      tool,
      session,
      place,
      reason,
      data,
      ...(wakeAt === undefined ? {} : { wakeAt }),
    })
    if ('answer' in found) return found.answer
    live.end(found.parked)
    throw found.parked
  }
  const leave: GrantParts['leave'] = (live, effect) => gate.leave(live, effect)
  const labels: GrantParts['labels'] = (live) => writtenLabels(live, sessions, heard)
  const grant: GrantParts = { ports, journal, latch, now, progress, labels, leave, suspend }
  const context: ContextParts = {
    now,
    zone: parts.zone,
    progress,
    suspend,
    attach: (live, name, mime, bytes) => void attach(live, blobs, name, mime, bytes),
  }
  const waker = new Waker(
    suspensions,
    now,
    () => !latch.stopped,
    (id) => answers.wake(id),
  )
  const runner = new Runner({
    ...{ journal, sessions, standing, heard, suspensions, stats, events, blobs, grant, context, now },
    timeout: parts.timeout,
    onDoze: () => waker.schedule(),
  })
  const executor = new Executor({
    ...{ journal, sessions, approvals, gate, runner, slots, grant, context, now },
    wakes: (row) => row.suspension !== null && suspensions.find(row.suspension).wakeAt !== undefined,
    onDoze: () => waker.schedule(),
    toolFor: (name, undoOf) => {
      if (name === UNDO && undoOf !== null) return undoRunnable(journal, undoOf)
      // Custom tools take a moment after the start; whoever needs one waits for it, whichever way it came here.
      return parts.ready?.()?.then(() => registry.get(name)) ?? registry.get(name)
    },
  })
  const answers = new Answers({
    ...{ executor, runner, approvals, suspensions, standing, heard, journal, events, latch, now },
    checkAnswer: parts.checkAnswer,
  })

  return {
    ...{
      registry,
      journal,
      events,
      latch,
      standing,
      bridge,
      approvals,
      attention,
      suggestions,
      suspensions,
      sessions,
      heard,
      stats,
      slots,
      gate,
      executor,
      answers,
      blobs,
    },
    /** Takes up what the last process left. */
    async recover(): Promise<number> {
      const found = await recover(executor, { journal, events, now })
      waker.schedule()
      attention.look()
      return found
    },
    /** Lifts STOP; what slept past its time meanwhile goes on. */
    release(): void {
      latch.release()
      waker.schedule()
    },
    /** Lets effects that are half done come to their end, for a moment: what is cut off here is in doubt at the next start. */
    async drain(ms: number): Promise<void> {
      const half = [...executor.all()].filter((live) => live.unsettled.size > 0).flatMap((live) => [...live.inFlight])
      if (half.length > 0)
        await Promise.race([Promise.allSettled(half), new Promise((resolve) => setTimeout(resolve, ms).unref())])
    },
    /** Ends cleanly: everything that is known is on the disk, and what runs will be taken up at the next start. */
    close(): void {
      waker.stop()
      attention.stop()
      for (const { row } of executor.all()) {
        // Cut off by an orderly end, which does not count against it.
        if (isAtRest(row)) continue
        row.attempts = Math.max(0, row.attempts - 1)
        journal.put(row)
      }
      stats.save()
      journal.close()
    },
  }
}

const around = (parts: KernelParts) => () => ({
  local: localTime(parts.now(), parts.zone()),
  ...(parts.modes ? { modes: parts.modes() } : {}),
})

// A tool may report as often as it likes; a person sees ten steps a second, and always the last.
function throttledProgress(events: Events, now: () => number): ContextParts['progress'] {
  const told = new WeakMap<LiveCall, number>()
  const held = new WeakMap<LiveCall, () => void>()
  return (live, title, metadata) => {
    const tell = () => {
      held.delete(live)
      told.set(live, now())
      if (live.row.state === 'running' || live.row.state === 'planned')
        events.emit('call/progress', { callId: live.row.id, title, ...(metadata ? { metadata } : {}) })
    }
    const wait = (told.get(live) ?? 0) + PROGRESS_EVERY_MS - now()
    if (wait <= 0) return tell()
    if (!held.has(live)) setTimeout(() => held.get(live)?.(), wait).unref()
    held.set(live, tell)
  }
}
