// The answers to one question: no on the left, yes on the right, and the rest between them, or folded where it is narrow.
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Approval } from '../../state/approvals.ts'
import { stopped } from '../../state/control.ts'
import { attempt } from '../../state/notices.ts'
import { Button } from '../parts/basic.tsx'
import { t } from '../text/t.ts'
import { answer } from './answer.ts'
import { edit } from './edit.tsx'

const narrow = matchMedia('(max-width: 1000px)')

interface AnswersProps {
  one: Approval
  onOpen: (dialog: 'longer' | 'deny') => void
}

export function Answers({ one, onOpen }: AnswersProps) {
  const isNarrow = useSignal(narrow.matches)
  useEffect(() => {
    const look = () => {
      isNarrow.value = narrow.matches
    }
    narrow.addEventListener('change', look)
    return () => narrow.removeEventListener('change', look)
  }, [])
  const isStopped = stopped.value.set
  const noLonger = isStopped || (one.doubts?.length ?? 0) > 0
  const why = (
    <Button look="plain" onPress={() => onOpen('deny')}>
      {t('approvals.denyWhy')}
    </Button>
  )
  const change = (
    <button type="button" class="button plain" data-key="e" disabled={isStopped} onClick={() => edit(one)}>
      {t('approvals.edit')}
    </button>
  )
  const longer = noLonger ? null : <Button onPress={() => onOpen('longer')}>{t('approvals.longer')}</Button>
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame
    <div class="row answers" role="group">
      <button
        type="button"
        class="button"
        data-safe
        data-key="d"
        onClick={() => void attempt(() => answer(one, { decision: 'deny' }))}
      >
        {t('common.deny')}
      </button>
      {!isNarrow.value && why}
      <span class="grow small stopped">{isStopped && t('approvals.stopped')}</span>
      {isNarrow.value ? (
        <More>
          {why}
          {change}
          {longer}
        </More>
      ) : (
        <>
          {change}
          {longer}
        </>
      )}
      <Button look="main" disabled={isStopped} onPress={() => answer(one, { decision: 'allow' })}>
        {t('approvals.once')}
      </Button>
    </div>
  )
}

// What is chosen in it closes it, and gets the focus back to where it was opened.
function More({ children }: { children: ComponentChildren }) {
  const menu = useRef<HTMLDetailsElement>(null)
  const close = () => {
    if (!menu.current?.open) return
    menu.current.querySelector('summary')?.focus()
    menu.current.open = false
  }
  return (
    <details ref={menu} class="menu" onKeyDown={(event) => event.key === 'Escape' && close()}>
      <summary class="button plain">{t('approvals.actions')}</summary>
      <div class="card" onClickCapture={close}>
        {children}
      </div>
    </details>
  )
}
