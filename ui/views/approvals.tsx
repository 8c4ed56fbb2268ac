// Questions to the user, oldest first. Those alike are one card with a tick each.
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { type Approval, answeredElsewhere, approvals, dismissElsewhere, groups } from '../state/approvals.ts'
import { item } from '../state/route.ts'
import { Batch } from './approval/batch.tsx'
import { ApprovalCard } from './approval/card.tsx'
import { Editing } from './approval/edit.tsx'
import { focusCard, onKey } from './approval/keys.ts'
import { watchCards } from './approval/steady.ts'
import { Button, Empty, Page } from './parts/basic.tsx'
import { visible } from './parts/value.tsx'
import { said } from './text/said.ts'
import { t, tn } from './text/t.ts'

export function Approvals() {
  // The focus starts on the safe choice of the question that was opened, else of the first one.
  useEffect(() => focusCard(item.peek()), [])
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  useLayoutEffect(() => {
    const box = document.getElementById('main')
    return box ? watchCards(box) : undefined
  }, [])
  const count = approvals.value.length
  return (
    <Page title={t('place.approvals')} lead={count > 0 ? tn('approvals.lead', count) : undefined}>
      <Elsewhere />
      {count === 0 && (
        <Empty icon="approvals" title={t('approvals.empty')}>
          {t('approvals.emptyHow')}
        </Empty>
      )}
      <div class="stack cards">
        {groups.value.map((group) =>
          group.length === 1 && group[0] ? (
            <ApprovalCard key={group[0].id} one={group[0]} />
          ) : (
            <Batch key={`b${group[0]?.group}`} group={group} />
          ),
        )}
      </div>
      <Editing />
      {count > 0 && <p class="quiet small later">{t('approvals.keys')}</p>}
    </Page>
  )
}

// Another window, or the terminal, was quicker: it is said, and stays until it was read.
function Elsewhere() {
  return (
    <div aria-live="polite">
      {[...answeredElsewhere.value.values()].map(({ id, state, answeredBy, preview }) => (
        <div class="box row elsewhere" key={id}>
          <span class="grow break">
            <strong>{visible(said(preview.title))}</strong>
            <br />
            {byWhom(state, answeredBy)}
          </span>
          <Button tiny onPress={() => dismissElsewhere(id)}>
            {t('frame.dismiss')}
          </Button>
        </div>
      ))}
    </div>
  )
}

function byWhom(state: Approval['state'], by = '?'): string {
  if (state !== 'allowed' && state !== 'denied') return t('approvals.elsewhereGone')
  const isWindow = by.startsWith('window')
  if (state === 'allowed')
    return isWindow ? t('approvals.elsewhereAllowWindow') : t('approvals.elsewhereAllow', { where: by })
  return isWindow ? t('approvals.elsewhereDenyWindow') : t('approvals.elsewhereDeny', { where: by })
}
