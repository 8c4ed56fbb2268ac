// What happened, numbered. The newest are kept, so that a client which lost some can ask for them.
import type { ReminderView } from '../text/agenda/types.ts'
import type { ApprovalView } from './approvals.ts'
import { newId } from './ids.ts'
import type { SuspensionView } from './suspend.ts'
import type { CallView } from './view.ts'

export interface EventMap {
  'call/started': { callId: string; tool: string; session: string }
  'call/progress': { callId: string; title: string; metadata?: Record<string, unknown> }
  'call/finished': CallView
  'approval/requested': ApprovalView
  'approval/resolved': ApprovalView
  'suspension/opened': SuspensionView
  'suspension/closed': SuspensionView
  'notice/show': { level: 'info' | 'warn' | 'error'; text: string; callId?: string }
  'state/changed': { what: 'settings' | 'rules' | 'grants' | 'calendars' | 'tasks' | 'reminders' | 'accounts' }
  'reminder/due': ReminderView
  'health/changed': { stopped: boolean; reason?: string; refusedRules?: string[] }
}

export interface NumberedEvent {
  seq: number
  at: number
  event: keyof EventMap
  data: unknown
}

const KEPT = 5000

export class Events {
  /** Numbers belong to one start of the sidecar. */
  readonly epoch = newId('e')
  readonly #listeners = new Set<(event: NumberedEvent) => void>()
  readonly #kept: NumberedEvent[] = []
  readonly #now: () => number
  #seq = 0

  constructor(now: () => number) {
    this.#now = now
  }

  get seq(): number {
    return this.#seq
  }

  emit<N extends keyof EventMap>(name: N, data: EventMap[N]): void {
    this.#seq++
    const event: NumberedEvent = { seq: this.#seq, at: this.#now(), event: name, data }
    this.#kept[this.#seq % KEPT] = event
    for (const listener of this.#listeners) listener(event)
  }

  /** Hears every later event until the returned function is called. */
  listen(listener: (event: NumberedEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Events after a number; `lost` where some of them are no longer kept. */
  since(epoch: string, seq: number, limit: number): { epoch: string; lost: boolean; events: NumberedEvent[] } {
    const first = Math.max(1, this.#seq - KEPT + 1)
    const lost = epoch !== this.epoch || seq + 1 < first
    const events: NumberedEvent[] = []
    for (let n = lost ? first : seq + 1; n <= this.#seq && events.length < limit; n++) {
      const event = this.#kept[n % KEPT]
      if (event) events.push(event)
    }
    return { epoch: this.epoch, lost, events }
  }
}
