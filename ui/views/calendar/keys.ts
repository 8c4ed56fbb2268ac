// The keyboard in the calendar. Letters and arrows count only where nothing is typed.
import { type EventView, eventsOf, today } from '../../state/calendar.ts'
import { eventKey } from '../../state/moves.ts'
import { attempt } from '../../state/notices.ts'
import { plusDays } from '../../state/zoned.ts'
import { deleteEvent } from './change.ts'
import { step } from './focus.ts'
import { days, look, type Mode, query, show, turn } from './look.ts'
import { letGo, nudge, type Step, settleNudge } from './move.ts'
import { beginEvent, opened } from './open.ts'

const modeKeys: Readonly<Record<string, Mode>> = { d: 'day', w: 'week', m: 'month', a: 'agenda' }

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
  if (key === 'ArrowDown' || key === 'ArrowUp') return step(key === 'ArrowDown' ? 1 : -1)
  const one = focused()
  if (!one) return false
  if (key === 'Delete' || key === 'Backspace') {
    void attempt(() => deleteEvent(one))
    return true
  }
  if (key !== 'Enter' || !hasNudge()) return false
  void attempt(settleNudge)
  return true
}

const hasNudge = (): boolean => document.activeElement?.classList.contains('draft') === true
