// A long list of which only what can be seen is drawn. All rows have one height, so any place in it is known by counting.
import type { ComponentChildren, TargetedKeyboardEvent } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'

export interface VirtualProps<T> {
  items: readonly T[]
  keyOf: (item: T) => string
  /** Height of a row in pixels. */
  height: number
  label: string
  /** The one that is open. */
  selected?: string | undefined
  onOpen: (item: T) => void
  /** The end is near: more may be fetched. Called again after every change while it is. */
  onNearEnd?: () => void
  /** How many there are, where that is known and not all are here yet. */
  total?: number | undefined
  render: (item: T) => ComponentChildren
  id?: string
}

const SPARE_ROWS = 6
const NEAR_END_ROWS = 40

/** The list. It has the focus as a whole; the arrows, Home, End and the page keys go through it, Enter opens. */
export function Virtual<T>(props: VirtualProps<T>) {
  const { items, keyOf, height, label, selected, onOpen, onNearEnd, total, render } = props
  const box = useRef<HTMLDivElement>(null)
  const base = useId()
  const [view, setView] = useState({ top: 0, room: 600 })
  const [active, setActive] = useState<string | undefined>(selected)
  const hint = useRef(0)

  useRoom(box, (room) => setView((now) => ({ ...now, room })))
  useAnchor(box, items, keyOf, height, (top) => setView((now) => ({ ...now, top })))

  const rows = Math.ceil(view.room / height)
  const first = Math.max(0, Math.floor(view.top / height) - SPARE_ROWS)
  const last = Math.min(items.length, first + rows + 2 * SPARE_ROWS)
  const isNearEnd = last >= items.length - NEAR_END_ROWS
  useEffect(() => {
    if (isNearEnd) onNearEnd?.()
  })

  // One that was opened from elsewhere is shown too, as soon as it is in the list.
  const selectedAt = selected === undefined ? -1 : placeOf(items, keyOf, selected, hint.current)
  useLayoutEffect(() => {
    if (selectedAt < 0) return
    setActive(selected)
    reveal(box.current, selectedAt, height)
  }, [selected, selectedAt < 0])

  const activeAt = active === undefined ? -1 : placeOf(items, keyOf, active, hint.current)
  if (activeAt >= 0) hint.current = activeAt
  const moveTo = (to: number) => {
    const at = Math.max(0, Math.min(items.length - 1, to))
    const item = items[at]
    if (item === undefined) return
    setActive(keyOf(item))
    reveal(box.current, at, height)
  }
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const item = items[activeAt]
    if ((event.key === 'Enter' || event.key === ' ') && item !== undefined) onOpen(item)
    else {
      const to = steps(event.key, activeAt, Math.max(1, rows - 1), items.length)
      if (to === undefined) return
      moveTo(to)
    }
    event.preventDefault()
  }
  const onFocus = () => {
    if (activeAt < 0) moveTo(Math.ceil(view.top / height))
  }

  // The active one is always there, even far off the screen: it is what a screen reader is at.
  const shown = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at)
  if (activeAt >= 0 && (activeAt < first || activeAt >= last)) shown.push(activeAt)
  return (
    <div
      ref={box}
      id={props.id}
      class="virtual"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={activeAt < 0 ? undefined : `${base}-${active}`}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onScroll={(event) => {
        const top = event.currentTarget.scrollTop
        setView((now) => ({ ...now, top }))
      }}
    >
      <div role="presentation" style={{ height: `${items.length * height}px` }}>
        {shown.map((at) => {
          const item = items[at]
          if (item === undefined) return null
          const key = keyOf(item)
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list around it has the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the list around it has the focus
            <div
              key={key}
              id={`${base}-${key}`}
              role="option"
              class="virtual-row"
              aria-selected={key === selected}
              aria-setsize={total ?? items.length}
              aria-posinset={at + 1}
              data-active={key === active}
              style={{ height: `${height}px`, transform: `translateY(${at * height}px)` }}
              onClick={() => {
                setActive(key)
                onOpen(item)
              }}
            >
              {render(item)}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Where a key leads from a place; undefined where it is none of the list's. */
export function steps(key: string, at: number, page: number, count: number): number | undefined {
  if (key === 'ArrowDown') return at + 1
  if (key === 'ArrowUp') return at - 1
  if (key === 'PageDown') return at + page
  if (key === 'PageUp') return at - page
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/** Where one stands now. It is mostly near where it stood, so that is looked at first. */
export function placeOf<T>(items: readonly T[], keyOf: (item: T) => string, key: string, near: number): number {
  const there = items[near]
  if (there !== undefined && keyOf(there) === key) return near
  return items.findIndex((item) => keyOf(item) === key)
}

function reveal(box: HTMLElement | null, at: number, height: number): void {
  if (!box) return
  const top = at * height
  if (top < box.scrollTop) box.scrollTop = top
  else if (top + height > box.scrollTop + box.clientHeight) box.scrollTop = top + height - box.clientHeight
}

function useRoom(box: { current: HTMLElement | null }, onRoom: (room: number) => void): void {
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => onRoom(element.clientHeight))
    observer.observe(element)
    onRoom(element.clientHeight)
    return () => observer.disconnect()
  }, [])
}

// What comes on top pushes nothing away: the row that was first on the screen stays there, unless that was the very top.
function useAnchor<T>(
  box: { current: HTMLElement | null },
  items: readonly T[],
  keyOf: (item: T) => string,
  height: number,
  onMoved: (top: number) => void,
): void {
  const before = useRef(items)
  useLayoutEffect(() => {
    const element = box.current
    const was = before.current
    before.current = items
    if (!element || was === items || element.scrollTop <= 0) return
    const at = Math.floor(element.scrollTop / height)
    const anchor = was[at]
    if (anchor === undefined) return
    const now = placeOf(items, keyOf, keyOf(anchor), at)
    if (now < 0 || now === at) return
    element.scrollTop += (now - at) * height
    onMoved(element.scrollTop)
  }, [items])
}
