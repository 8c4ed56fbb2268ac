// Limits of single tools, and switches of features: names with a value each.
import { useId, useState } from 'preact/hooks'
import { attempt } from '../../state/notices.ts'
import { tools } from '../../state/tools.ts'
import { Button } from '../parts/basic.tsx'
import { useBusy } from '../parts/busy.ts'
import { visible } from '../parts/value.tsx'
import { t } from '../text/t.ts'
import { span } from '../text/time.ts'
import { Entries } from './lists.tsx'
import { useSetting } from './use.ts'

const SECOND_MS = 1000
type Times = Readonly<Record<string, number>>
type Flags = Readonly<Record<string, boolean>>

/** The names of the tools, for fields that take one. */
export const ToolNames = () => (
  <datalist id="tool-names">
    {tools.value.map(({ name }) => (
      <option key={name} value={name} />
    ))}
  </datalist>
)

/** How long each tool may take. */
export function Timeouts() {
  const { value = {}, save, fault } = useSetting<Times>('timeouts')
  const [tool, setTool] = useState('')
  const [seconds, setSeconds] = useState('')
  const isReady = tool.trim() !== '' && Number(seconds) > 0
  const add = useBusy(async () => {
    if (!isReady || !(await save({ ...value, [tool.trim()]: Math.round(Number(seconds) * SECOND_MS) }))) return
    setTool('')
    setSeconds('')
  })
  return (
    <div class="field">
      <span class="label">{t('settings.timeouts')}</span>
      <span class="hint">{t('settings.timeoutsHint')}</span>
      <Entries
        items={Object.entries(value)}
        nameOf={([name]) => visible(name)}
        onRemove={([name]) => save(less(value, name))}
      >
        {([name, ms]) => (
          <>
            <span class="mono">{visible(name)}</span> <span class="quiet">{span(ms)}</span>
          </>
        )}
      </Entries>
      <form class="row wrap" noValidate onSubmit={submits(add)}>
        <input
          class="input grow"
          list="tool-names"
          aria-label={t('settings.tool')}
          placeholder={t('settings.tool')}
          autocomplete="off"
          value={tool}
          onInput={(event) => setTool(event.currentTarget.value)}
        />
        <input
          class="input short"
          type="number"
          min={0.1}
          step="any"
          aria-label={t('settings.seconds')}
          placeholder={t('settings.seconds')}
          value={seconds}
          onInput={(event) => setSeconds(event.currentTarget.value)}
        />
        <Button icon="plus" disabled={!isReady} onPress={add}>
          {t('settings.add')}
        </Button>
        <button type="submit" class="unseen" tabIndex={-1} aria-hidden="true" />
      </form>
      <Fault text={fault} />
    </div>
  )
}

/** Features that are off unless they are named. */
export function FlagList() {
  const id = useId()
  const { value = {}, save, fault } = useSetting<Flags>('flags')
  const [name, setName] = useState('')
  const add = useBusy(async () => {
    if (name.trim() !== '' && (await save({ ...value, [name.trim()]: true }))) setName('')
  })
  return (
    <div class="field">
      <Entries
        items={Object.entries(value)}
        nameOf={([flag]) => visible(flag)}
        onRemove={([flag]) => save(less(value, flag))}
      >
        {([flag, isOn]) => (
          <label class="check">
            <input
              type="checkbox"
              checked={isOn}
              onChange={(event) => void attempt(() => save({ ...value, [flag]: event.currentTarget.checked }))}
            />
            <span class="mono">{visible(flag)}</span>
          </label>
        )}
      </Entries>
      {Object.keys(value).length === 0 && <span class="quiet small">{t('settings.flagsNone')}</span>}
      <form class="row" onSubmit={submits(add)}>
        <input
          class="input grow"
          id={id}
          aria-label={t('settings.flag')}
          placeholder={t('settings.flag')}
          autocomplete="off"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <Button icon="plus" disabled={name.trim() === ''} onPress={add}>
          {t('settings.add')}
        </Button>
      </form>
      <Fault text={fault} />
    </div>
  )
}

const submits = (work: () => Promise<unknown>) => (event: Event) => {
  event.preventDefault()
  void attempt(work)
}

function less<T>(record: Readonly<Record<string, T>>, name: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([each]) => each !== name))
}

const Fault = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <span class="fault" role="alert">
      {text}
    </span>
  )
