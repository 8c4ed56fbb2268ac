// Leave given by hand: what, on which targets, how often, until when.
import { useState } from 'preact/hooks'
import { attempt, tell } from '../../state/notices.ts'
import { createGrant, revokeGrant } from '../../state/policy.ts'
import { tools } from '../../state/tools.ts'
import { Amount } from '../parts/amount.tsx'
import { Button, Field } from '../parts/basic.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { allKinds } from '../text/kinds.ts'
import { t } from '../text/t.ts'
import { endOfToday } from '../text/time.ts'
import { effectWords } from '../text/words.ts'

const DAY_MS = 86_400_000
const ends = {
  day: () => endOfToday(),
  week: () => Date.now() + 7 * DAY_MS,
  month: () => Date.now() + 30 * DAY_MS,
  never: () => undefined,
} as const
type End = keyof typeof ends

/** How the targets of a kind look. */
function shapeOf(kind: string): 'path' | 'url' | 'mail' | 'name' {
  if (/File$|loadCode/.test(kind)) return 'path'
  if (/Page$|fetchUrl|sendRequest/.test(kind)) return 'url'
  return kind === 'sendMail' || kind === 'inviteAttendees' ? 'mail' : 'name'
}

export function NewGrantDialog({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState('readFile')
  const [pattern, setPattern] = useState('')
  const [tool, setTool] = useState('')
  const [times, setTimes] = useState('')
  const [perDay, setPerDay] = useState('')
  const [end, setEnd] = useState<End>('week')
  const isWide = /^\*+$/.test(pattern.trim()) && times === '' && perDay === '' && end === 'never'
  const send = async () => {
    const until = ends[end]()
    const { id } = await createGrant({
      ...{ kind, pattern: pattern.trim() },
      ...(tool === '' ? {} : { tool }),
      ...(times === '' ? {} : { times: Number(times) }),
      ...(perDay === '' ? {} : { perDay: Number(perDay) }),
      ...(until === undefined ? {} : { until }),
    })
    const run = () => void attempt(() => revokeGrant(id))
    tell({ level: 'info', text: t('grants.given'), action: { label: t('common.undo'), run } })
    onClose()
  }
  const kinds = [...allKinds].sort((a, b) => effectWords(a).localeCompare(effectWords(b)))
  return (
    <Dialog title={t('grants.newTitle')} onClose={onClose}>
      <div class="stack">
        <Choice id="grant-kind" label={t('grants.kind')} value={kind} onChange={setKind}>
          {kinds.map((one) => [one, effectWords(one)])}
        </Choice>
        <Field
          id="grant-pattern"
          label={t('grants.pattern')}
          hint={t('grants.patternHint')}
          fault={isWide ? t('grants.wide') : undefined}
        >
          <input
            class="input mono"
            id="grant-pattern"
            aria-describedby="grant-pattern-hint"
            placeholder={t(`grants.pattern.${shapeOf(kind)}`)}
            value={pattern}
            onInput={(event) => setPattern(event.currentTarget.value)}
          />
        </Field>
        <Choice id="grant-tool" label={t('grants.tool')} value={tool} onChange={setTool}>
          {[
            ['', t('grants.anyTool')],
            ...tools.value.filter(({ effects }) => effects.includes(kind)).map(({ name }) => [name, name] as const),
          ]}
        </Choice>
        <div class="three">
          <Choice id="grant-end" label={t('grants.until')} value={end} onChange={(value) => setEnd(value as End)}>
            {(Object.keys(ends) as End[]).map((one) => [one, t(`grants.until.${one}`)])}
          </Choice>
          <Amount id="grant-often" label={t('grants.times')} value={times} onChange={setTimes} />
          <Amount id="grant-daily" label={t('grants.perDay')} value={perDay} onChange={setPerDay} />
        </div>
        <div class="row end">
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          <Button look="main" disabled={pattern.trim() === ''} onPress={send}>
            {t('common.allow')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

interface ControlProps {
  id: string
  label: string
  value: string
  onChange: (value: string) => void
}

const Choice = ({
  id,
  label,
  value,
  onChange,
  children,
}: ControlProps & { children: readonly (readonly [string, string])[] }) => (
  <Field id={id} label={label}>
    <select class="input" id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {children.map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
  </Field>
)
