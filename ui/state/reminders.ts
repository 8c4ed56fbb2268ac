// Reminders: those that were told and wait for an answer, and those to come.
import { computed, signal } from '@preact/signals'
import type { ResultOf } from '../../sidecar/protocol/methods.ts'
import { call, hear, whenFresh } from './link.ts'

type Listed = ResultOf<'reminder/list'>
export type Reminder = Listed['due'][number]

const CALM_MS = 80
const listed = signal<Listed>({ due: [], coming: [] })
let timer: ReturnType<typeof setTimeout> | undefined

/** The earliest first. */
export const dueReminders = computed(() => [...listed.value.due].sort((a, b) => a.at - b.at))
export const comingReminders = computed(() => listed.value.coming)

/** Reads them again. */
export async function loadReminders(): Promise<void> {
  listed.value = await call('reminder/list', {})
}

const soon = () => {
  clearTimeout(timer)
  timer = setTimeout(() => void loadReminders().catch(() => {}), CALM_MS)
}

whenFresh(loadReminders)
hear('reminder/due', (one) => {
  const due = listed.value.due.filter(({ id }) => id !== one.id)
  listed.value = { due: [...due, one], coming: listed.value.coming.filter(({ id }) => id !== one.id) }
  soon()
})
hear('state/changed', ({ what }) => {
  if (what === 'reminders' || what === 'tasks' || what === 'calendars') soon()
})

/** Says that one was seen. */
export async function dismissReminder(id: string): Promise<void> {
  await call('reminder/dismiss', { id })
  drop(id)
}

/** Has one told again later; returns when. */
export async function snoozeReminder(id: string, minutes: number): Promise<number> {
  const { at } = await call('reminder/snooze', { id, minutes })
  drop(id)
  soon()
  return at
}

function drop(id: string): void {
  listed.value = { ...listed.value, due: listed.value.due.filter((one) => one.id !== id) }
}
