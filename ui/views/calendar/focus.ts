// The focus among events: it stays with one that is drawn elsewhere, and where one is gone, goes to the one in its place.

/** Every event that is drawn, in order. */
export const chips = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-event]')]

const chipOf = (key: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-event="${CSS.escape(key)}"]`)

let lastFocus: string | undefined
let leaving: { key: string; at: number } | undefined

/** Notes that one is about to go. */
export function leave(key: string): void {
  leaving = { key, at: chips().findIndex((chip) => chip.dataset.event === key) }
}

/** After each time that the days are drawn. */
export function keepFocus(): void {
  const active = document.activeElement as HTMLElement | null
  if (leaving && !chipOf(leaving.key)) {
    const all = chips()
    if (active === document.body)
      (all[Math.min(leaving.at, all.length - 1)] ?? document.querySelector<HTMLElement>('.page h1'))?.focus({
        preventScroll: true,
      })
    leaving = undefined
  } else if (active?.dataset?.event !== undefined) lastFocus = active.dataset.event
  else if (active === document.body && lastFocus !== undefined) chipOf(lastFocus)?.focus({ preventScroll: true })
  else if (active !== document.body) lastFocus = undefined
}

/** Goes to the next or the one before; from nowhere to the first that can be seen. */
export function step(by: number): boolean {
  const all = chips()
  const at = all.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 ? (all.find(isSeen) ?? all[0]) : all[Math.max(0, Math.min(all.length - 1, at + by))]
  next?.focus()
  return next !== undefined
}

function isSeen(chip: HTMLElement): boolean {
  const { top, bottom, left, width } = chip.getBoundingClientRect()
  const under = document.elementFromPoint(left + width / 2, (top + bottom) / 2)
  return under !== null && chip.contains(under)
}
