// The day that a week begins with.
import { useId } from 'preact/hooks'
import { attempt } from '../../state/notices.ts'
import { plusDays } from '../../state/zoned.ts'
import { Field } from '../parts/basic.tsx'
import { weekdayName } from '../text/days.ts'
import { t } from '../text/t.ts'
import { useSetting } from './use.ts'

const MONDAY = '2024-01-01'

export function WeekStart() {
  const id = useId()
  const { value, save, fault } = useSetting<number>('weekStart')
  return (
    <Field id={id} label={t('accounts.weekStart')} fault={fault}>
      <select
        class="input short"
        id={id}
        value={String(value ?? 1)}
        onChange={(event) => void attempt(() => save(Number(event.currentTarget.value)))}
      >
        {[1, 6, 7].map((day) => (
          <option key={day} value={String(day)}>
            {weekdayName(plusDays(MONDAY, day - 1), 'long')}
          </option>
        ))}
      </select>
    </Field>
  )
}
