// What can be done about one call.
import { type CallDetail, settle } from '../../state/calls.ts'
import { cancel, undo } from '../../state/control.ts'
import { tell } from '../../state/notices.ts'
import { go, href } from '../../state/route.ts'
import { Button } from '../parts/basic.tsx'
import { t } from '../text/t.ts'

const cancellable: ReadonlySet<CallDetail['state']> = new Set(['planned', 'running', 'waiting', 'suspended'])

export function Actions({ one }: { one: CallDetail }) {
  const canUndo = one.undoable === true && one.undoneBy === undefined && !cancellable.has(one.state)
  const canCancel = cancellable.has(one.state)
  if (!(canUndo || canCancel)) return null
  return (
    <div class="row wrap">
      {one.approvalId !== undefined && (
        <a class="button main-choice" href={href('approvals', one.approvalId)}>
          {t('activity.answer')}
        </a>
      )}
      {one.suspensionId !== undefined && (
        <a class="button main-choice" href={href('waiting', one.suspensionId)}>
          {t('activity.goOn')}
        </a>
      )}
      {canUndo && (
        <Button icon="undo" onPress={() => takeBack(one.callId)}>
          {t('common.undo')}
        </Button>
      )}
      {canCancel && <Button onPress={() => cancel(one.callId)}>{t('activity.cancel')}</Button>}
    </div>
  )
}

// Taking back is a call of its own: it may ask first, or fail, and both are told.
async function takeBack(callId: string): Promise<void> {
  const view = await undo(callId)
  const look = { label: t('activity.look'), run: () => go('activity', view.callId) }
  if (view.ok === false)
    return void tell({ level: 'error', text: view.error?.message ?? '', hint: view.error?.hint, action: look })
  if (view.state === 'waiting') {
    const answer = { label: t('activity.answer'), run: () => go('approvals', view.approvalId) }
    return void tell({ level: 'warn', text: t('activity.undoAsks'), action: answer })
  }
  tell({ level: 'info', text: t('activity.undoneNow'), action: look })
}

/** Only the user can find out what became of it; what each answer means is said beside it. */
export function Settle({ one }: { one: CallDetail }) {
  return (
    <section class="box doubts stack" aria-label={t('state.unknown')}>
      <p>{t('activity.unknown')}</p>
      <ul class="stack">
        {(['done', 'failed', 'retry'] as const).map((as) => (
          <li class="row" key={as}>
            <Button onPress={() => settle(one.callId, as)}>{t(`activity.settle.${as}`)}</Button>
            <span class="grow small">{t(`activity.settleHow.${as}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
