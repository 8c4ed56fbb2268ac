// The focus among tasks: where one goes from the list, the one that took its place has it.

const WAIT_MS = 100
const TRIES = 15

/** The rows of the list, from the top. */
export const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-task]')]

/** The row that the focus is in. */
export const row = (): HTMLElement | undefined =>
  document.activeElement?.closest('.taskrow')?.querySelector<HTMLElement>('[data-task]') ?? undefined

let last = -1

/** Notes where in the list something is opened or done. */
export function noteRow(): void {
  const at = rows().indexOf(row() ?? document.body)
  if (at >= 0) last = at
}

/** Does something that may take the row away that has the focus, and keeps the focus in the list. */
export async function leaving(work: () => Promise<unknown>): Promise<void> {
  noteRow()
  const at = last
  await work()
  let tries = 0
  const timer = setInterval(() => {
    const all = rows()
    const next = all[Math.min(at, all.length - 1)] ?? document.querySelector<HTMLElement>('.page h1')
    const isLost = document.activeElement === document.body
    if (isLost) next?.focus({ preventScroll: all.length === 0 })
    if (isLost || ++tries > TRIES) clearInterval(timer)
  }, WAIT_MS)
}
