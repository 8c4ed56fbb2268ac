// Messages in the corner, read out as they come.
import { useEffect, useRef } from 'preact/hooks'
import { dismiss, dismissAll, isAsking, type Notice, notices } from '../state/notices.ts'
import { place } from '../state/route.ts'
import { MOVED } from './approval/steady.ts'
import { Button } from './parts/basic.tsx'
import { visible } from './parts/value.tsx'
import { said } from './text/said.ts'
import { t, tn } from './text/t.ts'

const MOST = 3
/** Where they take room from what is to be answered. */
const MOST_BESIDE = 1
const GAP_PX = 16

export function Notices() {
  const box = useRef<HTMLElement>(null)
  const all = notices.value
  const isBeside = isAsking.value > 0 || place.value === 'approvals' || place.value === 'waiting'
  const most = isBeside ? MOST_BESIDE : MOST
  const hidden = Math.max(0, all.length - most)
  // Above a dialog that is open: whatever came last to the top layer is on top.
  useEffect(() => {
    box.current?.hidePopover()
    if (all.length > 0) box.current?.showPopover()
  }, [all.length])
  useEffect(() => keepRoom(box.current), [])
  return (
    <section ref={box} popover="manual" class="notices" aria-label={t('frame.messages')} aria-live="polite">
      {hidden > 0 && (
        <div class="notice earlier">
          <span class="grow small">{tn('frame.moreMessages', hidden)}</span>
          <Button tiny look="plain" onPress={dismissAll}>
            {t('frame.dismissAll')}
          </Button>
        </div>
      )}
      {all.slice(-most).map((one) => (
        <One key={one.id} one={one} />
      ))}
    </section>
  )
}

// A long one is cut; it is there in full when the pointer rests on it.
function One({ one: { id, level, text, hint, action } }: { one: Notice }) {
  const words = visible(said(text))
  return (
    <div class={`notice ${level}`} role={level === 'error' ? 'alert' : 'status'}>
      <div class="grow break">
        <div class="twolines" title={words}>
          {words}
        </div>
        {hint !== undefined && (
          <div class="quiet small twolines" title={visible(said(hint))}>
            {visible(said(hint))}
          </div>
        )}
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
  )
}

// What has buttons at its end (a dialog, a card with answers) leaves this much room below it, so that nothing lies on them.
function keepRoom(box: HTMLElement | null): () => void {
  const root = document.documentElement
  let last = 0
  const observer = new ResizeObserver(() => {
    const height = Math.ceil(box?.getBoundingClientRect().height ?? 0)
    if (height === last) return
    last = height
    if (height > 0) root.style.setProperty('--notices', `${height + GAP_PX}px`)
    else root.style.removeProperty('--notices')
    dispatchEvent(new Event(MOVED))
  })
  if (box) observer.observe(box)
  return () => observer.disconnect()
}
