// Moving an event: shown in its new place at once, done by a call like any other, and put back where that came to nothing.
import { act } from '../../state/act.ts'
import { calendarById, type EventView, preferences, reloadEvents } from '../../state/calendar.ts'
import type { CallView } from '../../state/calls.ts'
import { dropMove, eventKey, type Move, moves, setMove, type Times } from '../../state/moves.ts'
import { complain, notices, tell } from '../../state/notices.ts'
import { follow } from '../parts/told.ts'
import { visible } from '../parts/value.tsx'
import { whenOf } from '../text/days.ts'
import { t } from '../text/t.ts'
import { askScope } from './scope.tsx'
import { daysLater, endingAt, endingLater, isSame, STEP, stampsOf, startingAt } from './times.ts'

const CALM_MS = 900
const STEP_MS = STEP * 60_000
let nudged: { event: EventView; timer: ReturnType<typeof setTimeout> } | undefined

/** Whether it can be moved: one that is being changed can't. */
export function isMovable(event: EventView): boolean {
  const state = moves.peek().get(eventKey(event))?.state
  return calendarById.value.get(event.calendar)?.readOnly === false && (state === undefined || state === 'draft')
}

/** Says why it can't be moved, where that is for good. */
export function tellFixed(event: EventView): void {
  const calendar = calendarById.peek().get(event.calendar)
  if (calendar?.readOnly !== true) return
  const text = t('calendar.cantMove', { title: visible(event.title), name: visible(calendar.name) })
  if (notices.peek().every((one) => one.text !== text)) tell({ level: 'info', text })
}

/** What names an event to a tool. */
export const nameOf = ({ uid, calendar, recurring, recurrenceId }: EventView) => ({
  ...{ event: uid, calendar },
  ...(recurring && recurrenceId !== undefined ? { recurrenceId } : {}),
})

/** Has it moved. Of a series it is asked which are meant. */
export async function commit(event: EventView, to: Times): Promise<void> {
  const key = eventKey(event)
  if (isSame(event, to)) return dropMove(key)
  const scope = event.recurring ? await askScope(event, 'move') : undefined
  if (event.recurring && scope === undefined) return dropMove(key)
  setMove(key, { ...to, state: 'sent' })
  const { zone } = preferences.peek()
  const input = { ...nameOf(event), ...(scope === undefined ? {} : { scope }), ...stampsOf(event, to, zone) }
  const said = { title: visible(event.title), when: whenOf({ ...event, ...to }, zone) }
  try {
    const view = await act('calendar_update', input)
    const isMove = to.startsAt !== event.startsAt && to.endsAt !== event.endsAt
    const words = isMove
      ? { done: t('calendar.moved', said), waits: t('calendar.moving', said) }
      : { done: t('calendar.resized', said), waits: t('calendar.resizing', said) }
    follow(view, words, (over) => void settle(key, to, over))
  } catch (thrown) {
    dropMove(key)
    complain(thrown)
  }
}

// What is read anew shows it where it is now, so the move is let go only then.
async function settle(key: string, to: Times, view: CallView): Promise<void> {
  if (view.state === 'waiting') return setMove(key, { ...to, state: 'waiting' })
  if (view.ok !== false) await reloadEvents()
  dropMove(key)
}

export interface Step {
  days?: number
  /** By how many steps of a quarter of an hour. */
  steps?: number
  isEnd?: boolean
}

/** Moves it by keys. It is had when no more keys come, so that ten presses are one change. */
export function nudge(event: EventView, { days = 0, steps = 0, isEnd = false }: Step): void {
  if (!isMovable(event)) return void tellFixed(event)
  if (nudged && eventKey(nudged.event) !== eventKey(event)) void settleNudge()
  clearTimeout(nudged?.timer)
  const { zone } = preferences.peek()
  const from: EventView = { ...event, ...timesOf(moves.peek().get(eventKey(event))) }
  setMove(eventKey(event), { ...stepped(from, { days, steps, isEnd }, zone), state: 'draft' })
  nudged = { event, timer: setTimeout(() => void settleNudge(), CALM_MS) }
}

const timesOf = (move: Move | undefined): Partial<Times> =>
  move ? { start: move.start, end: move.end, startsAt: move.startsAt, endsAt: move.endsAt } : {}

function stepped(event: EventView, { days = 0, steps = 0, isEnd }: Step, zone: string): Times {
  if (event.allDay) return isEnd ? endingLater(event, days || steps, zone) : daysLater(event, days || steps, zone)
  if (isEnd) return endingAt(event, event.endsAt + steps * STEP_MS + days * 24 * 3_600_000)
  const moved = days === 0 ? event : { ...event, ...daysLater(event, days, zone) }
  return startingAt(moved, moved.startsAt + steps * STEP_MS)
}

/** Has what was moved by keys; nothing where nothing was. */
export async function settleNudge(): Promise<boolean> {
  if (!nudged) return false
  const { event, timer } = nudged
  nudged = undefined
  clearTimeout(timer)
  const move = moves.peek().get(eventKey(event))
  if (move?.state === 'draft') await commit(event, move)
  return true
}

/** Puts back what is still in the hand. */
export function letGo(): boolean {
  if (!nudged) return false
  clearTimeout(nudged.timer)
  dropMove(eventKey(nudged.event))
  nudged = undefined
  return true
}
