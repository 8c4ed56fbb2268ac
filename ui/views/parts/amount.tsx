// How often at most; left empty, any number.
import { Field } from './basic.tsx'

export function Amount({
  id,
  label,
  value,
  onChange,
}: {
  id: string
  label: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <Field id={id} label={label}>
      <input
        class="input"
        type="number"
        min={1}
        max={1_000_000}
        step={1}
        id={id}
        placeholder="∞"
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  )
}
