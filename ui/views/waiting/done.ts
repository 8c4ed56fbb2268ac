// Letting a parked call go on or ending it, and what is told of it: always with the way back, where there is one.
import type { CallView } from '../../state/calls.ts'
import { undo } from '../../state/control.ts'
import { attempt, tell } from '../../state/notices.ts'
import { go } from '../../state/route.ts'
import { cancelWaiting, isWhole, resume, type Suspension, startAgain } from '../../state/waiting.ts'
import { t } from '../text/t.ts'
import { focusNext, placeOf } from './keys.ts'

/** Lets it go on, with an answer where it asked for one. */
export async function goOn(one: Suspension, answer?: unknown): Promise<void> {
  const at = placeOf(one.id)
  const view = await resume(one.id, answer)
  focusNext(at)
  if (view.ok === false) return void tell({ level: 'error', text: view.error?.message ?? '', hint: view.error?.hint })
  tell({
    level: 'info',
    text: t('waiting.wentOn', { tool: one.tool }),
    action: { label: t('waiting.see'), run: () => go('activity', one.callId) },
  })
}

/** Ends it. */
export async function end(one: Suspension): Promise<void> {
  const at = placeOf(one.id)
  const view = await cancelWaiting(one.id)
  focusNext(at)
  tell({ level: 'info', text: t('waiting.ended', { tool: one.tool }), action: await wayBack(view) })
}

// What it had done before it parked can be taken back; where that is nothing, it can begin once more.
async function wayBack({ callId, undoable, undoneBy }: CallView) {
  if (undoable === true && undoneBy === undefined)
    return { label: t('waiting.undoRest'), run: () => void attempt(() => undo(callId)) }
  if (!(await isWhole(callId))) return undefined
  return { label: t('waiting.again'), run: () => void attempt(() => startAgain(callId)) }
}
