// Connecting a server, or looking at the address of an .ics file. What is wrong is said at the field that it is about.
import { useId, useState } from 'preact/hooks'
import { CallError } from '../../client/client.ts'
import { addAccount } from '../../state/accounts.ts'
import { attempt, tell } from '../../state/notices.ts'
import { Button, Field } from '../parts/basic.tsx'
import { useBusy } from '../parts/busy.ts'
import { faultText } from '../parts/fault.tsx'
import { visible } from '../parts/value.tsx'
import { t, tn } from '../text/t.ts'

type Kind = 'caldav' | 'ics'
type FieldName = 'url' | 'user' | 'password'
const nothing = { url: '', user: '', password: '', name: '' }

export function AddAccount() {
  const [kind, setKind] = useState<Kind>()
  return kind === undefined ? (
    <div class="row wrap">
      <Button icon="plus" onPress={() => setKind('caldav')}>
        {t('accounts.addCaldav')}
      </Button>
      <Button icon="plus" onPress={() => setKind('ics')}>
        {t('accounts.addIcs')}
      </Button>
    </div>
  ) : (
    <Form key={kind} kind={kind} onClose={() => setKind(undefined)} />
  )
}

function Form({ kind, onClose }: { kind: Kind; onClose: () => void }) {
  const id = useId()
  const [given, setGiven] = useState(nothing)
  const [fault, setFault] = useState<{ at: FieldName; text: string }>()
  const [isBusy, setBusy] = useState(false)
  const change = (part: Partial<typeof nothing>) => {
    setGiven({ ...given, ...part })
    setFault(undefined)
  }
  const add = useBusy(async () => {
    if (given.url.trim() === '') return setFault({ at: 'url', text: t('accounts.needsUrl') })
    setBusy(true)
    setFault(undefined)
    try {
      const { user, password, name } = given
      const made = await addAccount({
        ...{ kind, url: given.url.trim() },
        ...(user.trim() === '' ? {} : { user: user.trim() }),
        ...(password === '' ? {} : { password }),
        ...(name.trim() === '' ? {} : { name: name.trim() }),
      })
      const found = tn('accounts.count', made.calendars)
      tell({ level: 'info', text: t('accounts.added', { name: visible(made.name), found }) })
      onClose()
    } catch (thrown) {
      setFault({ at: fieldOf(thrown), text: faultText(thrown) })
    } finally {
      setBusy(false)
    }
  })
  const onSubmit = (event: Event) => {
    event.preventDefault()
    void attempt(add)
  }
  const input = (name: keyof typeof nothing, type: 'text' | 'password' = 'text') => (
    <input
      class="input"
      id={`${id}-${name}`}
      // The two share all that is used of them here.
      type={type as 'text'}
      autocomplete="off"
      spellcheck={false}
      aria-invalid={fault?.at === name}
      aria-describedby={`${id}-${name}-hint ${id}-${name}-fault`}
      value={given[name]}
      onInput={(event) => change({ [name]: event.currentTarget.value })}
    />
  )
  const at = (name: FieldName) => (fault?.at === name ? fault.text : undefined)
  return (
    <form
      class="box stack"
      onSubmit={onSubmit}
      aria-label={t(kind === 'caldav' ? 'accounts.addCaldav' : 'accounts.addIcs')}
    >
      <Field id={`${id}-url`} label={t('accounts.url')} hint={t(`accounts.urlHint.${kind}`)} fault={at('url')}>
        {input('url')}
      </Field>
      {kind === 'caldav' && (
        <div class="pairs-of">
          <Field id={`${id}-user`} label={t('accounts.user')} fault={at('user')}>
            {input('user')}
          </Field>
          <Field
            id={`${id}-password`}
            label={t('accounts.password')}
            hint={t('accounts.passwordHint')}
            fault={at('password')}
          >
            {input('password', 'password')}
          </Field>
        </div>
      )}
      <Field id={`${id}-name`} label={t('accounts.name')}>
        {input('name')}
      </Field>
      <div class="row wrap">
        <Button look="main" disabled={isBusy} onPress={add}>
          {t(kind === 'caldav' ? 'accounts.connect' : 'accounts.subscribe')}
        </Button>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <span aria-live="polite" class="row">
          {isBusy && (
            <>
              <span class="spin" /> {t('accounts.connecting')}
            </>
          )}
        </span>
        <button type="submit" class="unseen" tabIndex={-1} aria-hidden="true" />
      </div>
    </form>
  )
}

// Where the server took the address and not the user, it is the user's word that is wrong.
function fieldOf(thrown: unknown): FieldName {
  const text = thrown instanceof Error ? thrown.message : ''
  if ((thrown instanceof CallError && thrown.code === 'DENIED') || /password|401|403/i.test(text)) return 'password'
  return /\buser name\b/i.test(text) ? 'user' : 'url'
}
