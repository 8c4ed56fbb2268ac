// The keyboard among the parked calls.

const cards = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-parked]')]
const first = 'fieldset input, .field input, [data-first] .button, .button'

/** Puts the focus into one of them, or into the first. */
export function focusCard(id?: string): void {
  const all = cards()
  const card = all.find((one) => one.dataset.parked === id) ?? all[0]
  card?.querySelector<HTMLElement>(first)?.focus({ preventScroll: true })
  card?.scrollIntoView({ block: 'nearest' })
}

/** When one is gone: the focus goes to the one that took its place. */
export function focusNext(at: number): void {
  requestAnimationFrame(() => {
    const all = cards()
    const next = all[Math.min(at, all.length - 1)]
    if (next) focusCard(next.dataset.parked)
    else document.querySelector<HTMLElement>('.page h1')?.focus()
  })
}

/** Where among them one is. */
export const placeOf = (id: string): number => cards().findIndex((card) => card.dataset.parked === id)

/** J and K go from one to the next. */
export function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
  const key = event.key.toLowerCase()
  if (key !== 'j' && key !== 'k') return
  const all = cards()
  const at = all.findIndex((card) => card.contains(document.activeElement))
  focusCard(all[Math.max(0, Math.min(all.length - 1, at + (key === 'j' ? 1 : -1)))]?.dataset.parked)
  event.preventDefault()
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.closest('dialog') !== null ||
    (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !/^(radio|checkbox)$/.test((target as HTMLInputElement).type)))
