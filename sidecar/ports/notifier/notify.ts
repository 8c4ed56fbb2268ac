// Desktop notifications for what waits for the user. For whoever starts it:
//
//   const notifications = startNotifications({ settings, onEvent, raise })   // what the sidecar says, and its settings
//   …
//   notifications.stop()                                                       // when whoever shows them quits
//
// Told are approvals, questions of parked calls, reminders and errors; nothing while the setting `notifications` is off.
// What was answered before its turn came is not told, and a burst is told as a number.
import { type Happening, languageOf, noticeFor } from './noticetext.ts'
import { createNotifier, type Notifier } from './notifier.ts'

export interface NotifyOptions {
  /** The settings as they are. */
  settings(): Promise<unknown>
  /** Hears every event; returns how to stop that. */
  onEvent(listener: (event: { event: string; data?: unknown }) => void): () => void
  /** When somebody clicks on a notification; without, there is nothing to click on. */
  raise?: () => void
  notifier?: Notifier
  /** How long a burst is gathered, and how long after one notification the next may come. */
  gatherMs?: number
  restMs?: number
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const fields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Left out where it is not known, so that types and JSON stay plain. */
function happening(kind: Happening['kind'], parts: { [name in keyof Happening]?: Happening[name] | undefined }) {
  const known = Object.entries(parts).filter(([, value]) => value !== undefined)
  return { kind, ...Object.fromEntries(known) } as Happening
}

const readers: Readonly<Record<string, (data: Record<string, unknown>) => Happening | undefined>> = {
  'approval/requested': (data) =>
    happening('approval', { id: text(data.id), tool: text(data.tool), title: text(fields(data.preview).title) }),
  // One that goes on by itself at some time asks nobody.
  'suspension/opened': (data) =>
    data.wakeAt === undefined ? happening('question', { id: text(data.id), tool: text(data.tool) }) : undefined,
  'reminder/due': ({ id, title, missed, startsAt }) =>
    happening(missed === true ? 'missed' : 'reminder', {
      ...{ id: text(id), title: text(title) },
      startsAt: typeof startsAt === 'number' ? startsAt : undefined,
    }),
  'notice/show': (data) => (data.level === 'error' ? happening('trouble', { title: text(data.text) }) : undefined),
}

const endings: ReadonlySet<string> = new Set(['approval/resolved', 'suspension/closed'])

/** What an event is to the user, or nothing. */
export const happeningOf = (event: string, data: unknown): Happening | undefined =>
  Object.hasOwn(readers, event) ? readers[event]?.(fields(data)) : undefined

/** Begins to tell; see above. */
export function startNotifications(options: NotifyOptions): { stop(): void } {
  const { gatherMs = 800, restMs = 5000 } = options
  const notifier = options.notifier ?? createNotifier(options.raise)
  let gathered: Happening[] = []
  let timer: NodeJS.Timeout | undefined
  let restUntil = 0

  async function tell(): Promise<void> {
    timer = undefined
    const { notifications, ui, zone } = fields(await options.settings())
    const happened = gathered
    gathered = []
    const around = { now: Date.now(), zone: text(zone) }
    const notice = notifications === false ? undefined : noticeFor(happened, languageOf(fields(ui).language), around)
    if (notice === undefined) return
    restUntil = Date.now() + restMs
    notifier.show(notice)
  }

  const stopListening = options.onEvent(({ event, data }) => {
    if (endings.has(event)) gathered = gathered.filter(({ id }) => id === undefined || id !== fields(data).id)
    const happened = happeningOf(event, data)
    if (happened === undefined) return
    gathered.push(happened)
    // A sidecar that is gone keeps its questions; they are told again by the page.
    timer ??= setTimeout(() => void tell().catch(() => {}), Math.max(gatherMs, restUntil - Date.now())).unref()
  })
  return {
    stop() {
      stopListening()
      clearTimeout(timer)
      notifier.stop()
    },
  }
}
