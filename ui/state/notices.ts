// Short messages in the corner, with at most one thing to do about each.
import { signal } from '@preact/signals'
import { CallError } from '../client/client.ts'
import { hear } from './link.ts'

export interface Notice {
  id: number
  level: 'info' | 'warn' | 'error'
  text: string
  hint?: string | undefined
  action?: { label: string; run: () => void } | undefined
}

/** So many are kept; the last few of them are shown. */
const MOST = 50
const SHOWN_MS = 8000
export const notices = signal<readonly Notice[]>([])
/** How many dialogs are open. */
export const isAsking = signal(0)
let lastId = 0

/** Shows a message. Errors stay until they are taken away. */
export function tell(notice: Omit<Notice, 'id'>): number {
  const id = ++lastId
  notices.value = [...notices.value, { id, ...notice }].slice(-MOST)
  if (notice.level !== 'error') setTimeout(() => dismiss(id), SHOWN_MS)
  return id
}

/** Takes a message away. */
export function dismiss(id: number): void {
  notices.value = notices.value.filter((one) => one.id !== id)
}

/** Takes all of them away. */
export function dismissAll(): void {
  notices.value = []
}

/** Shows why something did not work. */
export function complain(thrown: unknown): void {
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  tell({ level: 'error', text, hint: thrown instanceof CallError ? thrown.hint : undefined })
}

/** Runs something, and shows it if it does not work. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (thrown) {
    complain(thrown)
    return undefined
  }
}

hear('notice/show', ({ level, text }) => {
  tell({ level, text })
})
