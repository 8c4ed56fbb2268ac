// One call in full.
import { useEffect, useRef, useState } from 'preact/hooks'
import { type CallDetail, progress, showCall, viewOf } from '../../state/calls.ts'
import { href } from '../../state/route.ts'
import { sessionName } from '../../state/sessions.ts'
import { Receipt } from '../approval/card.tsx'
import { Button, Copy, Empty, Loading, Score, StateChip } from '../parts/basic.tsx'
import { visible } from '../parts/value.tsx'
import { said } from '../text/said.ts'
import { number, t } from '../text/t.ts'
import { stamp } from '../text/time.ts'
import { effectWords } from '../text/words.ts'
import { Actions, Settle } from './actions.tsx'
import { Attachments } from './attachments.tsx'
import { Data, WholeOutput } from './data.tsx'
import { Part } from './part.tsx'
import { isParked, Took } from './row.tsx'

/** The call, as far as it is; whatever becomes of it is shown at once. */
export function CallDetails({ callId, onClose }: { callId: string; onClose: () => void }) {
  const { detail, fault } = useDetail(callId)
  const heading = useRef<HTMLHeadingElement>(null)
  const isLoaded = detail !== undefined
  // Where the list is gone from the screen, the focus must not stay in it.
  useEffect(() => {
    if (isLoaded && matchMedia('(max-width: 1000px)').matches) heading.current?.focus()
  }, [isLoaded])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose()
  }
  return (
    <section class="card details" aria-label={t('activity.detail')} onKeyDown={onKeyDown}>
      <header>
        <span class="back">
          <Button look="plain" onPress={onClose}>
            ‹ {t('activity.back')}
          </Button>
        </span>
        <h2 class="grow break" tabIndex={-1} ref={heading}>
          {visible(detail?.tool ?? '…')}
        </h2>
        {detail && <Score value={detail.receipt.score} />}
        <span class="shut">
          <Button look="plain" tiny icon="close" label={t('common.close')} onPress={onClose}>
            {''}
          </Button>
        </span>
      </header>
      <div class="body stack">{fault ? <Gone why={fault} /> : detail ? <Whole one={detail} /> : <Loading />}</div>
    </section>
  )
}

// Asked for again whenever an event says that the call went on.
function useDetail(callId: string): { detail?: CallDetail; fault?: string } {
  const [found, setFound] = useState<{ detail?: CallDetail; fault?: string }>({})
  const view = viewOf(callId)
  const standing = `${view?.state} ${view?.undoneBy} ${view?.approvalId} ${view?.suspensionId}`
  useEffect(() => {
    let isOver = false
    showCall(callId).then(
      (detail) => !isOver && setFound({ detail }),
      (thrown: Error) => !isOver && setFound({ fault: thrown.message }),
    )
    return () => {
      isOver = true
    }
  }, [callId, standing])
  return found
}

const Gone = ({ why }: { why: string }) => (
  <Empty icon="warn" title={t('activity.gone')}>
    {visible(said(why))}
  </Empty>
)

function Whole({ one }: { one: CallDetail }) {
  return (
    <>
      <div class="row wrap" role="status">
        {one.state === 'running' && <span class="spin" />}
        <StateChip state={one.state} />
        {one.undoneBy !== undefined && <a href={href('activity', one.undoneBy)}>{t('activity.undoneBy')}</a>}
        {one.state === 'running' && <span class="quiet break">{visible(progress.value.get(one.callId) ?? '')}</span>}
      </div>
      {one.error && <Failure error={one.error} />}
      {one.state === 'unknown' && <Settle one={one} />}
      <Actions one={one} />
      <Facts one={one} />
      <Part title={t('activity.input')}>
        <div class="box">
          <Data value={one.input} />
        </div>
      </Part>
      {one.effects.length > 0 && <Effects one={one} />}
      {(one.output !== undefined || one.outputRef !== undefined) && (
        <Part title={t('activity.output')}>
          {one.output !== undefined && (
            <div class="box">
              <Data value={one.output} />
            </div>
          )}
          {one.outputRef !== undefined && <WholeOutput id={one.outputRef} />}
        </Part>
      )}
      <Attachments of={one.attachments.filter(({ id }) => id !== one.outputRef)} />
      {one.receipt.lines.length > 0 && (
        <Part title={t('approvals.receipt')}>
          <Receipt lines={one.receipt.lines} />
        </Part>
      )}
    </>
  )
}

function Failure({ error }: { error: NonNullable<CallDetail['error']> }) {
  return (
    <div class="box failure" role="alert">
      <strong class="break">{visible(said(error.message))}</strong>
      {error.hint !== undefined && <p class="break">{visible(said(error.hint))}</p>}
      <p class="small mono">{visible(error.code)}</p>
    </div>
  )
}

function Effects({ one }: { one: CallDetail }) {
  return (
    <Part title={t('activity.effects')}>
      <ul class="effects">
        {one.effects.map(({ kind, target }, at) => (
          <li key={at}>
            <span class="quiet">{effectWords(kind)}</span> <span class="mono break">{visible(target)}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Facts({ one }: { one: CallDetail }) {
  const { trust, secrecy } = one.labels
  return (
    <dl class="pairs facts">
      <dt>{t('activity.when')}</dt>
      <dd>
        {stamp(one.startedAt)}
        {!isParked(one) && (
          <>
            {' · '}
            <Took one={one} />
          </>
        )}
      </dd>
      <dt>{t('activity.session')}</dt>
      <dd>{visible(sessionName(one.session))}</dd>
      {one.decision !== undefined && (
        <>
          <dt>{t('activity.decision')}</dt>
          <dd>{t(`activity.decision.${one.decision}`)}</dd>
        </>
      )}
      {one.state === 'done' && (
        <>
          <dt>{t('activity.labels')}</dt>
          <dd>
            {t(`activity.trust.${trust}`)} {t(`activity.secrecy.${secrecy}`)}
          </dd>
        </>
      )}
      {one.attempts > 1 && (
        <>
          <dt>{t('activity.attempts')}</dt>
          <dd>{number(one.attempts)}</dd>
        </>
      )}
      {one.parent !== undefined && (
        <>
          <dt>{t('activity.parent')}</dt>
          <dd>
            <a href={href('activity', one.parent)}>
              {t(one.tool === 'undo' ? 'activity.undoOf' : 'activity.openParent')}
            </a>
          </dd>
        </>
      )}
      <dt>{t('activity.id')}</dt>
      <dd>
        <code>{one.callId}</code> <Copy text={one.callId} />
      </dd>
    </dl>
  )
}
