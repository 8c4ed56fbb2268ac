// Desktop notifications for what waits for the user. For whoever starts it:
//
//   const notifications = startNotifications({ client, raise })   // the shell's own client: `call` and `onEvent`
//   …
//   notifications.stop()                                            // when the shell quits
//
// Told are approvals, questions of parked calls, reminders and errors; nothing while the setting `notifications` is off.
// What was answered before its turn came is not told, and a burst is told as a number.
import type { GivenTo, ResultOf } from '../../sidecar/protocol/methods.ts'
import { type Happening, languageOf, noticeFor } from './noticetext.ts'
import { createNotifier, type Notifier } from './notifier.ts'

export interface NotifyClient {
  call(name: 'settings/get', params: GivenTo<'settings/get'>): Promise<ResultOf<'settings/get'>>
  /** Hears every event; returns how to stop that. */
  onEvent(listener: (event: { event: string; data?: unknown }) => void): () => void
}

export interface NotifyOptions {
  client: NotifyClient
  /** When somebody clicks on a notification. */
  raise(): void
  notifier?: Notifier
  /** How long a burst is gathered, and how long after one notification the next may come. */
  gatherMs?: number
  restMs?: number
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const fields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Left out where it is not known, so that types and JSON stay plain. */
function happening(kind: Happening['kind'], parts: { [name in 'id' | 'tool' | 'title']?: string | undefined }) {
  const known = Object.entries(parts).filter(([, value]) => value !== undefined)
  return { kind, ...Object.fromEntries(known) } as Happening
}

const readers: Readonly<Record<string, (data: Record<string, unknown>) => Happening | undefined>> = {
  'approval/requested': (data) =>
    happening('approval', { id: text(data.id), tool: text(data.tool), title: text(fields(data.preview).title) }),
  // One that goes on by itself at some time asks nobody.
  'suspension/opened': (data) =>
    data.wakeAt === undefined ? happening('question', { id: text(data.id), tool: text(data.tool) }) : undefined,
  'reminder/due': (data) =>
    happening('reminder', { id: text(data.id), title: text(data.title) ?? text(data.text) ?? text(data.summary) }),
  'notice/show': (data) => (data.level === 'error' ? happening('trouble', { title: text(data.text) }) : undefined),
}

const endings: ReadonlySet<string> = new Set(['approval/resolved', 'suspension/closed'])

/** What an event is to the user, or nothing. */
export const happeningOf = (event: string, data: unknown): Happening | undefined =>
  Object.hasOwn(readers, event) ? readers[event]?.(fields(data)) : undefined

/** Begins to tell; see above. */
export function startNotifications(options: NotifyOptions): { stop(): void } {
  const { client, raise, gatherMs = 800, restMs = 5000 } = options
  const notifier = options.notifier ?? createNotifier(raise)
  let gathered: Happening[] = []
  let timer: NodeJS.Timeout | undefined
  let restUntil = 0

  async function tell(): Promise<void> {
    timer = undefined
    const { settings } = await client.call('settings/get', {})
    const { notifications, ui } = fields(settings)
    const happened = gathered
    gathered = []
    const notice = notifications === false ? undefined : noticeFor(happened, languageOf(fields(ui).language))
    if (notice === undefined) return
    restUntil = Date.now() + restMs
    notifier.show(notice)
  }

  const stopListening = client.onEvent(({ event, data }) => {
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
