// Messages in the corner, read out as they come.
import { useEffect, useRef } from 'preact/hooks'
import { dismiss, notices } from '../state/notices.ts'
import { Button } from './parts/basic.tsx'
import { visible } from './parts/value.tsx'
import { said } from './text/said.ts'
import { t } from './text/t.ts'

export function Notices() {
  const box = useRef<HTMLElement>(null)
  const count = notices.value.length
  // Above a dialog that is open: whatever came last to the top layer is on top.
  useEffect(() => {
    box.current?.hidePopover()
    if (count > 0) box.current?.showPopover()
  }, [count])
  return (
    <section ref={box} popover="manual" class="notices" aria-label={t('frame.messages')} aria-live="polite">
      {notices.value.map(({ id, level, text, hint, action }) => (
        <div class={`notice ${level}`} key={id} role={level === 'error' ? 'alert' : 'status'}>
          <div class="grow break">
            {visible(said(text))}
            {hint !== undefined && <div class="quiet small">{visible(said(hint))}</div>}
          </div>
          {action && (
            <Button
              tiny
              onPress={() => {
                dismiss(id)
                return action.run()
              }}
            >
              {action.label}
            </Button>
          )}
          <Button tiny look="plain" icon="close" label={t('frame.dismiss')} onPress={() => dismiss(id)}>
            {''}
          </Button>
        </div>
      ))}
    </section>
  )
}
