// Notes, found by words and opened to be read.
import { effect, signal } from '@preact/signals'
import type { ResultOf } from '../../sidecar/protocol/methods.ts'
import { asking, words } from './ask.ts'
import { call } from './link.ts'

export type FoundNote = ResultOf<'note/list'>['notes'][number]
export type OpenNote = ResultOf<'note/read'>

/** Those that the words of the ask bar are in. */
export const foundNotes = signal<readonly FoundNote[]>([])
/** The one that is open. */
export const openedNote = signal<OpenNote | undefined>(undefined)

const CALM_MS = 120
const MOST = 5
let timer: ReturnType<typeof setTimeout> | undefined

effect(() => {
  const query = words.value.trim()
  clearTimeout(timer)
  if (!asking.value || query.length < 2) {
    foundNotes.value = []
    return
  }
  timer = setTimeout(async () => {
    const found = await call('note/list', { query, limit: MOST }).catch(() => undefined)
    if (found && words.peek().trim() === query) foundNotes.value = found.notes
  }, CALM_MS)
})

/** Opens a note by the name of its file. */
export async function openNote(file: string): Promise<void> {
  openedNote.value = await call('note/read', { file })
}
