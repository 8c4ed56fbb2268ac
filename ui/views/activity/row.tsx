// One call in the list: what, about what, how it stands, when and how long.
import { useEffect, useMemo, useState } from 'preact/hooks'
import { approvals } from '../../state/approvals.ts'
import { type CallView, progress, viewOf } from '../../state/calls.ts'
import { language, zone } from '../../state/settings.ts'
import { StateChip } from '../parts/basic.tsx'
import { visible } from '../parts/value.tsx'
import { said } from '../text/said.ts'
import { t } from '../text/t.ts'
import { moment, span } from '../text/time.ts'

const SECOND_MS = 1000

export function CallRow({ one }: { one: CallView }) {
  const { startedAt, state } = one
  // Making a date readable is dear, and rows are drawn at every step of a scroll.
  const when = useMemo(() => moment(startedAt), [startedAt, zone.value, language.value])
  return (
    <div class="call-row">
      <span class="row">
        <strong class="clip">{visible(one.tool)}</strong>
        {one.undoneBy !== undefined && <span class="quiet small">{t('common.undone')}</span>}
      </span>
      <span class="row end">
        {state === 'running' && <span class="spin" />}
        <StateChip state={state} />
      </span>
      <span class="quiet clip">{aboutOf(one)}</span>
      <span class="quiet small end clip">
        {when}
        {!isParked(one) && (
          <>
            {' · '}
            <Took one={one} />
          </>
        )}
      </span>
    </div>
  )
}

// What is under way tells how far it is; what failed, why; what asks, the question.
function aboutOf(one: CallView): string {
  const { callId, state } = one
  const far = state === 'running' ? progress.value.get(callId) : undefined
  if (far !== undefined) return visible(far)
  if (state === 'waiting') {
    const question = approvals.value.find(({ id }) => id === one.approvalId)
    if (question) return visible(said(question.preview.title))
  }
  const former = one.tool === 'undo' && one.parent !== undefined ? viewOf(one.parent) : undefined
  if (former) return t('activity.undoRow', { tool: visible(former.tool) })
  const about = one.tool === 'sleep' ? lengthOf(one.about ?? '') : visible(one.about ?? '')
  if (state !== 'failed' || !one.error) return about
  const why = visible(said(one.error.message))
  return about === '' ? why : `${about} — ${why}`
}

// A wait is known by how long it is.
function lengthOf(about: string): string {
  const [, ms] = /^ms: (\d+)$/.exec(about) ?? []
  return ms === undefined ? visible(about) : span(Number(ms))
}

/** Whether it stands still until somebody, or a time, lets it go on: how long it took means nothing then. */
export const isParked = ({ state }: CallView): boolean => state === 'waiting' || state === 'suspended'

/** How long it took; how long so far, where it is under way. */
export function Took({ one }: { one: CallView }) {
  const isRunning = one.state === 'running'
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  const took = isRunning ? Math.max(1, Math.round((now - one.startedAt) / SECOND_MS)) * SECOND_MS : one.durationMs
  return <>{useMemo(() => span(took), [took, language.value])}</>
}
