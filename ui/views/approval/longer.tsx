// Leave for the same from now on: how often, and until when.
import { useState } from 'preact/hooks'
import type { Answer, Approval } from '../../state/approvals.ts'
import { Amount } from '../parts/amount.tsx'
import { Button, Field } from '../parts/basic.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { visible } from '../parts/value.tsx'
import { t } from '../text/t.ts'
import { endOfToday } from '../text/time.ts'
import { answer } from './answer.ts'

const HOUR = 3_600_000
const ends = {
  untilHour: () => Date.now() + HOUR,
  untilDay: () => endOfToday(),
  untilWeek: () => Date.now() + 7 * 24 * HOUR,
  untilNever: () => undefined,
} as const
type End = keyof typeof ends

export function LongerDialog({ one, onClose }: { one: Approval; onClose: () => void }) {
  const [times, setTimes] = useState('')
  const [perDay, setPerDay] = useState('')
  const [end, setEnd] = useState<End>('untilDay')
  const send = async () => {
    const until = ends[end]()
    const grant: NonNullable<Answer['grant']> = {
      ...(until === undefined ? {} : { until }),
      ...(times === '' ? {} : { times: Number(times) }),
      ...(perDay === '' ? {} : { perDay: Number(perDay) }),
    }
    await answer(one, { decision: 'allow', grant })
    onClose()
  }
  return (
    <Dialog title={t('approvals.longerTitle')} onClose={onClose}>
      <div class="stack">
        <p class="quiet">{t('approvals.longerBody')}</p>
        <div class="box">
          <span class="quiet">{t('approvals.target')}</span>
          <ul>
            {one.effects.map(({ target }, at) => (
              <li key={at} class="mono break">
                {visible(target)}
              </li>
            ))}
          </ul>
        </div>
        <div class="row wrap upper">
          <Field id="grant-until" label={t('approvals.until')}>
            <select
              class="input"
              id="grant-until"
              value={end}
              onChange={(event) => setEnd(event.currentTarget.value as End)}
            >
              {(Object.keys(ends) as End[]).map((name) => (
                <option key={name} value={name}>
                  {t(`approvals.${name}`)}
                </option>
              ))}
            </select>
          </Field>
          <Amount id="grant-times" label={t('approvals.times')} value={times} onChange={setTimes} />
          <Amount id="grant-day" label={t('approvals.perDay')} value={perDay} onChange={setPerDay} />
        </div>
        <div class="row end">
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          <Button look="main" onPress={send}>
            {t('common.allow')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
