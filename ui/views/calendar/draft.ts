// An event that was being filled in when its dialog was closed: it is kept, and offered again.
import { draftOf } from '../../state/drafts.ts'
import { tell } from '../../state/notices.ts'
import { visible } from '../parts/value.tsx'
import { t } from '../text/t.ts'
import { type Opened, opened } from './open.ts'
import type { KeptTimes } from './pair.ts'
import type { Wish } from './wish.ts'

export interface EventDraft {
  wish: Wish
  times: KeptTimes
}

/** What tells one dialog from another. */
export const keyOf = (now: Opened): string => (now.kind === 'new' ? 'new' : `${now.event.uid}${now.event.start}`)

/** What was kept of one. */
export const keptOf = (now: Opened) => draftOf<EventDraft | undefined>(`event/${keyOf(now)}`, undefined)

/** What is being filled in, where it is otherwise than it was; taken up at once where it was asked for. */
let filling: { now: Opened; draft: EventDraft } | undefined
let wanted: EventDraft | undefined

/** Says what is filled in now; undefined where that is nothing new. */
export function fill(now: Opened, draft: EventDraft | undefined): void {
  filling = draft && { now, draft }
}

/** Closes the dialog. What was filled in is kept, with the way back. */
export function closeEvent(): void {
  const left = filling
  filling = undefined
  opened.value = undefined
  if (!left) return
  keptOf(left.now).change(left.draft)
  const title = visible(left.draft.wish.title.trim()) || t('calendar.untitled')
  const run = () => {
    wanted = keptOf(left.now).value.peek()
    opened.value = left.now
  }
  tell({ level: 'info', text: t('event.kept', { title }), action: { label: t('event.goOn'), run } })
}

/** Closes it when all was done. */
export function doneEvent(now: Opened, isTaken: boolean): void {
  filling = undefined
  if (isTaken) keptOf(now).change(undefined)
  opened.value = undefined
}

/** What is to be taken up again as the dialog opens. */
export function takeWanted(): EventDraft | undefined {
  const found = wanted
  wanted = undefined
  return found
}
