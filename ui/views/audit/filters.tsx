// What of the log is shown: by time, tool, effect, decision, type and call.
import { useEffect, useState } from 'preact/hooks'
import { type AuditFilter, filter, setFilter } from '../../state/audit.ts'
import { attempt } from '../../state/notices.ts'
import { go } from '../../state/route.ts'
import { tools } from '../../state/tools.ts'
import { Button, Field } from '../parts/basic.tsx'
import { allKinds } from '../text/kinds.ts'
import { t } from '../text/t.ts'
import { effectWords } from '../text/words.ts'
import { dayAfter, daysAgo, startOf } from './days.ts'
import { type Decision, decisions, types } from './words.ts'

const spans = ['any', 'today', 'week', 'month', 'days'] as const
type Span = (typeof spans)[number]
const back: Partial<Record<Span, number>> = { today: 0, week: 6, month: 29 }

/** Changes some of the filter; what is undefined is no longer asked for. */
function change(next: { [K in keyof AuditFilter]?: AuditFilter[K] | undefined }): void {
  const all = Object.entries({ ...filter.peek(), ...next }).filter(([, value]) => value !== undefined)
  void attempt(() => setFilter(Object.fromEntries(all)))
}

export function Filters() {
  const { tool, effect, decision, type, call } = filter.value
  const names = [...new Set([...tools.value.map(({ name }) => name), ...(tool === undefined ? [] : [tool])])].sort()
  const isFiltered = Object.keys(filter.value).length > 0
  // The days are no part of the filter itself: showing everything puts them back too.
  const [clears, setClears] = useState(0)
  const clear = () => {
    setClears(clears + 1)
    go('audit')
    return setFilter({})
  }
  return (
    <search class="auditfilters" aria-label={t('audit.filters')}>
      <Days key={clears} />
      <Choice
        name="tool"
        label={t('audit.tool')}
        value={tool}
        any={t('audit.anyTool')}
        options={names.map((name) => [name, name])}
        onChange={(value) => change({ tool: value })}
      />
      <Choice
        name="effect"
        label={t('audit.effect')}
        value={effect}
        any={t('audit.anyEffect')}
        options={allKinds.map((kind) => [kind, effectWords(kind)])}
        onChange={(value) => change({ effect: value })}
      />
      <Choice
        name="decision"
        label={t('audit.decision')}
        value={decision}
        any={t('audit.anyDecision')}
        options={decisions.map((one) => [one, t(`audit.decided.${one}`)])}
        onChange={(value) => change({ decision: value as Decision | undefined })}
      />
      <Choice
        name="type"
        label={t('audit.type')}
        value={type}
        any={t('audit.anyType')}
        options={types.map((one) => [one, t(`type.${one}`)])}
        onChange={(value) => change({ type: value })}
      />
      <Field id="audit-call" label={t('audit.call')}>
        <input
          class="input mono"
          id="audit-call"
          placeholder={t('audit.callPlaceholder')}
          value={call ?? ''}
          onChange={(event) => go('audit', event.currentTarget.value.trim() || undefined)}
        />
      </Field>
      {isFiltered && <Button onPress={clear}>{t('audit.clear')}</Button>}
    </search>
  )
}

function Days() {
  const [span, setSpan] = useState<Span>('any')
  const [from, setFrom] = useState(daysAgo(6))
  const [to, setTo] = useState(daysAgo(0))
  const days = { from, to }
  const use = (next: Span, { from: first, to: last } = days) => {
    setSpan(next)
    const ago = back[next]
    if (next === 'any') change({ since: undefined, until: undefined })
    else if (ago !== undefined) change({ since: startOf(daysAgo(ago)), until: undefined })
    else if (first !== '' && last !== '') change({ since: startOf(first), until: startOf(dayAfter(last)) })
  }
  // Where the page was left and opened again, the filter in force is still there.
  useEffect(() => {
    if (filter.peek().since !== undefined) change({ since: undefined, until: undefined })
  }, [])
  return (
    <>
      <Field id="audit-when" label={t('audit.when')}>
        <select class="input" id="audit-when" value={span} onChange={(event) => use(event.currentTarget.value as Span)}>
          {spans.map((one) => (
            <option key={one} value={one}>
              {t(`audit.when.${one}`)}
            </option>
          ))}
        </select>
      </Field>
      {span === 'days' && (
        <>
          <Day
            id="audit-from"
            label={t('audit.from')}
            value={from}
            onChange={(value) => {
              setFrom(value)
              use('days', { from: value, to })
            }}
          />
          <Day
            id="audit-to"
            label={t('audit.to')}
            value={to}
            onChange={(value) => {
              setTo(value)
              use('days', { from, to: value })
            }}
          />
        </>
      )}
    </>
  )
}

function Day(props: { id: string; label: string; value: string; onChange: (value: string) => void }) {
  const { id, label, value, onChange } = props
  return (
    <Field id={id} label={label}>
      <input
        class="input"
        type="date"
        id={id}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  )
}

interface ChoiceProps {
  name: string
  label: string
  value: string | undefined
  any: string
  options: readonly (readonly [string, string])[]
  onChange: (value: string | undefined) => void
}

function Choice({ name, label, value, any, options, onChange }: ChoiceProps) {
  const id = `audit-${name}`
  return (
    <Field id={id} label={label}>
      <select
        class="input"
        id={id}
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
      >
        <option value="">{any}</option>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  )
}
