// The keyboard among the questions. No key allows anything: that takes the button itself.

import { MOVED } from './steady.ts'

const cards = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-approval]')]
const safe = (card: HTMLElement | undefined) => card?.querySelector<HTMLElement>('[data-safe]')

/** Puts the focus on the safe choice of one question, or of the first. */
export function focusCard(id?: string): void {
  const all = cards()
  const card = all.find((one) => one.dataset.approval === id) ?? all[0]
  safe(card)?.focus({ preventScroll: true })
  show(card, all)
}

// The first one with what stands above it.
function show(card: HTMLElement | undefined, all: readonly HTMLElement[]): void {
  if (card === all[0]) document.getElementById('main')?.scrollTo({ top: 0 })
  else card?.scrollIntoView({ block: 'nearest' })
}

/** After an answer: the focus goes to the title of the question that took the place of the one that is gone, where one
 *  more Enter does nothing. */
export function focusNext(at: number): void {
  requestAnimationFrame(() => {
    const all = cards()
    const next = all[Math.min(at, all.length - 1)]
    if (next) {
      next.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
      show(next, all)
      // Moved by nobody's hand: none of them takes an answer at once.
      dispatchEvent(new Event(MOVED))
    } else document.querySelector<HTMLElement>('.page h1')?.focus()
  })
}

/** Where among the cards one is. */
export const placeOf = (id: string): number => cards().findIndex((card) => card.dataset.approval === id)

/** J and K go from card to card; E and D press the buttons that bear these letters. */
export function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
  const all = cards()
  const at = all.findIndex((card) => card.contains(document.activeElement))
  const key = event.key.toLowerCase()
  if (key === 'j' || key === 'k')
    focusCard(all[Math.max(0, Math.min(all.length - 1, at + (key === 'j' ? 1 : -1)))]?.dataset.approval)
  else if ((key === 'e' || key === 'd') && at >= 0) all[at]?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.click()
  else return
  event.preventDefault()
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.closest('dialog') !== null || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
