// What is shown where there is no sidecar behind the window: instead of it at first, over it later.
import { useLayoutEffect, useRef } from 'preact/hooks'
import { isUnanswered } from '../state/control.ts'
import { connection, endEngine, hasQuit, restart } from '../state/link.ts'
import { tell } from '../state/notices.ts'
import { Button, Loading } from './parts/basic.tsx'
import { Icon } from './parts/icon.tsx'
import { visible } from './parts/value.tsx'
import { t } from './text/t.ts'

/** All there is, as long as nothing else was shown. */
export function Cover() {
  const now = connection.value
  return (
    <main class="cover">
      <div>
        {now.state === 'entering' && <Loading />}
        {now.state === 'refused' && <Said icon="key" title={t('refused.title')} body={t('refused.body')} />}
        {now.state === 'lost' && <Lost />}
      </div>
    </main>
  )
}

/** Lies over the window and whatever is open in it; the focus goes back to where it was. */
export function Overlay() {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const former = document.activeElement
    dialog.current?.showModal()
    dialog.current?.focus()
    return () => {
      dialog.current?.close()
      // Once the window below can be used again.
      queueMicrotask(() => former instanceof HTMLElement && former.focus())
    }
  }, [])
  // It is no question that could be dismissed, and what is typed here is not for the window below.
  const keep = (event: Event) => event.preventDefault()
  const quell = (event: Event) => event.stopPropagation()
  return (
    <dialog class="cover" ref={dialog} tabIndex={-1} aria-label={t('app.name')} onCancel={keep} onKeyDown={quell}>
      <div>
        <Lost />
      </div>
    </dialog>
  )
}

/** STOP that nobody took. */
export function Unanswered() {
  if (!isUnanswered.value) return null
  return (
    <div class="stopbar" role="alert">
      <span class="grow">{t('hung.stop')}</span>
      <EndEngine />
    </div>
  )
}

function EndEngine() {
  const end = async () => {
    if (!(await endEngine())) tell({ level: 'error', text: t('hung.notOurs') })
  }
  return (
    <Button look="danger" onPress={end}>
      {t('hung.end')}
    </Button>
  )
}

function Lost() {
  const now = connection.value
  if (now.state !== 'lost') return null
  const { shell } = now
  if (hasQuit.value && shell === undefined) return <Said icon="key" title={t('quit.title')} body={t('quit.body')} />
  const isHung = shell?.sidecar === 'hung'
  const body = shell === undefined ? 'lost.shell' : shell.sidecar === 'dead' ? 'lost.dead' : 'lost.starting'
  const hung = shell?.attached ? 'hung.foreign' : 'hung.body'
  return (
    <div class="stack">
      <Said icon="warn" title={t(isHung ? 'hung.title' : 'lost.title')} body={t(isHung ? hung : body)} />
      <div class="row centre">
        {isHung && !shell.attached && <EndEngine />}
        {shell?.sidecar === 'dead' && (
          <Button look="main" onPress={restart}>
            {t('lost.restart')}
          </Button>
        )}
      </div>
      {shell && !isHung && (
        <section class="stack">
          <h2>{t('lost.log')}</h2>
          <pre class="box">{shell.log.length > 0 ? shell.log.map(visible).join('\n') : t('lost.noLog')}</pre>
        </section>
      )}
    </div>
  )
}

function Said({ icon, title, body }: { icon: 'key' | 'warn'; title: string; body: string }) {
  return (
    <div class="empty" role="alert">
      <Icon name={icon} />
      <h1>{title}</h1>
      <p>{body}</p>
    </div>
  )
}
