// The ask bar (Ctrl or Cmd K).
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { asking, openAsk } from '../../state/ask.ts'
import { Icon } from '../parts/icon.tsx'
import { later } from '../parts/later.tsx'
import { t } from '../text/t.ts'

const AHEAD_MS = 100
const Palette = later(
  () => import('./palette.tsx').then((view) => view.Palette),
  () => null,
)

/** The bar on top of the window, which opens the palette. */
export function AskBar() {
  // What is typed right after it was opened must find it there.
  useEffect(() => {
    const timer = setTimeout(Palette.ahead, AHEAD_MS)
    return () => clearTimeout(timer)
  }, [])
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      openAsk()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button type="button" class="askbar" onClick={() => openAsk()} aria-label={t('frame.askLabel')}>
        <Icon name="search" />
        <span class="grow clip">{t('frame.ask')}</span>
        <kbd>{isMac() ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      {asking.value && <Palette />}
    </>
  )
}

const isMac = () => /mac/i.test(navigator.userAgent)
