// Quick capture: a line that becomes a note.
import { useEffect } from 'preact/hooks'
import { type CallView, keep, viewOf } from '../state/calls.ts'
import { undo } from '../state/control.ts'
import { draftOf } from '../state/drafts.ts'
import { call } from '../state/link.ts'
import { attempt, tell } from '../state/notices.ts'
import { go } from '../state/route.ts'
import { here } from '../state/sessions.ts'
import { loadToday } from '../state/today.ts'
import { Button } from './parts/basic.tsx'
import { useBusy } from './parts/busy.ts'
import { Icon } from './parts/icon.tsx'
import { t } from './text/t.ts'

const draft = draftOf('capture', '')

export function Capture() {
  const text = draft.value.value
  const state = text === '' ? undefined : viewOf(draft.callId())?.state
  // One that asked first keeps its words here until they are written; said no to, they are there to be sent again.
  useEffect(() => {
    if (state === 'done') draft.change('')
    if (state === 'failed') draft.sent()
  }, [state])
  const save = useBusy(async () => {
    const written = draft.value.value.trim()
    if (written === '') return
    const input = { text: written }
    const view = await call('tool/call', {
      ...{ tool: 'quick_note', input, session: await here(), callId: draft.callId() },
    })
    keep(view)
    if (view.state === 'done' && draft.value.value.trim() === written) draft.change('')
    if (view.ok === false) draft.sent()
    tellOf(view)
  })
  const onSubmit = (event: Event) => {
    event.preventDefault()
    void attempt(save)
  }
  return (
    <form class="capture card" onSubmit={onSubmit}>
      <Icon name="note" />
      <input
        class="bare grow"
        aria-label={t('today.capture')}
        placeholder={t('today.capturePlaceholder')}
        value={text}
        onInput={(event) => draft.change(event.currentTarget.value)}
      />
      <Button look="main" disabled={text.trim() === ''} onPress={save}>
        {t('today.captureSave')}
      </Button>
    </form>
  )
}

// Only what was written is called so.
function tellOf({ ok, state, error, callId, approvalId, undoable }: CallView): void {
  const takeBack = { label: t('common.undo'), run: () => void attempt(() => undo(callId).then(loadToday)) }
  const answer = { label: t('form.answer'), run: () => go('approvals', approvalId) }
  const look = { label: t('form.details'), run: () => go('activity', callId) }
  if (ok === false) tell({ level: 'error', text: error?.message ?? '', hint: error?.hint, action: look })
  else if (state === 'done') tell({ level: 'info', text: t('today.captured'), action: undoable ? takeBack : undefined })
  else if (state === 'waiting') tell({ level: 'warn', text: t('today.captureWaits'), action: answer })
  else tell({ level: 'warn', text: t('today.captureLater'), action: look })
}
