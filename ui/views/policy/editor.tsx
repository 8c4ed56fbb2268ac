// The user's rules as text: checked, tried on the log, and only then saved. What was there before can be put back.
import { useState } from 'preact/hooks'
import { CallError } from '../../client/client.ts'
import { attempt, tell } from '../../state/notices.ts'
import * as policy from '../../state/policy.ts'
import { Button, Field, Loading } from '../parts/basic.tsx'
import { Icon } from '../parts/icon.tsx'
import { visible } from '../parts/value.tsx'
import { said } from '../text/said.ts'
import { number, t, tn } from '../text/t.ts'
import { Backtest } from './backtest.tsx'
import { Help } from './help.tsx'
import { template } from './template.ts'
import { TextEditor } from './text.tsx'

interface Fault {
  text: string
  line: number
  why: string
  /** Counts the wishes to be taken there. */
  at: number
}

export function Editor() {
  const [name, setName] = useState(policy.OWN_FILE)
  const files = policy.sources.value
  if (!files) return <Loading />
  const names = [policy.OWN_FILE, ...files.map((file) => file.name).filter((one) => one !== policy.OWN_FILE)]
  const other = files.find((file) => file.name === name && name !== policy.OWN_FILE)
  return (
    <>
      {names.length > 1 && (
        <Field id="rule-file" label={t('editor.file')}>
          <select
            class="input finder"
            id="rule-file"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          >
            {names.map((one) => (
              <option key={one} value={one}>
                {visible(one)}
              </option>
            ))}
          </select>
        </Field>
      )}
      {other ? <Other file={other} /> : <Own />}
    </>
  )
}

const Other = ({ file }: { file: policy.RuleSource }) => (
  <>
    <p class="quiet small">{t('editor.readOnly', { file: policy.OWN_FILE })}</p>
    <TextEditor
      value={file.text}
      label={t('editor.text', { file: visible(file.name) })}
      readOnly
      onInput={() => undefined}
    />
  </>
)

function Own() {
  const [fault, setFault] = useState<Fault>()
  const [checked, setChecked] = useState<{ text: string; rules: number }>()
  const text = policy.draft.value ?? policy.ownText.value ?? template()
  const tried = policy.tried.value?.text === text ? policy.tried.value : undefined
  const isSame = text === policy.ownText.value
  /** Does something with the text as it is now; a fault in it is shown at its line. */
  const withText = (work: (text: string) => Promise<unknown>) => async () => {
    setFault(undefined)
    try {
      await work(text)
    } catch (thrown) {
      const found = faultOf(thrown, text)
      if (!found) throw thrown
      setFault(found)
    }
  }
  const check = withText(async (now) => setChecked({ text: now, rules: await policy.checkRules(now) }))
  const save = withText(async (now) => {
    await policy.saveRules(now)
    setChecked(undefined)
    tell({
      level: 'info',
      text: t('editor.saved'),
      action: { label: t('common.undo'), run: () => void attempt(putBack) },
    })
  })
  const shown = fault?.text === text ? fault : undefined
  return (
    <>
      {policy.ownText.value === undefined && <p class="quiet">{t('editor.new')}</p>}
      <ChangedElsewhere />
      <TextEditor
        value={text}
        label={t('editor.text', { file: policy.OWN_FILE })}
        fault={shown}
        describedBy="editor-said"
        onInput={policy.write}
      />
      <div class="row wrap">
        <Button onPress={check}>{t('editor.check')}</Button>
        <Button onPress={withText(policy.tryRules)}>{t('editor.try')}</Button>
        <Button look="main" disabled={!tried || isSame} onPress={save}>
          {t('common.save')}
        </Button>
        <span class="quiet small grow">
          {t(isSame ? 'editor.saveSame' : tried ? 'editor.saveReady' : 'editor.saveFirst')}
        </span>
        {policy.draft.value !== undefined && (
          <Button look="plain" onPress={policy.discard}>
            {t('editor.discard')}
          </Button>
        )}
      </div>
      <div aria-live="polite" id="editor-said">
        {shown && <FaultBox fault={shown} onShow={() => setFault({ ...shown, at: shown.at + 1 })} />}
        {!shown && checked?.text === text && !tried && (
          <div class="row good">
            <Icon name="check" />
            {tn('editor.checked', checked.rules)}
          </div>
        )}
        <Saved />
      </div>
      {tried && !shown && <Backtest report={tried.report} />}
      <Help />
    </>
  )
}

function FaultBox({ fault, onShow }: { fault: Fault; onShow: () => void }) {
  const line = number(fault.line)
  return (
    <div class="box faulty row">
      <Icon name="warn" />
      <span class="grow break">{t('editor.fault', { line, why: visible(said(fault.why)) })}</span>
      <Button tiny onPress={onShow}>
        {t('editor.goTo', { line })}
      </Button>
    </div>
  )
}

function ChangedElsewhere() {
  if (policy.draft.value === undefined || policy.draftOf.value === policy.ownText.value) return null
  return (
    <div class="box doubts row" role="alert">
      <span class="grow">{t('editor.changedElsewhere')}</span>
      <Button tiny onPress={policy.discard}>
        {t('editor.takeTheirs')}
      </Button>
    </div>
  )
}

function Saved() {
  const last = policy.saved.value
  if (!last || policy.draft.value !== undefined) return null
  return (
    <div class="box row">
      <span class="grow break small">
        {t('editor.saved')} {last.former !== undefined && t('editor.savedFormer', { file: visible(last.former) })}
      </span>
      <Button tiny icon="undo" onPress={putBack}>
        {t('editor.putBack')}
      </Button>
    </div>
  )
}

async function putBack(): Promise<void> {
  if (await policy.putBack()) tell({ level: 'info', text: t('editor.putBackDone') })
}

// The sidecar says "rules.jsonc, line 3: why".
function faultOf(thrown: unknown, text: string): Fault | undefined {
  if (!(thrown instanceof CallError) || thrown.code !== 'BAD_INPUT') return undefined
  const found = /, line (\d+): ([\s\S]+)$/.exec(thrown.message)
  return found ? { text, line: Number(found[1]), why: found[2] ?? '', at: 0 } : undefined
}
