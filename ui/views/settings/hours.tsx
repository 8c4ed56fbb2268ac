// Hours of the day, and for work the days of the week: off, or from when to when.
import { useId, useRef } from 'preact/hooks'
import { attempt } from '../../state/notices.ts'
import type { Key } from '../text/en.ts'
import { locale, t } from '../text/t.ts'
import { useSetting } from './use.ts'

interface Hours {
  from: string
  to: string
  days?: readonly number[]
}

const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000
const weekDays = [1, 2, 3, 4, 5, 6, 7]

export function HoursSetting({ of, label, hint, usual }: { of: string; label: Key; hint: Key; usual: Hours }) {
  const id = useId()
  const { value, save, fault } = useSetting<Hours>(of)
  // What is being saved: a second change right after the first builds on it.
  const latest = useRef<Hours | null>(undefined)
  const keep = (next: Hours | null) =>
    void attempt(async () => {
      latest.current = next
      await save(next)
      if (latest.current === next) latest.current = undefined
    })
  const change = (part: Partial<Hours>) => keep({ ...(latest.current ?? value ?? usual), ...part })
  return (
    <div class="field">
      <label class="check" for={id}>
        <input
          type="checkbox"
          id={id}
          checked={value !== undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => keep(event.currentTarget.checked ? usual : null)}
        />
        {t(label)}
      </label>
      <span class="hint indent" id={`${id}-hint`}>
        {t(hint)}
      </span>
      {value && (
        <fieldset class="plain indent row wrap">
          <legend class="unseen">{t(label)}</legend>
          <Clock label="settings.from" value={value.from} onChange={(from) => change({ from })} />
          <Clock label="settings.to" value={value.to} onChange={(to) => change({ to })} />
          {usual.days && <Days chosen={value.days ?? usual.days} onChange={(days) => change({ days })} />}
        </fieldset>
      )}
      {fault !== undefined && (
        <span class="fault indent" role="alert">
          {fault}
        </span>
      )}
    </div>
  )
}

function Clock({ label, value, onChange }: { label: Key; value: string; onChange: (value: string) => void }) {
  return (
    <label class="row">
      <span class="quiet">{t(label)}</span>
      <input
        class="input clock"
        type="time"
        required
        value={value}
        onChange={(event) => event.currentTarget.value !== '' && onChange(event.currentTarget.value)}
      />
    </label>
  )
}

function Days({ chosen, onChange }: { chosen: readonly number[]; onChange: (days: readonly number[]) => void }) {
  const toggle = (day: number, on: boolean) =>
    onChange(weekDays.filter((each) => (each === day ? on : chosen.includes(each))))
  return (
    <div class="row wrap">
      {weekDays.map((day) => (
        <label class="check" key={day}>
          <input
            type="checkbox"
            checked={chosen.includes(day)}
            onChange={(event) => toggle(day, event.currentTarget.checked)}
          />
          {dayName(day)}
        </label>
      ))}
    </div>
  )
}

const dayName = (day: number): string =>
  new Intl.DateTimeFormat(locale.value, { weekday: 'short', timeZone: 'UTC' }).format(MONDAY + (day - 1) * DAY_MS)
