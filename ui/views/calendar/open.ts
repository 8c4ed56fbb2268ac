// Which event is open in the dialog, or which new one is begun there.
import { signal } from '@preact/signals'
import type { EventView } from '../../state/calendar.ts'
import { isDragged } from './drag.ts'

export interface Begun {
  /** Stamps; without them the next full hour. */
  start?: string
  end?: string
  allDay?: boolean
  title?: string
}
export type Opened = { kind: 'new'; begun: Begun } | { kind: 'event'; event: EventView }

export const opened = signal<Opened | undefined>(undefined)

/** Opens one. The click that ends a drag opens nothing. */
export function openEvent(event: EventView, click?: MouseEvent): void {
  if (click && isDragged(click)) return
  opened.value = { kind: 'event', event }
}

/** Begins a new one. */
export function beginEvent(begun: Begun = {}): void {
  opened.value = { kind: 'new', begun }
}
