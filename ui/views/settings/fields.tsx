// Controls of one setting each. What is typed is saved when the field is left or Enter is pressed.
import { useId, useState } from 'preact/hooks'
import { attempt } from '../../state/notices.ts'
import { Field } from '../parts/basic.tsx'
import type { Key } from '../text/en.ts'
import { t } from '../text/t.ts'
import { useSetting } from './use.ts'

interface Named {
  /** The key of the setting. */
  of: string
  label: Key
  hint?: Key
}

/** A line of text; empty means that it is not set. */
export function TextSetting({ of, label, hint, placeholder, list }: Named & { placeholder?: string; list?: string }) {
  const id = useId()
  const { value, save, fault } = useSetting<string>(of)
  const [draft, setDraft] = useState<string>()
  const keep = (text: string) =>
    attempt(async () => {
      const next = text.trim()
      if (next === (value ?? '') || (await save(next === '' ? null : next))) setDraft(undefined)
    })
  return (
    <Field id={id} label={t(label)} hint={hint && t(hint)} fault={fault}>
      <input
        class="input"
        id={id}
        list={list}
        autocomplete="off"
        placeholder={placeholder}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-hint ${id}-fault`}
        value={draft ?? value ?? ''}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onChange={(event) => void keep(event.currentTarget.value)}
      />
    </Field>
  )
}

/** A whole number; empty means that it is not set. */
export function NumberSetting({ of, label, hint, min, max }: Named & { min: number; max: number }) {
  const id = useId()
  const { value, save, fault } = useSetting<number>(of)
  const [draft, setDraft] = useState<string>()
  const keep = (text: string) =>
    attempt(async () => {
      if (await save(text.trim() === '' ? null : Number(text))) setDraft(undefined)
    })
  return (
    <Field id={id} label={t(label)} hint={hint && t(hint)} fault={fault}>
      <input
        class="input short"
        id={id}
        type="number"
        {...{ min, max }}
        aria-invalid={fault !== undefined}
        value={draft ?? value ?? ''}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onChange={(event) => void keep(event.currentTarget.value)}
      />
    </Field>
  )
}

/** One of a few; an empty one means that it is not set. */
export function ChoiceSetting({
  of,
  label,
  hint,
  options,
}: Named & { options: readonly (readonly [string, string])[] }) {
  const id = useId()
  const { value, save, fault } = useSetting<string>(of)
  return (
    <Field id={id} label={t(label)} hint={hint && t(hint)} fault={fault}>
      <select
        class="input short"
        id={id}
        value={value ?? ''}
        onChange={(event) =>
          void attempt(() => save(event.currentTarget.value === '' ? null : event.currentTarget.value))
        }
      >
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  )
}

/** On or off. */
export function SwitchSetting({ of, label, hint }: Named) {
  const id = useId()
  const { value, save, fault } = useSetting<boolean>(of)
  return (
    <div class="field">
      <label class="check" for={id}>
        <input
          type="checkbox"
          id={id}
          checked={value === true}
          aria-describedby={`${id}-hint`}
          onChange={(event) => void attempt(() => save(event.currentTarget.checked))}
        />
        {t(label)}
      </label>
      {hint && (
        <span class="hint indent" id={`${id}-hint`}>
          {t(hint)}
        </span>
      )}
      {fault !== undefined && (
        <span class="fault" role="alert">
          {fault}
        </span>
      )}
    </div>
  )
}
