// What arrives by itself while someone sits at the shell: told once, and not over what is on the line.
import { card } from './card.ts'
import { asks } from './question.ts'
import { eventData, type Paint, type Shown, type WireEvent } from './types.ts'
import { visible } from './visible.ts'

interface Arrival {
  id: string
  lines: string[]
  /** Of STOP: whether it is set. */
  stop?: 'set' | 'lifted'
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
  if (health?.refusedRules) {
    const lines = health.refusedRules.map((why) => `${paint.red('Rules refused:')} ${visible(why)}`)
    return lines.length === 0 ? undefined : { id: `health ${event.seq}`, lines }
  }
  if (health) {
    const text = health.stopped ? `${paint.red('STOP is set.')} Lift it: release` : paint.green('STOP was lifted.')
    return { id: `health ${event.seq}`, lines: [text], stop: health.stopped ? 'set' : 'lifted' }
  }
  const notice = eventData(event, 'notice/show')
  return notice && notice.callId === undefined
    ? { id: `notice ${event.seq}`, lines: [`${paint.yellow(`${notice.level}:`)} ${visible(notice.text)}`] }
    : undefined
}

export interface Arrivals {
  onEvent(event: WireEvent): void
  /** It was shown by other means. */
  shown(...what: Shown): void
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
  let stop: Arrival['stop']
  const flush = () => {
    const fresh = queue.filter((each) => !told.has(each.id))
    queue = []
    for (const each of fresh) {
      told.add(each.id)
      const isKnown = each.stop !== undefined && each.stop === stop
      stop = each.stop ?? stop
      if (!isKnown) tell(each.lines)
    }
  }
  return {
    flush,
    last: () => last,
    shown(...[kind, what]) {
      if (kind === 'stop') stop = what
      else told.add(what)
      if (kind === 'approval') last = what
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
