// One account: how it is, and what can be done about it.
import { useId, useState } from 'preact/hooks'
import { type Account, newPassword, removeAccount, syncAccount } from '../../state/accounts.ts'
import { attempt, tell } from '../../state/notices.ts'
import { Button, Chip, Field } from '../parts/basic.tsx'
import { useBusy } from '../parts/busy.ts'
import { faultText } from '../parts/fault.tsx'
import { visible } from '../parts/value.tsx'
import { said } from '../text/said.ts'
import { t, tn } from '../text/t.ts'
import { ago } from '../text/time.ts'

export function AccountRow({ one }: { one: Account }) {
  const [isOpen, setOpen] = useState<'password' | 'remove'>()
  const name = visible(one.name)
  const sync = async () => {
    const now = await syncAccount(one.id)
    if (now?.fault === undefined) tell({ level: 'info', text: t('accounts.synced', { name }) })
  }
  const close = () => setOpen(undefined)
  return (
    <li class="accountrow">
      <div class="row wrap">
        <div class="grow">
          <b class="break">{name}</b> <Chip>{t(`accounts.kind.${one.kind}`)}</Chip>
          <div class="quiet small break">
            {one.user === undefined ? '' : `${visible(one.user)} · `}
            {visible(one.url)}
          </div>
          <div class="quiet small">
            {tn('accounts.count', one.calendars)}
            {one.syncedAt === undefined ? '' : ` · ${t('calendar.synced', { when: ago(one.syncedAt) })}`}
          </div>
        </div>
        <Button tiny label={`${t('calendar.sync')}: ${name}`} onPress={sync}>
          {t('calendar.sync')}
        </Button>
        {one.kind === 'caldav' && (
          <Button tiny label={`${t('accounts.newPassword')}: ${name}`} onPress={() => setOpen('password')}>
            {t('accounts.newPassword')}
          </Button>
        )}
        <Button tiny label={`${t('accounts.remove')}: ${name}`} onPress={() => setOpen('remove')}>
          {t('accounts.remove')}
        </Button>
      </div>
      {one.fault !== undefined && (
        <p class="fault small break" role="alert">
          {visible(said(one.fault))}
        </p>
      )}
      {isOpen === 'password' && <Password one={one} onClose={close} />}
      {isOpen === 'remove' && (
        <div class="box row wrap">
          <span class="grow">{t('accounts.removeHow')}</span>
          <Button onPress={close}>{t('accounts.keep')}</Button>
          <Button look="danger" onPress={() => removeAccount(one.id)}>
            {t('accounts.remove')}
          </Button>
        </div>
      )}
    </li>
  )
}

function Password({ one, onClose }: { one: Account; onClose: () => void }) {
  const id = useId()
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string>()
  const save = useBusy(async () => {
    if (password === '') return
    try {
      await newPassword(one.id, password)
      onClose()
    } catch (thrown) {
      setFault(faultText(thrown))
    }
  })
  const onSubmit = (event: Event) => {
    event.preventDefault()
    void attempt(save)
  }
  return (
    <form class="row wrap upper" onSubmit={onSubmit}>
      <Field id={id} label={t('accounts.password')} fault={fault}>
        <input
          class="input"
          id={id}
          type="password"
          autocomplete="new-password"
          aria-invalid={fault !== undefined}
          value={password}
          onInput={(event) => setPassword(event.currentTarget.value)}
        />
      </Field>
      <Button look="main" disabled={password === ''} onPress={save}>
        {t('common.save')}
      </Button>
      <Button onPress={onClose}>{t('common.cancel')}</Button>
    </form>
  )
}
