// Dragging with a pointer: events to another time, their edges to another length, and an empty place to a new event.
import type { EventView } from '../../state/calendar.ts'
import { dropMove, eventKey, setMove, type Times } from '../../state/moves.ts'
import { attempt } from '../../state/notices.ts'
import { type Day, dayAt } from '../../state/zoned.ts'
import { lastDay } from '../text/days.ts'
import { type Axis, instantAt, onceOf, placeOn } from './axis.ts'
import { commit, isMovable, tellFixed } from './move.ts'
import { anHourAt, beginningAt, daysLater, endingAt, endingLater, onDay, STEP, startingAt } from './times.ts'

/** A place under the pointer: which of the days, and where there are hours, minutes from the top. */
export interface Spot {
  column: number
  place: number
  /** Over whole days, above the hours. */
  isDays?: boolean
}

export interface Surface {
  days: readonly Day[]
  zone: string
  /** Where there are hours. */
  axis?: Axis
  spot(x: number, y: number): Spot
  eventOf(key: string): EventView | undefined
  /** What is drawn for a new one; nothing where it was let go. */
  onDraw(from: Spot | undefined, to: Spot | undefined): void
  onNew(from: Spot, to: Spot): void
  /** The box that scrolls, where the pointer comes near its edge. */
  scroller?: HTMLElement | null
}

const FAR_PX = 4
const EDGE_PX = 28
const SCROLL_PX = 10
const CLICK_MS = 40
/** The last hour of a day has room for an hour. */
const LATEST = 23 * 60
let hasDragged = false

/** Whether a click is only the end of a drag. */
export const isDragged = (click: MouseEvent): boolean => hasDragged && click.detail !== 0

/** A place, to the next quarter of an hour. */
export const snapped = (place: number): number => Math.round(place / STEP) * STEP

/** Takes the pointer where it went down on an event, or on nothing. */
export function takePointer(down: PointerEvent, surface: Surface): void {
  // A finger scrolls; for it there is the dialog.
  if (down.button !== 0 || down.pointerType === 'touch' || !(down.target instanceof Element)) return
  const { target } = down
  const chip = target.closest<HTMLElement>('[data-event]')
  const from = surface.spot(down.clientX, down.clientY)
  if (chip) {
    const event = surface.eventOf(chip.dataset.event ?? '')
    const edge = target.closest<HTMLElement>('[data-edge]')?.dataset.edge
    if (event) followPointer(down, surface, isMovable(event) ? dragOf(event, edge, from, surface) : fixedOf(event))
  } else if (target.closest('[data-slot]')) {
    down.preventDefault()
    followPointer(down, surface, drawOf(from, surface))
  }
}

interface Hand {
  over(spot: Spot): void
  done(spot: Spot, isMoved: boolean): void
  letGo(): void
}

// It is said once that it can't be moved, as soon as somebody tries.
function fixedOf(event: EventView): Hand {
  let isSaid = false
  return {
    over: () => {
      if (!isSaid) tellFixed(event)
      isSaid = true
    },
    done: () => {},
    letGo: () => {},
  }
}

function dragOf(event: EventView, edge: string | undefined, from: Spot, surface: Surface): Hand {
  const key = eventKey(event)
  let to: Times | undefined
  return {
    over: (spot) => {
      to = timesAt(event, edge, from, spot, surface)
      setMove(key, { ...to, state: 'draft' })
    },
    done: (_spot, isMoved) => {
      if (isMoved && to) void attempt(() => commit(event, to as Times))
    },
    letGo: () => dropMove(key),
  }
}

function timesAt(event: EventView, edge: string | undefined, from: Spot, to: Spot, surface: Surface): Times {
  const { axis, days, zone } = surface
  const under = axis?.days[to.column]
  const by = to.column - from.column
  if (edge === undefined && axis && under) {
    if (to.isDays && !from.isDays) return onDay(under.day, zone)
    if (!to.isDays && event.allDay) return anHourAt(instantAt(axis, under, Math.min(LATEST, snapped(to.place))))
  }
  if (!axis || !under || event.allDay || from.isDays) {
    if (edge !== 'end') return daysLater(event, by, zone)
    return endingLater(event, to.column - days.indexOf(lastDay(event, zone)), zone)
  }
  if (edge === 'end') return endingAt(event, instantAt(axis, under, snapped(to.place)))
  if (edge === 'start') return beginningAt(event, instantAt(axis, under, snapped(to.place)))
  const first = days.indexOf(dayAt(event.startsAt, zone))
  const [was, will] = [axis.days[first], axis.days[first + by]]
  if (!was || !will) return startingAt(event, event.startsAt + snapped(to.place - from.place) * 60_000)
  const place = snapped(placeOn(axis, was, event.startsAt) + to.place - from.place)
  const within = Math.min(axis.length - STEP, Math.max(0, place))
  return startingAt(event, instantAt(axis, will, onceOf(axis, will, within)))
}

const drawOf = (from: Spot, surface: Surface): Hand => ({
  over: (spot) => surface.onDraw(from, spot),
  done: (spot, isMoved) => {
    surface.onDraw(undefined, undefined)
    surface.onNew(from, isMoved ? spot : from)
  },
  letGo: () => surface.onDraw(undefined, undefined),
})

function followPointer(down: PointerEvent, surface: Surface, hand: Hand): void {
  let isMoved = false
  const ends = new AbortController()
  const { signal } = ends
  const end = () => {
    ends.abort()
    document.documentElement.classList.remove('dragging')
    if (!isMoved) return
    hasDragged = true
    setTimeout(() => {
      hasDragged = false
    }, CLICK_MS)
  }
  const onMove = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return
    isMoved ||= Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > FAR_PX
    if (!isMoved) return
    document.documentElement.classList.add('dragging')
    scrollNear(event.clientY, surface.scroller)
    hand.over(surface.spot(event.clientX, event.clientY))
  }
  const onUp = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return
    end()
    hand.done(surface.spot(event.clientX, event.clientY), isMoved)
  }
  const onCancel = () => {
    end()
    hand.letGo()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onCancel()
  }
  addEventListener('pointermove', onMove, { signal })
  addEventListener('pointerup', onUp, { signal })
  addEventListener('pointercancel', onCancel, { signal })
  addEventListener('keydown', onKey, { signal, capture: true })
}

/** Where what scrolls begins, below what stays on top of it. */
export const topOf = (box: HTMLElement): number =>
  (box.querySelector('.overhead')?.getBoundingClientRect() ?? { bottom: box.getBoundingClientRect().top }).bottom

function scrollNear(y: number, box: HTMLElement | null | undefined): void {
  if (!box) return
  const { bottom } = box.getBoundingClientRect()
  const top = topOf(box)
  if (y >= top && y < top + EDGE_PX) box.scrollTop -= SCROLL_PX
  else if (y > bottom - EDGE_PX) box.scrollTop += SCROLL_PX
}
