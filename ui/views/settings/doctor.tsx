// What tends to go wrong, looked at when this page is opened, with how to mend it.
import { useEffect, useState } from 'preact/hooks'
import type { ResultOf } from '../../../sidecar/protocol/methods.ts'
import { call } from '../../state/link.ts'
import { complain } from '../../state/notices.ts'
import { Button, Loading } from '../parts/basic.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { visible } from '../parts/value.tsx'
import { said } from '../text/said.ts'
import { t, tn } from '../text/t.ts'
import { clock } from '../text/time.ts'

type Finding = ResultOf<'doctor/run'>['findings'][number]

const icons: Record<Finding['level'], IconName> = { ok: 'check', note: 'note', warn: 'warn', error: 'close' }

export function Doctor() {
  const [found, setFound] = useState<{ at: number; findings: readonly Finding[] }>()
  const run = async () => {
    const { findings } = await call('doctor/run', {})
    setFound({ at: Date.now(), findings })
  }
  useEffect(() => {
    void run().catch(complain)
  }, [])
  if (!found) return <Loading />
  const wrong = found.findings.filter(({ level }) => level === 'error' || level === 'warn').length
  return (
    <div class="stack" aria-live="polite">
      <div class="row wrap">
        <strong class="grow">{wrong === 0 ? t('settings.doctorFine') : tn('settings.doctorWrong', wrong)}</strong>
        <span class="quiet small">{t('settings.doctorAt', { when: clock(found.at) })}</span>
        <Button tiny onPress={run}>
          {t('settings.doctorAgain')}
        </Button>
      </div>
      <ul class="rows findings">
        {found.findings.map((finding, at) => (
          <li key={at} class={finding.level}>
            <Icon name={icons[finding.level]} />
            <span class="unseen">{t(`settings.level.${finding.level}`)}</span>
            <div class="grow break">
              {visible(said(finding.text))}
              {finding.how !== undefined && <div class="quiet small">{visible(said(finding.how))}</div>}
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
