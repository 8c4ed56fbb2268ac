// Several alike as one card: a tick each, and one answer for those that are ticked.
import { useState } from 'preact/hooks'
import { type Approval, decideMany } from '../../state/approvals.ts'
import { stopped } from '../../state/control.ts'
import { tell } from '../../state/notices.ts'
import { Button, Score } from '../parts/basic.tsx'
import { visible } from '../parts/value.tsx'
import { said } from '../text/said.ts'
import { t, tn } from '../text/t.ts'
import { ApprovalCard, What } from './card.tsx'
import { focusNext, placeOf } from './keys.ts'

/** As many are told by name. */
const NAMED = 3

export function Batch({ group }: { group: readonly Approval[] }) {
  // Nothing is ticked to begin with: an answer is given to what was looked at.
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [isApart, setApart] = useState(false)
  const [first] = group
  if (!first) return null
  if (isApart)
    return (
      <>
        {group.map((one) => (
          <ApprovalCard key={one.id} one={one} />
        ))}
      </>
    )
  const chosen = group.filter(({ id }) => ticked.has(id))
  const tick = (id: string, on: boolean) => {
    const next = new Set(ticked)
    if (on) next.add(id)
    else next.delete(id)
    setTicked(next)
  }
  const send = async (decision: 'allow' | 'deny') => {
    const at = placeOf(first.group)
    const title =
      chosen.length > NAMED
        ? `${first.tool}, ${tn('approvals.batch', chosen.length)}`
        : chosen.map(({ preview }) => said(preview.title)).join(', ')
    const results = await decideMany(chosen.map((one) => ({ one, decision })))
    const refused = results.filter(({ error }) => error).length
    focusNext(at)
    if (refused > 0) tell({ level: 'warn', text: tn('approvals.batchFailed', refused) })
    else tell({ level: 'info', text: t(decision === 'allow' ? 'approvals.allowed' : 'approvals.denied', { title }) })
  }
  return (
    <article class="card approval" data-approval={first.group} aria-labelledby={`b-${first.id}`}>
      <header>
        <h2 class="grow" tabIndex={-1} id={`b-${first.id}`}>
          {first.tool}: {tn('approvals.batch', group.length)}
        </h2>
        <Button tiny onPress={() => setApart(true)}>
          {t('approvals.showEach')}
        </Button>
      </header>
      <div class="body stack">
        <label class="check">
          <input
            type="checkbox"
            data-safe
            checked={chosen.length === group.length}
            onChange={(event) => setTicked(new Set(event.currentTarget.checked ? group.map(({ id }) => id) : []))}
          />
          {t('approvals.tickAll')}
        </label>
        <ul class="rows ticks">
          {group.map((one) => (
            <li key={one.id}>
              <input
                type="checkbox"
                aria-label={t('approvals.tick', { title: visible(said(one.preview.title)) })}
                checked={ticked.has(one.id)}
                onChange={(event) => tick(one.id, event.currentTarget.checked)}
              />
              <details class="grow">
                <summary class="break">{visible(said(one.preview.title))}</summary>
                <What one={one} />
              </details>
              <Score value={one.receipt.score} />
            </li>
          ))}
        </ul>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame */}
        <div class="row answers" role="group">
          <Button disabled={chosen.length === 0} onPress={() => send('deny')}>
            {tn('approvals.batchDeny', chosen.length)}
          </Button>
          <span class="grow small stopped">{stopped.value.set && t('approvals.stopped')}</span>
          <Button look="main" disabled={chosen.length === 0 || stopped.value.set} onPress={() => send('allow')}>
            {tn('approvals.batchAllow', chosen.length)}
          </Button>
        </div>
      </div>
    </article>
  )
}
