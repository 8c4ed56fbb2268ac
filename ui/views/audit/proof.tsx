// A proof that somebody handed over: chosen as a file, checked, and told what holds.
import { useRef, useState } from 'preact/hooks'
import { type AuditRecord, chain, checkProof, type ProofCheck } from '../../state/audit.ts'
import { tell } from '../../state/notices.ts'
import { Button } from '../parts/basic.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { visible } from '../parts/value.tsx'
import { said } from '../text/said.ts'
import { t, tn } from '../text/t.ts'
import { stamp } from '../text/time.ts'
import { sentence } from './words.ts'

/** Lets the user choose a proof file, and shows what came of it. */
export function ProofCheckButton() {
  const file = useRef<HTMLInputElement>(null)
  const [result, setResult] = useState<ProofCheck>()
  const take = async (chosen: File) => {
    const proof = parse(await chosen.text())
    if (proof !== undefined) setResult(await checkProof(proof.value))
  }
  const [isBusy, setBusy] = useState(false)
  const onChange = async () => {
    const chosen = file.current?.files?.[0]
    if (!chosen) return
    setBusy(true)
    await take(chosen).catch((thrown: unknown) => tell({ level: 'error', text: String(thrown) }))
    setBusy(false)
    // The same file can be chosen again.
    if (file.current) file.current.value = ''
  }
  return (
    <>
      <Button tiny disabled={isBusy} onPress={() => file.current?.click()}>
        {t('audit.proofCheck')}
      </Button>
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={t('audit.proofFile')}
        onChange={onChange}
      />
      {result && <ProofDialog result={result} onClose={() => setResult(undefined)} />}
    </>
  )
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch (thrown) {
    tell({ level: 'error', text: t('audit.proofNoJson', { why: thrown instanceof Error ? thrown.message : '' }) })
    return undefined
  }
}

function ProofDialog({ result, onClose }: { result: ProofCheck; onClose: () => void }) {
  const { ok, call, key, sealedAt, why } = result
  const records = result.records as AuditRecord[]
  return (
    <Dialog title={t(ok ? 'audit.proofGood' : 'audit.proofBad')} onClose={onClose}>
      <div class="stack">
        {ok ? (
          <p class="row good">
            <Icon name="check" />
            {t(key === chain.value.key ? 'audit.proofOurs' : 'audit.proofOther')}
          </p>
        ) : (
          <div class="box faulty row upper" role="alert">
            <Icon name="warn" />
            <div class="grow break">
              {visible(said(why ?? ''))}
              <p>{t('audit.proofBadHow')}</p>
            </div>
          </div>
        )}
        <dl class="pairs">
          {call !== '' && (
            <>
              <dt>{t('audit.proofCall')}</dt>
              <dd class="mono">{visible(call)}</dd>
            </>
          )}
          {sealedAt !== undefined && (
            <>
              <dt>{t('audit.proofSealed')}</dt>
              <dd>{stamp(sealedAt)}</dd>
            </>
          )}
          {key !== '' && (
            <>
              <dt>{t('audit.key')}</dt>
              <dd class="mono">{visible(key)}</dd>
            </>
          )}
        </dl>
        {ok && (
          <section class="stack tight">
            <h3>{tn('audit.proofRecords', records.length)}</h3>
            <ul class="rows">
              {records.map((record) => (
                <li key={record.seq}>
                  <span class="grow break">{sentence(record)}</span>
                  <span class="quiet small">{stamp(record.at)}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  )
}
