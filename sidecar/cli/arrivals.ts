// What arrives by itself while someone sits at the shell: told once, and not over what is on the line.
import { card } from './card.ts'
import { asks } from './question.ts'
import { eventData, type Paint, type WireEvent } from './types.ts'
import { visible } from './visible.ts'

interface Arrival {
  id: string
  lines: string[]
}

function arrivalOf(event: WireEvent, width: number, paint: Paint): Arrival | undefined {
  const approval = eventData(event, 'approval/requested')
  if (approval) {
    const id = visible(approval.id)
    const how = `  allow: approve ${id}   deny: deny ${id}`
    return { id: approval.id, lines: [paint.yellow('Approval wanted:'), ...card(approval, width, paint), how] }
  }
  const parked = eventData(event, 'suspension/opened')
  if (parked && parked.wakeAt === undefined) {
    const lines = [`${paint.yellow('Question:')} ${visible(asks(parked))}`, `  answer ${visible(parked.id)} TEXT`]
    return { id: parked.id, lines }
  }
  const health = eventData(event, 'health/changed')
  if (health) {
    const text = health.stopped ? `${paint.red('STOP is set.')} Lift it: release` : paint.green('STOP was lifted.')
    return { id: `health ${event.seq}`, lines: [text] }
  }
  const notice = eventData(event, 'notice/show')
  return notice && notice.callId === undefined
    ? { id: `notice ${event.seq}`, lines: [`${paint.yellow(`${notice.level}:`)} ${visible(notice.text)}`] }
    : undefined
}

export interface Arrivals {
  onEvent(event: WireEvent): void
  /** It was shown by other means. */
  shown(kind: 'approval' | 'question', id: string): void
  /** Tells what came meanwhile. */
  flush(): void
  /**
   * The approval that the person's own command showed last. What arrived by itself does not count: it may come between
   * the reading of one card and the answer to it.
   */
  last(): string | undefined
}

export interface ArrivalOptions {
  width: number
  paint: Paint
  /** Whether something may be told at once. */
  idle(): boolean
  tell(lines: string[]): void
}

/** Collects arrivals and tells each once: at once while idle, else at the next flush. */
export function createArrivals({ width, paint, idle, tell }: ArrivalOptions): Arrivals {
  const told = new Set<string>()
  let queue: Arrival[] = []
  let last: string | undefined
  const flush = () => {
    const fresh = queue.filter((each) => !told.has(each.id))
    queue = []
    for (const each of fresh) {
      told.add(each.id)
      tell(each.lines)
    }
  }
  return {
    flush,
    last: () => last,
    shown(kind, id) {
      told.add(id)
      if (kind === 'approval') last = id
    },
    onEvent(event) {
      const resolved = eventData(event, 'approval/resolved') ?? eventData(event, 'suspension/closed')
      if (resolved) {
        queue = queue.filter((each) => each.id !== resolved.id)
        if (last === resolved.id) last = undefined
      }
      const arrival = arrivalOf(event, width, paint)
      if (!arrival) return
      queue.push(arrival)
      if (idle()) flush()
    },
  }
}
