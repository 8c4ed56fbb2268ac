// What is parked: questions of tools, calls that sleep until a time, and whatever else waits. It survives every restart.
import { useEffect } from 'preact/hooks'
import { item } from '../state/route.ts'
import { type Suspension, suspensions } from '../state/waiting.ts'
import { Empty, Page } from './parts/basic.tsx'
import { t, tn } from './text/t.ts'
import { ParkedCard } from './waiting/card.tsx'
import { focusCard, onKey } from './waiting/keys.ts'

export function Waiting() {
  const chosen = item.value
  useEffect(() => focusCard(chosen), [chosen])
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const all = [...suspensions.value].sort(byNeed)
  return (
    <Page title={t('place.waiting')} lead={all.length > 0 ? tn('waiting.lead', all.length) : undefined}>
      {chosen !== undefined && all.every(({ id }) => id !== chosen) && (
        <p class="quiet elsewhere" role="status">
          {t('waiting.gone')}
        </p>
      )}
      {all.length === 0 && (
        <Empty icon="waiting" title={t('waiting.empty')}>
          {t('waiting.emptyHow')}
        </Empty>
      )}
      <div class="stack cards">
        {all.map((one) => (
          <ParkedCard key={one.id} one={one} isChosen={one.id === chosen} />
        ))}
      </div>
      {all.length > 1 && <p class="quiet small later">{t('waiting.keys')}</p>}
    </Page>
  )
}

// What needs the user first, the longest-waiting on top; then what goes on by itself, the next on top.
function byNeed(a: Suspension, b: Suspension): number {
  if ((a.wakeAt === undefined) !== (b.wakeAt === undefined)) return a.wakeAt === undefined ? -1 : 1
  return (a.wakeAt ?? a.openedAt) - (b.wakeAt ?? b.openedAt)
}
