// People the user vouches for. A long list is searched, not scrolled.
import { useId, useState } from 'preact/hooks'
import { attempt } from '../../state/notices.ts'
import { Button } from '../parts/basic.tsx'
import { useBusy } from '../parts/busy.ts'
import { visible } from '../parts/value.tsx'
import { t, tn } from '../text/t.ts'
import { Entries } from './lists.tsx'
import { useSetting } from './use.ts'

interface Contact {
  name: string
  address: string
}

const SHOWN = 50
const FIND_FROM = 10

export function Contacts() {
  const { value = [], save, fault } = useSetting<readonly Contact[]>('contacts')
  const [query, setQuery] = useState('')
  const words = query.trim().toLowerCase()
  const found = value.filter(({ name, address }) => `${name} ${address}`.toLowerCase().includes(words))
  return (
    <div class="field">
      <span class="label">{t('settings.contacts')}</span>
      <span class="hint">{t('settings.contactsHint')}</span>
      {value.length >= FIND_FROM && (
        <input
          class="input"
          aria-label={t('settings.contactsFind')}
          placeholder={t('settings.contactsFind')}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
      )}
      <Entries
        items={found.slice(0, SHOWN)}
        nameOf={({ name, address }) => `${visible(name)} ${visible(address)}`}
        onRemove={(gone) => save(value.filter((each) => each !== gone))}
      >
        {({ name, address }) => (
          <>
            {visible(name)} <span class="quiet">{visible(address)}</span>
          </>
        )}
      </Entries>
      {found.length > SHOWN && <span class="quiet small">{tn('settings.contactsMore', found.length - SHOWN)}</span>}
      {value.length === 0 && <span class="quiet small">{t('settings.contactsNone')}</span>}
      <AddContact onAdd={(one) => save([...value, one])} />
      {fault !== undefined && (
        <span class="fault" role="alert">
          {fault}
        </span>
      )}
    </div>
  )
}

function AddContact({ onAdd }: { onAdd: (one: Contact) => Promise<boolean> }) {
  const id = useId()
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const isReady = name.trim() !== '' && address.trim() !== ''
  const add = useBusy(async () => {
    if (!isReady || !(await onAdd({ name: name.trim(), address: address.trim() }))) return
    setName('')
    setAddress('')
    document.getElementById(id)?.focus()
  })
  const onSubmit = (event: Event) => {
    event.preventDefault()
    void attempt(add)
  }
  return (
    <form class="row wrap" noValidate onSubmit={onSubmit}>
      <input
        class="input grow"
        id={id}
        aria-label={t('settings.contactName')}
        placeholder={t('settings.contactName')}
        autocomplete="off"
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <input
        class="input grow"
        type="email"
        aria-label={t('settings.contactAddress')}
        placeholder={t('settings.contactAddress')}
        autocomplete="off"
        value={address}
        onInput={(event) => setAddress(event.currentTarget.value)}
      />
      <Button icon="plus" disabled={!isReady} onPress={add}>
        {t('settings.add')}
      </Button>
      <button type="submit" class="unseen" tabIndex={-1} aria-hidden="true" />
    </form>
  )
}
