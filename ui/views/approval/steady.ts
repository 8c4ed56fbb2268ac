// A press is meant for what stood under it when it was aimed. A card that has just come, or moved, takes no answer yet.

const STILL_MS = 600
/** The event that says that the cards were moved. */
export const MOVED = 'steward-cards-moved'

interface Stand {
  top: number
  height: number
  timer: ReturnType<typeof setTimeout>
}

/** Watches the cards in a scrolling box, and lets no press through to one that did not stand still. Returns its end. */
export function watchCards(box: HTMLElement): () => void {
  const stands = new Map<HTMLElement, Stand>()
  let scrolled = box.scrollTop
  const measure = (isMoved = false) => {
    const cards = new Set(box.querySelectorAll<HTMLElement>('[data-approval]'))
    for (const [card, { timer }] of stands)
      if (!cards.has(card)) {
        clearTimeout(timer)
        stands.delete(card)
      }
    // What got shorter below its end was scrolled by nobody, and moved all the same.
    const hasSlid = isMoved || box.scrollTop !== scrolled
    scrolled = box.scrollTop
    for (const card of cards) {
      const { offsetTop: top, offsetHeight: height } = card
      const before = stands.get(card)
      if (before && !hasSlid && before.top === top && before.height === height) continue
      clearTimeout(before?.timer)
      mark(card, true)
      stands.set(card, { top, height, timer: setTimeout(() => mark(card, false), STILL_MS) })
    }
  }
  const onScroll = () => {
    scrolled = box.scrollTop
  }
  const onMoved = () => measure(true)
  const changes = new MutationObserver(() => measure())
  const sizes = new ResizeObserver(() => measure())
  changes.observe(box, { childList: true, subtree: true })
  for (const child of box.children) sizes.observe(child)
  box.addEventListener('scroll', onScroll)
  addEventListener(MOVED, onMoved)
  box.addEventListener('click', onlyMeant, true)
  measure()
  return () => {
    changes.disconnect()
    sizes.disconnect()
    box.removeEventListener('scroll', onScroll)
    removeEventListener(MOVED, onMoved)
    box.removeEventListener('click', onlyMeant, true)
    for (const { timer } of stands.values()) clearTimeout(timer)
  }
}

// Seen and heard, but still in the order of Tab.
function mark(card: HTMLElement, isUnsteady: boolean): void {
  card.toggleAttribute('data-unsteady', isUnsteady)
  const answers = card.querySelector('.answers')
  if (isUnsteady) answers?.setAttribute('aria-disabled', 'true')
  else answers?.removeAttribute('aria-disabled')
}

// The second press of a double click is meant for nothing.
function onlyMeant(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  const place = button?.closest('dialog, .answers')
  if (!place) return
  if (event.detail <= 1 && (place.matches('dialog') || !place.closest('[data-unsteady]'))) return
  event.stopImmediatePropagation()
  event.preventDefault()
}
