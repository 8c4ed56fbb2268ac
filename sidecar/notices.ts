// Notifications of the desktop by the sidecar itself: of reminders, while nobody is attached who shows them.
import type { Events, NumberedEvent } from './kernel/events.ts'

export interface NoticeParts {
  events: Events
  settings: () => unknown
  /** Whether a client shows this by itself. */
  isShown: () => boolean
  /** When it is tried again where the desktop does not take it yet. */
  again?: readonly number[]
}

/** Somebody logs in: the desktop takes its time. */
const PATIENCE_MS: readonly number[] = [2, 5, 15, 45, 120].map((seconds) => seconds * 1000)

/** Shows reminders from now on; returns how to stop that. Nothing is loaded before the first one. */
export function showReminders({ events, settings, isShown, again = PATIENCE_MS }: NoticeParts): () => void {
  let loading: Promise<{ stop(): void }> | undefined
  let hear: ((event: NumberedEvent) => void) | undefined
  const load = async () => {
    const { startNotifications } = await import('./ports/notifier/notify.ts')
    const { createNotifier } = await import('./ports/notifier/notifier.ts')
    const onEvent = (listener: (event: NumberedEvent) => void) => {
      hear = listener
      return () => {
        hear = undefined
      }
    }
    const notifier = createNotifier(undefined, { again })
    return startNotifications({ settings: async () => settings(), onEvent, notifier })
  }
  const stop = events.listen((event) => {
    // Whoever is attached at this moment hears of it, and whoever comes later does not: one of us shows it.
    if (event.event !== 'reminder/due' || isShown()) return
    loading ??= load()
    void loading.then(() => hear?.(event))
  })
  return () => {
    stop()
    void loading?.then((shown) => shown.stop())
  }
}
