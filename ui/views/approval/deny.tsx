// A no with its reason, which whoever asked is told.
import { useState } from 'preact/hooks'
import type { Approval } from '../../state/approvals.ts'
import { attempt } from '../../state/notices.ts'
import { Button, Field } from '../parts/basic.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { t } from '../text/t.ts'
import { answer } from './answer.ts'

export function DenyDialog({ one, onClose }: { one: Approval; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const send = async () => {
    await answer(one, { decision: 'deny', ...(reason.trim() === '' ? {} : { reason: reason.trim() }) })
    onClose()
  }
  const onSubmit = (event: Event) => {
    event.preventDefault()
    void attempt(send)
  }
  return (
    <Dialog title={t('approvals.denyWhy')} onClose={onClose}>
      <form class="stack" onSubmit={onSubmit}>
        <Field id="deny-reason" label={t('approvals.reason')}>
          <input
            class="input"
            id="deny-reason"
            maxLength={2000}
            value={reason}
            onInput={(event) => setReason(event.currentTarget.value)}
          />
        </Field>
        <div class="row end">
          <Button onPress={send}>{t('common.deny')}</Button>
        </div>
      </form>
    </Dialog>
  )
}
