// Smaller fields of an event: how often, when it reminds, and whether it is sure.
import { Button, Field } from '../parts/basic.tsx'
import { t } from '../text/t.ts'
import { span } from '../text/time.ts'
import { type Repeat, repeats } from './repeat.ts'
import type { Wish } from './wish.ts'

const MINUTE_MS = 60_000
const offers = [0, 5, 10, 15, 30, 60, 120, 1440, 10_080]

export function RepeatField({
  id,
  wish,
  fault,
  onChange,
}: {
  id: string
  wish: Pick<Wish, 'repeat' | 'own'>
  fault?: string | undefined
  onChange: (change: Partial<Pick<Wish, 'repeat' | 'own'>>) => void
}) {
  return (
    <Field id={id} label={t('event.repeat')} fault={fault}>
      <select
        class="input"
        id={id}
        aria-invalid={fault !== undefined && wish.repeat !== 'own'}
        value={wish.repeat}
        onChange={(event) => onChange({ repeat: event.currentTarget.value as Repeat })}
      >
        {repeats.map((one) => (
          <option key={one} value={one}>
            {t(`event.repeat.${one}`)}
          </option>
        ))}
      </select>
      {wish.repeat === 'own' && (
        <input
          class="input"
          autocomplete="off"
          maxLength={500}
          aria-label={t('event.repeatOwn')}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-fault`}
          placeholder={t('event.repeatHint')}
          value={wish.own}
          onInput={(event) => onChange({ own: event.currentTarget.value })}
        />
      )}
    </Field>
  )
}

/** How long before, in words. */
export const beforeWords = (minutes: number): string =>
  minutes === 0
    ? t('event.alarmAt')
    : t(minutes < 0 ? 'event.alarmAfter' : 'event.alarmBefore', { span: lengthOf(Math.abs(minutes)) })

const lengthOf = (minutes: number): string =>
  minutes % 1440 === 0 ? t('event.days', { n: minutes / 1440 }) : span(minutes * MINUTE_MS)

/** When it reminds: chips with a way to take each away, and a list to add one. */
export function Alarms({
  alarms,
  onChange,
}: {
  alarms: readonly number[]
  onChange: (alarms: readonly number[]) => void
}) {
  return (
    <div class="field">
      <span class="label">{t('event.alarms')}</span>
      <div class="row wrap">
        {alarms.map((minutes) => (
          <span class="chip" key={minutes}>
            {beforeWords(minutes)}
            <Button
              tiny
              look="plain"
              icon="close"
              label={t('settings.remove', { name: beforeWords(minutes) })}
              onPress={() => onChange(alarms.filter((one) => one !== minutes))}
            >
              {''}
            </Button>
          </span>
        ))}
        <select
          class="input short"
          aria-label={t('event.addAlarm')}
          value=""
          onChange={(event) => {
            const minutes = Number(event.currentTarget.value)
            if (event.currentTarget.value !== '' && !alarms.includes(minutes))
              onChange([...alarms, minutes].sort((a, b) => a - b))
            event.currentTarget.value = ''
          }}
        >
          <option value="">{t('event.addAlarm')}</option>
          {offers.map((minutes) => (
            <option key={minutes} value={String(minutes)}>
              {beforeWords(minutes)}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}

/** Whether it is sure, and whether it takes time. */
export function StatusFields({
  wish,
  onChange,
}: {
  wish: Pick<Wish, 'status' | 'busy'>
  onChange: (change: Partial<Wish>) => void
}) {
  return (
    <div class="row wrap">
      <label class="row">
        <span class="quiet">{t('event.status')}</span>
        <select
          class="input short"
          value={wish.status}
          onChange={(event) => onChange({ status: event.currentTarget.value as Wish['status'] })}
        >
          {(['confirmed', 'tentative', 'cancelled'] as const).map((one) => (
            <option key={one} value={one}>
              {t(`event.status.${one}`)}
            </option>
          ))}
        </select>
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={wish.busy}
          onChange={(event) => onChange({ busy: event.currentTarget.checked })}
        />
        {t('event.busy')}
      </label>
    </div>
  )
}
