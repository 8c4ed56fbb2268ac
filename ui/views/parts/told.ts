// What is told of a call that was made from the window: done, with the way back; or waiting; or why not.
import { whenOver } from '../../state/act.ts'
import { type CallView, ended } from '../../state/calls.ts'
import { undo } from '../../state/control.ts'
import { attempt, tell } from '../../state/notices.ts'
import { go } from '../../state/route.ts'
import { t } from '../text/t.ts'

export interface Words {
  /** What is told of it, or how that is found from what came of it. */
  done: string | ((view: CallView) => string)
  /** What it is that waits for an answer. */
  waits: string
  undone?: string
}

/** Tells what came of a call, now or when it is over. `after` is told each time something changed. */
export function follow(view: CallView, words: Words, after: (view: CallView) => void = () => {}): void {
  if (view.state === 'waiting' || (view.ok === undefined && view.state !== 'done')) {
    const waits = view.state === 'waiting'
    tell({
      level: 'warn',
      text: t(waits ? 'acts.waits' : 'acts.later', { what: words.waits }),
      action: waits
        ? { label: t('acts.answer'), run: () => go('approvals', view.approvalId) }
        : { label: t('form.details'), run: () => go('activity', view.callId) },
    })
    whenOver(view, words.waits, (over) => follow(over, words, after))
    after(view)
    return
  }
  tellOver(view, words, after)
  after(view)
}

function tellOver(view: CallView, words: Words, after: (view: CallView) => void): void {
  const { ok, error, callId, undoable, undoneBy } = view
  if (ok === false)
    return void tell({
      level: 'error',
      text: error?.message ?? '',
      hint: error?.hint,
      action: { label: t('form.details'), run: () => go('activity', callId) },
    })
  const takeBack = { label: t('common.undo'), run: () => void attempt(() => back(view, words, after)) }
  const canUndo = undoable === true && undoneBy === undefined
  const text = typeof words.done === 'string' ? words.done : words.done(view)
  tell({ level: 'info', text, action: canUndo ? takeBack : undefined })
}

async function back(view: CallView, words: Words, after: (view: CallView) => void): Promise<void> {
  const begun = await undo(view.callId)
  const over = begun.state === 'waiting' ? begun : await ended(begun.callId)
  follow(over, { done: words.undone ?? t('common.undone'), waits: words.waits }, after)
}
