// The calendars beside the view: shown or not, their colours, which is the default, and what is wrong with one.
import { useState } from 'preact/hooks'
import { type CalendarInfo, calendars, editCalendar, preferences, syncCalendars } from '../../state/calendar.ts'
import { attempt } from '../../state/notices.ts'
import { href } from '../../state/route.ts'
import { Button, Chip } from '../parts/basic.tsx'
import { useBusy } from '../parts/busy.ts'
import { Icon } from '../parts/icon.tsx'
import { visible } from '../parts/value.tsx'
import { said } from '../text/said.ts'
import { t } from '../text/t.ts'
import { ago } from '../text/time.ts'
import { addCalendar, makeDefault, setHidden } from './calendars.ts'
import { colourOf } from './chip.tsx'

export function Side() {
  const all = calendars.value
  const isRemote = all.some(({ kind }) => kind !== 'local')
  return (
    <aside class="card calendarside" id="calendar-side" aria-label={t('calendar.calendars')}>
      <div class="row wrap">
        <h2 class="grow">{t('calendar.calendars')}</h2>
        {isRemote && (
          <Button tiny onPress={syncCalendars}>
            {t('calendar.sync')}
          </Button>
        )}
      </div>
      <ul class="stack">
        {all.map((one) => (
          <One key={one.id} one={one} />
        ))}
      </ul>
      <NewCalendar />
      <p class="small quiet">
        {t('calendar.zoneIs', { zone: preferences.value.zone })}{' '}
        <a href={href('settings', 'accounts')}>{t('calendar.accounts')}</a>
      </p>
      <p class="small quiet">{t('calendar.keys')}</p>
    </aside>
  )
}

function One({ one }: { one: CalendarInfo }) {
  const name = visible(one.name)
  const change = (what: Parameters<typeof editCalendar>[1]) => void attempt(() => editCalendar(one.id, what))
  return (
    <li class="onecalendar">
      <div class="row">
        <input
          type="checkbox"
          class="tick"
          style={{ '--c': colourOf(one.id) }}
          aria-label={t('calendar.show', { name })}
          checked={one.hidden !== true}
          onChange={(event) => {
            const hidden = !event.currentTarget.checked
            void attempt(() => setHidden(one, hidden))
          }}
        />
        <span class="grow break">{name}</span>
        {one.readOnly && (
          <span title={t('calendar.readOnly')}>
            <Icon name="lock" size={14} />
            <span class="unseen">{t('calendar.readOnly')}</span>
          </span>
        )}
        <input
          type="color"
          class="swatch"
          aria-label={t('calendar.colour', { name })}
          value={colourOf(one.id)}
          onChange={(event) => change({ color: event.currentTarget.value })}
        />
      </div>
      <div class="row wrap small quiet">
        {one.isDefault ? (
          <Chip tone="accent">{t('calendar.default')}</Chip>
        ) : (
          !one.readOnly &&
          one.holds.includes('VEVENT') && (
            <button type="button" class="linklike" onClick={() => void attempt(() => makeDefault(one))}>
              {t('calendar.makeDefault')}
              <span class="unseen">: {name}</span>
            </button>
          )
        )}
        {one.syncedAt !== undefined && <span>{t('calendar.synced', { when: ago(one.syncedAt) })}</span>}
      </div>
      {one.fault !== undefined && (
        <p class="small fault break" role="alert">
          <Icon name="warn" size={14} /> {visible(said(one.fault))}
        </p>
      )}
    </li>
  )
}

function NewCalendar() {
  const [name, setName] = useState('')
  const add = useBusy(async () => {
    if (name.trim() === '') return
    await addCalendar(name.trim())
    setName('')
  })
  const onSubmit = (event: Event) => {
    event.preventDefault()
    void attempt(add)
  }
  return (
    <form class="row newcalendar" onSubmit={onSubmit}>
      <input
        class="input grow"
        aria-label={t('calendar.newCalendar')}
        placeholder={t('calendar.newCalendar')}
        maxLength={200}
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <Button icon="plus" label={t('settings.add')} disabled={name.trim() === ''} onPress={add}>
        {''}
      </Button>
    </form>
  )
}
