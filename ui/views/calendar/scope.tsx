// Which of a series is meant. The choice that changes least has the focus.
import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { EventView } from '../../state/calendar.ts'
import { Button } from '../parts/basic.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { visible } from '../parts/value.tsx'
import { t } from '../text/t.ts'

export type Scope = 'this' | 'following' | 'all'
type What = 'move' | 'change' | 'delete'

const scopes = ['this', 'following', 'all'] as const
const asked = signal<{ event: EventView; what: What; answer: (scope: Scope | undefined) => void } | undefined>(
  undefined,
)

/** Asks which are meant; undefined where it was closed. */
export function askScope(event: EventView, what: What): Promise<Scope | undefined> {
  asked.peek()?.answer(undefined)
  return new Promise((resolve) => {
    asked.value = { event, what, answer: resolve }
  })
}

export function ScopeDialog() {
  const now = asked.value
  return now ? <Ask key={now.event.start} {...now} /> : null
}

function Ask({ event, what, answer }: NonNullable<typeof asked.value>) {
  const first = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => first.current?.querySelector('button')?.focus(), [])
  const close = (scope?: Scope) => {
    asked.value = undefined
    answer(scope)
  }
  return (
    <Dialog title={t(`calendar.scope.${what}`)} onClose={() => close()}>
      <p class="break">{t('calendar.scopeOf', { title: visible(event.title) })}</p>
      <div class="stack scopes" ref={first}>
        {scopes.map((scope) => (
          <Button key={scope} onPress={() => close(scope)}>
            {t(`calendar.scope.${scope}`)}
          </Button>
        ))}
      </div>
    </Dialog>
  )
}
