// What arrives by itself while someone sits at the shell: told once, and not over what is on the line.
import { eventData, type Paint, type WireEvent } from './types.ts'
import { visible } from './visible.ts'

interface Arrival {
  id: string
  lines: string[]
}

function arrivalOf(event: WireEvent, paint: Paint): Arrival | undefined {
  const approval = eventData(event, 'approval/requested')
  if (approval) {
    const id = visible(approval.id)
    const what = `${visible(approval.tool)}: ${visible(approval.preview.title)} (score ${approval.receipt.score})`
    const how = `  look: approvals show ${id}   allow: approve ${id}   deny: deny ${id}`
    return { id: approval.id, lines: [`${paint.yellow('Approval wanted')}: ${what}`, how] }
  }
  const parked = eventData(event, 'suspension/opened')
  if (parked && parked.wakeAt === undefined) {
    const lines = [`${paint.yellow('Question')}: ${visible(parked.reason)}`, `  answer ${visible(parked.id)} TEXT`]
    return { id: parked.id, lines }
  }
  const health = eventData(event, 'health/changed')
  if (health) {
    const text = health.stopped ? `${paint.red('STOP is set')}. Lift it: release` : paint.green('STOP was lifted.')
    return { id: `health ${event.seq}`, lines: [text] }
  }
  const notice = eventData(event, 'notice/show')
  return notice && notice.callId === undefined
    ? { id: `notice ${event.seq}`, lines: [`${paint.yellow(`${notice.level}:`)} ${visible(notice.text)}`] }
    : undefined
}

export interface Arrivals {
  onEvent(event: WireEvent): void
  /** It was told by other means. */
  shown(id: string): void
  /** Tells what came meanwhile. */
  flush(): void
  /** The approval that was told or shown last. */
  last(): string | undefined
}

/** Collects arrivals; `tell` is called at once while `idle`, else at the next flush. */
export function createArrivals(paint: Paint, idle: () => boolean, tell: (lines: string[]) => void): Arrivals {
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
    shown(id) {
      told.add(id)
      last = id
    },
    onEvent(event) {
      const resolved = eventData(event, 'approval/resolved') ?? eventData(event, 'suspension/closed')
      if (resolved) {
        queue = queue.filter((each) => each.id !== resolved.id)
        if (last === resolved.id) last = undefined
      }
      const arrival = arrivalOf(event, paint)
      if (!arrival) return
      if (event.event === 'approval/requested') last = arrival.id
      queue.push(arrival)
      if (idle()) flush()
    },
  }
}
