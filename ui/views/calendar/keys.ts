// The keyboard in the calendar. Letters and arrows count only where nothing is typed.
import { type EventView, eventsOf, today } from '../../state/calendar.ts'
import { eventKey } from '../../state/moves.ts'
import { attempt } from '../../state/notices.ts'
import { plusDays } from '../../state/zoned.ts'
import { deleteEvent } from './change.ts'
import { days, look, type Mode, query, show, turn } from './look.ts'
import { letGo, nudge, type Step, settleNudge } from './move.ts'
import { beginEvent, opened } from './open.ts'

const modeKeys: Readonly<Record<string, Mode>> = { d: 'day', w: 'week', m: 'month', a: 'agenda' }
let lastFocus: string | undefined

const chips = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-event]')]

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.closest('dialog') !== null || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** The event that has the focus. */
function focused(): EventView | undefined {
  const key = (document.activeElement as HTMLElement | null)?.dataset?.event
  if (key === undefined) return undefined
  const shown = days.peek()
  const [from = ''] = shown
  const found = eventsOf({ from, to: plusDays(shown.at(-1) ?? from, 1), query: query.peek().trim() })
  return found?.events.find((event) => eventKey(event) === key)
}

/** One that was moved is drawn elsewhere, and keeps the focus. */
export function keepFocus(): void {
  const active = document.activeElement as HTMLElement | null
  if (active?.dataset?.event !== undefined) lastFocus = active.dataset.event
  else if (active === document.body && lastFocus !== undefined)
    document.querySelector<HTMLElement>(`[data-event="${CSS.escape(lastFocus)}"]`)?.focus({ preventScroll: true })
  else if (active !== document.body) lastFocus = undefined
}

export function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isTyping(event.target) || opened.peek()) return
  if (event.ctrlKey || event.metaKey) return
  const isTaken = event.altKey ? onAlt(event) : onPlain(event)
  if (isTaken) event.preventDefault()
}

const arrows: Readonly<Record<string, Step>> = {
  ...{ ArrowUp: { steps: -1 }, ArrowDown: { steps: 1 }, ArrowLeft: { days: -1 }, ArrowRight: { days: 1 } },
}

// In a month there are no hours: up and down are weeks.
function onAlt({ key, shiftKey }: KeyboardEvent): boolean {
  const one = focused()
  const step = arrows[key]
  if (!one || !step) return false
  const isMonth = look.peek().mode === 'month' && step.steps !== undefined && !shiftKey
  nudge(one, isMonth ? { days: (step.steps ?? 0) * 7 } : { ...step, isEnd: shiftKey })
  return true
}

function onPlain(event: KeyboardEvent): boolean {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const mode = modeKeys[key]
  if (mode) show({ mode })
  else if (key === 't') show({ day: today() })
  else if (key === 'j' || key === 'ArrowRight') turn(1)
  else if (key === 'k' || key === 'ArrowLeft') turn(-1)
  else if (key === 'n') beginEvent()
  else if (key === '/') document.getElementById('calendar-find')?.focus()
  else if (key === 'Escape') return letGo()
  else return onChosen(event)
  return true
}

function onChosen({ key }: KeyboardEvent): boolean {
  const one = focused()
  if (!one) return false
  if (key === 'ArrowDown' || key === 'ArrowUp') return step(key === 'ArrowDown' ? 1 : -1)
  if (key === 'Delete' || key === 'Backspace') {
    void attempt(() => deleteEvent(one))
    return true
  }
  if (key !== 'Enter' || !hasNudge()) return false
  void attempt(settleNudge)
  return true
}

const hasNudge = (): boolean => document.activeElement?.classList.contains('draft') === true

function step(by: number): boolean {
  const all = chips()
  const at = all.indexOf(document.activeElement as HTMLElement)
  all[Math.max(0, Math.min(all.length - 1, at + by))]?.focus()
  return true
}
