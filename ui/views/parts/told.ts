// What is told of a call that was made from the window: done, with the way back; or waiting; or why not.
import { isHushed, whenOver } from '../../state/act.ts'
import { type CallView, ended } from '../../state/calls.ts'
import { undo } from '../../state/control.ts'
import { tell } from '../../state/notices.ts'
import { go, place } from '../../state/route.ts'
import { tellDone } from '../../state/takeback.ts'
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
    tellWaiting(view, words)
    whenOver(view, words.waits, (over) => follow(over, words, after))
    after(view)
    return
  }
  tellOver(view, words, after)
  after(view)
}

// In the calendar it stands over the days already, for as long as it waits.
function tellWaiting({ state, approvalId, callId }: CallView, { waits: what }: Words): void {
  const waits = state === 'waiting'
  if (waits && place.peek() === 'calendar') return
  tell({
    level: 'warn',
    text: t(waits ? 'acts.waits' : 'acts.later', { what }),
    action: waits
      ? { label: t('acts.answer'), run: () => go('approvals', approvalId) }
      : { label: t('form.details'), run: () => go('activity', callId) },
  })
}

function tellOver(view: CallView, words: Words, after: (view: CallView) => void): void {
  const { ok, error, callId, undoable, undoneBy } = view
  if (ok === false) {
    if (isHushed(callId)) return
    tell({
      level: 'error',
      text: error?.message ?? '',
      hint: error?.hint,
      action: { label: t('form.details'), run: () => go('activity', callId) },
    })
  } else {
    const text = typeof words.done === 'string' ? words.done : words.done(view)
    if (undoable === true && undoneBy === undefined)
      tellDone(text, t('common.undo'), () => back(view, { ...words, done: text }, after))
    else tell({ level: 'info', text })
  }
}

// What took something back is not taken back in turn: the keys go on to what was done before it.
async function back(view: CallView, words: Words & { done: string }, after: (view: CallView) => void): Promise<void> {
  const begun = await undo(view.callId)
  const over = begun.state === 'waiting' ? begun : await ended(begun.callId)
  const done = words.undone ?? t('acts.undone', { what: words.done })
  follow({ ...over, undoable: false }, { done, waits: words.waits }, after)
}
