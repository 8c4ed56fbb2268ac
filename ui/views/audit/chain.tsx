// Whether the log is as it was written: checked when it is opened, and whenever the user wishes.
import { useEffect } from 'preact/hooks'
import { chain, verify } from '../../state/audit.ts'
import { attempt } from '../../state/notices.ts'
import { Button, Chip, Copy } from '../parts/basic.tsx'
import { Icon } from '../parts/icon.tsx'
import { visible } from '../parts/value.tsx'
import { said } from '../text/said.ts'
import { number, t, tn } from '../text/t.ts'
import { ago, moment } from '../text/time.ts'
import { ProofCheckButton } from './proof.tsx'

export function ChainCard() {
  useEffect(() => void attempt(() => verify()), [])
  const { found, isChecking } = chain.value
  return (
    <section class={`card chain ${found?.ok === false ? 'broken' : ''}`} aria-label={t('audit.chain')}>
      <div class="body stack">
        <div class="row wrap">
          <div class="grow" aria-live="polite">
            {found ? found.ok ? <Whole /> : <Broken /> : <Checking />}
          </div>
          {found && isChecking && <span class="spin" role="status" aria-label={t('audit.checking')} />}
          {found?.ok && (
            <Button tiny look="plain" disabled={isChecking} onPress={() => verify(true)}>
              {t('audit.checkAll')}
            </Button>
          )}
          <Button tiny disabled={isChecking} onPress={() => verify()}>
            {t('audit.check')}
          </Button>
          <ProofCheckButton />
        </div>
      </div>
    </section>
  )
}

const Checking = () => (
  <div class="row quiet">
    <span class="spin" />
    <span>{t('audit.checking')}</span>
  </div>
)

function Whole() {
  const { found, checkedAt, sealedAt, key } = chain.value
  if (!found) return null
  const { sealed, records } = found
  const seal = sealed && sealedAt !== undefined && { n: number(sealed.seq), when: moment(sealedAt) }
  return (
    <div class="stack tight">
      <div class="row wrap">
        <Chip tone="good" icon="check">
          {records === 0 ? t('audit.empty0') : t('audit.whole', { n: number(records) })}
        </Chip>
        <span class="quiet small">
          {[
            seal ? t('audit.sealed', seal) : t('audit.unsealed'),
            ...(checkedAt === undefined ? [] : [t('audit.checkedAt', { when: ago(checkedAt) })]),
          ].join(' · ')}
        </span>
      </div>
      {(sealed?.restarts ?? 0) > 0 && <p class="quiet small">{tn('audit.restarts', sealed?.restarts ?? 0)}</p>}
      {key !== undefined && (
        <div class="row quiet small">
          <span>{t('audit.key')}</span>
          <code class="clip">{key}</code>
          <Copy text={key} />
        </div>
      )}
    </div>
  )
}

function Broken() {
  const { found } = chain.value
  if (!found?.firstBad) return null
  const { line, seq, why } = found.firstBad
  const values = { line: number(line), seq: number(seq ?? 0), why: visible(said(why)) }
  return (
    <div class="stack tight" role="alert">
      <h2 class="row">
        <Icon name="warn" />
        {t('audit.broken')}
      </h2>
      <p class="break">{t(seq === undefined ? 'audit.brokenLine' : 'audit.brokenAt', values)}</p>
      <p class="break">{t('audit.brokenHow')}</p>
      {found.records > 0 && <p>{tn('audit.brokenGood', found.records)}</p>}
    </div>
  )
}
