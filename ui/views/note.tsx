// A note, open over the page: its text as it lies in the vault, and where that is.
import { openedNote } from '../state/notes.ts'
import { Copy } from './parts/basic.tsx'
import { Dialog } from './parts/dialog.tsx'
import { Long, visible } from './parts/value.tsx'
import { t } from './text/t.ts'

export function Note() {
  const note = openedNote.value
  if (!note) return null
  const close = () => {
    openedNote.value = undefined
  }
  return (
    <Dialog key={note.file} title={visible(note.file.replace(/\.md$/, ''))} onClose={close}>
      <div class="stack">
        <Long text={body(note.text)} />
        {note.cut && <p class="quiet">{t('note.cut')}</p>}
        <div class="row">
          <code class="grow break small">{visible(note.path)}</code>
          <Copy text={note.path} />
        </div>
      </div>
    </Dialog>
  )
}

// What stands between the first two lines of dashes is for programs.
const body = (text: string): string => text.replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n+/, '')
