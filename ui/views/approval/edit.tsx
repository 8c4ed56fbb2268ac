// The input, to be changed. A changed one is planned, scored and asked about anew by the sidecar.
import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { type Approval, approvals } from '../../state/approvals.ts'
import { call } from '../../state/link.ts'
import { SchemaForm } from '../form/form.tsx'
import type { Schema } from '../form/shape.ts'
import { Button, Field } from '../parts/basic.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { isPlain } from '../parts/value.tsx'
import { t } from '../text/t.ts'
import { answer } from './answer.ts'

type Fields = Readonly<Record<string, unknown>>

const edited = signal<Approval | undefined>(undefined)

/** Opens the input of a question to be changed. */
export function edit(one: Approval): void {
  edited.value = one
}

/** What is being changed. Outside its card, so that what was typed stays when the card goes. */
export function Editing() {
  const one = edited.value
  const [known, setKnown] = useState<{ one: Approval; schema: Schema | undefined }>()
  const close = () => {
    edited.value = undefined
  }
  useEffect(() => close, [])
  useEffect(() => {
    if (!one) return
    void call('tool/describe', { tool: one.tool })
      .then(({ input }) => setKnown({ one, schema: formOf(input, one.input) }))
      // Without a form it is still JSON.
      .catch(() => setKnown({ one, schema: undefined }))
  }, [one])
  if (!one || known?.one !== one) return null
  return <EditDialog key={one.id} one={one} schema={known.schema} onClose={close} />
}

const formOf = (schema: unknown, input: unknown): Schema | undefined =>
  isPlain(input) && isPlain(schema) && isPlain(schema.properties) ? (schema as Schema) : undefined

function EditDialog({ one, schema, onClose }: { one: Approval; schema: Schema | undefined; onClose: () => void }) {
  const [fields, setFields] = useState<Fields>(isPlain(one.input) ? one.input : {})
  const [text, setText] = useState(() => asText(one.input))
  const [isForm, setForm] = useState(schema !== undefined)
  const [fault, setFault] = useState<string>()
  const [isSending, setSending] = useState(false)
  const isGone = !isSending && !approvals.value.some(({ id }) => id === one.id)
  const parsed = (): unknown => {
    try {
      setFault(undefined)
      return JSON.parse(text)
    } catch (thrown) {
      setFault(t('approvals.editBad', { why: thrown instanceof Error ? thrown.message : '' }))
      return undefined
    }
  }
  const turn = () => {
    if (isForm) setText(asText(filled(fields, one.input, schema)))
    else {
      const now = parsed()
      if (!isPlain(now)) return
      setFields(now)
    }
    setForm(!isForm)
  }
  const send = async () => {
    const input = isForm ? filled(fields, one.input, schema) : parsed()
    if (input === undefined) return
    setSending(true)
    try {
      await answer(one, { decision: 'allow', input })
      onClose()
    } finally {
      setSending(false)
    }
  }
  return (
    <Dialog title={t('approvals.editTitle')} onClose={onClose}>
      <div class="stack">
        <p class="quiet">{t('approvals.editBody')}</p>
        {isGone && (
          <p class="box doubts" role="alert">
            {t('approvals.editGone')}
          </p>
        )}
        {isForm && schema ? (
          <>
            <SchemaForm schema={schema} value={fields} onChange={setFields} />
            {asText(fields).includes('(hidden)') && <p class="quiet small">{t('approvals.hidden')}</p>}
          </>
        ) : (
          <Field
            id="edit-input"
            label={one.tool}
            hint={text.includes('(hidden)') ? t('approvals.hidden') : undefined}
            fault={fault}
          >
            <textarea
              class="input code"
              id="edit-input"
              rows={12}
              spellcheck={false}
              aria-invalid={fault !== undefined}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </Field>
        )}
        <div class="row">
          {schema && (
            <Button look="plain" onPress={turn}>
              {t(isForm ? 'approvals.editJson' : 'approvals.editForm')}
            </Button>
          )}
          <span class="grow" />
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          <Button look="main" disabled={isGone} onPress={send}>
            {t('approvals.editSend')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const asText = (input: unknown): string => JSON.stringify(input, null, 2)

// A field that may be missing and was emptied is missing; one that was empty before stays so.
function filled(fields: Fields, before: unknown, schema: Schema | undefined): Fields {
  const was = isPlain(before) ? before : {}
  const isKept = ([name, each]: [string, unknown]) =>
    each !== undefined && (each !== '' || was[name] === '' || schema?.required?.includes(name) === true)
  return Object.fromEntries(Object.entries(fields).filter(isKept))
}
