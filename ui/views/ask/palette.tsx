// What the ask bar opens: words on top, what they may mean below, and the form or the answer in its place.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { asking, isPending, runWords, understand, words } from '../../state/ask.ts'
import { type CallView, keep } from '../../state/calls.ts'
import { freshId } from '../../state/drafts.ts'
import { call } from '../../state/link.ts'
import { attempt } from '../../state/notices.ts'
import { go } from '../../state/route.ts'
import { here } from '../../state/sessions.ts'
import type { ToolDetail } from '../../state/tools.ts'
import { Outcome, RunForm } from '../form/run.tsx'
import { Button } from '../parts/basic.tsx'
import { useBusy } from '../parts/busy.ts'
import { Icon } from '../parts/icon.tsx'
import { visible } from '../parts/value.tsx'
import { StopButton } from '../stop.tsx'
import { said } from '../text/said.ts'
import { t } from '../text/t.ts'
import { type Row, rowsFor, type Taken } from './rows.ts'

type Shown =
  | { kind: 'rows' }
  | { kind: 'form'; tool: ToolDetail; input?: Record<string, unknown> | undefined }
  | { kind: 'call'; callId: string }

/** The words, what they may mean, and what came of it. */
export function Palette() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [shown, setShown] = useState<Shown>({ kind: 'rows' })
  // Closed first, so that the focus goes back to where it was.
  const close = () => {
    dialog.current?.close()
    asking.value = false
  }
  // Before the next key comes: what is typed right after Ctrl K is typed into it.
  useLayoutEffect(() => {
    dialog.current?.showModal()
    // A link in the answer leads to a view below it.
    addEventListener('hashchange', close)
    return () => removeEventListener('hashchange', close)
  }, [])
  const showCall = (view: CallView | undefined) => {
    if (!view) return
    keep(view)
    setShown({ kind: 'call', callId: view.callId })
  }
  const take = async (taken: Taken): Promise<void> => {
    if (taken.does === 'nothing') return
    if (taken.does === 'type') words.value = taken.text
    else if (taken.does === 'go') {
      go(taken.to, taken.item)
      close()
    } else if (taken.does === 'run') {
      await taken.run()
      close()
    } else if (taken.does === 'form')
      setShown({ kind: 'form', tool: await call('tool/describe', { tool: taken.tool }), input: taken.input })
    else if (taken.does === 'call') {
      const { tool, input } = taken
      showCall(await call('tool/call', { tool, input, session: await here(), wait: false, callId: freshId() }))
    } else showCall((await runWords(taken.text, await here())).call)
  }
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label={t('ask.title')}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
      {shown.kind === 'rows' ? (
        <Rows onTake={take} />
      ) : (
        <div class="answer stack">
          <div class="row">
            <Button tiny look="plain" onPress={() => setShown({ kind: 'rows' })}>
              {t('ask.back')}
            </Button>
            <h2 class="grow clip">{shown.kind === 'form' ? shown.tool.name : visible(words.value)}</h2>
            <StopButton />
            <Button tiny look="plain" icon="close" label={t('common.close')} onPress={close}>
              {''}
            </Button>
          </div>
          {shown.kind === 'form' && shown.tool.source === 'stub' && (
            <p>
              {said(`${shown.tool.needs ?? ''}`)} {said(shown.tool.how ?? '')}
            </p>
          )}
          {shown.kind === 'form' && shown.tool.source !== 'stub' && (
            <RunForm tool={shown.tool} input={shown.input} place="ask" />
          )}
          {shown.kind === 'call' && <Outcome callId={shown.callId} />}
        </div>
      )}
    </dialog>
  )
}

function Rows({ onTake }: { onTake: (taken: Taken) => Promise<void> }) {
  const [at, setAt] = useState(0)
  const rows = rowsFor(words.value)
  const chosen = Math.min(at, rows.length - 1)
  const move = (by: number) => setAt((chosen + by + rows.length) % Math.max(1, rows.length))
  // Whoever types fast means what they typed: nothing is taken before it is known what that says.
  const top = async (): Promise<Row | undefined> => {
    const text = words.peek().trim()
    await understand(text)
    return words.peek().trim() === text ? rowsFor(text)[0] : undefined
  }
  const take = useBusy(async (row: Row | undefined) => {
    const meant = row === rows[0] && isPending.peek() ? await top() : row
    if (meant) await onTake(meant.taken)
  })
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter') void attempt(() => take(rows[chosen]))
    else return
    event.preventDefault()
  }
  useEffect(() => {
    document.getElementById(`ask-${rows[chosen]?.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <>
      <div class="askline">
        <Icon name="search" />
        <input
          class="bare grow"
          role="combobox"
          aria-expanded="true"
          aria-controls="ask-list"
          aria-activedescendant={rows[chosen] ? `ask-${rows[chosen].id}` : undefined}
          aria-label={t('frame.askLabel')}
          placeholder={t('ask.placeholder')}
          // biome-ignore lint/a11y/noAutofocus: it was opened to be typed into
          autoFocus
          value={words.value}
          onInput={(event) => {
            words.value = event.currentTarget.value
            setAt(0)
          }}
          onKeyDown={onKey}
        />
        <StopButton />
      </div>
      <div class="asklist" id="ask-list" role="listbox" aria-label={t('ask.results')}>
        {rows.map((row, index) => (
          <div key={row.id}>
            {row.group !== rows[index - 1]?.group && <div class="askgroup">{row.group}</div>}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, as the pattern of a combobox has it */}
            <div
              id={`ask-${row.id}`}
              class="askrow"
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              onClick={() => void attempt(() => take(row))}
            >
              <Icon name={row.icon} />
              <span class="grow clip">{visible(row.title)}</span>
              {row.detail !== undefined && <span class="quiet small clip">{visible(row.detail)}</span>}
            </div>
          </div>
        ))}
      </div>
      <p class="askkeys quiet small">{t('ask.keys')}</p>
    </>
  )
}
