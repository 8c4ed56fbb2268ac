// Settings that are lists: entries with a way to take each away, and a line to add one.
import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { attempt } from '../../state/notices.ts'
import { Button, Field } from '../parts/basic.tsx'
import { useBusy } from '../parts/busy.ts'
import { visible } from '../parts/value.tsx'
import type { Key } from '../text/en.ts'
import { t } from '../text/t.ts'
import { useSetting } from './use.ts'

/** Entries, each with a button that takes it away. */
export function Entries<T>({
  items,
  nameOf,
  onRemove,
  children,
}: {
  items: readonly T[]
  nameOf: (item: T) => string
  onRemove: (item: T) => unknown
  children: (item: T) => ComponentChildren
}) {
  if (items.length === 0) return null
  return (
    <ul class="rows entries">
      {items.map((item) => (
        <li key={nameOf(item)}>
          <span class="grow break">{children(item)}</span>
          <Button
            tiny
            look="plain"
            icon="close"
            label={t('settings.remove', { name: nameOf(item) })}
            onPress={() => onRemove(item)}
          >
            {''}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** A list of texts. */
export function TextsSetting({ of, label, hint, placeholder, list }: TextsProps) {
  const id = useId()
  const { value = [], save, fault } = useSetting<readonly string[]>(of)
  const [draft, setDraft] = useState('')
  const add = useBusy(async () => {
    const next = draft.trim()
    if (next === '' || value.includes(next)) return setDraft('')
    if (await save([...value, next])) setDraft('')
  })
  const onSubmit = (event: Event) => {
    event.preventDefault()
    void attempt(add)
  }
  return (
    <form onSubmit={onSubmit}>
      <Field id={id} label={t(label)} hint={hint && t(hint)} fault={fault}>
        <Entries items={value} nameOf={visible} onRemove={(gone) => save(value.filter((each) => each !== gone))}>
          {visible}
        </Entries>
        <div class="row">
          <input
            class="input grow"
            id={id}
            list={list}
            autocomplete="off"
            placeholder={placeholder}
            value={draft}
            onInput={(event) => setDraft(event.currentTarget.value)}
          />
          <Button icon="plus" disabled={draft.trim() === ''} onPress={add}>
            {t('settings.add')}
          </Button>
        </div>
      </Field>
    </form>
  )
}

interface TextsProps {
  of: string
  label: Key
  hint?: Key
  placeholder?: string
  list?: string
}
