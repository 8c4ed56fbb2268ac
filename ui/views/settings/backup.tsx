// Everything into one file, while Steward goes on.
import { useEffect, useId, useState } from 'preact/hooks'
import type { ResultOf } from '../../../sidecar/protocol/methods.ts'
import { CallError } from '../../client/client.ts'
import { call } from '../../state/link.ts'
import { attempt } from '../../state/notices.ts'
import { Button, Copy, Field } from '../parts/basic.tsx'
import { useBusy } from '../parts/busy.ts'
import { visible } from '../parts/value.tsx'
import { said } from '../text/said.ts'
import { t, tn } from '../text/t.ts'
import { bytes, dayOf } from '../text/time.ts'

type Made = ResultOf<'backup/create'>

const isWhole = (path: string): boolean => /^([\\/]|[a-z]:[\\/])/i.test(path)

export function Backup() {
  const id = useId()
  const [folder, setFolder] = useState('')
  const [file, setFile] = useState<string>()
  const [made, setMade] = useState<Made>()
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    void call('session/list', {})
      .then(({ sessions }) => setFolder(sessions[0]?.root ?? ''))
      .catch(() => {})
  }, [])
  const usual = folder === '' ? '' : join(folder, `steward-${dayOf(Date.now())}.tar.gz`)
  const path = (file ?? usual).trim()
  const create = useBusy(async () => {
    setBusy(true)
    setFault(undefined)
    setMade(undefined)
    try {
      setMade(await call('backup/create', { file: isWhole(path) || folder === '' ? path : join(folder, path) }))
    } catch (thrown) {
      if (!(thrown instanceof CallError)) throw thrown
      setFault(`${said(thrown.message)} ${thrown.hint === undefined ? '' : said(thrown.hint)}`)
    } finally {
      setBusy(false)
    }
  })
  const onSubmit = (event: Event) => {
    event.preventDefault()
    void attempt(create)
  }
  return (
    <form class="stack" onSubmit={onSubmit}>
      <Field id={id} label={t('settings.backupFile')} hint={t('settings.backupHint')} fault={fault}>
        <div class="row wrap">
          <input
            class="input grow mono"
            id={id}
            autocomplete="off"
            spellcheck={false}
            aria-invalid={fault !== undefined}
            value={file ?? usual}
            onInput={(event) => setFile(event.currentTarget.value)}
          />
          <Button look="main" disabled={path === '' || isBusy} onPress={create}>
            {t('settings.backupCreate')}
          </Button>
        </div>
      </Field>
      <div aria-live="polite">
        {isBusy && (
          <span class="row">
            <span class="spin" /> {t('settings.backupBusy')}
          </span>
        )}
        {made && <Report made={made} />}
      </div>
    </form>
  )
}

const Report = ({ made }: { made: Made }) => (
  <div class="box stack">
    <span class="break">
      {tn('settings.backupDone', made.entries, { size: bytes(made.bytes) })} <code>{visible(made.file)}</code>{' '}
      <Copy text={made.file} />
    </span>
    {made.skipped && made.skipped.length > 0 && (
      <span class="quiet small break">
        {t('settings.backupSkipped')} {made.skipped.map(visible).join(', ')}
      </span>
    )}
  </div>
)

const join = (folder: string, name: string): string => {
  const bar = folder.includes('\\') ? '\\' : '/'
  return folder.endsWith(bar) ? `${folder}${name}` : `${folder}${bar}${name}`
}
