// A form made from any tool's schema.
import { useId, useState } from 'preact/hooks'
import { Field } from '../parts/basic.tsx'
import { isPlain, visible } from '../parts/value.tsx'
import { said } from '../text/said.ts'
import { number, t } from '../text/t.ts'
import { type Fault, type Faults, takesNothing, Unfinished } from './faults.ts'
import { type Control, controlFor, core, isNullable, optionsOf, type Schema, words } from './shape.ts'

type Fields = Readonly<Record<string, unknown>>

interface FormProps {
  schema: Schema
  value: Fields
  onChange: (value: Fields) => void
  faults?: Faults
  path?: string
}

/** Required fields first, the rest behind a fold. */
export function SchemaForm({ schema, value, onChange, faults = {}, path = '' }: FormProps) {
  const names = Object.keys(schema.properties ?? {})
  const needed = names.filter((name) => schema.required?.includes(name) || (path === '' && value[name] !== undefined))
  const first = needed.length > 0 ? needed : names.slice(0, 2)
  const rest = names.filter((name) => !first.includes(name))
  const draw = (name: string) => (
    <FieldOf
      key={name}
      name={name}
      schema={schema.properties?.[name] ?? {}}
      isNeeded={schema.required?.includes(name) === true}
      value={value[name]}
      onChange={(next) => onChange({ ...value, [name]: next })}
      faults={faults}
      path={path === '' ? name : `${path}.${name}`}
    />
  )
  if (names.length === 0) return <p class="quiet">{t('form.none')}</p>
  return (
    <div class="stack">
      {first.map(draw)}
      {rest.length > 0 && (
        <details open={rest.some((name) => isFaulty(faults, path === '' ? name : `${path}.${name}`))}>
          <summary>{t('form.more', { names: rest.map(nameOf).join(t('form.and')) })}</summary>
          <div class="stack inner">{rest.map(draw)}</div>
        </details>
      )}
    </div>
  )
}

interface FieldProps {
  name: string
  schema: Schema
  isNeeded: boolean
  value: unknown
  onChange: (value: unknown) => void
  faults: Faults
  path: string
}

function FieldOf(props: FieldProps) {
  const { name, schema, isNeeded, value, onChange, faults, path } = props
  const id = useId()
  const control = controlFor(name, schema)
  const real = core(schema)
  const label = `${nameOf(name)}${isNeeded ? ' *' : ''}`
  if (control === 'group')
    return (
      <fieldset class="group">
        <legend>{label}</legend>
        <SchemaForm schema={real} value={isPlain(value) ? value : {}} onChange={onChange} faults={faults} path={path} />
      </fieldset>
    )
  if (control === 'switch')
    return (
      <label class="check">
        <input
          type="checkbox"
          checked={(value ?? real.default) === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {nameOf(name)}
        {real.description !== undefined && <span class="quiet small">{visible(said(real.description))}</span>}
      </label>
    )
  return (
    <Field
      id={id}
      label={label}
      hint={real.description === undefined ? undefined : visible(said(real.description))}
      fault={wordsOf(faults[path])}
    >
      {value !== null && <ControlOf control={control} id={id} schema={real} value={value} onChange={onChange} />}
      {isNullable(schema) && (
        <label class="check">
          <input
            type="checkbox"
            id={value === null ? id : undefined}
            checked={value === null}
            onChange={(event) => onChange(event.currentTarget.checked ? null : takesNothing(schema) ? '' : undefined)}
          />
          {t('form.nothing')}
        </label>
      )}
    </Field>
  )
}

/** The name of a field in words, in the user's language. */
export const nameOf = (name: string): string => visible(said(words(name)))

const isFaulty = (faults: Faults, path: string): boolean =>
  Object.keys(faults).some((one) => one === path || one.startsWith(`${path}.`))

function wordsOf(fault: Fault | undefined): string | undefined {
  if (!fault) return undefined
  if (fault.says === 'told') return visible(said(fault.told ?? ''))
  return t(`form.fault.${fault.says}`, fault.n === undefined ? undefined : { n: number(fault.n) })
}

interface ControlProps {
  control: Control
  id: string
  schema: Schema
  value: unknown
  onChange: (value: unknown) => void
}

function ControlOf(props: ControlProps) {
  const { control, id, schema, value, onChange } = props
  const hint = schema.default === undefined ? undefined : asText(schema.default)
  if (control === 'choice') return <Choice {...props} />
  if (control === 'choices') return <Choices {...props} />
  if (control === 'json') return <Json {...props} />
  if (control === 'lines')
    return (
      <textarea
        class="input"
        id={id}
        placeholder={t('form.lines')}
        value={Array.isArray(value) ? value.join('\n') : asText(value)}
        onInput={({ currentTarget }) =>
          onChange(currentTarget.value === '' ? undefined : currentTarget.value.split('\n'))
        }
      />
    )
  if (control === 'long')
    return (
      <textarea
        class="input"
        id={id}
        placeholder={hint}
        value={asText(value)}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  if (control === 'number')
    return (
      <input
        class="input"
        id={id}
        type="number"
        step={schema.type === 'integer' ? 1 : 'any'}
        min={schema.minimum}
        max={schema.maximum}
        placeholder={hint}
        value={asText(value)}
        onInput={({ currentTarget: { value: text } }) => onChange(text === '' ? undefined : Number(text))}
      />
    )
  return (
    <input
      class="input"
      id={id}
      placeholder={hint}
      value={asText(value)}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

function Choice({ id, schema, value, onChange }: ControlProps) {
  const options = optionsOf(schema) ?? []
  return (
    <select
      class="input"
      id={id}
      value={value === undefined ? '' : String(options.indexOf(value))}
      onChange={({ currentTarget: { value: at } }) => onChange(at === '' ? undefined : options[Number(at)])}
    >
      <option value="">{schema.default === undefined ? '–' : asText(schema.default)}</option>
      {options.map((option, at) => (
        <option key={asText(option)} value={String(at)}>
          {asText(option)}
        </option>
      ))}
    </select>
  )
}

function Choices({ id, schema, value, onChange }: ControlProps) {
  const chosen = Array.isArray(value) ? value : []
  const toggle = (option: unknown, on: boolean) => {
    const next = on ? [...chosen, option] : chosen.filter((one) => one !== option)
    onChange(next.length === 0 ? undefined : next)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the legend is the label of the field around it
    <div class="row wrap" role="group" id={id}>
      {(optionsOf(core(schema.items ?? {})) ?? []).map((option) => (
        <label class="check" key={asText(option)}>
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={(event) => toggle(option, event.currentTarget.checked)}
          />
          {asText(option)}
        </label>
      ))}
    </div>
  )
}

// What is no JSON yet stays as it is typed, and is not sent.
function Json({ id, value, onChange }: ControlProps) {
  const [text, setText] = useState(() => jsonText(value))
  const take = (next: string) => {
    setText(next)
    onChange(next.trim() === '' ? undefined : parsed(next))
  }
  return (
    <textarea
      class="input code"
      id={id}
      placeholder={t('form.json')}
      aria-invalid={value instanceof Unfinished}
      spellcheck={false}
      value={text}
      onInput={(event) => take(event.currentTarget.value)}
    />
  )
}

const jsonText = (value: unknown): string =>
  value instanceof Unfinished ? value.text : value === undefined ? '' : JSON.stringify(value, null, 2)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return new Unfinished(text)
  }
}

const asText = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
