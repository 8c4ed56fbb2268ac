// A dialog over the page. The browser keeps the focus in it and gives it back; Escape closes it.
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { isAsking } from '../../state/notices.ts'
import { StopButton } from '../stop.tsx'
import { t } from '../text/t.ts'
import { Icon } from './icon.tsx'

export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ComponentChildren
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null
    dialog.current?.showModal()
    isAsking.value++
    // Where something is typed or chosen, else where it is closed: never on STOP.
    const find = (what: string) => dialog.current?.querySelector<HTMLElement>(what)
    const first = find('input, textarea, select') ?? find('[data-close]')
    first?.focus()
    // One that is gone before it was closed gives nothing back by itself.
    return () => {
      isAsking.value--
      queueMicrotask(() => {
        if (document.activeElement === document.body && before?.isConnected) before.focus({ preventScroll: true })
      })
    }
  }, [])
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby={id}>
      <div class="card-like">
        <header class="row">
          <h2 class="grow" id={id}>
            {title}
          </h2>
          {/* What is behind a dialog can't be pressed. */}
          <StopButton />
          <button
            type="button"
            class="button plain tiny"
            data-close
            aria-label={t('common.close')}
            onClick={() => dialog.current?.close()}
          >
            <Icon name="close" size={16} />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
