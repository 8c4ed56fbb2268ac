// STOP, always in reach.
import { useEffect } from 'preact/hooks'
import { release, stop, stopped } from '../state/control.ts'
import { attempt, tell } from '../state/notices.ts'
import { t, tn } from './text/t.ts'

const keys = /mac/i.test(navigator.userAgent) ? '⌘⇧.' : 'Ctrl+Shift+.'
/** Whoever presses STOP in a hurry presses it more than once: that must not lift it again. */
const HURRY_MS = 2000
let lastPress = Number.NEGATIVE_INFINITY

/** Whether it is the same hand, still pressing. */
function isHurry(event?: MouseEvent): boolean {
  const now = performance.now()
  const isSoon = now - lastPress < HURRY_MS
  lastPress = now
  return isSoon || (event?.detail ?? 0) > 1
}

function halt(): void {
  lastPress = performance.now()
  void attempt(async () => {
    const { aborted } = await stop()
    tell({ level: 'warn', text: tn('frame.stopDone', aborted) })
  })
}

function goOn(event: MouseEvent): void {
  if (!isHurry(event)) void attempt(release)
}

/** Ends everything at one press, with no question; once all is stopped, lets it go on. In each dialog, too. */
export function StopButton() {
  if (stopped.value.set)
    return (
      <button type="button" class="stop set" onClick={goOn}>
        {t('frame.release')}
      </button>
    )
  return (
    <button
      type="button"
      class="stop"
      onClick={halt}
      aria-label={t('frame.stopLabel')}
      aria-keyshortcuts="Control+Shift+."
      title={t('frame.stopKey', { keys })}
    >
      {t('frame.stop')}
    </button>
  )
}

/** Says that everything is stopped. It hears the key of STOP, wherever the focus is. */
export function StopBar() {
  useEffect(() => {
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [])
  if (!stopped.value.set) return null
  return (
    <div class="stopbar" role="alert">
      {t('frame.stopped')}
    </div>
  )
}

function onKey(event: KeyboardEvent): void {
  if (event.code !== 'Period' || !event.shiftKey || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  if (!event.repeat && !stopped.value.set) halt()
}
